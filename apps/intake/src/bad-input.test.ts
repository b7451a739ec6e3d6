import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anEvent, type IntakeUnderTest, KEY, startIntake } from './intake.test-support.js';

let intake: IntakeUnderTest;
beforeAll(async () => {
  intake = await startIntake();
});
afterAll(() => intake.close());

const raw = (event: Record<string, unknown>, from: string, to: string) => JSON.stringify(event).replace(from, to);
const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) });
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const with_ = (over: Record<string, unknown>) => anEvent(over);

const INVALID: readonly [what: string, body: unknown, pointer: string][] = [
  ['no object', [], ''],
  ['a string', '"hello"', ''],
  ['null', 'null', ''],
  ['a missing type', with_({ type: undefined }), '/type'],
  ['a type that is no string', with_({ type: 7 }), '/type'],
  ['an unknown type', with_({ type: 'purchase_order.exploded' }), '/type'],
  ['a missing entity', with_({ entity: undefined }), '/entity'],
  ['an entity without id', with_({ entity: { type: 'purchase_order' } }), '/entity/id'],
  ['an empty entity id', with_({ entity: { type: 'purchase_order', id: '  ' } }), '/entity/id'],
  ['a negative version', with_({ entity: { type: 'purchase_order', id: 'a', version: -1 } }), '/entity/version'],
  [
    'more recipients than one event takes',
    with_({ recipients: Array.from({ length: 20_001 }, (_, i) => `u${i}`) }),
    '/recipients',
  ],
  ['125,000 empty recipients', with_({ recipients: Array.from({ length: 125_000 }, () => ({})) }), '/recipients'],
  [
    '15,000 recipients that are numbers',
    with_({ recipients: Array.from({ length: 15_000 }, () => 1) }),
    '/recipients/0',
  ],
  [
    '15,000 recipients without an address',
    with_({ recipients: Array.from({ length: 15_000 }, () => ({})) }),
    '/recipients/0',
  ],
  [
    '15,000 malformed addresses',
    with_({ recipients: Array.from({ length: 15_000 }, () => ({ email: 'x' })) }),
    '/recipients',
  ],
  [
    '90,000 unknown fields',
    { ...with_({}), ...Object.fromEntries(Array.from({ length: 90_000 }, (_, i) => [`k${i}`, 1])) },
    '',
  ],
  [
    'a recipient with thousands of fields',
    with_({ recipients: [Object.fromEntries(Array.from({ length: 9_000 }, (_, i) => [`k${i}`, 1]))] }),
    '/recipients/0',
  ],
  ['no recipients', with_({ recipients: undefined }), '/recipients'],
  ['an empty list of recipients', with_({ recipients: [] }), '/recipients'],
  ['a recipient that is a number', with_({ recipients: ['u-1', 7] }), '/recipients/1'],
  ['a recipient without anything', with_({ recipients: [{ name: 'Sita' }] }), '/recipients/0'],
  ['a recipient with an unknown field', with_({ recipients: [{ id: 'u', mail: 'a@b.co' }] }), '/recipients/0/mail'],
  ['only malformed addresses', with_({ recipients: [{ id: 'u', email: 'nonsense' }] }), '/recipients'],
  ['an unknown audience', with_({ recipients: [{ audience: 'all' }] }), '/recipients/0/audience'],
  [
    'CR and LF in a name',
    with_({ recipients: [{ id: 'u', name: 'a\r\nBcc: x', email: 'a@b.co' }] }),
    '/recipients/0/name',
  ],
  ['LF in an address', with_({ recipients: [{ id: 'u', email: 'a@b.co\nx' }] }), '/recipients/0/email'],
  [
    'a bad time zone',
    with_({ recipients: [{ id: 'u', email: 'a@b.co', timezone: 'Asia/Katmandoo' }] }),
    '/recipients/0/timezone',
  ],
  [
    'a bad locale',
    with_({ recipients: [{ id: 'u', email: 'a@b.co', locale: 'not a locale' }] }),
    '/recipients/0/locale',
  ],
  ['an unknown channel', with_({ channels: ['pigeon'] }), '/channels/0'],
  ['an unknown priority', with_({ priority: 'urgent' }), '/priority'],
  ['an impossible date', with_({ occurredAt: '2026-02-30T00:00:00Z' }), '/occurredAt'],
  ['24:00', with_({ occurredAt: '2026-02-20T24:00:00Z' }), '/occurredAt'],
  ['no offset', with_({ occurredAt: '2026-11-30T08:15:00' }), '/occurredAt'],
  ['seven fraction digits', with_({ occurredAt: '2026-11-30T08:15:00.1234567Z' }), '/occurredAt'],
  ['a number as an instant', with_({ occurredAt: 1796026500 }), '/occurredAt'],
  ['the far future', with_({ occurredAt: inMinutes(6) }), '/occurredAt'],
  ['the far past', with_({ occurredAt: inMinutes(-401 * 1440) }), '/occurredAt'],
  ['an impossible expiry', with_({ expiresAt: '2026-13-01T00:00:00Z' }), '/expiresAt'],
  ['an unknown envelope field', with_({ colour: 'red' }), '/colour'],
  ['U+0000 in a value', with_({ data: { a: ['x\u0000'] } }), '/data/a/0'],
  ['a lone surrogate in a value', raw(with_({ data: { a: 'HERE' } }), 'HERE', '\\ud83d'), '/data/a'],
  ['a lone surrogate in a key', raw(with_({ data: { HERE: 1 } }), 'HERE', '\\udc00'), '/data/\uFFFD'],
  ['a __proto__ key', raw(with_({ data: { HERE: 1 } }), 'HERE', '__proto__'), '/data/__proto__'],
  ['a constructor key', raw(with_({ data: { a: { HERE: 1 } } }), 'HERE', 'constructor'), '/data/a/constructor'],
  ['an integer outside the safe range', raw(with_({ data: { n: 'HERE' } }), '"HERE"', '9007199254740993'), '/data/n'],
  ['a number that is infinite', raw(with_({ data: { n: 'HERE' } }), '"HERE"', '1e400'), '/data/n'],
  ['nesting over 64', with_({ data: { a: deep(64) } }), `/data${'/a'.repeat(63)}`],
];

describe('R-1.5 bad input is named by its pointer and stores nothing', () => {
  it.each(INVALID)('422 for %s', async (_what, body, pointer) => {
    const before = await intake.sql<{ n: number }[]>`SELECT count(*)::int AS n FROM events`;
    const { status, headers, json } = await intake.send('POST', '/v1/events', body);
    expect(status).toBe(422);
    expect(headers.get('content-type')).toContain('application/problem+json');
    expect(json).toMatchObject({ status: 422, code: 'invalid', instance: '/v1/events' });
    expect(json.errors.map((e: { pointer: string }) => e.pointer)).toContain(pointer);
    expect(json.errors.length).toBeLessThanOrEqual(50);
    expect(JSON.stringify(json)).not.toContain('node_modules');
    expect(await intake.sql`SELECT count(*)::int AS n FROM events`).toEqual(before);
  });

  it('names every faulty field at once', async () => {
    const { json } = await intake.send(
      'POST',
      '/v1/events',
      with_({ type: 'x', occurredAt: 'yesterday', recipients: [] }),
    );
    expect(json.errors.map((e: { pointer: string }) => e.pointer).sort()).toEqual([
      '/occurredAt',
      '/recipients',
      '/type',
    ]);
  });

  it('400 for broken JSON, an empty body, bytes that are not UTF-8, another charset', async () => {
    const post = (body: string | Buffer, type = 'application/json') =>
      intake.send('POST', '/v1/events', body, { 'content-type': type });
    expect(await post('{"a":')).toMatchObject({ status: 400, json: { code: 'invalid_json' } });
    expect(await post('')).toMatchObject({ status: 400, json: { code: 'invalid_json' } });
    expect(await post(Buffer.from([0x7b, 0xff, 0x7d]))).toMatchObject({ status: 400, json: { code: 'wrong_charset' } });
    expect(await post('{}', 'application/json; charset=latin1')).toMatchObject({
      status: 400,
      json: { code: 'wrong_charset' },
    });
  });

  it('415 for another content type or encoding, 413 over 1 MiB, also when compressed', async () => {
    const big = JSON.stringify(with_({ data: { a: 'x'.repeat(1024 * 1024) } }));
    expect(
      (await intake.send('POST', '/v1/events', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' })).status,
    ).toBe(415);
    expect((await intake.send('POST', '/v1/events', '{}', { 'content-encoding': 'zstd' })).status).toBe(415);
    expect((await intake.send('POST', '/v1/events', big)).status).toBe(413);
    expect((await intake.send('POST', '/v1/events', gzipSync(big), { 'content-encoding': 'gzip' })).status).toBe(413);
  });

  it('keeps text that only looks dangerous: emoji, accents, Devanagari, markup', async () => {
    const event = with_({ data: { text: '😀 Café सीता <b>&amp;</b> O\u2019Neil' } });
    expect((await intake.send('POST', '/v1/events', event)).status).toBe(202);
  });

  it('404 and wrong ids are problem documents too', async () => {
    for (const path of [
      '/nope',
      '/v1/events/xyz',
      '/v1/events/00000000-0000-8000-8000-000000000000',
      '/v1/deliveries/1',
      '/v1/recipients/nobody',
    ])
      expect(await intake.send('GET', path)).toMatchObject({ status: 404, json: { code: 'not_found' } });
    const nowhere = '/v1/events/00000000-0000-8000-8000-000000000000';
    expect((await intake.send('GET', `${nowhere}?limit=0`)).status).toBe(422);
    expect((await intake.send('GET', `${nowhere}/explain?recipient=a%00b`)).status).toBe(422);
  });
});

describe('R-10.4 nothing works without a key', () => {
  it.each([
    ['POST', '/v1/events'],
    ['POST', '/v1/events/batch'],
    ['GET', '/v1/events/x'],
    ['GET', '/v1/deliveries/x'],
    ['GET', '/v1/types'],
    ['PUT', '/v1/recipients/x'],
    ['GET', '/v1/recipients/x'],
    ['DELETE', '/v1/recipients/x'],
    ['PUT', '/v1/recipients/x/preferences'],
    ['GET', '/v1/recipients/x/preferences'],
    ['POST', '/v1/recipients/x/push-tokens'],
    ['DELETE', '/v1/recipients/x/push-tokens/y'],
    ['POST', '/v1/recipients/x/inbox-token'],
    ['GET', '/v1/suppressions'],
    ['DELETE', '/v1/suppressions/x'],
  ])('%s %s answers 401 without one and with a wrong one', async (method, path) => {
    for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: `Basic ${KEY}` }]) {
      const response = await fetch(`${intake.url}${path}`, { method, headers });
      expect(response.status).toBe(401);
      expect(response.headers.get('content-type')).toContain('application/problem+json');
      await response.arrayBuffer();
    }
  });
});
