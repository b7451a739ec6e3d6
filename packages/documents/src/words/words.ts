import type { DocumentKind } from '@crier/domain';

/** Everything that a document says by itself, in one language. */
export interface Words {
  readonly titles: Readonly<Record<DocumentKind, string>>;
  readonly buyer: string;
  readonly seller: string;
  readonly supplier: string;
  readonly customer: string;
  readonly shipOn: string;
  readonly shipTo: string;
  readonly date: string;
  readonly version: string;
  readonly purchaseOrder: string;
  readonly deliveryOrder: string;
  readonly approvedBy: string;
  readonly deliverBy: string;
  readonly deliverTo: string;
  readonly dueOn: string;
  readonly taxNumber: string;
  readonly carrier: string;
  readonly trackingNumber: string;
  readonly packages: string;
  readonly weightKg: string;
  readonly expectedOn: string;
  readonly warehouse: string;
  readonly receivedBy: string;
  readonly sku: string;
  readonly description: string;
  readonly quantity: string;
  readonly unit: string;
  readonly unitPrice: string;
  readonly amount: string;
  readonly ordered: string;
  readonly accepted: string;
  readonly subtotal: string;
  readonly total: string;
  readonly bank: string;
  readonly account: string;
  readonly reference: string;
  readonly note: string;
  readonly instructions: string;
  readonly discrepancies: string;
  readonly pageOf: string;
}
