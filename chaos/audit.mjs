// @ts-check
import { isTerminal, keyOf } from '@crier/domain';

/**
 * @typedef {{ id: string, eventId: string, state: import('@crier/domain').DeliveryState, reason: string | null, resent: number,
 *   unknowns: number, withoutId: number, deadLetter: boolean }} DeliveryRow
 *   `resent`, `unknowns` and `withoutId` count entries of its attempt log; `deadLetter`: it has a dead letter
 * @typedef {{ deliveries: readonly DeliveryRow[], eventIds: readonly string[], unrouted: number, work: number, decided: number }} Books
 *   `unrouted`: rows of the outbox; `decided`: people that routing decided against
 * @typedef {{ answered: ReadonlyMap<string, { deliveries: number, decided: number }>, refused: readonly string[], open: number }} Orders
 * @typedef {{ total: number, copies: ReadonlyMap<string, number> }} Sandbox  what a provider accepted, in all and by key
 * @typedef {{ id: string, why: string }} Finding
 */

const ACCEPTED = new Set(['accepted', 'delivered', 'bounced']);

/** Deaths that no provider wanted: Crier gave up, or could not render. What is planned to die is `rejected`. */
const GAVE_UP = new Set(['attempts_exhausted', 'provider_5xx', 'throttled', 'stalled', 'template_error']);
/** The attempts of one delivery may all meet the faults of the background; those of more than this share may not. */
const MOST_GIVEN_UP = 0.005;

/** @param {Sandbox} sandbox */
const copiesIn = (sandbox) => (/** @type {DeliveryRow} */ row) => sandbox.copies.get(keyOf(row.id)) ?? 0;

/** Why a delivery counts as lost, or undefined. @param {DeliveryRow} row @param {number} copies */
const lostBecause = (row, copies) => {
  if (!isTerminal(row.state)) return `has not ended: it is ${row.state}`;
  if (ACCEPTED.has(row.state)) return copies === 0 ? `is ${row.state}, but no provider has it` : undefined;
  if (row.reason === null) return `is ${row.state} without a reason`;
  return row.state === 'dead' && !row.deadLetter ? 'is dead, and no dead letter shows it' : undefined;
};

/**
 * Copies beyond the first that the attempt log admits: a resend with the `unknown` that it followed, and an acceptance
 * without a message id, which is a failure and so sent again (R-4.9a).
 *
 * @param {DeliveryRow} row
 */
const admitted = (row) => Math.min(row.resent, row.unknowns) + row.withoutId;

/** @param {readonly DeliveryRow[]} rows */
const countStates = (rows) => {
  /** @type {Record<string, number>} */
  const states = {};
  for (const { state } of rows) states[state] = (states[state] ?? 0) + 1;
  return states;
};

/** How many were given up, by reason. @param {readonly DeliveryRow[]} rows */
const countGivenUp = (rows) => {
  /** @type {Record<string, number>} */
  const reasons = {};
  for (const { state, reason } of rows)
    if (state === 'dead' && reason !== null && GAVE_UP.has(reason)) reasons[reason] = (reasons[reason] ?? 0) + 1;
  return reasons;
};

/** Deliveries of answered events that were never written. @param {Orders} orders @param {Books} books @returns {Finding[]} */
const neverWritten = (orders, books) => {
  /** @type {Map<string, number>} */
  const written = new Map();
  for (const { eventId } of books.deliveries) written.set(eventId, (written.get(eventId) ?? 0) + 1);
  return [...orders.answered].flatMap(([id, { deliveries }]) =>
    Array.from({ length: Math.max(0, deliveries - (written.get(id) ?? 0)) }, () => ({
      id: `event ${id}`,
      why: 'was accepted, and a delivery of it was never written',
    })),
  );
};

/** What does not add up, in words. @param {Orders} orders @param {Books} books @param {Sandbox} sandbox */
const imbalances = (orders, books, sandbox) => {
  const copiesOf = copiesIn(sandbox);
  const planned = [...orders.answered.values()];
  const sum = (/** @type {Iterable<number>} */ numbers) => [...numbers].reduce((a, b) => a + b, 0);
  const open = books.deliveries.filter((row) => !isTerminal(row.state)).length;
  const stored = new Set(books.eventIds);
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
    ['deliveries written and planned', books.deliveries.length, sum(planned.map((event) => event.deliveries))],
    ['people decided against, and planned so', books.decided, sum(planned.map((event) => event.decided))],
    ['deliveries that are open, and work for them', open, books.work],
    ['messages at the providers, and those of planned deliveries', sandbox.total, sum(books.deliveries.map(copiesOf))],
  ]);
  return lines.filter(([, a, b]) => a !== b).map(([what, a, b]) => `${what}: ${a} and ${b}`);
};

/** @param {Iterable<string>} ids @param {ReadonlySet<string>} among */
const countOf = (ids, among) => [...ids].filter((id) => among.has(id)).length;

/**
 * Compares what was ordered, what the record says, and what the providers have. Lost: planned, but ended in no way that the
 * record explains. Duplicated: copies that the record does not admit. `ambiguousResent`: copies that it does. `gaveUp`: how
 * many Crier gave up on, which is a failure beyond `gaveUpAtMost`.
 *
 * @param {{ planned: number, orders: Orders, books: Books, sandbox: Sandbox }} evidence
 */
export const audit = ({ planned, orders, books, sandbox }) => {
  const copiesOf = copiesIn(sandbox);
  const lost = neverWritten(orders, books);
  /** @type {Finding[]} */
  const duplicated = [];
  let excess = 0;
  let ambiguousResent = 0;
  for (const row of books.deliveries) {
    const copies = copiesOf(row);
    const why = lostBecause(row, copies);
    if (why !== undefined) lost.push({ id: row.id, why });
    const more = Math.max(0, copies - 1);
    ambiguousResent += Math.min(more, admitted(row));
    if (more <= admitted(row)) continue;
    excess += more - admitted(row);
    duplicated.push({ id: row.id, why: `arrived ${copies} times; the record admits ${1 + admitted(row)}` });
  }
  const off = imbalances(orders, books, sandbox);
  const givenUp = countGivenUp(books.deliveries);
  return {
    summary: {
      planned,
      lost: lost.length,
      duplicated: excess,
      ambiguousResent,
      gaveUp: Object.values(givenUp).reduce((a, b) => a + b, 0),
      gaveUpAtMost: Math.ceil(planned * MOST_GIVEN_UP),
      states: countStates(books.deliveries),
      balance: off.length === 0,
    },
    lost,
    duplicated,
    imbalances: off,
    givenUp,
  };
};

/** Whether a run proves what it should. @param {ReturnType<typeof audit>['summary']} summary */
export const isSound = ({ lost, duplicated, gaveUp, gaveUpAtMost, balance }) =>
  lost === 0 && duplicated === 0 && gaveUp <= gaveUpAtMost && balance;
