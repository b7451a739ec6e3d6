import { createPublicKey, createVerify, type KeyObject } from 'node:crypto';
import client from '@sendgrid/client';
import sendgrid from '@sendgrid/mail';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Call, useReceiver } from '../testing/use-receiver.js';
import { keyOf, useSandbox } from '../testing/use-sandbox.js';

const receiver = useReceiver();
const sandbox = useSandbox(() => ({ callbacksUrl: receiver.url() }));

beforeEach(() => {
  client.setApiKey('SG.any');
  client.setDefaultRequest('baseUrl', `${sandbox.url()}/sendgrid`);
  sendgrid.setClient(client);
});

const send = async (to: string[], key: string): Promise<string> => {
  const mail = { to, from: 'erp@example.com', subject: 'Approved', text: 'text', customArgs: { 'crier-key': key } };
  const [answer] = await sendgrid.send(mail);
  return answer.headers['x-message-id'];
};
const keyFile = async (name: string): Promise<string> => (await fetch(`${sandbox.url()}/sandbox/keys/${name}`)).text();
/** As SendGrid's guide has a receiver do it: ECDSA with SHA-256 over the timestamp header and the raw body. */
const isSigned = (call: Call, key: KeyObject): boolean =>
  createVerify('SHA256')
    .update(`${call.headers['x-twilio-email-event-webhook-timestamp']}${call.body}`)
    .verify(key, String(call.headers['x-twilio-email-event-webhook-signature']), 'base64');

describe('what SendGrid calls back', () => {
  it('is a list of events, signed with a key that is served as PEM and as the settings page shows it', async () => {
    await sandbox.callbacks({ provider: 'sendgrid', delayMs: 0 });
    await send(['asha@example.com'], keyOf(1));
    const call = await receiver.call();
    expect(call.path).toBe('POST /callbacks/sendgrid');
    expect(call.headers['content-type']).toContain('application/json');
    const pem = createPublicKey(await keyFile('sendgrid.pem'));
    const bare = Buffer.from(await keyFile('sendgrid.der.b64'), 'base64');
    expect(isSigned(call, pem)).toBe(true);
    expect(isSigned(call, createPublicKey({ key: bare, format: 'der', type: 'spki' }))).toBe(true);
    expect(isSigned({ ...call, body: call.body.replace('delivered', 'bounce') }, pem)).toBe(false);
    const ageSeconds = Date.now() / 1000 - Number(call.headers['x-twilio-email-event-webhook-timestamp']);
    expect(Math.abs(ageSeconds)).toBeLessThan(60);
  });

  it.each([
    ['delivered', { event: 'delivered', response: '250 OK' }],
    ['bounced', { event: 'bounce', type: 'bounce', status: '5.1.1' }],
    ['complained', { event: 'spamreport' }],
  ])('says %s to each recipient, after that it was processed', async (outcome, details) => {
    await sandbox.callbacks({ provider: 'sendgrid', delayMs: 0, outcome });
    const id = await send(['asha@example.com', 'bina@example.com'], keyOf(2));
    const events = JSON.parse((await receiver.call()).body);
    expect(events).toMatchObject([
      { email: 'asha@example.com', event: 'processed', 'crier-key': keyOf(2) },
      { email: 'asha@example.com', ...details, 'crier-key': keyOf(2) },
      { email: 'bina@example.com', event: 'processed', 'crier-key': keyOf(2) },
      { email: 'bina@example.com', ...details, 'crier-key': keyOf(2) },
    ]);
    for (const event of events) {
      expect(event.sg_message_id.split('.')[0]).toBe(id);
      expect(Number.isInteger(event.timestamp)).toBe(true);
    }
    expect(new Set(events.map((event: { sg_event_id: string }) => event.sg_event_id)).size).toBe(4);
  });
});
