import { tryAgain } from './http/problem-error.js';
import type { Wish } from './vendors/stop-words.js';
import { within } from './within.js';

/** Resolves after the commit of what people have told us. 503 when the database is away or silent. */
export type RecordWishes = (wishes: readonly Wish[]) => Promise<void>;

/** STOP puts the number on the suppression list; START takes it off again, if it was STOP that put it there. */
export const createRecordWishes = (deps: {
  readonly stop: (wishes: readonly Wish[]) => Promise<unknown>;
  readonly start: (wishes: readonly Wish[]) => Promise<unknown>;
  readonly timeoutMs: number;
}): RecordWishes => {
  const silent = (): Error => tryAgain('The database does not answer.');
  return async (wishes) => {
    const of = (wants: Wish['wants']) => wishes.filter((wish) => wish.wants === wants);
    const [stops, starts] = [of('nothing'), of('messages')];
    if (stops.length > 0) await within(deps.stop(stops), deps.timeoutMs, silent);
    if (starts.length > 0) await within(deps.start(starts), deps.timeoutMs, silent);
  };
};
