import type { z } from 'zod';
import { type Fault, type faultSchema, isMeantFor, type Refusal } from './fault.js';
import { PROVIDERS, type Provider } from './providers.js';
import type { Send } from './send.js';

export interface FaultList {
  add(fault: z.infer<typeof faultSchema>): Fault;
  /** Those that can still fire, in the order posted; `count` is what is left of it. */
  list(): Fault[];
  /** False if there is no such fault (any more). */
  remove(id: string): boolean;
  clear(): void;
  /** The fault that this send meets, if any. A fault whose last firing this was is gone afterwards. */
  draw(provider: Provider, send: Send): Fault | undefined;
  /** The same for a login, before there is a send: only an `auth` fault that names neither address nor key. */
  drawAuth(provider: Provider): Refusal | undefined;
}

const sameText = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

const NO_SEND = { key: null, to: [] };

const matches = (fault: Fault, provider: Provider, send: Pick<Send, 'key' | 'to'>): boolean =>
  (fault.provider === undefined || fault.provider === provider) &&
  isMeantFor(provider, fault) &&
  (fault.channel === undefined || fault.channel === PROVIDERS[provider]) &&
  (fault.key === undefined || fault.key === send.key) &&
  (fault.to === undefined || send.to.some((to) => sameText(to, fault.to ?? '')));

/**
 * The faults in force. They are tried in the order posted, each draws its own rate, and the first that fires wins
 * (contract, "Provider sandbox"). `random` gives numbers in [0, 1), so that rate 0 never fires and rate 1 always does.
 */
export const createFaultList = ({ random, changed }: { random: () => number; changed: () => void }): FaultList => {
  const faults = new Map<string, Fault>();
  let lastNumber = 0;

  const spend = (fault: Fault) => {
    if (fault.count === undefined) return;
    if (fault.count === 1) faults.delete(fault.id);
    else faults.set(fault.id, { ...fault, count: fault.count - 1 });
    changed();
  };

  const first = (fits: (fault: Fault) => boolean): Fault | undefined => {
    for (const fault of faults.values()) {
      if (!fits(fault) || random() >= fault.rate) continue;
      spend(fault);
      return fault;
    }
    return undefined;
  };

  return {
    add(wanted) {
      lastNumber += 1;
      const fault = { id: `f${lastNumber}`, ...wanted };
      faults.set(fault.id, fault);
      changed();
      return fault;
    },
    list: () => [...faults.values()],
    remove(id) {
      const removed = faults.delete(id);
      if (removed) changed();
      return removed;
    },
    clear() {
      faults.clear();
      changed();
    },
    draw: (provider, send) => first((fault) => matches(fault, provider, send)),
    drawAuth(provider) {
      const fault = first((each) => each.mode === 'auth' && matches(each, provider, NO_SEND));
      return fault && { mode: 'auth', code: fault.code, status: fault.status, retryAfter: undefined };
    },
  };
};
