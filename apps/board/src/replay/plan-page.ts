import type { ReplayPlan } from '@crier/db';
import { REPLAY_VERDICTS, type ReplayTarget } from '@crier/domain';
import { type Html, html } from '@crier/runtime';
import { csrfField } from '../http/csrf.js';
import type { BoardUser } from '../login/account.js';
import { frame } from '../pages/frame.js';
import { plural } from '../pages/numbers.js';
import { reasonWords } from '../pages/reason-words.js';
import { liftHelp } from './lift-help.js';
import { targetWords } from './target-words.js';
import { verdictList } from './verdict-list.js';

const targetField = (target: ReplayTarget): Html => {
  if (target.kind === 'all') return html`<input type="hidden" name="all" value="1">`;
  return target.kind === 'reason'
    ? html`<input type="hidden" name="reason" value="${target.reason}">`
    : html`<input type="hidden" name="ids" value="${target.ids.join(',')}">`;
};

const button = ({ target, moved, counts }: ReplayPlan, csrf: string): Html => {
  const words =
    (counts.send ?? 0) > 0 ? `Send ${plural(counts.send ?? 0, 'message', 'messages')} now` : 'Close what has expired';
  return moved === 0
    ? html`<p class="soft">There is nothing to send. <a href="/dead-letters">All dead letters</a></p>`
    : html`<form method="post" action="/dead-letters/replay">${csrfField(csrf)}${targetField(target)}
<button class="primary">${words}</button> <a class="button" href="/dead-letters">Leave it</a></form>`;
};

const chosen = ({ rows }: ReplayPlan): Html => html`<section aria-labelledby="chosen"><h2 id="chosen">One by one</h2>
<ul class="plain">${rows.map(({ id, verdict, suppressionId }) => html`<li><a href="/dead-letters/${id}"><code>${id}</code></a> <span class="soft">${REPLAY_VERDICTS[verdict]}${verdict === 'suppressed' && html` (entry <code>${suppressionId}</code>)`}</span></li>`)}</ul></section>`;

/** The page that asks before a replay: what would become of each now. Looking at it changes nothing (R-8.3, R-8.5). */
export const planPage = (plan: ReplayPlan, { user, csrf }: { user: BoardUser; csrf: string }): string => {
  const { target, planned, rows } = plan;
  return frame({
    title: 'Replay',
    path: '/dead-letters',
    user,
    main: html`<div class="title"><h1>Replay ${targetWords(target)}?</h1></div>
${target.kind === 'reason' && html`<div class="notice warn"><p><strong>${reasonWords(target.reason).plain}</strong></p><p>${reasonWords(target.reason).remedy}</p></div>`}
<section aria-labelledby="now"><h2 id="now">What would happen now</h2>
${planned === 0 ? html`<p>None is open any more: nothing would happen.</p>` : verdictList(plan.counts)}
${(plan.counts.suppressed ?? 0) > 0 && liftHelp(null)}
<p class="soft">Each is sent once, however often this is pressed. Preferences and expiry are asked again just before the call.</p>
${user.role === 'operator' ? button(plan, csrf) : html`<p class="notice warn">You are a viewer: an operator can replay them.</p>`}
</section>
${rows.length > 0 && chosen(plan)}`,
  });
};
