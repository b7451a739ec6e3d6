import type { Settings } from '@crier/domain';
import { createProviders } from '@crier/providers';
import type { Logger } from '@crier/runtime';
import { createOpsEmail, type SendOpsEmail } from './ops-email.js';

/** One email after the other, and another scheduler loop beside. */
const SOCKETS = 2;

/** The way to OPS_EMAIL through the providers of EMAIL_PROVIDERS; none without OPS_EMAIL. Opens nothing before the first email. */
export const openOpsEmail = (
  settings: Settings,
  deps: { nowMs: () => number; log: Logger },
): { send: SendOpsEmail | undefined; close(): void } => {
  if (settings.OPS_EMAIL === undefined) return { send: undefined, close: () => {} };
  const providers = createProviders(settings, 'email', { sockets: SOCKETS, nowMs: deps.nowMs });
  return {
    send: createOpsEmail(providers, settings.OPS_EMAIL, deps.log),
    close: () => {
      for (const provider of providers) provider.close();
    },
  };
};
