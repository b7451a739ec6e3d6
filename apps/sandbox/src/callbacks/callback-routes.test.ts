import { describe, expect, it } from 'vitest';
import { useSandbox } from '../testing/use-sandbox.js';
import { CALLBACK_PROVIDERS } from './callback-settings.js';

const sandbox = useSandbox(() => ({
  callbacksUrl: 'http://127.0.0.1:9/below',
  callbacks: { sendgrid: { outcome: 'bounced' } },
}));
const post = (body: unknown) => sandbox.call('POST', '/sandbox/callbacks', JSON.stringify(body));
const list = async () => (await sandbox.call('GET', '/sandbox/callbacks')).json.callbacks;
const DEFAULTS = { delayMs: 300, outcome: 'delivered', duplicates: 0, shuffle: false, signatureVersion: 2 };
const NONE_YET = { pending: 0, delivered: 0, failed: 0 };

describe('callback settings', () => {
  it('are shown for every provider that calls back, with where they go', async () => {
    await sandbox.call('DELETE', '/sandbox/callbacks');
    const { json } = await sandbox.call('GET', '/sandbox/callbacks');
    expect(json).toEqual({
      url: 'http://127.0.0.1:9/below',
      callbacks: [
        { provider: 'ses', on: false, ...DEFAULTS, ...NONE_YET },
        { provider: 'sendgrid', on: false, ...DEFAULTS, outcome: 'bounced', ...NONE_YET },
        { provider: 'twilio', on: false, ...DEFAULTS, ...NONE_YET },
        { provider: 'whatsapp-cloud', on: false, ...DEFAULTS, ...NONE_YET },
      ],
    });
  });

  it('hold for one provider, and what is left out has its default', async () => {
    const whole = { delayMs: 5, outcome: 'complained', duplicates: 2, shuffle: true, signatureVersion: 1 };
    const { status, json } = await post({ provider: 'ses', on: true, ...whole });
    expect(status).toBe(200);
    expect(json.callbacks[0]).toEqual({ provider: 'ses', on: true, ...whole, ...NONE_YET });
    expect((await list())[1].on).toBe(false);
    await post({ provider: 'ses' });
    expect((await list())[0]).toEqual({ provider: 'ses', on: true, ...DEFAULTS, ...NONE_YET });
  });

  it('hold for all when no provider is named, and all are switched off at once', async () => {
    await post({ delayMs: 1 });
    expect((await list()).map(({ on, delayMs }: { on: boolean; delayMs: number }) => [on, delayMs])).toEqual(
      CALLBACK_PROVIDERS.map(() => [true, 1]),
    );
    expect((await sandbox.call('DELETE', '/sandbox/callbacks')).status).toBe(204);
    expect((await list()).map(({ on }: { on: boolean }) => on)).toEqual(CALLBACK_PROVIDERS.map(() => false));
  });

  it.each([
    ['an unknown field', { delay: 1 }, '/delay', 'unknown_field'],
    ['a provider that does not call back', { provider: 'chat' }, '/provider', 'invalid_value'],
    ['on as text', { on: 'true' }, '/on', 'invalid_type'],
    ['an unknown outcome', { outcome: 'opened' }, '/outcome', 'invalid_value'],
    ['a negative delay', { delayMs: -1 }, '/delayMs', 'too_small'],
    ['a delay over ten minutes', { delayMs: 600_001 }, '/delayMs', 'too_big'],
    ['half a duplicate', { duplicates: 0.5 }, '/duplicates', 'invalid_type'],
    ['a flood of duplicates', { duplicates: 101 }, '/duplicates', 'too_big'],
    ['shuffle as a number', { shuffle: 1 }, '/shuffle', 'invalid_type'],
    ['an unknown signature version', { signatureVersion: 3 }, '/signatureVersion', 'invalid_value'],
  ])('with %s are refused by name', async (_what, settings, pointer, code) => {
    const { status, headers, json } = await post({ provider: 'ses', ...settings });
    expect(status).toBe(422);
    expect(headers.get('content-type')).toContain('application/problem+json');
    expect(json.errors).toEqual([expect.objectContaining({ pointer, code })]);
    expect((await list())[0].on).toBe(false);
  });

  it('are keyed by files that are there, and by no others', async () => {
    for (const name of ['sns.pem', 'sendgrid.pem', 'sendgrid.der.b64'])
      expect((await sandbox.call('GET', `/sandbox/keys/${name}`)).status).toBe(200);
    const { status, json } = await sandbox.call('GET', '/sandbox/keys/private.pem');
    expect([status, json.detail]).toEqual([404, 'The key files are sns.pem, sendgrid.pem, sendgrid.der.b64.']);
  });
});
