import { freshEvent } from '../lib/event.mjs';
import { startFleet } from '../lib/fleet.mjs';
import { percentile } from '../lib/numbers.mjs';
import { postAtPace } from '../lib/post-at-pace.mjs';
import { createSandbox } from '../lib/sandbox.mjs';

const PER_SECOND = 100;

/** from the scheduled POST to the provider's call at 100 events a second, in ms. */
export const latency = async ({ databaseUrl, redisUrl, short, say }) => {
  const seconds = short ? 5 : 10;
  const env = { EMAIL_PROVIDERS: 'ses', SES_RATE_PER_SECOND: '1000' };
  const fleet = await startFleet({ databaseUrl, redisUrl, channels: ['email'], env });
  const sandbox = createSandbox(fleet.sandbox);
  try {
    // A service that has run for a while is what is measured: the first thousands of events only warm the engine up.
    const warmUp = short ? 15 : 40;
    await postAtPace(fleet.intake, { seconds: warmUp, perSecond: PER_SECOND, make: () => freshEvent() });
    await sandbox.arrivals('email', warmUp * PER_SECOND);
    await sandbox.forget();
    const posted = await postAtPace(fleet.intake, { seconds, perSecond: PER_SECOND, make: () => freshEvent() });
    const scheduledAt = new Map(posted.map(({ event, dueAt }) => [event.recipients[0].email, dueAt]));
    const messages = await sandbox.arrivals('email', seconds * PER_SECOND);
    const times = messages.flatMap((m) =>
      scheduledAt.has(m.to) ? [new Date(m.at).getTime() - scheduledAt.get(m.to)] : [],
    );
    if (times.length < seconds * PER_SECOND)
      throw new Error(`${times.length} of ${seconds * PER_SECOND} messages arrived`);
    const row = (p, target) => {
      const ours = percentile(times, p);
      return {
        name: `R-9.3 latency p${p * 100}`,
        ours,
        ceiling: target,
        unit: 'ms',
        ratio: ours / target,
        target: 1,
        better: 'lower',
      };
    };
    say(`  p50 ${percentile(times, 0.5)} ms  p95 ${percentile(times, 0.95)} ms  p99 ${percentile(times, 0.99)} ms`);
    return [row(0.5, 20), row(0.95, 50)];
  } finally {
    await fleet.stop();
  }
};
