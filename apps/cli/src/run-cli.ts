import { inspect } from 'node:util';
import { SCOPES, type Scope } from '@crier/db';
import { isForOperator } from '@crier/runtime';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import type { CliDeps, ExitStatus } from './cli-deps.js';
import { createKeyCommand, listKeysCommand, type NewKey, revokeKeyCommand } from './commands/keys.js';
import { migrateCommand } from './commands/migrate.js';
import { sendCommand } from './commands/send.js';
import { addDeadCommands } from './dead-commands.js';
import { addDigestCommand } from './digest-command.js';
import { addDoctorCommand } from './doctor-command.js';
import { addTemplatesCommands } from './templates-commands.js';

const EXAMPLES = `
Examples:
  crier migrate
  crier send examples/purchase_order.approved.json --now
  crier keys create --name "ERP production" --source erp
  crier dead list
  crier digest
  crier doctor
  crier templates check

Where: DATABASE_URL and INTAKE_PORT if set, else the Crier that npm start runs here (.local/run.json).
Exit status: 0 done, 1 it did not work, 2 wrong usage.`;

const parseScopes = (value: string): Scope[] =>
  value.split(',').map((name) => {
    const scope = SCOPES.find((known) => known === name.trim());
    if (scope === undefined) throw new InvalidArgumentError(`Scopes are: ${SCOPES.join(', ')}.`);
    return scope;
  });

const parseWord = (value: string): string => {
  const word = value.trim();
  if (word === '' || /\p{Cc}/u.test(word)) throw new InvalidArgumentError('It must be one line of text.');
  return word;
};

const buildProgram = (deps: CliDeps, done: (status: ExitStatus) => void): Command => {
  const program = new Command('crier')
    .description('Operate Crier: send events, replay dead letters, manage keys, check texts, keep it in order.')
    .exitOverride()
    .configureOutput({ writeOut: (text) => deps.out(text.trimEnd()), writeErr: (text) => deps.err(text.trimEnd()) })
    .showHelpAfterError('(see: crier --help)')
    .addHelpText('after', EXAMPLES);
  const json = () => new Option('--json', 'answer with JSON on standard output');
  // Subcommands made by `command()` inherit exitOverride and output.
  program
    .command('migrate')
    .description('bring the database up to date; safe at once from several places')
    .addOption(json())
    .addHelpText('after', '\nExample:\n  DATABASE_URL=postgres://crier@db/crier crier migrate')
    .action(async (options) => done(await migrateCommand(deps, options)));
  program
    .command('send')
    .description('post one event to intake, as the ERP would')
    .argument('<file>', 'the event as JSON; - reads standard input')
    .option('--now', 'put the present instant into occurredAt: a new event each time')
    .addOption(json())
    .addHelpText('after', '\nExamples:\n  crier send examples/invoice.issued.json --now\n  crier send - < event.json')
    .action(async (file, options) => done(await sendCommand(deps, file, options)));
  const keys = program.command('keys').description('API keys of the producers');
  keys
    .command('create')
    .description('make a key; its secret is shown once')
    .requiredOption('--name <name>', 'whose key it is, for people', parseWord)
    .requiredOption(
      '--source <source>',
      'the producer, part of every event’s key: keep it when a key is replaced',
      parseWord,
    )
    .addOption(new Option('--mode <mode>', 'live sends; test only records').choices(['live', 'test']).default('live'))
    .option('--scopes <list>', `comma-separated, of: ${SCOPES.join(', ')}`, parseScopes, [...SCOPES])
    .addOption(json())
    .addHelpText('after', '\nExample:\n  crier keys create --name "ERP production" --source erp --scopes events,read')
    .action(async (options: NewKey) => done(await createKeyCommand(deps, options)));
  keys
    .command('list')
    .description('every key, newest first')
    .addOption(json())
    .action(async (options) => done(await listKeysCommand(deps, options)));
  keys
    .command('revoke')
    .description('end a key')
    .argument('<id>', 'its id (crier keys list)')
    .addOption(json())
    .action(async (id, options) => done(await revokeKeyCommand(deps, id, options)));
  addDeadCommands(program, deps, done);
  addDigestCommand(program, deps, done);
  addDoctorCommand(program, deps, done);
  addTemplatesCommands(program, deps, done);
  return program;
};

/** Runs one command line (without node and script) and returns the exit status. Never throws. */
export const runCli = async (args: readonly string[], deps: CliDeps): Promise<0 | 1 | 2> => {
  let status: ExitStatus = 0;
  const program = buildProgram(deps, (result) => {
    status = result;
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    deps.err(`crier: ${isForOperator(error) ? error.message : inspect(error)}`);
    return 1;
  }
};
