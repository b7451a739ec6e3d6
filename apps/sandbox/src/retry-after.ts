import type { Refusal } from './fault.js';
import type { Reply } from './vendor.js';

/** `Retry-After` in seconds for the refusals that end by themselves, if the fault asks for it. */
export const retryAfterHeaders = ({ mode, retryAfter }: Refusal): Reply['headers'] =>
  retryAfter !== undefined && (mode === 'throttle' || mode === 'error') ? { 'retry-after': String(retryAfter) } : {};
