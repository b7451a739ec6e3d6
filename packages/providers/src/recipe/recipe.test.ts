import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { describeHttpVendor } from '../http-vendor-contract.test-support.js';
import { message } from '../sms/sms-message.test-support.js';
import { respond, startVendorEndpoint, type VendorEndpoint } from '../vendor-endpoint.test-support.js';
import { createPigeon } from './pigeon.test-support.js';
import { PIGEON_CODES } from './pigeon-codes.test-support.js';

/** docs/adding-a-provider.md, followed for a provider that there is not. */
const RECIPE = readFileSync(new URL('../../../../docs/adding-a-provider.md', import.meta.url), 'utf8');

/** The files that the recipe shows whole, by their paths. */
const SHOWN = new Map(
  [...RECIPE.matchAll(/```ts\n\/\/ (\S+)\n([\s\S]*?)```/g)].map(([, path = '', text = '']) => [path, text]),
);

const FOLLOWED = {
  'packages/providers/src/sms/pigeon-codes.ts': 'pigeon-codes.test-support.ts',
  'packages/providers/src/sms/pigeon.ts': 'pigeon.test-support.ts',
};

describe('R-4.6 the recipe for a new provider', () => {
  it('shows the files that are tested here, and no others', () => {
    expect([...SHOWN.keys()]).toEqual(Object.keys(FOLLOWED));
  });

  it.each(Object.entries(FOLLOWED))('shows %s as it is', (path, file) => {
    const text = readFileSync(new URL(file, import.meta.url), 'utf8').replaceAll('.test-support.js', '.js');
    expect(SHOWN.get(path)?.trim()).toBe(text.trim());
  });

  it('sends the reader to no room but providers and the settings for anything that sending needs', () => {
    const [sending = ''] = RECIPE.split('## What it says afterwards');
    const sources = [...sending.matchAll(/(?:apps|packages)\/[\w/<>.-]+/g)].map(([path]) => path);
    expect(sources).not.toEqual([]);
    for (const path of sources) expect(path).toMatch(/^packages\/(providers\/|domain\/src\/(settings|delivery)\/)/);
  });
});

let endpoint: VendorEndpoint;
const accepted = respond(202, '{"flight":"f-1"}');
const failed = (status: number, error: string) => respond(status, JSON.stringify({ error, words: 'No.' }));
const settings = (baseUrl: string) => ({ baseUrl, timeoutMs: 5_000, sockets: 5, nowMs: () => 0 });

beforeAll(async () => {
  endpoint = await startVendorEndpoint(accepted);
});
afterAll(() => endpoint.close());
beforeEach(() => {
  endpoint.requests.length = 0;
  endpoint.reply = accepted;
});

describe('R-4.6 a provider made by the recipe', () => {
  const send = async () => {
    const pigeon = createPigeon(settings(endpoint.url));
    try {
      return await pigeon.send(message(), AbortSignal.timeout(5_000));
    } finally {
      pigeon.close();
    }
  };

  it('sends, and carries the key', async () => {
    expect(await send()).toEqual({ kind: 'accepted', messageId: 'f-1', status: 202 });
    expect(JSON.parse(endpoint.requests[0]?.body ?? '')).toMatchObject({ reference: message().key });
  });

  it.each(Object.entries(PIGEON_CODES))('R-4.7 maps %s', async (code, meaning) => {
    endpoint.reply = failed(400, code);
    expect(await send()).toMatchObject({ kind: 'refused', code, ...meaning });
  });
});

describeHttpVendor({
  endpoint: () => endpoint,
  create: (url, change) => createPigeon({ ...settings(url), ...change }),
  message,
  accepted,
  failures: [failed(500, 'crash'), failed(503, 'storm'), respond(307, '', { location: '/elsewhere' })],
});
