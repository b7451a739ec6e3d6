import type { ReplayVerdict } from '@crier/domain';
import { type Html, html } from '@crier/runtime';
import { csrfField } from '../http/csrf.js';
import { moment } from '../pages/moment.js';
import { liftHelp } from '../replay/lift-help.js';
import { secondCopyBox } from '../replay/second-copy.js';
import type { DeadLetterDetail } from './read-detail.js';

/** What a replay of this one would come to, as a sentence. */
const SENTENCES: Readonly<Record<ReplayVerdict, string>> = {
  send: 'It would be sent at once, with all attempts again. Preferences and expiry are asked again just before.',
  expired: 'It has expired: a replay sends nothing and closes it as expired.',
  may_have_arrived: '',
  suppressed: 'It would not be sent.',
  opted_out: 'The person has opted out of such messages since: it would not be sent.',
  over_cap: 'It has been replayed as often as is allowed. What kills it every time has to be found first.',
  on_its_way: 'It is on its way already.',
  accepted: 'A provider has accepted it: there is nothing to replay.',
  over: 'It has ended in another way: there is nothing to replay.',
};

const mayHaveArrived = html`<p class="notice warn"><strong>It may already have arrived.</strong> Nobody can know: ask the recipient, or search at the provider. A replay may be a second copy, and the record will say that you have allowed it.</p>`;

const form = ({ letter, verdict }: DeadLetterDetail, csrf: string): Html => {
  const isUnknown = letter.reason === 'unknown_outcome';
  return html`<form method="post" action="/dead-letters/replay">
  ${csrfField(csrf)}<input type="hidden" name="ids" value="${letter.id}">
  ${isUnknown && secondCopyBox}
  <button class="primary">${verdict === 'expired' ? 'Close as expired' : isUnknown ? 'Send it again all the same' : 'Send it again'}</button>
</form>`;
};

/** What a replay would do now, and the button for who may press it. */
export const replaySection = (
  detail: DeadLetterDetail,
  who: { mayReplay: boolean; csrf: string; maxReplays: number },
): Html => {
  const { letter, verdict, suppressionId } = detail;
  const isMoved = verdict === 'send' || verdict === 'expired';
  return html`${letter.closedAt !== null && html`<p>Closed by <strong>${letter.closedBy}</strong> at ${moment(letter.closedAt)}.</p>`}
${verdict === 'send' && letter.reason === 'unknown_outcome' && mayHaveArrived}
<p>${SENTENCES[verdict]} <span class="soft">Replayed ${letter.replays} of at most ${who.maxReplays} times.</span></p>
${verdict === 'suppressed' && liftHelp(suppressionId)}
${isMoved && (who.mayReplay ? form(detail, who.csrf) : html`<p class="soft">You are a viewer: an operator can replay it.</p>`)}`;
};
