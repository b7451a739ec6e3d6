import { formatLocaleFor, pickLocale } from './locale.js';
import type { NotificationType } from './notification-type.js';
import type { RenderContext } from './render-context.js';
import { TemplateError } from './template-error.js';

export interface RenderEmailInput {
  /** The recipient's locale; the message is written in the nearest one that the type has. */
  readonly locale: string;
  readonly timezone: string;
  readonly context: RenderContext;
}

export interface RenderedEmail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** The locale it was written in. */
  readonly locale: string;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
const BREAKS = /[\s\u0000-\u001f\u007f-\u009f]+/g;

/** One line: a line break in a subject would begin another header. */
const oneLine = (text: string): string => text.replace(BREAKS, ' ').trim();

/** Renders an email. Throws `TemplateError` if the context lacks a variable that the template names. */
export const renderEmail = (
  type: NotificationType,
  { locale: asked, timezone, context }: RenderEmailInput,
): RenderedEmail => {
  const locales = type.channels.get('email') ?? new Map();
  const locale = pickLocale(locales, asked, type.defaultLocale);
  const settings = { locale, formatLocale: formatLocaleFor(asked, locale), timezone, version: type.templateVersion };
  const part = (name: string): string => {
    const template = locales.get(locale)?.get(name);
    if (template) return template(context, settings);
    const site = { template: `${type.name}/email.${locale}.${name}.hbs`, line: 1, expression: 'the template' };
    throw new TemplateError(site, type.templateVersion, 'does not exist');
  };
  return { subject: oneLine(part('subject')), html: part('html'), text: part('txt'), locale };
};
