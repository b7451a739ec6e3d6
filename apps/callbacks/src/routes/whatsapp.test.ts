import { createHmac, randomBytes } from 'node:crypto';
import { listSuppressions } from '@crier/db';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallbacksUnderTest, one, startCallbacks } from '../callbacks.test-support.js';

const SECRET = 'the app’s secret';
const PATH = '/callbacks/whatsapp';

let callbacks: CallbacksUnderTest;
beforeAll(async () => {
  const env = {
    WHATSAPP_APP_SECRET: SECRET,
    WHATSAPP_VERIFY_TOKEN: 'agreed',
    TWILIO_AUTH_TOKEN: 't',
    PUBLIC_URL_CALLBACKS: 'https://hooks.example.com',
  };
  callbacks = await startCallbacks({ env });
});
afterAll(() => callbacks.close());

const signed = (body: string, secret = SECRET) => ({
  'content-type': 'application/json',
  'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
});
const hook = (value: object) =>
  JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '1', changes: [{ field: 'messages', value }] }],
  });
const post = (body: string, headers = signed(body)) => callbacks.post(PATH, body, headers);
const now = () => String(Math.floor(Date.now() / 1000));

const message = async () => {
  const { id, key } = await one(callbacks);
  const wamid = `wamid.${randomBytes(8).toString('hex')}`;
  await callbacks.sql`
    UPDATE deliveries SET channel = 'whatsapp', provider = 'whatsapp-cloud', provider_message_id = ${wamid} WHERE id = ${id}`;
  const status = (said: string, more: object = {}) => ({
    id: wamid,
    status: said,
    timestamp: now(),
    recipient_id: '977',
    biz_opaque_callback_data: key,
    ...more,
  });
  return { id, status };
};

describe('R-10.1 what Meta signed is believed', () => {
  it('several statuses in one request, in any order, beside nonsense', async () => {
    const [first, second] = [await message(), await message()];
    const statuses = [
      null,
      7,
      {},
      first.status('read'),
      { ...first.status('read'), timestamp: 'soon' },
      second.status('sent'),
      first.status('sent'),
    ];
    expect(await post(hook({ statuses }))).toEqual({ status: 200 });
    expect(await callbacks.stateOf(first.id)).toBe('delivered');
    expect(await callbacks.stateOf(second.id)).toBe('accepted');
  });

  it.each([
    [131026, 'hard_bounce'],
    [131049, 'rejected_later'],
  ])('failed with %i: %s, and the number is not blamed', async (code, reason) => {
    const { id, status } = await message();
    await post(hook({ statuses: [status('failed', { errors: [{ code, title: 'Message undeliverable' }] })] }));
    const [row] = await callbacks.sql`SELECT state, reason, last_error_code FROM deliveries WHERE id = ${id}`;
    expect(row).toMatchObject({ state: 'bounced', reason, last_error_code: String(code) });
    expect(await callbacks.sql`SELECT FROM suppressions WHERE delivery_id = ${id}`).toHaveLength(0);
  });

  it.each([
    ['a text', { type: 'text', text: { body: 'Stop' } }],
    ['a button’s words', { type: 'button', button: { text: 'STOP', payload: 'p-1' } }],
    ['a button’s payload', { type: 'button', button: { text: 'No more of this', payload: 'stop' } }],
    ['a button that says yes to STOP', { type: 'button', button: { text: 'Yes', payload: 'STOP' } }],
    [
      'a reply button',
      { type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: '1', title: 'Optout' } } },
    ],
  ])('STOP as %s takes the number off, and START puts it back', async (_what, said) => {
    const from = `97798${String(10_000_000 + Math.floor(Math.random() * 9e7)).slice(0, 8)}`;
    const write = (content: object) =>
      post(hook({ messages: [{ from, id: 'wamid.in', timestamp: now(), ...content }] }));
    expect(await write(said)).toEqual({ status: 200 });
    expect(await listSuppressions(callbacks.sql, `+${from}`)).toMatchObject([
      { channel: 'whatsapp', reason: 'unsubscribed' },
    ]);
    await write({ type: 'button', button: { text: 'Start', payload: null } });
    expect(await listSuppressions(callbacks.sql, `+${from}`)).toEqual([]);
  });

  const written = (body: string) => ({ type: 'text', text: { body } });
  const quick = (text: string) => ({ type: 'button', button: { text, payload: text } });
  const reply = (title: string) => ({
    type: 'interactive',
    interactive: { type: 'button_reply', button_reply: { id: '1', title } },
  });

  it('a button stops only where it says so and starts only where it says so; what people write may be other words', async () => {
    const from = '9779800000311';
    let seconds = Math.floor(Date.now() / 1000) - 1_000;
    const standing = async (content: object) => {
      const timestamp = String(++seconds);
      await post(hook({ messages: [{ from, id: 'wamid.in', timestamp, ...content }] }));
      return (await listSuppressions(callbacks.sql, `+${from}`)).length;
    };
    for (const pressed of [quick, reply]) {
      for (const word of ['Cancel', 'End', 'Quit', 'Revoke', 'Stopall']) expect(await standing(pressed(word))).toBe(0);
      for (const word of ['Stop', 'Unsubscribe', 'OptOut']) {
        expect(await standing(pressed(word))).toBe(1);
        for (const other of ['Yes', 'Unstop']) expect(await standing(pressed(other))).toBe(1);
        expect(await standing(pressed('start'))).toBe(0);
      }
    }
    for (const word of ['Cancel', 'End']) {
      expect(await standing(written(word))).toBe(1);
      expect(await standing(written('Yes'))).toBe(0);
    }
  });

  it('a webhook of 3 MB is read, and one beyond 4 MiB is not', async () => {
    const { id, status } = await message();
    const padded = (mib: number) => hook({ statuses: [status('delivered', { more: 'x'.repeat(mib * 1024 * 1024) })] });
    expect(await post(padded(4))).toEqual({ status: 413, code: 'too_large' });
    expect(await post(padded(3))).toEqual({ status: 200 });
    expect(await callbacks.stateOf(id)).toBe('delivered');
  });

  it('the question whether the webhook is ours is answered with its challenge, and to nobody else', async () => {
    const ask = (token: string) =>
      callbacks.get(`${PATH}?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1158201444`);
    expect(await (await ask('agreed')).text()).toBe('1158201444');
    expect((await ask('guessed')).status).toBe(403);
    expect((await callbacks.get(PATH)).status).toBe(403);
  });
});

describe('R-10.1 what Meta did not sign changes nothing', () => {
  it('another’s signature, none, or a changed body', async () => {
    const { id, status } = await message();
    const body = hook({ statuses: [status('delivered')] });
    for (const headers of [signed(body, 'stranger'), { 'content-type': 'application/json' }, signed(`${body} `)])
      expect(await callbacks.post(PATH, body, headers as Record<string, string>)).toEqual({
        status: 403,
        code: 'forbidden',
      });
    expect(await callbacks.stateOf(id)).toBe('accepted');
  });

  it('anything, while no secret is set', async () => {
    const closed = await startCallbacks();
    expect(await closed.post(PATH, '{}', signed('{}'))).toMatchObject({ status: 403 });
    await closed.close();
  });
});

it('R-10.1 no body, signed or not, is answered with a 5xx', async () => {
  const shape = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      fc.jsonValue(),
      fc.dictionary(
        fc.constantFrom('entry', 'changes', 'value', 'statuses', 'messages', 'id', 'status', 'errors'),
        tie('any'),
      ),
      fc.array(tie('any'), { maxLength: 3 }),
    ),
  })).any;
  const TWILIO = 'https://hooks.example.com/callbacks/twilio';
  const names = fc.constantFrom(
    'MessageStatus',
    'SmsStatus',
    'MessageSid',
    'ErrorCode',
    'ErrorMessage',
    'From',
    'To',
    'Body',
  );
  const texts = fc.oneof(fc.string(), fc.constantFrom('undelivered', 'delivered', 'STOP', '30005', '+9779800000009'));
  const fields = fc.dictionary(names, texts);
  const twilio = (form: Record<string, string>, token: string) => {
    const text = Object.keys(form)
      .sort()
      .map((name) => `${name}${form[name]}`);
    const signature = createHmac('sha1', token)
      .update(TWILIO + text.join(''))
      .digest('base64');
    return callbacks.post('/callbacks/twilio', new URLSearchParams(form).toString(), {
      'x-twilio-signature': signature,
    });
  };
  await fc.assert(
    fc.asyncProperty(shape, fields, fc.boolean(), async (value, form, isSigned) => {
      const body = JSON.stringify(value) ?? '';
      const headers = isSigned ? signed(body) : signed(body, 'stranger');
      const answers = [await post(body, headers), await twilio(form, isSigned ? 't' : 'stranger')];
      for (const answer of answers) expect(answer.status).toBeLessThan(500);
      if (isSigned) expect(answers[1]?.status).toBe(204);
    }),
    { numRuns: 150 },
  );
}, 60_000);
