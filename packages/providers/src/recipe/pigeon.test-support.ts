import { type OutgoingSms, type ProviderAnswer, parseRetryAfterMs } from '@crier/domain';
import { acceptedWithoutId, ambiguous, provesRefusal, refused, unlisted } from '../code-table.js';
import { createHttpAgents } from '../http-agents.js';
import { type HttpAnswer, httpPost, jsonOf } from '../http-post.js';
import type { OpenProvider } from '../maker.js';
import { networkAnswer } from '../network-error.js';
import { PIGEON_CODES } from './pigeon-codes.test-support.js';

export interface PigeonSettings {
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly sockets: number;
  readonly nowMs: () => number;
}

/** `{ "flight": "…" }` with 202, `{ "error": "no_such_loft", "words": "…" }` with 4xx and 5xx. */
const readAnswer = (answer: HttpAnswer, nowMs: number): ProviderAnswer => {
  const { status, headers } = answer;
  const { flight, error, words } = Object(jsonOf(answer)) as Readonly<Record<string, unknown>>;
  if (typeof flight === 'string' && flight !== '') return { kind: 'accepted', messageId: flight, status };
  if (status === 202) return acceptedWithoutId(status);
  const row = typeof error === 'string' && Object.hasOwn(PIGEON_CODES, error) ? PIGEON_CODES[error] : undefined;
  const code = row ? String(error) : `http_${status}`;
  const message = typeof words === 'string' ? words : 'The provider’s answer could not be read.';
  if (!provesRefusal(status) && !row) return ambiguous(code, message, status);
  const retryAfterMs = parseRetryAfterMs(headers['retry-after'], nowMs);
  return refused(row ?? unlisted(status), { code, status, message, retryAfterMs, unmapped: row === undefined });
};

/** Pigeon Post, one flight per call. It reports nothing later. */
export const createPigeon = (settings: PigeonSettings): OpenProvider<OutgoingSms> => {
  const agents = createHttpAgents(settings);
  const send = async ({ key, to, text }: OutgoingSms, signal: AbortSignal): Promise<ProviderAnswer> => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ loft: to, letter: text, reference: key });
    try {
      const answer = await httpPost(new URL('letters', settings.baseUrl), agents, { headers, body, signal });
      return readAnswer(answer, settings.nowMs());
    } catch (error) {
      return networkAnswer(error instanceof Error ? error : new Error(String(error)));
    }
  };
  const close = () => {
    agents.httpAgent.destroy();
    agents.httpsAgent.destroy();
  };
  return { name: 'pigeon', timeoutMs: settings.timeoutMs, reconciliation: [], send, close };
};
