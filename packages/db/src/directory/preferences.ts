import { isDeepStrictEqual } from 'node:util';
import { mergePreferences, NOTHING_SAID, type Preferences, type QuietHours } from '@crier/domain';
import type { Sql, SqlOrTx } from '../client.js';

interface Row {
  readonly categories: Preferences['categories'];
  readonly quiet_hours: QuietHours | null;
  readonly timezone: string | null;
}

/** What this person has said they want; undefined if nothing. `person` is the number in `people`. */
export const readPreferences = async (sql: SqlOrTx, person: number): Promise<Preferences | undefined> => {
  const [row] = await sql<Row[]>`SELECT categories, quiet_hours, timezone FROM preferences WHERE person = ${person}`;
  return (
    row && {
      categories: row.categories,
      ...(row.quiet_hours === null ? {} : { quietHours: row.quiet_hours }),
      ...(row.timezone === null ? {} : { timezone: row.timezone }),
    }
  );
};

/**
 * One writer per person at a time, and none for somebody erased: the row in `people` is the lock. What changes nothing is no
 * change: it leaves no line in the audit.
 */
const changeFor = (
  sql: Sql,
  person: number,
  actor: string,
  change: (before: Preferences) => Preferences,
): Promise<Preferences | undefined> =>
  sql.begin(async (tx) => {
    const [known] = await tx`SELECT FROM people WHERE n = ${person} AND external_id IS NOT NULL FOR NO KEY UPDATE`;
    if (known === undefined) return undefined;
    const before = await readPreferences(tx, person);
    const after = change(before ?? NOTHING_SAID);
    if (isDeepStrictEqual(after, before ?? NOTHING_SAID)) return after;
    const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
    await tx`
      INSERT INTO preferences (person, categories, quiet_hours, timezone)
      VALUES (${person}, ${json(after.categories)}::text::jsonb, ${json(after.quietHours)}::text::jsonb, ${after.timezone ?? null})
      ON CONFLICT (person) DO UPDATE SET categories = excluded.categories, quiet_hours = excluded.quiet_hours,
        timezone = excluded.timezone, updated_at = clock_timestamp()`;
    await tx`
      INSERT INTO preference_changes (person, actor, before, after)
      VALUES (${person}, ${actor}, ${json(before)}::text::jsonb, ${json(after)}::text::jsonb)`;
    return after;
  });

/**
 * Lays a change over what the person has said: categories are merged channel by channel, the rest is replaced if it is given.
 * Audited with `actor`. Answers what stands now; undefined, and nothing written, if the person was erased.
 */
export const writePreferences = (
  sql: Sql,
  person: number,
  said: Partial<Preferences>,
  actor: string,
): Promise<Preferences | undefined> => changeFor(sql, person, actor, (before) => mergePreferences(before, said));

/** Puts `preferences` in the place of all that the person has said before. Else as `writePreferences`. */
export const replacePreferences = (
  sql: Sql,
  person: number,
  preferences: Preferences,
  actor: string,
): Promise<Preferences | undefined> => changeFor(sql, person, actor, () => preferences);
