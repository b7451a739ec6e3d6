import type { Settings } from '@crier/domain';
import type { AlertSettings } from './start-alerts.js';

/** A sweep may be missed, and one may take long; several in a row may not. */
const FEWEST_SWEEP_SECONDS = 60;
const MISSED_SWEEPS = 6;

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
    sweepSeconds: Math.max(FEWEST_SWEEP_SECONDS, (MISSED_SWEEPS * settings.SWEEP_INTERVAL_MS) / 1000),
  },
  chat:
    settings.OPS_CHAT_WEBHOOK_URL === undefined
      ? undefined
      : { kind: settings.OPS_CHAT_KIND, url: settings.OPS_CHAT_WEBHOOK_URL },
  boardUrl: settings.PUBLIC_URL_BOARD,
  schedule: { at: settings.DIGEST_AT, zone: settings.OPS_TIMEZONE },
  secrets: (settings.CRIER_LINK_SECRET ?? '')
    .split(',')
    .map((secret) => secret.trim())
    .filter((secret) => secret !== ''),
});
