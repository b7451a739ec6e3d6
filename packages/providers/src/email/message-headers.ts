import type { OutgoingEmail } from '@crier/domain';
import { structured } from './header-text.js';

/** RFC 5322 3.6.8; a name that no header can have would begin the body or another header. */
const FIELD_NAME = /^[\x21-\x39\x3b-\x7e]+$/;

/**
 * The headers beside sender, recipient and subject: what the message brings (List-Unsubscribe, References), that a machine
 * wrote it (RFC 3834 5), and the delivery's key.
 */
export const messageHeaders = ({ key, headers = {} }: OutgoingEmail): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (FIELD_NAME.test(name) ? [[name, structured(value)]] : [])),
  ),
  'Auto-Submitted': 'auto-generated',
  'X-Crier-Key': key,
});
