import { z } from 'zod';
import { CHANNEL_NAMES, PROVIDER_NAMES, type Provider } from './providers.js';

/** Modes in which the provider says no, in its own protocol. */
export const REFUSAL_MODES = ['error', 'throttle', 'reject', 'auth'] as const;

/** Every way to misbehave, and whether the message is accepted (and so counted) all the same. */
export const FAULT_MODES = {
  error: { accepts: false },
  throttle: { accepts: false },
  hang: { accepts: false },
  no_message_id: { accepts: false },
  reject: { accepts: false },
  auth: { accepts: false },
  timeout_after_accept: { accepts: true },
  disconnect_after_accept: { accepts: true },
  no_message_id_after_accept: { accepts: true },
  latency: { accepts: true },
} as const;
export type FaultMode = keyof typeof FAULT_MODES;

/** A yes without an id is a yes in SMTP, which knows no ids: there it is no fault, unless somebody asks for it by name. */
export const isMeantFor = (
  provider: Provider,
  { mode, provider: named }: { mode: FaultMode; provider?: Provider | undefined },
): boolean =>
  provider !== 'smtp' || named === 'smtp' || (mode !== 'no_message_id' && mode !== 'no_message_id_after_accept');

const MAX_DELAY_MS = 600_000;
const MAX_RETRY_AFTER_SECONDS = 86_400;

/** A fault as it is posted. A selector that is left out matches everything. */
export const faultSchema = z.strictObject({
  provider: z.enum(PROVIDER_NAMES).optional(),
  channel: z.enum(CHANNEL_NAMES).optional(),
  to: z.string().min(1).optional(),
  key: z.string().min(1).optional(),
  mode: z.enum(Object.keys(FAULT_MODES) as FaultMode[]),
  /** Share of the matching sends that it hits, each by its own draw. */
  rate: z.number().min(0).max(1).default(1),
  /** Firings left; without it the fault stays until it is deleted. */
  count: z.int().min(1).optional(),
  /** The vendor's own code of a refusal (21610, UNREGISTERED, …), in place of the one that the mode has there. */
  code: z
    .union([z.int().min(1), z.string().min(1).max(64)], 'Must be a code of the vendor, as text or as a number')
    .transform(String)
    .optional(),
  /** HTTP status of `error`, and of `auth` where a vendor knows two; the other modes have the vendor's own. */
  status: z.int().min(400).max(599).optional(),
  /** Seconds, as the `Retry-After` header of `error` and `throttle`. */
  retryAfter: z.int().min(0).max(MAX_RETRY_AFTER_SECONDS).optional(),
  /** How long every mode that answers waits before it does. */
  delayMs: z.int().min(0).max(MAX_DELAY_MS).optional(),
});
export type Fault = z.infer<typeof faultSchema> & { readonly id: string };

/** A fault that speaks: what a vendor needs to know to phrase it. */
export interface Refusal {
  readonly mode: (typeof REFUSAL_MODES)[number];
  readonly code: string | undefined;
  readonly status: number | undefined;
  readonly retryAfter: number | undefined;
}
