import { z } from 'zod';
import { isTimezone } from '../event/envelope.js';
import { int } from './fields.js';
import { emailText } from './provider-settings.js';

/** When people on call are woken, and when they are told of the day. */
export const alertSettings = {
  OPS_EMAIL: emailText
    .optional()
    .describe('Whom alerts and digest go to by email while the chat does not take them, or without a chat'),
  OPS_TIMEZONE: z
    .string()
    .default('UTC')
    .refine(isTimezone, 'must be an IANA time zone such as Asia/Kathmandu')
    .describe('Time zone of the people on call'),
  DIGEST_AT: z
    .string()
    .default('08:30')
    .refine((value) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value), 'must be a time of day such as 08:30')
    .describe('When the daily digest is posted, in OPS_TIMEZONE'),
  ALERT_OLDEST_CRITICAL_MS: int(10_000, 'Alert when the oldest due message of the critical lane is this old, in ms', 1),
  ALERT_OLDEST_TRANSACTIONAL_MS: int(60_000, 'The same for the transactional lane, in ms', 1),
  ALERT_OLDEST_BULK_MS: int(3_600_000, 'The same for the bulk lane, in ms', 1),
  ALERT_FAILURE_PERCENT: int(2, 'Alert when this share of what ended in 5 minutes died, in percent', 1),
  ALERT_DEAD_LETTERS: int(10, 'Alert when this many dead letters were opened in 10 minutes', 1),
};
