export type { ChatLink, ChatMessage, ChatSection, Severity } from './chat-message.js';
export { type DigestContent, digestMessage } from './digest-message.js';
export { CHAT_KINDS, type ChatKind, formatMessage } from './format-message.js';
export { type EmailPayload, emailMessage } from './formats/email.js';
export { plainText } from './plain-text.js';
export { type Chat, type ChatAnswer, postToChat } from './post-to-chat.js';
export { type ChatReach, reachChat } from './reach-chat.js';
