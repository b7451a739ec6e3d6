// @ts-check
/**
 * Packages that share state through the module itself: with two copies, an instance of one is a stranger to the other,
 * spans vanish, metrics are registered where nobody reads them.
 */
const ONE_COPY = [
  'bullmq',
  'ioredis',
  'postgres',
  'drizzle-orm',
  'pino',
  'prom-client',
  'zod',
  'express',
  '@opentelemetry/api',
];

/**
 * What is wrong with pnpm-lock.yaml: an address (the lockfile would install from one registry only), or a package that
 * is resolved twice, be it by version or by the peers it is given.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function lockfile(text) {
  const installed = [...snapshots(text)];
  return [
    ...text
      .split('\n')
      .flatMap((line, i) =>
        /https?:\/\//.test(line) ? [`pnpm-lock.yaml:${i + 1} holds an address: ${line.trim()}`] : [],
      ),
    ...(installed.length > 0 ? [] : ['pnpm-lock.yaml lists no snapshot: is its format new?']),
    ...ONE_COPY.flatMap((name) => {
      const copies = installed.filter((key) => key.startsWith(`${name}@`));
      return copies.length > 1 ? [`pnpm-lock.yaml has ${copies.length} copies of ${name}: ${copies.join(', ')}`] : [];
    }),
  ];
}

/** The keys below `snapshots:` of every document in the file: name@version(peers). */
function* snapshots(/** @type {string} */ text) {
  let inside = false;
  for (const line of text.split('\n')) {
    if (/^\S/.test(line)) inside = line === 'snapshots:';
    const key = /^ {2}'?(@?[^@'\s][^'\s]*?)'?:/.exec(line)?.[1];
    if (inside && key) yield key;
  }
}
