import { describe, expect, it } from 'vitest';
import { type LaneBacklog, refusalOf, SHARE_OF_ROOM } from './back-pressure.js';
import { LANES } from './lane.js';

const LIMITS = { bulk: { events: 100, ageMs: 60_000 }, transactional: { events: 500, ageMs: 120_000 } };
const NONE: LaneBacklog = { events: 0, oldestSeconds: 0, lateSeconds: {} };
const refused = (backlog: Parameters<typeof refusalOf>[2]) =>
  LANES.filter((lane) => refusalOf(lane, ['email'], backlog, LIMITS) !== undefined);

describe('R-1.7 an event is refused', () => {
  it('by nobody while nothing waits, or while nobody has looked yet', () => {
    expect(refused({})).toEqual([]);
    expect(refused({ bulk: NONE, transactional: NONE })).toEqual([]);
  });

  it.each<[string, Partial<LaneBacklog>, Partial<LaneBacklog>]>([
    ['as many events as the limit, and one more', { events: 100 }, { events: 101 }],
    ['events as old as the limit, and older', { oldestSeconds: 60 }, { oldestSeconds: 60.1 }],
    ['deliveries as late as the limit, and later', { lateSeconds: { email: 60 } }, { lateSeconds: { email: 61 } }],
  ])('when its lane has more than its limit: %s', (_what, at, above) => {
    expect(refused({ bulk: { ...NONE, ...at } })).toEqual([]);
    expect(refused({ bulk: { ...NONE, ...above } })).toEqual(['bulk']);
  });

  it('in the order bulk, transactional, and never when critical', () => {
    const both = (events: number) => ({ bulk: { ...NONE, events }, transactional: { ...NONE, events } });
    expect(refused(both(101))).toEqual(['bulk']);
    expect(refused(both(501))).toEqual(['transactional', 'bulk']);
    expect(refused(both(Number.MAX_SAFE_INTEGER))).toEqual(['transactional', 'bulk']);
  });

  it('when it is bulk and only the transactional lane is behind', () => {
    expect(refused({ bulk: NONE, transactional: { ...NONE, oldestSeconds: 121 } })).toEqual(['transactional', 'bulk']);
  });

  it('when one of the channels that it goes by is late, however well another moves', () => {
    const backlog = { bulk: { ...NONE, lateSeconds: { email: 1_000, push: 1 } } };
    expect(refusalOf('bulk', ['email'], backlog, LIMITS)).toBeDefined();
    expect(refusalOf('bulk', ['sms'], backlog, LIMITS)).toBeUndefined();
    expect(refusalOf('bulk', ['push'], backlog, LIMITS)).toBeUndefined();
    for (const other of ['sms', 'push'] as const) {
      expect(refusalOf('bulk', ['email', other], backlog, LIMITS)).toBeDefined();
      expect(refusalOf('bulk', [other, 'email'], backlog, LIMITS)).toBeDefined();
    }
  });

  it('with words that say what waits', () => {
    expect(refusalOf('bulk', ['email'], { bulk: { ...NONE, events: 101 } }, LIMITS)).toBe(
      'In the bulk lane more than 100 events wait to be routed.',
    );
    expect(refusalOf('bulk', ['email'], { transactional: { ...NONE, oldestSeconds: 300 } }, LIMITS)).toBe(
      'In the transactional lane what came before is 5 minutes late.',
    );
  });
});

it('R-1.7 the critical lane may fill a room that the others must leave', () => {
  expect(LANES.map((lane) => SHARE_OF_ROOM[lane])).toEqual([1, 0.75, 0.5]);
});
