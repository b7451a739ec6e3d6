import type { Settings } from '@crier/domain';

/** What the directory needs of the settings. */
export interface DirectoryOptions {
  /** Encrypt push tokens: the first encrypts. Empty: none is taken. */
  readonly encryptionKeys: readonly string[];
  /** Sign inbox tokens: the first signs. Empty: none is given. */
  readonly linkSecrets: readonly string[];
  /** Web Push endpoints on this machine are taken, for the sandbox. */
  readonly localEndpoints: boolean;
}

export const directoryOptionsOf = (settings: Settings): DirectoryOptions => ({
  encryptionKeys: settings.CRIER_ENCRYPTION_KEY ?? [],
  linkSecrets: settings.CRIER_LINK_SECRET ?? [],
  localEndpoints: settings.NODE_ENV !== 'production',
});
