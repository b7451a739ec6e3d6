import type { Chat } from '@crier/chat';
import {
  canonicalEmail,
  type DigestSchedule,
  prefixOf,
  type RepairSettings,
  repairsOf,
  type Settings,
  settingsProblems,
  settingsSchema,
} from '@crier/domain';
import { ConfigError, loadEnv } from '@crier/runtime';
import type { MailSender } from './doctor/mail-sender.js';

/** What the environment says about where things are; undefined = it says nothing. */
export interface CliEnvironment {
  readonly databaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  /** For migrations: past a transaction-mode pooler. */
  readonly directUrl: string | undefined;
  readonly intakeUrl: string | undefined;
  readonly apiKey: string | undefined;
  readonly maxAgeDays: number;
  /** Where the people on call read. */
  readonly chat: Chat | undefined;
  /** Whom the people on call hear by while the chat is down. */
  readonly opsEmail: string | undefined;
  readonly mailSenders: readonly MailSender[];
  /** Settings that do not go together: apps would not start with them. */
  readonly problems: readonly string[];
  readonly boardUrl: string | undefined;
  /** Sign the digest's replay links. */
  readonly linkSecrets: readonly string[];
  readonly digest: DigestSchedule;
  readonly repairs: RepairSettings;
  readonly templatesDir: string | undefined;
}

const EVERYWHERE: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };
const schema = settingsSchema.partial({ DATABASE_URL: true, REDIS_URL: true });

const domainOf = (email: string): string => canonicalEmail(email)?.split('@').at(-1) ?? '';

/** The domains that the chain of email providers sends from, as their owners' DNS knows them. */
const mailSendersOf = (settings: Omit<Settings, 'DATABASE_URL' | 'REDIS_URL'>): MailSender[] =>
  settings.EMAIL_PROVIDERS.map((provider) => {
    const prefix = prefixOf(provider) as Uppercase<typeof provider>;
    const selectors = (settings[`${prefix}_DKIM_SELECTORS`] ?? '').split(',').flatMap((name) => name.trim() || []);
    return { provider, domain: domainOf(settings[`${prefix}_FROM`] ?? settings.EMAIL_FROM), selectors };
  });

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
    redisUrl: settings.REDIS_URL,
    directUrl: settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL,
    intakeUrl: intakeGiven ? `http://${host}:${settings.INTAKE_PORT}` : undefined,
    apiKey: settings.CRIER_API_KEY,
    maxAgeDays: settings.OCCURRED_AT_MAX_AGE_DAYS,
    chat:
      settings.OPS_CHAT_WEBHOOK_URL === undefined
        ? undefined
        : { kind: settings.OPS_CHAT_KIND, url: settings.OPS_CHAT_WEBHOOK_URL },
    opsEmail: settings.OPS_EMAIL,
    mailSenders: mailSendersOf(settings),
    // The addresses have no part in it.
    problems: settingsProblems({ ...settings, DATABASE_URL: '', REDIS_URL: '' }),
    boardUrl: given('PUBLIC_URL_BOARD') ? settings.PUBLIC_URL_BOARD : undefined,
    linkSecrets: settings.CRIER_LINK_SECRET ?? [],
    digest: { at: settings.DIGEST_AT, zone: settings.OPS_TIMEZONE },
    repairs: repairsOf(settings),
    templatesDir: settings.TEMPLATES_DIR,
  };
};
