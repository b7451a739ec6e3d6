import { type Html, html } from '@crier/runtime';
import { directionOf, type Preview, type Price, type RenderedEmail, type ShownMessage } from '@crier/templates';
import { sealed } from '../pages/sealed.js';
import { smsSize } from '../pages/sms-size.js';

const CHANNEL_WORDS = { email: 'Email', sms: 'SMS', whatsapp: 'WhatsApp', push: 'Push', inapp: 'Inbox card' } as const;

const PRICE_WORDS: Readonly<Record<Price['class'], string>> = {
  free: 'Free of charge',
  per_email: 'Billed as one email',
  per_segment: 'Billed by the segment',
  whatsapp_utility: 'Billed as WhatsApp utility',
  whatsapp_marketing: 'Billed as WhatsApp marketing',
  whatsapp_authentication: 'Billed as WhatsApp authentication',
  whatsapp_service: 'Billed as WhatsApp service',
};

const email = ({ subject, html: page, text, locale }: RenderedEmail): Html => {
  const { dir } = directionOf(locale);
  const srcdoc = sealed(page);
  return html`<p class="subject" lang="${locale}" dir="${dir}"><strong>${subject}</strong></p>
<div class="widths">
  <figure class="desktop"><figcaption>Desktop</figcaption><iframe sandbox srcdoc="${srcdoc}" title="The email on a desktop"></iframe></figure>
  <figure class="phone"><figcaption>Phone</figcaption><iframe sandbox srcdoc="${srcdoc}" title="The email on a phone"></iframe></figure>
</div>
<details><summary>The email as text</summary><pre tabindex="0" aria-label="The email as text" lang="${locale}" dir="${dir}">${text}</pre></details>`;
};

const bubble = (message: Exclude<ShownMessage['message'], RenderedEmail>): Html => {
  const { dir } = directionOf(message.locale);
  const words =
    'title' in message
      ? html`<p><strong>${message.title}</strong></p><p>${message.body}</p>`
      : html`<p>${message.text}</p>`;
  return html`<div class="bubble" lang="${message.locale}" dir="${dir}">${words}</div>
${'title' in message && html`<p class="soft">A tap leads ${message.url === null ? 'nowhere' : html`to <code>${message.url}</code>`}.</p>`}`;
};

const priceLine = ({ sms, price, message }: ShownMessage): Html => {
  const size = sms !== null && `: ${smsSize(sms)}`;
  const forced = sms?.forcedBy && html`, because of <span lang="${message.locale}">${sms.forcedBy.char}</span>`;
  const template =
    message.channel === 'whatsapp' && message.template && html`: template <code>${message.template.name}</code>`;
  return html`<p class="soft">${PRICE_WORDS[price.class]}${size}${forced}${template}.</p>`;
};

const contentOf = (preview: Preview): Html => {
  if ('error' in preview) return html`<p class="notice bad"><code>${preview.error.message}</code></p>`;
  const { message } = preview;
  return html`${message.channel === 'email' ? email(message) : bubble(message)}
${priceLine(preview)}`;
};

/** One channel's message, or what is wrong with its template. */
export const previewSection = (preview: Preview): Html =>
  html`<section class="preview ${preview.channel}" aria-labelledby="on-${preview.channel}">
  <h2 id="on-${preview.channel}">${CHANNEL_WORDS[preview.channel]}</h2>
  ${contentOf(preview)}
</section>`;
