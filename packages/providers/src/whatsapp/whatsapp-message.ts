import type { OutgoingWhatsapp } from '@crier/domain';

/** Meta refuses a parameter with a line break, a tab or more than four spaces in a row. */
const parameter = (text: string) => ({ type: 'text', text: text.replace(/[\r\n\t]+| {4,}/g, ' ') });

/** A button that copies a code is one that leads somewhere, to Meta's servers. */
const buttonOf = (text: string) => ({ type: 'button', sub_type: 'url', index: '0', parameters: [parameter(text)] });

const template = ({ name, language, parameters, button }: NonNullable<OutgoingWhatsapp['template']>) => ({
  type: 'template',
  template: {
    name,
    language: { code: language },
    components: [
      ...(parameters.length === 0 ? [] : [{ type: 'body', parameters: parameters.map(parameter) }]),
      ...(button === undefined ? [] : [buttonOf(button)]),
    ],
  },
});

/**
 * The body of `POST /<phone id>/messages`. The key comes back in every report of the message.
 * Sources: Meta, WhatsApp Cloud API reference, "Messages"; "Authentication templates".
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
