import { maskAddress } from '@crier/domain';
import { type Html, html } from '@crier/runtime';
import { csrfField } from '../http/csrf.js';
import type { DeadLetterDetail } from './read-detail.js';

const shown = (address: string, isRevealed: boolean): Html =>
  html`<code>${isRevealed ? address : maskAddress(address)}</code>`;

const revealForm = (id: string, csrf: string): Html =>
  html`<form method="post" action="/dead-letters/${id}/reveal" class="inline">${csrfField(csrf)}<button>Show it in full</button> <span class="soft">Your name is written down.</span></form>`;

const correctForm = (
  id: string,
  csrf: string,
  channel: string,
): Html => html`<details><summary>Correct the address</summary>
<form method="post" action="/dead-letters/${id}/address" class="correct">${csrfField(csrf)}
<label for="address">${channel === 'email' ? 'Email address' : 'Number with its country code'}</label>
<input id="address" name="address" required autocomplete="off" ${channel === 'email' ? html`type="email"` : html`type="tel"`}>
<button>Correct it</button>
<p class="soft">For this message only, under your name. Have the ERP corrected too.</p>
</form></details>`;

/** Whom it is for: the address masked, until an operator asks to see it; and what can be mended about it (R-8.1). */
export const recipientSection = (
  { letter, delivery, view, directoryAddress, verdict }: DeadLetterDetail,
  who: { mayReplay: boolean; csrf: string; isRevealed: boolean },
): Html => {
  const { address, name, channel } = delivery;
  if (address === null) return html`<p>The person has been erased: there is no address any more.</p>`;
  const isOther = directoryAddress !== undefined && directoryAddress !== address;
  return html`<dl class="facts">
  <div><dt>Recipient</dt><dd>${view.recipientId ?? '–'}${who.isRevealed && name !== null && ` · ${name}`}</dd></div>
  <div><dt>Address</dt><dd>${shown(address, who.isRevealed)}</dd></div>
  ${isOther && html`<div><dt>Directory now</dt><dd>${shown(directoryAddress, who.isRevealed)}: a replay goes there.</dd></div>`}
  <div><dt>Locale, zone</dt><dd>${delivery.locale}, ${delivery.timezone}</dd></div>
</dl>
${who.mayReplay && !who.isRevealed && revealForm(letter.id, who.csrf)}
${who.mayReplay && (verdict === 'send' || verdict === 'suppressed') && directoryAddress === undefined && correctForm(letter.id, who.csrf, channel)}`;
};
