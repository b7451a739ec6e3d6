import { describe, expect, it } from 'vitest';
import { audit, isSound } from './audit.mjs';

type Evidence = Parameters<typeof audit>[0];
type Row = Evidence['books']['deliveries'][number];
type Order = Evidence['orders']['answered'] extends ReadonlyMap<string, infer O> ? O : never;

const id = (n: number) => `019349a0-0000-8000-8000-${String(n).padStart(12, '0')}`;
const key = (n: number) => id(n).replaceAll('-', '');
const row = (n: number, over: Partial<Row> = {}): Row => ({
  id: id(n),
  eventId: 'e1',
  channel: 'email',
  state: 'accepted',
  reason: null,
  resent: 0,
  unknowns: 0,
  provable: 0,
  withoutId: 0,
  shown: 0,
  card: false,
  deadLetter: false,
  ...over,
});

/** What an event with these deliveries was planned to be. */
const order = (deliveries: number, over: Partial<Order> = {}): Order => ({
  deliveries,
  decided: 0,
  cards: [],
  holds: false,
  ...over,
});

/** One event to these deliveries, each with so many copies at the provider. */
const judge = (
  rows: readonly Row[],
  copies: readonly number[],
  over: { orders?: Partial<Evidence['orders']>; books?: Partial<Evidence['books']>; more?: number } = {},
) =>
  audit({
    planned: rows.length,
    orders: {
      answered: new Map([['e1', order(rows.length)]]),
      refused: [],
      open: 0,
      ...over.orders,
    },
    books: { deliveries: rows, eventIds: ['e1'], unrouted: 0, work: 0, decided: 0, cards: 0, ...over.books },
    sandbox: {
      total: copies.reduce((a, b) => a + b, over.more ?? 0),
      copies: new Map(copies.map((count, n) => [key(n), count])),
    },
  });

describe('the audit of in-app', () => {
  const card = { channel: 'inapp', state: 'delivered', shown: 1, card: true } as const;
  const inboxes = (cards: readonly string[], books: number) => ({
    orders: { answered: new Map([['e1', order(2, { cards })]]) },
    books: { cards: books },
  });

  it('R-6.7 takes two versions of one entity for one card', () => {
    const rows = [row(0, card), row(1, card)];
    expect(judge(rows, [], inboxes(['PO-1 u-1', 'PO-1 u-1'], 1)).summary).toMatchObject({ lost: 0, balance: true });
    expect(judge(rows, [], inboxes(['PO-1 u-1', 'PO-1 u-2'], 1)).summary.balance).toBe(false);
  });

  it('counts a delivery that was put into the inbox twice', () => {
    const twice = row(0, { ...card, shown: 2 });
    expect(judge([twice, row(1, card)], [], inboxes(['PO-1 u-1', 'PO-1 u-2'], 2)).summary.duplicated).toBe(1);
  });
});

describe('the audit', () => {
  it('finds nothing where every planned delivery arrived once or ended with a reason', () => {
    const dead = row(2, { state: 'dead', reason: 'rejected', deadLetter: true });
    const rows = [row(0), row(1, { state: 'delivered' }), dead, row(3, { state: 'expired', reason: 'expired' })];
    expect(judge(rows, [1, 1, 0, 0])).toEqual({
      summary: {
        planned: 4,
        lost: 0,
        duplicated: 0,
        ambiguousResent: 0,
        gaveUp: 0,
        gaveUpAtMost: 1,
        held: 0,
        heldAtMost: 0,
        states: { accepted: 1, delivered: 1, dead: 1, expired: 1 },
        balance: true,
      },
      lost: [],
      duplicated: [],
      imbalances: [],
      givenUp: {},
      byChannel: [{ channel: 'email', deliveries: 4, withoutId: 0, afterUnknown: 0, held: 0 }],
    });
  });

  it.each([
    ['dead', 'attempts_exhausted'],
    ['dead', 'provider_5xx'],
    ['dead', 'throttled'],
    ['dead', 'stalled'],
    ['dead', 'template_error'],
    ['dead', 'bad_address'],
    ['dead', 'unknown_outcome'],
    ['suppressed', 'suppression_list'],
    ['suppressed', 'no_address'],
  ] as const)('is not sound when more than one in 200 ended %s, %s, though every one says so', (state, reason) => {
    const ending = (died: number) => {
      const rows = Array.from({ length: 400 }, (_, n) =>
        n < died ? row(n, { state, reason, unknowns: 1, deadLetter: true }) : row(n),
      );
      return judge(
        rows,
        rows.map((one) => (one.state === state ? 0 : 1)),
      );
    };
    const [within, beyond, all] = [ending(2), ending(3), ending(400)];
    expect(within.summary).toMatchObject({ lost: 0, gaveUp: 2, gaveUpAtMost: 2, balance: true });
    expect([within, beyond, all].map(({ summary }) => isSound(summary))).toEqual([true, false, false]);
    expect(all.givenUp).toEqual({ [reason]: 400 });
  });

  it('does not count what a provider refused for good as given up', () => {
    const rows = Array.from({ length: 9 }, (_, n) => row(n, { state: 'dead', reason: 'rejected', deadLetter: true }));
    const { summary } = judge(
      rows,
      rows.map(() => 0),
    );
    expect(summary.gaveUp).toBe(0);
    expect(isSound(summary)).toBe(true);
  });

  it('R-4.9 counts what is not sent again apart, and bounds it too', () => {
    const ending = (died: number) => {
      const dead = { state: 'dead', reason: 'unknown_outcome', unknowns: 1, deadLetter: true } as const;
      const rows = Array.from({ length: 10 }, (_, n) => row(n, n < died ? dead : {}));
      const orders = { answered: new Map([['e1', order(10, { holds: true })]]) };
      return judge(
        rows,
        rows.map(() => 1),
        { orders },
      );
    };
    expect(ending(2).summary).toMatchObject({ lost: 0, gaveUp: 0, held: 2, heldAtMost: 2 });
    expect([ending(2), ending(3)].map(({ summary }) => isSound(summary))).toEqual([true, false]);
  });

  it.each([
    ['is recorded as accepted and is nowhere', row(0), 'no provider has it'],
    ['is recorded as delivered and is nowhere', row(0, { state: 'delivered' }), 'no provider has it'],
    ['has not ended', row(0, { state: 'retrying' }), 'has not ended'],
    ['stands as unknown', row(0, { state: 'unknown', unknowns: 1 }), 'has not ended'],
    ['is dead for no reason', row(0, { state: 'dead', deadLetter: true }), 'without a reason'],
    ['was suppressed for no reason', row(0, { state: 'suppressed' }), 'without a reason'],
    [
      'died of an unknown outcome that its log does not have',
      row(0, { state: 'dead', reason: 'unknown_outcome', deadLetter: true }),
      'its log has none',
    ],
    ['is in no inbox', row(0, { channel: 'inapp', state: 'delivered', card: true }), 'no provider has it'],
    ['is on no card', row(0, { channel: 'inapp', state: 'delivered', shown: 1 }), 'no card'],
    ['is dead and shown nowhere', row(0, { state: 'dead', reason: 'rejected' }), 'no dead letter'],
  ])('R-4.4 counts as lost what %s', (_, lost, why) => {
    const { summary, lost: findings } = judge([lost, row(1)], [0, 1]);
    expect(summary).toMatchObject({ lost: 1, duplicated: 0 });
    expect(findings).toEqual([{ id: id(0), why: expect.stringContaining(why) }]);
  });

  it('R-1.1 counts as lost each delivery of an accepted event that was never written', () => {
    const answered = new Map([
      ['e1', order(1)],
      ['e2', order(3)],
    ]);
    const { summary, imbalances } = judge([row(0)], [1], { orders: { answered } });
    expect(summary).toMatchObject({ lost: 3, balance: false });
    expect(imbalances).toContain('deliveries written and planned: 1 and 4');
  });

  it('counts every copy that the record does not admit', () => {
    const { summary, duplicated } = judge([row(0), row(1)], [3, 1]);
    expect(summary).toMatchObject({ lost: 0, duplicated: 2, ambiguousResent: 0 });
    expect(duplicated).toEqual([{ id: id(0), why: 'arrived 3 times; the record admits 1' }]);
  });

  it('R-4.9 admits a resend only after an unknown outcome, and as many copies as there were', () => {
    expect(judge([row(0, { resent: 1, unknowns: 1 })], [2]).summary).toMatchObject({
      duplicated: 0,
      ambiguousResent: 1,
    });
    expect(judge([row(0, { resent: 1, unknowns: 0 })], [2]).summary).toMatchObject({ duplicated: 1 });
    expect(judge([row(0, { resent: 1, unknowns: 1 })], [3]).summary).toMatchObject({
      duplicated: 1,
      ambiguousResent: 1,
    });
    expect(judge([row(0, { resent: 2, unknowns: 2 })], [1]).summary).toMatchObject({ ambiguousResent: 0 });
  });

  it('R-4.9a admits a copy after an acceptance without a message id', () => {
    expect(judge([row(0, { withoutId: 1 })], [2]).summary).toMatchObject({ duplicated: 0, ambiguousResent: 1 });
  });

  it('admits a dead delivery that arrived all the same, once', () => {
    const dead = row(0, { state: 'dead', reason: 'unknown_outcome', unknowns: 1, deadLetter: true });
    expect(judge([dead], [1]).summary).toMatchObject({ lost: 0, duplicated: 0, balance: true });
    expect(judge([dead], [2]).summary).toMatchObject({ duplicated: 1 });
  });

  it('R-4.9 admits no resend after an unknown outcome that a callback proves', () => {
    const at = (provable: number) => judge([row(0, { resent: 1, unknowns: 1, provable })], [2]).summary;
    expect(at(0)).toMatchObject({ duplicated: 0, ambiguousResent: 1 });
    expect(at(1)).toMatchObject({ duplicated: 1, ambiguousResent: 0 });
  });

  it('puts each second copy down to what made it, by channel', () => {
    const rows = [
      row(0, { channel: 'sms', resent: 1, unknowns: 1 }),
      row(1, { channel: 'sms', withoutId: 1 }),
      row(2, { channel: 'push', withoutId: 1, resent: 1, unknowns: 1 }),
    ];
    expect(judge(rows, [2, 2, 3]).byChannel).toEqual([
      { channel: 'sms', deliveries: 2, withoutId: 1, afterUnknown: 1, held: 0 },
      { channel: 'push', deliveries: 1, withoutId: 1, afterUnknown: 1, held: 0 },
    ]);
  });

  it.each([
    ['an event that nobody ordered', { books: { eventIds: ['e1', 'e2'] } }, 'events stored'],
    ['an answered event that is gone', { books: { eventIds: [] } }, 'events answered'],
    ['an event that no intake answered', { orders: { open: 1 } }, 'no intake answered'],
    ['an answer that is final', { orders: { refused: ['event 0: 409'] } }, 'no retry mends'],
    ['an event that is not routed', { books: { unrouted: 1 } }, 'not routed'],
    ['work for what is over', { books: { work: 1 } }, 'work for them'],
    ['people decided against unplanned', { books: { decided: 1 } }, 'decided against'],
    ['a card of nobody', { books: { cards: 1 } }, 'cards'],
    ['a message of nobody', { more: 1 }, 'messages at the providers'],
  ])('does not balance with %s', (_, over, text) => {
    const { summary, imbalances } = judge([row(0)], [1], over);
    expect(summary.balance).toBe(false);
    expect(imbalances.some((line) => line.includes(text))).toBe(true);
  });
});
