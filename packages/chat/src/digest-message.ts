import { DEAD_REASONS, type DeadReason, signLink, writeTarget } from '@crier/domain';
import type { ChatLink, ChatMessage, ChatSection } from './chat-message.js';
import { moreWords } from './cut.js';

/** What died for one reason since the last digest. */
interface Group {
  readonly reason: string;
  readonly died: number;
  /** In the seven days before. */
  readonly weekBefore: number;
  readonly open: number;
  readonly examples: readonly {
    readonly channel: string;
    readonly entityType: string;
    readonly entityId: string;
    readonly recipientId: string | null;
    readonly provider: string | null;
    readonly code: string | null;
  }[];
}

/** The digest's content; instants are ISO. */
export interface DigestContent {
  readonly from: string;
  readonly to: string;
  readonly groups: readonly Group[];
  readonly open: number;
  readonly oldestOpenedAt: string | null;
  readonly waitingForRedrive: number;
}

export interface DigestLinks {
  readonly boardUrl: string;
  /** Sign the replay links; none = links to the list instead. */
  readonly secrets: readonly string[];
  readonly nowMs: number;
}

/** A link in a chat is found by whoever scrolls up: it opens a page that asks, behind the login, and not for ever (R-8.5). */
const DAY_MS = 86_400_000;
const LINK_MS = 7 * DAY_MS;

const instant = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

const ageOf = (iso: string, nowMs: number): string => {
  const hours = Math.max(0, (nowMs - Date.parse(iso)) / 3_600_000);
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  return hours >= 1 ? `${Math.floor(hours)} h` : `${Math.floor(hours * 60)} min`;
};

const exampleLine = ({
  channel,
  entityType,
  entityId,
  recipientId,
  provider,
  code,
}: Group['examples'][number]): string =>
  `• ${entityType} ${entityId}, ${channel} to ${recipientId ?? 'somebody erased'}${provider === null ? '' : `, ${provider}`}${code === null ? '' : `: ${code}`}`;

/** What may already have arrived is one person's decision each: there is no link for a group of it (R-8.3b). */
const groupLink = ({ reason, open }: Group, { boardUrl, secrets, nowMs }: DigestLinks): ChatLink[] => {
  if (open === 0) return [];
  if (reason === 'unknown_outcome' || secrets.length === 0)
    return [{ text: `Look at ${open}`, url: `${boardUrl}/dead-letters?reason=${reason}` }];
  const subject = writeTarget({ kind: 'reason', reason });
  const token = signLink(secrets, { purpose: 'replay', subject, expiresAtMs: nowMs + LINK_MS });
  return [{ text: `Replay ${open}`, url: `${boardUrl}/replay?token=${token}` }];
};

/** Against the week before, a day against a day: whether it becomes more is what a count alone does not say. */
const trend = ({ died, weekBefore }: Group, days: number): string => {
  const before = weekBefore / 7;
  const sign = died / days > before ? '▲' : died / days < before ? '▼' : '=';
  return `${sign} ${before.toFixed(before < 10 ? 1 : 0)} a day in the week before`;
};

const groupSection = (group: Group, links: DigestLinks, days: number): ChatSection => {
  const words = DEAD_REASONS[group.reason as DeadReason] as { plain: string; remedy: string } | undefined;
  const left = group.died - group.examples.length;
  return {
    heading: `${group.died} × ${group.reason} (${trend(group, days)})`,
    lines: [
      ...(words === undefined ? [] : [words.plain]),
      ...group.examples.map(exampleLine),
      ...(left > 0 ? [moreWords(left)] : []),
      ...(words === undefined || group.open === 0 ? [] : [words.remedy]),
    ],
    links: groupLink(group, links),
  };
};

/** The daily digest (R-8.4), also when there is nothing to tell: silence would mean nothing. */
export const digestMessage = (content: DigestContent, given: DigestLinks): ChatMessage => {
  const links = { ...given, boardUrl: given.boardUrl.replace(/\/+$/, '') };
  const days = (Date.parse(content.to) - Date.parse(content.from)) / DAY_MS;
  const died = content.groups.reduce((sum, group) => sum + group.died, 0);
  return {
    title: `Daily digest: ${died} died, ${content.open} open`,
    severity: 'info',
    facts: [
      { name: 'From', value: instant(content.from) },
      { name: 'To', value: instant(content.to) },
      { name: 'Died', value: String(died) },
      { name: 'Still open', value: String(content.open) },
      ...(content.oldestOpenedAt === null
        ? []
        : [{ name: 'Oldest open', value: ageOf(content.oldestOpenedAt, links.nowMs) }]),
      { name: 'Put back by themselves', value: String(content.waitingForRedrive) },
    ],
    sections: content.groups.map((group) => groupSection(group, links, days)),
    links: [{ text: 'Dead letters', url: `${links.boardUrl}/dead-letters` }],
  };
};
