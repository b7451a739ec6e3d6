import { readFileSync } from 'node:fs';
import { METRICS, settingsSchema } from '@crier/domain';
import { describe, expect, it } from 'vitest';
import { RULES } from './rules.js';
import { alertsOf } from './settings-of-alerts.js';

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
const PROMETHEUS = read('deploy/prometheus-rules.yml');
const named = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? '')),
];

describe('R-8.7 the rules for Prometheus', () => {
  it('name only metrics that there are', () => {
    const names = named(PROMETHEUS, /\b(crier_[a-z_]+?)(?:_bucket|_count|_sum)?\b/g);
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !(name in METRICS))).toEqual([]);
  });

  it('name only labels that those metrics have', () => {
    for (const [, name, labels] of PROMETHEUS.matchAll(/\b(crier_[a-z_]+)\{([^}]*)\}/g))
      for (const label of named(labels ?? '', /(\w+)=/g))
        expect(METRICS[name as keyof typeof METRICS].labels).toContain(label);
  });

  it('count each delivery once: accepted, and not delivered or bounced again afterwards', () => {
    const uses = named(PROMETHEUS, /(crier_deliveries_total(?:\{[^}]*\})?)/g);
    expect(uses).toEqual(['crier_deliveries_total{result="accepted"}']);
  });

  it('know when nobody of an app reports any more', () => {
    const gone = named(PROMETHEUS, /absent\(process_start_time_seconds\{app=~?"([a-z]+)/g);
    const everyApp = ['intake', 'relay', 'router', 'documents', 'sender', 'callbacks', 'board'];
    expect(gone.sort()).toEqual(everyApp.sort());
    expect(PROMETHEUS).toContain('absent(crier_incidents)');
  });

  it('are the same as those of the chat', () => {
    expect(named(PROMETHEUS, /rule: ([a-z_]+)/g).sort()).toEqual(RULES.map(({ name }) => name).sort());
  });

  it('have the limits that are the default here', () => {
    const { limits } = alertsOf(settingsSchema.parse({ DATABASE_URL: 'postgres://h/d', REDIS_URL: 'redis://h' }));
    for (const [lane, seconds] of Object.entries(limits.oldestSeconds))
      expect(PROMETHEUS).toContain(`crier_queue_oldest_age_seconds{lane="${lane}"}) >= ${seconds}`);
    expect(PROMETHEUS).toContain(`{queue="documents"}) >= ${limits.oldestSeconds.transactional}`);
    expect(PROMETHEUS).toContain(`offset 10m)) >= ${limits.deadLetters}`);
    expect(PROMETHEUS).toContain(`or vector(0))) >= ${limits.failurePercent / 100}`);
    expect(PROMETHEUS).toContain(`crier_sweep_last_success_timestamp_seconds) >= ${limits.sweepSeconds}`);
  });
});

it('docs/alerts.md lists exactly the rules that there are', () => {
  expect(named(read('docs/alerts.md'), /^\| `([a-z_]+)` \| /gm).filter((name) => name.includes('_'))).toEqual(
    RULES.map(({ name }) => name),
  );
});
