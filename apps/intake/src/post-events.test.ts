import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anEvent, type IntakeUnderTest, startIntake } from './intake.test-support.js';

let intake: IntakeUnderTest;
beforeAll(async () => {
  intake = await startIntake();
});
afterAll(() => intake.close());

const stored = async (id: string) => {
  const [row] = await intake.sql<{ events: number; payloads: number; outbox: number }[]>`
    SELECT (SELECT count(*)::int FROM events WHERE id = ${id}) AS events,
           (SELECT count(*)::int FROM event_payloads WHERE id = ${id}) AS payloads,
           (SELECT count(*)::int FROM outbox WHERE event_id = ${id}) AS outbox`;
  return row;
};

describe('accepting', () => {
  it('R-1.1 answers 202 after the event, its payload and its outbox row are committed', async () => {
    const { status, json } = await intake.send('POST', '/v1/events', anEvent());
    expect(status).toBe(202);
    expect(json).toEqual({
      id: expect.any(String),
      key: json.id.replaceAll('-', ''),
      status: 'accepted',
      duplicate: false,
    });
    expect(await stored(json.id)).toEqual({ events: 1, payloads: 1, outbox: 1 });
  });

  it('R-1.3 answers 200 with the first id for the same event, whatever the key order and the spelling of the instant', async () => {
    const event = anEvent({ occurredAt: '2026-11-30T08:15:00Z' });
    const first = await intake.send('POST', '/v1/events', event);
    const again = Object.fromEntries(
      Object.entries({ ...event, occurredAt: '2026-11-30T14:00:00.000000+05:45' }).reverse(),
    );
    const second = await intake.send('POST', '/v1/events', again);
    expect(second.status).toBe(200);
    expect(second.json).toEqual({ ...first.json, duplicate: true });
    expect(await stored(first.json.id)).toEqual({ events: 1, payloads: 1, outbox: 1 });
  });

  it('R-1.3 answers 409 with the pointers that differ for the same key with other content', async () => {
    const event = anEvent({ data: { amount: 1, note: 'a' } });
    await intake.send('POST', '/v1/events', event);
    const { status, json, headers } = await intake.send('POST', '/v1/events', {
      ...event,
      data: { amount: 2, note: 'a' },
    });
    expect(status).toBe(409);
    expect(headers.get('content-type')).toContain('application/problem+json');
    expect(json.errors.map((e: { pointer: string }) => e.pointer)).toEqual(['/data/amount']);
  });

  it('R-1.3 takes occurredAt an hour later for a new event', async () => {
    const event = anEvent({ occurredAt: '2026-11-29T08:15:00Z' });
    await intake.send('POST', '/v1/events', event);
    expect((await intake.send('POST', '/v1/events', { ...event, occurredAt: '2026-11-29T09:15:00Z' })).status).toBe(
      202,
    );
  });

  it('R-1.3 lets one of 200 posts at once be the first', async () => {
    const event = anEvent();
    const answers = await Promise.all(Array.from({ length: 200 }, () => intake.send('POST', '/v1/events', event)));
    expect(answers.filter((a) => a.status === 202)).toHaveLength(1);
    expect(answers.filter((a) => a.status === 200)).toHaveLength(199);
    expect(new Set(answers.map((a) => a.json.id)).size).toBe(1);
  });

  it('R-1.3 compares also while the first is being written', async () => {
    const event = anEvent();
    const answers = await Promise.all(
      [1, 2, 3, 4].map((amount) => intake.send('POST', '/v1/events', { ...event, data: { amount } })),
    );
    expect(answers.map((a) => a.status).sort()).toEqual([202, 409, 409, 409]);
  });

  it('R-1.8 keeps a readable traceparent and lowers a lane, never raises it', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const low = await intake.send('POST', '/v1/events', anEvent({ priority: 'bulk' }), { traceparent });
    const high = await intake.send('POST', '/v1/events', anEvent({ priority: 'critical' }), {
      traceparent: 'nonsense',
    });
    const rows = await intake.sql<{ id: string; lane: string; traceparent: string | null }[]>`
      SELECT id, lane, traceparent FROM events WHERE id = ANY(${[low.json.id, high.json.id]}::uuid[])`;
    const byId = new Map(rows.map((row) => [row.id, row]));
    expect(byId.get(low.json.id)).toMatchObject({ lane: 'bulk', traceparent });
    expect(byId.get(high.json.id)).toMatchObject({ lane: 'transactional', traceparent: null });
  });

  it('R-1.8 takes the expiry of the event, else the type’s from occurredAt', async () => {
    const occurredAt = new Date(Date.now() - 60_000).toISOString();
    const reset = { type: 'password.reset', occurredAt };
    const own = await intake.send('POST', '/v1/events', anEvent({ ...reset, expiresAt: '2027-01-01T00:00:00Z' }));
    const byType = await intake.send('POST', '/v1/events', anEvent(reset));
    const expiry = async (id: string) => (await intake.send('GET', `/v1/events/${id}`)).json.expiresAt;
    expect(Date.parse(await expiry(own.json.id))).toBe(Date.parse('2027-01-01T00:00:00Z'));
    expect(Date.parse(await expiry(byType.json.id))).toBe(Date.parse(occurredAt) + 15 * 60_000);
  });
});

describe('R-1.4 a batch', () => {
  it('accepts or refuses each event on its own, in order', async () => {
    const first = anEvent();
    const { status, json } = await intake.send('POST', '/v1/events/batch', [
      first,
      anEvent({ type: 'no.such' }),
      first,
      { ...first, data: { other: true } },
      anEvent(),
    ]);
    expect(status).toBe(200);
    expect(json.results.map((r: { status: number }) => r.status)).toEqual([202, 422, 200, 409, 202]);
    expect(json.results[1].errors[0]).toMatchObject({ pointer: '/type', code: 'unknown_type' });
    expect(json.results[2]).toMatchObject({ id: json.results[0].id, duplicate: true });
  });

  it('reads NDJSON, where a broken line costs only itself and a poisoned neighbour nothing', async () => {
    const lines = [
      JSON.stringify(anEvent()),
      '{"broken',
      '',
      JSON.stringify(anEvent({ data: { s: 'a\u0000b' } })),
      JSON.stringify(anEvent()),
    ];
    const { status, json } = await intake.send('POST', '/v1/events/batch', lines.join('\n'), {
      'content-type': 'application/x-ndjson',
    });
    expect(status).toBe(200);
    expect(json.results.map((r: { status: number }) => r.status)).toEqual([202, 422, 422, 202]);
  });

  it('takes 1,000 and answers 413 for 1,001, 422 when nothing is left, 422 for none', async () => {
    const many = Array.from({ length: 1_000 }, () => anEvent());
    const all = await intake.send('POST', '/v1/events/batch', many);
    expect(all.json.results.filter((r: { status: number }) => r.status === 202)).toHaveLength(1_000);
    expect((await intake.send('POST', '/v1/events/batch', [...many, anEvent()])).status).toBe(413);
    expect(
      (await intake.send('POST', '/v1/events/batch', [anEvent({ type: 'x' }), anEvent({ type: 'x' })])).status,
    ).toBe(422);
    expect((await intake.send('POST', '/v1/events/batch', [])).status).toBe(422);
  });
});
