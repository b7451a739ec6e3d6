import { readFileSync } from 'node:fs';
import type { DocumentKind, DocumentRequest } from '@crier/domain';

/** The type of `examples/` that each kind is made from. */
const TYPE_OF: Readonly<Record<DocumentKind, string>> = {
  purchase_order: 'purchase_order.approved',
  sales_order: 'sales_order.confirmed',
  delivery_order: 'delivery_order.issued',
  goods_receipt_note: 'goods_receipt.posted',
  invoice: 'invoice.issued',
};

interface Example {
  readonly entity: { readonly type: string; readonly id: string; readonly version: number };
  readonly occurredAt: string;
  readonly data: Record<string, unknown> & { readonly lines: readonly Record<string, unknown>[] };
}

export const exampleOf = (kind: DocumentKind): Example =>
  JSON.parse(readFileSync(new URL(`../../../examples/${TYPE_OF[kind]}.json`, import.meta.url), 'utf8')) as Example;

/** The shipped example of a kind, with some of its data changed. */
export const requestFor = (kind: DocumentKind, locale: string, data: Record<string, unknown> = {}): DocumentRequest => {
  const { entity, occurredAt, data: given } = exampleOf(kind);
  return { kind, locale, timezone: 'Asia/Kathmandu', entity, occurredAt, data: { ...given, ...data } };
};

/** So many lines, made of the example's. */
export const linesOf = (kind: DocumentKind, count: number): Record<string, unknown>[] => {
  const { lines } = exampleOf(kind).data;
  return Array.from({ length: count }, (_, n) => ({ ...lines[n % lines.length], sku: `ROW-${n + 1}` }));
};
