import type { Lane } from '../lane.js';

/** What to do with an outcome that stays unknown past its window. */
export type OnUnknown = 'resend' | 'hold';

export type UnknownResolution = { readonly to: 'queued' } | { readonly to: 'dead' } | { readonly to: 'expired' };

/** A type that says nothing resends what people wait for, and holds what they do not. */
export const defaultOnUnknown = (lane: Lane): OnUnknown => (lane === 'bulk' ? 'hold' : 'resend');

/** The end of the window: past expiry always `expired`, else the type's policy. */
export const resolveUnknown = (policy: OnUnknown, expired: boolean): UnknownResolution =>
  expired ? { to: 'expired' } : policy === 'resend' ? { to: 'queued' } : { to: 'dead' };
