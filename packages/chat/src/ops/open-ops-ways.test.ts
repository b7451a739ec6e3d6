import { settingsSchema } from '@crier/domain';
import { expect, it } from 'vitest';
import { openOpsWays } from './open-ops-ways.js';

const open = async (given: Record<string, string>) => {
  let closed = 0;
  const provider = {
    name: 'ses',
    timeoutMs: 50,
    reconciliation: [],
    send: async () => ({ kind: 'accepted' as const, messageId: 'm', status: 200 }),
    close: () => void closed++,
  };
  let opened = 0;
  let asked: unknown[] = [];
  const ways = await openOpsWays(
    settingsSchema.parse({ DATABASE_URL: 'postgres://h/d', REDIS_URL: 'redis://h', ...given }),
    {
      createProviders: async (_settings, channel, { sockets, nowMs }) => {
        opened++;
        asked = [channel, sockets, nowMs()];
        return [provider];
      },
      loops: 2,
      nowMs: () => 1,
      log: { warn: () => {}, error: () => {} },
    },
  );
  return { ways, counts: () => ({ opened, closed }), asked: () => asked };
};

it('R-8.7 the chat and the email that the settings name; its providers close with it', async () => {
  const { ways, counts, asked } = await open({
    OPS_CHAT_WEBHOOK_URL: 'https://chat.example.com/hook',
    OPS_CHAT_KIND: 'teams',
    OPS_EMAIL: 'ops@example.org',
  });
  expect(ways.chat).toEqual({ kind: 'teams', url: 'https://chat.example.com/hook' });
  expect(await ways.sendEmail?.({ id: 'x', subject: 's', text: 't', html: 'h' })).toEqual({ kind: 'sent' });
  expect(asked()).toEqual(['email', 2, 1]);
  ways.close();
  expect(counts()).toEqual({ opened: 1, closed: 1 });
});

it('R-8.7 no way without settings, and no provider is opened', async () => {
  const { ways, counts } = await open({});
  expect([ways.chat, ways.sendEmail]).toEqual([undefined, undefined]);
  ways.close();
  expect(counts()).toEqual({ opened: 0, closed: 0 });
});
