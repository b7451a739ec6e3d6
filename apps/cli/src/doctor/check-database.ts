import type { DatabaseSight } from '@crier/db';
import { broken, type Finding, type Seen, warning, well } from './finding.js';

const OLDEST = 150_000;
const DAY_MS = 86_400_000;
/** The scheduler keeps two months ahead: less than one means that nobody does. */
const AHEAD_DAYS = 31;
const MIGRATE = 'Run: crier migrate';

const schema = ({ migrationsBehind: behind }: DatabaseSight): Finding => {
  const check = 'PostgreSQL schema';
  if (behind === 'edited')
    return broken(
      check,
      'made by a version before the first release',
      'Use an empty database (for npm start: remove .local)',
    );
  if (behind > 0) return broken(check, `${behind} migration(s) behind this version`, MIGRATE);
  return well(check, behind === 0 ? 'up to date' : 'newer than this command, as in a rolling deployment');
};

const partitions = ({ partitionsUntil: until }: DatabaseSight, nowMs: number): Finding => {
  const check = 'Partitions';
  const remedy = `${MIGRATE}; then see in the scheduler’s log why it does not make them`;
  if (until === null) return broken(check, 'a table has none: nothing can be written', remedy);
  const days = Math.floor((Date.parse(until) - nowMs) / DAY_MS);
  const says = `made up to ${until}`;
  if (days < 0) return broken(check, `${says}: nothing new can be written`, remedy);
  return days < AHEAD_DAYS ? warning(check, `${says}, ${days} days ahead`, remedy) : well(check, says);
};

/** What is to say of PostgreSQL: whether it answers, its version, our schema, and the months ahead. */
export const databaseFindings = (seen: Seen<DatabaseSight>, nowMs: number): Finding[] => {
  const check = 'PostgreSQL';
  if ('silent' in seen)
    return [broken(check, `does not answer at ${seen.at} (${seen.silent})`, 'Start it, or set DATABASE_URL')];
  const { version, versionNumber } = seen.sight;
  const server =
    versionNumber < OLDEST
      ? broken(check, `${version} at ${seen.at} is too old`, 'Use PostgreSQL 15 or newer')
      : well(check, `${version} at ${seen.at}`);
  return [server, schema(seen.sight), partitions(seen.sight, nowMs)];
};
