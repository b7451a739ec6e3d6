import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Call, useReceiver } from '../testing/use-receiver.js';
import { keyOf, useSandbox } from '../testing/use-sandbox.js';

const receiver = useReceiver();
const sandbox = useSandbox(() => ({ callbacksUrl: receiver.url() }));
const TO = '9779800000001';
const PHONE_ID = '106540352242922';

const send = async (key: string): Promise<string> => {
  const message = {
    messaging_product: 'whatsapp',
    to: TO,
    type: 'template',
    template: { name: 'a', language: { code: 'en' } },
    biz_opaque_callback_data: key,
  };
  const headers = { authorization: 'Bearer any' };
  const path = `/whatsapp/v23.0/${PHONE_ID}/messages`;
  return (await sandbox.call('POST', path, JSON.stringify(message), headers)).json.messages[0].id;
};
const valueIn = (call: Call) => {
  const { object, entry } = JSON.parse(call.body);
  expect(object).toBe('whatsapp_business_account');
  expect(entry[0].changes[0].field).toBe('messages');
  return entry[0].changes[0].value;
};
/** As Meta's guide has a receiver do it: HMAC with SHA-256 over the raw body by the app's secret. */
const isSigned = ({ headers, body }: Call, secret = 'sandbox-whatsapp-secret') =>
  headers['x-hub-signature-256'] === `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

describe('what WhatsApp calls back', () => {
  it('is a signed change for each status, with the id and the key of the message', async () => {
    await sandbox.callbacks({ provider: 'whatsapp-cloud', delayMs: 50 });
    const id = await send(keyOf(1));
    const calls = await receiver.received(3);
    for (const call of calls) {
      expect(call.path).toBe('POST /callbacks/whatsapp');
      expect([isSigned(call), isSigned(call, 'another'), isSigned({ ...call, body: `${call.body} ` })]).toEqual([
        true,
        false,
        false,
      ]);
    }
    expect(calls.map(valueIn)).toEqual(
      ['sent', 'delivered', 'read'].map((status) => ({
        messaging_product: 'whatsapp',
        metadata: { display_phone_number: expect.any(String), phone_number_id: PHONE_ID },
        statuses: [
          {
            id,
            status,
            timestamp: expect.stringMatching(/^\d{10}$/),
            recipient_id: TO,
            biz_opaque_callback_data: keyOf(1),
          },
        ],
      })),
    );
  });

  it.each([
    [{ outcome: 'bounced' }, ['sent', 'failed'], 131026],
    [{ outcome: 'bounced', code: 130472 }, ['sent', 'failed'], 130472],
    [{ outcome: 'complained' }, ['failed'], 131050],
  ])('for %j ends with %j and its error', async (settings, statuses, code) => {
    await sandbox.callbacks({ provider: 'whatsapp-cloud', delayMs: 20, ...settings });
    await send(keyOf(2));
    const got = (await receiver.received(statuses.length)).map((call) => valueIn(call).statuses[0]);
    expect(got.map(({ status }) => status)).toEqual(statuses);
    expect(got.at(-1).errors).toEqual([expect.objectContaining({ code, title: expect.any(String) })]);
  });

  it('hands on what somebody writes', async () => {
    const body = JSON.stringify({ provider: 'whatsapp-cloud', from: `+${TO}`, to: PHONE_ID, text: 'नमस्ते' });
    const { messageId } = (await sandbox.call('POST', '/sandbox/inbound', body)).json;
    const call = await receiver.call();
    expect([call.path, isSigned(call)]).toEqual(['POST /callbacks/whatsapp', true]);
    const { metadata, contacts, messages } = valueIn(call);
    expect(metadata.phone_number_id).toBe(PHONE_ID);
    expect(contacts[0].wa_id).toBe(TO);
    expect(messages).toEqual([
      { from: TO, id: messageId, timestamp: expect.any(String), type: 'text', text: { body: 'नमस्ते' } },
    ]);
  });
});
