import { type DocumentKind, DocumentRefused, type DocumentRequest, documentLanguage } from '@crier/domain';
import type { DocumentModel } from './document-model.js';
import { createFormat } from './format/create-format.js';
import { deliveryOrder } from './kinds/delivery-order.js';
import { goodsReceiptNote } from './kinds/goods-receipt-note.js';
import { invoice } from './kinds/invoice.js';
import type { Kind } from './kinds/kind.js';
import { purchaseOrder } from './kinds/purchase-order.js';
import { salesOrder } from './kinds/sales-order.js';
import { wordsIn } from './words/words-in.js';

const KINDS: Readonly<Record<DocumentKind, Kind>> = {
  purchase_order: purchaseOrder,
  sales_order: salesOrder,
  delivery_order: deliveryOrder,
  goods_receipt_note: goodsReceiptNote,
  invoice,
};

/** More problems than these tell nobody more. */
const NAMED_PROBLEMS = 5;

/** What is null or blank is missing, as it is for the messages' templates. */
const given = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(given);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(
    ([, field]) => field !== null && !(typeof field === 'string' && field.trim() === ''),
  );
  return Object.fromEntries(fields.map(([name, field]) => [name, given(field)]));
};

const readData = (kind: Kind, data: unknown): unknown => {
  const parsed = kind.data.safeParse(given(data));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues
    .slice(0, NAMED_PROBLEMS)
    .map(({ path, message }) => `/data/${path.map(String).join('/')}: ${message}`);
  throw new DocumentRefused(problems.join('; '));
};

/**
 * Writes a document in the words and formats of its locale. Pure. Throws DocumentRefused, which names each field that
 * is missing or can't be written by its JSON pointer, and no value.
 */
export const describeDocument = (request: DocumentRequest): DocumentModel => {
  const language = documentLanguage(request.locale);
  const words = wordsIn(language);
  const format = createFormat(request.locale, request.timezone);
  const kind = KINDS[request.kind];
  const content = kind.describe(readData(kind, request.data), { words, format });
  const { id, version } = request.entity;
  const date = { label: words.date, value: format.day(request.occurredAt) };
  return {
    ...content,
    language,
    isRightToLeft: language === 'ar',
    title: words.titles[request.kind],
    reference: id,
    date: format.dateOf(request.occurredAt),
    facts: [
      date,
      ...(version === null ? [] : [{ label: words.version, value: format.number(version) }]),
      ...content.facts,
    ],
    pageOf: words.pageOf,
    digits: format.digits,
  };
};
