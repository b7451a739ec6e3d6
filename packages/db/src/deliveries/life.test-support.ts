import { type DeliveryState, isOpen, isTerminal, MAX_REPLAYS } from '@crier/domain';
import type { Sql } from '../client.js';
import { replay } from '../record.test-support.js';
import { type BeginSending, beginSending, renewLeases } from './begin-sending.js';
import { loadDeliveries } from './load-deliveries.js';
import { recordAccepted } from './record-accepted.js';
import { type Transition, transitionDeliveries } from './transition-deliveries.js';

/** All that is to be known of one delivery: what the model says of it, and what the tables say. */
export interface Life {
  readonly state: DeliveryState;
  readonly logSeq: number;
  readonly attempts: number;
  readonly token: string | null;
  readonly leaseLives: boolean;
  /** The attempt log. */
  readonly results: readonly string[];
  readonly work: boolean;
  readonly deadLetter: 'open' | 'closed' | null;
}

/** One statement about some deliveries; `items` holds what it says of each. */
export type Act =
  | { readonly kind: 'read' | 'lease ends' | 'replay' | 'accept'; readonly items: readonly { readonly id: string }[] }
  | { readonly kind: 'begin'; readonly items: readonly BeginSending[] }
  | { readonly kind: 'renew'; readonly items: readonly { readonly id: string; readonly token: string }[] }
  | { readonly kind: 'move'; readonly items: readonly Transition[] };

/** What a statement answers of one delivery. */
export type Answer = string | number | boolean;

const LEASE_MS = 60_000;

const moved = (life: Life, t: Transition): Life => ({
  ...life,
  state: t.to,
  attempts: Math.max(0, life.attempts - (t.refund ? 1 : 0)),
  logSeq: life.logSeq + (t.entry ? 1 : 0),
  results: t.entry ? [...life.results, t.entry.result] : life.results,
  token: null,
  leaseLives: false,
  work: !isTerminal(t.to),
  deadLetter: t.to === 'dead' ? 'open' : life.deadLetter,
});

const allows = (life: Life, { guard }: Transition): boolean => {
  switch (guard.kind) {
    case 'lease':
      return life.state === 'sending' && life.token === guard.token;
    case 'open':
      return isOpen(life.state) && life.logSeq === guard.logSeq;
    case 'dead_lease':
      return life.state === 'sending' && !life.leaseLives;
    case 'unknown':
      return life.state === 'unknown' && life.logSeq === guard.logSeq;
  }
};

const logged = (life: Life, result: string, change: Partial<Life>): Life => {
  const deadLetter = life.deadLetter && 'closed';
  const results = [...life.results, result];
  return { ...life, logSeq: life.logSeq + 1, results, deadLetter, token: null, leaseLives: false, ...change };
};

const began = (life: Life, item: BeginSending): [Life, Answer] => {
  const open = isOpen(life.state) && life.logSeq === item.logSeq;
  const won = open || (life.state === 'sending' && life.token === item.token);
  const answer = `${won ? 'won' : 'lost'} from ${life.state}${life.leaseLives ? ' with a live lease' : ''}`;
  const attempts = life.attempts + (open ? 1 : 0);
  return [won ? { ...life, state: 'sending', token: item.token, leaseLives: true, attempts } : life, answer];
};

/** The rules: what a statement makes of one delivery and answers, when it has it to itself. */
export const applied = (life: Life, act: Act, id: string): [Life, Answer] => {
  const only = <T extends { readonly id: string }>(items: readonly T[]) => items.find((item) => item.id === id) as T;
  switch (act.kind) {
    case 'read':
      return [life, life.logSeq];
    case 'lease ends':
      return [{ ...life, leaseLives: false }, true];
    case 'replay':
      return life.state === 'dead' && life.results.filter((result) => result === 'replayed').length < MAX_REPLAYS
        ? [logged(life, 'replayed', { state: 'queued', attempts: 0, work: true }), true]
        : [life, false];
    case 'accept':
      return [logged(life, 'accepted', { state: 'accepted', work: false }), life.state !== 'accepted'];
    case 'begin':
      return began(life, only(act.items));
    case 'renew': {
      const mine = life.state === 'sending' && life.token === only(act.items).token;
      return [mine ? { ...life, leaseLives: true } : life, mine];
    }
    case 'move': {
      const allowed = allows(life, only(act.items));
      return [allowed ? moved(life, only(act.items)) : life, allowed];
    }
  }
};

/** Runs the statement. Answers by id. */
export const perform = async (sql: Sql, act: Act): Promise<Map<string, Answer>> => {
  const ids = act.items.map((item) => item.id);
  const whether = (yes: ReadonlySet<string>) => new Map(ids.map((id) => [id, yes.has(id)]));
  switch (act.kind) {
    case 'read':
      return new Map((await loadDeliveries(sql, ids)).map((d) => [d.id, d.logSeq]));
    case 'lease ends':
      await sql`UPDATE deliveries SET lease_until = clock_timestamp() WHERE id = ANY(${ids}::uuid[]) AND state = 'sending'`;
      return whether(new Set(ids));
    case 'replay':
      return whether(new Set((await replay(sql, ids, 'mia')).map((r) => r.id)));
    case 'accept': {
      const of = { provider: 'ses', messageId: 'm', status: 200, evidence: 'answer' } as const;
      return whether(
        await recordAccepted(
          sql,
          ids.map((id) => ({ id, ...of })),
        ),
      );
    }
    case 'begin':
      return new Map(
        (await beginSending(sql, act.items, LEASE_MS)).map(({ id, won, state, leaseLeftMs }) => [
          id,
          `${won ? 'won' : 'lost'} from ${state}${leaseLeftMs > 0 ? ' with a live lease' : ''}`,
        ]),
      );
    case 'renew':
      return whether(await renewLeases(sql, act.items, LEASE_MS));
    case 'move':
      return whether(await transitionDeliveries(sql, act.items));
  }
};

/** These deliveries as the tables have them. Throws when an attempt log has a gap. */
export const livesOf = async (sql: Sql, ids: readonly string[]): Promise<Map<string, Life>> => {
  const rows = await sql<(Life & { id: string; seqs: number[] })[]>`
    SELECT d.id, d.state, d.log_seq AS "logSeq", d.attempts, d.lease_token AS token,
           coalesce(d.lease_until > clock_timestamp(), false) AS "leaseLives",
           ARRAY(SELECT a.result FROM attempts a WHERE a.id = d.id ORDER BY a.seq) AS results,
           ARRAY(SELECT a.seq FROM attempts a WHERE a.id = d.id ORDER BY a.seq) AS seqs,
           EXISTS (SELECT FROM work w WHERE w.delivery_id = d.id) AS work,
           (SELECT CASE WHEN x.closed_at IS NULL THEN 'open' ELSE 'closed' END FROM dead_letters x WHERE x.delivery_id = d.id)
             AS "deadLetter"
    FROM deliveries d WHERE d.id = ANY(${ids as string[]}::uuid[])`;
  return new Map(
    rows.map(({ id, seqs, ...life }) => {
      if (seqs.some((seq, n) => seq !== n + 1)) throw new Error(`the attempt log of ${id} reads ${seqs}`);
      return [id, life];
    }),
  );
};
