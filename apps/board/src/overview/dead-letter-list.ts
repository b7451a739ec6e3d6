import { DEAD_REASONS } from '@crier/domain';
import { type Html, html } from '../pages/html.js';
import type { Overview } from './read-overview.js';

const words = (reason: string): { plain: string; remedy: string } =>
  reason in DEAD_REASONS
    ? DEAD_REASONS[reason as keyof typeof DEAD_REASONS]
    : { plain: 'This message could not be delivered.', remedy: 'See its attempts before replaying.' };

const group = ({ reason, n }: { reason: string; n: number }) => html`<li>
  <p class="count">${n}</p>
  <div>
    <h3>${words(reason).plain}</h3>
    <p>${words(reason).remedy}</p>
    <p class="soft"><code>${reason}</code></p>
  </div>
</li>`;

/** Open dead letters by reason: what happened and what to do, in plain words. */
export const deadLetterList = (deadLetters: Overview['deadLetters']): Html => {
  if (deadLetters === undefined) return html`<p class="soft">The database does not answer: they can’t be counted.</p>`;
  if (deadLetters.length === 0) return html`<p class="soft">None is open.</p>`;
  return html`<ul class="reasons">${deadLetters.map(group)}</ul>
<p><a href="/queues/queue/dead-letters?status=failed">See and replay them in the queue of dead letters</a></p>`;
};
