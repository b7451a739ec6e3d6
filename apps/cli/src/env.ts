import type { Chat } from '@crier/chat';
import { type DigestSchedule, type RepairSettings, repairsOf, settingsSchema } from '@crier/domain';
import { ConfigError, loadEnv } from '@crier/runtime';

/** What the environment says about where things are; undefined = it says nothing. */
export interface CliEnvironment {
  readonly databaseUrl: string | undefined;
  /** For migrations: past a transaction-mode pooler. */
  readonly directUrl: string | undefined;
  readonly intakeUrl: string | undefined;
  readonly apiKey: string | undefined;
  readonly maxAgeDays: number;
  /** Where the people on call read. */
  readonly chat: Chat | undefined;
  readonly boardUrl: string | undefined;
  /** Sign the digest's replay links. */
  readonly linkSecrets: readonly string[];
  readonly digest: DigestSchedule;
  readonly repairs: RepairSettings;
}

const EVERYWHERE: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };
const schema = settingsSchema.partial({ DATABASE_URL: true, REDIS_URL: true });

/** The environment of this process. Throws ConfigError naming each bad variable. */
export const readEnvironment = (): CliEnvironment => {
  const settings = loadEnv(schema, process.env);
  const given = (name: string) => (process.env[name] ?? '').trim() !== '';
  const intakeGiven = given('INTAKE_PORT');
  if (intakeGiven && settings.INTAKE_PORT === 0)
    throw new ConfigError('INTAKE_PORT is 0, which names no port: set it to the one that intake listens on');
  const host = EVERYWHERE[settings.BIND_HOST] ?? settings.BIND_HOST;
  return {
    databaseUrl: settings.DATABASE_URL,
    directUrl: settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL,
    intakeUrl: intakeGiven ? `http://${host}:${settings.INTAKE_PORT}` : undefined,
    apiKey: settings.CRIER_API_KEY,
    maxAgeDays: settings.OCCURRED_AT_MAX_AGE_DAYS,
    chat:
      settings.OPS_CHAT_WEBHOOK_URL === undefined
        ? undefined
        : { kind: settings.OPS_CHAT_KIND, url: settings.OPS_CHAT_WEBHOOK_URL },
    boardUrl: given('PUBLIC_URL_BOARD') ? settings.PUBLIC_URL_BOARD : undefined,
    linkSecrets: settings.CRIER_LINK_SECRET ?? [],
    digest: { at: settings.DIGEST_AT, zone: settings.OPS_TIMEZONE },
    repairs: repairsOf(settings),
  };
};
