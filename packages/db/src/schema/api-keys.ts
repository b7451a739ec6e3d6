import { customType, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });
const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' });

/** API keys, hashed. `source` is the producer and part of every event's key; it outlives a rotated key. */
export const apiKeys = pgTable('api_keys', {
  id: uuid('id').primaryKey().defaultRandom(),
  name: text('name').notNull(),
  source: text('source').notNull(),
  mode: text('mode', { enum: ['live', 'test'] }).notNull(),
  scopes: text('scopes').array().notNull(),
  hash: bytea('hash').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  revokedAt: instant('revoked_at'),
});
