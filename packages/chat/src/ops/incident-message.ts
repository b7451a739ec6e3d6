import { incidentWords } from '@crier/domain';
import type { ChatMessage } from '../chat-message.js';

/** An incident of which somebody has to be told; instants are ISO. */
export interface IncidentNews {
  readonly rule: string;
  readonly subject: string;
  /** What was measured or answered. */
  readonly detail: Readonly<Record<string, string | number | boolean>>;
  readonly openedAt: string;
  /** Null while it is open. */
  readonly closedAt: string | null;
  /** Whether the opening was told before: then only the recovery is news. */
  readonly openingTold: boolean;
}

type Fact = ChatMessage['facts'][number];

/** To the second: that is what people compare with their own clocks. */
const instant = (iso: string): string => `${iso.slice(0, 19).replace('T', ' ')} UTC`;

const lasted = (fromIso: string, toIso: string): string => {
  const seconds = Math.max(0, Math.round((Date.parse(toIso) - Date.parse(fromIso)) / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
};

const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** A reading of ours is a value beside its limit; what another app saw is told as it came. */
const detailFacts = (detail: IncidentNews['detail']): Fact[] => {
  const { value, limit, unit, ...other } = detail;
  const amount = (of: typeof value) => `${of} ${unit ?? ''}`.trim();
  return [
    ...(value === undefined ? [] : [{ name: 'Measured', value: amount(value) }]),
    ...(limit === undefined ? [] : [{ name: 'Limit', value: amount(limit) }]),
    ...Object.entries(other).map(([name, text]) => ({ name: capitalised(name), value: String(text) })),
  ];
};

/**
 * What the chat is told of an incident: that it began, with what it means and what to do, or that it is over. One that was
 * over before the chat could be reached is one message.
 */
export const incidentMessage = (incident: IncidentNews, boardUrl: string): ChatMessage => {
  const words = incidentWords(incident.rule);
  const title = words.title(incident.subject);
  const began = { name: 'Began', value: instant(incident.openedAt) };
  const links = [{ text: 'Open the board', url: `${boardUrl.replace(/\/+$/, '')}${words.page}` }];
  if (incident.closedAt !== null) {
    const facts = [
      began,
      { name: 'Ended', value: instant(incident.closedAt) },
      { name: 'Lasted', value: lasted(incident.openedAt, incident.closedAt) },
      ...(incident.openingTold ? [] : detailFacts(incident.detail)),
    ];
    return { title: `Over: ${title}`, severity: 'resolved', facts, sections: [], links };
  }
  const facts = [...detailFacts(incident.detail), began];
  const sections = [
    { heading: 'What it means', lines: [words.meaning], links: [] },
    { heading: 'What to do', lines: [words.remedy], links: [] },
  ];
  return { title, severity: words.severity, facts, sections, links };
};
