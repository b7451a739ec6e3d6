import { until } from '@crier/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Crier, order, person, startCrier } from './crier.test-support.js';

let crier: Crier;
beforeAll(async () => {
  crier = await startCrier({
    env: { RETRY_BASE_MS: '20', RETRY_CAP_MS: '100', PROVIDER_PROBE_MS: '300', SES_BREAKER_COOLDOWN_MS: '500' },
  });
});
afterEach(() => crier.clearFaults());
afterAll(() => crier.stop());

/** More than the whole retry horizon: windows of 20, 40, 80, 100 and 100 ms. */
const HORIZON_MS = 340;

const people = (name: string, n: number) => Array.from({ length: n }, (_, i) => person(`${name}-${i}`));
const post = async (name: string, n: number): Promise<string> =>
  (await crier.post(order(people(name, n)))).json.id as string;
const states = async (id: string) => {
  const rows = await crier.sql<{ state: string; n: number }[]>`
    SELECT state, count(*)::int AS n FROM deliveries WHERE event_id = ${id} GROUP BY state`;
  return Object.fromEntries(rows.map((row) => [row.state, row.n]));
};
const sentBy = async (provider: string) => (await crier.messages(`provider=${provider}&limit=1`)).total;
/** After a pause or an open breaker: sends until this provider takes one. */
const whenUsed = async (provider: string) => {
  const before = await sentBy(provider);
  await until(
    async () => {
      await crier.settled(await post(`probe-${Date.now()}`, 1), ['accepted']);
      return (await sentBy(provider)) > before;
    },
    { what: `${provider} to be used again`, timeoutMs: 20_000 },
  );
};
const incident = async (rule: string, subject: string) => {
  const [row] = await crier.sql<{ open: boolean }[]>`
    SELECT closed_at IS NULL AS open FROM incidents WHERE rule = ${rule} AND subject = ${subject} ORDER BY n DESC LIMIT 1`;
  return row;
};

describe('R-4.7 a revoked key', () => {
  it('for longer than the whole retry horizon: no dead letter, an alert, and all is delivered after the repair', async () => {
    for (const provider of ['ses', 'sendgrid']) await crier.fault({ provider, mode: 'auth' });
    const id = await post('revoked', 200);
    await until(async () => (await incident('provider_credentials_refused', 'sendgrid'))?.open, {
      what: 'the alert',
      timeoutMs: 60_000,
    });
    expect(await incident('provider_credentials_refused', 'ses')).toEqual({ open: true });
    await new Promise((resolve) => setTimeout(resolve, HORIZON_MS * 5));
    const during = await states(id);
    expect(during.dead).toBeUndefined();
    expect(during.accepted).toBeUndefined();
    await crier.clearFaults();
    await crier.settled(id, ['accepted'], 60_000);
    const [row] = await crier.sql<
      { most: number }[]
    >`SELECT max(attempts)::int AS most FROM deliveries WHERE event_id = ${id}`;
    expect(row?.most).toBe(1);
    await whenUsed('ses');
    for (const provider of ['ses', 'sendgrid'])
      await until(async () => (await incident('provider_credentials_refused', provider))?.open === false, {
        what: `the recovery of ${provider}`,
      });
    const audit =
      await crier.sql`SELECT action FROM audit_log WHERE subject = 'provider_credentials_refused ses' ORDER BY n`;
    expect(audit.map((entry) => entry.action)).toEqual(['incident.open', 'incident.close']);
  }, 90_000);

  it('of the first provider only is not even noticed by the recipients', async () => {
    await crier.fault({ provider: 'ses', mode: 'auth' });
    const before = await sentBy('sendgrid');
    const id = await post('half', 30);
    await crier.settled(id, ['accepted']);
    expect((await sentBy('sendgrid')) - before).toBe(30);
    await crier.clearFaults();
    await whenUsed('ses');
  });
});

describe('R-4.10 the breaker', () => {
  it('stays closed over 100 bad addresses in a row', async () => {
    await crier.fault({ provider: 'ses', mode: 'reject', count: 100 });
    const id = await post('bad', 100);
    await crier.settled(id, ['dead'], 30_000);
    expect(await crier.redis.hget('{crier:gate:ses}', 'open')).toBeNull();
    expect(await incident('breaker_open', 'ses')).toBeUndefined();
  }, 60_000);

  it('opens over a provider that is down, whose work the next one does, and closes when it is back', async () => {
    await crier.fault({ provider: 'ses', mode: 'error', status: 503 });
    const id = await post('down', 100);
    await crier.settled(id, ['accepted'], 30_000);
    await until(async () => (await incident('breaker_open', 'ses'))?.open, { what: 'the breaker to be told' });
    await crier.clearFaults();
    await whenUsed('ses');
    await until(async () => (await incident('breaker_open', 'ses'))?.open === false, {
      what: 'the recovery to be told',
    });
  }, 90_000);
});
