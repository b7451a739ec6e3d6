import type { KeyObject } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type CallbacksUnderTest,
  ec,
  one,
  rsa,
  sendgridHeaders,
  sesDelivery,
  snsMessage,
  startCallbacks,
} from '../callbacks.test-support.js';

const SANDBOX = 'http://sandbox:3900';
const TOPIC = 'arn:aws:sns:us-east-1:000000000000:crier-ses';
const pem = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString();

let callbacks: CallbacksUnderTest | undefined;
afterEach(() => callbacks?.close());
const start = async (trust: '0' | '1'): Promise<CallbacksUnderTest> => {
  callbacks = await startCallbacks({
    env: { CALLBACK_TRUST_SANDBOX: trust, SES_ENDPOINT: `${SANDBOX}/ses`, SENDGRID_BASE_URL: `${SANDBOX}/sendgrid` },
  });
  return callbacks;
};

/** A sandbox that has just started: it makes its keys anew. */
const freshSandbox = (at: CallbacksUnderTest) => {
  const [sns, sendgrid] = [rsa(), ec()];
  at.pages.set(`${SANDBOX}/sandbox/keys/sns.pem`, pem(sns.publicKey));
  at.pages.set(`${SANDBOX}/sandbox/keys/sendgrid.pem`, pem(sendgrid.publicKey));
  return { sns: sns.privateKey, sendgrid: sendgrid.privateKey };
};
const fromSes = async (at: CallbacksUnderTest, privateKey: KeyObject) => {
  const delivery = await one(at);
  // Where the key is, is not for the message to say.
  const SigningCertURL = 'http://127.0.0.1:1/sandbox/keys/sns.pem';
  const message = snsMessage(privateKey, { Message: sesDelivery(delivery), TopicArn: TOPIC, SigningCertURL });
  return { id: delivery.id, send: () => at.post('/callbacks/ses', message) };
};

describe('R-10.1 CALLBACK_TRUST_SANDBOX', () => {
  it('believes what the sandbox signed, also after it was started again', async () => {
    const at = await start('1');
    for (let starts = 0; starts < 2; starts++) {
      const keys = freshSandbox(at);
      // Whoever signs with a key that is gone is asked for a new one at most once a second: the sandbox tries again.
      const { id, send } = await fromSes(at, keys.sns);
      await expect.poll(async () => (await send()).status, { timeout: 5_000, interval: 200 }).toBe(204);
      expect(await at.stateOf(id)).toBe('delivered');
      const body = '[]';
      const again = async () =>
        (await at.post('/callbacks/sendgrid', body, sendgridHeaders(keys.sendgrid, body))).status;
      await expect.poll(again, { timeout: 5_000, interval: 200 }).toBe(204);
    }
  });

  it('does not believe somebody else, and asks the sandbox for its key at most once a second', async () => {
    const at = await start('1');
    const keys = freshSandbox(at);
    const stranger = await fromSes(at, rsa().privateKey);
    const began = performance.now();
    for (let n = 0; n < 20; n++) expect(await stranger.send()).toEqual({ status: 403, code: 'forbidden' });
    const seconds = (performance.now() - began) / 1000;
    expect(at.fetched.length).toBeLessThanOrEqual(2 + seconds);
    expect(await at.stateOf(stranger.id)).toBe('accepted');
    const friend = await fromSes(at, keys.sns);
    expect(await friend.send()).toEqual({ status: 204 });
  });

  it('asks to be sent it again while the sandbox’s key cannot be had, and keeps the one that it has', async () => {
    const at = await start('1');
    const { send } = await fromSes(at, rsa().privateKey);
    expect(await send()).toEqual({ status: 503, code: 'unavailable' });
    const keys = freshSandbox(at);
    expect(await (await fromSes(at, keys.sns)).send()).toEqual({ status: 204 });
    at.pages.clear();
    await (await fromSes(at, rsa().privateKey)).send();
    expect(await (await fromSes(at, keys.sns)).send()).toEqual({ status: 204 });
  });

  it('is off by default: the sandbox’s topic and key are nobody’s', async () => {
    const at = await start('0');
    const keys = freshSandbox(at);
    expect(await (await fromSes(at, keys.sns)).send()).toEqual({ status: 403, code: 'forbidden' });
    const body = '[]';
    expect(await at.post('/callbacks/sendgrid', body, sendgridHeaders(keys.sendgrid, body))).toMatchObject({
      status: 403,
    });
    expect(at.fetched).toEqual([]);
  });
});
