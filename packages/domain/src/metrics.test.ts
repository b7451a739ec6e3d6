import { describe, expect, it } from 'vitest';
import { METRICS, type MetricDefinition } from './metrics.js';

/** The label sets of the contract ("Metrics"). */
const CONTRACT: Readonly<Record<string, readonly string[]>> = {
  crier_requests_total: ['status'],
  crier_events_accepted_total: ['type', 'lane'],
  crier_duplicates_total: ['where'],
  crier_deliveries_total: ['channel', 'lane', 'type', 'provider', 'result'],
  crier_delivery_failures_total: ['channel', 'provider', 'type', 'error_code'],
  crier_provider_errors_total: ['channel', 'provider', 'type', 'error_code'],
  crier_provider_throttles_total: ['channel', 'provider', 'type', 'error_code'],
  crier_suppressed_total: ['reason'],
  crier_queue_depth: ['queue', 'lane'],
  crier_queue_oldest_age_seconds: ['queue', 'lane'],
  crier_dead_letters: ['reason'],
  crier_digest_last_success_timestamp_seconds: [],
  crier_worker_processing_seconds: ['channel', 'lane', 'provider', 'result'],
  crier_end_to_end_seconds: ['channel', 'lane', 'provider', 'result'],
  crier_provider_request_seconds: ['channel', 'lane', 'provider', 'result'],
  crier_breaker_state: ['provider'],
  crier_unknown: [],
  crier_outbox_unpublished: [],
  crier_outbox_oldest_age_seconds: [],
};

/** What tells people apart, or would make a series per message. */
const PERSONAL = /recipient|address|email|phone|token|person|name|(^|_)(id|key)$/;

describe('R-8.8 metrics', () => {
  it.each(Object.entries(CONTRACT))('%s has the labels of the contract', (name, labels) => {
    expect((METRICS as Readonly<Record<string, MetricDefinition>>)[name]?.labels).toEqual(labels);
  });

  it.each(Object.entries<MetricDefinition>(METRICS))('%s is named as Prometheus wants it', (name, definition) => {
    expect(name).toMatch(/^crier_[a-z_]+$/);
    expect(name.endsWith('_total')).toBe(definition.kind === 'counter');
    expect(name.endsWith('_seconds')).toBe(definition.kind === 'histogram' || /_(age|timestamp)_seconds$/.test(name));
    expect(definition.help).not.toBe('');
  });

  it('R-10.5 carry nobody in their labels', () => {
    for (const { labels } of Object.values<MetricDefinition>(METRICS))
      for (const label of labels) expect(label).not.toMatch(PERSONAL);
  });
});
