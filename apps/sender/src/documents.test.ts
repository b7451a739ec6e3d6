import { failDocument, markDocumentReady, replayDeliveries, settleWaits } from '@crier/db';
import { DocumentMissing } from '@crier/documents';
import type { OutgoingEmail } from '@crier/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliver } from './deliver.js';
import { createDocumentFiles } from './document-files.js';
import { scriptedProvider, useSender } from './sender.test-support.js';
import type { SenderDeps } from './sender-deps.js';

const sender = useSender();
beforeAll(async () => {
  await sender.start();
  await sender.openGates(['ses']);
});
afterAll(sender.stop);

const settleAll = async (...waits: Parameters<typeof settleWaits>): Promise<void> => {
  for await (const _page of settleWaits(...waits));
};

const LONG_MS = 60_000;
const PAST_MS = -1;
const PATIENT = { patienceMs: 60_000, monotonicMs: () => 0 };

/** The types as they are shipped, but that the invoice's mail carries the invoice. */
const carrying = (deps: SenderDeps): SenderDeps => ({
  ...deps,
  typeOf: (name) => {
    const type = deps.typeOf(name);
    return (
      type && {
        ...type,
        manifest: { ...type.manifest, document: { kind: 'invoice', channels: ['email'], attach: true } },
      }
    );
  },
});

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
  const pass = (over: Partial<SenderDeps> = {}, change = (deps: SenderDeps) => deps, maxMessageBytes = 10_000_000) =>
    deliver(change(sender.deps([{ ...provider, maxMessageBytes, send }], over)), { id, stalled: 0 } as never);
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
    await settleAll(sender.sql(), [document]);
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
    [
      'could not be made',
      (id: string) => failDocument(sender.sql(), { id, attempts: 0, error: 'no lines', refused: true }),
    ],
  ])('R-5.2 is a dead letter when it %s, and a replay makes it anew', async (_what, fail) => {
    const { id, document, given, pass } = await waiting(PAST_MS);
    await fail(document);
    await pass();
    expect(await sender.row(id)).toMatchObject({ state: 'dead', reason: 'document_failed' });
    expect(given).toEqual([]);
    expect(await replayDeliveries(sender.sql(), [id], 'mia', { categories: new Map() })).toMatchObject([
      { id, waits: true },
    ]);
    expect(await sender.row(id)).toMatchObject({ state: 'waiting_document' });
    await markDocumentReady(sender.sql(), { id: document, path: 'p', bytes: 1 });
    await settleAll(sender.sql(), [document]);
    await pass();
    expect(await sender.row(id)).toMatchObject({ state: 'accepted' });
    expect(given).toHaveLength(1);
  });

  it('R-5.1 waits anew when the document is being made anew, and goes out once that is done', async () => {
    const { id, document, given, pass } = await waiting(LONG_MS);
    await markDocumentReady(sender.sql(), { id: document, path: 'p', bytes: 1 });
    await settleAll(sender.sql(), [document]);
    await sender.sql()`UPDATE documents SET state = 'pending' WHERE id = ${document}`;
    await sender.sql()`UPDATE deliveries SET expires_at = clock_timestamp() + interval '20 s' WHERE id = ${id}`;
    expect(await pass()).toEqual({ kind: 'done' });
    expect(await sender.row(id)).toMatchObject({ state: 'waiting_document', attempts: 0 });
    // Its wait ends when it expires, though the longest one would be over later.
    const [work] = await sender.sql()<{ ms: number }[]>`
      SELECT (extract(epoch FROM due_at - clock_timestamp()) * 1000)::float8 AS ms FROM work WHERE delivery_id = ${id}`;
    expect(work?.ms).toBeLessThanOrEqual(20_000);
    await markDocumentReady(sender.sql(), { id: document, path: 'p', bytes: 1 });
    await settleAll(sender.sql(), [document]);
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

describe('R-5.3 a mail that carries its document', () => {
  const file = { filename: 'invoice-INV-1.pdf', contentType: 'application/pdf', content: Buffer.alloc(3_000, 'x') };
  const ready = async () => {
    const one = await waiting(LONG_MS);
    await markDocumentReady(sender.sql(), { id: one.document, path: 'p', bytes: file.content.byteLength });
    await settleAll(sender.sql(), [one.document]);
    return one;
  };

  it('has the file, and the link as well', async () => {
    const { id, document, given, pass } = await ready();
    await pass({ documentFile: async (asked) => (asked === document ? file : undefined) }, carrying);
    expect(await sender.row(id)).toMatchObject({ state: 'accepted' });
    expect(given).toMatchObject([{ attachments: [file], text: expect.stringContaining(document) }]);
  });

  it('has the link only where a provider of the chain takes no mail of that size', async () => {
    const { id, given, pass } = await ready();
    await pass({ documentFile: async () => file }, carrying, 10_000);
    expect(await sender.row(id)).toMatchObject({ state: 'accepted' });
    expect(given).toMatchObject([{ attachments: [] }]);
  });

  it('waits, at no cost, while the store is away', async () => {
    const { id, given, pass } = await ready();
    const away = () => Promise.reject(new Error('connect ECONNREFUSED'));
    expect(await pass({ documentFile: away }, carrying)).toMatchObject({ kind: 'wait' });
    expect(await sender.row(id)).toMatchObject({ state: 'queued', attempts: 0 });
    await pass({ documentFile: async () => file }, carrying);
    expect(given).toMatchObject([{ attachments: [file] }]);
  });

  it('R-5.1 R-5.2 is not sent when the file is gone, and a replay makes the document anew', async () => {
    const { id, document, given, pass } = await ready();
    const gone = () => Promise.reject(new DocumentMissing('there is no p'));
    const documentFile = createDocumentFiles(sender.sql(), { read: gone }, PATIENT);
    await pass({ documentFile }, carrying);
    expect(await sender.row(id)).toMatchObject({ state: 'dead', reason: 'document_failed' });
    expect(given).toEqual([]);
    expect(await replayDeliveries(sender.sql(), [id], 'mia', { categories: new Map() })).toMatchObject([
      { waits: true },
    ]);
    await markDocumentReady(sender.sql(), { id: document, path: 'q', bytes: 1 });
    await settleAll(sender.sql(), [document]);
    const found = createDocumentFiles(sender.sql(), { read: async (path) => Buffer.from(path) }, PATIENT);
    await pass({ documentFile: found }, carrying);
    expect(given).toMatchObject([{ attachments: [{ content: Buffer.from('q'), contentType: 'application/pdf' }] }]);
  });

  it('waits no longer than for a document when the store never gives the file, as for what it may not list', async () => {
    const { id, pass } = await ready();
    let nowMs = 0;
    const forbidden = () => Promise.reject(new Error('AccessDenied'));
    const documentFile = createDocumentFiles(
      sender.sql(),
      { read: forbidden },
      { patienceMs: 1_000, monotonicMs: () => nowMs },
    );
    const [once, longAfter, inTime, late] = [0, 100_000, 100_999, 101_000];
    for (nowMs of [once, longAfter, inTime])
      expect(await pass({ documentFile }, carrying)).toMatchObject({ kind: 'wait' });
    nowMs = late;
    await pass({ documentFile }, carrying);
    expect(await sender.row(id)).toMatchObject({ state: 'dead', reason: 'document_failed', attempts: 0 });
  });

  it('R-5.1 is not sent when the file is not whole', async () => {
    const { id, given, pass } = await ready();
    const cut = createDocumentFiles(sender.sql(), { read: async () => file.content.subarray(0, 1_000) }, PATIENT);
    await pass({ documentFile: cut }, carrying);
    expect(await sender.row(id)).toMatchObject({ state: 'dead', reason: 'document_failed' });
    expect(given).toEqual([]);
  });

  it('is read once for all who get it at the same time, and again after a failure', async () => {
    const { document } = await ready();
    const reads: string[] = [];
    const read = async (path: string) => {
      reads.push(path);
      if (reads.length === 1) throw new Error('connect ECONNREFUSED');
      return file.content;
    };
    const files = createDocumentFiles(sender.sql(), { read }, PATIENT);
    await expect(files(document)).rejects.toThrow('ECONNREFUSED');
    const found = await Promise.all(Array.from({ length: 20 }, () => files(document)));
    expect(reads).toHaveLength(2);
    expect(found.every((one) => one?.filename.endsWith('.pdf'))).toBe(true);
  });
});
