import { freshEvent } from '../lib/event.mjs';
import { startFleet } from '../lib/fleet.mjs';
import { median, percentile } from '../lib/numbers.mjs';
import { postAtPace } from '../lib/post-at-pace.mjs';
import { createSandbox } from '../lib/sandbox.mjs';

/** Each event is an email and an SMS. */
const PER_SECOND = 25;
/** So long email is posted to hanging providers before SMS is measured: more than its sender sends at once. */
const HANGING_FIRST_SECONDS = 5;

/** Longer than the breaker's cooldown: whatever waited for the email providers has come through. */
const DRAINED_MS = 3_000;

const ENV = {
  EMAIL_PROVIDERS: 'ses,sendgrid',
  SMS_PROVIDERS: 'twilio',
  SES_RATE_PER_SECOND: '1000',
  SENDGRID_RATE_PER_SECOND: '1000',
  TWILIO_RATE_PER_SECOND: '1000',
  SES_BREAKER_COOLDOWN_MS: '1000',
  SENDGRID_BREAKER_COOLDOWN_MS: '1000',
};

let n = 0;
/** A fresh purchase order to one person, over both channels. */
const toBoth = () => {
  const event = freshEvent();
  const [recipient] = event.recipients;
  return { ...event, channels: ['email', 'sms'], recipients: [{ ...recipient, phone: `+97798${10_000_000 + n++}` }] };
};

/** The 95th percentile of the time from the 202 to the SMS provider's call, in ms. */
const smsP95 = async ({ fleet, sandbox, seconds }) => {
  await sandbox.forget();
  const posted = await postAtPace(fleet.intake, { seconds, perSecond: PER_SECOND, make: toBoth });
  const answeredAt = new Map(posted.map((one) => [one.event.recipients[0].phone, one.answeredAt]));
  const messages = await sandbox.arrivals('sms', posted.length);
  const times = messages.flatMap(({ to, at }) =>
    answeredAt.has(to) ? [new Date(at).getTime() - answeredAt.get(to)] : [],
  );
  if (times.length < posted.length) throw new Error(`${times.length} of ${posted.length} SMS arrived`);
  return percentile(times, 0.95);
};

/** The same while every call to an email provider stays without an answer. */
const smsP95WhileEmailHangs = async (run) => {
  const { fleet, sandbox } = run;
  for (const provider of ['ses', 'sendgrid']) await sandbox.fault({ provider, mode: 'hang' });
  await sandbox.forget();
  await postAtPace(fleet.intake, { seconds: HANGING_FIRST_SECONDS, perSecond: PER_SECOND, make: toBoth });
  await sandbox.arrivals('sms', HANGING_FIRST_SECONDS * PER_SECOND);
  const p95 = await smsP95(run);
  const { length: arrived } = await sandbox.arrivals('email', 0);
  if (arrived > 0) throw new Error(`${arrived} emails arrived at providers that hang`);
  return p95;
};

/** SMS while email hangs for good, against SMS while nothing is wrong, in the same fleet. */
export const isolation = async ({ databaseUrl, redisUrl, short, say }) => {
  const seconds = short ? 6 : 10;
  const fleet = await startFleet({ databaseUrl, redisUrl, channels: ['email', 'sms'], env: ENV });
  const run = { fleet, sandbox: createSandbox(fleet.sandbox), seconds };
  try {
    const warmUp = short ? 8 : 30;
    await postAtPace(fleet.intake, { seconds: warmUp, perSecond: PER_SECOND, make: toBoth });
    for (const channel of ['email', 'sms']) await run.sandbox.arrivals(channel, warmUp * PER_SECOND);
    const pairs = [];
    for (let i = 0; i < (short ? 1 : 3); i++) {
      const ceiling = await smsP95(run);
      const ours = await smsP95WhileEmailHangs(run);
      await run.sandbox.clearFaults();
      await run.sandbox.quiet('email', DRAINED_MS);
      say(`  SMS p95 ${ceiling} ms, while email hangs ${ours} ms, ratio ${(ours / ceiling).toFixed(2)}`);
      pairs.push({ ours, ceiling, ratio: ours / ceiling });
    }
    const [ours, ceiling, ratio] = ['ours', 'ceiling', 'ratio'].map((key) => median(pairs.map((pair) => pair[key])));
    return [{ name: 'R-3.6 isolation: SMS p95', ours, ceiling, unit: 'ms', ratio, target: 1.25, better: 'lower' }];
  } finally {
    await fleet.stop();
  }
};
