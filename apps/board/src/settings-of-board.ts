import { randomBytes } from 'node:crypto';
import type { Settings } from '@crier/domain';
import type { Account } from './login/account.js';

/** Who may log in: the operator, and the viewer where one is named. */
export const accountsOf = (settings: Settings): Account[] => {
  const { BOARD_VIEWER_USER: viewer, BOARD_VIEWER_PASSWORD: password } = settings;
  return [
    { name: settings.BOARD_USER, password: settings.BOARD_PASSWORD, role: 'operator' },
    ...(viewer === undefined || password === undefined ? [] : [{ name: viewer, password, role: 'viewer' as const }]),
  ];
};

/**
 * What signs sessions: CRIER_LINK_SECRET, the first signs and all verify. Without it (development) a secret of this process,
 * so that a restart logs everybody out.
 */
export const secretsOf = (settings: Settings): string[] =>
  settings.CRIER_LINK_SECRET ?? [randomBytes(32).toString('hex')];
