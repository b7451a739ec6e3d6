import { type Command, Option } from 'commander';
import type { CliDeps, ExitStatus } from './cli-deps.js';
import { digestCommand } from './commands/digest.js';

/** `crier digest`: the daily digest from the command line, and for an outside cron. */
export const addDigestCommand = (program: Command, deps: CliDeps, done: (status: ExitStatus) => void): void => {
  program
    .command('digest')
    .description('what died since the last digest, and what is open')
    .option('--post', 'post the day’s digest to the ops chat, unless it has been posted')
    .addOption(new Option('--json', 'answer with JSON on standard output'))
    .addHelpText('after', '\nExamples:\n  crier digest\n  crier digest --post')
    .action(async (options) => done(await digestCommand(deps, options)));
};
