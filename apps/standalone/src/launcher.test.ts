import { EventEmitter } from 'node:events';
import { ConfigError } from '@crier/runtime';
import { expect, it } from 'vitest';
import { type Run, runLauncher } from './launcher.js';

class Terminal extends EventEmitter {
  readonly out: string[] = [];
  readonly err: string[] = [];
  readonly exits: number[] = [];
  nowMs = 0;
  readonly stdout = { write: (text: string) => this.out.push(text) };
  readonly stderr = { write: (text: string) => this.err.push(text) };
  exit(code: number) {
    this.exits.push(code);
  }
  run(start: (run: Run) => Promise<void>) {
    return runLauncher(start, this, () => this.nowMs);
  }
}

it('stops what was started in reverse when told to, and exits 0', async () => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    const terminal = new Terminal();
    const stopped: string[] = [];
    await terminal.run(async (run) => {
      run.onStop(async () => void stopped.push('services'));
      run.onStop(async () => void stopped.push('apps'));
      setImmediate(() => terminal.emit(signal));
    });
    expect(stopped).toEqual(['apps', 'services']);
    expect(terminal.exits).toEqual([0]);
  }
});

it('stops what was started when the rest fails, says why in the operator’s words, and exits 1', async () => {
  const terminal = new Terminal();
  let stopped = false;
  await terminal.run(async (run) => {
    run.onStop(async () => {
      stopped = true;
    });
    throw new ConfigError('BOARD_PORT: port 3003 is taken');
  });
  expect(stopped).toBe(true);
  expect(terminal.err).toEqual(['BOARD_PORT: port 3003 is taken\n']);
  expect(terminal.exits).toEqual([1]);
});

it('exits 0 when told to stop while it starts', async () => {
  const terminal = new Terminal();
  await terminal.run(async (run) => {
    terminal.emit('SIGINT');
    run.signal.throwIfAborted();
  });
  expect(terminal.err).toEqual([]);
  expect(terminal.exits).toEqual([0]);
});

it('goes on stopping when one thing can’t be stopped, and exits 1', async () => {
  const terminal = new Terminal();
  let last = false;
  await terminal.run(async (run) => {
    run.onStop(async () => {
      last = true;
    });
    run.onStop(() => Promise.reject(new Error('stuck')));
    terminal.emit('SIGTERM');
  });
  expect(last).toBe(true);
  expect(terminal.err.join('')).toContain('stuck');
  expect(terminal.exits).toEqual([1]);
});

it('ends at once at a second Ctrl-C, which is not the same one passed on by npm', async () => {
  const terminal = new Terminal();
  await terminal.run(async (run) => {
    run.onStop(async () => {
      terminal.nowMs = 5;
      terminal.emit('SIGINT');
      expect(terminal.exits).toEqual([]);
      terminal.nowMs = 2_000;
      terminal.emit('SIGINT');
      expect(terminal.exits).toEqual([1]);
    });
    terminal.emit('SIGINT');
  });
  expect(terminal.exits[0]).toBe(1);
  expect(terminal.err).toEqual([]);
});
