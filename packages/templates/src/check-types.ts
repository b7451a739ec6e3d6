import type { NotificationType, TypeCatalog } from './notification-type.js';
import { renderEmail } from './render-email.js';
import { TemplateError } from './template-error.js';

/** Something a check found; `message` begins with file and line where there is one. */
export interface TypeProblem {
  readonly type: string;
  readonly locale: string | null;
  readonly message: string;
}

const hasPath = (value: unknown, [step, ...rest]: readonly string[]): boolean =>
  step === undefined ||
  (typeof value === 'object' &&
    value !== null &&
    Object.hasOwn(value, step) &&
    hasPath(Reflect.get(value, step), rest));

const emailProblems = (type: NotificationType, locale: string): string[] => {
  try {
    const { subject } = renderEmail(type, { locale, timezone: 'UTC', context: type.fixture });
    const { subjectMaxLength } = type.manifest;
    if (subject === '') return ['the subject is empty'];
    if (subject.length > subjectMaxLength)
      return [`the subject has ${subject.length} characters, the manifest allows ${subjectMaxLength}`];
    return [];
  } catch (error) {
    if (error instanceof TemplateError) return [error.message];
    throw error;
  }
};

const localesOf = (type: NotificationType): string[] =>
  [...type.channels.values()].flatMap((locales) => [...locales.keys()]);

const typeProblems = (type: NotificationType, allLocales: ReadonlySet<string>): TypeProblem[] => {
  const problem = (locale: string | null, message: string): TypeProblem => ({ type: type.name, locale, message });
  const secrets = type.manifest.secret
    .filter((path) => !hasPath(type.fixture, path.split('.')))
    .map((path) => problem(null, `secret: the fixture has no ${path}`));
  const perChannel = [...type.channels].flatMap(([channel, locales]) => [
    ...[...allLocales]
      .filter((locale) => !locales.has(locale))
      .map((locale) => problem(locale, `${channel} is not written in ${locale}, other types are`)),
    ...[...locales.keys()].flatMap((locale) => emailProblems(type, locale).map((message) => problem(locale, message))),
  ]);
  return [...secrets, ...perChannel];
};

/**
 * Renders every type in every locale with its fixture and lists what is wrong: unknown variables, over-long or empty
 * subjects, locales that other types have, secrets that do not exist. An empty list is a pass.
 */
export const checkTypes = (catalog: TypeCatalog): TypeProblem[] => {
  const types = [...catalog.types.values()];
  const locales = new Set(types.flatMap(localesOf));
  return types.flatMap((type) => typeProblems(type, locales));
};
