import type { Channel } from '@crier/domain';
import { ConfigError } from '@crier/runtime';
import {
  loadTypes,
  type NotificationType,
  type Preview,
  previewType,
  type RenderedMessage,
  type ShownMessage,
} from '@crier/templates';
import type { CliDeps, ExitStatus } from '../cli-deps.js';
import { templatesDir } from '../templates-dir.js';

export interface PreviewOptions {
  readonly locale?: string;
  readonly timezone: string;
  readonly channel?: readonly Channel[];
  readonly data?: string;
  readonly dir?: string;
  readonly html?: boolean;
  readonly json?: boolean;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The data in a file: an object, or that of an event. */
const readData = async (deps: CliDeps, file: string): Promise<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(await deps.readText(file));
    const data = isObject(value) && 'entity' in value && 'data' in value ? value.data : value;
    if (isObject(data)) return data;
  } catch (error) {
    if (error instanceof SyntaxError) throw new ConfigError(`${file} is not JSON: ${error.message}`);
    throw error;
  }
  throw new ConfigError(`${file} is not the data of an event: a JSON object is needed`);
};

const textOf = (message: RenderedMessage): string[] => {
  if (message.channel === 'email') return [`Subject: ${message.subject}`, '', message.text];
  if (!('title' in message)) return [message.text];
  return [message.title, message.body, ...(message.url === null ? [] : [`-> ${message.url}`])];
};

const sizeOf = ({ sms, price }: ShownMessage): string => {
  const billed = `${price.class} x ${price.units}`;
  if (sms === null) return billed;
  const forced = sms.forcedBy === null ? '' : `, forced by ${sms.forcedBy.char} at ${sms.forcedBy.index}`;
  return `${sms.segments} segment(s), ${sms.units} units of ${sms.encoding}${forced}; ${billed}`;
};

const section = (preview: Preview): string => {
  const head = `== ${preview.channel} (${preview.locale})`;
  if ('error' in preview) return `${head}\n✗ ${preview.error.message}`;
  return [`${head}: ${sizeOf(preview)}`, ...textOf(preview.message)].join('\n');
};

/** Errors do not survive JSON by themselves. */
const asJson = (preview: Preview): object => {
  if (!('error' in preview)) return preview;
  const { channel, locale, error } = preview;
  const { template, line, expression, message } = error;
  return { channel, locale, error: { template, line, expression, message } };
};

const findType = async (deps: CliDeps, name: string, dir: string | undefined): Promise<NotificationType> => {
  const { types } = await loadTypes(templatesDir(deps, dir));
  const type = types.get(name);
  if (type) return type;
  throw new ConfigError(`there is no type ${name}; there are: ${[...types.keys()].join(', ')}`);
};

/** `crier templates preview`: a type over each channel, from its fixture or given data. 1 if a channel has no message. */
export const previewTemplatesCommand = async (
  deps: CliDeps,
  name: string,
  options: PreviewOptions,
): Promise<ExitStatus> => {
  const { locale, timezone, channel, data, html, json } = options;
  const type = await findType(deps, name, options.dir);
  const channels = html ? (['email'] as const) : channel;
  const previews = previewType(type, {
    timezone,
    ...(locale === undefined ? {} : { locale }),
    ...(channels === undefined ? {} : { channels }),
    ...(data === undefined ? {} : { data: await readData(deps, data) }),
  });
  if (previews.length === 0) throw new ConfigError(`${name} goes over: ${[...type.channels.keys()].join(', ')}`);
  const ok = previews.every((preview) => !('error' in preview));
  const [first] = previews;
  const page =
    html && first && 'message' in first && first.message.channel === 'email' ? first.message.html : undefined;
  if (page !== undefined) deps.out(page);
  else if (json)
    deps.out(JSON.stringify({ type: name, templateVersion: type.templateVersion, previews: previews.map(asJson) }));
  else (ok ? deps.out : deps.err)(previews.map(section).join('\n\n'));
  return ok ? 0 : 1;
};
