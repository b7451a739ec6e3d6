import { eraseRecipient } from '@crier/db';
import { preferencesLink, signLink } from '@crier/domain';
import { describe, expect, it } from 'vitest';
import { SECRETS, useInbox } from '../use-inbox.test-support.js';

const inbox = useInbox();

describe('R-10.2 an inbox over HTTP', () => {
  it('lists cards in pages, newest first, with timestamps instead of flags', async () => {
    const as = await inbox.token();
    const ids: string[] = [];
    for (let version = 1; version <= 5; version++)
      ids.unshift(await inbox.card({ entityId: `PO-${version}`, version }));
    const first = await inbox.json('/v1/inbox?limit=3', { as });
    expect(first.items.map((item: { id: string }) => item.id)).toEqual(ids.slice(0, 3));
    expect(first.items[0]).toMatchObject({
      type: 'purchase_order.approved',
      entity: { type: 'purchase_order', id: 'PO-5', version: 5 },
      title: 'Purchase order PO-5 was approved',
      body: 'It may be sent to the supplier.',
      url: null,
      seenAt: null,
      readAt: null,
      archivedAt: null,
    });
    const second = await inbox.json(`/v1/inbox?limit=3&cursor=${first.next}`, { as });
    expect(second.items.map((item: { id: string }) => item.id)).toEqual(ids.slice(3));
    expect(second.next).toBeNull();
  });

  it('counts what is unseen, and marks one or all', async () => {
    const as = await inbox.token();
    const [one = '', two = ''] = await inbox.cards({}, {}, {});
    const count = async () => (await inbox.json('/v1/inbox/unread-count', { as })).count;
    expect(await count()).toBe(3);
    const read = await inbox.json(`/v1/inbox/${one}/read`, { as, method: 'POST' });
    expect(read).toMatchObject({ id: one, seenAt: expect.any(String), readAt: expect.any(String), archivedAt: null });
    expect(await count()).toBe(2);
    expect(await inbox.json(`/v1/inbox/${two.replaceAll('-', '')}/archive`, { as, method: 'POST' })).toMatchObject({
      archivedAt: expect.any(String),
      readAt: null,
    });
    expect((await inbox.json('/v1/inbox', { as })).items).toHaveLength(2);
    expect(await inbox.json('/v1/inbox/seen-all', { as, method: 'POST' })).toEqual({ seen: 1 });
    expect(await count()).toBe(0);
  });

  it('is open to a browser on the sites that were named, and their browsers are told so beforehand', async () => {
    const as = await inbox.token();
    const from = async (origin: string, method: string) => {
      const answer = await inbox.call('/v1/inbox', {
        method,
        headers: { origin },
        ...(method === 'GET' ? { as } : {}),
      });
      return [answer.status, answer.headers.get('access-control-allow-origin'), answer.headers.get('vary')];
    };
    expect(await from('https://erp.example.com', 'GET')).toEqual([200, 'https://erp.example.com', 'Origin']);
    expect(await from('https://erp.example.com', 'OPTIONS')).toEqual([204, 'https://erp.example.com', 'Origin']);
    for (const origin of ['https://evil.example', 'https://erp.example.com.evil.example', 'null'])
      expect(await from(origin, 'OPTIONS')).toEqual([204, null, 'Origin']);
    const refused = await inbox.call('/v1/inbox', { headers: { origin: 'https://erp.example.com' } });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([
      401,
      'https://erp.example.com',
    ]);
  });
});

const PATHS: [string, string][] = [
  ['GET', '/v1/inbox'],
  ['GET', '/v1/inbox/unread-count'],
  ['GET', '/v1/inbox/stream'],
  ['POST', '/v1/inbox/seen-all'],
  ['POST', '/v1/inbox/ID/seen'],
  ['POST', '/v1/inbox/ID/read'],
  ['POST', '/v1/inbox/ID/archive'],
];

describe('R-10.2 only a token of that person opens it', () => {
  it.each(PATHS)('%s %s', async (method, path) => {
    const person = await inbox.personOf('u-1');
    const [id = ''] = await inbox.cards({});
    const own = await inbox.token();
    const expiresAtMs = Date.now() + 60_000;
    const foreign = { subject: 'p1', expiresAtMs };
    const tokens = [
      undefined,
      '',
      'nonsense',
      own.slice(0, -1),
      `${own}x`,
      await inbox.token('u-1', -1),
      signLink(['another secret'], { purpose: 'inbox', ...foreign }),
      signLink(SECRETS, { purpose: 'preferences', subject: `p${person}`, expiresAtMs }),
      signLink(SECRETS, { purpose: 'inbox', subject: 'u-1', expiresAtMs }),
      signLink(SECRETS, { purpose: 'inbox', subject: 'p999999', expiresAtMs }),
      new URL(preferencesLink(SECRETS, inbox.url(), person, expiresAtMs)).searchParams.get('token') ?? '',
    ];
    for (const as of tokens) {
      const answer = await inbox.call(path.replace('ID', id), { method, ...(as === undefined ? {} : { as }) });
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="crier-inbox"']);
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
      expect(await answer.json()).toMatchObject({ code: 'unauthorized' });
    }
    expect((await inbox.json('/v1/inbox', { as: own })).items).toMatchObject([{ id, seenAt: null }]);
  });

  it('R-10.7 and nobody’s when the person was erased', async () => {
    const as = await inbox.token('gone');
    expect((await inbox.call('/v1/inbox', { as })).status).toBe(200);
    await eraseRecipient(inbox.sql(), 'gone');
    expect((await inbox.call('/v1/inbox', { as })).status).toBe(401);
  });

  it('another person’s card is not there, and stays as it is', async () => {
    const id = await inbox.card({ recipient: 'u-2' });
    const as = await inbox.token('u-1');
    for (const what of ['seen', 'read', 'archive']) {
      const answer = await inbox.call(`/v1/inbox/${id}/${what}`, { as, method: 'POST' });
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ code: 'not_found' });
    }
    expect((await inbox.json('/v1/inbox', { as: await inbox.token('u-2') })).items).toMatchObject([
      { id, seenAt: null },
    ]);
    expect((await inbox.json('/v1/inbox', { as })).items).toEqual([]);
  });
});
