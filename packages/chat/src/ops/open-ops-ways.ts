import type { EmailProvider, Settings } from '@crier/domain';
import { createOpsEmail } from './ops-email.js';
import type { OpsLog } from './ops-log.js';
import type { OpsWays } from './tell-ops.js';

export interface OpenWays {
  /** Opens those of EMAIL_PROVIDERS; asked for only with OPS_EMAIL. They connect to nothing before the first email. */
  readonly createProviders: (
    settings: Settings,
    channel: 'email',
    deps: { readonly sockets: number; readonly nowMs: () => number },
  ) => Promise<readonly (EmailProvider & { close(): void })[]>;
  /** Emails at once: as many as there are loops that tell people. Each sends one after the other. */
  readonly loops: number;
  readonly nowMs: () => number;
  readonly log: OpsLog;
}

/** The ways that the settings name: the chat of OPS_CHAT_WEBHOOK_URL, and OPS_EMAIL. */
export const openOpsWays = async (
  settings: Settings,
  { createProviders, loops, nowMs, log }: OpenWays,
): Promise<OpsWays & { close(): void }> => {
  const { OPS_CHAT_KIND: kind, OPS_CHAT_WEBHOOK_URL: url, OPS_EMAIL: to } = settings;
  const providers = to === undefined ? [] : await createProviders(settings, 'email', { sockets: loops, nowMs });
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
