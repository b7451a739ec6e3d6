import { createSql, inspectDatabase } from '@crier/db';
import { inspectRedis } from '@crier/queue';
import { ConfigError } from '@crier/runtime';
import type { CliDeps } from '../cli-deps.js';
import type { CliEnvironment } from '../env.js';
import { databaseTarget, opsTarget, redisTarget } from '../targets.js';
import { chatFindings } from './check-chat.js';
import { clockFindings } from './check-clocks.js';
import { databaseFindings } from './check-database.js';
import { mailDomainFindings } from './check-mail-domain.js';
import { redisFindings } from './check-redis.js';
import { broken, type Finding, see, well } from './finding.js';

const TIMEOUT_MS = 5_000;

const seeDatabase = (url: string) => {
  const { host, pathname } = new URL(url);
  return see(`${host}${pathname}`, async () => {
    const sql = createSql({ url, max: 1, app: 'cli', silenceMs: TIMEOUT_MS });
    try {
      return await inspectDatabase(sql);
    } finally {
      await sql.end({ timeout: 1 });
    }
  });
};

const settingsFindings = ({ problems }: CliEnvironment): Finding[] =>
  problems.length === 0
    ? [well('Settings', 'every variable of this environment is known and valid')]
    : problems.map((problem) => broken('Settings', problem, '.env.example describes every variable'));

/** The environment, or what is wrong with it: nothing else can be looked at then. */
const readEnvironment = (deps: CliDeps): CliEnvironment | Finding[] => {
  try {
    return deps.environment();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message
      .split('\n')
      .map((line) => broken('Settings', line, 'Mend it and ask again: nothing else was checked'));
  }
};

/**
 * Looks at everything that an installation stands on, each by itself, so that one trouble hides no other. Changes nothing
 * and posts nothing. Throws ConfigError when nothing says where Crier is.
 */
export const examine = async (deps: CliDeps): Promise<Finding[]> => {
  const environment = readEnvironment(deps);
  if (Array.isArray(environment)) return environment;
  const redisUrl = redisTarget(deps);
  const [database, redis, chat, mail] = await Promise.all([
    seeDatabase(databaseTarget(deps)),
    see(new URL(redisUrl).host, () => inspectRedis(redisUrl, TIMEOUT_MS)),
    chatFindings(opsTarget(deps).chat, environment.opsEmail),
    Promise.all(environment.mailSenders.map((sender) => mailDomainFindings(deps.lookUpTxt, sender))),
  ]);
  return [
    ...settingsFindings(environment),
    ...databaseFindings(database, deps.nowMs()),
    ...redisFindings(redis),
    ...clockFindings({ PostgreSQL: database, Redis: redis }),
    ...chat,
    ...mail.flat(),
  ];
};
