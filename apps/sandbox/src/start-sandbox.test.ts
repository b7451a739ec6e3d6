import { connect } from 'node:net';
import { ConfigError } from '@crier/runtime';
import { describe, expect, it } from 'vitest';
import { startSandbox } from './start-sandbox.js';

const HERE = { host: '127.0.0.1', port: 0 };
const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
const portOf = (url: string): number => Number(new URL(url).port);

describe('the sandbox', () => {
  it('says where its three servers are, and closes all of them', async () => {
    const app = await startSandbox(HERE);
    const ports = [portOf(app.url), portOf(app.apnsUrl), app.smtpPort];
    expect(new Set(ports).size).toBe(3);
    expect(await Promise.all(ports.map(isOpen))).toEqual([true, true, true]);
    await app.close();
    expect(await Promise.all(ports.map(isOpen))).toEqual([false, false, false]);
  });

  it.each([
    ['SANDBOX_APNS_PORT', 'apnsPort'],
    ['SANDBOX_SMTP_PORT', 'smtpPort'],
  ])('that can’t have its port names %s, and leaves nothing open', async (variable, option) => {
    const first = await startSandbox(HERE);
    const taken = first.smtpPort;
    const second = startSandbox({ ...HERE, [option]: taken });
    await expect(second).rejects.toBeInstanceOf(ConfigError);
    await expect(second).rejects.toThrow(`${variable}: port 127.0.0.1:${taken} is taken`);
    await first.close();
  });
});
