import { type ExpressionSite, TemplateError } from '../template-error.js';

/** Name of the helper that every variable is rewritten to; no template can name it, because a template's helpers are checked. */
export const LOOK_UP = 'look-up';

/** What a variable is used for: printed, iterated, or handed on. */
export type LookupUse = 'text' | 'list' | 'value';

export interface LookupSite extends ExpressionSite {
  readonly parts: readonly string[];
  readonly use: LookupUse;
  readonly optional: boolean;
}

const own = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;

const misuse = (value: unknown, use: LookupUse): string | undefined => {
  if (use === 'text' && typeof value !== 'string' && typeof value !== 'number') return 'is not text or a number';
  if (use === 'list' && !Array.isArray(value)) return 'is not a list';
  return undefined;
};

/**
 * Follows a variable through own properties only (no prototype is ever read). Missing or null throws `TemplateError`,
 * unless the template said `optional`: then it is undefined.
 */
export const lookUp = (site: LookupSite, base: unknown, version: string): unknown => {
  let value = base;
  let depth = 0;
  for (; depth < site.parts.length && value !== null && value !== undefined; depth++)
    value = own(value, site.parts[depth] as string);
  if (value === null || value === undefined) {
    if (site.optional) return undefined;
    throw new TemplateError(site, version, value === null && depth === site.parts.length ? 'is null' : 'is missing');
  }
  const wrong = misuse(value, site.use);
  if (wrong) throw new TemplateError(site, version, wrong);
  return value;
};
