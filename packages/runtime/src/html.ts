/** Markup that is safe to send. Only `html` makes it. */
export class Html {
  constructor(readonly markup: string) {}
  toString(): string {
    return this.markup;
  }
}

type Value = Html | string | number | false | null | undefined | readonly Value[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const render = (value: Value): string => {
  if (value instanceof Html) return value.markup;
  if (typeof value === 'string' || typeof value === 'number')
    return String(value).replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
  return Array.isArray(value) ? value.map(render).join('') : '';
};

/**
 * Markup with values in it: text and numbers are escaped for element content and quoted attributes, lists are joined, and
 * false, null and undefined are nothing.
 */
export const html = (strings: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(String.raw({ raw: strings }, ...values.map(render)));
