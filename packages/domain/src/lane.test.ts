import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LANES, type Lane, laneRank, resolveLane } from './lane.js';

describe('R-1.8 the lane of an event', () => {
  it.each<[Lane, Lane, Lane | undefined, Lane]>([
    ['transactional', 'transactional', undefined, 'transactional'],
    ['transactional', 'critical', undefined, 'transactional'],
    ['transactional', 'critical', 'critical', 'critical'],
    ['transactional', 'transactional', 'critical', 'transactional'],
    ['transactional', 'transactional', 'bulk', 'bulk'],
    ['bulk', 'bulk', 'critical', 'bulk'],
    ['bulk', 'transactional', 'critical', 'transactional'],
    ['critical', 'critical', 'bulk', 'bulk'],
    ['critical', 'transactional', undefined, 'transactional'],
  ])('of a type in %s with maxLane %s, asked for %s, is %s', (lane, maxLane, asked, expected) => {
    expect(resolveLane({ lane, maxLane }, asked)).toBe(expected);
  });

  it('is never above maxLane, and is what was asked for below it', () => {
    const lane = fc.constantFrom(...LANES);
    fc.assert(
      fc.property(lane, lane, lane, (own, maxLane, asked) => {
        const resolved = resolveLane({ lane: own, maxLane }, asked);
        expect(laneRank(resolved)).toBe(Math.max(laneRank(asked), laneRank(maxLane)));
      }),
    );
  });

  it('is served in the order critical, transactional, bulk', () => {
    expect(LANES.map(laneRank)).toEqual([0, 1, 2]);
    expect(LANES).toEqual(['critical', 'transactional', 'bulk']);
  });
});
