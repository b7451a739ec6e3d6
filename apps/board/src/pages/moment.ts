import { type Html, html } from '@crier/runtime';

/** An instant for people: `2026-11-30 08:15:02 UTC`. Takes what the record writes, an ISO 8601 text in UTC. */
export const moment = (iso: string): Html =>
  html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC</time>`;
