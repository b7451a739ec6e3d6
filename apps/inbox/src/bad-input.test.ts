import type { Problem } from '@crier/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { useInbox } from './use-inbox.test-support.js';

const inbox = useInbox();
const HUGE = 'x'.repeat(2 * 1024 * 1024);

const problem = async (answer: Response) => ({
  status: answer.status,
  type: answer.headers.get('content-type')?.split(';')[0],
  code: ((await answer.json()) as Problem).code,
});

describe('what is wrong is the caller’s, and is told in a problem document', () => {
  it.each([
    ['/v1/inbox?cursor=x', 422, 'invalid'],
    ['/v1/inbox?cursor=1.x', 422, 'invalid'],
    ['/v1/inbox?cursor=99999999999999999.00000000000080000000000000000000', 422, 'invalid'],
    ['/v1/inbox?cursor=1&cursor=2', 422, 'invalid'],
    ['/v1/inbox?limit=0', 422, 'invalid'],
    ['/v1/inbox?limit=1001', 422, 'invalid'],
    ['/v1/inbox?limit=ten', 422, 'invalid'],
    ['/v1/inbox/nothing', 404, 'not_found'],
    ['/v1/inbox/%E0%A4%A/read', 400, 'bad_request'],
    ['/nothing', 404, 'not_found'],
  ])('%s: %i', async (path, status, code) => {
    const answer = await inbox.call(path, { as: await inbox.token() });
    expect(await problem(answer)).toEqual({ status, type: 'application/problem+json', code });
  });

  it.each([
    '/v1/inbox/seen-all',
    '/v1/inbox/00000000-0000-8000-8000-000000000000/read',
    '/unsubscribe',
    '/preferences',
  ])('a huge body to %s: 413', async (path) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
    const answer = await inbox.call(path, { as: await inbox.token(), method: 'POST', body: HUGE, headers });
    expect(await problem(answer)).toMatchObject({ status: 413, code: 'too_large' });
  });

  it('the largest cursor there can be is one', async () => {
    const as = await inbox.token();
    const id = await inbox.card();
    const cursor = `9999999999999999.${'f'.repeat(32)}`;
    expect((await inbox.json(`/v1/inbox?cursor=${cursor}`, { as })).items).toMatchObject([{ id }]);
  });

  it.each(['-1', '1.5', 'x', '9'.repeat(40)])('Last-Event-ID %s: 400', async (id) => {
    const answer = await inbox.call('/v1/inbox/stream', { as: await inbox.token(), headers: { 'last-event-id': id } });
    expect(await problem(answer)).toMatchObject({ status: 400, code: 'bad_request' });
  });
});

describe('whatever comes, nothing breaks', { timeout: 60_000 }, () => {
  const text = fc.string({ unit: 'binary', maxLength: 60 });
  const path = fc.oneof(
    text.map((id) => `/v1/inbox/${encodeURIComponent(id)}/read`),
    text.map((cursor) => `/v1/inbox?cursor=${encodeURIComponent(cursor)}`),
    text.map((token) => `/unsubscribe?token=${encodeURIComponent(token)}`),
    text.map((id) => `/documents/${encodeURIComponent(id)}?token=x`),
    text.map((token) => `/documents/01a22b85841b89138f5cce767bb39947?token=${encodeURIComponent(token)}`),
    text.map((token) => `/preferences?token=${encodeURIComponent(token)}`),
    fc.webPath().map((any) => `/v1/inbox${any}`),
    fc.stringMatching(/^[%\w.~/?=&;:@[\]-]{0,60}$/).map((any) => `/${any}`),
  );

  it('500 odd requests: no answer is a 5xx', async () => {
    const token = await inbox.token();
    await fc.assert(
      fc.asyncProperty(
        path,
        fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD'),
        text,
        fc.boolean(),
        async (where, method, body, known) => {
          const answer = await inbox.call(where, {
            method,
            ...(known ? { as: token } : {}),
            ...(method === 'GET' || method === 'HEAD' ? {} : { body }),
          });
          expect(answer.status).toBeLessThan(500);
          expect(answer.status < 400 || method === 'HEAD' || (await answer.text()).length > 0).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('a token with any character changed opens nothing', async () => {
    const token = await inbox.token();
    await fc.assert(
      fc.asyncProperty(fc.nat(token.length - 1), fc.constantFrom('A', 'z', '.', '-', '%', '~'), async (at, char) => {
        fc.pre(token[at] !== char);
        const as = token.slice(0, at) + char + token.slice(at + 1);
        expect((await inbox.call('/v1/inbox', { as })).status).toBe(401);
      }),
      { numRuns: 200 },
    );
  });
});
