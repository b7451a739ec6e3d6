import { parseArgs } from 'node:util';

export interface Arguments {
  /** Each app in a process of its own. */
  readonly processes: boolean;
  /** Post the examples once everything runs. */
  readonly demo: boolean;
  readonly help: boolean;
  /** Folder for the databases, the documents, the log and run.json, as given. */
  readonly data: string;
}

export const HELP = `Usage: npm start [-- options]

Starts PostgreSQL and Redis (unless DATABASE_URL and REDIS_URL name some), brings the database up to date, and starts
every app and the provider sandbox. Ctrl-C stops all of it.

Options:
  --processes   give each app a process of its own, and start it again when it dies
  --demo        also post the events of examples/ and show each arriving
  --data DIR    keep databases, documents, log and run.json there (default: .local)
  --help        show this

Every variable is described in .env.example.

Examples:
  npm start
  npm start -- --processes
  INTAKE_PORT=8080 npm start -- --demo`;

/** The command line (without node and script). Throws a TypeError in words for unknown options and arguments. */
export const parseArguments = (args: readonly string[]): Arguments => {
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      processes: flag,
      demo: flag,
      help: { ...flag, short: 'h' },
      data: { type: 'string', default: '.local' },
    },
    strict: true,
    allowPositionals: false,
  });
  return values;
};
