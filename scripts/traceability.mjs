// docs/traceability.md: requirement -> the tests and benchmarks that name it. Drawn from their titles, so it can't drift.
// node scripts/traceability.mjs           exits 1 when the file is not what the tests say
// node scripts/traceability.mjs --write   writes it
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = `${root}docs/traceability.md`;
const NUMBER = /R-\d+\.\d+[a-z]?/g;

const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts', 'bench/parts/*.mjs', 'chaos/**'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter(Boolean);

/** Only titles count: a number in a comment proves nothing. */
const titles = (text) =>
  text.match(/(?:\b(?:it|test|describe)(?:\.\w+(?:\([^)]*\))?)?\(\s*|name: )(['"`])(?:\\.|(?!\1)[\s\S])*\1/g) ?? [];

const byNumber = new Map();
for (const file of files) {
  const numbers = new Set(titles(readFileSync(`${root}${file}`, 'utf8')).flatMap((title) => title.match(NUMBER) ?? []));
  for (const number of numbers) byNumber.set(number, [...(byNumber.get(number) ?? []), file]);
}

const order = (a, b) => {
  const key = (n) => /R-(\d+)\.(\d+)([a-z]?)/.exec(n).slice(1);
  const [x, y] = [key(a), key(b)];
  return x[0] - y[0] || x[1] - y[1] || x[2].localeCompare(y[2]);
};
const rows = [...byNumber.keys()].sort(order).map((number) => {
  const links = byNumber
    .get(number)
    .sort()
    .map((file) => `[${file}](../${file})`);
  return `| ${number} | ${links.join('<br>')} |`;
});
const text = `# Requirement -> test

Written by \`npm run trace\` from the titles of tests and benchmarks; \`npm run check\` fails when it is out of date. A number
that is missing here is not proved yet.

| requirement | proved by |
| --- | --- |
${rows.join('\n')}
`;

if (process.argv.includes('--write')) writeFileSync(target, text);
else {
  let found = '';
  try {
    found = readFileSync(target, 'utf8');
  } catch {}
  if (found !== text) {
    console.error('docs/traceability.md is out of date: npm run trace');
    process.exit(1);
  }
}
