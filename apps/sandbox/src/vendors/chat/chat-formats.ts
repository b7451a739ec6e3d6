import type { ChatView, Json } from './chat-view.js';
import { googleView } from './google-view.js';
import { mattermostView } from './mattermost-view.js';
import { slackView } from './slack-view.js';
import { teamsView } from './teams-view.js';

export interface ChatFormat {
  readonly name: string;
  /** Whether this is what such a message looks like. The first that fits is it. */
  readonly fits: (body: Json) => boolean;
  readonly view: (body: Json, bytes: number) => ChatView | { problem: string };
  /** The answer to a message that was taken, with the id it was given. */
  readonly taken: (messageId: string) => { status: number; type: string; body: string };
}

const ok = () => ({ status: 200, type: 'text/plain', body: 'ok' });

/** Whose webhook it is shows in the message: one address takes all four. */
export const CHAT_FORMATS: readonly ChatFormat[] = [
  {
    name: 'google',
    fits: (body) => Array.isArray(body.cardsV2),
    view: googleView,
    taken: (id) => ({
      status: 200,
      type: 'application/json',
      body: JSON.stringify({ name: `spaces/sandbox/messages/${id}` }),
    }),
  },
  {
    name: 'teams',
    fits: (body) => body.type === 'message',
    view: teamsView,
    taken: () => ({ status: 202, type: 'text/plain', body: '' }),
  },
  { name: 'slack', fits: (body) => Array.isArray(body.blocks), view: slackView, taken: ok },
  { name: 'mattermost', fits: (body) => Array.isArray(body.attachments), view: mattermostView, taken: ok },
  { name: 'slack', fits: (body) => typeof body.text === 'string' && body.text !== '', view: slackView, taken: ok },
];
