import { z } from 'zod';
import { party, receivedLine, text } from './fields.js';
import { defineKind } from './kind.js';
import { factsOf, itemCells, itemColumns, notesOf, numberColumn, partyBlock, textColumn } from './parts.js';

/** What has arrived, and what of it was accepted. */
export const goodsReceiptNote = defineKind({
  data: z.object({
    supplier: party,
    warehouse: text.optional(),
    receivedBy: text.optional(),
    purchaseOrder: text.optional(),
    deliveryOrder: text.optional(),
    lines: z.array(receivedLine).min(1),
    discrepancies: z.array(z.object({ sku: text.optional(), explanation: text })).default([]),
  }),
  describe: (data, pen) => {
    const { words, format } = pen;
    return {
      issuer: '',
      parties: [
        partyBlock(words.supplier, data.supplier, pen),
        ...(data.warehouse === undefined ? [] : [{ label: words.warehouse, lines: [data.warehouse] }]),
      ],
      facts: factsOf([
        [words.purchaseOrder, data.purchaseOrder],
        [words.deliveryOrder, data.deliveryOrder],
        [words.receivedBy, data.receivedBy],
      ]),
      columns: [
        ...itemColumns(pen),
        numberColumn(words.ordered),
        numberColumn(words.accepted),
        textColumn(words.unit, 1),
      ],
      rows: data.lines.map((line) => [
        ...itemCells(line),
        format.number(line.ordered),
        format.number(line.accepted),
        line.unit,
      ]),
      totals: [],
      notes: notesOf([
        [words.discrepancies, data.discrepancies.map((d) => (d.sku ? `${d.sku}: ${d.explanation}` : d.explanation))],
      ]),
    };
  },
});
