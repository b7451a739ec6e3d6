import { freePort } from '@crier/services';
import autocannon from 'autocannon';
import { startChild } from '../lib/child.mjs';
import { freshEvent } from '../lib/event.mjs';
import { median } from '../lib/numbers.mjs';

const KEY = 'crier-dev-key';

/** Requests a second that were answered 202, over `seconds`, from 100 connections that each post fresh events. */
const load = async (url, seconds) => {
  const result = await autocannon({
    url: `${url}/v1/events`,
    method: 'POST',
    connections: 100,
    duration: seconds,
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    requests: [{ setupRequest: (request) => ({ ...request, body: JSON.stringify(freshEvent()) }) }],
  });
  const answered = result['2xx'];
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} answers were not 2xx, ${result.errors} errors`);
  return answered / result.duration;
};

/** durable intake against the same Express app without storage, in turn, on the same machine. */
export const intake = async ({ databaseUrl, redisUrl, short, say }) => {
  const seconds = short ? 3 : 10;
  const rounds = short ? 2 : 3;
  const start = async (script) => {
    const port = await freePort();
    const env = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, CRIER_API_KEY: KEY, INTAKE_PORT: String(port) };
    const url = `http://127.0.0.1:${port}`;
    return { url, ...(await startChild(script, env, `${url}/livez`)) };
  };
  const [bare, durable] = [await start('bench/lib/bare-intake.mjs'), await start('apps/intake/dist/main.js')];
  try {
    await load(bare.url, 1);
    await load(durable.url, 1);
    const pairs = [];
    for (let i = 0; i < rounds; i++) {
      const pair = { ceiling: await load(bare.url, seconds), ours: await load(durable.url, seconds) };
      say(
        `  bare ${pair.ceiling.toFixed(0)}/s  durable ${pair.ours.toFixed(0)}/s  ratio ${(pair.ours / pair.ceiling).toFixed(2)}`,
      );
      pairs.push(pair);
    }
    const ours = median(pairs.map((p) => p.ours));
    const ceiling = median(pairs.map((p) => p.ceiling));
    const ratio = median(pairs.map((p) => p.ours / p.ceiling));
    return [{ name: 'R-9.1 intake', ours, ceiling, unit: 'events/s', ratio, target: 0.75, better: 'higher' }];
  } finally {
    await Promise.all([bare.stop(), durable.stop()]);
  }
};
