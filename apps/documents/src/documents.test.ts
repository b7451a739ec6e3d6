import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { countOpenDeadLetters, readReadyDocument } from '@crier/db';
import { createLocalRenderer, documentPath } from '@crier/documents';
import { DEAD_LETTERS, queueDepth } from '@crier/queue';
import { until } from '@crier/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { scriptedRenderer, useDocuments } from './documents.test-support.js';

const world = useDocuments();
const local = createLocalRenderer({ size: 2, timeoutMs: 30_000 });
const QUICK = { attempts: 3, baseMs: 20, capMs: 40 };
let app: ReturnType<typeof world.run> | undefined;
beforeAll(world.start);
afterAll(async () => {
  await local.close();
  await world.stop();
});
afterEach(async () => {
  await app?.close();
  app = undefined;
  // Jobs of one test are not the next one's.
  await world.flush();
});

const settled = (eventId: string, state: string, count: number) =>
  until(async () => (await world.statesOf(eventId))[state] === count, { what: `${count} ${state}`, timeoutMs: 20_000 });

describe('R-5.1 a document', () => {
  it('is rendered once for all who wait for it, stored, and only then are they released', async () => {
    const { renderer, asked } = scriptedRenderer(local);
    app = world.run(renderer, QUICK);
    const { documentId, eventId, ids } = await world.seed(20);
    await Promise.all([world.enqueue([documentId]), world.enqueue([documentId])]);
    await settled(eventId, 'queued', 20);
    expect(asked.map(({ kind, locale, timezone }) => ({ kind, locale, timezone }))).toEqual([
      { kind: 'invoice', locale: 'en-IN', timezone: 'Asia/Kathmandu' },
    ]);
    const ready = await readReadyDocument(world.sql(), documentId);
    expect(ready?.path).toBe(documentPath(documentId));
    const file = await readFile(join(world.folder(), ready?.path ?? ''));
    expect(file.subarray(0, 5).toString()).toBe('%PDF-');
    expect(file.byteLength).toBe(ready?.bytes);
    await until(async () => (await queueDepth(world.queues().get('email.transactional'))) === ids.length, {
      what: 'jobs',
    });
  }, 60_000);

  it('R-8.6 is made although Redis has forgotten its job', async () => {
    const { renderer } = scriptedRenderer(local);
    const { documentId, eventId } = await world.seed(3);
    await world.enqueue([documentId]);
    await world.flush();
    app = world.run(renderer, QUICK);
    await settled(eventId, 'queued', 3);
  }, 60_000);
});

describe('R-5.2 a renderer that fails', () => {
  it('30 % of the time costs attempts and no message; nobody is released before the document is there', async () => {
    const { renderer, breakBy } = scriptedRenderer(local);
    breakBy((call) => (call % 3 === 1 ? new Error('the thread ended with 7') : undefined));
    const seeds = [];
    for (let n = 0; n < 10; n++) seeds.push(await world.seed(5));
    app = world.run(renderer, { attempts: 8, baseMs: 20, capMs: 40 });
    await world.enqueue(seeds.map(({ documentId }) => documentId));
    for (const { eventId } of seeds) await settled(eventId, 'queued', 5);
    const [early] = await world.sql()<{ n: number }[]>`
      SELECT count(*)::int AS n FROM work w JOIN deliveries d ON d.id = w.delivery_id JOIN documents t ON t.id = d.document_id
      WHERE d.state = 'queued' AND w.due_at < t.ready_at`;
    expect(early?.n).toBe(0);
  }, 60_000);

  it('always ends as one visible group when its attempts are used up, and sends nothing', async () => {
    const { renderer, asked, breakBy } = scriptedRenderer(local);
    breakBy(() => new Error('the thread ended with 7'));
    const { documentId, eventId } = await world.seed(12);
    app = world.run(renderer, QUICK);
    await world.enqueue([documentId]);
    await settled(eventId, 'dead', 12);
    expect(asked).toHaveLength(QUICK.attempts);
    expect(await countOpenDeadLetters(world.sql())).toContainEqual({ reason: 'document_failed', n: 12 });
    await until(async () => (await queueDepth(world.queues().get(DEAD_LETTERS))) === 12, {
      what: 'dead letters on show',
    });
    expect(await queueDepth(world.queues().get('email.transactional'))).toBe(0);
    await world.sql()`UPDATE dead_letters SET closed_at = now() WHERE event_id = ${eventId}`;
  }, 60_000);

  it('is not asked again for what the event can never give', async () => {
    const { renderer, asked } = scriptedRenderer(local);
    app = world.run(renderer, QUICK);
    const { documentId, eventId, ids } = await world.seed(2, { seller: { name: 'x' } });
    await world.enqueue([documentId]);
    await settled(eventId, 'dead', 2);
    expect(asked).toHaveLength(1);
    const [entry] = await world.sql()<{ code: string; message: string }[]>`
      SELECT code, message FROM attempts WHERE id = ${ids[0] as string}`;
    expect(entry).toMatchObject({ code: 'document_failed', message: expect.stringContaining('/data/buyer') });
  }, 60_000);
});

it('R-4.14 a stop in the middle costs no attempt, and the next worker makes the document', async () => {
  const { documentId, eventId } = await world.seed(2);
  let begun: () => void = () => {};
  const rendering = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const hangs = {
    render: (_: unknown, signal?: AbortSignal) =>
      new Promise<Uint8Array>((_resolve, reject) => {
        begun();
        signal?.addEventListener('abort', () => reject(new Error('stopped')));
      }),
    close: async () => {},
  };
  const stopped = world.run(hangs, QUICK);
  await world.enqueue([documentId]);
  await rendering;
  await stopped.close();
  const [row] = await world.sql()`SELECT state, attempts FROM documents WHERE id = ${documentId}`;
  expect(row).toEqual({ state: 'pending', attempts: 0 });
  app = world.run(scriptedRenderer(local).renderer, QUICK);
  await settled(eventId, 'queued', 2);
}, 60_000);
