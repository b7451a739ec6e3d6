import { type Chat, reachChat } from '@crier/chat';
import { broken, type Finding, warning, well } from './finding.js';

const TIMEOUT_MS = 5_000;
const check = 'Ops chat';

const withoutChat = (opsEmail: string | undefined): Finding =>
  opsEmail === undefined
    ? warning(
        check,
        'no chat and no OPS_EMAIL: alerts and digest are only logged',
        'Set OPS_CHAT_WEBHOOK_URL and OPS_CHAT_KIND, and OPS_EMAIL for when the chat is down',
      )
    : well(check, 'no chat: alerts and digest go to OPS_EMAIL');

/** Whether the chat's server is there. The webhook's address is a secret: only its host is named. */
export const chatFindings = async (chat: Chat | undefined, opsEmail: string | undefined): Promise<Finding[]> => {
  if (chat === undefined) return [withoutChat(opsEmail)];
  const { host } = new URL(chat.url);
  const reach = await reachChat(chat, { timeoutMs: TIMEOUT_MS });
  if (reach.kind === 'silent')
    return [broken(check, `${host} does not answer (${reach.why})`, 'Check OPS_CHAT_WEBHOOK_URL and the way out')];
  const says = `${host} answers (${reach.status}); no message was posted, so the webhook itself was not tried`;
  return [
    reach.status >= 500
      ? warning(check, says, 'Try it with: crier digest --post')
      : well(check, `${says} (crier digest --post does)`),
  ];
};
