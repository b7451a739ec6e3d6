import { REPLAY_VERDICTS, type ReplayVerdict } from '@crier/domain';
import { type Html, html } from '@crier/runtime';
import { grouped } from '../pages/numbers.js';

/** How many would become what, in the order of the table: first what is sent. */
export const verdictList = (counts: Readonly<Partial<Record<string, number>>>): Html => {
  const known = (Object.keys(REPLAY_VERDICTS) as ReplayVerdict[]).filter((verdict) => (counts[verdict] ?? 0) > 0);
  return html`<ul class="verdicts">${known.map((verdict) => html`<li><strong>${grouped(counts[verdict] ?? 0)}</strong> <span>${REPLAY_VERDICTS[verdict]}</span></li>`)}</ul>`;
};
