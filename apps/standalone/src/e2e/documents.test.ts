import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Crier, example, person, startCrier } from './crier.test-support.js';
import { type Lambda, startLambda } from './lambda.test-support.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const SECRET = 'a secret of this test';
const INVOICES = 15;
/** A renderer that fails is tried again, each time later. */
const PATIENCE_MS = 120_000;

/** The shipped types, but that the mail of a goods receipt carries its note. */
const copyTypes = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'crier-types-'));
  cpSync(join(ROOT, 'templates'), folder, { recursive: true });
  const manifest = join(folder, 'goods_receipt.posted/manifest.json');
  const fields = JSON.parse(readFileSync(manifest, 'utf8'));
  writeFileSync(manifest, JSON.stringify({ ...fields, document: { ...fields.document, attach: true } }));
  return folder;
};

const types = copyTypes();
let lambda: Lambda;
let crier: Crier;
beforeAll(async () => {
  lambda = await startLambda();
  crier = await startCrier({
    env: {
      TEMPLATES_DIR: types,
      CRIER_LINK_SECRET: SECRET,
      PDF_LAMBDA_NAME: 'papers',
      PDF_LAMBDA_ENDPOINT: lambda.url,
      AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
      AWS_SECRET_ACCESS_KEY: 'secret',
      RETRY_BASE_MS: '20',
      ALERT_DEAD_LETTERS: '1000000',
      ALERT_FAILURE_PERCENT: '100',
    },
  });
});
afterAll(async () => {
  await crier.stop();
  await lambda.close();
  rmSync(types, { recursive: true });
});

let made = 0;
/** An invoice that was never issued before, for two people who read two languages. */
const invoice = () => {
  const base = example('invoice.issued');
  const id = `INV-${process.pid}-${made++}`;
  const recipients = ['en-IN', 'ne-NP'].map((locale) => person(`${id}-${locale}`.toLowerCase(), { locale }));
  return { ...base, entity: { ...base.entity, id }, occurredAt: new Date().toISOString(), recipients };
};
const post = async (count: number): Promise<string[]> => {
  const answers = await Promise.all(Array.from({ length: count }, () => crier.post(invoice())));
  return answers.map(({ status, json }) => {
    expect(status).toBe(202);
    return json.id as string;
  });
};
const settled = (ids: readonly string[], state: string) =>
  Promise.all(ids.map((id) => crier.settled(id, [state], PATIENCE_MS)));

/** Every message of these events: when it left, and when its document was there, in ms. */
const timesOf = async (events: readonly { deliveries: { key: string; id: string }[] }[]) =>
  Promise.all(
    events
      .flatMap(({ deliveries }) => deliveries)
      .map(async ({ key, id }) => {
        const { messages } = await crier.messages(`key=${key}`);
        const [row] = await crier.sql<{ ready: string }[]>`
          SELECT t.ready_at AS ready FROM deliveries d JOIN documents t ON t.id = d.document_id WHERE d.id = ${id}`;
        return { copies: messages.length, sentAt: Date.parse(messages[0]?.at), readyAt: Date.parse(row?.ready ?? '') };
      }),
  );

const replayGroup = () =>
  promisify(execFile)(
    process.execPath,
    ['apps/cli/bin/crier.js', 'dead', 'replay', '--reason', 'document_failed', '--json'],
    {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH ?? '',
        DATABASE_URL: crier.databaseUrl,
        REDIS_URL: crier.redisUrl,
        CRIER_LINK_SECRET: SECRET,
      },
    },
  );

describe('a mail and its document', { timeout: 3 * PATIENCE_MS }, () => {
  it('R-5.1 R-5.3 the mail’s link opens the PDF, each reader’s in their own language, and nobody else’s opens it', async () => {
    const [id] = await post(1);
    const [event] = await settled([id as string], 'accepted');
    const links = await Promise.all(
      event.deliveries.map(async ({ key }: { key: string }) => {
        const { messages } = await crier.messages(`key=${key}`);
        return /https?:\/\/\S+\/documents\/\S+/.exec(messages[0].text)?.[0] ?? '';
      }),
    );
    const answers = await Promise.all(links.map((link) => fetch(link)));
    for (const answer of answers) {
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      expect(answer.headers.get('content-disposition')).toContain(event.entity.id);
      expect(
        Buffer.from(await answer.arrayBuffer())
          .subarray(0, 5)
          .toString(),
      ).toBe('%PDF-');
    }
    const [one, other] = links.map((link) => new URL(link));
    expect(one?.pathname).not.toBe(other?.pathname);
    expect((await fetch(`${one?.origin}${one?.pathname}${other?.search}`)).status).toBeGreaterThanOrEqual(400);
  });

  it('R-5.3 a mail carries its document where the manifest says so, through each provider', async () => {
    const post = async (id: string, number: string) => {
      const base = example('goods_receipt.posted');
      const now = { entity: { ...base.entity, id: number }, occurredAt: new Date().toISOString() };
      return (await crier.post({ ...base, ...now, recipients: [person(id)] })).json.id as string;
    };
    const first = await post('carried', 'GR-1');
    const [{ deliveries }] = await settled([first], 'accepted');
    await crier.fault({ provider: 'ses', mode: 'throttle', to: 'other@example.com' });
    const second = await post('other', 'GR-2');
    const [other] = await settled([second], 'accepted');
    await crier.clearFaults();
    expect([deliveries[0].provider, other.deliveries[0].provider]).toEqual(['ses', 'sendgrid']);
    for (const [{ key }, eventId, number] of [
      [deliveries[0], first, 'GR-1'],
      [other.deliveries[0], second, 'GR-2'],
    ]) {
      const { messages } = await crier.messages(`key=${key}`);
      const [document] = await crier.sql`SELECT bytes FROM documents WHERE event_id = ${eventId}`;
      expect(messages[0].attachments).toEqual([
        {
          filename: `goods-receipt-note-${number}.pdf`,
          contentType: 'application/pdf',
          bytes: document?.bytes,
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      ]);
    }
  });

  it('R-5.1 with a renderer that fails 30 % of the time every mail goes, once, and none before its document is there', async () => {
    lambda.failWhen((call) => call % 10 < 3);
    const events = await settled(await post(INVOICES), 'accepted');
    const times = await timesOf(events);
    expect(times).toHaveLength(2 * INVOICES);
    for (const { copies, sentAt, readyAt } of times) {
      expect(copies).toBe(1);
      expect(sentAt).toBeGreaterThanOrEqual(readyAt);
    }
  });

  it('R-5.2 with a renderer that always fails no mail goes before it is repaired; they are one group, and one replay sends each once', async () => {
    lambda.failWhen(() => true);
    const ids = await post(INVOICES);
    const dead = await settled(ids, 'dead');
    for (const { deliveries } of dead)
      for (const { reason, key } of deliveries) {
        expect(reason).toBe('document_failed');
        expect((await crier.messages(`key=${key}`)).total).toBe(0);
      }
    const open =
      await crier.sql`SELECT reason, count(*)::int AS n FROM dead_letters WHERE closed_at IS NULL GROUP BY reason`;
    expect(open).toEqual([{ reason: 'document_failed', n: 2 * INVOICES }]);
    lambda.failWhen(() => false);
    const repairedAt = Date.now();
    expect(JSON.parse((await replayGroup()).stdout)).toEqual({ replayed: 2 * INVOICES, left: {} });
    for (const { copies, sentAt, readyAt } of await timesOf(await settled(ids, 'accepted'))) {
      expect(copies).toBe(1);
      expect(sentAt).toBeGreaterThanOrEqual(readyAt);
      expect(sentAt).toBeGreaterThanOrEqual(repairedAt);
    }
  });
});
