import type { FieldError } from '../errors.js';
import { type TypeRules, type ValidationContext, type ValidEvent, validateEvent } from './validate-event.js';

/** 30 November 2026, 08:15 UTC. */
export const NOW_MS = Date.UTC(2026, 10, 30, 8, 15, 0);

const RULES: Readonly<Record<string, TypeRules>> = {
  'purchase_order.approved': { lane: 'transactional', maxLane: 'transactional', expiresInMs: null },
  'auth.one_time_password': { lane: 'critical', maxLane: 'critical', expiresInMs: 120_000 },
};

export const context: ValidationContext = {
  typeRules: (type) => (Object.hasOwn(RULES, type) ? RULES[type] : undefined),
  nowMs: NOW_MS,
  maxAgeDays: 400,
};

/** A valid body with some fields changed; a field set to undefined is left out, as JSON does. */
export const bodyWith = (change: Readonly<Record<string, unknown>> = {}): Record<string, unknown> =>
  JSON.parse(
    JSON.stringify({
      type: 'purchase_order.approved',
      entity: { type: 'purchase_order', id: 'PO-4482', version: 7 },
      occurredAt: '2026-11-30T08:15:00.000Z',
      data: { amount: '1200.50', currency: 'NPR' },
      recipients: [{ id: 'u-17', email: 'maria@example.com' }, 'u-18'],
      ...change,
    }),
  );

/** The event that a body stands for; fails the test if it is refused. */
export const eventOf = (body: unknown): ValidEvent => {
  const result = validateEvent(body, context);
  if ('errors' in result) throw new Error(JSON.stringify(result.errors));
  return result.event;
};

/** What is wrong with a body; empty when nothing is. */
export const errorsOf = (body: unknown): readonly FieldError[] => {
  const result = validateEvent(body, context);
  return 'errors' in result ? result.errors : [];
};

/** The faults as `pointer code`, in order. */
export const faultsOf = (body: unknown): string[] => errorsOf(body).map((e) => `${e.pointer} ${e.code}`);
