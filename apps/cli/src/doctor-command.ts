import { type Command, Option } from 'commander';
import type { CliDeps, ExitStatus } from './cli-deps.js';
import { doctorCommand } from './commands/doctor.js';

/** `crier doctor`: is everything that Crier stands on as it should be? */
export const addDoctorCommand = (program: Command, deps: CliDeps, done: (status: ExitStatus) => void): void => {
  program
    .command('doctor')
    .description('look at settings, PostgreSQL, Redis, clocks, ops chat and the senders’ mail domains')
    .addOption(new Option('--json', 'answer with JSON on standard output'))
    .addHelpText(
      'after',
      `
It changes nothing and posts nothing. ✓ is well, ! works but look at it, ✗ is broken. Exit status 1 if anything is broken.

Examples:
  crier doctor
  crier doctor --json | jq '.findings[] | select(.verdict != "well")'`,
    )
    .action(async (options) => done(await doctorCommand(deps, options)));
};
