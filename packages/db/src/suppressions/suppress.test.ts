import { randomBytes } from 'node:crypto';
import { type TestDatabase, testDatabase } from '@crier/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSql, type Sql } from '../client.js';
import { registerPushToken } from '../directory/push-tokens.js';
import { ensurePeople } from '../routing/people.js';
import { liftSuppression } from './lift-suppression.js';
import { listSuppressions } from './list-suppressions.js';
import type { NewSuppression } from './new-suppression.js';
import { resumeAddresses } from './resume-addresses.js';
import { suppress } from './suppress.js';

let db: TestDatabase;
let sql: Sql;
let sita: number;

beforeAll(async () => {
  db = await testDatabase();
  sql = createSql({ url: db.url, max: 20, app: 'test', genericPlans: true });
  sita = (await ensurePeople(sql, ['sita'])).get('sita') as number;
});
afterAll(async () => {
  await sql.end();
  await db.drop();
});
beforeEach(() => sql`TRUNCATE push_tokens, suppressions, audit_log`);

const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();
const bounce = (address: string, over: Partial<NewSuppression> = {}): NewSuppression => ({
  channel: 'email',
  address,
  reason: 'hard_bounce',
  provider: 'ses',
  code: 'Permanent',
  deliveryId: '00000000-0000-8000-8000-000000000001',
  evidenceAt: inMs(0),
  ...over,
});
const unregistered = (id: string, evidenceAt = inMs(60_000), kind = 'fcm'): NewSuppression =>
  bounce(`${kind}:${id}`, { channel: 'push', reason: 'unregistered', provider: kind, evidenceAt, deliveryId: null });
const SITA = 'sita@example.com';
const standingOf = async (address: string): Promise<string[]> => {
  const rows = await sql<
    { reason: string }[]
  >`SELECT reason FROM suppressions WHERE address = ${address} AND lifted_at IS NULL`;
  return rows.map(({ reason }) => reason);
};
/** Devices of one person, by id. */
const devices = async (count: number, kind: 'fcm' | 'apns' = 'fcm'): Promise<string[]> => {
  const rows = await sql<{ id: string }[]>`
    INSERT INTO push_tokens (person, kind, token_hash, sealed)
    SELECT ${sita}::int, ${kind}, decode(md5(n::text), 'hex'), '' FROM generate_series(1, ${count}::int) AS n RETURNING id`;
  return rows.map((row) => row.id);
};

describe('R-10.1 the suppression list', () => {
  it('holds an address with its evidence, per channel', async () => {
    const [email, sms] = [
      bounce('sita@example.com'),
      bounce('+9779800000000', { channel: 'sms', reason: 'unsubscribed', provider: 'twilio', code: '21610' }),
    ];
    expect(await suppress(sql, [email, sms])).toEqual({ added: [email, sms], braked: [] });
    const [listed, ...more] = await listSuppressions(sql, 'sita@example.com');
    // As PostgreSQL writes it: without the zeros at the end.
    expect({ ...listed, evidenceAt: new Date(listed?.evidenceAt ?? '').toISOString() }).toMatchObject(email);
    expect(more).toEqual([]);
  });

  it('is not longer when the same is said again, in one breath or later', async () => {
    const item = bounce('sita@example.com');
    expect((await suppress(sql, [item, { ...item, code: 'again' }])).added).toEqual([item]);
    expect((await suppress(sql, [{ ...item, evidenceAt: inMs(5_000) }])).added).toEqual([]);
    expect(await listSuppressions(sql, 'sita@example.com')).toHaveLength(1);
    expect(await suppress(sql, [])).toEqual({ added: [], braked: [] });
  });

  it('is one line though twenty say it at once', async () => {
    const item = bounce('sita@example.com');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => suppress(sql, [item, bounce('otto@example.com')])),
    );
    expect(answers.flatMap(({ added }) => added)).toHaveLength(2);
  });

  it('finds an address in whatever spelling', async () => {
    await suppress(sql, [bounce('sita@xn--bcher-kva.example'), bounce('+9779800000000', { channel: 'whatsapp' })]);
    expect(await listSuppressions(sql, ' Sita@Bücher.example ')).toHaveLength(1);
    expect(await listSuppressions(sql, '+977 980-000-0000')).toHaveLength(1);
    expect(await listSuppressions(sql, 'nobody')).toEqual([]);
  });

  it('can be lifted once, which is audited and names no address', async () => {
    await suppress(sql, [bounce('sita@example.com')]);
    const [{ id } = { id: '' }] = await listSuppressions(sql, 'sita@example.com');
    expect(await liftSuppression(sql, id, 'api key ERP')).toBe(true);
    expect(await liftSuppression(sql, id, 'api key ERP')).toBe(false);
    expect(await listSuppressions(sql, 'sita@example.com')).toEqual([]);
    expect(await sql`SELECT actor, action, subject, detail FROM audit_log`).toEqual([
      {
        actor: 'api key ERP',
        action: 'suppression_lifted',
        subject: id,
        detail: { channel: 'email', reason: 'hard_bounce' },
      },
    ]);
  });

  it('does not come back by evidence from before it was lifted, and does by newer', async () => {
    const old = bounce('sita@example.com', { evidenceAt: inMs(-60_000) });
    await suppress(sql, [old]);
    const [{ id } = { id: '' }] = await listSuppressions(sql, 'sita@example.com');
    await liftSuppression(sql, id, 'ops');
    expect((await suppress(sql, [old, { ...old, evidenceAt: inMs(-20_000) }])).added).toEqual([]);
    expect((await suppress(sql, [{ ...old, evidenceAt: inMs(60_000) }])).added).toHaveLength(1);
  });

  it('does not come back by old evidence that waited for the very statement that lifts it', async () => {
    const old = bounce('sita@example.com', { evidenceAt: inMs(-60_000) });
    await suppress(sql, [old]);
    let late: Promise<unknown> | undefined;
    await sql.begin(async (tx) => {
      await tx`UPDATE suppressions SET lifted_at = clock_timestamp()`;
      late = suppress(sql, [old]);
      // The late one has to be waiting for this transaction before it ends.
      for (let waits = 0; waits === 0; )
        [{ waits } = { waits: 0 }] = await tx<{ waits: number }[]>`
          SELECT count(*)::int AS waits FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
    });
    expect(await late).toEqual({ added: [], braked: [] });
    expect(await listSuppressions(sql, 'sita@example.com')).toEqual([]);
  });
});

const MARIA = '+9779800000001';
const at = (second: number): string => inMs((second - 100) * 1_000);
const says = (reason: NewSuppression['reason'], second: number) =>
  suppress(sql, [
    bounce(MARIA, { channel: 'sms', reason, code: `${reason} ${second}`, provider: 'twilio', evidenceAt: at(second) }),
  ]);
const start = (second: number) =>
  resumeAddresses(sql, [{ channel: 'sms', address: MARIA, provider: 'twilio', at: at(second) }]);
const standing = async () => (await listSuppressions(sql, MARIA)).map(({ code }) => code);

describe('R-10.1 what is said of an address, in whatever order it comes in', () => {
  it.each<[string, readonly (() => Promise<unknown>)[], readonly string[]]>([
    ['STOP, START', [() => says('unsubscribed', 1), () => start(2)], []],
    [
      'two STOPs, and a START of between them',
      [() => says('unsubscribed', 1), () => says('unsubscribed', 3), () => start(2)],
      ['unsubscribed 3'],
    ],
    [
      'a later STOP before an earlier one',
      [() => says('unsubscribed', 3), () => says('unsubscribed', 1), () => start(2)],
      ['unsubscribed 3'],
    ],
    [
      'a STOP of after the START, come in after it',
      [() => says('unsubscribed', 1), () => start(2), () => says('unsubscribed', 3)],
      ['unsubscribed 3'],
    ],
    [
      'the same STOP again after the START',
      [() => says('unsubscribed', 1), () => start(2), () => says('unsubscribed', 1)],
      [],
    ],
    [
      'STOP, bounce, START',
      [() => says('unsubscribed', 1), () => says('hard_bounce', 2), () => start(3)],
      ['hard_bounce 2'],
    ],
    [
      'bounce, STOP, START',
      [() => says('hard_bounce', 1), () => says('unsubscribed', 2), () => start(3)],
      ['hard_bounce 1'],
    ],
    [
      'STOP, an older complaint, START',
      [() => says('unsubscribed', 2), () => says('complaint', 1), () => start(3)],
      ['complaint 1'],
    ],
    ['bounce, complaint', [() => says('hard_bounce', 1), () => says('complaint', 2)], ['complaint 2']],
    ['complaint, bounce', [() => says('complaint', 1), () => says('hard_bounce', 2)], ['complaint 1']],
  ])('%s', async (_order, steps, stands) => {
    for (const step of steps) await step();
    expect(await standing()).toEqual(stands);
  });

  it('keeps what the person said under a stronger reason: whoever lifts that does not lift the STOP', async () => {
    const stop = (over: Partial<NewSuppression> = {}) => bounce(SITA, { reason: 'unsubscribed', ...over });
    const told: NewSuppression[][] = [
      [stop(), bounce(SITA, { evidenceAt: inMs(1) })],
      [bounce(SITA), stop({ evidenceAt: inMs(1) })],
    ];
    for (const [first, second] of told as [NewSuppression, NewSuppression][]) {
      await sql`TRUNCATE suppressions`;
      await suppress(sql, [first]);
      await suppress(sql, [second]);
      const [standing] = await listSuppressions(sql, SITA);
      expect(standing).toMatchObject({ reason: 'hard_bounce' });
      expect(await liftSuppression(sql, standing?.id ?? '', 'mia')).toBe(true);
      expect(await standingOf(SITA)).toEqual(['unsubscribed']);
    }
    await sql`TRUNCATE suppressions`;
    await suppress(sql, [stop(), bounce(SITA)]);
    const [both] = await listSuppressions(sql, SITA);
    await liftSuppression(sql, both?.id ?? '', 'mia');
    expect(await standingOf(SITA)).toEqual(['unsubscribed']);
  });

  it('START ends a STOP that lies under a bounce, and an old STOP does not bring it back', async () => {
    const stop = bounce(SITA, { reason: 'unsubscribed' });
    await suppress(sql, [stop]);
    await suppress(sql, [bounce(SITA, { evidenceAt: inMs(1) })]);
    await resumeAddresses(sql, [{ channel: 'email', address: SITA, provider: 'twilio', at: inMs(1_000) }]);
    expect(await standingOf(SITA)).toEqual(['hard_bounce']);
    expect(await sql`SELECT actor, detail ->> 'reason' AS reason FROM audit_log`).toEqual([
      { actor: 'twilio', reason: 'START' },
    ]);
    await suppress(sql, [stop]);
    const [standing] = (await listSuppressions(sql, SITA)).filter(({ reason }) => reason === 'hard_bounce');
    await liftSuppression(sql, standing?.id ?? '', 'mia');
    expect(await standingOf(SITA)).toEqual([]);
  });

  it('takes the strongest of one breath', async () => {
    const [stop, complaint] = (['unsubscribed', 'complaint'] as const).map((reason) =>
      bounce('sita@example.com', { reason }),
    );
    expect((await suppress(sql, [stop, complaint] as NewSuppression[])).added).toEqual([complaint]);
  });

  it('START for many in opposite orders lifts each once, audited', async () => {
    const numbers = Array.from({ length: 40 }, (_, n) => `+97798000001${String(n).padStart(2, '0')}`);
    await suppress(
      sql,
      numbers.map((address) => bounce(address, { channel: 'sms', reason: 'unsubscribed', evidenceAt: at(1) })),
    );
    const starts = numbers.map((address) => ({ channel: 'sms', address, provider: 'twilio', at: at(2) }) as const);
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => resumeAddresses(sql, n % 2 === 0 ? starts : [...starts].reverse())),
    );
    expect(await sql`SELECT FROM suppressions WHERE lifted_at IS NULL`).toHaveLength(0);
    const audits = await sql`SELECT DISTINCT actor, action, detail FROM audit_log`;
    expect(audits).toEqual([
      { actor: 'twilio', action: 'suppression_lifted', detail: { channel: 'sms', reason: 'START' } },
    ]);
    expect(await sql`SELECT FROM audit_log`).toHaveLength(40);
  });
});

describe('a push token that its vendor calls unregistered', () => {
  it('is given up only for what was said after it registered', async () => {
    const [phone = ''] = await devices(1);
    expect((await suppress(sql, [unregistered(phone, inMs(-60_000))])).added).toEqual([]);
    expect((await suppress(sql, [unregistered(phone)])).added).toHaveLength(1);
  });

  it('is not given up when the device has registered again since, or is gone', async () => {
    const phone = { kind: 'fcm', hash: randomBytes(32), sealed: randomBytes(40) } as const;
    const first = await registerPushToken(sql, sita, phone);
    const said = unregistered(first?.id ?? '', inMs(0));
    await registerPushToken(sql, sita, phone);
    expect((await suppress(sql, [said])).added).toEqual([]);
    await sql`DELETE FROM push_tokens`;
    expect((await suppress(sql, [{ ...said, evidenceAt: inMs(60_000) }])).added).toEqual([]);
  });

  it('stops at twenty of a kind within an hour: so many at once is a fault of ours', async () => {
    const phones = await devices(100);
    const first = await suppress(
      sql,
      phones.slice(0, 15).map((id) => unregistered(id)),
    );
    expect([first.added.length, first.braked.length]).toEqual([15, 0]);
    const second = await suppress(
      sql,
      phones.slice(10, 40).map((id) => unregistered(id)),
    );
    expect([second.added.length, second.braked.length]).toEqual([5, 20]);
    const [iphone = ''] = await devices(1, 'apns');
    const others = [unregistered(iphone, inMs(60_000), 'apns'), bounce('sita@example.com')];
    expect(await suppress(sql, others)).toEqual({ added: others, braked: [] });
  });

  it('stops at a tenth where there are many, and goes on an hour later', async () => {
    const phones = await devices(300);
    await sql`ANALYZE push_tokens`;
    const all = phones.slice(0, 40).map((id) => unregistered(id));
    expect((await suppress(sql, all)).added).toHaveLength(30);
    expect((await suppress(sql, all)).braked).toHaveLength(10);
    await sql`UPDATE suppressions SET created_at = created_at - interval '61 minutes'`;
    expect(await suppress(sql, all)).toMatchObject({ added: { length: 10 }, braked: [] });
  });

  it('does not pass the limit though many give up at once', async () => {
    const phones = await devices(100);
    const answers = await Promise.all(phones.map((id) => suppress(sql, [unregistered(id)])));
    expect(answers.flatMap(({ added }) => added)).toHaveLength(20);
    expect(answers.flatMap(({ braked }) => braked)).toHaveLength(80);
  });
});
