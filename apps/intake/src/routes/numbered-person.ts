import { ensurePeople, type Sql } from '@crier/db';
import { ProblemError } from '../http/problem-error.js';

/** The number of whoever has this id, also if nobody was ever seen under it: people may say what they want before they are notified. */
export const numberedPerson = async (sql: Sql, id: string): Promise<number> => {
  const person = (await ensurePeople(sql, [id])).get(id);
  if (person === undefined) throw new Error('a person got no number');
  return person;
};

/** 404 for somebody who was erased while the call was being answered. */
export const unlessErased = <T>(answer: T | undefined): T => {
  if (answer === undefined) throw new ProblemError('not_found', 'This person has just been erased.');
  return answer;
};
