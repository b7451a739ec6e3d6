/** The business documents that an event may need. A manifest names them by these words. */
export const DOCUMENT_KINDS = [
  'purchase_order',
  'sales_order',
  'delivery_order',
  'goods_receipt_note',
  'invoice',
] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];
