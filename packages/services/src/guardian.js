// Stands between the launcher and one server: when the launcher ends, by whatever means, the IPC channel closes and this
// process stops the server. A server alone cannot notice the death of the process that started it.
// Plain JavaScript on purpose: Node runs this file as it stands, from `src` under test and from `dist` in use.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';

const STOP_DEADLINE_MS = 30_000;

/** @type {import('./guarded-server.js').GuardedCommand} */
const { command, args, env, owner, stopSignal, removeAtStop } = JSON.parse(process.argv[2] ?? '');

const server = spawn(command, args, { env, ...owner, stdio: ['ignore', 'inherit', 'inherit'] });

const finish = () => {
  if (removeAtStop !== undefined) rmSync(removeAtStop, { recursive: true, force: true, maxRetries: 5 });
  process.exit();
};
server.once('exit', finish);
server.once('error', (error) => {
  process.stderr.write(`${error.message}\n`, finish);
});

const stop = () => {
  server.kill(stopSignal);
  setTimeout(() => server.kill('SIGKILL'), STOP_DEADLINE_MS);
};
process.once('disconnect', stop);
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
if (process.connected) process.send?.({ pid: server.pid }, undefined, undefined, () => {});
else stop();
