/** Plain rows through the ORM. An entry of its own: most processes never load it, and it takes a fifth of a second to load. */
export * from './directory/recipients.js';
export * from './keys/api-keys.js';
export { createOrm, type Orm } from './orm.js';
