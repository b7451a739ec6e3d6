import { CHANNELS, providersOf, type Settings, sweepLimitSeconds } from '@crier/domain';
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
  providers: CHANNELS.flatMap((channel) => providersOf(settings, channel)),
  boardUrl: settings.PUBLIC_URL_BOARD,
  schedule: { at: settings.DIGEST_AT, zone: settings.OPS_TIMEZONE },
  secrets: settings.CRIER_LINK_SECRET ?? [],
});
