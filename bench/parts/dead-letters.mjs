import { beginReplay, createSql, listDeadLetters, REPLAY_CHUNK, readDigest, readReplayPlan } from '@crier/db';
import { median } from '../lib/numbers.mjs';

const REASONS = ['rejected', 'throttled', 'bad_address', 'stalled', 'provider_5xx'];
/** What people may opt out of is asked about each. */
const CATEGORIES = new Map([
  ['invoice.issued', { category: 'billing', mandatory: false }],
  ['password.reset', { category: 'security', mandatory: true }],
]);
const PAGE = 50;
const LOOKS = 21;
/** The pace that keeps a replay from the providers' throats is not what is measured. */
const AT_ONCE = Number.MAX_SAFE_INTEGER;

/** Dead letters as the sender leaves them, each of its own event, the reasons in turn. */
const seed = async (sql, count) => {
  const now = Date.now().toString(16).padStart(12, '0');
  const front = `${now.slice(0, 8)}-${now.slice(8)}-8000-8000-`;
  await sql`INSERT INTO people (external_id) SELECT 'u-' || g FROM generate_series(1, 1000) g`;
  await sql`
    INSERT INTO events (id, digest, mode, source, type, entity_type, entity_id, occurred_at, lane, content_hash)
    SELECT (${front}::text || lpad(to_hex(g), 12, '0'))::uuid, '', 'live', 'erp', 'invoice.issued', 'invoice', 'INV-' || g,
           now(), 'bulk', '' FROM generate_series(1, ${count}::int) g`;
  await sql`
    INSERT INTO deliveries (id, event_id, digest, channel, lane, person, locale, timezone, state, reason, attempts, log_seq, provider, last_error_code)
    SELECT e.id, e.id, '', 'email', 'bulk', p.n, 'en', 'UTC', 'dead', (${REASONS}::text[])[1 + g % 5], 6, 6, 'ses', 'Throttling'
    FROM generate_series(1, ${count}::int) g
    JOIN events e ON e.id = (${front}::text || lpad(to_hex(g), 12, '0'))::uuid
    JOIN people p ON p.external_id = 'u-' || (1 + g % 1000)`;
  await sql`
    INSERT INTO attempts (id, seq, provider, provider_status, code, message, result)
    SELECT id, s, 'ses', 400, 'Throttling', 'Maximum sending rate exceeded.', 'transient' FROM deliveries, generate_series(1, 6) s`;
  await sql`
    INSERT INTO dead_letters (delivery_id, event_id, reason, opened_at)
    SELECT id, event_id, reason, now() - random() * interval '20 hours' FROM deliveries`;
  await sql`ANALYZE`;
};

const once = async (work) => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

/** Both in turn, so that a busy moment meets both; ms. */
const inTurn = async (name, ours, ceiling, target, say) => {
  const pairs = [];
  for (let i = 0; i <= LOOKS; i++) pairs.push({ ours: await once(ours), ceiling: await once(ceiling) });
  const [own, bare] = ['ours', 'ceiling'].map((side) => median(pairs.slice(1).map((pair) => pair[side])));
  say(`  ${name}: ${own.toFixed(2)} ms, bare ${bare.toFixed(2)} ms, ratio ${(own / bare).toFixed(2)}`);
  return {
    name: `R-8.3 dead letters: ${name}`,
    ours: own,
    ceiling: bare,
    unit: 'ms',
    ratio: own / bare,
    target,
    better: 'lower',
  };
};

/** Deliveries a second, put back with verdicts, audit, attempts, closed dead letters and a place in the work list. */
const replay = async (sql, reason) => {
  const began = performance.now();
  const order = {
    target: { kind: 'reason', reason },
    operator: 'bench',
    maxReplays: 3,
    perSecond: AT_ONCE,
    acceptSecondCopy: false,
    categories: CATEGORIES,
  };
  const { replayed } = await (await beginReplay(sql, order)).toEnd();
  return { rate: replayed / ((performance.now() - began) / 1000), replayed };
};

/** Deliveries a second through the two writes that nothing can do without, in the same chunks: the state, the place in the work list. */
const bareMove = async (sql, reason) => {
  const ids = (await sql`SELECT delivery_id AS id FROM dead_letters WHERE reason = ${reason}`).map((row) => row.id);
  const began = performance.now();
  for (let at = 0; at < ids.length; at += REPLAY_CHUNK) {
    const chunk = ids.slice(at, at + REPLAY_CHUNK);
    await sql.begin(async (tx) => {
      await tx`UPDATE deliveries SET state = 'queued', log_seq = log_seq + 1 WHERE id = ANY(${chunk}::uuid[])`;
      await tx`
        INSERT INTO work (delivery_id, channel, lane, due_at)
        SELECT id, 'email', 'bulk', now() FROM unnest(${chunk}::uuid[]) AS g(id)`;
    });
  }
  return ids.length / ((performance.now() - began) / 1000);
};

const replays = async (sql, say) => {
  const pairs = [];
  for (const [own, bare] of [
    ['rejected', 'throttled'],
    ['bad_address', 'stalled'],
  ]) {
    const ceiling = await bareMove(sql, bare);
    const { rate, replayed } = await replay(sql, own);
    if (replayed === 0) throw new Error(`nothing of ${own} was put back`);
    say(
      `  replay of ${replayed}: ${rate.toFixed(0)}/s, bare ${ceiling.toFixed(0)}/s, ratio ${(rate / ceiling).toFixed(2)}`,
    );
    pairs.push({ ours: rate, ceiling, ratio: rate / ceiling });
  }
  const [ours, ceiling, ratio] = ['ours', 'ceiling', 'ratio'].map((key) => median(pairs.map((pair) => pair[key])));
  return {
    name: 'R-8.3 dead letters: group replay',
    ours,
    ceiling,
    unit: 'deliveries/s',
    ratio,
    target: 0.12,
    better: 'higher',
  };
};

/**
 * 10,000 dead letters of five reasons: the list's page against the bare rows by their key, the digest and the plan of a
 * replay against one bare pass over the open letters, the replay itself against its bare writes. All in one process and run.
 */
export const deadLetters = async ({ databaseUrl, short, say }) => {
  const sql = createSql({ url: databaseUrl, max: 4, app: 'bench' });
  try {
    await seed(sql, short ? 2_000 : 10_000);
    const page = await listDeadLetters(sql, {}, { limit: PAGE, cursor: null });
    const shown = page.items.map(({ id }) => id);
    const window = { from: new Date(Date.now() - 86_400_000).toISOString(), to: new Date().toISOString() };
    const rowsByKey = () => sql`SELECT * FROM deliveries WHERE id = ANY(${shown}::uuid[])`;
    const onePass = () =>
      sql`SELECT x.reason, count(*) FROM dead_letters x JOIN deliveries d ON d.id = x.delivery_id WHERE x.closed_at IS NULL GROUP BY x.reason`;
    return [
      await inTurn('list page', () => listDeadLetters(sql, {}, { limit: PAGE, cursor: null }), rowsByKey, 8, say),
      await inTurn('digest', () => readDigest(sql, window, 2), onePass, 12, say),
      await inTurn(
        'replay plan',
        () => readReplayPlan(sql, { kind: 'reason', reason: 'throttled' }, 3, CATEGORIES),
        onePass,
        5,
        say,
      ),
      await replays(sql, say),
    ];
  } finally {
    await sql.end();
  }
};
