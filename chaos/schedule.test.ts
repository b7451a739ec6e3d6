import { describe, expect, it } from 'vitest';
import { makeSchedule } from './schedule.mjs';

const ROLES = ['intake', 'relay', 'router', 'sender-email', 'sender-sms', 'sender-push', 'scheduler', 'callbacks'];
const targets = ROLES.flatMap((role) => [1, 2].map((n) => ({ name: `${role}-${n}`, role })));
const providers = ['ses', 'twilio', 'fcm'];
const MINUTE = 60_000;
const schedule = (seed: number, durationMs = MINUTE) => makeSchedule({ seed, durationMs, targets, providers });

describe('the schedule of faults', () => {
  it('is the same for the same seed, and another for another', () => {
    expect(schedule(7)).toEqual(schedule(7));
    expect(schedule(8)).not.toEqual(schedule(7));
  });

  it.each([15_000, 30_000, MINUTE, 10 * MINUTE])(
    'has every kind of fault within %d ms, in order, over in time',
    (ms) => {
      for (let seed = 0; seed < 50; seed++) {
        const faults = schedule(seed, ms);
        const kinds = faults.map(({ kind }) => kind);
        expect(new Set(kinds)).toEqual(new Set(['kill', 'pause', 'outage', 'flush', 'crash-redis', 'crash-postgres']));
        expect(kinds.filter((kind) => kind === 'flush')).toHaveLength(2);
        expect(faults).toEqual(faults.toSorted((a, b) => a.atMs - b.atMs));
        for (const fault of faults) {
          expect(fault.atMs).toBeGreaterThanOrEqual(0);
          expect(fault.atMs + ('forMs' in fault ? fault.forMs : 0)).toBeLessThanOrEqual(ms);
        }
      }
    },
  );

  it('kills one app in every five seconds, each role before any role twice', () => {
    for (let seed = 0; seed < 50; seed++) {
      const kills = schedule(seed).flatMap((fault) => (fault.kind === 'kill' ? [fault] : []));
      expect(kills.map(({ atMs }) => Math.floor(atMs / 5_000))).toEqual(kills.map((_, n) => n));
      expect(new Set(kills.slice(0, 8).map(({ app }) => app.slice(0, -2))).size).toBe(8);
    }
  });

  it('pauses longer than a lease of five seconds, and takes the providers down in every way', () => {
    const faults = schedule(3);
    const pauses = faults.flatMap((fault) => (fault.kind === 'pause' ? [fault.forMs] : []));
    expect(pauses).toHaveLength(3);
    for (const forMs of pauses) expect(forMs).toBeGreaterThan(5_000);
    const modes = faults.flatMap((fault) => (fault.kind === 'outage' ? [fault.mode] : []));
    expect(new Set(modes)).toEqual(new Set(['error', 'hang', 'auth']));
    const hit = faults.flatMap((fault) => (fault.kind === 'outage' ? [fault.provider] : []));
    expect(hit.slice(0, 3).sort()).toEqual(providers.toSorted());
  });

  it('has no outage where no provider is asked', () => {
    const kinds = makeSchedule({ seed: 1, durationMs: MINUTE, targets, providers: [] }).map(({ kind }) => kind);
    expect(kinds).not.toContain('outage');
  });

  it('does not hit a store while another is down', () => {
    for (let seed = 0; seed < 200; seed++) {
      const stores = schedule(seed, 30_000).filter(({ kind }) => kind === 'flush' || kind.startsWith('crash'));
      for (const [n, { atMs }] of stores.entries())
        if (n > 0) expect(atMs - (stores[n - 1]?.atMs ?? 0)).toBeGreaterThanOrEqual(2_900);
    }
  });
});
