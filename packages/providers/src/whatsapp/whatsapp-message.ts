import type { OutgoingWhatsapp } from '@crier/domain';

/** Meta refuses a parameter with a line break, a tab or more than four spaces in a row. */
const parameter = (text: string) => ({ type: 'text', text: text.replace(/[\r\n\t]+| {4,}/g, ' ') });

const template = ({ name, language, parameters }: NonNullable<OutgoingWhatsapp['template']>) => ({
  type: 'template',
  template: {
    name,
    language: { code: language },
    components: parameters.length === 0 ? [] : [{ type: 'body', parameters: parameters.map(parameter) }],
  },
});

/**
 * The body of `POST /<phone id>/messages`. The key comes back in every report of the message.
 * Source: Meta, WhatsApp Cloud API reference, "Messages".
 */
export const whatsappMessage = (message: OutgoingWhatsapp) => ({
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  to: message.to,
  biz_opaque_callback_data: message.key,
  ...(message.template === null
    ? { type: 'text', text: { body: message.text, preview_url: false } }
    : template(message.template)),
});
