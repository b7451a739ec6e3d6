import type { SqlOrTx } from '../client.js';
import { markTold, tellLater, type UntoldIncident, untoldIncident } from './incidents.js';

/** The record of what people on call have been told, for whoever tells them: each takes the next one, none takes it twice. */
export const incidentsToTell = (sql: SqlOrTx) => ({
  take: (leaseMs: number) => untoldIncident(sql, leaseMs),
  markTold: (told: Pick<UntoldIncident, 'n' | 'closedAt'>) => markTold(sql, told),
  tellLater: (n: string, waitMs: number) => tellLater(sql, n, waitMs),
});
