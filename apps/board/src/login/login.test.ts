import { describe, expect, it } from 'vitest';
import { OPERATOR, useBoard, VIEWER } from '../use-board.test-support.js';
import { SESSION_MS } from './sessions.js';

const board = useBoard();
const form = (password: string, more: Record<string, string> = {}) => ({ user: OPERATOR.name, password, ...more });
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  board.call(path, { method: 'POST', form: fields, headers });

describe('the way in', () => {
  it('leads a browser to the login, and after it to the page asked for', async () => {
    const led = await board.call('/queues/queue/email.bulk?status=failed');
    expect(led.status).toBe(302);
    const next = '/queues/queue/email.bulk?status=failed';
    expect(led.headers.get('location')).toBe(`/login?next=${encodeURIComponent(next)}`);

    const page = await board.call(led.headers.get('location') ?? '');
    expect(page.status).toBe(200);
    expect(await page.text()).toContain(`<input type="hidden" name="next" value="${next}">`);

    const entered = await post('/login', form(OPERATOR.password, { next }));
    expect(entered.status).toBe(303);
    expect(entered.headers.get('location')).toBe(next);
  });

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example/'])('never redirects to %s', async (next) => {
    const entered = await post('/login', form(OPERATOR.password, { next }));
    expect(entered.headers.get('location')).toBe('/');
    const inQuery = await post(`/login?next=${encodeURIComponent(next)}`, form(OPERATOR.password));
    expect(inQuery.headers.get('location')).toBe('/');
  });

  it('sends somebody who is logged in past the form', async () => {
    const as = await board.login(OPERATOR);
    const answer = await board.call('/login?next=/queues', { as });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/queues']);
  });

  it('answers a program with 401, not with a page to log in', async () => {
    for (const answer of [
      await board.call('/', { headers: { accept: 'application/json' } }),
      await board.call('/', { headers: { 'x-requested-with': 'XMLHttpRequest' } }),
      await board.call('/queues/api/queues', { headers: { accept: '*/*' } }),
      await board.call('/queues', { method: 'POST', headers: { accept: 'application/json' } }),
      await board.call('/queues/api/queues/email.bulk/pause', { method: 'PUT' }),
    ]) {
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ error: 'Not logged in' });
    }
  });
});

describe('a wrong password', () => {
  it.each([
    ['a wrong password', { user: OPERATOR.name, password: 'correct horsf' }],
    ['another’s password', { user: OPERATOR.name, password: VIEWER.password }],
    ['an unknown user', { user: 'nobody', password: OPERATOR.password }],
    ['nothing', {}],
  ])('%s is a 401 page that says so and lets nobody in', async (_what, fields) => {
    const answer = await post('/login', fields);
    expect(answer.status).toBe(401);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await answer.text()).toContain('This user and password do not belong together');
  });

  it('shows what was typed as text', async () => {
    const answer = await post('/login', { user: '"><script>alert(1)</script>', password: 'x' });
    expect(await answer.text()).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
  });
});

describe('the session', () => {
  it('is a cookie that scripts can’t read and other sites don’t send', async () => {
    const [cookie] = (await post('/login', form(OPERATOR.password))).headers.getSetCookie();
    expect(cookie).toMatch(/^crier_board=.*; path=\/; expires=.*; samesite=lax; httponly$/i);
  });

  it('ends when somebody changes its content', async () => {
    const as = await board.login(VIEWER);
    const value = /crier_board=([^;]*)/.exec(as)?.[1] ?? '';
    const session = Buffer.from(value, 'base64').toString().replace(VIEWER.name, OPERATOR.name);
    const forged = as.replace(value, Buffer.from(session).toString('base64'));
    expect((await board.call('/', { as })).status).toBe(200);
    expect((await board.call('/', { as: forged })).status).toBe(302);
  });

  it('ends after twelve hours, whatever the browser does with the cookie', async () => {
    const as = await board.login(OPERATOR);
    board.passMs(SESSION_MS - 60_000);
    expect((await board.call('/', { as })).status).toBe(200);
    board.passMs(60_000);
    expect((await board.call('/', { as })).status).toBe(302);
  });

  it('ends with the logout', async () => {
    const as = await board.login(OPERATOR);
    const left = await board.call('/logout', { method: 'POST', as });
    expect([left.status, left.headers.get('location')]).toEqual([303, '/login']);
    expect(left.headers.getSetCookie().join()).toMatch(/crier_board=; .*expires=Thu, 01 Jan 1970/i);
  });
});

describe('too many failed logins', () => {
  it('are refused with 429 for a while, the right password too', async () => {
    for (let i = 0; i < 10; i++) expect((await post('/login', form(`guess ${i}`))).status).toBe(401);
    const refused = await post('/login', form(OPERATOR.password));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500);
    expect(await refused.text()).toContain('Too many failed logins');
    board.passMs(10 * 60_000);
    expect((await post('/login', form(OPERATOR.password))).status).toBe(303);
  });

  it('are counted per client behind a proxy of this machine', async () => {
    const from = (address: string, password: string) =>
      post('/login', form(password), { 'x-forwarded-for': `203.0.113.99, ${address}` });
    for (let i = 0; i < 10; i++) await from('198.51.100.7', 'guess');
    expect((await from('198.51.100.7', OPERATOR.password)).status).toBe(429);
    expect((await from('198.51.100.8', OPERATOR.password)).status).toBe(303);
  });
});
