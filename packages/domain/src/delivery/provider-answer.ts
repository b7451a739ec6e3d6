import type { DeadReason } from './reason.js';

/** What a vendor's error means for the message. Configuration is our fault, not the message's. */
export type FailureClass = 'transient' | 'permanent' | 'configuration';

/**
 * What a refusal says about the address itself, beyond this one message: its owner does not want messages, it can receive
 * none, or its app is gone.
 */
export type SuppressCause = 'unsubscribed' | 'bad_address' | 'unregistered';

/**
 * What one provider call proved (R-4.9a). `refused` is only said when the provider can't have taken the message;
 * everything else that is not an acceptance is `ambiguous`.
 */
export type ProviderAnswer =
  | { readonly kind: 'accepted'; readonly messageId: string; readonly status: number }
  | {
      readonly kind: 'refused';
      readonly failure: FailureClass;
      readonly code: string;
      readonly status: number | undefined;
      readonly message: string;
      readonly retryAfterMs: number;
      readonly deadReason: DeadReason;
      readonly withoutId?: boolean;
      /** The vendor's table does not know the code; `code` may then be no more than `http_<status>`. */
      readonly unmapped?: boolean;
      /** Only where the vendor speaks of the recipient without doubt: the suppression list takes the address for this cause. */
      readonly suppress?: SuppressCause;
      /** Since when the vendor knows that, ISO: an address that was registered again later is not meant. */
      readonly evidenceAt?: string;
      /** What answered, or did not, is a host that the address named: that says nothing about the provider's health. */
      readonly neutral?: true;
    }
  | {
      readonly kind: 'ambiguous';
      readonly code: string;
      readonly status: number | undefined;
      readonly message: string;
      /** As of a refusal. */
      readonly neutral?: true;
    };

/** How an unknown outcome can be settled with this provider, besides the type's policy. */
export type Reconciliation = 'idempotency_key' | 'look_up' | 'callback';

/** The port that every vendor implements, for one kind of message. `signal` ends the whole call, connection included. */
export interface Provider<Message> {
  readonly name: string;
  readonly timeoutMs: number;
  readonly reconciliation: readonly Reconciliation[];
  /**
   * How long after callbacks are taken again one that nobody took may still come again: 0 = never. Declared by who is settled by
   * callbacks; it waits as long before an outcome that nobody could hear of is given up.
   */
  readonly callbacksRepeatedWithinMs?: number;
  /** The largest message that it takes, in bytes as they travel; none = it has no such limit. */
  readonly maxMessageBytes?: number;
  send(message: Message, signal: AbortSignal): Promise<ProviderAnswer>;
}
