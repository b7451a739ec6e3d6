export type { ChatLink, ChatMessage, ChatSection, Severity } from './chat-message.js';
export { type DigestContent, digestMessage, plainText } from './digest-message.js';
export { CHAT_KINDS, type ChatKind, formatMessage } from './format-message.js';
export { type Chat, type ChatAnswer, postToChat } from './post-to-chat.js';
