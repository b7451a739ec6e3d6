import { describeQueue } from '@crier/queue';
import { type Html, html } from '@crier/runtime';
import { grouped } from '../pages/numbers.js';
import type { Overview, QueueState } from './read-overview.js';

const COLUMNS = ['waiting', 'active', 'delayed', 'failed'] as const;

const TITLES: Readonly<Record<string, string>> = {
  router: 'Router',
  email: 'Email',
  sms: 'SMS',
  whatsapp: 'WhatsApp',
  push: 'Push',
  inapp: 'In-app',
  documents: 'Documents',
  'dead-letters': 'Dead letters',
};

const groupOf = (name: string): string => {
  const { kind, channel } = describeQueue(name);
  return kind === 'channel' && channel !== null ? channel : kind;
};

const path = (name: string, status?: string): string =>
  `/queues/queue/${encodeURIComponent(name)}${status === undefined ? '' : `?status=${status}`}`;

const cell = (queue: QueueState, column: (typeof COLUMNS)[number]) => {
  const n = queue[column];
  if (n === 0) return html`<td class="none">0</td>`;
  return html`<td${column === 'failed' && html` class="bad"`}><a class="depth" href="${path(queue.name, column)}" aria-label="${n} ${column} in ${queue.name}">${grouped(n)}</a></td>`;
};

const row = (queue: QueueState) => html`<tr>
  <th scope="row"><a href="${path(queue.name)}">${describeQueue(queue.name).lane ?? 'all lanes'}</a>${queue.paused && html` <span class="tag warn">paused</span>`}</th>
  ${COLUMNS.map((column) => cell(queue, column))}
</tr>`;

/** Every queue with its depth; each number leads to its jobs in Bull Board. */
export const queueTable = (queues: Overview['queues']): Html => {
  if (queues === undefined)
    return html`<p class="soft">Redis does not answer. Nothing is lost: the record is in the database, and the keeper puts every job back.</p>`;
  const groups = [...new Set(queues.map(({ name }) => groupOf(name)))];
  return html`<table>
<thead><tr><th scope="col">Lane</th>${COLUMNS.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
${groups.map(
  (group) => html`<tbody>
<tr class="group"><th scope="rowgroup" colspan="${COLUMNS.length + 1}">${TITLES[group] ?? group}</th></tr>
${queues.filter(({ name }) => groupOf(name) === group).map(row)}
</tbody>`,
)}
</table>`;
};
