import type { EmailProvider, OutgoingEmail, ProviderAnswer } from '@crier/domain';
import { expect, it } from 'vitest';
import { createOpsEmail } from './ops-email.js';

const ACCEPTED: ProviderAnswer = { kind: 'accepted', messageId: 'm', status: 200 };
const REFUSED: ProviderAnswer = {
  kind: 'refused',
  failure: 'configuration',
  code: 'InvalidClientTokenId',
  status: 403,
  message: 'no',
  retryAfterMs: 0,
  deadReason: 'rejected',
};
const SILENT: ProviderAnswer = { kind: 'ambiguous', code: 'timeout', status: undefined, message: 'silence' };
const EMAIL = { id: 'incident 7 began', subject: '🔴 Late', text: 'Late', html: '<h1>Late</h1>' };

const provider = (name: string, answer: () => Promise<ProviderAnswer>) => {
  const sent: OutgoingEmail[] = [];
  const own: EmailProvider = {
    name,
    timeoutMs: 50,
    reconciliation: [],
    send: (message) => {
      sent.push(message);
      return answer();
    },
  };
  return { own, sent };
};
const lines: string[] = [];
const keep = (fields: object, words: string) => void lines.push(`${JSON.stringify(fields)} ${words}`);
const log = { warn: keep, error: keep };

it('R-8.7 goes to OPS_EMAIL through the first provider, and no address into the log', async () => {
  const [first, second] = [provider('ses', async () => ACCEPTED), provider('sendgrid', async () => ACCEPTED)];
  expect(await createOpsEmail([first.own, second.own], 'ops@example.org', log)(EMAIL)).toEqual({ kind: 'sent' });
  const { key, ...rest } = first.sent[0] as OutgoingEmail;
  expect(rest).toEqual({
    to: { address: 'ops@example.org', name: null },
    subject: '🔴 Late',
    text: 'Late',
    html: '<h1>Late</h1>',
  });
  expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect(second.sent).toEqual([]);
  expect(lines.join()).toContain('incident 7 began');
  expect(lines.join()).not.toContain('ops@');
});

it('R-8.7 the same news has the same key, other news another', async () => {
  const one = provider('ses', async () => ACCEPTED);
  const send = createOpsEmail([one.own], 'ops@example.org', log);
  for (const id of ['incident 7 began', 'incident 7 began', 'incident 7 ended']) await send({ ...EMAIL, id });
  expect(new Set(one.sent.map(({ key }) => key)).size).toBe(2);
});

it.each<[string, () => Promise<ProviderAnswer>]>([
  ['refuses', async () => REFUSED],
  ['says nothing', async () => SILENT],
  ['throws', () => Promise.reject(new Error('no credentials'))],
])('R-8.7 takes the next provider when one %s: twice is better than never', async (_what, answer) => {
  const [first, second] = [provider('ses', answer), provider('sendgrid', async () => ACCEPTED)];
  expect(await createOpsEmail([first.own, second.own], 'ops@example.org', log)(EMAIL)).toEqual({ kind: 'sent' });
  expect(second.sent).toHaveLength(1);
});

it('R-8.7 says why when no provider takes it', async () => {
  const [first, second] = [provider('ses', async () => REFUSED), provider('sendgrid', async () => SILENT)];
  expect(await createOpsEmail([first.own, second.own], 'ops@example.org', log)(EMAIL)).toEqual({
    kind: 'failed',
    why: 'ses InvalidClientTokenId, sendgrid timeout',
  });
});
