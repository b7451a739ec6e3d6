import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { parseInstant } from '../instant.js';
import {
  canonicalText,
  decisionSetIdentity,
  deliveryIdentity,
  type EventIdentity,
  eventIdentity,
} from './event-identity.js';

const micros = (text: string): bigint => {
  const read = parseInstant(text);
  if ('problem' in read) throw new Error(`${text}: ${read.problem}`);
  return read.micros;
};

const event: EventIdentity = {
  mode: 'live',
  source: 'erp',
  type: 'purchase_order.approved',
  entityType: 'purchase_order',
  entityId: 'PO-4482',
  occurredAt: micros('2026-11-30T08:15:00.123456Z'),
};
const idOf = (change: Partial<EventIdentity> = {}) => eventIdentity({ ...event, ...change }).id;

const anyEvent = fc.record({
  mode: fc.constantFrom('live' as const, 'test' as const),
  source: fc.string(),
  type: fc.string(),
  entityType: fc.string(),
  entityId: fc.string({ unit: 'grapheme' }),
  occurredAt: fc.bigInt({ min: 0n, max: 253_402_300_799_999_999n }),
});
const parts = (e: EventIdentity) =>
  JSON.stringify([e.mode, ...[e.source, e.type, e.entityType, e.entityId].map(canonicalText), String(e.occurredAt)]);

describe('R-1.2 the key of an event', () => {
  // Computed by another program from the description of the format: ids are on disk, so they may never change.
  it('is the digest of what happened, as written down', () => {
    const { id, digest } = eventIdentity(event);
    expect(digest.toString('hex')).toBe('56d6cf4e651ac015f47ad366e4e96247bbfb16a52ac3d41955152b3387ef4b91');
    expect(id).toBe('01a22b85-841b-856d-8f4e-651ac015f47a');
  });

  it('keeps text beyond ASCII apart from its escapes', () => {
    const devanagari = { ...event, mode: 'test' as const, type: 't', entityType: 't', entityId: 'पो-१' };
    expect(eventIdentity(devanagari).id).toBe('01a22b85-841b-8913-bf5c-ce767bb39947');
  });

  it.each([
    '2026-11-30T08:15:00Z',
    '2026-11-30T08:15:00.000Z',
    '2026-11-30T08:15:00.000000Z',
    '2026-11-30T08:15:00+00:00',
    '2026-11-30T08:15:00-00:00',
    '2026-11-30T14:00:00+05:45',
    '2026-11-30T03:15:00.0-05:00',
    '2026-12-01T07:15:00+23:00',
  ])('is the same for one instant spelled %s', (spelling) => {
    expect(idOf({ occurredAt: micros(spelling) })).toBe(idOf({ occurredAt: micros('2026-11-30T08:15:00Z') }));
  });

  it('counts microseconds', () => {
    const at = (text: string) => idOf({ occurredAt: micros(text) });
    expect(at('2026-11-30T08:15:00.000001Z')).not.toBe(at('2026-11-30T08:15:00.000000Z'));
    expect(at('2026-11-30T08:15:00.000001Z')).not.toBe(at('2026-11-30T08:15:00.000002Z'));
  });

  it('is another an hour later', () => {
    expect(idOf({ occurredAt: event.occurredAt + 3_600_000_000n })).not.toBe(idOf());
  });

  it('takes composed and decomposed text, and text with outer blanks, for the same', () => {
    expect(idOf({ entityId: 'Cafe\u0301' })).toBe(idOf({ entityId: 'Caf\u00e9' }));
    expect(idOf({ entityId: '\u00a0 PO-4482\t\n', type: ' purchase_order.approved ', source: 'erp ' })).toBe(idOf());
    expect(idOf({ entityId: 'PO 4482' })).not.toBe(idOf({ entityId: 'PO  4482' }));
  });

  it('distinguishes letters that only look alike, and case', () => {
    expect(idOf({ entityId: 'po-4482' })).not.toBe(idOf());
    expect(idOf({ entityId: 'РО-4482' })).not.toBe(idOf());
  });

  it.each<[string, Partial<EventIdentity>, Partial<EventIdentity>]>([
    ['a separator', { entityType: 'a:b', entityId: 'c' }, { entityType: 'a', entityId: 'b:c' }],
    ['a quote', { entityType: 'a","b', entityId: 'c' }, { entityType: 'a', entityId: 'b","c' }],
    ['an escaped quote', { entityType: 'a\\', entityId: '",b' }, { entityType: 'a\\",', entityId: 'b' }],
    ['nothing', { entityType: 'ab', entityId: 'c' }, { entityType: 'a', entityId: 'bc' }],
    ['emptiness', { entityType: '', entityId: 'x' }, { entityType: 'x', entityId: '' }],
    ['swapped fields', { source: 'x', type: 'y' }, { source: 'y', type: 'x' }],
    ['half a surrogate pair', { entityId: '\ud83d' }, { entityId: '\ufffd' }],
  ])('lets no field run into the next by %s', (_, one, other) => {
    expect(eventIdentity({ ...event, ...one }).digest).not.toEqual(eventIdentity({ ...event, ...other }).digest);
  });

  it('is different whenever any part is, and the same whenever all are', () => {
    fc.assert(
      fc.property(anyEvent, anyEvent, (a, b) => {
        const same = parts(a) === parts(b);
        expect(eventIdentity(a).digest.equals(eventIdentity(b).digest)).toBe(same);
        expect(eventIdentity({ ...a })).toEqual(eventIdentity(a));
      }),
    );
  });

  it('comes from no clock and no chance', () => {
    const chance = vi.spyOn(Math, 'random');
    vi.useFakeTimers({ now: 0 });
    try {
      const early = [eventIdentity(event), deliveryIdentity(event, { channel: 'email', recipientId: 'u-17' })];
      vi.setSystemTime('2099-01-01T00:00:00Z');
      const late = [eventIdentity(event), deliveryIdentity(event, { channel: 'email', recipientId: 'u-17' })];
      expect(late).toEqual(early);
      expect(chance).not.toHaveBeenCalled();
    } finally {
      vi.useRealTimers();
      chance.mockRestore();
    }
  });
});

describe('R-3.3 the key of a delivery', () => {
  const delivery = { channel: 'email', recipientId: 'u-17' };
  const own = (change: object = {}, of: EventIdentity = event) => deliveryIdentity(of, { ...delivery, ...change });

  it('is the digest of the event’s parts and its own, as written down', () => {
    expect(own().digest.toString('hex')).toBe('f83544ef5af5cdb1b3ab5dacdaf69a75472717b96d6d3154197f0b9f987e56c9');
    expect(own().id).toBe('01a22b85-841b-856d-84ef-5af5cdb1b3ab');
  });

  it.each([
    [{ channel: 'sms' }],
    [{ recipientId: 'u-18' }],
    [{ documentKind: 'invoice' }],
    [{ deviceId: 'invoice' }],
    [{ documentKind: 'a', deviceId: 'b' }],
  ])('is another with %j', (change) => {
    expect(own(change).id).not.toBe(own().id);
  });

  it('keeps a document kind apart from a device, and both apart from the recipient', () => {
    const ids = [
      own({ documentKind: 'x' }),
      own({ deviceId: 'x' }),
      own({ recipientId: 'u-17x' }),
      own({ channel: 'emailu', recipientId: '-17' }),
    ].map((d) => d.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('takes an absent document kind or device for an empty one', () => {
    expect(own({ documentKind: '', deviceId: '' })).toEqual(own());
  });

  it('is another for another event, mode or producer', () => {
    const others: Partial<EventIdentity>[] = [
      { mode: 'test' },
      { source: 'crm' },
      { occurredAt: event.occurredAt + 1n },
    ];
    for (const other of others) expect(own({}, { ...event, ...other }).digest).not.toEqual(own().digest);
  });

  it('takes the same recipient in other spellings for one', () => {
    expect(own({ recipientId: ' jose\u0301 ' })).toEqual(own({ recipientId: 'jos\u00e9' }));
  });

  it('never is the key of the event itself or of a set of decisions', () => {
    fc.assert(
      fc.property(anyEvent, fc.string(), fc.string(), (e, a, b) => {
        const ids = [
          eventIdentity(e),
          deliveryIdentity(e, { channel: a, recipientId: b }),
          decisionSetIdentity(e, [a, b]),
          decisionSetIdentity(e, [a + b]),
          decisionSetIdentity(e, [a, b, '0']),
        ].map((d) => d.digest.toString('hex'));
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });
});
