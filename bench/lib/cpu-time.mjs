import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second. */
const MS_PER_TICK = 10;

/** Fields of /proc/<pid>/stat after the name, which may hold spaces; undefined when the process is gone. */
const statOf = (pid) => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
};

/** CPU time of a process with its threads and the children that it has buried, in ms. */
const ownMs = (stat) => stat.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * MS_PER_TICK;

/** CPU time of a process and its living children, in ms: a PostgreSQL is one of these. */
export const cpuMs = (pid) => {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.reduce((sum, each) => {
    const stat = statOf(each);
    return stat && (Number(each) === pid || Number(stat[1]) === pid) ? sum + ownMs(stat) : sum;
  }, 0);
};

export const parentOf = (pid) => Number(statOf(pid)?.[1]);
