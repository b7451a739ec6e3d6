import { describe, expect, it } from 'vitest';
import { useSandbox } from './testing/use-sandbox.js';

const sandbox = useSandbox();
const post = (body: string) => sandbox.call('POST', '/sandbox/faults', body, { 'content-type': 'application/json' });

describe('faults', () => {
  it('are listed in the order posted, and deleted by id or all', async () => {
    const whole = {
      provider: 'ses',
      mode: 'error',
      rate: 0.5,
      count: 100,
      code: '21610',
      status: 502,
      retryAfter: 5,
      delayMs: 200,
      to: 'a@b.c',
      key: 'k',
      channel: 'email',
    };
    const first = await sandbox.fault(whole);
    const second = await sandbox.fault({ mode: 'hang' });
    expect((await sandbox.call('GET', '/sandbox/faults')).json.faults).toEqual([
      { id: first, ...whole },
      { id: second, mode: 'hang', rate: 1 },
    ]);
    expect((await sandbox.call('DELETE', `/sandbox/faults/${first}`)).status).toBe(204);
    expect((await sandbox.call('DELETE', `/sandbox/faults/${first}`)).status).toBe(404);
    expect((await sandbox.call('GET', '/sandbox/faults')).json.faults).toHaveLength(1);
    expect((await sandbox.call('DELETE', '/sandbox/faults')).status).toBe(204);
    expect((await sandbox.call('GET', '/sandbox/faults')).json.faults).toEqual([]);
  });

  it.each([
    ['an unknown field', { mode: 'hang', rates: 1 }, '/rates', 'unknown_field'],
    ['a field with a slash', { mode: 'hang', 'a/b~c': 1 }, '/a~1b~0c', 'unknown_field'],
    ['no mode', { provider: 'ses' }, '/mode', 'invalid_value'],
    ['an unknown mode', { mode: 'explode' }, '/mode', 'invalid_value'],
    ['an unknown provider', { mode: 'hang', provider: 'sess' }, '/provider', 'invalid_value'],
    ['an unknown channel', { mode: 'hang', channel: 'fax' }, '/channel', 'invalid_value'],
    ['a rate over 1', { mode: 'hang', rate: 1.1 }, '/rate', 'too_big'],
    ['a negative rate', { mode: 'hang', rate: -0.1 }, '/rate', 'too_small'],
    ['a rate as text', { mode: 'hang', rate: '1' }, '/rate', 'invalid_type'],
    ['no firings', { mode: 'hang', count: 0 }, '/count', 'too_small'],
    ['half a firing', { mode: 'hang', count: 1.5 }, '/count', 'invalid_type'],
    ['an empty code', { mode: 'reject', code: '' }, '/code', 'too_small'],
    ['half a code', { mode: 'reject', code: 1.5 }, '/code', 'invalid_union'],
    ['a status that is no failure', { mode: 'error', status: 200 }, '/status', 'too_small'],
    ['a negative wait', { mode: 'throttle', retryAfter: -1 }, '/retryAfter', 'too_small'],
    ['a delay longer than a timer can be', { mode: 'latency', delayMs: 3_000_000_000 }, '/delayMs', 'too_big'],
    ['null', { mode: 'hang', to: null }, '/to', 'invalid_type'],
    ['an empty selector', { mode: 'hang', key: '' }, '/key', 'too_small'],
  ])('with %s are refused by name', async (_what, fault, pointer, code) => {
    const { status, headers, json } = await post(JSON.stringify(fault));
    expect(status).toBe(422);
    expect(headers.get('content-type')).toContain('application/problem+json');
    expect(json).toMatchObject({ status: 422, code: 'invalid', errors: [{ pointer, code }] });
    expect(json.errors).toHaveLength(1);
    expect((await sandbox.call('GET', '/sandbox/faults')).json.faults).toEqual([]);
  });

  it('take the vendor’s code as text or as a number', async () => {
    await sandbox.fault({ mode: 'reject', code: 21610 });
    await sandbox.fault({ mode: 'reject', code: 'UNREGISTERED' });
    const { faults } = (await sandbox.call('GET', '/sandbox/faults')).json;
    expect(faults.map(({ code }: { code: string }) => code)).toEqual(['21610', 'UNREGISTERED']);
  });

  it('name every bad field at once', async () => {
    const { json } = await post('{"mode":"x","rate":2,"bogus":1}');
    expect(json.errors.map((error: { pointer: string }) => error.pointer).sort()).toEqual(['/bogus', '/mode', '/rate']);
  });

  it.each([
    ['broken JSON', '{"mode":', 400, 'invalid_json'],
    ['a bare word', 'hang', 400, 'invalid_json'],
    ['a list', '[]', 422, 'invalid'],
    ['nothing', '', 422, 'invalid'],
    ['a prototype', '{"mode":"hang","__proto__":{"rate":0}}', 422, 'invalid'],
    ['too much', JSON.stringify({ mode: 'hang', to: 'x'.repeat(100_000) }), 413, 'too_large'],
  ])('from %s are refused', async (_what, body, status, code) => {
    const answer = await post(body);
    expect(answer.status).toBe(status);
    expect(answer.json).toMatchObject({ status, code });
  });

  it('are read as JSON whatever curl calls it', async () => {
    const answer = await sandbox.call('POST', '/sandbox/faults', '{"mode":"hang"}', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`/sandbox/faults/${answer.json.id}`);
  });
});
