import type { DeadLetterItem } from '@crier/db';
import type { RedriveRule } from '@crier/domain';
import { type Html, html } from '@crier/runtime';
import { moment } from '../pages/moment.js';
import { plural } from '../pages/numbers.js';
import { redriveAtMs } from './redrive-words.js';

const tags = (item: DeadLetterItem, rule: RedriveRule): Html => {
  const redrive = redriveAtMs(item, rule);
  return html`${item.expired && html` <span class="tag warn">expired</span>`}
${item.replays > 0 && html` <span class="tag">replayed ${plural(item.replays, 'time', 'times')}</span>`}
${redrive !== undefined && html` <span class="tag">by itself at ${new Date(redrive).toISOString().slice(11, 16)} UTC</span>`}`;
};

const row = (item: DeadLetterItem, { mayReplay, redrive }: ListView): Html => {
  const what = `${item.entityType} ${item.entityId}`;
  return html`<li>
  ${mayReplay && html`<label class="pick"><input type="checkbox" name="ids" value="${item.id}"><span class="hidden">Replay ${what}</span></label>`}
  <div class="what">
    <p><a href="/dead-letters/${item.id}">${what}</a> <span class="soft">${item.type}</span></p>
    <p class="soft">to ${item.recipientId ?? 'a person who has been erased'} by ${item.channel} · ${moment(item.openedAt)}</p>
  </div>
  <p class="why"><code>${item.reason}</code>${item.lastErrorCode !== null && item.lastErrorCode !== item.reason && html` <span class="soft">${item.provider ?? ''} ${item.lastErrorCode}</span>`}${tags(item, redrive)}</p>
</li>`;
};

/** Who looks, and by which rule letters are put back by themselves. */
export interface ListView {
  readonly mayReplay: boolean;
  readonly redrive: RedriveRule;
}

/** The letters one under the other: what, to whom, when, why. For operators a form that leads to the page that asks. */
export const letterTable = (items: readonly DeadLetterItem[], view: ListView): Html => {
  const list = html`<ul class="letters">${items.map((item) => row(item, view))}</ul>`;
  return view.mayReplay
    ? html`<form method="get" action="/dead-letters/replay">${list}
<p><button>Replay the chosen ones…</button></p></form>`
    : list;
};
