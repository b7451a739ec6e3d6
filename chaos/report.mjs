import { keyOf } from '@crier/domain';

const STORIES = 5;

const line = (label, value) => `  ${label.padEnd(22)} ${value}`;

/** What the attempt logs hold, a line for each kind of entry. */
export const resultLines = (results) =>
  results.map(({ provider, result, code, n }) => line(`  ${n}`, [provider, result, code].join(' '))).join('\n');

const channelLine = ({ channel, deliveries, withoutId, afterUnknown, held }) =>
  line(
    `  ${channel}`,
    `${deliveries}; second copies: ${withoutId} after a yes without id, ${afterUnknown} after an unknown outcome; held ${held}`,
  );

/** The verdict as a table for people. */
export const table = (
  { summary, imbalances, givenUp, byChannel },
  { kills, ownDeaths, badEnds, awayMs, proved, seconds },
) => {
  const states = Object.entries(summary.states).map(([state, n]) => `${state} ${n}`);
  const reasons = Object.entries(givenUp)
    .map(([reason, n]) => `${reason} ${n}`)
    .join(', ');
  return [
    line('planned', summary.planned),
    line('by state', states.join(', ')),
    line('lost', summary.lost),
    line('duplicated', summary.duplicated),
    line('resent, and admitted', summary.ambiguousResent),
    line('given up', `${summary.gaveUp} of at most ${summary.gaveUpAtMost}${reasons === '' ? '' : `: ${reasons}`}`),
    line('held', `${summary.held} of at most ${summary.heldAtMost}`),
    ...byChannel.map(channelLine),
    line('balance', summary.balance ? 'yes' : 'no'),
    ...imbalances.map((text) => `    ${text}`),
    line(
      'callbacks away',
      `${(awayMs / 1000).toFixed(1)} s at most; what is unknown is proved by those of ${proved.join(', ') || 'nobody'}`,
    ),
    line('processes killed', kills),
    line('ended by themselves', ownDeaths.join(', ') || 'none'),
    line('did not drain', badEnds.map(({ name, status }) => `${name} (${status})`).join(', ') || 'none'),
    line('took', `${Math.round(seconds)} s`),
  ].join('\n');
};

const attemptLine = ({ at, provider, status, code, result }) =>
  `      ${at}  ${[provider, status, code].filter((part) => part !== null).join(' ')} -> ${result}`;

/** What the record and the providers tell of the first offending deliveries. */
export const stories = async ({ lost, duplicated }, books, sandbox) => {
  const told = [];
  for (const { id, why } of [...lost.slice(0, STORIES), ...duplicated.slice(0, STORIES)]) {
    told.push(`  ${id} ${why}`);
    if (id.startsWith('event')) continue;
    const { delivery, attempts } = await books.story(id);
    told.push(`    record: ${JSON.stringify(delivery)}`, ...attempts.map(attemptLine));
    for (const { at, provider, messageId } of await sandbox.messages(keyOf(id)))
      told.push(`    arrived: ${at} at ${provider}, ${messageId}`);
  }
  return told.join('\n');
};
