import type { DeadReason, FailureClass, ProviderAnswer } from '@crier/domain';
import { redactAddresses } from '@crier/domain';

/** One row of a vendor's table: what its code means for the message. */
export interface CodeMeaning {
  readonly failure: FailureClass;
  /** The reason if this is how the delivery ends. */
  readonly deadReason: DeadReason;
}

export const THROTTLED: CodeMeaning = { failure: 'transient', deadReason: 'throttled' };
export const UNAVAILABLE: CodeMeaning = { failure: 'transient', deadReason: 'provider_5xx' };
export const REJECTED: CodeMeaning = { failure: 'permanent', deadReason: 'rejected' };
export const BAD_ADDRESS: CodeMeaning = { failure: 'permanent', deadReason: 'bad_address' };
export const CONFIGURATION: CodeMeaning = { failure: 'configuration', deadReason: 'rejected' };

/** a code that no table lists is transient if 5xx or 429, our configuration if 401 or 403, else permanent. */
export const unlisted = (status: number): CodeMeaning => {
  if (status === 429) return THROTTLED;
  if (status >= 500) return UNAVAILABLE;
  if (status === 408) return { failure: 'transient', deadReason: 'attempts_exhausted' };
  return status === 401 || status === 403 ? CONFIGURATION : REJECTED;
};

/** Statuses after which the message may have been taken all the same (R-4.9a). */
export const isAmbiguousStatus = (status: number): boolean => status === 500 || status === 502 || status === 504;

/** A refusal, with the vendor's words freed of addresses. */
export const refused = (
  meaning: CodeMeaning,
  details: { code: string; status?: number; message: string; retryAfterMs?: number; withoutId?: boolean },
): ProviderAnswer => ({
  kind: 'refused',
  ...meaning,
  code: details.code,
  status: details.status,
  message: redactAddresses(details.message).slice(0, 500),
  retryAfterMs: details.retryAfterMs ?? 0,
  ...(details.withoutId ? { withoutId: true } : {}),
});

/** An outcome that proves nothing. */
export const ambiguous = (code: string, message: string, status?: number): ProviderAnswer => ({
  kind: 'ambiguous',
  code,
  status,
  message: redactAddresses(message).slice(0, 500),
});
