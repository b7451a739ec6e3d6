import type { KeyObject } from 'node:crypto';
import type { ProviderAnswer } from '@crier/domain';
import { CONFIGURATION, type CodeMeaning, refused, THROTTLED, UNAVAILABLE } from '../code-table.js';
import type { createHttpAgents } from '../http-agents.js';
import { type HttpAnswer, httpPost, jsonOf } from '../http-post.js';
import { signedJwt } from './signed-jwt.js';

export interface ServiceAccount {
  readonly key: KeyObject;
  readonly clientEmail: string;
  readonly tokenUrl: string;
  readonly timeoutMs: number;
  readonly nowMs: () => number;
}

/** A token, or why there is none. Nothing of the message has left, so every failure here is a refusal (R-4.9a). */
type Got = { readonly token: string } | { readonly refusal: ProviderAnswer };

export interface AccessTokens {
  /** The token that is good now; many callers wait for one request. */
  get(signal: AbortSignal): Promise<Got>;
  /** The token was not believed: the next call gets another. */
  drop(token: string): void;
}

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const LIFETIME_S = 3_600;
/** A token is not used in its last minute: it might run out on the way. */
const MARGIN_MS = 60_000;

const meaningOf = (status: number): CodeMeaning => {
  if (status === 429) return THROTTLED;
  return status >= 500 || status === 408 || status < 300 ? UNAVAILABLE : CONFIGURATION;
};

const noToken = ({ status }: HttpAnswer, error: unknown): Got => {
  const code = typeof error === 'string' ? error : `http_${status}`;
  return { refusal: refused(meaningOf(status), { code, status, message: `There was no access token: ${code}.` }) };
};

const notReached = (code: string): Got => ({
  refusal: refused(
    { failure: 'transient', deadReason: 'attempts_exhausted' },
    { code, message: 'The token endpoint could not be reached.' },
  ),
});

const whenAborted = (signal: AbortSignal): Promise<Got> =>
  new Promise((resolve) => {
    const end = () => resolve(notReached((signal.reason as Error).name));
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });

/** The request that an account's own signature buys a token with (RFC 7523). */
const grant = ({ key, clientEmail, tokenUrl, timeoutMs, nowMs }: ServiceAccount) => {
  const iat = Math.floor(nowMs() / 1000);
  const assertion = signedJwt(key, {}, { iss: clientEmail, scope: SCOPE, aud: tokenUrl, iat, exp: iat + LIFETIME_S });
  return {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ grant_type: GRANT, assertion }).toString(),
    // Its own time, not that of the one who happened to be first: others wait for it as well.
    signal: AbortSignal.timeout(timeoutMs),
  };
};

/** Access tokens of a Google service account. Source: Google Identity, "Using OAuth 2.0 for server to server applications". */
export const createAccessTokens = (
  account: ServiceAccount,
  agents: ReturnType<typeof createHttpAgents>,
): AccessTokens => {
  let current: { token: string; untilMs: number } | undefined;
  let asking: Promise<Got> | undefined;
  const ask = async (): Promise<Got> => {
    const askedAtMs = account.nowMs();
    try {
      const answer = await httpPost(new URL(account.tokenUrl), agents, grant(account));
      const { access_token: token, expires_in: seconds, error } = Object(jsonOf(answer));
      if (answer.status !== 200 || typeof token !== 'string' || token === '') return noToken(answer, error);
      current = { token, untilMs: askedAtMs + (Number(seconds) || 0) * 1000 - MARGIN_MS };
      return { token };
    } catch (thrown) {
      const { code, name } = thrown as { code?: unknown; name: string };
      return notReached(typeof code === 'string' ? code : name);
    }
  };
  const once = (): Promise<Got> => {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  };
  return {
    get: async (signal) =>
      current && account.nowMs() < current.untilMs
        ? { token: current.token }
        : Promise.race([once(), whenAborted(signal)]),
    drop(token) {
      if (current?.token === token) current = undefined;
    },
  };
};
