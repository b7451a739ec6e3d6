import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' });

/** The directory: how to reach a person whom events name by id only. */
export const recipients = pgTable('recipients', {
  id: text('id').primaryKey(),
  name: text('name'),
  email: text('email'),
  phone: text('phone'),
  whatsapp: text('whatsapp'),
  locale: text('locale'),
  timezone: text('timezone'),
  channels: text('channels').array(),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});
