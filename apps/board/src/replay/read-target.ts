import { type ReplayTarget, readIds, readTarget } from '@crier/domain';
import { Refusal } from '../http/refusal.js';

/**
 * What a form or an address says is to be replayed: `ids`, or `reason`, or `all`, and exactly one of them. Throws a Refusal
 * that says what is wrong.
 */
export const targetOf = (values: (name: string) => readonly string[]): ReplayTarget => {
  const [ids, [reason = ''], [all = '']] = [values('ids').join(','), values('reason'), values('all')];
  const given = [ids, reason, all].filter((text) => text !== '');
  if (given.length !== 1)
    throw new Refusal(
      400,
      'Nothing is chosen',
      'Nothing was done. Choose dead letters in the list, or a reason, or all.',
    );
  if (all !== '') return { kind: 'all' };
  const named = readIds(ids);
  const target = reason !== '' ? readTarget(`reason:${reason}`) : named && { kind: 'ids' as const, ids: named };
  if (target === undefined)
    throw new Refusal(
      400,
      'This can’t be replayed',
      'Nothing was done: these are no ids of dead letters, too many, or no reason.',
    );
  return target;
};
