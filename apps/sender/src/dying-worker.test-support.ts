import type { SenderDeps } from './sender-deps.js';

const FOREVER = new Promise<never>(() => {});

export interface DyingWorker {
  readonly deps: SenderDeps;
  /** What it asked of the world, in order. */
  readonly calls: readonly string[];
  /** Settles when it is dead. */
  readonly died: Promise<void>;
}

/** Where a worker dies: at the n-th call of this name, before it is made or when it is done. */
export interface Point {
  readonly call: string;
  readonly n: number;
  readonly side: 'before' | 'after';
}

/**
 * A worker that dies at a call to the world outside (record, claims, gate, provider). As after a SIGKILL nothing is cleaned
 * up: that call never answers, and neither does any later one, so that its heartbeats stop too. Without a point it lives.
 */
export const dyingWorker = (alive: SenderDeps, point?: Point): DyingWorker => {
  const calls: string[] = [];
  let dead = false;
  let die = (): void => {};
  const died = new Promise<void>((resolve) => {
    die = () => {
      dead = true;
      resolve();
    };
  });
  const mortal =
    <A extends unknown[], R>(name: string, call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      if (dead) return FOREVER;
      calls.push(name);
      const mine = name === point?.call && calls.filter((call) => call === name).length === point.n;
      if (mine && point.side === 'before') {
        die();
        return FOREVER;
      }
      const result = await call(...args);
      if (mine) die();
      return dead ? FOREVER : result;
    };
  const everyCall = <T extends object>(port: T): T =>
    Object.fromEntries(Object.entries(port).map(([name, call]) => [name, mortal(name, call)])) as T;
  const deps: SenderDeps = {
    ...alive,
    record: everyCall(alive.record),
    claims: everyCall(alive.claims),
    showDeadLetter: mortal('showDeadLetter', alive.showDeadLetter),
    chain: alive.chain.map(({ provider, gate }) => ({
      provider: { ...provider, send: mortal(`send ${provider.name}`, provider.send) },
      gate: { ...gate, enter: mortal(`enter ${provider.name}`, gate.enter) },
    })),
  };
  return { deps, calls, died };
};
