import { setTimeout as sleep } from 'node:timers/promises';
import { outageFault } from './provider-faults.mjs';

const find = (fleet, name) => fleet.apps.find((app) => app.name === name);

/** A kind of the schedule -> what is done to the fleet. Resolves when the fault is over. */
const INJECTIONS = {
  kill: ({ fleet }, { app }) => find(fleet, app).kill(),
  pause: async ({ fleet }, { app, forMs }) => {
    const goOn = find(fleet, app).pause();
    await sleep(forMs);
    goOn();
  },
  outage: async ({ sandbox }, outage) => {
    const id = await sandbox.postFault(outageFault(outage));
    await sleep(outage.forMs);
    await sandbox.removeFault(id);
  },
  flush: ({ services }) => services.flush(),
  'crash-redis': ({ services }) => services.crashRedis(),
  'crash-postgres': ({ services }) => services.crashPostgres(),
};

/** A scheduled fault in words. */
const describeFault = ({ atMs, kind, ...more }) =>
  `${(atMs / 1000).toFixed(1)} s ${[kind, ...Object.values(more).map((v) => (typeof v === 'number' ? `${v} ms` : v))].join(' ')}`;

const injectOne = async (fault, targets, say) => {
  const began = Date.now();
  await INJECTIONS[fault.kind](targets, fault);
  if (fault.kind.startsWith('crash')) say(`  ${fault.kind}: back after ${((Date.now() - began) / 1000).toFixed(1)} s`);
};

/** Does what the schedule says, when it says so; resolves when the last fault is over, or soon after the signal. */
export const inject = async (schedule, targets, { say, signal }) => {
  const began = Date.now();
  const underWay = [];
  for (const fault of schedule) {
    await sleep(Math.max(0, fault.atMs - (Date.now() - began)), undefined, { signal }).catch(() => {});
    if (signal.aborted) break;
    say(`  ${describeFault(fault)}`);
    // settled, not awaited: a pause goes on beside what comes next
    underWay.push(Promise.allSettled([injectOne(fault, targets, say)]));
  }
  const failed = (await Promise.all(underWay)).flat().find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
};
