import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { settingsSchema } from '@crier/domain';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentPath } from './document-path.js';
import { DocumentMissing, type DocumentStore } from './document-store.js';
import { createFileStore } from './file-store.js';
import { openStore } from './open-store.js';
import { createS3Store } from './s3-store.js';

const ID = '019ad3a5-14a0-8123-8abc-0123456789ab';
const PDF = new TextEncoder().encode('%PDF-1.7 one');
let folder: string;
let server: S3rver;
let s3Url: string;
let stores: Record<'file' | 's3', DocumentStore>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'documents-'));
  const configureBuckets = [{ name: 'papers', configs: [] }];
  server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory: join(folder, 's3'), configureBuckets });
  s3Url = `http://127.0.0.1:${(await server.run()).port}`;
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' });
  stores = {
    file: createFileStore(join(folder, 'file'), randomUUID),
    s3: createS3Store({
      bucket: 'papers',
      region: 'us-east-1',
      endpoint: s3Url,
      prefix: 'crier/',
      timeoutMs: 5_000,
    }),
  };
});
afterAll(async () => {
  for (const store of Object.values(stores)) store.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

it('gives a document one path, in the month of its event', () => {
  expect(documentPath(ID)).toBe('2025-11/019ad3a514a081238abc0123456789ab.pdf');
});

describe.each(['file', 's3'] as const)('R-5.1 the %s store', (name) => {
  it('gives back what was written, and the newer of two', async () => {
    const path = documentPath(ID);
    await stores[name].write(path, PDF);
    expect(Buffer.compare(await stores[name].read(path), PDF)).toBe(0);
    const newer = new TextEncoder().encode('%PDF-1.7 two');
    await stores[name].write(path, newer);
    expect(Buffer.compare(await stores[name].read(path), newer)).toBe(0);
  });

  it('says that there is none', async () => {
    await expect(stores[name].read(documentPath('019ad3a5-14a0-8123-8abc-000000000000'))).rejects.toThrow(
      DocumentMissing,
    );
  });

  it.each(['../../etc/passwd', '2026-11/../../x.pdf', '', 'a.pdf'])(
    'takes no path that is not its own: %j',
    async (path) => {
      await expect(stores[name].read(path)).rejects.toThrow('no path of a document');
      await expect(stores[name].write(path, PDF)).rejects.toThrow('no path of a document');
    },
  );
});

it.each(['file', 's3'] as const)('R-5.1 DOCUMENT_STORE=%s opens that store', async (name) => {
  const servers = { DATABASE_URL: 'postgres://h/d', REDIS_URL: 'redis://h' };
  const bucket = { S3_BUCKET: 'papers', S3_ENDPOINT: s3Url, S3_PREFIX: 'crier/' };
  const settings = settingsSchema.parse({ ...servers, ...bucket, DOCUMENT_STORE: name });
  const store = openStore(settings, join(folder, 'file'), randomUUID);
  const path = documentPath('019ad3a5-14a0-8123-8abc-0123456789aa');
  await store.write(path, PDF);
  expect(Buffer.compare(await stores[name].read(path), PDF)).toBe(0);
  store.close();
});

it('R-5.1 a file is whole or not there: many writers of one leave one, and nothing unfinished', async () => {
  const path = documentPath('019ad3a5-14a0-8123-8abc-0123456789ff');
  const contents = Array.from({ length: 20 }, (_, n) => Buffer.alloc(200_000, n + 1));
  const reads: Promise<unknown>[] = [];
  await Promise.all(
    contents.map(async (pdf) => {
      await stores.file.write(path, pdf);
      reads.push(stores.file.read(path).then((read) => expect(contents.some((one) => one.equals(read))).toBe(true)));
    }),
  );
  await Promise.all(reads);
  const left = await readdir(join(folder, 'file', '2025-11'));
  expect(left.filter((name) => !name.endsWith('.pdf'))).toEqual([]);
});
