import type { FoundReplay, ReplayRun } from '@crier/db';
import type { ReplayVerdict } from '@crier/domain';
import { type Html, html } from '@crier/runtime';
import type { BoardUser } from '../login/account.js';
import { frame } from '../pages/frame.js';
import { moment } from '../pages/moment.js';
import { grouped, plural } from '../pages/numbers.js';
import { verdictList } from './verdict-list.js';

/** A run that has written nothing for so long has lost its process: a chunk takes a second. */
const SILENCE_MS = 30_000;

export type RunState = 'running' | 'stopped' | 'finished';

export const stateOfRun = (run: Pick<ReplayRun, 'finishedAt' | 'lastAt'>, nowMs: number): RunState => {
  if (run.finishedAt !== null) return 'finished';
  return nowMs - Date.parse(run.lastAt) > SILENCE_MS ? 'stopped' : 'running';
};

const running = (run: ReplayRun): Html => html`<div role="status" class="progress">
  <p><strong>${grouped(run.replayed)} of ${grouped(run.planned)}</strong> are put back. The page follows by itself; you may leave it, the replay goes on.</p>
  <progress max="${Math.max(1, run.planned)}" value="${run.replayed}" aria-label="Put back"></progress>
</div>`;

const stopped = (run: ReplayRun): Html => html`<div role="status" class="notice bad">
  <p><strong>It has stopped after ${grouped(run.replayed)} of ${grouped(run.planned)}.</strong> The board was restarted, or the database was away.</p>
  <p>Nothing is half-done: what was put back is sent, the rest is dead as before. Replay again for the rest.</p>
</div>`;

const whoWasQuicker = (found: FoundReplay): Html | false =>
  found.closedBy !== null &&
  found.closedAt !== null &&
  html`<p>Already replayed by <strong>${found.closedBy}</strong> at ${moment(found.closedAt)}.</p>`;

const finished = (run: ReplayRun, one: FoundReplay | undefined): Html => {
  const verdicts = Object.keys(run.left) as ReplayVerdict[];
  const done = run.replayed > 0;
  return html`<div role="status" class="notice ${done ? 'good' : 'warn'}">
  <p><strong>${done ? `${plural(run.replayed, 'message is', 'messages are')} on the way again.` : 'Nothing was sent.'}</strong></p>
  ${one !== undefined && verdicts.includes('on_its_way') && whoWasQuicker(one)}
</div>
${verdicts.length > 0 && html`<section aria-labelledby="left"><h2 id="left">Left out</h2>${verdictList(run.left)}</section>`}
${one !== undefined && html`<p>Its state now: <code>${one.state}</code>. <a href="/dead-letters/${one.id}">Its story</a></p>`}`;
};

const titleOf = ({ subject }: ReplayRun): string => {
  if (subject === 'all') return 'Replay of all dead letters';
  if (subject.startsWith('reason:')) return `Replay of all ${subject.slice('reason:'.length)}`;
  return subject.endsWith(' chosen') ? `Replay of ${subject}` : 'Replay of one dead letter';
};

/** `GET /dead-letters/replays/:n`: how far a replay is, and what came of it. `one` is the delivery of a replay of one. */
export const runPage = (
  run: ReplayRun,
  { user, state, one }: { user: BoardUser; state: RunState; one: FoundReplay | undefined },
): string =>
  frame({
    title: titleOf(run),
    path: '/dead-letters',
    user,
    main: html`<div class="title"><h1>${titleOf(run)}</h1>
<p class="soft">by ${run.operator}, ${moment(run.startedAt)}</p></div>
${state === 'running' ? running(run) : state === 'stopped' ? stopped(run) : finished(run, one)}
<p><a class="button" href="/dead-letters">All dead letters</a></p>`,
  });
