import { beforeEach, describe, expect, it } from 'vitest';
import { keyOf, useSandbox } from './testing/use-sandbox.js';

const sandbox = useSandbox();

describe('what arrived', () => {
  beforeEach(async () => {
    const ses = sandbox.client();
    for (let n = 1; n <= 5; n += 1)
      await sandbox.send({ to: n === 3 ? 'Other@Example.com' : 'asha@example.com', key: keyOf(n) }, ses);
  });

  it('comes newest first, as many as asked for, with the total of all that match', async () => {
    const { total, messages } = await sandbox.messages('?limit=2');
    expect(total).toBe(5);
    expect(messages.map((m: { key: string }) => m.key)).toEqual([keyOf(5), keyOf(4)]);
  });

  it.each([
    ['?to=OTHER@example.com', 1],
    ['?to=asha@example.com', 4],
    ['?to=asha@example.co', 0],
    [`?key=${keyOf(3)}`, 1],
    [`?key=${keyOf(9)}`, 0],
    [`?key=${keyOf(3)}&to=asha@example.com`, 0],
    ['?provider=ses&channel=email', 5],
    ['?provider=sendgrid', 0],
    ['?channel=sms', 0],
    ['?provider=ses&channel=sms', 0],
    ['?provider=&channel=&to=&key=&limit=', 5],
  ])('%s finds %i', async (query, total) => {
    const answer = await sandbox.messages(query);
    expect([answer.total, answer.messages.length]).toEqual([total, total]);
  });

  it('is searched by a part of the address on the page', async () => {
    expect((await sandbox.call('GET', '/sandbox/summaries?search=THER')).json).toMatchObject({
      total: 1,
      messages: [{ to: 'Other@Example.com', subject: 'Approved', text: 'PO-4482 was approved.\n', copies: 1 }],
    });
  });

  it('is forgotten on DELETE, counts included, and ids are not given out again', async () => {
    const { id } = (await sandbox.messages()).messages[0];
    expect((await sandbox.call('DELETE', '/sandbox/messages')).status).toBe(204);
    expect(await sandbox.messages()).toEqual({ total: 0, messages: [] });
    expect(await sandbox.counts()).toEqual({ total: 0, keys: 0, duplicates: [] });
    expect((await sandbox.call('GET', `/sandbox/messages/${id}`)).status).toBe(404);
    await sandbox.send({ key: keyOf(1) });
    expect((await sandbox.messages()).messages[0].id).toBe(id + 1);
    expect((await sandbox.counts()).keys).toBe(1);
  });
});

describe('bad questions', () => {
  it.each([
    ['/sandbox/messages?limit=0', '/limit', 'Must be at least 1.'],
    ['/sandbox/messages?limit=1001', '/limit', 'Must be at most 1000.'],
    ['/sandbox/messages?limit=ten', '/limit', 'Must be a number.'],
    ['/sandbox/messages?to=a&to=b', '/to', 'Must be one string.'],
    [
      '/sandbox/messages?recipient=a',
      '/recipient',
      'There is no such field; the fields are provider, channel, to, key, limit.',
    ],
    ['/sandbox/messages?channel=fax', '/channel', 'Must be one of: email, sms, whatsapp, push, chat.'],
    ['/sandbox/counts?by=to', '/by', 'Must be one of: key.'],
  ])('%s is a 422 that points to %s', async (path, pointer, detail) => {
    const { status, headers, json } = await sandbox.call('GET', path);
    expect(status).toBe(422);
    expect(headers.get('content-type')).toContain('application/problem+json');
    expect(json).toMatchObject({ status: 422, code: 'invalid', errors: [{ pointer, detail }] });
  });

  it.each([
    ['GET', '/sandbox/messages?to=%E0%A4', 400],
    ['GET', '/sandbox/messages/%zz', 400],
    ['GET', '/sandbox/messages/none', 404],
    ['GET', '/sandbox/messages/99999999999999999999', 404],
    ['GET', '/sandbox/messages/1/html', 404],
    ['PATCH', '/sandbox/messages', 404],
    ['GET', '/%', 404],
  ])('%s %s is %i', async (method, path, status) => {
    const answer = await sandbox.call(method, path);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
  });
});
