import { generateKeyPairSync, sign } from 'node:crypto';
import { KEY_NAME } from '../delivery-key.js';
import type { CallbackOutcome } from './callback-settings.js';
import type { CallbackWriter, Report } from './report.js';

/** https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event */
const DETAILS: Readonly<Record<CallbackOutcome, Readonly<Record<string, string>>>> = {
  delivered: { event: 'delivered', response: '250 OK' },
  bounced: {
    event: 'bounce',
    type: 'bounce',
    status: '5.1.1',
    reason: '550 5.1.1 user unknown',
    bounce_classification: 'Invalid Address',
  },
  complained: { event: 'spamreport' },
};

const eventsFor = ({ id, key, messageId, acceptedAt, happenedAt, settings }: Report, email: string, n: number) => {
  const event = (ms: number, { event: name = '', ...details }: Readonly<Record<string, string>>) => ({
    email,
    timestamp: Math.floor(ms / 1000),
    event: name,
    ...details,
    sg_event_id: Buffer.from(`${name}-${n}-${id}`).toString('base64url'),
    sg_message_id: `${messageId}.sandbox-0-0.${n}`,
    // SendGrid lays custom arguments beside its own fields.
    ...(key === null ? {} : { [KEY_NAME]: key }),
  });
  return [event(acceptedAt, { event: 'processed' }), event(happenedAt, DETAILS[settings.outcome])];
};

/**
 * SendGrid posts a list of events, here two for each recipient, signed with ECDSA P-256 over timestamp and body
 * (https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook-security-features).
 */
export const createSendgridCallback = ({ now }: { now: () => number }): CallbackWriter => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    provider: 'sendgrid',
    path: 'sendgrid',
    keyFiles: {
      'sendgrid.pem': publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      // As SendGrid's settings page shows it.
      'sendgrid.der.b64': publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    },
    write(report) {
      const body = JSON.stringify(report.to.flatMap((email, n) => eventsFor(report, email, n)));
      const timestamp = String(Math.floor(now() / 1000));
      const signature = sign('sha256', Buffer.from(timestamp + body), privateKey);
      return {
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'SendGrid Event API',
          'x-twilio-email-event-webhook-signature': signature.toString('base64'),
          'x-twilio-email-event-webhook-timestamp': timestamp,
        },
        body,
      };
    },
  };
};
