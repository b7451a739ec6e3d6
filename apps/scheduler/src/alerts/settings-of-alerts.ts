import { type Settings, sweepLimitSeconds } from '@crier/domain';
import type { AlertSettings } from './start-alerts.js';

/** What the settings say about alerts. */
export const alertsOf = (settings: Settings): AlertSettings => ({
  limits: {
    oldestSeconds: {
      critical: settings.ALERT_OLDEST_CRITICAL_MS / 1000,
      transactional: settings.ALERT_OLDEST_TRANSACTIONAL_MS / 1000,
      bulk: settings.ALERT_OLDEST_BULK_MS / 1000,
    },
    failurePercent: settings.ALERT_FAILURE_PERCENT,
    deadLetters: settings.ALERT_DEAD_LETTERS,
    sweepSeconds: sweepLimitSeconds(settings.SWEEP_INTERVAL_MS),
  },
  providers: settings.EMAIL_PROVIDERS,
  chat:
    settings.OPS_CHAT_WEBHOOK_URL === undefined
      ? undefined
      : { kind: settings.OPS_CHAT_KIND, url: settings.OPS_CHAT_WEBHOOK_URL },
  boardUrl: settings.PUBLIC_URL_BOARD,
  schedule: { at: settings.DIGEST_AT, zone: settings.OPS_TIMEZONE },
  secrets: settings.CRIER_LINK_SECRET ?? [],
});
