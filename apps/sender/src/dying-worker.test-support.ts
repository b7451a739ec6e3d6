import type { SenderDeps } from './sender-deps.js';

const FOREVER = new Promise<never>(() => {});

export interface DyingWorker {
  readonly deps: SenderDeps;
  /** What it asked of the world, in order. */
  readonly calls: readonly string[];
  /** Settles when it is dead. */
  readonly died: Promise<void>;
}

/**
 * A worker that dies at its n-th call to the world outside (record, claims, gate, provider), before it is made or when it is
 * done. As after a SIGKILL nothing is cleaned up: that call never answers, and neither does any later one, so that its
 * heartbeats stop too. `n` 0: it lives.
 */
export const dyingWorker = (alive: SenderDeps, n: number, side: 'before' | 'after'): DyingWorker => {
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
      const mine = calls.push(name) === n;
      if (mine && side === 'before') {
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
