import { z } from 'zod';
import { day, decimal, movedLine, party, text } from './fields.js';
import { defineKind } from './kind.js';
import { factsOf, itemCells, itemColumns, notesOf, numberColumn, partyBlock, textColumn } from './parts.js';

/** What is on its way, by whom and where to. */
export const deliveryOrder = defineKind({
  data: z.object({
    supplier: party,
    shipTo: party,
    purchaseOrder: text.optional(),
    carrier: text.optional(),
    trackingNumber: text.optional(),
    packages: decimal.optional(),
    weightKg: decimal.optional(),
    expectedOn: day.optional(),
    lines: z.array(movedLine).min(1),
    instructions: text.optional(),
  }),
  describe: (data, pen) => {
    const { words, format } = pen;
    return {
      issuer: data.supplier.name,
      parties: [partyBlock(words.shipTo, data.shipTo, pen), partyBlock(words.supplier, data.supplier, pen)],
      facts: factsOf([
        [words.purchaseOrder, data.purchaseOrder],
        [words.expectedOn, data.expectedOn && format.day(data.expectedOn)],
        [words.carrier, data.carrier],
        [words.trackingNumber, data.trackingNumber],
        [words.packages, data.packages === undefined ? undefined : format.number(data.packages)],
        [words.weightKg, data.weightKg === undefined ? undefined : format.number(data.weightKg)],
      ]),
      columns: [...itemColumns(pen), numberColumn(words.quantity), textColumn(words.unit, 1)],
      rows: data.lines.map((line) => [...itemCells(line), format.number(line.quantity), line.unit]),
      totals: [],
      notes: notesOf([[words.instructions, [data.instructions]]]),
    };
  },
});
