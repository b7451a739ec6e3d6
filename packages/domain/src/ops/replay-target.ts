/** What an operator replays: named dead letters, those of one reason, or all that are open. */
export type ReplayTarget =
  | { readonly kind: 'ids'; readonly ids: readonly string[] }
  | { readonly kind: 'reason'; readonly reason: string }
  | { readonly kind: 'all' };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Most deliveries that one replay may name; more is a group by reason, or all. */
export const MAX_REPLAY_IDS = 1_000;

/** Delivery ids from text, however they are parted: in the record's spelling, each once. Undefined when one is no id, or too many. */
export const readIds = (text: string): string[] | undefined => {
  const ids = [
    ...new Set(
      text
        .toLowerCase()
        .split(/[\s,]+/)
        .filter((word) => word !== ''),
    ),
  ];
  return ids.length > 0 && ids.length <= MAX_REPLAY_IDS && ids.every((id) => UUID.test(id)) ? ids : undefined;
};

/** A target as the subject of a link or of the audit log: `all`, `reason:throttled`, `ids:<id>,<id>`. */
export const writeTarget = (target: ReplayTarget): string => {
  if (target.kind === 'all') return 'all';
  return target.kind === 'reason' ? `reason:${target.reason}` : `ids:${target.ids.join(',')}`;
};

/** Reads what `writeTarget` wrote; undefined for anything else. */
export const readTarget = (text: string): ReplayTarget | undefined => {
  if (text === 'all') return { kind: 'all' };
  const [, kind, rest = ''] = /^(reason|ids):(.+)$/s.exec(text) ?? [];
  if (kind === 'reason') return /^[a-z0-9_]{1,64}$/.test(rest) ? { kind, reason: rest } : undefined;
  const ids = kind === 'ids' ? readIds(rest) : undefined;
  return ids && { kind: 'ids', ids };
};

/** What the audit log calls a target: one id is named, several are counted. */
export const subjectOf = (target: ReplayTarget): string =>
  target.kind === 'ids' && target.ids.length > 1
    ? `${target.ids.length} chosen`
    : writeTarget(target).replace(/^ids:/, '');
