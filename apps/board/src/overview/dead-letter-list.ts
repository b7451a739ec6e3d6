import { type Html, html } from '@crier/runtime';
import { grouped } from '../pages/numbers.js';
import { reasonWords } from '../pages/reason-words.js';
import type { Overview } from './read-overview.js';

const group = ({ reason, n }: { reason: string; n: number }) => html`<li>
  <p class="count">${grouped(n)}</p>
  <div>
    <h3><a href="/dead-letters?reason=${reason}">${reasonWords(reason).plain}</a></h3>
    <p>${reasonWords(reason).remedy}</p>
    <p class="soft"><code>${reason}</code></p>
  </div>
</li>`;

/** Open dead letters by reason: what happened and what to do, in plain words. */
export const deadLetterList = (deadLetters: Overview['deadLetters']): Html => {
  if (deadLetters === undefined) return html`<p class="soft">The database does not answer: they can’t be counted.</p>`;
  if (deadLetters.length === 0) return html`<p class="soft">None is open.</p>`;
  return html`<ul class="reasons">${deadLetters.map(group)}</ul>
<p><a href="/dead-letters">See and replay them</a></p>`;
};
