import { expect, it } from 'vitest';
import { OPERATOR, useBoard } from '../use-board.test-support.js';

const PUBLIC = 'https://board.example.com';
const board = useBoard({ publicUrl: PUBLIC });

const from = async (headers: Record<string, string>): Promise<number> => {
  const as = await board.login(OPERATOR);
  return (await board.call('/queues/api/queues/email.bulk/pause', { method: 'PUT', as, headers })).status;
};

it.each([
  [{ 'sec-fetch-site': 'cross-site' }],
  [{ 'sec-fetch-site': 'same-site' }],
  [{ origin: 'https://evil.example' }],
  [{ origin: 'http://127.0.0.1:1' }],
  [{ origin: 'null' }],
  [{ origin: 'https://board.example.com.evil.example' }],
])('refuses what another site’s page sends: %o', async (headers) => {
  expect(await from(headers)).toBe(403);
  expect(await board.queues().get('email.bulk').isPaused()).toBe(false);
});

it('takes what its own pages send, by its own address and by the public one, and what programs send', async () => {
  expect(await from({ 'sec-fetch-site': 'same-origin' })).toBe(200);
  expect(await from({ origin: board.url() })).toBe(200);
  expect(await from({ origin: PUBLIC })).toBe(200);
  expect(await from({})).toBe(200);
});

it('refuses a login that another site sends', async () => {
  const form = { user: OPERATOR.name, password: OPERATOR.password };
  const answer = await board.call('/login', { method: 'POST', form, headers: { 'sec-fetch-site': 'cross-site' } });
  expect(answer.status).toBe(403);
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(await answer.text()).toContain('Sent by another site');
});

it('lets the cookie travel over TLS only when people reach it over TLS, though TLS ends in front of it', async () => {
  const form = { user: OPERATOR.name, password: OPERATOR.password };
  const cookies = (await board.call('/login', { method: 'POST', form })).headers.getSetCookie();
  expect(cookies).toHaveLength(2);
  for (const cookie of cookies) expect(cookie).toMatch(/; secure; httponly$/i);
});
