export { createInbox, type InboxOptions } from './create-inbox.js';
export { choicesOf, secretsOf } from './settings-of-inbox.js';
