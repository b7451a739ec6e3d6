import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CliDeps, ExitStatus } from './cli-deps.js';
import { listDeadCommand, type ReplayOptions, replayDeadCommand, showDeadCommand } from './commands/dead.js';

const MAX_LISTED = 10_000;

const parseLimit = (value: string): number => {
  const n = Number(value);
  if (!Number.isInteger(n) || n < 1 || n > MAX_LISTED)
    throw new InvalidArgumentError(`A number from 1 to ${MAX_LISTED}.`);
  return n;
};

/** `crier dead …`: dead letters from the command line. */
export const addDeadCommands = (program: Command, deps: CliDeps, done: (status: ExitStatus) => void): void => {
  const json = () => new Option('--json', 'answer with JSON on standard output');
  const dead = program.command('dead').description('dead letters: what could not be delivered');
  dead
    .command('list')
    .description('those that are open, newest first')
    .option('--reason <reason>', 'only of this reason')
    .option('--type <type>', 'only of this notification type')
    .option('--limit <n>', 'how many', parseLimit, 50)
    .addOption(json())
    .addHelpText('after', '\nExample:\n  crier dead list --reason throttled')
    .action(async (options) => done(await listDeadCommand(deps, options)));
  dead
    .command('show')
    .description('one with its story: why, what to do, every attempt')
    .argument('<id>', 'its id (crier dead list)')
    .addOption(json())
    .addHelpText('after', '\nExample:\n  crier dead show 01a22d00-0000-8000-8000-000000000000')
    .action(async (id, options) => done(await showDeadCommand(deps, id, options)));
  dead
    .command('replay')
    .description('send again: some by id, all of a reason, or all')
    .argument('[ids...]', 'their ids (crier dead list)')
    .option('--reason <reason>', 'all that are open of this reason')
    .option('--all', 'all that are open')
    .option('--dry-run', 'only say what would happen now')
    .option('--accept-second-copy', 'one that may already have arrived is sent all the same')
    .addOption(json())
    .addHelpText('after', '\nExamples:\n  crier dead replay --reason throttled --dry-run\n  crier dead replay --all')
    .action(async (ids: string[], options: ReplayOptions) => done(await replayDeadCommand(deps, ids, options)));
};
