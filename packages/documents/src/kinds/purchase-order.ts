import { z } from 'zod';
import { day, party, pricedLine, sums, text } from './fields.js';
import { defineKind } from './kind.js';
import { factsOf, notesOf, partyBlock, pricedTable, totalsOf } from './parts.js';

/** What the buyer orders of the supplier. */
export const purchaseOrder = defineKind({
  data: z.object({
    ...sums,
    buyer: party,
    supplier: party,
    approvedBy: text.optional(),
    lines: z.array(pricedLine).min(1),
    deliverBy: day.optional(),
    deliverTo: text.optional(),
    note: text.optional(),
  }),
  describe: (data, pen) => {
    const { words, format } = pen;
    return {
      issuer: data.buyer.name,
      parties: [partyBlock(words.supplier, data.supplier, pen), partyBlock(words.buyer, data.buyer, pen)],
      facts: factsOf([
        [words.deliverBy, data.deliverBy && format.day(data.deliverBy)],
        [words.deliverTo, data.deliverTo],
        [words.approvedBy, data.approvedBy],
      ]),
      ...pricedTable(data.lines, data.currency, pen),
      totals: totalsOf(data, pen),
      notes: notesOf([[words.note, [data.note]]]),
    };
  },
});
