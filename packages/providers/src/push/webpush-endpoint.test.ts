import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicLookup } from './public-lookup.js';
import { browser, sendThrough, settings } from './webpush-endpoint.test-support.js';

const inside = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
let connections = 0;
let port = 0;

beforeAll(async () => {
  await once(inside.listen(0), 'listening');
  port = (inside.address() as AddressInfo).port;
});
afterAll(() => void inside.close());

const send = (endpoint: string, allowPrivate: boolean) =>
  sendThrough(settings({ allowPrivate }), { token: browser.subscription(endpoint) });

it.each([
  'http://push.example.com/x',
  'http://127.0.0.1:PORT/x',
  'ftp://push.example.com/x',
  'https://127.0.0.1:PORT/x',
  'https://127.1:PORT/x',
  'https://0x7f000001:PORT/x',
  'https://2130706433:PORT/x',
  'https://[::1]:PORT/x',
  'https://[::ffff:127.0.0.1]:PORT/x',
  'https://0.0.0.0:PORT/x',
  'https://10.0.0.1/x',
  'https://169.254.169.254/latest/meta-data',
  'https://[fd00:ec2::254]/latest/meta-data',
])('a subscription can’t make production call %s', async (endpoint) => {
  const expected = { kind: 'refused', deadReason: 'bad_address', suppress: 'bad_address', code: 'bad_endpoint' };
  expect(await send(endpoint.replace('PORT', String(port)), false)).toMatchObject(expected);
  expect(connections).toBe(0);
});

it('nor by a name that leads inside', async () => {
  const answer = await send(`https://localhost:${port}/x`, false);
  const expected = { kind: 'refused', failure: 'permanent', deadReason: 'bad_address', code: 'private_address' };
  expect(answer).toMatchObject(expected);
  // The name may mean something else tomorrow: that one look-up is no reason to forget the device.
  expect(answer).not.toHaveProperty('suppress');
  expect(connections).toBe(0);
});

it.each(['http://push.example.com/x', 'http://10.0.0.1/x'])(
  'development calls no other machine without TLS: %s',
  async (endpoint) => {
    expect(await send(endpoint, true)).toMatchObject({ kind: 'refused', code: 'bad_endpoint' });
  },
);

it.each(['http://127.0.0.1:PORT/x', 'http://localhost:PORT/x', 'https://127.0.0.1:PORT/x'])(
  'development calls its own sandbox: %s',
  async (endpoint) => {
    const before = connections;
    await send(endpoint.replace('PORT', String(port)), true);
    expect(connections).toBe(before + 1);
  },
);

it('a name without an address is one that can’t be reached', async () => {
  expect(await send('https://no-such-host.invalid/x', false)).toMatchObject({ kind: 'refused', failure: 'transient' });
});

describe('R-4.10 the trouble of a host', () => {
  const troubled = (host: string) => send(`https://${host}/x`, false);

  it('that only a subscription names says nothing about Web Push', async () => {
    expect(await troubled('no-such-host.invalid')).toMatchObject({ failure: 'transient', neutral: true });
    const over = sendThrough(
      settings({ allowPrivate: false }),
      { token: browser.subscription('https://push.thief.example/x') },
      AbortSignal.abort(),
    );
    expect(await over).toMatchObject({ failure: 'transient', neutral: true });
  });

  it.each(['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com', 'a.notify.windows.com'])(
    'that browsers use, such as %s, does',
    async (host) => {
      const own = settings({ allowPrivate: false });
      const over = sendThrough(own, { token: browser.subscription(`https://${host}/x`) }, AbortSignal.abort());
      expect(await over).not.toHaveProperty('neutral');
    },
  );
});

it.each([true, false])('the look-up answers as the connection asks: all = %s', async (all) => {
  const error = await new Promise((resolve) => publicLookup('localhost', { all }, resolve));
  expect(error).toMatchObject({ code: 'EPRIVATEADDRESS' });
});
