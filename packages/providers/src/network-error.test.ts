import { describe, expect, it } from 'vitest';
import { networkAnswer } from './network-error.js';

const error = (fields: { code?: unknown; syscall?: string; name?: string }, text = ''): Error =>
  Object.assign(new Error(text), fields);

it.each([
  error({ code: 'ECONNREFUSED', syscall: 'connect' }),
  error({ code: 'ETIMEDOUT', syscall: 'connect' }),
  error({ code: 'ENOTFOUND', syscall: 'getaddrinfo' }),
  error({ code: 'EAI_AGAIN', syscall: 'getaddrinfo' }),
  error({ code: 'EHOSTUNREACH' }),
  error({ code: 'ENETUNREACH' }),
  error({ code: 'CERT_HAS_EXPIRED' }),
  error({ code: 'CERT_NOT_YET_VALID' }),
  error({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
  error({ code: 'SELF_SIGNED_CERT_IN_CHAIN' }),
  error({ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }),
  error({ code: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY' }),
  error({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }),
  error({ code: 'EPROTO' }, 'write EPROTO 00:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:'),
  error({ code: 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE' }),
  error({ code: 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION' }),
  error({ code: 'ECONNRESET' }, 'Client network socket disconnected before secure TLS connection was established'),
  error(
    { name: 'TimeoutError' },
    '@smithy/node-http-handler - the request socket did not establish a connection with the server within the configured timeout of 3000 ms.',
  ),
])('R-4.9a proves that nothing was sent: $code $message', (thrown) => {
  expect(networkAnswer(thrown)).toMatchObject({ kind: 'refused', failure: 'transient' });
});

it.each([
  error({ code: 'ECONNRESET', syscall: 'read' }, 'read ECONNRESET'),
  error({ code: 'ECONNRESET' }, 'socket hang up'),
  error({ code: 'EPIPE', syscall: 'write' }),
  error({ code: 'ETIMEDOUT', syscall: 'read' }),
  error({ code: 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC' }),
  error(
    { code: 'EPROTO' },
    'write EPROTO 00:error:0A000119:SSL routines:ssl3_get_record:decryption failed or bad record mac:',
  ),
  error({ name: 'AbortError' }, 'Request aborted'),
  error({ code: 23, name: 'TimeoutError' }, 'The operation was aborted due to timeout'),
  error({ name: 'TypeError' }, "Cannot read properties of undefined (reading 'x')"),
])('R-4.9a proves nothing: $code $name $message', (thrown) => {
  expect(networkAnswer(thrown)).toMatchObject({ kind: 'ambiguous', code: expect.any(String) });
});

describe('R-4.9a an error that holds others', () => {
  const refused = error({ code: 'ECONNREFUSED', syscall: 'connect' });
  const tooSlow = error({ code: 'ETIMEDOUT', syscall: 'connect' });
  const reset = error({ code: 'ECONNRESET', syscall: 'read' });
  // As Node builds it for a host with several addresses: the code of the first, and no syscall.
  const several = (...errors: Error[]) => Object.assign(new AggregateError(errors), { code: 'ETIMEDOUT' });
  const wrapped = (cause: Error) =>
    Object.assign(new Error('', { cause }), { code: (cause as { code?: string }).code });

  it.each([[several(tooSlow, refused)], [wrapped(tooSlow)], [wrapped(several(tooSlow, tooSlow))]])(
    'proves what each of them proves',
    (thrown) => {
      expect(networkAnswer(thrown)).toMatchObject({ kind: 'refused', failure: 'transient', code: 'ETIMEDOUT' });
    },
  );

  it.each([[several(tooSlow, reset)], [several()], [wrapped(reset)]])(
    'proves nothing if one of them does not',
    (thrown) => {
      expect(networkAnswer(thrown)).toMatchObject({ kind: 'ambiguous' });
    },
  );
});

it('R-10.5 repeats none of the error’s words', () => {
  const answer = networkAnswer(error({ code: 'ECONNRESET' }, 'while sending to maria@example.com'));
  expect(JSON.stringify(answer)).not.toContain('maria');
});
