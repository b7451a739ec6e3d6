/** The sweep's heartbeat in the record: every app that watches hears when it stops. */
export const SWEEP = 'sweep';

/** A sweep may be missed, and one may take long; several in a row may not. */
const FEWEST_SECONDS = 60;
const MISSED = 6;

/** How old the last sweep may become, in seconds, before people are told, by the pause between two sweeps. */
export const sweepLimitSeconds = (sweepIntervalMs: number): number =>
  Math.max(FEWEST_SECONDS, (MISSED * sweepIntervalMs) / 1_000);

/** The board's heartbeat: it watches the schedulers, and they watch it. One that is stopped in order takes it along. */
export const BOARD = 'board';

/** The board beats once a minute. */
export const BOARD_LIMIT_SECONDS = 180;
