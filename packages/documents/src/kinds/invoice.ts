import { z } from 'zod';
import { day, party, pricedLine, sums, text } from './fields.js';
import { defineKind } from './kind.js';
import { factsOf, notesOf, partyBlock, pricedTable, totalsOf } from './parts.js';

/** What the buyer owes the seller. */
export const invoice = defineKind({
  data: z.object({
    ...sums,
    seller: party,
    buyer: party,
    purchaseOrder: text.optional(),
    lines: z.array(pricedLine).min(1),
    dueOn: day.optional(),
    payment: z.object({ bank: text.optional(), account: text.optional(), reference: text.optional() }).optional(),
    note: text.optional(),
  }),
  describe: (data, pen) => {
    const { words, format } = pen;
    const { bank, account, reference } = data.payment ?? {};
    return {
      issuer: data.seller.name,
      parties: [partyBlock(words.buyer, data.buyer, pen), partyBlock(words.seller, data.seller, pen)],
      facts: factsOf([
        [words.dueOn, data.dueOn && format.day(data.dueOn)],
        [words.purchaseOrder, data.purchaseOrder],
        [words.bank, bank],
        [words.account, account],
        [words.reference, reference],
      ]),
      ...pricedTable(data.lines, data.currency, pen),
      totals: totalsOf(data, pen),
      notes: notesOf([[words.note, [data.note]]]),
    };
  },
});
