// @ts-check
import { isTerminal, keyOf } from '@crier/domain';
import { countByChannel } from './count-by-channel.mjs';
import { imbalances } from './imbalances.mjs';

/**
 * @typedef {{ id: string, eventId: string, channel: import('@crier/domain').Channel,
 *   state: import('@crier/domain').DeliveryState, reason: string | null, resent: number, unknowns: number, provable: number,
 *   withoutId: number, shown: number, card: boolean, deadLetter: boolean }} DeliveryRow
 *   `resent`, `unknowns`, `provable` (those unknowns that a callback proves if the message was taken), `withoutId` and `shown`
 *   (it was put into an inbox) count entries of its attempt log; `card`: an inbox has its card, or that of a version as new;
 *   `deadLetter`: it has a dead letter
 * @typedef {{ deliveries: readonly DeliveryRow[], eventIds: readonly string[], unrouted: number, work: number, decided: number,
 *   cards: number }} Books
 *   `unrouted`: rows of the outbox; `decided`: decisions of routing against somebody; `cards`: in all inboxes
 * @typedef {{ deliveries: number, decided: number, cards: readonly string[], holds: boolean }} Order
 *   `holds`: what stays unknown is not sent again, and dies
 * @typedef {{ answered: ReadonlyMap<string, Order>, refused: readonly string[], open: number }} Orders
 * @typedef {{ total: number, copies: ReadonlyMap<string, number> }} Sandbox  what a provider accepted, in all and by key
 * @typedef {{ id: string, why: string }} Finding
 */

const ACCEPTED = new Set(['accepted', 'delivered', 'bounced']);

/** The attempts of one delivery may all meet the faults of the background; those of more than this share may not. */
const MOST_GIVEN_UP = 0.005;
/** Of what is not sent again: silence, a lost connection and a death of the worker hit a few in a hundred. */
const MOST_HELD = 0.2;

/** What arrived: the sandbox knows nothing of in-app, whose call is a commit that says so in the log. @param {Sandbox} sandbox */
const copiesIn = (sandbox) => (/** @type {DeliveryRow} */ row) =>
  row.channel === 'inapp' ? row.shown : (sandbox.copies.get(keyOf(row.id)) ?? 0);

const isDeadOfUnknown = (/** @type {DeliveryRow} */ { state, reason }) =>
  state === 'dead' && reason === 'unknown_outcome';

/** Why a delivery counts as lost, or undefined. @param {DeliveryRow} row @param {number} copies */
const lostBecause = (row, copies) => {
  if (!isTerminal(row.state)) return `has not ended: it is ${row.state}`;
  if (ACCEPTED.has(row.state) && copies === 0) return `is ${row.state}, but no provider has it`;
  if (row.state === 'delivered' && row.channel === 'inapp' && !row.card) return 'is delivered, but no card shows it';
  if (ACCEPTED.has(row.state)) return undefined;
  if (row.reason === null) return `is ${row.state} without a reason`;
  if (isDeadOfUnknown(row) && row.unknowns === 0) return 'is dead of an unknown outcome, and its log has none';
  return row.state === 'dead' && !row.deadLetter ? 'is dead, and no dead letter shows it' : undefined;
};

/**
 * Copies beyond the first that the attempt log admits: a resend with the `unknown` that it followed, unless a callback would
 * have proved the first copy, and an acceptance without a message id, which is a failure and so sent again (R-4.9a).
 *
 * @param {DeliveryRow} row
 */
const admitted = (row) => Math.min(row.resent, row.unknowns - row.provable) + row.withoutId;

/** @param {readonly DeliveryRow[]} rows */
const countStates = (rows) => {
  /** @type {Record<string, number>} */
  const states = {};
  for (const { state } of rows) states[state] = (states[state] ?? 0) + 1;
  return states;
};

/**
 * What nobody planned to end so, by reason: Crier gave up, could not render, or kept it back. A provider may reject for good,
 * and a type that holds may die of an unknown outcome; what is too late is not ours.
 *
 * @param {readonly DeliveryRow[]} rows @param {(row: DeliveryRow) => boolean} holds
 */
const countGivenUp = (rows, holds) => {
  /** @type {Record<string, number>} */
  const reasons = {};
  for (const row of rows) {
    const { state, reason } = row;
    if ((state !== 'dead' && state !== 'suppressed') || reason === null || reason === 'rejected') continue;
    if (!(isDeadOfUnknown(row) && holds(row))) reasons[reason] = (reasons[reason] ?? 0) + 1;
  }
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

/**
 * Compares what was ordered, what the record says, and what the providers and inboxes have. Lost: planned, but ended in no
 * way that the record explains. Duplicated: copies that the record does not admit. `ambiguousResent`: copies that it does.
 * `held`: dead because their type sends nothing again. `gaveUp`: what Crier gave up on. More than `…AtMost` is a failure.
 *
 * @param {{ planned: number, orders: Orders, books: Books, sandbox: Sandbox }} evidence
 */
export const audit = ({ planned, orders, books, sandbox }) => {
  const copiesOf = copiesIn(sandbox);
  const holds = (/** @type {DeliveryRow} */ { eventId }) => orders.answered.get(eventId)?.holds === true;
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
  const off = imbalances(orders, books, sandbox, copiesOf);
  const givenUp = countGivenUp(books.deliveries, holds);
  const held = books.deliveries.filter((row) => isDeadOfUnknown(row) && holds(row)).length;
  return {
    summary: {
      planned,
      lost: lost.length,
      duplicated: excess,
      ambiguousResent,
      gaveUp: Object.values(givenUp).reduce((a, b) => a + b, 0),
      gaveUpAtMost: Math.ceil(planned * MOST_GIVEN_UP),
      held,
      heldAtMost: Math.ceil(books.deliveries.filter(holds).length * MOST_HELD),
      states: countStates(books.deliveries),
      balance: off.length === 0,
    },
    lost,
    duplicated,
    imbalances: off,
    givenUp,
    byChannel: countByChannel(books.deliveries, { copiesOf, isHeld: (row) => isDeadOfUnknown(row) && holds(row) }),
  };
};

/** Whether a run proves what it should. @param {ReturnType<typeof audit>['summary']} summary */
export const isSound = ({ lost, duplicated, gaveUp, gaveUpAtMost, held, heldAtMost, balance }) =>
  lost === 0 && duplicated === 0 && gaveUp <= gaveUpAtMost && held <= heldAtMost && balance;
