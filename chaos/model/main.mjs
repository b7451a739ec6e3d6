// @ts-check
// node chaos/model/main.mjs [variant] [--all]: exit status 0 = nothing is broken, 1 = something is, 2 = no such variant
import { explore } from './explore.mjs';
import { SAYS } from './properties.mjs';
import { isVariant, VARIANTS } from './variants.mjs';

const words = process.argv.slice(2);
const all = words.includes('--all');
const [name] = words.filter((word) => word !== '--all');

if (name !== undefined && !isVariant(name)) {
  const known = Object.entries(VARIANTS).map(([variant, { does }]) => `  ${variant.padEnd(24)} ${does}`);
  console.error(
    `There is no variant ${name}. Say nothing to explore the protocol as designed, or break one rule of it:`,
  );
  console.error(known.join('\n'));
  process.exitCode = 2;
} else {
  const variant = name && VARIANTS[name];
  const { states, ends, faults } = explore(name, variant && !all ? { until: variant.costs } : {});
  console.log(variant ? `${name}: ${variant.does}` : 'as designed');
  console.log(`${states} states, ${ends} ends, ${faults.size} properties broken`);
  for (const [property, story] of faults) {
    // Without --all the walk ends where the variant's price is found; what it met on the way is told with --all.
    if (!variant || all || property === variant.costs)
      console.log(`\nBROKEN: ${SAYS[property]}\n  ${story.join('\n  ')}`);
  }
  process.exitCode = faults.size > 0 ? 1 : 0;
}
