import { closeIncident, listOpenIncidents, openIncident, type Sql } from '@crier/db';
import { incidentWords, type METRICS } from '@crier/domain';
import type { Logger, Metrics } from '@crier/runtime';
import type { Facts } from './facts.js';
import { judge } from './judge.js';
import { type AlertLimits, RULES, type Rule } from './rules.js';

export interface IncidentDeps {
  readonly sql: Sql;
  readonly limits: AlertLimits;
  readonly log: Logger;
  readonly metrics: Metrics<typeof METRICS>;
}

const ACTOR = 'scheduler';
const rounded = (value: number): number => Math.round(value * 10) / 10;

const applyRule = async ({ sql, limits, log }: IncidentDeps, rule: Rule, facts: Facts, open: ReadonlySet<string>) => {
  const readings = rule.read(facts, limits);
  if (readings === undefined) return;
  const { begin, end } = judge(readings, open);
  for (const { subject, value, limit, unit } of begin) {
    const detail = { value: rounded(value), limit, unit };
    if (await openIncident(sql, { rule: rule.name, subject, detail, actor: ACTOR }))
      log.error({ rule: rule.name, about: subject, ...detail }, incidentWords(rule.name).title(subject));
  }
  for (const subject of end) {
    if (await closeIncident(sql, { rule: rule.name, subject, actor: ACTOR }))
      log.info({ rule: rule.name, about: subject }, `over: ${incidentWords(rule.name).title(subject)}`);
  }
};

/**
 * Opens and closes incidents as the facts demand, and counts those that are open. Safe to run several. What is open
 * is read before the facts: a sender writes what has already happened, so that an incident it has just opened is never
 * closed, nor one it has just closed opened, by facts that are older than it.
 */
export const keepIncidents = async (deps: IncidentDeps, readFacts: () => Promise<Facts>): Promise<void> => {
  const before = await listOpenIncidents(deps.sql);
  const facts = await readFacts();
  for (const rule of RULES) {
    const open = new Set(before.filter((one) => one.rule === rule.name).map((one) => one.subject));
    await applyRule(deps, rule, facts, open);
  }
  const after = await listOpenIncidents(deps.sql);
  for (const { name } of RULES)
    deps.metrics.set('crier_incidents', { rule: name }, after.filter((one) => one.rule === name).length);
};
