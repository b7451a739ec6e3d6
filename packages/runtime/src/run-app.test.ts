import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConfigError } from './config-error.js';
import { runApp } from './run-app.js';

/** A process of the test's own: the same emitter as the real one, but its exit is only written down. */
class OwnProcess extends EventEmitter {
  readonly exits: number[] = [];
  text = '';
  readonly stderr = { write: (text: string) => (this.text += text) };
  exit = (code: number) => this.exits.push(code);
  get lines(): string[] {
    return this.text.split('\n').slice(0, -1);
  }
}

const gate = () => {
  let open = (): void => {};
  let fail = (_: unknown): void => {};
  const passed = new Promise<void>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  return { passed, open, fail };
};

/** An app whose start and drain end when the test says so. */
const slowApp = () => {
  const started = gate();
  const drained = gate();
  let closes = 0;
  const start = async () => {
    await started.passed;
    return {
      name: 'intake',
      url: 'http://127.0.0.1:3000',
      close: () => {
        closes++;
        return drained.passed;
      },
    };
  };
  return { start, started, drained, closes: () => closes };
};

const running = async () => {
  const own = new OwnProcess();
  const app = slowApp();
  app.started.open();
  await runApp('intake', app.start, own);
  return { own, ...app };
};

describe('R-4.14 a running app', () => {
  it.each(['SIGTERM', 'SIGINT', 'disconnect'])('drains on %s and exits 0 only when it has', async (signal) => {
    const { own, closes, drained } = await running();
    expect(closes()).toBe(0);
    own.emit(signal);
    await nextTurn();
    expect(closes()).toBe(1);
    expect(own.exits).toEqual([]);
    drained.open();
    await nextTurn();
    expect(own.exits).toEqual([0]);
    expect(own.text).toBe('');
  });

  it.each([
    ['SIGTERM', 'SIGTERM'],
    ['SIGINT', 'SIGINT'],
    ['SIGTERM', 'SIGINT'],
    ['disconnect', 'SIGTERM'],
  ])('exits 1 at once on %s and then %s, and drains once', async (first, second) => {
    const { own, closes } = await running();
    own.emit(first);
    await nextTurn();
    own.emit(second);
    expect(own.exits).toEqual([1]);
    expect(closes()).toBe(1);
  });

  it('goes on draining when its launcher ends after its own signal', async () => {
    const { own, drained } = await running();
    own.emit('SIGTERM');
    own.emit('disconnect');
    await nextTurn();
    expect(own.exits).toEqual([]);
    drained.open();
    await nextTurn();
    expect(own.exits).toEqual([0]);
  });

  it('exits 1 and says why when it can’t drain', async () => {
    const { own, drained } = await running();
    own.emit('SIGTERM');
    drained.fail(new Error('the pool is stuck'));
    await nextTurn();
    expect(own.exits).toEqual([1]);
    expect(own.lines[0]).toBe('intake: Error: the pool is stuck');
  });
});

describe('R-4.14 an app that still starts', () => {
  it('is drained as soon as it has started', async () => {
    const own = new OwnProcess();
    const { start, started, drained, closes } = slowApp();
    const run = runApp('intake', start, own);
    own.emit('SIGTERM');
    await nextTurn();
    expect(own.exits).toEqual([]);
    started.open();
    await run;
    expect(closes()).toBe(1);
    drained.open();
    await nextTurn();
    expect(own.exits).toEqual([0]);
  });

  it('exits 1 at once on a second signal', async () => {
    const own = new OwnProcess();
    void runApp('intake', slowApp().start, own);
    own.emit('SIGINT');
    own.emit('SIGINT');
    expect(own.exits).toEqual([1]);
  });
});

describe('R-4.14 a drain that never ends', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  const stuck = async (app: { graceMs?: number; open?: () => string[] }) => {
    const own = new OwnProcess();
    await runApp('relay', async () => ({ name: 'relay', url: '', close: () => new Promise(() => {}), ...app }), own);
    own.emit('SIGTERM');
    return own;
  };

  it('is given up 4 s after the grace time, saying what is still open', async () => {
    const own = await stuck({ graceMs: 10_000, open: () => ['rows in publication', 'postgres'] });
    vi.advanceTimersByTime(13_999);
    expect(own.exits).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(own.exits).toEqual([1]);
    expect(own.lines).toEqual(['relay: not stopped after 14000 ms; still open: rows in publication, postgres']);
  });

  it('has 25 s of grace if the app says nothing', async () => {
    const own = await stuck({});
    vi.advanceTimersByTime(28_999);
    expect(own.exits).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(own.exits).toEqual([1]);
  });

  it('is not waited for when the app does not even start', async () => {
    const own = new OwnProcess();
    void runApp('relay', slowApp().start, own);
    own.emit('SIGTERM');
    vi.advanceTimersByTime(29_000);
    expect(own.exits).toEqual([1]);
    expect(own.lines).toEqual(['relay: not stopped after 29000 ms; it was still starting']);
  });

  it('counts from the drain’s begin and by the app’s own grace time when the app starts late', async () => {
    const own = new OwnProcess();
    const { start, started } = slowApp();
    const run = runApp('relay', async () => ({ ...(await start()), graceMs: 60_000 }), own);
    own.emit('SIGTERM');
    vi.advanceTimersByTime(20_000);
    started.open();
    await run;
    vi.advanceTimersByTime(63_999);
    expect(own.exits).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(own.exits).toEqual([1]);
  });

  it('leaves no timer behind when it ends after all', async () => {
    const { own, drained } = await running();
    own.emit('SIGTERM');
    expect(vi.getTimerCount()).toBe(1);
    drained.open();
    await nextTurn();
    expect(own.exits).toEqual([0]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('an app that can’t start', () => {
  const failing = async (error: unknown) => {
    const own = new OwnProcess();
    await runApp('intake', () => Promise.reject(error), own);
    return own;
  };

  it('says what an operator can mend in one line, without a stack, and exits 1', async () => {
    const own = await failing(new ConfigError('INTAKE_PORT: port 127.0.0.1:3000 is taken'));
    expect(own.lines).toEqual(['intake: INTAKE_PORT: port 127.0.0.1:3000 is taken']);
    expect(own.exits).toEqual([1]);
  });

  it('says each of several problems in a line of its own', async () => {
    const own = await failing(new ConfigError('A must be set\nB must be a number'));
    expect(own.lines).toEqual(['intake: A must be set', 'intake: B must be a number']);
  });

  it('takes another room’s error for the operator by its mark', async () => {
    const own = await failing(Object.assign(new Error('the schema is older'), { forOperator: true }));
    expect(own.lines).toEqual(['intake: the schema is older']);
  });

  it('shows the stack of a fault of our own', async () => {
    const own = await failing(new TypeError('x is not a function'));
    expect(own.lines[0]).toBe('intake: TypeError: x is not a function');
    expect(own.lines.length).toBeGreaterThan(1);
    expect(own.lines.every((line) => line.startsWith('intake: '))).toBe(true);
    expect(own.exits).toEqual([1]);
  });

  it('says even what was thrown without being an error', async () => {
    expect((await failing('no luck')).lines).toEqual(['intake: no luck']);
    expect((await failing(undefined)).lines).toEqual(['intake: undefined']);
  });

  it('fails the same way when start throws before it returns a promise', async () => {
    const own = new OwnProcess();
    await runApp(
      'intake',
      () => {
        throw new ConfigError('broken');
      },
      own,
    );
    expect(own.lines).toEqual(['intake: broken']);
    expect(own.exits).toEqual([1]);
  });
});
