import { readFileSync } from 'node:fs';

/** The example event of a type. */
export const exampleOf = (type) =>
  JSON.parse(readFileSync(new URL(`../../examples/${type}.json`, import.meta.url), 'utf8'));

const purchaseOrder = exampleOf('purchase_order.approved');
const run = Date.now().toString(36);
let n = 0;

/** An example, by default the purchase order, as an event that was never posted before, for one recipient. */
export const freshEvent = (at = new Date(), example = purchaseOrder) => {
  const id = `PO-${run}-${n++}`;
  const recipient = { ...example.recipients[0], id: `u-${n % 1000}`, email: `${id.toLowerCase()}@example.com` };
  return { ...example, entity: { ...example.entity, id }, occurredAt: at.toISOString(), recipients: [recipient] };
};
