import { type Settings, settingsProblems, settingsSchema } from '@crier/domain';
import { loadEnv } from '@crier/runtime';

const given = (name: string): string | undefined => {
  const value = process.env[name];
  return value === undefined || value.trim() === '' ? undefined : value;
};

/** The servers that somebody else runs. */
export const givenServices = (): { databaseUrl: string | undefined; redisUrl: string | undefined } => ({
  databaseUrl: given('DATABASE_URL'),
  redisUrl: given('REDIS_URL'),
});

export const isProduction = (): boolean => given('NODE_ENV') === 'production';

/** Whether npm runs this, as in `npm start`. */
export const isRunByNpm = (): boolean => given('npm_lifecycle_event') !== undefined;

/** Folders where programs are looked for. */
export const searchPath = (): string | undefined => given('PATH');

/** Sets what is not set. The AWS SDK and the apps' own processes read the environment themselves, so it is the place. */
export const setDefaults = (values: Readonly<Record<string, string>>): void => {
  for (const [name, value] of Object.entries(values)) if (given(name) === undefined) process.env[name] = value;
};

/** Sets what was found out, whatever is set: 0 becomes the port that is free. */
export const setFound = (values: Readonly<Record<string, string>>): void => void Object.assign(process.env, values);

/** The environment of this process; `standIns` count for what is not set yet. Throws ConfigError. */
export const readSettings = (standIns: Readonly<Record<string, string>> = {}): Settings => {
  const missing = Object.entries(standIns).filter(([name]) => given(name) === undefined);
  return loadEnv(settingsSchema, { ...process.env, ...Object.fromEntries(missing) }, settingsProblems);
};

/** The environment of an app's own process. */
export const appEnvironment = (own: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  ...process.env,
  ...own,
});
