import type { ProviderAnswer } from '@crier/domain';
import { ambiguous, refused } from './code-table.js';

/** Codes of DNS, of connecting, and of a certificate that was not believed: all before the first byte of the request. */
const BEFORE_THE_REQUEST =
  /^(ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ERR_TLS_\w+|CERT_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+)$/;
/** What OpenSSL says when no handshake comes about. Its other complaints may come in the middle of an answer. */
const NO_HANDSHAKE = /wrong.version.number|handshake.failure|protocol.version|unsupported.protocol|unrecognized.name/i;
/** Node's and the SDK's words for a connection that was never there; they have no code of their own. */
const NEVER_CONNECTED = /before secure TLS connection was established|did not establish a connection/;

interface NetworkError extends Error {
  readonly code?: unknown;
  readonly syscall?: string;
}

const codeOf = (error: NetworkError): string => (typeof error.code === 'string' ? error.code : error.name);

const neverSent = (error: NetworkError): boolean => {
  // An HTTP client wraps what happened.
  if (error.cause instanceof Error) return neverSent(error.cause);
  // A host with several addresses: one error for each that was tried.
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(neverSent);
  const code = codeOf(error);
  return (
    BEFORE_THE_REQUEST.test(code) ||
    error.syscall === 'connect' ||
    error.syscall === 'getaddrinfo' ||
    NEVER_CONNECTED.test(error.message) ||
    (/^(EPROTO|ERR_SSL_\w+)$/.test(code) && NO_HANDSHAKE.test(`${code} ${error.message}`))
  );
};

/**
 * What a call without any HTTP answer proves (R-4.9a): a DNS, connect or TLS error means that nothing was written; anything
 * later (a reset, a timeout, an abort) may have been taken.
 */
export const networkAnswer = (error: Error): ProviderAnswer => {
  const code = codeOf(error);
  return neverSent(error)
    ? refused(
        { failure: 'transient', deadReason: 'attempts_exhausted' },
        { code, message: 'The provider could not be reached.' },
      )
    : ambiguous(code, 'The connection ended before an answer came.');
};
