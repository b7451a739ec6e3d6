import type { RenderedWhatsapp } from '../rendered-message.js';
import type { MessageParts } from './message-parts.js';
import { oneLine, severalLines } from './plain-text.js';

/**
 * The body's parameters, one a line of the `params` part. Meta refuses line breaks, tabs and more than four spaces in a row in
 * a parameter (132018), and it refuses an empty one. Dropping that would shift the others into the wrong gaps, so it is an error.
 */
const parametersOf = ({ optionalPart, refuse }: MessageParts): string[] => {
  const lines = (optionalPart('params') ?? '').replace(/\n$/, '');
  const parameters = lines === '' ? [] : lines.split('\n').map(oneLine);
  const empty = parameters.indexOf('');
  if (empty !== -1) refuse('params', `leaves parameter ${empty + 1} empty`);
  return parameters;
};

/** Meta's language codes have an underscore before the region: `en`, `en_GB`, `pt_BR`. */
const languageOf = (locale: string): string => locale.replaceAll('-', '_');

export const renderWhatsapp = (parts: MessageParts): RenderedWhatsapp => {
  const { part, locale, manifest } = parts;
  const text = severalLines(part('txt'));
  if (manifest.whatsapp === null) return { channel: 'whatsapp', text, template: null, locale };
  const { template: name } = manifest.whatsapp;
  const template = { name, language: languageOf(locale), parameters: parametersOf(parts) };
  return { channel: 'whatsapp', text, template, locale };
};
