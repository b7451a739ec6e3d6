import type { FormFields } from '../../form-fields.js';
import { ownedCopy } from '../../name-table.js';
import type { Send } from '../../send.js';
import type { VendorDeps } from '../../vendor.js';

/** Twilio joins at most ten segments. */
const MOST_CHARACTERS = 1600;
export const E164 = /^\+[1-9]\d{6,14}$/;

/** The delivery's key, which comes back with every report: the parameter `key` of the StatusCallback URL. */
const keyOf = (callbackUrl: string | undefined): string | null => {
  const key = callbackUrl === undefined ? undefined : /[?&]key=([^&#]+)/.exec(callbackUrl)?.[1];
  return key === undefined ? null : ownedCopy(key);
};

const refusedWith = (fields: FormFields, phones: VendorDeps['phones']): number | undefined => {
  const { To, Body, StatusCallback } = fields;
  if (!To) return 21604;
  if (!E164.test(To)) return 21211;
  if (!fields.From && !fields.MessagingServiceSid) return 21603;
  if (!Body && !fields.MediaUrl) return 21602;
  if (Body !== undefined && Body.length > MOST_CHARACTERS) return 21617;
  if (StatusCallback !== undefined && !URL.canParse(StatusCallback)) return 21609;
  return phones.stopped(To) ? 21610 : undefined;
};

/** The message of a `POST Messages.json`, or the code with which Twilio refuses it. */
export const twilioMessage = (
  fields: FormFields,
  account: string,
  sizeBytes: number,
  phones: VendorDeps['phones'],
): Send | number => {
  const code = refusedWith(fields, phones);
  if (code !== undefined) return code;
  const { StatusCallback: callbackUrl } = fields;
  const content = { subject: null, text: fields.Body ?? null, html: null };
  return {
    operation: 'Messages',
    from: fields.From ?? fields.MessagingServiceSid ?? '',
    to: [fields.To ?? ''],
    key: keyOf(callbackUrl),
    account,
    ...(callbackUrl === undefined ? {} : { callbackUrl }),
    sizeBytes,
    content: async () => content,
    raw: () => fields,
  };
};

/** `Mon, 30 Nov 2026 08:15:00 +0000` */
const rfc2822 = (at: number): string => new Date(at).toUTCString().replace('GMT', '+0000');

/** A message as Twilio's resource; without an id nothing in it has one. `sentAt` in ms since the epoch. */
export const twilioResource = (send: Send, sid: string | undefined, status: string, sentAt: number | undefined) => {
  const fields = send.raw() as FormFields;
  const path = `/2010-04-01/Accounts/${send.account}/Messages/${sid}`;
  const date = sentAt === undefined ? null : rfc2822(sentAt);
  return {
    account_sid: send.account,
    api_version: '2010-04-01',
    body: fields.Body ?? '',
    date_created: date,
    date_sent: date,
    date_updated: date,
    direction: 'outbound-api',
    error_code: null,
    error_message: null,
    from: fields.From ?? null,
    messaging_service_sid: fields.MessagingServiceSid ?? null,
    num_media: '0',
    num_segments: '1',
    price: null,
    price_unit: 'USD',
    status,
    to: send.to[0],
    ...(sid === undefined ? {} : { sid, uri: `${path}.json`, subresource_uris: { media: `${path}/Media.json` } }),
  };
};
