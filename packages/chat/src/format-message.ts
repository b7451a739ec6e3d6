import type { ChatMessage } from './chat-message.js';
import { googleMessage } from './formats/google.js';
import { mattermostMessage } from './formats/mattermost.js';
import { slackMessage } from './formats/slack.js';
import { teamsMessage } from './formats/teams.js';
import type { ChatPayload } from './within-bytes.js';

const FORMATS = {
  slack: slackMessage,
  teams: teamsMessage,
  google: googleMessage,
  mattermost: mattermostMessage,
} as const satisfies Readonly<Record<string, (message: ChatMessage) => ChatPayload>>;

/** Whose format a chat speaks (`OPS_CHAT_KIND`). */
export type ChatKind = keyof typeof FORMATS;
export const CHAT_KINDS = Object.keys(FORMATS) as readonly ChatKind[];

/** The message as this chat's incoming webhook takes it. */
export const formatMessage = (kind: ChatKind, message: ChatMessage): ChatPayload => FORMATS[kind](message);
