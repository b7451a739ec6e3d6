// npm run chaos -- --deliveries N --seed S --minutes M [--json]: see docs/chaos.md
import { setMaxListeners } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HELP, parseArguments, UsageError } from './arguments.mjs';
import { isSound } from './audit.mjs';
import { resultLines, stories, table } from './report.mjs';
import { run } from './run.mjs';

const readArguments = () => {
  try {
    return parseArguments(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}\n\n${HELP}`);
    return process.exit(2);
  }
};

const main = async (options) => {
  const say = options.json ? (text) => console.error(text) : (text) => console.log(text);
  const dir = mkdtempSync(join(tmpdir(), 'crier-chaos-'));
  chmodSync(dir, 0o755); // started by root, PostgreSQL runs as somebody else
  const interrupted = new AbortController();
  setMaxListeners(0, interrupted.signal);
  for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => interrupted.abort(new Error(`ended by ${name}`)));
  say(`${options.deliveries} deliveries, seed ${options.seed}, ${options.minutes} min; starting the fleet …`);

  const tell = async (findings, counts, { books, sandbox, posted }) => {
    say(`\nThe attempt logs:\n${resultLines(await books.results())}\n\n${table(findings, counts)}`);
    for (const refusal of posted.refused.slice(0, 5)) say(`  refused: ${refusal}`);
    const told = await stories(findings, books, sandbox);
    if (told !== '') say(`\n${told}`);
  };
  let sound = false;
  try {
    const { summary } = await run(options, { dir, say, signal: interrupted.signal, tell });
    sound = isSound(summary);
    say(sound ? '\nnothing lost, nothing duplicated, the books balance' : `\nNOT SOUND; the logs are in ${dir}/logs`);
    if (options.json) console.log(JSON.stringify({ seed: options.seed, ...summary }));
  } catch (error) {
    console.error(error);
  } finally {
    for (const part of sound ? [''] : ['postgres', 'redis']) rmSync(join(dir, part), { recursive: true, force: true });
  }
  return sound ? 0 : 1;
};

const options = readArguments();
if (options.help) console.log(HELP);
else process.exit(await main(options));
