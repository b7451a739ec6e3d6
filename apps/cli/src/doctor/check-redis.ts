import { isNewEnough, type RedisSight } from '@crier/queue';
import { broken, type Finding, type Seen, warning, well } from './finding.js';

const eviction = ({ evictionPolicy: policy }: RedisSight): Finding => {
  const check = 'Redis eviction';
  const remedy = 'Set maxmemory-policy to noeviction, at once and in Redis’s configuration';
  if (policy === undefined) return warning(check, 'it does not say its maxmemory-policy', remedy);
  return policy === 'noeviction'
    ? well(check, 'noeviction')
    : broken(check, `maxmemory-policy is ${policy}: jobs vanish when memory runs short`, remedy);
};

/** PostgreSQL holds the truth: a Redis that forgets costs time, not messages. */
const persistence = ({ appendOnly }: RedisSight): Finding => {
  const check = 'Redis persistence';
  const remedy = 'Set appendonly to yes, so that a restart of Redis holds nothing up';
  if (appendOnly === true) return well(check, 'append-only file');
  return appendOnly === undefined
    ? warning(check, 'it does not say whether it keeps an append-only file', remedy)
    : warning(check, 'no append-only file: after a restart the queues are rebuilt from PostgreSQL first', remedy);
};

/** What is to say of Redis: whether it answers, its version, and whether it may throw jobs away or forget them. */
export const redisFindings = (seen: Seen<RedisSight>): Finding[] => {
  const check = 'Redis';
  if ('silent' in seen)
    return [broken(check, seen.silent, 'See whether it runs and whether a firewall lets this machine through')];
  const { version } = seen.sight;
  const server = isNewEnough(version)
    ? well(check, `${version} at ${seen.at}`)
    : broken(check, `${version} at ${seen.at} is too old`, 'Use Redis 6.2 or newer');
  return [server, eviction(seen.sight), persistence(seen.sight)];
};
