import { randomBytes } from 'node:crypto';
import { jsonOf } from '../../json-body.js';
import type { Send } from '../../send.js';
import type { Reply, VendorDeps, VendorFactory } from '../../vendor.js';
import { whatsappError, whatsappJson, whatsappRefusal } from './whatsapp-errors.js';
import { readWhatsappMessage, type WhatsappMessage, whatsappContent, whatsappProblem } from './whatsapp-message.js';

/** https://developers.facebook.com/docs/whatsapp/cloud-api/reference/messages */
const PATH = /^\/whatsapp\/v\d+\.\d+\/(\w+)\/messages$/;

const sendOf = (body: Buffer, phoneId: string, deps: VendorDeps): { send: Send } | { reply: Reply } => {
  const input = jsonOf(body);
  const message = readWhatsappMessage(input);
  const problem = 'code' in message ? message : whatsappProblem(message, deps);
  if ('code' in message || problem) return { reply: whatsappError(problem?.code ?? 100, problem?.details) };
  const content = whatsappContent(message, deps.templates);
  return {
    send: {
      operation: message.type,
      from: phoneId,
      // As a telephone number is written everywhere else, whether or not the request has the +.
      to: [`+${message.to.replace('+', '')}`],
      key: message.biz_opaque_callback_data || null,
      account: phoneId,
      sizeBytes: body.length,
      content: async () => content,
      raw: () => input,
    },
  };
};

const taken = (send: Send, message: object): Reply => {
  const { to: input } = send.raw() as WhatsappMessage;
  return whatsappJson(200, {
    messaging_product: 'whatsapp',
    contacts: [{ input, wa_id: input.replace('+', '') }],
    messages: [message],
  });
};

/** The WhatsApp Cloud API: template messages, and text within 24 hours of an answer. Any access token will do. */
export const createWhatsapp: VendorFactory = (deps) => ({
  provider: 'whatsapp-cloud',
  segment: 'whatsapp',
  async parse(body, { url = '', method, headers }) {
    const phoneId = PATH.exec(url.split('?')[0] ?? '')?.[1];
    if (phoneId === undefined) return { reply: whatsappError(100, 'Unknown path components.', 404) };
    if (method !== 'POST') return { reply: whatsappError(100, 'Unsupported request method.') };
    if (!/^Bearer\s+\S/i.test(headers.authorization ?? '')) return { reply: whatsappError(190) };
    return sendOf(body, phoneId, deps);
  },
  messageId: () => `wamid.${randomBytes(24).toString('base64')}`,
  accepted: (send, id) => taken(send, { id, message_status: 'accepted' }),
  withoutMessageId: (send) => taken(send, { message_status: 'accepted' }),
  refused: whatsappRefusal,
  tooLarge: (maxBytes) => whatsappError(100, `The request is over ${maxBytes} bytes.`),
});
