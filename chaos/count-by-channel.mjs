// @ts-check
import { CHANNELS } from '@crier/domain';

/** @typedef {import('./audit.mjs').DeliveryRow} DeliveryRow */

/**
 * Deliveries, second copies by what made them, and those that were not sent again, for each channel that has any. A copy is
 * put down to an acceptance without an id as far as the log has them, else to a resend after an unknown outcome.
 *
 * @param {readonly DeliveryRow[]} rows
 * @param {{ copiesOf: (row: DeliveryRow) => number, isHeld: (row: DeliveryRow) => boolean }} by
 */
export const countByChannel = (rows, { copiesOf, isHeld }) =>
  CHANNELS.map((channel) => {
    const own = rows.filter((row) => row.channel === channel);
    const count = { channel, deliveries: own.length, withoutId: 0, afterUnknown: 0, held: own.filter(isHeld).length };
    for (const row of own) {
      const more = Math.max(0, copiesOf(row) - 1);
      const withoutId = Math.min(more, row.withoutId);
      count.withoutId += withoutId;
      count.afterUnknown += more - withoutId;
    }
    return count;
  }).filter(({ deliveries }) => deliveries > 0);
