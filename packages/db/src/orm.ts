import { DrizzleQueryError } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { FAILS_SOON, SERVER_LETS_GO } from './lost-server.js';
import { apiKeys } from './schema/api-keys.js';
import { recipients } from './schema/recipients.js';

const connect = (url: string, app: string) => {
  const client = postgres(url, {
    max: 3,
    onnotice: () => {},
    ...FAILS_SOON,
    connection: { application_name: `crier-${app}-orm`, TimeZone: 'UTC', ...SERVER_LETS_GO },
  });
  return { orm: drizzle(client, { schema: { apiKeys, recipients } }), close: () => client.end({ timeout: 2 }) };
};

/**
 * Drizzle, for plain rows (directory, keys); the protocol's statements are SQL of their own. It gets a client of its own,
 * because `drizzle(client)` changes how that client reads times.
 */
export type Orm = ReturnType<typeof connect>['orm'];
export const createOrm: (url: string, app: string) => { orm: Orm; close: () => Promise<void> } = connect;

/**
 * Runs a query of the ORM and lets Postgres' own error out. Drizzle's names the query with its parameters: addresses of
 * people, in whatever log it ends up in; and nobody would see the lost connection behind it.
 */
export const plainly = async <T>(query: PromiseLike<T>): Promise<T> => {
  try {
    return await query;
  } catch (error) {
    throw error instanceof DrizzleQueryError && error.cause !== undefined ? error.cause : error;
  }
};
