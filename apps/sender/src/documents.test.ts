import { failDocument, markDocumentReady, replayDeliveries, settleWaits } from '@crier/db';
import type { OutgoingEmail } from '@crier/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliver } from './deliver.js';
import { scriptedProvider, useSender } from './sender.test-support.js';

const sender = useSender();
beforeAll(async () => {
  await sender.start();
  await sender.openGates(['ses']);
});
afterAll(sender.stop);

const LONG_MS = 60_000;
const PAST_MS = -1;

/** A delivery that waits for its invoice, and a provider that keeps what it is given. */
const waiting = async (documentWaitMs: number) => {
  const id = await sender.seed({ type: 'invoice.issued', documentWaitMs });
  const [row] = await sender.sql()<
    { document: string }[]
  >`SELECT document_id AS document FROM deliveries WHERE id = ${id}`;
  const given: OutgoingEmail[] = [];
  const { provider } = scriptedProvider('ses');
  const send: typeof provider.send = (message, signal) => {
    given.push(message);
    return provider.send(message, signal);
  };
  const pass = () => deliver(sender.deps([{ ...provider, send }]), { id, stalled: 0 } as never);
  return { id, document: row?.document ?? '', given, pass };
};

describe('R-5.1 a message that needs a document', () => {
  it('goes back to wait while that is being made', async () => {
    const { id, given, pass } = await waiting(LONG_MS);
    const end = await pass();
    expect(end).toMatchObject({ kind: 'wait' });
    expect(end.kind === 'wait' && end.ms).toBeGreaterThan(LONG_MS / 2);
    expect(await sender.row(id)).toMatchObject({ state: 'waiting_document', attempts: 0 });
    expect(given).toEqual([]);
  });

  it('goes out with a link to it once it is there', async () => {
    const { id, document, given, pass } = await waiting(LONG_MS);
    await markDocumentReady(sender.sql(), { id: document, path: 'p', bytes: 1 });
    await settleWaits(sender.sql(), [document]);
    await pass();
    expect(await sender.row(id)).toMatchObject({ state: 'accepted' });
    expect(given.map(({ text }) => text)).toEqual([
      expect.stringContaining(`Read the invoice (PDF): https://in.example.com/d/${document}`),
    ]);
  });

  it('goes out too when whoever made it died before saying so, at the end of its wait', async () => {
    const { id, document, pass } = await waiting(PAST_MS);
    await markDocumentReady(sender.sql(), { id: document, path: 'p', bytes: 1 });
    await pass();
    expect(await sender.row(id)).toMatchObject({ state: 'accepted' });
  });

  it.each([
    ['is not there after the longest wait', async () => {}],
    ['could not be made', (id: string) => failDocument(sender.sql(), { id, attempts: 0, error: 'no lines' })],
  ])('R-5.2 is a dead letter when it %s, and a replay makes it anew', async (_what, fail) => {
    const { id, document, given, pass } = await waiting(PAST_MS);
    await fail(document);
    await pass();
    expect(await sender.row(id)).toMatchObject({ state: 'dead', reason: 'document_failed' });
    expect(given).toEqual([]);
    expect(await replayDeliveries(sender.sql(), [id], 'mia')).toMatchObject([{ id, waits: true }]);
    expect(await sender.row(id)).toMatchObject({ state: 'waiting_document' });
    await markDocumentReady(sender.sql(), { id: document, path: 'p', bytes: 1 });
    await settleWaits(sender.sql(), [document]);
    await pass();
    expect(await sender.row(id)).toMatchObject({ state: 'accepted' });
    expect(given).toHaveLength(1);
  });

  it('R-4.12 expires while it waits, and is not sent late', async () => {
    const id = await sender.seed({ type: 'invoice.issued', documentWaitMs: LONG_MS, expiresInMs: -1 });
    await deliver(sender.deps([scriptedProvider('ses').provider]), { id, stalled: 0 } as never);
    expect(await sender.row(id)).toMatchObject({ state: 'expired' });
  });
});
