import { EventEmitter, once } from 'node:events';
import { ConfigError, systemClock } from '@crier/runtime';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type SupervisedApp, type SupervisedOptions, superviseApp } from './supervise-app.js';

/** An app that says who it is, drains at SIGTERM, and ends when its launcher is gone. */
const APP = `
  process.once('disconnect', () => process.exit());
  process.once('SIGTERM', () => { console.log('drained'); process.exit(0); });
  setInterval(() => {}, 1000);
  console.log('up ' + process.pid);`;

let events: EventEmitter<{ line: [string]; say: [string] }>;
let pids: number[];
let app: SupervisedApp | undefined;
beforeEach(() => {
  events = new EventEmitter();
  pids = [];
});
afterEach(() => app?.kill());

const supervise = (code: string, other: Partial<SupervisedOptions> = {}) => {
  app = superviseApp({
    name: 'sender-email',
    args: ['-e', code],
    env: {},
    onLine: (line) => events.emit('line', line),
    onPid: (pid) => pids.push(pid),
    say: (line) => events.emit('say', line),
    monotonicMs: systemClock.monotonicMs,
    restartMs: 10,
    graceMs: 10_000,
    ...other,
  });
  return app;
};
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it('starts an app again that was killed, later each time it dies young, and tells its new process', async () => {
  const supervised = supervise(APP);
  await once(events, 'line');
  supervised.keepRunning();
  for (const wait of ['0.01 s', '0.02 s', '0.04 s']) {
    const [said, up] = [once(events, 'say'), once(events, 'line')];
    process.kill(pids.at(-1) ?? 0, 'SIGKILL');
    expect((await said)[0]).toMatch(new RegExp(`^sender-email: process ${pids.at(-1)} ended, SIGKILL.* in ${wait}$`));
    expect((await up)[0]).toBe(`up ${pids.at(-1)}`);
  }
  expect(new Set(pids).size).toBe(4);
  await supervised.stop();
});

it('drains at stop and does not start the app again', async () => {
  const supervised = supervise(APP);
  await once(events, 'line');
  supervised.keepRunning();
  const drained = once(events, 'line');
  await supervised.stop();
  expect((await drained)[0]).toBe('drained');
  expect(pids.filter(isAlive)).toEqual([]);
  await supervised.stop();
});

it('gives up a new start that is under way when told to stop', async () => {
  const supervised = supervise(APP, { restartMs: 20_000 });
  await once(events, 'line');
  supervised.keepRunning();
  const said = once(events, 'say');
  process.kill(pids[0] ?? 0, 'SIGKILL');
  await said;
  await supervised.stop();
  expect(pids).toHaveLength(1);
});

it('kills an app that does not drain in time', async () => {
  const supervised = supervise(`process.on('SIGTERM', () => {}); ${APP.replace("once('SIGTERM'", "once('SIGUSR2'")}`, {
    graceMs: 50,
  });
  await once(events, 'line');
  await supervised.stop();
  expect(pids.filter(isAlive)).toEqual([]);
});

it('fails the start when the app ends before it was ready', async () => {
  await expect(supervise('process.exit(3)').endedEarly).rejects.toThrow(ConfigError);
  await expect(supervise('process.exit(3)').endedEarly).rejects.toThrow(/^sender-email did not start \(.*status 3\)/);
});
