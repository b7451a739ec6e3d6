import { type Html, html } from '@crier/runtime';
import type { RenderedEmail, RenderedInapp, RenderedPush, RenderedWhatsapp } from '@crier/templates';
import { sealed } from '../pages/sealed.js';
import { smsSize } from '../pages/sms-size.js';
import type { Preview } from './render-message.js';

type Shown = Extract<Preview, { kind: 'message' }>;
type Fact = readonly [string, Html | string];

const factList = ({ message, version }: Shown, facts: readonly Fact[]): Html => {
  const written: Fact = ['Written in', html`${message.locale}, template <code>${version}</code>`];
  return html`<dl class="facts">
  ${[...facts, written].map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>
  `,
  )}
</dl>`;
};

const words = (text: string): Html => html`<pre tabindex="0" aria-label="The message as text">${text}</pre>`;

const email = (
  shown: Shown,
  { subject, html: page, text }: RenderedEmail,
): Html => html`${factList(shown, [['Subject', html`<strong>${subject}</strong>`]])}
<iframe class="message" sandbox srcdoc="${sealed(page)}" title="The message as HTML"></iframe>
<details><summary>The message as text</summary>${words(text)}</details>`;

const whatsapp = (shown: Shown, { text, template }: RenderedWhatsapp): Html => {
  const facts: Fact[] =
    template === null
      ? [['Goes as', 'free text, within a day of the person’s own message']]
      : [
          ['Goes as', html`approved template <code>${template.name}</code>, <code>${template.language}</code>`],
          ['Its parameters', html`<ol>${template.parameters.map((parameter) => html`<li>${parameter}</li>`)}</ol>`],
        ];
  return html`${factList(shown, facts)}${words(text)}`;
};

const card = (shown: Shown, { title, body, url }: RenderedPush | RenderedInapp): Html =>
  html`${factList(shown, [
    ['Title', html`<strong>${title}</strong>`],
    ['Leads to', url === null ? 'nowhere' : html`<code>${url}</code>`],
  ])}${words(body)}`;

/** A message as the person would see it, by its channel. */
export const messageByChannel = (shown: Shown): Html => {
  const { message, segments } = shown;
  switch (message.channel) {
    case 'email':
      return email(shown, message);
    case 'sms':
      return html`${factList(shown, segments === null ? [] : [['Size', smsSize(segments)]])}${words(message.text)}`;
    case 'whatsapp':
      return whatsapp(shown, message);
    case 'push':
    case 'inapp':
      return card(shown, message);
  }
};
