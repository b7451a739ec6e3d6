// @ts-check
import { become } from '../state.mjs';
import { isDropped, step } from './step.mjs';

/** A provider that took a copy may say so at any time, or never; it wins from every state. */
export const callback = (
  /** @type {import('../state.mjs').State} */ s,
  /** @type {import('./step.mjs').Broken} */ broken,
) =>
  s.sent && s.row !== 'delivered'
    ? [
        step(
          'a callback',
          'proves that it was delivered',
          { ...s, ...(isDropped(s, broken) ? {} : become('delivered')) },
          'evidence',
        ),
      ]
    : [];
