import type { DeadLetterFilter } from '@crier/db';

/** What the list may be narrowed to by age, in the order of the menu. */
export const AGES: Readonly<Record<string, { words: string; filter: DeadLetterFilter }>> = {
  '1h': { words: 'Last hour', filter: { youngerThanHours: 1 } },
  '24h': { words: 'Last 24 hours', filter: { youngerThanHours: 24 } },
  '7d': { words: 'Last 7 days', filter: { youngerThanHours: 168 } },
  older: { words: 'Older than 7 days', filter: { olderThanHours: 168 } },
};

/** What was asked for, as the address has it; empty = any. */
export interface ListQuery {
  readonly reason: string;
  readonly type: string;
  readonly age: string;
  readonly cursor: string | null;
}

/** Reads the address' query. What is not known is taken for any. */
export const readListQuery = (query: Record<string, unknown>): ListQuery => {
  // A NUL is no text to PostgreSQL.
  const text = (name: string): string =>
    typeof query[name] === 'string' ? query[name].replaceAll('\0', '').slice(0, 200) : '';
  const age = text('age');
  return {
    reason: text('reason'),
    type: text('type'),
    age: Object.hasOwn(AGES, age) ? age : '',
    cursor: text('cursor') || null,
  };
};

export const filterOf = ({ reason, type, age }: ListQuery): DeadLetterFilter => ({
  ...(reason === '' ? {} : { reason }),
  ...(type === '' ? {} : { type }),
  ...AGES[age]?.filter,
});

/** The address of a list. */
export const listPath = (query: Partial<ListQuery>): string => {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const text = new URLSearchParams(given).toString();
  return text === '' ? '/dead-letters' : `/dead-letters?${text}`;
};
