import { redactAddresses } from '@crier/domain';
import { type Html, html } from '@crier/runtime';
import { messageByChannel } from './message-by-channel.js';
import type { DeadLetterDetail } from './read-detail.js';

const dataOf = ({ data, event }: DeadLetterDetail): Html =>
  html`<pre class="data" tabindex="0" aria-label="Data of the event">${JSON.stringify({ entity: { type: event.entityType, id: event.entityId, version: event.entityVersion }, occurredAt: event.occurredAt, data }, null, 2)}</pre>`;

/** Message and data are about people as much as the address is: they are shown on purpose only, which is audited (R-8.10). */
const hidden = (mayReveal: boolean): Html =>
  html`<p class="soft">${mayReveal ? 'Message and data of the event appear when you show the recipient in full.' : 'Message and data of the event may name people: an operator can show them.'}</p>`;

/**
 * What would be sent now; for a template that asks too much, where it does and the data it was given (R-8.1). Without data
 * and message unless they are revealed.
 */
export const messageSection = (
  detail: DeadLetterDetail,
  { isRevealed, mayReplay }: { isRevealed: boolean; mayReplay: boolean },
): Html => {
  const { preview, view } = detail;
  if (preview.kind === 'none') return html`<p class="soft">${preview.why}</p>`;
  if (preview.kind === 'message' && !isRevealed) return hidden(mayReplay);
  if (preview.kind === 'message')
    return html`${messageByChannel(preview)}
<details><summary>The data of the event</summary>${dataOf(detail)}</details>`;
  const { error } = preview;
  return html`<p class="notice bad">There is no message: its template can’t be rendered with the data of the event.</p>
<dl class="facts">
  <div><dt>Template</dt><dd><code>${error.template}</code></dd></div>
  <div><dt>Line</dt><dd>${error.line}</dd></div>
  <div><dt>Expression</dt><dd><code>${error.expression}</code></dd></div>
  <div><dt>What is wrong</dt><dd>${isRevealed ? error.message : redactAddresses(error.message)}</dd></div>
  <div><dt>Version now</dt><dd><code>${error.version}</code></dd></div>
  ${view.templateVersion !== null && view.templateVersion !== error.version && html`<div><dt>Version then</dt><dd><code>${view.templateVersion}</code></dd></div>`}
</dl>
${isRevealed ? html`<h3>The data it was given</h3>${dataOf(detail)}` : hidden(mayReplay)}`;
};
