import type { EmailProvider, Settings } from '@crier/domain';
import { createOpsEmail } from './ops-email.js';
import type { OpsLog } from './ops-log.js';
import type { OpsWays } from './tell-ops.js';

export interface OpenWays {
  /** Those of EMAIL_PROVIDERS; asked for only with OPS_EMAIL. They open nothing before the first email. */
  readonly openProviders: () => readonly (EmailProvider & { close(): void })[];
  readonly nowMs: () => number;
  readonly log: OpsLog;
}

/** The ways that the settings name: the chat of OPS_CHAT_WEBHOOK_URL, and OPS_EMAIL. */
export const openOpsWays = (
  settings: Settings,
  { openProviders, nowMs, log }: OpenWays,
): OpsWays & { close(): void } => {
  const { OPS_CHAT_KIND: kind, OPS_CHAT_WEBHOOK_URL: url, OPS_EMAIL: to } = settings;
  const providers = to === undefined ? [] : openProviders();
  return {
    chat: url === undefined ? undefined : { kind, url },
    sendEmail: to === undefined ? undefined : createOpsEmail(providers, to, log),
    nowMs,
    log,
    close: () => {
      for (const provider of providers) provider.close();
    },
  };
};
