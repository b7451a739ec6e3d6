// npm run bench -- [intake|relay|deliveries|latency|dead-letters|isolation|cpu|documents] [--short] [--json]
import { parseArgs } from 'node:util';
import { withServices } from './lib/services.mjs';
import { cpu } from './parts/cpu.mjs';
import { deadLetters } from './parts/dead-letters.mjs';
import { deliveries } from './parts/deliveries.mjs';
import { documents } from './parts/documents.mjs';
import { intake } from './parts/intake.mjs';
import { isolation } from './parts/isolation.mjs';
import { latency } from './parts/latency.mjs';
import { relay } from './parts/relay.mjs';

const PARTS = { intake, relay, deliveries, latency, 'dead-letters': deadLetters, isolation, cpu, documents };
/** Left out of the short form, which has to end within 50 s, unless it is named. */
const LONG = ['latency', 'dead-letters', 'isolation', 'cpu', 'documents'];
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
});
const unknown = positionals.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  console.error(`no such part: ${unknown.join(', ')}; there are: ${Object.keys(PARTS).join(', ')}`);
  process.exit(2);
}
const say = values.json ? (line) => console.error(line) : (line) => console.log(line);
const all = Object.keys(PARTS).filter((name) => !(values.short && LONG.includes(name)));
const wanted = positionals.length > 0 ? positionals : all;

const results = await withServices(say, async (services) => {
  const rows = [];
  for (const name of wanted) {
    say(`${name} …`);
    rows.push(...(await PARTS[name]({ ...services, short: values.short, say })));
  }
  return rows;
});

const met = (r) => (r.better === 'higher' ? r.ratio >= r.target : r.ratio <= r.target);
for (const r of results)
  say(
    `${met(r) ? '✓' : '✗'} ${r.name}: ${r.ours.toFixed(1)} against ${r.ceiling.toFixed(1)} ${r.unit}, ratio ${r.ratio.toFixed(2)} (target ${r.better === 'higher' ? 'at least' : 'at most'} ${r.target})`,
  );
if (values.json) console.log(JSON.stringify(results));
process.exit(0);
