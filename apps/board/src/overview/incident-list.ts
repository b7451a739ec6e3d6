import { incidentWords } from '@crier/domain';
import { type Html, html } from '@crier/runtime';
import { moment } from '../pages/moment.js';
import type { Overview } from './read-overview.js';

type Incident = NonNullable<Overview['incidents']>[number];

/** What was measured when it began, or what the sender saw. */
const detail = ({ value, limit, unit, ...other }: Incident['detail']): string =>
  [
    ...(value === undefined ? [] : [`${value} ${unit ?? ''}`.trim()]),
    ...(limit === undefined ? [] : [`limit ${`${limit} ${unit ?? ''}`.trim()}`]),
    ...Object.entries(other).map(([name, text]) => `${name} ${text}`),
  ].join(', ');

const row = (incident: Incident): Html => {
  const words = incidentWords(incident.rule);
  const measured = detail(incident.detail);
  return html`<li>
  <p class="count"><span class="tag ${words.severity === 'critical' ? 'bad' : 'warn'}">${words.severity}</span></p>
  <div>
    <h3>${words.page === '/' ? words.title(incident.subject) : html`<a href="${words.page}">${words.title(incident.subject)}</a>`}</h3>
    <p>${words.meaning} ${words.remedy}</p>
    <p class="soft">since ${moment(incident.openedAt)}${measured !== '' && html` · ${measured} when it began`} · <code>${incident.rule}</code></p>
  </div>
</li>`;
};

/** Open incidents: what is wrong since when, and what to do (R-8.7). */
export const incidentList = (incidents: Overview['incidents']): Html => {
  if (incidents === undefined) return html`<p class="soft">The database does not answer: they can’t be read.</p>`;
  if (incidents.length === 0) return html`<p class="soft">None is open.</p>`;
  return html`<ul class="reasons incidents">${incidents.map(row)}</ul>`;
};
