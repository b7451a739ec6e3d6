import type { DeadLetterItem } from '@crier/db';
import type { RedriveRule } from '@crier/domain';
import { type Html, html } from '@crier/runtime';
import type { BoardUser } from '../login/account.js';
import { frame } from '../pages/frame.js';
import { grouped, plural } from '../pages/numbers.js';
import { reasonWords } from '../pages/reason-words.js';
import { AGES, type ListQuery, listPath } from './list-filter.js';
import { type ListView, letterTable } from './list-table.js';

export interface DeadLetterList {
  readonly query: ListQuery;
  /** All that are open, whatever is asked for. */
  readonly counts: readonly { reason: string; n: number }[];
  readonly types: readonly string[];
  readonly items: readonly DeadLetterItem[];
  readonly next: string | null;
}

const reasonRow =
  (mayReplay: boolean, here: string) =>
  ({ reason, n }: { reason: string; n: number }): Html =>
    html`<li>
  <p class="count">${grouped(n)}</p>
  <div>
    <h3><a href="${listPath({ reason })}"${reason === here && html` aria-current="true"`}>${reasonWords(reason).plain}</a></h3>
    <p>${reasonWords(reason).remedy}</p>
    <p class="soft"><code>${reason}</code></p>
  </div>
  ${mayReplay && reason !== 'unknown_outcome' && html`<p class="act"><a class="button" href="/dead-letters/replay?reason=${reason}" aria-label="Replay all ${reason}…">Replay all…</a></p>`}
</li>`;

const menu = (name: string, label: string, chosen: string, choices: readonly { value: string; words: string }[]) =>
  html`<div><label for="${name}">${label}</label>
<select id="${name}" name="${name}"><option value="">Any</option>${choices.map(({ value, words }) => html`<option value="${value}"${value === chosen && html` selected`}>${words}</option>`)}</select></div>`;

/** Known values and the one in the address, which may have none left. */
const choicesOf = (known: readonly string[], chosen: string) =>
  [...new Set([...known, ...(chosen === '' ? [] : [chosen])])].map((value) => ({ value, words: value }));

const filterForm = ({
  query,
  counts,
  types,
}: DeadLetterList): Html => html`<form class="filter" method="get" action="/dead-letters">
${menu(
  'reason',
  'Reason',
  query.reason,
  choicesOf(
    counts.map(({ reason }) => reason),
    query.reason,
  ),
)}
${menu('type', 'Type', query.type, choicesOf(types, query.type))}
${menu(
  'age',
  'Age',
  query.age,
  Object.entries(AGES).map(([value, { words }]) => ({ value, words })),
)}
<button>Show</button>
</form>`;

const nothingOpen = html`<div class="empty">
  <h2>No dead letter is open</h2>
  <p>Everything that Crier has accepted was taken by a provider, has expired, was decided against, or is still on its way. What can’t be delivered appears here, with the reason and what to do.</p>
</div>`;

const noneMatches = (open: number): Html => html`<div class="empty">
  <h2>None matches</h2>
  <p>${plural(open, 'dead letter is', 'dead letters are')} open, but none is of this reason, type and age. <a href="/dead-letters">Show all</a></p>
</div>`;

const pages = ({ query, next }: DeadLetterList): Html | false =>
  (query.cursor !== null || next !== null) &&
  html`<nav class="pages" aria-label="Pages">
${query.cursor !== null && html`<a class="button" href="${listPath({ ...query, cursor: null })}">Newest</a>`}
${next !== null && html`<a class="button" href="${listPath({ ...query, cursor: next })}">Older</a>`}
</nav>`;

const letters = (list: DeadLetterList, open: number, view: ListView): Html => html`<section aria-labelledby="by-reason">
  <h2 id="by-reason">By reason</h2>
  <ul class="reasons">${list.counts.map(reasonRow(view.mayReplay, list.query.reason))}</ul>
  ${view.mayReplay && list.counts.length > 1 && html`<p><a class="button" href="/dead-letters/replay?all=1">Replay all ${grouped(open)}…</a></p>`}
</section>
<section aria-labelledby="letters">
  <h2 id="letters">One by one</h2>
  ${filterForm(list)}
  ${list.items.length === 0 ? noneMatches(open) : letterTable(list.items, view)}
  ${pages(list)}
</section>`;

/** `GET /dead-letters`: what needs a person, by reason in plain words, and one by one. */
export const listPage = (
  list: DeadLetterList,
  { user, redrive }: { user: BoardUser; redrive: RedriveRule },
): string => {
  const open = list.counts.reduce((all, { n }) => all + n, 0);
  return frame({
    title: 'Dead letters',
    path: '/dead-letters',
    user,
    main: html`<div class="title">
  <h1>Dead letters</h1>
  <p class="soft">${open === 0 ? 'None is open' : `${grouped(open)} open`}</p>
</div>
${open === 0 ? nothingOpen : letters(list, open, { mayReplay: user.role === 'operator', redrive })}`,
  });
};
