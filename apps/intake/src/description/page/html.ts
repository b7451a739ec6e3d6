/** Markup that is safe to send. Only `html` makes it. */
export class Html {
  constructor(readonly markup: string) {}
}

type Value = Html | string | number | false | undefined | readonly Value[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);

const render = (value: Value): string => {
  if (value instanceof Html) return value.markup;
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value));
  return Array.isArray(value) ? value.map(render).join('') : '';
};

/** Markup with values in it: text is escaped, lists are joined, false and undefined are nothing. */
export const html = (strings: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(String.raw({ raw: strings }, ...values.map(render)));

/** Text in which `code` stands between backticks. */
export const prose = (text: string): Html =>
  new Html(escaped(text).replace(/`([^`]+)`/g, (_, code: string) => `<code>${code}</code>`));
