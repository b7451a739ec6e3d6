import type { ProviderAnswer } from '@crier/domain';
import { expect, it } from 'vitest';
import { verdictOf } from './attempt-entry.js';

const refused = (over: Partial<Extract<ProviderAnswer, { kind: 'refused' }>>): ProviderAnswer => ({
  kind: 'refused',
  failure: 'transient',
  code: 'x',
  status: undefined,
  message: '',
  retryAfterMs: 0,
  deadReason: 'attempts_exhausted',
  ...over,
});

it.each<[string, ProviderAnswer, ReturnType<typeof verdictOf>]>([
  ['an acceptance', { kind: 'accepted', messageId: 'm', status: 200 }, 'ok'],
  ['silence', { kind: 'ambiguous', code: 'timeout', status: undefined, message: '' }, 'failure'],
  ['no connection', refused({ code: 'ECONNREFUSED' }), 'failure'],
  ['503', refused({ status: 503, deadReason: 'provider_5xx' }), 'failure'],
  ['SMTP 421, the server closes', refused({ status: 421, deadReason: 'provider_5xx' }), 'failure'],
  [
    'silence of a stranger',
    { kind: 'ambiguous', code: 'timeout', status: undefined, message: '', neutral: true },
    'neutral',
  ],
  ['a stranger that is away', refused({ code: 'ENOTFOUND', neutral: true }), 'neutral'],
  ['429', refused({ status: 429, deadReason: 'throttled' }), 'neutral'],
  [
    'an unknown mailbox over SMTP',
    refused({ status: 550, failure: 'permanent', deadReason: 'bad_address' }),
    'neutral',
  ],
  [
    'an address that no server was asked about',
    refused({ failure: 'permanent', deadReason: 'bad_address' }),
    'neutral',
  ],
  ['our credentials', refused({ status: 403, failure: 'configuration' }), 'refused'],
])('R-4.10 %s', (_what, answer, verdict) => {
  expect(verdictOf(answer)).toBe(verdict);
});
