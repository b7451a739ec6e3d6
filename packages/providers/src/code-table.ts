import type { DeadReason, FailureClass, ProviderAnswer, SuppressCause } from '@crier/domain';
import { redactAddresses } from '@crier/domain';

/** One row of a vendor's table: what its code means for the message. */
export interface CodeMeaning {
  readonly failure: FailureClass;
  /** The reason if this is how the delivery ends. */
  readonly deadReason: DeadReason;
  /** What it says about the address itself, for the suppression list; none where it may be about something else. */
  readonly suppress?: SuppressCause;
}

export const THROTTLED: CodeMeaning = { failure: 'transient', deadReason: 'throttled' };
export const UNAVAILABLE: CodeMeaning = { failure: 'transient', deadReason: 'provider_5xx' };
export const REJECTED: CodeMeaning = { failure: 'permanent', deadReason: 'rejected' };
/** The vendor names the recipient's address, and no message will ever reach it. */
export const BAD_ADDRESS: CodeMeaning = { failure: 'permanent', deadReason: 'bad_address', suppress: 'bad_address' };
/** The address is to blame for all that is known, but the same code may mean something that passes: the list keeps out of it. */
export const DOUBTFUL_ADDRESS: CodeMeaning = { failure: 'permanent', deadReason: 'bad_address' };
/** The recipient has told the vendor that they want no messages from us. */
export const UNSUBSCRIBED: CodeMeaning = { failure: 'permanent', deadReason: 'rejected', suppress: 'unsubscribed' };
export const CONFIGURATION: CodeMeaning = { failure: 'configuration', deadReason: 'rejected' };

/**
 * a code that no table lists is transient if 5xx or 429, our configuration if 401 or 403, else permanent. A redirect
 * is our configuration too: no provider answers a send with one, only a wrong endpoint does.
 */
export const unlisted = (status: number): CodeMeaning => {
  if (status === 429) return THROTTLED;
  if (status >= 500) return UNAVAILABLE;
  if (status === 408) return { failure: 'transient', deadReason: 'attempts_exhausted' };
  return status === 401 || status === 403 || status < 400 ? CONFIGURATION : REJECTED;
};

/**
 * Whether a status alone proves that the message was not taken (R-4.9a): 4xx, 503, a redirect. Any other 5xx may come from
 * something in front of the provider that passed the message on (504, 520, 524), and a 2xx that can't be read says nothing.
 */
export const provesRefusal = (status: number): boolean => (status >= 300 && status < 500) || status === 503;

interface RefusalDetails {
  readonly code: string;
  readonly status?: number;
  readonly message: string;
  readonly retryAfterMs?: number;
  readonly withoutId?: boolean;
  /** The vendor answered with a code that its table does not list. */
  readonly unmapped?: boolean;
}

/** A refusal, with the vendor's words freed of addresses. */
export const refused = (meaning: CodeMeaning, details: RefusalDetails): ProviderAnswer => ({
  kind: 'refused',
  ...meaning,
  code: details.code,
  status: details.status,
  message: redactAddresses(details.message).slice(0, 500),
  retryAfterMs: details.retryAfterMs ?? 0,
  ...(details.withoutId ? { withoutId: true } : {}),
  ...(details.unmapped ? { unmapped: true } : {}),
});

/** a yes without a message id is a failure. */
export const acceptedWithoutId = (status: number): ProviderAnswer =>
  refused(
    { failure: 'transient', deadReason: 'attempts_exhausted' },
    {
      code: 'accepted_without_id',
      status,
      message: 'The provider said yes and gave no message id.',
      withoutId: true,
    },
  );

/** An outcome that proves nothing. */
export const ambiguous = (code: string, message: string, status?: number): ProviderAnswer => ({
  kind: 'ambiguous',
  code,
  status,
  message: redactAddresses(message).slice(0, 500),
});
