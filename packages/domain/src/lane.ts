/** A lane is a priority. Order matters: the first is served first. */
export const LANES = ['critical', 'transactional', 'bulk'] as const;
export type Lane = (typeof LANES)[number];

/** Rank of a lane, 0 = most urgent. */
export const laneRank = (lane: Lane): number => LANES.indexOf(lane);

/**
 * The lane an event travels in: the type's own, or what the event asks for, but never above the type's `maxLane`.
 * A request above the ceiling is lowered to it, not refused: the ERP must not lose an event over its priority.
 */
export const resolveLane = (type: { lane: Lane; maxLane: Lane }, asked: Lane | undefined): Lane => {
  const wanted = asked ?? type.lane;
  return laneRank(wanted) < laneRank(type.maxLane) ? type.maxLane : wanted;
};
