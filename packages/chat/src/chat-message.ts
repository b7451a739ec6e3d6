import { cutText } from './cut.js';

export interface ChatLink {
  readonly text: string;
  readonly url: string;
}

export interface ChatSection {
  readonly heading: string | null;
  readonly lines: readonly string[];
  readonly links: readonly ChatLink[];
}

export type Severity = 'critical' | 'warning' | 'resolved' | 'info';

/**
 * What the people on call are to read, in no chat's own format. All of it is plain text: whatever a chat would take for
 * markup or for a mention is shown as it stands.
 */
export interface ChatMessage {
  readonly title: string;
  readonly severity: Severity;
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  readonly sections: readonly ChatSection[];
  readonly links: readonly ChatLink[];
}

/** A sign, because not every chat shows a colour and not everybody sees one. */
const SIGNS: Readonly<Record<Severity, string>> = { critical: '🔴', warning: '🟠', resolved: '✅', info: '📋' };

const MAX_TITLE = 200;

/** The title with the sign of its severity in front. */
export const titleOf = ({ title, severity }: ChatMessage): string => cutText(`${SIGNS[severity]} ${title}`, MAX_TITLE);
