import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { assertDatabaseUsable } from '@crier/db';
import type { Settings } from '@crier/domain';
import { assertRedisUsable } from '@crier/queue';
import { ConfigError, createLogger, documentsDir, INSTALLATION, systemClock, templatesDir } from '@crier/runtime';
import { liveTypes, loadTypes } from '@crier/templates';
import { type Arguments, HELP, parseArguments } from './arguments.js';
import { runDemo } from './demo.js';
import { DEVELOPMENT_DEFAULTS, developmentAddresses } from './development-environment.js';
import { developmentKeys } from './development-keys.js';
import * as env from './env.js';
import { channelsOff, fleetOf } from './fleet.js';
import { followParent } from './follow-parent.js';
import { type Run, runLauncher } from './launcher.js';
import { createLogFile } from './log-file.js';
import { migrateDatabase } from './migrate-database.js';
import { openClients } from './open-clients.js';
import { findPlaces, type Place } from './places.js';
import { refuseSecondStart } from './refuse-second-start.js';
import { createRunFile } from './run-file.js';
import { startServices } from './services.js';
import { startProcesses } from './start-processes.js';
import { waitUntilReady } from './wait-until-ready.js';
import { welcome } from './welcome.js';

/** Stand in for servers that are not started yet, so that everything else can be checked before they are. */
const LATER = { DATABASE_URL: 'postgres://127.0.0.1/crier', REDIS_URL: 'redis://127.0.0.1' };

/** The AWS SDK says at every start, over nine lines, that it would like a newer Node. */
const QUIET = { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' };

/** Everything that can be wrong without a server is found here, before one is started. */
const prepare = async (dataDir: string) => {
  const given = env.givenServices();
  env.setDefaults({ ...QUIET, DOCUMENT_DIR: join(dataDir, 'documents') });
  if (!env.isProduction()) env.setDefaults({ ...DEVELOPMENT_DEFAULTS, ...developmentKeys() });
  const draft = env.readSettings(LATER);
  await loadTypes(templatesDir(draft)).catch((error: Error) => {
    throw new ConfigError(error.message);
  });
  if (given.databaseUrl === undefined || given.redisUrl === undefined) await refuseSecondStart(dataDir);
  const { places, sandbox } = await findPlaces(fleetOf(draft), draft);
  const urls = Object.fromEntries(places.map(({ name, url }) => [name, url]));
  const { sandbox: sandboxUrl, board: boardUrl = '', callbacks: callbacksUrl = '', inbox: inboxUrl = '' } = urls;
  if (sandboxUrl !== undefined) {
    env.setFound(sandbox.variables);
    const addresses = { sandboxUrl, boardUrl, callbacksUrl, inboxUrl, apnsUrl: sandbox.apnsUrl };
    env.setDefaults(developmentAddresses({ ...addresses, sesEndpoint: draft.SES_ENDPOINT }));
  }
  return { given, draft, places, urls };
};

/** Servers that answer, and a database that is up to date. A Redis that is given and away is told before the rest starts. */
const provideServices = async (run: Run, dataDir: string, { given, draft }: Awaited<ReturnType<typeof prepare>>) => {
  if (given.redisUrl !== undefined) await assertRedisUsable(given.redisUrl);
  const services = await startServices({
    ...given,
    postgresPort: draft.POSTGRES_PORT,
    redisPort: draft.REDIS_PORT,
    dataDir,
    toolsDir: join(INSTALLATION, '.tools'),
    searchPath: env.searchPath(),
    say: run.say,
  });
  run.onStop(services.stop);
  run.signal.throwIfAborted();
  env.setDefaults({ DATABASE_URL: services.databaseUrl, REDIS_URL: services.redisUrl });
  const settings = env.readSettings();
  run.say('Bringing the database up to date …');
  await migrateDatabase(settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL, settings.OCCURRED_AT_MAX_AGE_DAYS);
  run.signal.throwIfAborted();
  return settings;
};

interface Fleet {
  readonly settings: Settings;
  readonly places: readonly Place[];
  readonly log: { write(line: string): void };
  readonly onPid: (name: string, pid: number) => void;
}

const startTogether = async (run: Run, { settings, places, log, onPid }: Fleet): Promise<void> => {
  // Loads the code of every app: seconds, which whoever runs them apart, or is told of a mistake, need not wait for.
  const { startInProcess } = await import('./start-in-process.js');
  const logFor = (name: string) => createLogger({ name, level: settings.LOG_LEVEL }, log);
  const { close, ...clients } = openClients(settings, documentsDir(settings), logFor('standalone'));
  run.onStop(close);
  const templates = await liveTypes(templatesDir(settings), logFor('standalone'));
  run.onStop(async () => templates.close());
  await assertDatabaseUsable(clients.sql, settings.DATABASE_URL);
  await startInProcess(run, places, { settings, catalog: templates.catalog, ...clients, logFor });
  for (const { name } of places) onPid(name, process.pid);
  await waitUntilReady(places, run.signal);
};

const startApart = async (run: Run, { settings, places, log, onPid }: Fleet): Promise<void> => {
  const ready = () => waitUntilReady(places, run.signal);
  const options = { settings, installation: INSTALLATION, environment: env.appEnvironment, log, onPid };
  const { killAll } = await startProcesses(run, places, options, ready);
  process.once('exit', killAll);
};

const start = async (run: Run, { data, demo, processes }: Arguments): Promise<void> => {
  if (demo && env.isProduction())
    throw new ConfigError('--demo shows mails in the provider sandbox: not in production');
  const dataDir = resolve(data);
  const prepared = await prepare(dataDir);
  const { places, urls } = prepared;
  mkdirSync(dataDir, { recursive: true });
  const settings = await provideServices(run, dataDir, prepared);
  for (const [channel, problems] of channelsOff(settings)) run.say(`${channel} is off: ${problems.join('; ')}`);
  run.say(`Starting ${places.map(({ name }) => name).join(', ')} …`);

  const logPath = join(dataDir, 'crier.log');
  const log = createLogFile(logPath, (text) => process.stderr.write(`${text}\n`));
  const runFile = createRunFile(dataDir, process.pid);
  process.once('exit', runFile.remove);
  const pids: Record<string, number> = {};
  const write = () => runFile.write({ databaseUrl: settings.DATABASE_URL, redisUrl: settings.REDIS_URL, urls, pids });
  let complete = false;
  const onPid = (name: string, pid: number) => {
    pids[name] = pid;
    if (complete) write();
  };
  await (processes ? startApart : startTogether)(run, { settings, places, log, onPid });
  complete = true;
  write();

  const examples = join(INSTALLATION, 'examples');
  const exampleFile = join(examples, 'purchase_order.approved.json');
  run.say(welcome(settings, places, { exampleFile, logFile: logPath }));
  run.say('crier ready');
  const { intake: intakeUrl, sandbox: sandboxUrl } = urls;
  const apiKey = settings.CRIER_API_KEY;
  if (!demo || intakeUrl === undefined || sandboxUrl === undefined || apiKey === undefined) return;
  const options = { intakeUrl, sandboxUrl, apiKey, examples, nowMs: Date.now, say: run.say, signal: run.signal };
  await runDemo(options).catch((error: Error) => {
    if (!run.signal.aborted) run.say(`The demo ended early: ${error.message}`);
  });
};

const main = async (): Promise<void> => {
  let args: Arguments;
  try {
    args = parseArguments(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\nSee: npm start -- --help\n`);
    return process.exit(2);
  }
  if (args.help) return void process.stdout.write(`${HELP}\n`);
  if (env.isRunByNpm()) followParent(() => process.kill(process.pid, 'SIGTERM'));
  // Whoever read what we say may go first.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  await runLauncher((run) => start(run, args), process, systemClock.monotonicMs);
};

await main();
