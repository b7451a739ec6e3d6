// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { createRandom } from './random.mjs';

/**
 * @typedef {{ n: number, body: Record<string, unknown>, emails: string[],
 *   deliveries: number, decided: number, repeat: boolean }} PlannedEvent
 *   `deliveries` it must become, and people it must be decided against (they have no address); `repeat`: it is posted once
 *   more after it was accepted
 */

const EXAMPLES = new URL('../examples/', import.meta.url);
const MOST_RECIPIENTS = 5;
/** Few enough to meet again and again, and so many that one gets a few hundred messages at most. */
const peopleFor = (/** @type {number} */ deliveries) => Math.max(100, Math.ceil(deliveries / 200));
const WITHOUT_ADDRESS = 0.1;
const IN_BULK = 0.2;
const REPEATED = 0.05;

const examples = () =>
  readdirSync(EXAMPLES)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(new URL(name, EXAMPLES), 'utf8')));

const person = (/** @type {number} */ n) => ({ id: `u-${n}`, name: `Person ${n}`, email: `person-${n}@example.com` });

/** Everybody who has an address in these events. @param {readonly PlannedEvent[]} events */
export const addressesOf = (events) => [...new Set(events.flatMap(({ emails }) => emails))];

/**
 * Events of every shipped type, in all lanes, to one person or a few, with `deliveries` emails in all. The same seed gives
 * the same events; `occurredAt` is left to whoever posts them.
 *
 * @param {{ seed: number, deliveries: number }} plan
 * @returns {PlannedEvent[]}
 */
export const planEvents = ({ seed, deliveries }) => {
  const random = createRandom(seed, 'events');
  const types = examples();
  const everybody = peopleFor(deliveries);
  /** @type {PlannedEvent[]} */
  const events = [];
  for (let left = deliveries; left > 0; ) {
    const n = events.length;
    const example = random.pick(types);
    const people = Math.min(left, random.int(1, MOST_RECIPIENTS));
    const first = random.int(0, everybody - 1);
    const decided = random.next() < WITHOUT_ADDRESS ? 1 : 0;
    const nobody = decided > 0 ? [{ id: `nobody-${n}`, name: 'Nobody' }] : [];
    const addressed = Array.from({ length: people }, (_, i) => person((first + i) % everybody));
    const body = {
      ...example,
      entity: { ...example.entity, id: `CHAOS-${seed}-${n}` },
      recipients: [...addressed, ...nobody],
      channels: ['email'],
      ...(random.next() < IN_BULK ? { priority: 'bulk' } : {}),
    };
    const emails = addressed.map(({ email }) => email);
    events.push({ n, body, emails, deliveries: people, decided, repeat: random.next() < REPEATED });
    left -= people;
  }
  return events;
};
