import { html } from '@crier/runtime';
import type { BoardUser } from '../login/account.js';
import { frame } from '../pages/frame.js';
import { plural } from '../pages/numbers.js';
import { deadLetterList } from './dead-letter-list.js';
import { incidentList } from './incident-list.js';
import { queueTable } from './queue-table.js';
import type { Overview } from './read-overview.js';

const sum = (numbers: readonly number[]): number => numbers.reduce((all, n) => all + n, 0);

/** The state of things in one sentence. */
const verdict = ({ queues, deadLetters, incidents = [] }: Overview): { bad: boolean; words: string } => {
  const away = [...(queues ? [] : ['Redis']), ...(deadLetters ? [] : ['The database'])];
  if (away.length > 0)
    return { bad: true, words: `${away.join(' and ')} ${away.length > 1 ? 'do' : 'does'} not answer.` };
  const open = sum((deadLetters ?? []).map(({ n }) => n));
  const paused = (queues ?? []).filter((queue) => queue.paused).length;
  const words = [
    ...(incidents.length > 0 ? [`${plural(incidents.length, 'incident is', 'incidents are')} open.`] : []),
    ...(open > 0 ? [`${plural(open, 'dead letter needs', 'dead letters need')} a person.`] : []),
    ...(paused > 0 ? [`${plural(paused, 'queue is', 'queues are')} paused.`] : []),
  ];
  return words.length > 0 ? { bad: true, words: words.join(' ') } : { bad: false, words: 'Nothing needs a person.' };
};

export const overviewPage = (overview: Overview, user: BoardUser, at: Date): string => {
  const { bad, words } = verdict(overview);
  return frame({
    title: 'Overview',
    path: '/',
    user,
    main: html`<div class="title">
  <h1>Overview</h1>
  <p class="soft">As of <time datetime="${at.toISOString()}">${at.toISOString().slice(11, 19)} UTC</time> · <a href="/">Refresh</a></p>
</div>
<p class="notice ${bad ? 'bad' : 'good'}">${words}</p>
<section aria-labelledby="incidents">
  <h2 id="incidents">Open incidents</h2>
  ${incidentList(overview.incidents)}
</section>
<section aria-labelledby="dead-letters">
  <h2 id="dead-letters">Dead letters</h2>
  ${deadLetterList(overview.deadLetters)}
</section>
<section aria-labelledby="queues">
  <h2 id="queues">Queues</h2>
  ${queueTable(overview.queues)}
</section>`,
  });
};
