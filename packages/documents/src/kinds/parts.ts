import type { z } from 'zod';
import type { Column, DocumentModel } from '../document-model.js';
import type { Decimal } from '../format/create-format.js';
import type { Party, pricedLine } from './fields.js';
import type { Pen } from './kind.js';

/** A company or place with its label. */
export const partyBlock = (label: string, { name, address, taxNumber }: Party, { words }: Pen) => ({
  label,
  lines: [name, ...(address ? [address] : []), ...(taxNumber ? [`${words.taxNumber}: ${taxNumber}`] : [])],
});

/** Facts of which the event may lack some: those are left out. */
export const factsOf = (facts: readonly (readonly [string, string | undefined])[]): DocumentModel['facts'] =>
  facts.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }]));

/** Notes of which the event may lack some. */
export const notesOf = (
  notes: readonly (readonly [string, readonly (string | undefined)[]])[],
): DocumentModel['notes'] =>
  notes.flatMap(([label, lines]) => {
    const said = lines.filter((line) => line !== undefined);
    return said.length === 0 ? [] : [{ label, lines: said }];
  });

export const textColumn = (label: string, share: number): Column => ({ label, kind: 'text', share });
export const numberColumn = (label: string): Column => ({ label, kind: 'number', share: 0 });

/** The first columns of every table of lines. */
export const itemColumns = ({ words }: Pen): Column[] => [textColumn(words.sku, 2), textColumn(words.description, 5)];
export const itemCells = (line: { sku?: string | undefined; description: string }): string[] => [
  line.sku ?? '',
  line.description,
];

/** Columns and rows of a document with prices. */
export const pricedTable = (lines: readonly z.output<typeof pricedLine>[], currency: string, pen: Pen) => {
  const { words, format } = pen;
  return {
    columns: [
      ...itemColumns(pen),
      numberColumn(words.quantity),
      textColumn(words.unit, 1),
      numberColumn(words.unitPrice),
      numberColumn(words.amount),
    ],
    rows: lines.map((line) => [
      ...itemCells(line),
      format.number(line.quantity),
      line.unit,
      format.money(line.unitPrice, currency),
      format.money(line.amount, currency),
    ]),
  };
};

interface Sums {
  readonly currency: string;
  readonly subtotal?: Decimal | undefined;
  readonly tax?: { readonly name: string; readonly amount: Decimal } | undefined;
  readonly total: Decimal;
}

/** What a priced document comes to; the total is last. */
export const totalsOf = ({ currency, subtotal, tax, total }: Sums, { words, format }: Pen): DocumentModel['totals'] => [
  ...(subtotal === undefined ? [] : [{ label: words.subtotal, value: format.money(subtotal, currency) }]),
  ...(tax === undefined ? [] : [{ label: tax.name, value: format.money(tax.amount, currency) }]),
  { label: words.total, value: format.money(total, currency) },
];
