import { rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { eraseRecipient, loadDocument } from '@crier/db';
import { createS3Store, documentPath } from '@crier/documents';
import { documentLink, preferencesLink } from '@crier/domain';
import { createLogger } from '@crier/runtime';
import { beforeEach, describe, expect, it } from 'vitest';
import { SECRETS, useInbox } from '../use-inbox.test-support.js';
import { type DocumentSeed, PDF, seedDocument } from './seed-document.test-support.js';

const lines: string[] = [];
const log = createLogger({ name: 'inbox', level: 'trace' }, { write: (line) => void lines.push(line) });
const inbox = useInbox({ log });
const nowhere = { bucket: 'papers', region: 'us-east-1', endpoint: 'http://127.0.0.1:9', prefix: '', timeoutMs: 500 };
Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' });
const cutOff = useInbox({ log, documents: createS3Store(nowhere) });
beforeEach(() => {
  lines.length = 0;
});

const below = (href: string): string => {
  const url = new URL(href);
  return url.pathname + url.search;
};
const linkTo = async (documentId: string, ttlMs = 60_000, recipient = 'u-1', of = inbox): Promise<string> => {
  const person = await of.personOf(recipient);
  return below(documentLink(SECRETS, of.url(), { documentId, person }, Date.now() + ttlMs));
};
const seed = (change?: DocumentSeed) => seedDocument(inbox.sql(), inbox.documents(), change);
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const PROGRAM = { accept: 'application/json' };

describe('R-5.3 the link to a document', () => {
  it('shows the PDF, by a name to keep it under; for its reader only, and told to nobody', async () => {
    const answer = await inbox.call(await linkTo(await seed()), { headers: BROWSER });
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(PDF.byteLength),
      'content-disposition': 'inline; filename="purchase-order-PO-4482.pdf"',
      'cache-control': 'private',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(PDF.equals(Buffer.from(await answer.arrayBuffer()))).toBe(true);
  });

  it.each([
    ['PO/44"82\r\nX-Evil: 1', 'inline; filename="purchase-order-PO-44-82-X-Evil-1.pdf"'],
    // RFC 8187: whoever doesn't read the second form has the first.
    [
      'आदेश-४४',
      `inline; filename="purchase-order-_-_.pdf"; filename*=UTF-8''${encodeURIComponent('purchase-order-आदेश-४४.pdf')}`,
    ],
  ])('names the file whatever the entity is called: %j', async (entityId, disposition) => {
    const answer = await inbox.call(await linkTo(await seed({ entityId })));
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([200, disposition]);
  });

  it('opened by programs again and again, also by HEAD, changes nothing', async () => {
    const id = await seed();
    const link = await linkTo(id);
    const rows = () => inbox.sql()`SELECT * FROM documents WHERE id = ${id}`;
    const before = await rows();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => inbox.call(link, { method: n % 2 === 0 ? 'HEAD' : 'GET' })),
    );
    for (const [n, answer] of answers.entries()) {
      expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(PDF.byteLength)]);
      expect((await answer.arrayBuffer()).byteLength).toBe(n % 2 === 0 ? 0 : PDF.byteLength);
    }
    expect(await rows()).toEqual(before);
    for (const method of ['POST', 'PUT', 'DELETE']) expect((await inbox.call(link, { method })).status).toBe(404);
    expect(await rows()).toEqual(before);
  });
});

describe('R-5.3 a link that opens nothing says so', () => {
  const refused = async (link: string, title: string) => {
    const page = await inbox.call(link, { headers: BROWSER });
    expect([page.status, page.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain(`<h1>${title}</h1>`);
    const problem = await inbox.call(link, { headers: PROGRAM });
    expect(problem.headers.get('content-type')).toContain('application/problem+json');
    expect(await problem.json()).toMatchObject({ status: 403, code: 'forbidden' });
    expect(page.headers.get('cache-control')).toBe('no-store');
  };

  it('when its time is over', async () => {
    const link = await linkTo(await seed());
    inbox.passMs(60_000);
    await refused(link, 'This link has expired');
  });

  it('when it was cut or altered, is of another purpose, another document or another secret', async () => {
    const [id, other] = [await seed(), await seed()];
    const good = await linkTo(id);
    const person = await inbox.personOf('u-1');
    const until = Date.now() + 60_000;
    const token = new URL(preferencesLink(SECRETS, inbox.url(), person, until)).search;
    const foreign = documentLink(['not ours'], inbox.url(), { documentId: id, person }, until);
    const links = [
      good.slice(0, -2),
      good.replace('token=', 'token=x'),
      good.replace(/\?.*/, ''),
      good.replace(/\?.*/, token),
      below(foreign),
      (await linkTo(other)).replace(other.replaceAll('-', ''), id.replaceAll('-', '')),
      good.replace(/documents\/\w+/, 'documents/nothing'),
      good.replace(/documents\/\w+/, 'documents/..%2F..%2Fetc%2Fpasswd'),
    ];
    for (const link of links) await refused(link, 'This link does not work');
  });

  it('R-10.7 when its person was erased', async () => {
    const link = await linkTo(await seed(), 60_000, 'gone');
    expect((await inbox.call(link)).status).toBe(200);
    await eraseRecipient(inbox.sql(), 'gone');
    await refused(link, 'This link does not work');
  });
});

describe('R-5.1 a document that is not there', () => {
  it.each([
    ['pending', 'This document is not there yet', '15'],
    ['failed', 'This document could not be made', null],
    ['unkept', 'This document is not there yet', '15'],
  ] as const)('because it is %s: a page or a problem document says it', async (state, title, retryAfter) => {
    const link = await linkTo(await seed({ state }));
    const page = await inbox.call(link, { headers: BROWSER });
    expect([page.status, page.headers.get('retry-after')]).toEqual([404, retryAfter]);
    expect(await page.text()).toContain(`<h1>${title}</h1>`);
    expect((await inbox.call(link, { method: 'HEAD' })).status).toBe(404);
    const problem = await inbox.call(link, { headers: PROGRAM });
    expect(problem.headers.get('content-type')).toContain('application/problem+json');
    expect(await problem.json()).toMatchObject({ status: 404, code: 'not_found' });
  });

  it('opens as soon as it is', async () => {
    const id = await seed({ state: 'pending' });
    const link = await linkTo(id);
    expect((await inbox.call(link)).status).toBe(404);
    await inbox.documents().write(documentPath(id), PDF);
    await inbox.sql()`UPDATE documents SET state = 'ready', path = ${documentPath(id)}, bytes = ${PDF.byteLength} WHERE id = ${id}`;
    expect((await inbox.call(link)).status).toBe(200);
  });

  it('although it was made: it is made anew, and the operators are told by its id and without the link', async () => {
    const id = await seed();
    const link = await linkTo(id);
    await rm(join(inbox.folder(), documentPath(id)));
    expect((await inbox.call(link)).status).toBe(404);
    expect(await loadDocument(inbox.sql(), id)).toMatchObject({ state: 'pending', attempts: 0 });
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 50, documentId: id });
    const token = new URL(link, inbox.url()).searchParams.get('token') ?? 'none';
    expect(lines.join()).not.toContain(token);
  });

  it('although its file is there: cut short, it is made anew as well', async () => {
    const id = await seed();
    await truncate(join(inbox.folder(), documentPath(id)), 1_000);
    expect((await inbox.call(await linkTo(id))).status).toBe(404);
    expect(await loadDocument(inbox.sql(), id)).toMatchObject({ state: 'pending' });
  });

  it('because its store can’t be reached: 503, and when to come back', async () => {
    const id = await seedDocument(cutOff.sql(), { write: async () => {} });
    const link = await linkTo(id, 60_000, 'u-1', cutOff);
    const page = await cutOff.call(link, { headers: BROWSER });
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await page.text()).toContain('<h1>This does not work right now</h1>');
    expect(lines.map((line) => JSON.parse(line).documentId)).toEqual([id]);
  });
});

it('writes no token down, whatever comes', async () => {
  const links = [
    await linkTo(await seed()),
    await linkTo(await seed({ state: 'failed' })),
    await linkTo(await seed(), -1),
  ];
  for (const link of links) for (const method of ['GET', 'HEAD', 'POST']) await inbox.call(link, { method });
  for (const link of links) expect(lines.join()).not.toContain(new URL(link, inbox.url()).searchParams.get('token'));
});
