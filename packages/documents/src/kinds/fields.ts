import { z } from 'zod';
import { isDay } from '../format/create-format.js';

const isDecimal = (value: string): boolean => /^-?\d{1,30}(\.\d{1,30})?$/.test(value);

const NO_DECIMAL = 'must be a number, or a decimal in a string such as "1250.50"';
/** A number, or a decimal in a string, which is written digit for digit. */
export const decimal = z.union([z.number(), z.string().refine(isDecimal, NO_DECIMAL)], { error: NO_DECIMAL });
export const text = z.string().trim().min(1);
export const day = text.refine(isDay, 'must be a day such as 2026-12-10, or an instant with an offset');
const currency = z.string().regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code such as "NPR"');

/** A company or a place, as documents name it. */
export const party = z.object({ name: text, address: text.optional(), taxNumber: text.optional() });
export type Party = z.output<typeof party>;

const item = { sku: text.optional(), description: text, unit: text };

/** What is bought or sold. */
export const pricedLine = z.object({ ...item, quantity: decimal, unitPrice: decimal, amount: decimal });
/** What is moved. */
export const movedLine = z.object({ ...item, quantity: decimal });
/** What has arrived. */
export const receivedLine = z.object({ ...item, ordered: decimal, accepted: decimal });

/** What a priced document comes to. */
export const sums = {
  currency,
  subtotal: decimal.optional(),
  tax: z.object({ name: text, amount: decimal }).optional(),
  total: decimal,
};
