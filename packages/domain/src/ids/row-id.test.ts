import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deliveryIdentity, eventIdentity } from './event-identity.js';
import { eventRange, idOfKey, keyOf, rowId } from './row-id.js';

const sha = (text: string): Buffer => createHash('sha256').update(text).digest();
const bitsOf = (id: string): bigint => BigInt(`0x${id.replaceAll('-', '')}`);
const LAST_MS = 2 ** 48 - 1;

const eventAt = (occurredAt: bigint, entityId: string) => ({
  mode: 'live' as const,
  source: 'erp',
  type: 't',
  entityType: 'e',
  entityId,
  occurredAt,
});

describe('R-1.2 a row’s id', () => {
  // RFC 9562 5.8: version 8 in bits 48-51, variant 0b10 in bits 64-65, everything else is ours.
  it('is a UUID of version 8 with 48 bits of time, 12 of the event and 62 of the row', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: LAST_MS }), fc.string(), fc.string(), (ms, event, own) => {
        const id = rowId(ms, sha(event), sha(own));
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        const bits = bitsOf(id);
        expect(bits >> 80n).toBe(BigInt(ms));
        expect((bits >> 76n) & 0xfn).toBe(8n);
        expect((bits >> 64n) & 0xfffn).toBe(BigInt(`0x${sha(event).toString('hex').slice(0, 3)}`));
        expect((bits >> 62n) & 0b11n).toBe(0b10n);
        expect(bits & (2n ** 62n - 1n)).toBe(sha(own).readBigUInt64BE(2) & (2n ** 62n - 1n));
      }),
    );
  });

  it('changes none of the digests that it is made of', () => {
    const [event, own] = [sha('event'), sha('own')];
    rowId(1, event, own);
    expect([event, own]).toEqual([sha('event'), sha('own')]);
  });

  it('sorts by time as text and as bytes, so that a month is a range', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: LAST_MS - 1 }), fc.string(), fc.string(), (ms, a, b) => {
        const [earlier, later] = [rowId(ms, sha(a), sha(a)), rowId(ms + 1, sha(b), sha(b))];
        expect(earlier < later).toBe(true);
        expect(bitsOf(earlier) < bitsOf(later)).toBe(true);
      }),
    );
  });

  it('drops microseconds from its time and still keeps them apart', () => {
    const [one, two] = [eventIdentity(eventAt(1_000_001n, 'x')), eventIdentity(eventAt(1_000_999n, 'x'))];
    expect(bitsOf(one.id) >> 80n).toBe(bitsOf(two.id) >> 80n);
    expect(one.id).not.toBe(two.id);
  });

  it('refuses a time that does not fit', () => {
    expect(() => rowId(2 ** 48, sha(''), sha(''))).toThrow(RangeError);
    expect(() => rowId(-1, sha(''), sha(''))).toThrow(RangeError);
  });
});

describe('an event’s range of ids', () => {
  const instants = fc.bigInt({ min: 0n, max: 253_402_300_799_999_999n });

  it('holds the event and each of its deliveries', () => {
    fc.assert(
      fc.property(instants, fc.string(), fc.string(), fc.string(), (at, entity, channel, recipientId) => {
        const event = eventAt(at, entity);
        const { from, to } = eventRange(eventIdentity(event).id);
        for (const { id } of [eventIdentity(event), deliveryIdentity(event, { channel, recipientId })])
          expect(from <= id && id <= to).toBe(true);
      }),
    );
  });

  it('holds nothing of an event of another millisecond', () => {
    fc.assert(
      fc.property(instants, fc.bigInt({ min: 1_000n, max: 10n ** 12n }), fc.string(), (at, later, recipientId) => {
        const { to } = eventRange(eventIdentity(eventAt(at, 'x')).id);
        const other = eventAt(at + later, 'x');
        expect(deliveryIdentity(other, { channel: 'email', recipientId }).id > to).toBe(true);
      }),
    );
  });

  it('tells events of one millisecond apart by 12 bits only, so readers compare the event’s id too', () => {
    const ofTheSameMs = Array.from({ length: 4_097 }, (_, i) => eventIdentity(eventAt(5_000n, `e-${i}`)).id);
    const ranges = new Set(ofTheSameMs.map((id) => eventRange(id).from));
    expect(ranges.size).toBeGreaterThan(2_000);
    expect(ranges.size).toBeLessThan(ofTheSameMs.length);
  });

  it('is the 62 bits from zeros to ones', () => {
    expect(eventRange('01a22b85-841b-856d-8f4e-651ac015f47a')).toEqual({
      from: '01a22b85-841b-856d-8000-000000000000',
      to: '01a22b85-841b-856d-bfff-ffffffffffff',
    });
  });
});

describe('a key', () => {
  it('is the id’s 32 hex digits, and leads back to the id', () => {
    const id = '01a22b85-841b-856d-8f4e-651ac015f47a';
    expect(keyOf(id)).toBe('01a22b85841b856d8f4e651ac015f47a');
    expect(idOfKey(keyOf(id))).toBe(id);
    expect(idOfKey(keyOf(id).toUpperCase())).toBe(id);
    expect(idOfKey(id)).toBe(id);
  });

  it.each(['', 'x', '01a22b85841b856d8f4e651ac015f47', '01a22b85841b856d8f4e651ac015f47a0', `${'g'.repeat(32)}`])(
    'is not %j',
    (text) => {
      expect(idOfKey(text)).toBeUndefined();
    },
  );
});
