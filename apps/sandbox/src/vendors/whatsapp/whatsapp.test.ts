import { describe, expect, it } from 'vitest';
import { describeFaults } from '../../testing/fault-contract.js';
import { fetchOrThrow } from '../../testing/fetch-or-throw.js';
import { keyOf, useSandbox } from '../../testing/use-sandbox.js';

let skippedMs = 0;
const sandbox = useSandbox(() => ({ now: () => Date.now() + skippedMs }));
const TO = '9779800000001';

const template = (name: string, texts: string[]) => ({
  type: 'template',
  template: {
    name,
    language: { code: 'ne' },
    components: [{ type: 'body', parameters: texts.map((text) => ({ type: 'text', text })) }],
  },
});
const send = async (fields: object, timeoutMs = 20_000, headers: Record<string, string> = {}) => {
  const { json } = await fetchOrThrow(`${sandbox.url()}/whatsapp/v23.0/106540352242922/messages`, {
    headers: { authorization: 'Bearer any', 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ messaging_product: 'whatsapp', to: TO, ...fields }),
    timeoutMs,
  });
  return json;
};
const codeOf = (fields: object, headers = {}) =>
  send(fields, 20_000, headers).then(
    () => 'accepted',
    ({ status, body }) => [status, body.error.code],
  );
const control = (path: string, body: object) => sandbox.call('POST', path, JSON.stringify(body));
const error = (status: number, code: number) => ({
  status,
  body: {
    error: expect.objectContaining({ code, type: 'OAuthException', message: expect.stringContaining(`(#${code})`) }),
  },
});

describeFaults(
  sandbox,
  {
    provider: 'whatsapp-cloud',
    channel: 'whatsapp',
    to: () => `+${TO}`,
    send: async (key, timeoutMs) => {
      const fields = { ...template('purchase_order_approved', ['Asha']), biz_opaque_callback_data: key };
      return (await send(fields, timeoutMs)).messages[0].id;
    },
  },
  [
    [{ mode: 'throttle' }, error(429, 130429)],
    [{ mode: 'throttle', code: 131056 }, error(429, 131056)],
    [{ mode: 'reject' }, error(400, 131026)],
    [{ mode: 'reject', code: 131050 }, error(400, 131050)],
    [{ mode: 'auth' }, error(401, 190)],
    [{ mode: 'error' }, error(503, 2)],
    [{ mode: 'error', status: 500 }, error(500, 1)],
  ],
);

describe('WhatsApp templates', () => {
  it('of any name are approved with any parameters, and show them', async () => {
    const { contacts, messages } = await send(template('anything_1', ['Asha', 'PO-4482']));
    expect(contacts).toEqual([{ input: TO, wa_id: TO }]);
    expect(messages).toEqual([{ id: expect.stringMatching(/^wamid\./), message_status: 'accepted' }]);
    expect((await sandbox.messages()).messages[0]).toMatchObject({ subject: 'anything_1 (ne)', text: 'Asha\nPO-4482' });
  });

  it('whose text is known want as many parameters as it has places, and are shown filled in', async () => {
    await control('/sandbox/whatsapp-templates', { name: 'approved', body: 'Dear {{1}}, {{2}} was approved, {{1}}.' });
    expect(await codeOf(template('approved', ['Asha']))).toEqual([400, 132000]);
    expect(await codeOf(template('approved', ['Asha', 'PO-4482', 'x']))).toEqual([400, 132000]);
    expect(await codeOf(template('approved', ['Asha', 'PO-4482']))).toBe('accepted');
    expect((await sandbox.messages()).messages[0].text).toBe('Dear Asha, PO-4482 was approved, Asha.');
    await sandbox.call('DELETE', '/sandbox/whatsapp-templates');
    expect(await codeOf(template('approved', ['Asha']))).toBe('accepted');
  });

  describe('for a one-time code', () => {
    const body = '{{1}} is your verification code.';
    const coded = (code: string, button?: object) => {
      const message = template('one_time_password', [code]);
      const { components } = message.template;
      return {
        ...message,
        template: { ...message.template, components: [...components, ...(button ? [button] : [])] },
      };
    };
    const button = (text: string, change: object = {}) => ({
      type: 'button',
      sub_type: 'url',
      index: '0',
      parameters: [{ type: 'text', text }],
      ...change,
    });

    it.each([
      ['the code in both places', coded('481902', button('481902')), 'accepted'],
      ['the button’s place as a number', coded('481902', button('481902', { index: 0 })), 'accepted'],
      ['no button', coded('481902'), [400, 131008]],
      ['a button of another kind', coded('481902', button('481902', { sub_type: 'quick_reply' })), [400, 131008]],
      ['a button without the code', coded('481902', button('481902', { parameters: [] })), [400, 131008]],
      ['another code in the button', coded('481902', button('481903')), [400, 100]],
      ['marks around the code', coded('\u2068481902\u2069', button('481902')), [400, 100]],
      ['a code of 16 characters', coded('1234567890123456', button('1234567890123456')), [400, 100]],
      ['more than the code', template('one_time_password', ['Asha', '481902']), [400, 132000]],
    ])('%s', async (_what, message, expected) => {
      await control('/sandbox/whatsapp-templates', { name: 'one_time_password', body, category: 'authentication' });
      expect(await codeOf(message)).toEqual(expected);
    });
  });

  it('whose name ends in _unapproved are not there', async () => {
    expect(await codeOf(template('po_unapproved', []))).toEqual([404, 132001]);
  });
});

describe('WhatsApp free text', () => {
  it('goes only to who wrote within 24 hours', async () => {
    const text = { type: 'text', text: { body: 'Your order is ready.' } };
    expect(await codeOf(text)).toEqual([400, 131047]);
    await control('/sandbox/inbound', { provider: 'whatsapp-cloud', from: `+${TO}`, text: 'hello' });
    expect(await codeOf(text)).toBe('accepted');
    expect((await sandbox.messages()).messages[0]).toMatchObject({ subject: null, text: 'Your order is ready.' });
    expect(await codeOf({ ...text, to: '9779800000002' })).toEqual([400, 131047]);
    skippedMs = 86_400_001;
    expect(await codeOf(text)).toEqual([400, 131047]);
  });
});

describe('WhatsApp on the wire', () => {
  it.each([
    ['no token', {}, { authorization: '' }, [401, 190]],
    ['another product', { ...template('a', []), messaging_product: 'sms' }, {}, [400, 100]],
    ['a number that is none', { ...template('a', []), to: 'asha' }, {}, [400, 100]],
    ['an unknown type', { type: 'fax' }, {}, [400, 100]],
    ['a template without language', { type: 'template', template: { name: 'a' } }, {}, [400, 100]],
    ['nothing to say', { type: 'text' }, {}, [400, 100]],
  ])('%s is refused', async (_what, fields, headers, expected) => {
    expect(await codeOf(fields, headers)).toEqual(expected);
    expect((await sandbox.counts()).total).toBe(0);
  });

  it('reads the key of the callback data, and has no other call', async () => {
    await send({ ...template('a', []), biz_opaque_callback_data: keyOf(4) });
    expect((await sandbox.messages(`?key=${keyOf(4)}`)).total).toBe(1);
    expect((await sandbox.call('POST', '/whatsapp/v23.0/1/media', '{}')).json.error.code).toBe(100);
  });
});
