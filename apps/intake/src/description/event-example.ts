import { readFileSync } from 'node:fs';

const FILE = new URL('../../../../examples/purchase_order.approved.json', import.meta.url);

/** The event that the description shows: the one that the README posts, so that whoever copies it gets a mail. */
export const eventExample = (): { readonly occurredAt: string } => JSON.parse(readFileSync(FILE, 'utf8'));
