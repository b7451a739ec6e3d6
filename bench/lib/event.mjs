import { readFileSync } from 'node:fs';

const example = JSON.parse(
  readFileSync(new URL('../../examples/purchase_order.approved.json', import.meta.url), 'utf8'),
);
const run = Date.now().toString(36);
let n = 0;

/** The example purchase order as an event that was never posted before, for one recipient. */
export const freshEvent = (at = new Date()) => {
  const id = `PO-${run}-${n++}`;
  const recipient = { ...example.recipients[0], id: `u-${n % 1000}`, email: `${id.toLowerCase()}@example.com` };
  return { ...example, entity: { ...example.entity, id }, occurredAt: at.toISOString(), recipients: [recipient] };
};
