import { broken, type Finding, type Seen, warning, well } from './finding.js';

interface Clock {
  readonly aheadMs: number;
  readonly giveOrTakeMs: number;
}

/** Half of the shortest lease but one: from here on expiry and alerts are off by what people notice. */
const NOTICED_MS = 1_000;
/** As long as a claim's lease: two workers could each believe that it is theirs. */
const LEASE_MS = 5_000;

const clockFinding = (server: string, { aheadMs, giveOrTakeMs }: Clock): Finding => {
  const check = `Clock of ${server}`;
  const off = Math.max(0, Math.abs(aheadMs) - giveOrTakeMs);
  const says = `${Math.round(Math.abs(aheadMs))} ms ${aheadMs < 0 ? 'behind' : 'ahead of'} this machine, give or take ${Math.ceil(giveOrTakeMs)} ms`;
  const remedy = 'Let every machine keep time by NTP: expiry, leases and links are judged by their clocks';
  if (off >= LEASE_MS) return broken(check, says, remedy);
  return off >= NOTICED_MS ? warning(check, says, remedy) : well(check, says);
};

/** How far the servers' clocks are from this machine's; a server that is silent has none. */
export const clockFindings = (servers: Readonly<Record<string, Seen<{ clock: Clock }>>>): Finding[] =>
  Object.entries(servers).flatMap(([name, seen]) => ('silent' in seen ? [] : [clockFinding(name, seen.sight.clock)]));
