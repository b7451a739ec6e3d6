import type { CodeMeaning } from '../code-table.js';

/** The app, or the subscription, is gone from the device: the token will never work again. */
export const UNREGISTERED: CodeMeaning = {
  failure: 'permanent',
  deadReason: 'bad_address',
  suppress: 'unregistered',
};
