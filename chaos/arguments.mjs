// @ts-check
import { parseArgs } from 'node:util';
import { CHANNELS } from '@crier/domain';

export const HELP = `Usage: npm run chaos -- [options]

Runs the whole fleet as processes of its own against the provider sandbox, breaks it by a schedule, and audits what arrived.
Exit status 0: nothing lost, nothing duplicated, the books balance. 1: not so. 2: wrong usage.

Options:
  --deliveries N        messages to send (default 1000)
  --seed S              whole number; the same seed gives the same events and the same schedule (default 1)
  --minutes M           how long it is broken (default 1); what is open then has five minutes more
  --channels LIST       over which channels, such as email,sms (default: all)
  --callbacks on|off    whether the sandbox reports deliveries back (default on)
  --transient           nothing is killed or stopped; each provider call fails for a passing cause one time in twenty
  --short               the form for continuous integration: 300 deliveries, 24 s, fewer processes
  --json                the last line of standard output is the verdict; everything else goes to standard error
  --help                show this

Settings of the apps can be given in the environment, such as EMAIL_PROVIDERS=ses or RETRY_ATTEMPTS=3.

Examples:
  npm run chaos -- --deliveries 5000 --seed 7 --minutes 3
  npm run chaos -- --short --json`;

/** A command line that can't be understood; the message says why. */
export class UsageError extends Error {}

/** @param {string | undefined} text @param {{ name: string, standard: number, least: number, whole: boolean }} rule */
const number = (text, { name, standard, least, whole }) => {
  if (text === undefined) return standard;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value) || value < least || (whole && !Number.isSafeInteger(value)))
    throw new UsageError(`--${name} ${text}: must be a ${whole ? 'whole ' : ''}number of at least ${least}`);
  return value;
};

/** @param {string} text */
const channelList = (text) => {
  const names = text.split(',');
  const unknown = names.find((name) => !CHANNELS.some((channel) => channel === name));
  if (unknown !== undefined) throw new UsageError(`--channels ${text}: must be of ${CHANNELS.join(', ')}`);
  return CHANNELS.filter((channel) => names.includes(channel));
};

const options = /** @type {const} */ ({
  deliveries: { type: 'string' },
  seed: { type: 'string' },
  minutes: { type: 'string' },
  channels: { type: 'string', default: CHANNELS.join(',') },
  callbacks: { type: 'string', default: 'on' },
  transient: { type: 'boolean', default: false },
  short: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
});

const parsed = (/** @type {readonly string[]} */ args) => {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
};

/** The command line, without node and script. Throws UsageError. @param {readonly string[]} args */
export const parseArguments = (args) => {
  const { deliveries, seed, minutes, channels, callbacks, transient, short, json, help } = parsed(args);
  if (callbacks !== 'on' && callbacks !== 'off') throw new UsageError(`--callbacks ${callbacks}: must be on or off`);
  return {
    deliveries: number(deliveries, { name: 'deliveries', standard: short ? 300 : 1_000, least: 1, whole: true }),
    seed: number(seed, { name: 'seed', standard: 1, least: 0, whole: true }),
    minutes: number(minutes, { name: 'minutes', standard: short ? 0.4 : 1, least: 0.25, whole: false }),
    channels: channelList(channels),
    callbacks: callbacks === 'on',
    transient,
    short,
    json,
    help,
  };
};
