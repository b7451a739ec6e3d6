import { type NotificationType, previewType, type TypeCatalog } from '@crier/templates';
import type { RequestHandler } from 'express';
import { Refusal } from '../http/refusal.js';
import { userOf } from '../login/account.js';
import { templatesPage } from './templates-page.js';

/** Every locale that the type is written in, the default first. */
const localesOf = ({ channels, defaultLocale }: NotificationType): string[] => [
  ...new Set([defaultLocale, ...[...channels.values()].flatMap((locales) => [...locales.keys()])]),
];

const queried = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * `GET /templates?type=&locale=`: a type over all its channels from its fixture, as people get it. No event is read, so
 * nobody's data is shown.
 */
export const templatesRoute =
  (catalog: TypeCatalog): RequestHandler =>
  (req, res) => {
    const names = [...catalog.types.keys()];
    const name = queried(req.query.type) || (names[0] ?? '');
    const type = catalog.types.get(name);
    if (type === undefined)
      throw new Refusal(404, 'No such type', 'Choose one of those that the page of templates lists.');
    const locales = localesOf(type);
    const asked = queried(req.query.locale);
    const locale = locales.includes(asked) ? asked : type.defaultLocale;
    const view = { names, type, locales, locale, previews: previewType(type, { locale }), user: userOf(res) };
    res.type('html').send(templatesPage(view));
  };
