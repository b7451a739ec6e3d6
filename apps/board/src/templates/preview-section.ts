import { directionOf, type Preview, type Price, type RenderedEmail, type ShownMessage } from '@crier/templates';
import { type Html, html } from '../pages/html.js';
import { sealed } from '../pages/sealed.js';
import { smsSize } from '../pages/sms-size.js';

const CHANNEL_WORDS = { email: 'Email', sms: 'SMS', whatsapp: 'WhatsApp', push: 'Push', inapp: 'Inbox card' } as const;

const PRICE_WORDS: Readonly<Record<Price['class'], string>> = {
  free: 'free of charge',
  per_email: 'one email',
  per_segment: 'by the segment',
  whatsapp_utility: 'a WhatsApp utility message',
  whatsapp_marketing: 'a WhatsApp marketing message',
  whatsapp_authentication: 'a WhatsApp authentication message',
  whatsapp_service: 'a WhatsApp service message',
};

const email = ({ subject, html: page, text, locale }: RenderedEmail): Html => {
  const { dir } = directionOf(locale);
  const content = sealed(page);
  return html`<p class="subject" lang="${locale}" dir="${dir}"><strong>${subject}</strong></p>
<div class="widths">
  <figure class="desktop"><figcaption>Desktop</figcaption><iframe sandbox srcdoc="${content}" title="The email on a desktop"></iframe></figure>
  <figure class="phone"><figcaption>Phone</figcaption><iframe sandbox srcdoc="${content}" title="The email on a phone"></iframe></figure>
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

const sizeLine = ({ sms, price, message }: ShownMessage): Html =>
  html`<p class="soft">${
    sms !== null && `${smsSize(sms)}; `
  }billed ${price.class === 'free' ? 'nothing' : `as ${PRICE_WORDS[price.class]}`}.${
    sms?.forcedBy && html` UCS-2 because of <span lang="${message.locale}">${sms.forcedBy.char}</span>.`
  }${message.channel === 'whatsapp' && message.template !== null && html` Approved template <code>${message.template.name}</code>.`}</p>`;

const content = (preview: Preview): Html => {
  if ('error' in preview) return html`<p class="notice bad"><code>${preview.error.message}</code></p>`;
  const { message } = preview;
  return html`${message.channel === 'email' ? email(message) : bubble(message)}
${sizeLine(preview)}`;
};

/** One channel's message, or what is wrong with its template. */
export const previewSection = (
  preview: Preview,
): Html => html`<section class="preview ${preview.channel}" aria-labelledby="on-${preview.channel}">
  <h2 id="on-${preview.channel}">${CHANNEL_WORDS[preview.channel]}</h2>
  ${content(preview)}
</section>`;
