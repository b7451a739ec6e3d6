import { setMaxListeners } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { audit } from './audit.mjs';
import { openBooks } from './books.mjs';
import { startFleet } from './fleet.mjs';
import { createPorts } from './free-ports.mjs';
import { inject } from './inject.mjs';
import { planPeople, registerPeople } from './people.mjs';
import { planEvents } from './plan-events.mjs';
import { postEvents } from './post-events.mjs';
import { backgroundFaults } from './provider-faults.mjs';
import { provedBy, providersOf } from './providers.mjs';
import { createSandbox } from './sandbox.mjs';
import { makeSchedule } from './schedule.mjs';
import { startServices } from './services.mjs';
import { watchCallbacks } from './watch-callbacks.mjs';

/** Events come during this part of the time that things are broken, so that the last ones are broken too. */
const POSTING_SHARE = 0.8;
const SETTLE_MS = 300_000;
/** Without deaths the queue is the only thing to wait for, and a hundred thousand take their time. */
const SETTLE_TRANSIENT_MS = 1_800_000;
const CALLBACKS_WITHIN_MS = 30_000;
const PROGRESS_EVERY_MS = 5_000;
/** What a callback takes at most when somebody is there for it: it comes late by chance, and is sent again every second. */
const CALLBACK_TAKES_MS = 5_000;

const killsOf = (fleet) => fleet.apps.reduce((sum, { tally }) => sum + tally.kills, 0);

/** Says every few seconds how far it is, until the returned function is called. */
const reportProgress = ({ books, posted, fleet, planned, say }) => {
  const timer = setInterval(async () => {
    const { ended, open, unrouted } = await books.progress();
    const ofEvents = `${posted.answered.size} events accepted, ${unrouted} to be routed`;
    say(`${ended} of ${planned} deliveries ended, ${open} open; ${ofEvents}; ${killsOf(fleet)} kills`);
  }, PROGRESS_EVERY_MS);
  return () => clearInterval(timer);
};

const isEmpty = ({ open, unrouted }) => open === 0 && unrouted === 0;

/** Waits until `done` says so, at most `forMs`. */
const settle = async (done, forMs, signal) => {
  const began = Date.now();
  while (!signal.aborted && Date.now() - began < forMs && !(await done()))
    await sleep(500, undefined, { signal }).catch(() => {});
};

/** The broken time, then the quiet one in which everything may come to its end. */
const breakAndSettle = async ({
  options,
  events,
  durationMs,
  fleet,
  services,
  sandbox,
  books,
  posted,
  say,
  signal,
}) => {
  const targets = fleet.apps;
  const { seed, transient } = options;
  const providers = providersOf(options.channels);
  const schedule = transient ? [] : makeSchedule({ seed, durationMs, targets, providers });
  for (const fault of backgroundFaults({ providers, transient })) await sandbox.postFault(fault);
  const stopPosting = new AbortController();
  const posters = AbortSignal.any([signal, stopPosting.signal]);
  setMaxListeners(0, posters);
  const posting = postEvents(
    {
      events,
      intakes: fleet.intakes,
      apiKey: fleet.apiKey,
      durationMs: durationMs * POSTING_SHARE,
      signal: posters,
    },
    posted,
  );
  await inject(schedule, { fleet, sandbox, services }, { say, signal });
  say('the schedule is over; what is open comes to its end, at providers that fail one call in ten as before');
  let postingIsOver = false;
  const over = posting.then(() => {
    postingIsOver = true;
  });
  await settle(
    async () => postingIsOver && isEmpty(await books.progress()),
    options.transient ? SETTLE_TRANSIENT_MS : SETTLE_MS,
    signal,
  );
  stopPosting.abort();
  await over;
};

/** Reads what is left when no app runs any more, and judges it. */
const judge = async ({ planned, proved, addresses, posted, books, sandbox }) => {
  const record = await books.read(proved);
  const arrived = await sandbox.copies(addresses);
  return audit({ planned, orders: posted, books: record, sandbox: arrived });
};

/**
 * Runs the fleet in `dir`, breaks it, and lets `tell(findings, counts, { books, sandbox })` report before everything is
 * stopped. Returns the findings of the audit.
 */
export const run = async (options, { dir, say, signal, tell }) => {
  const began = Date.now();
  const nextPort = createPorts();
  const logDir = join(dir, 'logs');
  mkdirSync(logDir, { recursive: true });
  const events = planEvents(options);
  const services = await startServices({ dir, nextPort });
  const books = openBooks(services.databaseUrl);
  let fleet;
  try {
    const { channels, short } = options;
    const documentsDir = join(dir, 'documents');
    fleet = await startFleet({ services, logDir, documentsDir, channels, short, nextPort, signal });
    const sandbox = createSandbox(fleet.sandboxUrl);
    const { callbacks } = options;
    if (callbacks) await sandbox.reportBack();
    const at = { intakeUrl: fleet.intakes[0], apiKey: fleet.apiKey, sandbox };
    const addresses = await registerPeople(planPeople(options.deliveries), at);
    say(
      `${fleet.apps.length} processes, callbacks ${callbacks ? 'on' : 'off'}, ${events.length} events; logs in ${logDir}`,
    );
    const posted = { answered: new Map(), refused: [], open: 0 };
    const planned = options.deliveries;
    const endProgress = reportProgress({ books, posted, fleet, planned, say });
    const endWatch = watchCallbacks(fleet.callbacksUrl);
    const durationMs = options.minutes * 60_000;
    await breakAndSettle({ options, events, durationMs, fleet, services, sandbox, books, posted, say, signal });
    if (callbacks) await settle(async () => (await sandbox.pendingCallbacks()) === 0, CALLBACKS_WITHIN_MS, signal);
    endProgress();
    const awayMs = await endWatch();
    const proved = callbacks ? provedBy(awayMs + CALLBACK_TAKES_MS, fleet.reconcileWindowMs) : [];
    const [kills, ownDeaths] = [killsOf(fleet), fleet.apps.flatMap(({ tally }) => tally.ownDeaths)];
    // nothing can be sent any more when the sandbox is asked
    const badEnds = await fleet.stopApps();
    signal.throwIfAborted();
    const findings = await judge({ planned, proved, addresses, posted, books, sandbox });
    await tell(
      findings,
      { kills, ownDeaths, badEnds, awayMs, proved, seconds: (Date.now() - began) / 1000 },
      { books, sandbox, posted },
    );
    return findings;
  } finally {
    fleet?.end();
    await books.close();
    await services.stop();
  }
};
