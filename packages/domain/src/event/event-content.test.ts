import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differingPointers, type Json } from '../canonical-json.js';
import { bodyWith, eventOf } from './event-body.test-support.js';
import { contentHash, eventContent } from './event-content.js';

const contentOf = (change: Record<string, unknown> = {}) => eventContent(eventOf(bodyWith(change)));
const hashOf = (change: Record<string, unknown> = {}) => contentHash(contentOf(change)).hash.toString('hex');
const differences = (a: Record<string, unknown>, b: Record<string, unknown>) =>
  differingPointers(contentOf(a) as unknown as Json, contentOf(b) as unknown as Json);

const people = [
  { id: 'u-1', email: 'a@example.com', channels: ['email', 'sms'] },
  { id: 'u-2', phone: '+9779800000000' },
  'u-3',
  { email: 'b@example.com', name: 'B' },
];

describe('R-1.3 the content of an event is the same', () => {
  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['when the instant is spelled in another way', {}, { occurredAt: '2026-11-30T14:00:00+05:45' }],
    ['when the expiry is', { expiresAt: '2026-12-01T00:00:00Z' }, { expiresAt: '2026-12-01T05:45:00.000+05:45' }],
    [
      'when data has its keys in another order',
      { data: { a: 1, b: { c: 2, d: 3 } } },
      { data: { b: { d: 3, c: 2 }, a: 1 } },
    ],
    ['when data is left out or empty', { data: {} }, { data: undefined }],
    ['when recipients stand in another order', { recipients: people }, { recipients: people.toReversed() }],
    ['when a recipient is listed twice', { recipients: ['u-1', 'u-2'] }, { recipients: ['u-2', 'u-1', 'u-2'] }],
    ['when channels stand in another order', { channels: ['email', 'sms'] }, { channels: ['sms', 'email', 'sms'] }],
    [
      'when a recipient’s channels do',
      { recipients: [{ id: 'u-1', channels: ['email', 'sms'] }] },
      { recipients: [{ channels: ['sms', 'email', 'sms'], id: 'u-1' }] },
    ],
    ['when a number is written in another way', { data: { n: 100 } }, { data: { n: Number('1e2') } }],
    [
      'when outer blanks surround a name',
      {},
      { type: ' purchase_order.approved', recipients: [{ id: ' u-17', email: 'maria@example.com' }, 'u-18'] },
    ],
  ])('%s', (_, one, other) => {
    expect(hashOf(one)).toBe(hashOf(other));
    expect(differences(one, other)).toEqual([]);
  });

  it('for every order of the recipients', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(people, { minLength: people.length }), (order) => {
        expect(hashOf({ recipients: order })).toBe(hashOf({ recipients: people }));
      }),
    );
  });
});

describe('R-1.3 the content of an event differs', () => {
  it.each<[string, Record<string, unknown>, Record<string, unknown>, string[]]>([
    ['in data', {}, { data: { amount: '1200.51', currency: 'NPR' } }, ['/data/amount']],
    ['in the order of an array in data', { data: { l: [1, 2] } }, { data: { l: [2, 1] } }, ['/data/l/0', '/data/l/1']],
    ['in text that only looks the same', { data: { n: 'Caf\u00e9' } }, { data: { n: 'Cafe\u0301' } }, ['/data/n']],
    ['in a number and its text', { data: { n: 1 } }, { data: { n: '1' } }, ['/data/n']],
    ['in the version', {}, { entity: { type: 'purchase_order', id: 'PO-4482', version: 8 } }, ['/entity/version']],
    ['in a version left out', {}, { entity: { type: 'purchase_order', id: 'PO-4482' } }, ['/entity/version']],
    ['in a recipient more', { recipients: ['u-1'] }, { recipients: ['u-1', 'u-2'] }, ['/recipients']],
    ['in an expiry', {}, { expiresAt: '2026-12-01T00:00:00Z' }, ['/expiresAt']],
    [
      'in an expiry by a microsecond',
      { expiresAt: '2026-12-01T00:00:00Z' },
      { expiresAt: '2026-12-01T00:00:00.000001Z' },
      ['/expiresAt'],
    ],
    ['in a priority', {}, { priority: 'bulk' }, ['/priority']],
    ['in channels', { channels: ['email'] }, { channels: ['sms'] }, ['/channels/0']],
  ])('%s', (_, one, other, pointers) => {
    expect(hashOf(one)).not.toBe(hashOf(other));
    expect(differences(one, other)).toEqual(pointers);
  });

  it('in one recipient’s address, and in nothing else, although the order of addresses turns round', () => {
    const recipients = (email: string) => ({
      recipients: [
        { id: 'u-1', email },
        { id: 'u-2', email: 'm@example.com' },
      ],
    });
    expect(differences(recipients('a@example.com'), recipients('z@example.com'))).toEqual(['/recipients/0/email']);
  });
});

describe('the stored body of an event', () => {
  it('is what was said, in canonical form, and nothing that was not', () => {
    expect(
      contentOf({ data: undefined, entity: { type: 'a', id: 'b' }, occurredAt: '2026-11-30T14:00:00.5+05:45' }),
    ).toEqual({
      type: 'purchase_order.approved',
      entity: { type: 'a', id: 'b' },
      occurredAt: '2026-11-30T08:15:00.500000Z',
      data: {},
      recipients: [{ id: 'u-17', email: 'maria@example.com' }, 'u-18'],
    });
  });

  it('goes through JSON unchanged, and hashes to the same again', () => {
    const content = contentOf({
      recipients: people,
      channels: ['sms'],
      priority: 'bulk',
      expiresAt: '2026-12-01T00:00:00Z',
    });
    const { text, hash } = contentHash(content);
    expect(contentHash(JSON.parse(text)).hash).toEqual(hash);
    expect(hash).toHaveLength(32);
    expect(JSON.parse(text)).toEqual(content);
  });

  it('is not changed by being compared', () => {
    const event = eventOf(bodyWith({ recipients: people.toReversed(), channels: ['sms', 'email'] }));
    const before = structuredClone(event);
    eventContent(event);
    expect(event).toEqual(before);
  });
});
