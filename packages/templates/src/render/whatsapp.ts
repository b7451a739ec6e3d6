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

const ISOLATION_MARKS = /[\u2066-\u2069]/g;

/**
 * The code of an authentication template, for its text and for the button that copies it; without the marks of a text from
 * right to left, which would be copied too. Source: Meta, WhatsApp Cloud API, "Authentication templates".
 */
const codeOf = (parameters: readonly string[]) => {
  const [code = '', ...more] = parameters.map((parameter) => parameter.replace(ISOLATION_MARKS, ''));
  return { parameters: [code, ...more], button: code };
};

/** Meta's language codes have an underscore before the region: `en`, `en_GB`, `pt_BR`. */
const languageOf = (locale: string): string => locale.replaceAll('-', '_');

export const renderWhatsapp = (parts: MessageParts): RenderedWhatsapp => {
  const { part, locale, manifest } = parts;
  const text = severalLines(part('txt'));
  if (manifest.whatsapp === null) return { channel: 'whatsapp', text, template: null, locale };
  const { template: name, category } = manifest.whatsapp;
  const parameters = parametersOf(parts);
  const values = category === 'authentication' ? codeOf(parameters) : { parameters };
  return { channel: 'whatsapp', text, template: { name, language: languageOf(locale), ...values }, locale };
};
