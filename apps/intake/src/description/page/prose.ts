import { type Html, html } from '@crier/runtime';

/** Text in which `code` stands between backticks. */
export const prose = (text: string): Html =>
  html`${text.split(/`([^`]+)`/).map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`;
