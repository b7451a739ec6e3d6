import type { NotificationType } from '../notification-type.js';
import type { RenderContext, RenderSettings } from '../render-context.js';
import { type ExpressionSite, TemplateError } from '../template-error.js';

/** What a channel's renderer makes a message of. */
export interface MessageParts {
  /** The locale that all the parts are written in. */
  readonly locale: string;
  readonly manifest: NotificationType['manifest'];
  /** The text of a part. Throws `TemplateError` if the type has no such part, or the context lacks what it names. */
  readonly part: (name: string) => string;
  /** The same, but null for a part that the type does not have. */
  readonly optionalPart: (name: string) => string | null;
  /** Throws the `TemplateError` that a part as a whole is not fit to be sent; `reason` completes "the template …". */
  readonly refuse: (name: string, reason: string) => never;
}

interface Making {
  readonly type: NotificationType;
  readonly channel: string;
  readonly context: RenderContext;
  readonly settings: RenderSettings;
}

/** The parts of one message, each rendered when it is asked for. */
export const messageParts = ({ type, channel, context, settings }: Making): MessageParts => {
  const { locale } = settings;
  const templates = type.channels.get(channel)?.get(locale);
  const refuse = (name: string, reason: string): never => {
    const template = `${type.name}/${channel}.${locale}.${name}.hbs`;
    const site: ExpressionSite = { template, line: 1, expression: 'the template' };
    throw new TemplateError(site, settings.version, reason);
  };
  const optionalPart = (name: string): string | null => templates?.get(name)?.(context, settings) ?? null;
  return {
    locale,
    manifest: type.manifest,
    part: (name) => optionalPart(name) ?? refuse(name, 'does not exist'),
    optionalPart,
    refuse,
  };
};
