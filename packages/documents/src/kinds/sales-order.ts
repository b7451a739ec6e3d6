import { z } from 'zod';
import { day, party, pricedLine, sums, text } from './fields.js';
import { defineKind } from './kind.js';
import { factsOf, notesOf, partyBlock, pricedTable, totalsOf } from './parts.js';

/**
 * What the seller has sold to the customer. It is also read from the data of a purchase order, whose supplier is the seller
 * and whose buyer is the customer: an event of a type of its own makes it from the same data.
 */
export const salesOrder = defineKind({
  data: z
    .object({
      ...sums,
      seller: party.optional(),
      supplier: party.optional(),
      customer: party.optional(),
      buyer: party.optional(),
      customerReference: text.optional(),
      lines: z.array(pricedLine).min(1),
      shipOn: day.optional(),
      shipTo: text.optional(),
      deliverBy: day.optional(),
      deliverTo: text.optional(),
      note: text.optional(),
    })
    .transform(({ seller, supplier, customer, buyer, ...data }, context) => {
      const parties = { seller: seller ?? supplier, customer: customer ?? buyer };
      for (const side of ['seller', 'customer'] as const)
        if (parties[side] === undefined) context.addIssue({ code: 'custom', path: [side], message: 'is missing' });
      const nobody = { name: '' };
      return { ...data, seller: parties.seller ?? nobody, customer: parties.customer ?? nobody };
    }),
  describe: (data, pen) => {
    const { words, format } = pen;
    return {
      issuer: data.seller.name,
      parties: [partyBlock(words.customer, data.customer, pen), partyBlock(words.seller, data.seller, pen)],
      facts: factsOf([
        [words.reference, data.customerReference],
        [words.shipOn, data.shipOn && format.day(data.shipOn)],
        [words.shipTo, data.shipTo],
        [words.deliverBy, data.deliverBy && format.day(data.deliverBy)],
        [words.deliverTo, data.deliverTo],
      ]),
      ...pricedTable(data.lines, data.currency, pen),
      totals: totalsOf(data, pen),
      notes: notesOf([[words.note, [data.note]]]),
    };
  },
});
