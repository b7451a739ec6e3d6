import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { formFields } from '../../form-fields.js';
import type { Vendor, VendorFactory } from '../../vendor.js';
import { twilioError, twilioJson, twilioRefusal } from './twilio-errors.js';
import { twilioList, twilioLookUp } from './twilio-list.js';
import { twilioMessage, twilioResource } from './twilio-message.js';

/** https://www.twilio.com/docs/messaging/api/message-resource */
const PATH = /^\/twilio\/2010-04-01\/Accounts\/(\w+)\/Messages(?:\/(\w+))?\.json$/;

const addressOf = ({ url = '' }: IncomingMessage) => {
  const [path = '', query] = url.split('?', 2);
  const [, account, sid] = PATH.exec(path) ?? [];
  return { account, sid, query };
};

/** Twilio's Messages API, as the `twilio` SDK calls it. Any account and token will do, but there must be some. */
export const createTwilio: VendorFactory = ({ log, phones, now }): Vendor => ({
  provider: 'twilio',
  segment: 'twilio',
  async parse(body, req) {
    const { account, sid, query } = addressOf(req);
    if (account === undefined) return { reply: twilioError(20404) };
    if (!/^Basic\s+\S/i.test(req.headers.authorization ?? '')) return { reply: twilioError(20003) };
    if (req.method === 'GET')
      return { reply: sid ? twilioLookUp(log, account, sid) : twilioList(log, account, new URLSearchParams(query)) };
    if (req.method !== 'POST' || sid) return { reply: twilioError(20405, 405) };
    const send = twilioMessage(formFields(body) ?? {}, account, body.length, phones);
    return typeof send === 'number' ? { reply: twilioError(send) } : { send };
  },
  messageId: () => `SM${randomUUID().replaceAll('-', '')}`,
  // Nothing is sent yet when Twilio answers: it has put the message into its queue.
  accepted: (send, messageId) =>
    twilioJson(201, { ...twilioResource(send, messageId, 'queued', now()), date_sent: null }),
  withoutMessageId: (send) => twilioJson(201, twilioResource(send, undefined, 'queued', undefined)),
  refused: twilioRefusal,
  tooLarge: () => twilioError(20413, 413),
});
