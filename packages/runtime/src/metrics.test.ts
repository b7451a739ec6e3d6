import { describe, expect, it } from 'vitest';
import { createMetrics } from './metrics.js';

const CATALOG = {
  crier_sent_total: { kind: 'counter', help: 'Sent', labels: ['channel', 'lane'] },
  crier_started_total: { kind: 'counter', help: 'Starts', labels: [] },
  crier_depth: { kind: 'gauge', help: 'Waiting', labels: ['queue'] },
  crier_unknown: { kind: 'gauge', help: 'Unknown', labels: [] },
  crier_took_seconds: { kind: 'histogram', help: 'Took', labels: ['lane'] },
} as const;

const lines = async (metrics: ReturnType<typeof create>, name: string): Promise<string[]> =>
  (await metrics.registry.metrics()).split('\n').filter((line) => line.startsWith(name));
const create = (region = '') => createMetrics(CATALOG, { region, app: 'sender-email' });

describe('R-8.8 metrics', () => {
  it('count, by one or by more', async () => {
    const metrics = create();
    metrics.count('crier_sent_total', { channel: 'email', lane: 'bulk' });
    metrics.count('crier_sent_total', { lane: 'bulk', channel: 'email' }, 4);
    metrics.count('crier_started_total', {});
    expect(await lines(metrics, 'crier_sent_total')).toEqual([
      'crier_sent_total{channel="email",lane="bulk",app="sender-email"} 5',
    ]);
    expect(await lines(metrics, 'crier_started_total')).toEqual(['crier_started_total{app="sender-email"} 1']);
  });

  it('set to what is, not to a sum', async () => {
    const metrics = create();
    metrics.set('crier_depth', { queue: 'router' }, 7);
    metrics.set('crier_depth', { queue: 'router' }, 3);
    expect(await lines(metrics, 'crier_depth')).toEqual(['crier_depth{queue="router",app="sender-email"} 3']);
  });

  it('observe seconds, in buckets from a cache hit to an hour', async () => {
    const metrics = create();
    metrics.observe('crier_took_seconds', { lane: 'bulk' }, 0.03);
    metrics.observe('crier_took_seconds', { lane: 'bulk' }, 1_000);
    const text = await lines(metrics, 'crier_took_seconds');
    const bucket = (le: string) => text.find((line) => line.includes(`le="${le}"`))?.split(' ')[1];
    expect([bucket('0.02'), bucket('0.05'), bucket('900'), bucket('3600'), bucket('+Inf')]).toEqual([
      '0',
      '1',
      '1',
      '2',
      '2',
    ]);
    expect(text.find((line) => line.startsWith('crier_took_seconds_sum'))).toMatch(/ 1000\.03$/);
  });

  it('carry the region as a constant label, if there is one', async () => {
    const metrics = create('eu-west');
    metrics.set('crier_unknown', {}, 1);
    expect(await lines(metrics, 'crier_unknown')).toEqual(['crier_unknown{app="sender-email",region="eu-west"} 1']);
    expect(await create().registry.metrics()).not.toContain('region=');
  });

  it('of two apps in one process do not mix', async () => {
    const [one, other] = [create(), create()];
    one.count('crier_started_total', {});
    expect(await lines(other, 'crier_started_total')).toEqual(['crier_started_total{app="sender-email"} 0']);
  });

  it('include those of the process', async () => {
    expect(await create().registry.metrics()).toContain('process_cpu_seconds_total{app="sender-email"}');
  });

  it('refuse a label that is none when it gets past the compiler', () => {
    const labels = { recipient: 'maria' } as unknown as { channel: string; lane: string };
    expect(() => create().count('crier_sent_total', labels)).toThrow(/recipient/);
  });
});

// Never run: it is for the compiler, which fails on an expected error that does not come.
export const doesNotCompile = (metrics: ReturnType<typeof create>): void => {
  // @ts-expect-error no such name
  metrics.count('crier_snet_total', { channel: 'email', lane: 'bulk' });
  // @ts-expect-error a gauge is not counted
  metrics.count('crier_depth', { queue: 'router' });
  // @ts-expect-error a counter is not set
  metrics.set('crier_sent_total', { channel: 'email', lane: 'bulk' }, 1);
  // @ts-expect-error a histogram is observed
  metrics.set('crier_took_seconds', { lane: 'bulk' }, 1);
  // @ts-expect-error a label is missing
  metrics.count('crier_sent_total', { channel: 'email' });
  // @ts-expect-error a label too many
  metrics.count('crier_sent_total', { channel: 'email', lane: 'bulk', recipient: 'maria' });
  // @ts-expect-error a label where there is none
  metrics.set('crier_unknown', { recipient: 'maria' }, 1);
  // @ts-expect-error a label is text
  metrics.set('crier_depth', { queue: 7 }, 1);
};
