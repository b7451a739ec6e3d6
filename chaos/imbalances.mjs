// @ts-check
import { isTerminal } from '@crier/domain';

/**
 * @typedef {import('./audit.mjs').Books} Books
 * @typedef {import('./audit.mjs').Orders} Orders
 * @typedef {import('./audit.mjs').Sandbox} Sandbox
 * @typedef {import('./audit.mjs').DeliveryRow} DeliveryRow
 */

const sum = (/** @type {Iterable<number>} */ numbers) => [...numbers].reduce((a, b) => a + b, 0);

/** @param {Iterable<string>} ids @param {ReadonlySet<string>} among */
const countOf = (ids, among) => [...ids].filter((id) => among.has(id)).length;

/**
 * What does not add up between orders, record, providers and inboxes, in words.
 *
 * @param {Orders} orders @param {Books} books @param {Sandbox} sandbox @param {(row: DeliveryRow) => number} copiesOf
 */
export const imbalances = (orders, books, sandbox, copiesOf) => {
  const planned = [...orders.answered.values()];
  const stored = new Set(books.eventIds);
  const rows = books.deliveries;
  const open = rows.filter((row) => !isTerminal(row.state)).length;
  const atProviders = rows.filter(({ channel }) => channel !== 'inapp');
  const cards = new Set(planned.flatMap((event) => event.cards));
  const lines = /** @type {const} */ ([
    [
      'events answered, and those of them that are stored',
      orders.answered.size,
      countOf(orders.answered.keys(), stored),
    ],
    ['events stored and events answered', stored.size, orders.answered.size],
    ['events that no intake answered', orders.open, 0],
    ['answers that no retry mends', orders.refused.length, 0],
    ['events that are not routed', books.unrouted, 0],
    ['deliveries written and planned', rows.length, sum(planned.map((event) => event.deliveries))],
    ['people decided against, and planned so', books.decided, sum(planned.map((event) => event.decided))],
    ['deliveries that are open, and work for them', open, books.work],
    ['messages at the providers, and those of planned deliveries', sandbox.total, sum(atProviders.map(copiesOf))],
    ['cards in inboxes, and entities that somebody was to be told of there', books.cards, cards.size],
  ]);
  return lines.filter(([, a, b]) => a !== b).map(([what, a, b]) => `${what}: ${a} and ${b}`);
};
