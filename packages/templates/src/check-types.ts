import { CHANNELS, type Channel } from '@crier/domain';
import { checkEmail } from './check/email.js';
import { checkInapp } from './check/inapp.js';
import { checkPush } from './check/push.js';
import { checkSms } from './check/sms.js';
import { checkWhatsapp } from './check/whatsapp.js';
import { exampleContext } from './example-context.js';
import type { NotificationType, TypeCatalog } from './notification-type.js';
import type { RenderContext } from './render-context.js';
import { renderMessage } from './render-message.js';
import type { RenderedFor } from './rendered-message.js';
import { TemplateError } from './template-error.js';

/** Something a check found; a message about a template's expression begins with its file and line. */
export interface TypeProblem {
  readonly type: string;
  readonly channel: Channel | null;
  readonly locale: string | null;
  readonly message: string;
}

const CHECKS: {
  readonly [C in Channel]: (message: RenderedFor<C>, type: NotificationType, context: RenderContext) => string[];
} = {
  email: checkEmail,
  sms: checkSms,
  whatsapp: checkWhatsapp,
  push: checkPush,
  inapp: checkInapp,
};

const hasPath = (value: unknown, [step, ...rest]: readonly string[]): boolean =>
  step === undefined ||
  (typeof value === 'object' &&
    value !== null &&
    Object.hasOwn(value, step) &&
    hasPath(Reflect.get(value, step), rest));

/** A message that waits for its document must say where that is, unless it carries it. */
const withoutDocument = (message: object, { manifest }: NotificationType, { links }: RenderContext): string[] => {
  const [address] = links.document?.split('?') ?? [];
  const isNamed = address === undefined || manifest.document?.attach || JSON.stringify(message).includes(address);
  return isNamed ? [] : ['waits for a document and does not name links.document'];
};

const problemsWith = <C extends Channel>(
  type: NotificationType,
  channel: C,
  locale: string,
  example: RenderContext,
): string[] => {
  const context = exampleContext(type, channel, example);
  try {
    const message = renderMessage(type, channel, { locale, timezone: 'UTC', context });
    return [...CHECKS[channel](message, type, context), ...withoutDocument(message, type, context)];
  } catch (error) {
    if (error instanceof TemplateError) return [error.message];
    throw error;
  }
};

/** With the fixture, and what only the longest usual values bring about. */
const messageProblems = (type: NotificationType, channel: Channel, locale: string): string[] => {
  const problems = problemsWith(type, channel, locale, type.fixture);
  const more =
    type.longest === type.fixture || problems.length > 0 ? [] : problemsWith(type, channel, locale, type.longest);
  return [...problems, ...more.map((message) => `with longest.json: ${message}`)];
};

const localesOf = (type: NotificationType): string[] =>
  [...type.channels.values()].flatMap((locales) => [...locales.keys()]);

const channelProblems = (type: NotificationType, channel: Channel, allLocales: ReadonlySet<string>): TypeProblem[] => {
  const written = new Set(type.channels.get(channel)?.keys());
  return [...allLocales].flatMap((locale) => {
    const messages = written.has(locale)
      ? messageProblems(type, channel, locale)
      : [`${channel} is not written in ${locale}, other types are`];
    return messages.map((message) => ({ type: type.name, channel, locale, message }));
  });
};

const secretProblems = ({ name, manifest, fixture }: NotificationType): TypeProblem[] =>
  manifest.secret
    .filter((path) => !hasPath(fixture, path.split('.')))
    .map((path) => ({ type: name, channel: null, locale: null, message: `secret: the fixture has no ${path}` }));

/**
 * Renders every type over every channel in every locale with its fixture and lists what is wrong: unknown variables,
 * empty or over-long parts, SMS of more segments than the manifest allows, texts that don't say what they are about, secrets on
 * a lock screen, locales that other types have, secrets that do not exist. An empty list is a pass.
 */
export const checkTypes = (catalog: TypeCatalog): TypeProblem[] => {
  const types = [...catalog.types.values()];
  const locales = new Set(types.flatMap(localesOf));
  return types.flatMap((type) => [
    ...secretProblems(type),
    ...CHANNELS.filter(type.has).flatMap((channel) => channelProblems(type, channel, locales)),
  ]);
};
