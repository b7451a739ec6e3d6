/** Every metric by name (contract, "Metrics"). Labels never carry a person, an address or an id. */
export interface MetricDefinition {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: readonly string[];
}

export const METRICS = {
  crier_requests_total: { kind: 'counter', help: 'HTTP requests by status', labels: ['status'] },
  crier_events_accepted_total: { kind: 'counter', help: 'Events stored', labels: ['type', 'lane'] },
  crier_refused_total: { kind: 'counter', help: 'Events refused because of a backlog', labels: ['lane'] },
  crier_duplicates_total: { kind: 'counter', help: 'Duplicates absorbed', labels: ['where'] },
  crier_deliveries_total: {
    kind: 'counter',
    help: 'Deliveries ended',
    labels: ['channel', 'lane', 'type', 'provider', 'result'],
  },
  crier_delivery_failures_total: {
    kind: 'counter',
    help: 'Deliveries that died',
    labels: ['channel', 'provider', 'type', 'error_code'],
  },
  crier_provider_errors_total: {
    kind: 'counter',
    help: 'Provider calls that failed',
    labels: ['channel', 'provider', 'type', 'error_code'],
  },
  crier_provider_throttles_total: {
    kind: 'counter',
    help: 'Provider calls that were throttled',
    labels: ['channel', 'provider', 'type', 'error_code'],
  },
  crier_retries_total: {
    kind: 'counter',
    help: 'Retries scheduled',
    labels: ['channel', 'provider', 'type', 'error_code'],
  },
  crier_expired_total: { kind: 'counter', help: 'Deliveries that expired unsent', labels: ['channel', 'lane', 'type'] },
  crier_suppressed_total: { kind: 'counter', help: 'Recipients decided against', labels: ['reason'] },
  crier_queue_depth: { kind: 'gauge', help: 'Jobs waiting, delayed and active', labels: ['queue', 'lane'] },
  crier_queue_oldest_age_seconds: {
    kind: 'gauge',
    help: 'How long the oldest message that is due has waited',
    labels: ['queue', 'lane'],
  },
  crier_worker_processing_seconds: {
    kind: 'histogram',
    help: 'One job, from taking it to its end',
    labels: ['channel', 'lane', 'provider', 'result'],
  },
  crier_end_to_end_seconds: {
    kind: 'histogram',
    help: 'From acceptance of the event to acceptance by the provider',
    labels: ['channel', 'lane', 'provider', 'result'],
  },
  crier_provider_request_seconds: {
    kind: 'histogram',
    help: 'One provider call',
    labels: ['channel', 'lane', 'provider', 'result'],
  },
  crier_pruning_braked_total: {
    kind: 'counter',
    help: 'Devices that a provider called unregistered and that were kept, because too many were within an hour',
    labels: ['provider'],
  },
  crier_sms_segments_total: {
    kind: 'counter',
    help: 'Segments of the SMS that were accepted, as they are billed',
    labels: ['type', 'locale', 'encoding'],
  },
  crier_documents_total: { kind: 'counter', help: 'Attempts to make a document', labels: ['kind', 'result'] },
  crier_document_seconds: {
    kind: 'histogram',
    help: 'One attempt to render and store a document',
    labels: ['kind', 'result'],
  },
  crier_dead_letters: { kind: 'gauge', help: 'Open dead letters', labels: ['reason'] },
  crier_incidents: { kind: 'gauge', help: 'Open incidents', labels: ['rule'] },
  crier_breaker_state: {
    kind: 'gauge',
    help: 'Circuit breaker of a provider: 0 closed, 1 half-open, 2 open',
    labels: ['provider'],
  },
  crier_unknown: { kind: 'gauge', help: 'Deliveries whose outcome is unknown', labels: [] },
  crier_outbox_unpublished: { kind: 'gauge', help: 'Events stored and not yet routed', labels: [] },
  crier_outbox_oldest_age_seconds: { kind: 'gauge', help: 'Age of the oldest event not yet routed', labels: [] },
  crier_digest_last_success_timestamp_seconds: {
    kind: 'gauge',
    help: 'When the last daily digest was posted, in seconds since 1970',
    labels: [],
  },
  crier_sweep_last_success_timestamp_seconds: {
    kind: 'gauge',
    help: 'When the keeper last looked at everything that is due, in seconds since 1970',
    labels: [],
  },
} as const satisfies Record<string, MetricDefinition>;
export type MetricName = keyof typeof METRICS;
