import type { RedriveRule } from '@crier/domain';
import { type Html, html } from '@crier/runtime';
import type { BoardUser } from '../login/account.js';
import { frame } from '../pages/frame.js';
import { moment } from '../pages/moment.js';
import { reasonWords } from '../pages/reason-words.js';
import { attemptsTable } from './attempts-table.js';
import { messageSection } from './message-section.js';
import type { DeadLetterDetail } from './read-detail.js';
import { recipientSection } from './recipient-section.js';
import { redriveAtMs } from './redrive-words.js';
import { replaySection } from './replay-section.js';

export interface DetailView {
  readonly user: BoardUser;
  readonly csrf: string;
  readonly isRevealed: boolean;
  readonly maxReplays: number;
  readonly redrive: RedriveRule;
}

const byItself = ({ letter, expired }: DeadLetterDetail, rule: RedriveRule): Html | false => {
  const at = redriveAtMs({ ...letter, expired }, rule);
  if (at === undefined || letter.closedAt !== null) return false;
  return html`<p>It is put back by itself at ${moment(new Date(at).toISOString())} (${letter.redrives + 1} of ${rule.times}). Before that it needs nobody.</p>`;
};

const facts = ({ letter, view, event }: DeadLetterDetail): Html => html`<dl class="facts">
  <div><dt>Event</dt><dd>${event.type}${event.mode === 'test' && html` <span class="tag warn">test</span>`}</dd></div>
  <div><dt>About</dt><dd>${event.entityType} ${event.entityId}${event.entityVersion !== null && `, version ${event.entityVersion}`}</dd></div>
  <div><dt>Happened</dt><dd>${moment(event.occurredAt)}, said by ${event.source}</dd></div>
  <div><dt>Died</dt><dd>${moment(letter.openedAt)}</dd></div>
  <div><dt>Expires</dt><dd>${view.expiresAt === null ? 'never' : moment(view.expiresAt)}</dd></div>
  <div><dt>Way</dt><dd>${view.channel}, ${view.lane} lane</dd></div>
  <div><dt>State now</dt><dd><code>${view.state}</code></dd></div>
  <div><dt>Key</dt><dd><code>${view.key}</code></dd></div>
</dl>`;

const section = (id: string, title: string, body: Html): Html =>
  html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${body}</section>`;

/** `GET /dead-letters/:id`: what, to whom, when, why, and what to do (R-8.1). */
export const detailPage = (detail: DeadLetterDetail, view: DetailView): string => {
  const { letter, event } = detail;
  const words = reasonWords(letter.reason);
  const who = { ...view, mayReplay: view.user.role === 'operator' };
  return frame({
    title: `${event.entityType} ${event.entityId}`,
    path: '/dead-letters',
    user: view.user,
    main: html`<div class="title">
  <h1>${event.entityType} ${event.entityId}</h1>
  <p class="soft"><a href="/dead-letters">All dead letters</a></p>
</div>
<div class="notice ${letter.closedAt === null ? 'bad' : 'good'}">
  <p><strong>${words.plain}</strong> <code>${letter.reason}</code></p>
  <p>${words.remedy}</p>
  ${byItself(detail, view.redrive)}
</div>
${section('replay', 'Replay', replaySection(detail, who))}
${section('event', 'Event', facts(detail))}
${section('recipient', 'Recipient', recipientSection(detail, who))}
${section('attempts', 'Attempts', attemptsTable(detail.attempts))}
${section('message', 'Message as it would go out now', messageSection(detail, who))}`,
  });
};
