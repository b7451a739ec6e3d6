import type { ProviderAnswer } from '@crier/domain';
import { ambiguous, refused } from './code-table.js';

const BEFORE_THE_REQUEST = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]);

interface NetworkError extends Error {
  readonly code?: string;
  readonly syscall?: string;
}

const neverConnected = (error: NetworkError): boolean =>
  BEFORE_THE_REQUEST.has(error.code ?? '') ||
  error.syscall === 'connect' ||
  error.syscall === 'getaddrinfo' ||
  // The SDK's own connect timeout has no code of its own.
  /did not establish a connection/.test(error.message);

/**
 * What a call without any HTTP answer proves (R-4.9a): a DNS, connect or TLS error means that nothing was written; anything
 * later (a reset, a timeout, an abort) may have been taken.
 */
export const networkAnswer = (error: unknown): ProviderAnswer => {
  const e = (error instanceof Error ? error : new Error(String(error))) as NetworkError;
  const code = e.code ?? e.name;
  return neverConnected(e)
    ? refused(
        { failure: 'transient', deadReason: 'attempts_exhausted' },
        { code, message: 'The provider could not be reached.' },
      )
    : ambiguous(code, 'The connection ended before an answer came.');
};
