import {
  beginReplay,
  countOpenDeadLetters,
  type DeadLetterItem,
  listDeadLetters,
  readDeadLetter,
  readDelivery,
  readReplayPlan,
} from '@crier/db';
import {
  DEAD_REASONS,
  type DeadReason,
  REPLAY_VERDICTS,
  type ReplayTarget,
  type ReplayVerdict,
  readIds,
} from '@crier/domain';
import { ConfigError } from '@crier/runtime';
import { loadTypes, typeCategories } from '@crier/templates';
import { asTable, type Column } from '../as-table.js';
import type { CliDeps, ExitStatus } from '../cli-deps.js';
import { databaseTarget } from '../targets.js';
import { templatesDir } from '../templates-dir.js';
import { withDatabase } from '../with-database.js';

/** To the second: enough for people, and narrower. */
const moment = (instant: string): string => instant.replace(/\.\d+/, '');

const COLUMNS: readonly Column<DeadLetterItem>[] = [
  { title: 'ID', of: (item) => item.id },
  { title: 'DIED', of: (item) => moment(item.openedAt) },
  { title: 'REASON', of: (item) => item.reason },
  { title: 'ABOUT', of: (item) => `${item.entityType} ${item.entityId}` },
  { title: 'TO', of: (item) => item.recipientId ?? '-' },
  { title: 'BY', of: (item) => item.channel },
  { title: 'REPLAYS', of: (item) => String(item.replays) },
];

/** `crier dead list`: the open dead letters, newest first, and how many there are of each reason. */
export const listDeadCommand = (
  deps: CliDeps,
  options: { reason?: string; type?: string; limit: number; json?: boolean },
): Promise<ExitStatus> =>
  withDatabase<ExitStatus>(databaseTarget(deps), async ({ sql }) => {
    const { reason, type, limit } = options;
    const filter = { ...(reason && { reason }), ...(type && { type }) };
    const counts = await countOpenDeadLetters(sql);
    const { items, next } = await listDeadLetters(sql, filter, { limit, cursor: null });
    if (options.json) deps.out(JSON.stringify({ counts, deadLetters: items, next }));
    else {
      for (const one of counts) deps.out(`${one.n}  ${one.reason}`);
      deps.out(items.length === 0 ? 'No dead letter is open.' : `\n${asTable(COLUMNS, items)}`);
      if (next !== null) deps.out(`(the newest ${limit}; --limit shows more)`);
    }
    return 0;
  });

const idOf = (text: string): string => {
  const [id] = readIds(text) ?? [];
  if (id === undefined) throw new ConfigError(`${text} is no id of a dead letter (crier dead list)`);
  return id;
};

/** `crier dead show`: one with its story: what, to whom, when, why, what to do, and every attempt. No address. */
export const showDeadCommand = (deps: CliDeps, text: string, options: { json?: boolean }): Promise<ExitStatus> =>
  withDatabase<ExitStatus>(databaseTarget(deps), async ({ sql }) => {
    const id = idOf(text);
    const [letter, delivery] = await Promise.all([readDeadLetter(sql, id), readDelivery(sql, id)]);
    if (!letter || !delivery) throw new ConfigError(`there is no dead letter ${id} (crier dead list)`);
    const words = DEAD_REASONS[letter.reason as DeadReason] as { plain: string; remedy: string } | undefined;
    if (options.json) deps.out(JSON.stringify({ ...letter, ...words, delivery }));
    else {
      deps.out(`${letter.reason}: ${words?.plain ?? ''}\n  ${words?.remedy ?? ''}\n`);
      deps.out(`event    ${letter.eventId}\nto       ${delivery.recipientId ?? '-'} by ${delivery.channel}`);
      deps.out(
        `died     ${moment(letter.openedAt)}\nstate    ${delivery.state}\nreplays  ${letter.replays} of ${deps.environment().repairs.maxReplays}`,
      );
      if (letter.closedAt !== null) deps.out(`closed   ${moment(letter.closedAt)} by ${letter.closedBy}`);
      for (const { at, provider, providerStatus, error, result } of delivery.attempts)
        deps.out(
          `  ${[moment(at), provider, providerStatus, result, error?.code, error?.message].filter((x) => x != null).join('  ')}`,
        );
    }
    return 0;
  });

export interface ReplayOptions {
  readonly reason?: string;
  readonly all?: boolean;
  readonly dryRun?: boolean;
  /** The operator has looked, and a second copy is acceptable. */
  readonly acceptSecondCopy?: boolean;
  readonly json?: boolean;
}

const targetOf = (words: readonly string[], { reason, all }: ReplayOptions): ReplayTarget => {
  const ids = words.length === 0 ? undefined : readIds(words.join(','));
  if (words.length > 0 && ids === undefined)
    throw new ConfigError('these are no ids of dead letters (crier dead list)');
  if ([ids, reason, all].filter((given) => given !== undefined).length !== 1)
    throw new ConfigError('say which: ids, or --reason <reason>, or --all');
  if (ids) return { kind: 'ids', ids };
  return reason === undefined ? { kind: 'all' } : { kind: 'reason', reason };
};

const inWords = (counts: Partial<Record<ReplayVerdict, number>>): string[] =>
  (Object.keys(counts) as ReplayVerdict[]).map((verdict) => `  ${counts[verdict]} ${REPLAY_VERDICTS[verdict]}`);

/** What became of it, in a sentence. A template that could not be rendered may be as it was. */
const putBackWords = (n: number, reason: string | undefined): string => {
  if (n === 0) return '0 put back.';
  const they = n === 1 ? 'it' : 'they';
  if (reason === 'template_error')
    return `${n} put back; ${they} may die again: look at the list in a few seconds (crier dead list).`;
  return `${n} put back; ${they} ${n === 1 ? 'is' : 'are'} on the way within seconds.`;
};

/**
 * `crier dead replay`: writes dead -> queued under the caller's name; the keeper gives the jobs within seconds. What may
 * already have arrived goes alone, and only when the caller says that a second copy is acceptable (R-8.3b). The
 * templates say what people may opt out of: where they can't be loaded, nothing is put back.
 */
export const replayDeadCommand = (
  deps: CliDeps,
  words: readonly string[],
  options: ReplayOptions,
): Promise<ExitStatus> =>
  withDatabase<ExitStatus>(databaseTarget(deps), async ({ sql }) => {
    const target = targetOf(words, options);
    const categories = typeCategories(await loadTypes(templatesDir(deps, undefined)));
    const { maxReplays, documentWaitMs, replaysPerSecond: perSecond } = deps.environment().repairs;
    const plan = await readReplayPlan(sql, target, maxReplays, categories);
    if (options.dryRun) {
      if (options.json) deps.out(JSON.stringify(plan.counts));
      else deps.out(['What would happen now:', ...inWords(plan.counts)].join('\n'));
      return 0;
    }
    const [alone] = target.kind === 'ids' && target.ids.length === 1 ? target.ids : [];
    const letter = alone === undefined ? undefined : await readDeadLetter(sql, alone);
    if (letter?.reason === 'unknown_outcome' && letter.closedAt === null && !options.acceptSecondCopy)
      throw new ConfigError(`${alone} may already have arrived: look first, then say --accept-second-copy`);
    const acceptSecondCopy = options.acceptSecondCopy ?? false;
    const order = { target, operator: deps.actor, maxReplays, documentWaitMs, perSecond, acceptSecondCopy, categories };
    const done = await (await beginReplay(sql, order)).toEnd();
    if (options.json) deps.out(JSON.stringify(done));
    else {
      const reason = target.kind === 'reason' ? target.reason : letter?.reason;
      deps.out([putBackWords(done.replayed, reason), ...inWords(done.left)].join('\n'));
    }
    return done.replayed > 0 || plan.planned === 0 ? 0 : 1;
  });
