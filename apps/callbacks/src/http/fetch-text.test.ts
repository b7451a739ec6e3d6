import { type Listening, listen } from '@crier/runtime';
import { afterEach, describe, expect, it } from 'vitest';
import { fetchText } from './fetch-text.js';

const open: Listening[] = [];
afterEach(() => Promise.all(open.splice(0).map((server) => server.close(0))));

const serve = async (status: number, headers: Record<string, string>, body: string): Promise<string> => {
  const server = await listen((_req, res) => res.writeHead(status, headers).end(body), {
    host: '127.0.0.1',
    port: 0,
    variable: 'NONE',
  });
  open.push(server);
  return server.url;
};

describe('a small text', () => {
  it('is got as it is', async () => {
    expect(await fetchText(await serve(200, {}, 'सीता'))).toBe('सीता');
  });

  it('is nothing but a 2xx', async () => {
    for (const status of [404, 500]) await expect(fetchText(await serve(status, {}, 'x'))).rejects.toThrow();
  });

  it('is not looked for elsewhere: the address was checked, and where it leads was not', async () => {
    const elsewhere = await serve(200, {}, 'a key');
    await expect(fetchText(await serve(302, { location: elsewhere }, ''))).rejects.toThrow();
  });

  it('is small', async () => {
    await expect(fetchText(await serve(200, {}, 'x'.repeat(65_537)))).rejects.toThrow(/more than 65536 bytes/);
  });

  it('comes soon, or not', async () => {
    const server = await listen(() => {}, { host: '127.0.0.1', port: 0, variable: 'NONE' });
    open.push(server);
    const began = performance.now();
    await expect(fetchText(server.url)).rejects.toThrow();
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});
