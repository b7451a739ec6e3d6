import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyProviderEvent, type ProviderEvent, type ProviderEventKind, type Standing } from './provider-event.js';
import { type DeliveryState, mayMove, STATES } from './state.js';

const KINDS: readonly ProviderEventKind[] = ['accepted', 'rejected', 'delivered', 'bounced', 'complained', 'deferred'];
const EVIDENCE: readonly DeliveryState[] = ['accepted', 'delivered', 'bounced'];

const event = (kind: ProviderEventKind, copy: Partial<ProviderEvent> = {}): ProviderEvent => ({
  deliveryKey: null,
  provider: 'ses',
  messageId: 'm-1',
  kind,
  at: '2026-11-30T08:15:00.000Z',
  code: null,
  detail: null,
  ...copy,
});
const OTHER = { provider: 'sendgrid', messageId: 'm-2' } as const;
const NOTHING = { acceptedAt: null, deliveredAt: null, bouncedAt: null, complainedAt: null } as const;
const unsent = (state: DeliveryState): Standing => ({
  state,
  reason: null,
  provider: null,
  messageId: null,
  ...NOTHING,
  errorCode: null,
  errorMessage: null,
});
const ACCEPTED: Standing = {
  ...unsent('accepted'),
  provider: 'ses',
  messageId: 'm-1',
  acceptedAt: '2026-11-30T08:00:00Z',
};
const after = (row: Standing, events: readonly ProviderEvent[]): Standing =>
  events.reduce((now, next) => applyProviderEvent(now, next).row, row);
const rows = fc.oneof(
  fc.constant(ACCEPTED),
  fc.constantFrom(...STATES.filter((s) => !EVIDENCE.includes(s))).map(unsent),
);
const kinds = fc.array(fc.constantFrom(...KINDS), { maxLength: 8 });

/** Evidence of acceptance, and then what else was said. */
const isLegal = (from: DeliveryState, to: DeliveryState): boolean =>
  from === to || mayMove(from, to) || (mayMove(from, 'accepted') && mayMove('accepted', to));

describe('R-10.1 events of a provider', () => {
  it('move a delivery along legal transitions only', () => {
    fc.assert(
      fc.property(rows, kinds, (start, said) => {
        let row = start;
        for (const kind of said) {
          const next = applyProviderEvent(row, event(kind)).row;
          expect(isLegal(row.state, next.state), `${row.state} -> ${next.state}`).toBe(true);
          row = next;
        }
      }),
    );
  });

  it('end alike in every order, however often each is said', () => {
    const shuffled = kinds.chain((said) =>
      fc.tuple(fc.constant(said), fc.shuffledSubarray([...said, ...said], { minLength: 2 * said.length })),
    );
    fc.assert(
      fc.property(rows, shuffled, (start, [said, again]) => {
        const end = ({ errorCode: _code, errorMessage: _words, ...rest }: Standing) => rest;
        const one = after(
          start,
          said.map((kind) => event(kind)),
        );
        expect(
          end(
            after(
              start,
              again.map((kind) => event(kind)),
            ),
          ),
        ).toEqual(end(one));
      }),
    );
  });

  it('of another copy never bounce or reject the one that is recorded, and never take it over', () => {
    fc.assert(
      fc.property(kinds, (said) => {
        const row = after(
          ACCEPTED,
          said.map((kind) => event(kind, OTHER)),
        );
        expect(['accepted', 'delivered']).toContain(row.state);
        expect(row).toMatchObject({ provider: 'ses', messageId: 'm-1', bouncedAt: null });
      }),
    );
  });

  it('of two copies end alike in every order', () => {
    const both = fc.array(fc.tuple(fc.constantFrom(...KINDS), fc.boolean()), { maxLength: 8 });
    const shuffled = both.chain((said) =>
      fc.tuple(fc.constant(said), fc.shuffledSubarray(said, { minLength: said.length, maxLength: said.length })),
    );
    const told = (said: readonly [ProviderEventKind, boolean][]) =>
      said.filter(([kind]) => kind !== 'rejected').map(([kind, other]) => event(kind, other ? OTHER : {}));
    fc.assert(
      fc.property(shuffled, ([said, again]) => {
        const { state, complainedAt } = after(ACCEPTED, told(said));
        expect(after(ACCEPTED, told(again))).toMatchObject({ state, complainedAt });
      }),
    );
  });

  it('R-8.1 keep `bounced` for what was refused afterwards, with the reason of who refused it', () => {
    const rejected = after(ACCEPTED, [event('rejected')]);
    expect(rejected).toMatchObject({ state: 'bounced', reason: 'rejected_later', bouncedAt: null });
    const bounced = { state: 'bounced', reason: 'hard_bounce', bouncedAt: expect.any(String) };
    expect(after(ACCEPTED, [event('bounced')])).toMatchObject(bounced);
    expect(after(rejected, [event('bounced')])).toMatchObject(bounced);
    const arrived = { state: 'delivered', reason: null, deliveredAt: expect.any(String) };
    expect(after(rejected, [event('delivered')])).toMatchObject(arrived);
    expect(after(rejected, [event('delivered', OTHER)])).toMatchObject(arrived);
  });

  it('R-8.1 of a copy that was replayed never end the new attempt', () => {
    const open = fc.constantFrom(...STATES.filter((s) => !EVIDENCE.includes(s)));
    fc.assert(
      fc.property(open, kinds, (state, said) => {
        const replayed = { ...ACCEPTED, state };
        expect(
          after(
            replayed,
            said.map((kind) => event(kind)),
          ),
        ).toMatchObject({ state, provider: 'ses', messageId: 'm-1' });
      }),
    );
  });

  it('log what they changed, and say where acceptance was found by them', () => {
    const words = { code: '5.1.1', detail: 'user unknown' };
    expect(applyProviderEvent(ACCEPTED, event('bounced', words)).entry).toEqual({
      provider: 'ses',
      messageId: 'm-1',
      code: '5.1.1',
      message: 'user unknown',
      result: 'bounced',
    });
    expect(applyProviderEvent(unsent('unknown'), event('accepted', words)).entry).toMatchObject({
      code: 'found_by_callback',
      result: 'accepted',
    });
    expect(applyProviderEvent(ACCEPTED, event('accepted')).entry).toBeNull();
  });
});
