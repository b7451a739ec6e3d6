import { keyOf } from '@crier/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliver } from './deliver.js';
import {
  BAD_ADDRESS,
  NO_CREDENTIALS,
  refusal,
  SILENCE,
  says,
  scriptedProvider,
  takes,
  takesAndSays,
  useSender,
  WITHOUT_ID,
} from './sender.test-support.js';
import type { SenderDeps } from './sender-deps.js';

const sender = useSender();
let ses: ReturnType<typeof scriptedProvider>;
let sendgrid: ReturnType<typeof scriptedProvider>;
beforeAll(sender.start);
afterAll(sender.stop);
beforeEach(async () => {
  ses = scriptedProvider('ses');
  sendgrid = scriptedProvider('sendgrid');
  await sender.redis().del('{crier:gate:ses}', '{crier:gate:sendgrid}');
  await sender.openGates(['ses', 'sendgrid']);
});

const deps = (over: Partial<SenderDeps> = {}) => sender.deps([ses.provider, sendgrid.provider], over);
const run = (id: string, over: Partial<SenderDeps> = {}) => deliver(deps(over), { id, stalled: 0 });
const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const copies = (id: string) => [ses.copies(keyOf(id)), sendgrid.copies(keyOf(id))];

describe('R-4.6 the chain', () => {
  it('asks the first provider, and the second only when the first has proved not to have taken it', async () => {
    const id = await sender.seed();
    expect(await run(id)).toEqual({ kind: 'done' });
    expect([ses.provider.calls(), sendgrid.provider.calls()]).toEqual([1, 0]);
    expect(await sender.row(id)).toMatchObject({ state: 'accepted', provider: 'ses', attempts: 1 });
  });

  it.each([
    ['a 503', refusal()],
    ['throttling', refusal({ code: 'Throttling', status: 400, deadReason: 'throttled' })],
    ['a connection that was never there', refusal({ code: 'ECONNREFUSED', status: undefined })],
    ['our credentials', NO_CREDENTIALS],
  ])('R-4.9a %s falls over at once, in the same attempt, and each call is in the log', async (_what, answer) => {
    const id = await sender.seed();
    ses.script(keyOf(id), [says(answer)]);
    expect(await run(id)).toEqual({ kind: 'done' });
    expect(await sender.row(id)).toMatchObject({ state: 'accepted', provider: 'sendgrid', attempts: 1, resends: 0 });
    const result = answer.kind === 'refused' ? answer.failure : '';
    expect(await sender.log(id)).toEqual([`ses ${result}`, 'sendgrid accepted']);
    expect(copies(id)).toEqual([0, 1]);
  });

  it('R-4.9 silence is unknown and never falls over', async () => {
    const id = await sender.seed();
    ses.script(keyOf(id), [takesAndSays(SILENCE)]);
    await run(id);
    expect(await sender.row(id)).toMatchObject({ state: 'unknown', provider: 'ses' });
    expect(sendgrid.provider.calls()).toBe(0);
  });

  it.each([
    ['a moment ago', 1_000, 'unknown'],
    ['nobody', 0, 'unknown'],
    ['for long', 3_600_000, 'accepted'],
    ['never', undefined, 'accepted'],
  ])(
    'R-4.9 at the end of its window it waits on while what was said of it is still to be heard: callbacks taken %s',
    async (_who, listeningMs, state) => {
      const id = await sender.seed();
      const over = { reconcileWindowMs: 600_000, listeningMs: async () => listeningMs };
      ses.script(keyOf(id), [takesAndSays(SILENCE)]);
      await run(id, over);
      await sender.sql()`UPDATE work SET due_at = now() WHERE delivery_id = ${id}`;
      await run(id, over);
      if (state === 'accepted') await run(id, over);
      expect(await sender.row(id)).toMatchObject({ state });
      await sender.sql()`UPDATE work SET due_at = now() - interval '10 minutes' WHERE delivery_id = ${id}`;
      for (let pass = 0; pass < 2; pass++) await run(id, over);
      expect(await sender.row(id)).toMatchObject({ state: 'accepted' });
    },
  );

  it.each([
    [15_000, 'accepted'],
    [60_000, 'unknown'],
  ])('R-4.9 callbacks taken for 20 s again: a provider that repeats within %i ms leaves it %s', async (ms, state) => {
    const id = await sender.seed();
    const brief = { ...ses.provider, callbacksRepeatedWithinMs: ms };
    const over = { reconcileWindowMs: 600_000, listeningMs: async () => 20_000 };
    const again = () => deliver(sender.deps([brief, sendgrid.provider], over), { id, stalled: 0 });
    ses.script(keyOf(id), [takesAndSays(SILENCE)]);
    await again();
    await sender.sql()`UPDATE work SET due_at = now() WHERE delivery_id = ${id}`;
    for (let pass = 0; pass < 2; pass++) await again();
    expect(await sender.row(id)).toMatchObject({ state });
  });

  it('R-4.9a an answer without a message id falls over at once, and the record admits the second copy', async () => {
    const id = await sender.seed();
    ses.script(keyOf(id), [takesAndSays(WITHOUT_ID)]);
    await run(id);
    expect(copies(id)).toEqual([1, 1]);
    expect(await sender.row(id)).toMatchObject({ state: 'accepted', resends: 1 });
    expect(await sender.log(id)).toEqual(['ses accepted_without_id', 'sendgrid accepted']);
  });

  it('R-4.7 what the first refuses for good is not tried with the second', async () => {
    const id = await sender.seed();
    ses.script(keyOf(id), [says(BAD_ADDRESS)]);
    expect((await run(id)).kind).toBe('fail');
    expect(await sender.row(id)).toMatchObject({ state: 'dead', reason: 'bad_address' });
    expect(sendgrid.provider.calls()).toBe(0);
  });

  it('R-4.8 one pass through the chain is one attempt, and the longest Retry-After is the floor', async () => {
    const id = await sender.seed();
    ses.script(keyOf(id), [says(refusal({ retryAfterMs: 5_000 }))]);
    sendgrid.script(keyOf(id), [says(refusal({ retryAfterMs: 0 }))]);
    const end = await run(id);
    expect(end).toMatchObject({ kind: 'retry' });
    expect((end as { delayMs: number }).delayMs).toBeGreaterThanOrEqual(5_000);
    expect(await sender.row(id)).toMatchObject({ state: 'retrying', attempts: 1 });
  });

  it('R-4.8 after the last attempt it is dead, with the reason of the last passing failure', async () => {
    const id = await sender.seed();
    const retry = { attempts: 1, baseMs: 1, capMs: 1 };
    ses.script(keyOf(id), [says(refusal({ deadReason: 'throttled' }))]);
    sendgrid.script(keyOf(id), [says(NO_CREDENTIALS)]);
    await run(id, { retry });
    expect(await sender.row(id)).toMatchObject({ state: 'dead', reason: 'throttled', attempts: 1 });
    expect(await sender.log(id)).toEqual(['ses transient', 'sendgrid configuration']);
  });
});

describe('R-4.7 a refused configuration', () => {
  it('of all providers uses no attempt, tells of each, and pauses them for everybody', async () => {
    const refused: string[] = [];
    const over = { onRefused: (provider: string) => void refused.push(provider), probeMs: 5_000 };
    for (const provider of [ses, sendgrid]) provider.always(says(NO_CREDENTIALS));
    const [first, second] = [await sender.seed(), await sender.seed()];
    expect((await run(first, over)).kind).toBe('wait');
    expect(await sender.row(first)).toMatchObject({ state: 'retrying', attempts: 0 });
    expect(refused).toEqual(['ses', 'sendgrid']);
    const calls = ses.provider.calls() + sendgrid.provider.calls();
    expect((await run(second)).kind).toBe('wait');
    expect(await sender.row(second)).toMatchObject({ state: 'queued', attempts: 0 });
    expect(ses.provider.calls() + sendgrid.provider.calls()).toBe(calls);
  });
});

describe('R-4.7 a paused provider that is not the first', () => {
  it('is tried with a real message when its probe is due, which goes on along the chain if it is refused', async () => {
    const here = deps();
    ses.always(says(refusal()));
    sendgrid.always(says(NO_CREDENTIALS));
    await deliver(here, { id: await sender.seed(), stalled: 0 });
    ses.always(takes);
    const gate = here.chain[1]?.gate;
    await expect.poll(() => gate?.probeDue()).toBe(true);
    const refused = await sender.seed();
    await deliver(here, { id: refused, stalled: 0 });
    expect(await sender.log(refused)).toEqual(['sendgrid configuration', 'ses accepted']);
    sendgrid.always(takes);
    await expect.poll(() => gate?.probeDue()).toBe(true);
    const probe = await sender.seed();
    await deliver(here, { id: probe, stalled: 0 });
    expect(await sender.log(probe)).toEqual(['sendgrid accepted']);
    await expect.poll(() => gate?.probeDue()).toBe(false);
    const after = await sender.seed();
    await deliver(here, { id: after, stalled: 0 });
    expect(await sender.log(after)).toEqual(['ses accepted']);
  });
});

describe('R-4.10 an open breaker', () => {
  const openBreaker = async (name: string) =>
    sender.redis().hset(`{crier:gate:${name}}`, 'open', String(Date.now() * 1_000 + 60_000_000), 'epoch', '1');

  it('lets the work move to the next provider', async () => {
    await openBreaker('ses');
    const id = await sender.seed();
    await run(id);
    expect(await sender.row(id)).toMatchObject({ state: 'accepted', provider: 'sendgrid' });
    expect(ses.provider.calls()).toBe(0);
  });

  it('of every provider makes it wait: no attempt used, no claim left, the row as it was', async () => {
    await openBreaker('ses');
    await openBreaker('sendgrid');
    const id = await sender.seed();
    const end = await run(id);
    expect(end).toMatchObject({ kind: 'wait' });
    expect(await sender.row(id)).toMatchObject({ state: 'queued', attempts: 0 });
    expect(await sender.redis().keys(`*:claim:${id}`)).toEqual([]);
  });

  it('R-4.12 ends what expires meanwhile, and never sends it', async () => {
    await openBreaker('ses');
    await openBreaker('sendgrid');
    const id = await sender.seed({ expiresInMs: 50 });
    await run(id);
    await rest(60);
    await sender.openGates(['ses', 'sendgrid']);
    expect(await run(id)).toEqual({ kind: 'done' });
    expect(await sender.row(id)).toMatchObject({ state: 'expired' });
    expect(copies(id)).toEqual([0, 0]);
  });

  it('is opened by silence and 5xx of the whole fleet, and not by 4xx', async () => {
    const gates = deps();
    const chain = gates.chain.map((link) => ({ ...link }));
    ses.always(says(BAD_ADDRESS));
    for (let i = 0; i < 3; i++) await deliver({ ...gates, chain }, { id: await sender.seed(), stalled: 0 });
    expect(await sender.redis().hget('{crier:gate:ses}', 'fails')).toBeNull();
    ses.always(takesAndSays(SILENCE));
    for (let i = 0; i < 3; i++) await deliver({ ...gates, chain }, { id: await sender.seed(), stalled: 0 });
    await expect.poll(() => sender.redis().hget('{crier:gate:ses}', 'fails')).toBe('3');
    ses.always(takes);
  });
});

describe('R-4.11 a wait for a slot', () => {
  it('asks again whether it has expired when its turn comes', async () => {
    const id = await sender.seed({ expiresInMs: 250 });
    await sender.redis().hset('{crier:gate:ses}', 'quiet', String((Date.now() + 450) * 1_000));
    expect(await run(id)).toEqual({ kind: 'done' });
    expect(await sender.row(id)).toMatchObject({ state: 'expired' });
    expect(ses.provider.calls()).toBe(0);
  });

  it('that is long gives the claim back and keeps the pace, and does not turn to the next provider', async () => {
    const id = await sender.seed();
    await sender.redis().hset('{crier:gate:ses}', 'quiet', String((Date.now() + 10_000) * 1_000));
    expect((await run(id)).kind).toBe('paced');
    expect(await sender.row(id)).toMatchObject({ state: 'queued', attempts: 0 });
    expect(await sender.redis().keys(`*:claim:${id}`)).toEqual([]);
    expect(sendgrid.provider.calls()).toBe(0);
  });
});

describe('R-4.11 a second provider without a slot', () => {
  it('is waited for: the pass uses no attempt, however often it comes to that', async () => {
    const id = await sender.seed();
    ses.always(says(refusal({ code: 'Throttling', status: 400, deadReason: 'throttled' })));
    await sender.redis().hset('{crier:gate:sendgrid}', 'quiet', String((Date.now() + 60_000) * 1_000));
    for (let pass = 0; pass < 7; pass++) {
      expect((await run(id)).kind).toBe('wait');
      expect(await sender.row(id)).toMatchObject({ state: 'retrying', attempts: 0 });
      await sender.sql()`UPDATE work SET due_at = now() WHERE delivery_id = ${id}`;
    }
    await sender.redis().hdel('{crier:gate:sendgrid}', 'quiet');
    expect(await run(id)).toEqual({ kind: 'done' });
    expect(await sender.row(id)).toMatchObject({ state: 'accepted', provider: 'sendgrid', attempts: 1 });
  });
});

describe('R-4.12 what expires during the first call', () => {
  it('never reaches the second provider', async () => {
    const tooLate = Date.now() + 2_000;
    const id = await sender.seed({ expiresInMs: 2_000 });
    const slow = { ...ses.provider, send: () => rest(tooLate - Date.now() + 50).then(() => refusal()) };
    const here = sender.deps([slow, sendgrid.provider]);
    expect(await deliver(here, { id, stalled: 0 })).toEqual({ kind: 'done' });
    expect(await sender.row(id)).toMatchObject({ state: 'expired', reason: 'expired' });
    expect(sendgrid.provider.calls()).toBe(0);
    expect(await sender.log(id)).toEqual(['ses transient']);
  });
});

describe('R-8.1 R-8.3 a copy that the provider took back', () => {
  it('is sent again when it is replayed, although Redis remembers the first', async () => {
    const id = await sender.seed();
    await run(id);
    const { providerMessageId } = (await deps().record.load(id))?.delivery ?? {};
    await sender.sql()`UPDATE deliveries SET state = 'queued', reason = NULL, attempts = 0 WHERE id = ${id}`;
    await sender.sql()`INSERT INTO work (delivery_id, channel, lane) VALUES (${id}, 'email', 'critical')`;
    expect(await deps().claims.findMark(id)).toEqual({ provider: 'ses', messageId: providerMessageId });
    expect(await run(id)).toEqual({ kind: 'done' });
    expect(copies(id)).toEqual([2, 0]);
    const after = (await deps().record.load(id))?.delivery;
    expect(after).toMatchObject({ state: 'accepted' });
    expect(after?.providerMessageId).not.toBe(providerMessageId);
  });
});

describe('R-4.3 a delivery that another worker is sending', () => {
  it('is waited for until its lease ends, and is not done', async () => {
    const id = await sender.seed();
    const token = crypto.randomUUID();
    const item = { id, token, templateVersion: 'v', provider: 'ses', logSeq: 0 };
    await deps().record.beginSending(item);
    const end = await run(id);
    expect(end.kind).toBe('wait');
    expect((end as { ms: number }).ms).toBeGreaterThan(500);
    expect(ses.provider.calls()).toBe(0);
    expect(await sender.row(id)).toMatchObject({ state: 'sending', attempts: 1 });
  });

  it('R-4.4 of twenty workers at once one sends', async () => {
    const id = await sender.seed();
    await Promise.all(Array.from({ length: 20 }, () => run(id)));
    expect(copies(id)).toEqual([1, 0]);
    expect(await sender.row(id)).toMatchObject({ state: 'accepted', attempts: 1 });
  });
});

describe('R-6.2 what is said during a call', () => {
  it.each([
    ['an erasure', 'cancelled', (id: string) => sender.sql()`UPDATE deliveries SET address = NULL WHERE id = ${id}`],
    [
      'a suppression',
      'suppression_list',
      (id: string) => sender.sql()`
        INSERT INTO suppressions (channel, address, reason, evidence_at)
        SELECT channel, address, 'hard_bounce', now() FROM deliveries WHERE id = ${id}`,
    ],
  ])('%s keeps the next provider from being called', async (_what, reason, say) => {
    const [ses, sendgrid] = [scriptedProvider('ses'), scriptedProvider('sendgrid')];
    const id = await sender.seed({ address: `late-${reason}@example.com` });
    ses.always(says(refusal()));
    const { send } = ses.provider;
    const provider = {
      ...ses.provider,
      send: async (...args: Parameters<typeof send>) => {
        await say(id);
        return send(...args);
      },
    };
    await deliver(sender.deps([provider, sendgrid.provider]), { id, stalled: 0 });
    expect(sendgrid.provider.calls()).toBe(0);
    expect(await sender.row(id)).toMatchObject({ state: 'suppressed', reason });
    expect(await sender.log(id)).toContain('ses transient');
  });
});
