import type { AttemptView } from '@crier/db';
import { type Html, html } from '@crier/runtime';
import { moment } from '../pages/moment.js';

const errorOf = ({ error }: AttemptView): Html =>
  error === null ? html`` : html`${error.code !== null && html`<code>${error.code}</code> `}${error.message ?? ''}`;

const row = (attempt: AttemptView): Html => html`<tr>
  <td data-label="When">${moment(attempt.at)}</td>
  <td data-label="Provider">${attempt.provider ?? '–'}</td>
  <td data-label="Status">${attempt.providerStatus ?? '–'}</td>
  <td data-label="Result"><code>${attempt.result}</code></td>
  <td data-label="Error"><span>${errorOf(attempt)}</span></td>
</tr>`;

/** Everything that was tried, and every time it was put back, in order. */
export const attemptsTable = (attempts: readonly AttemptView[]): Html =>
  attempts.length === 0
    ? html`<p class="soft">No provider was called.</p>`
    : html`<table class="log">
<thead><tr><th scope="col">When</th><th scope="col">Provider</th><th scope="col">Status</th><th scope="col">Result</th><th scope="col">Error</th></tr></thead>
<tbody>${attempts.map(row)}</tbody>
</table>`;
