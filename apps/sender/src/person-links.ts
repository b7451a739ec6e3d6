import { documentLink, preferencesLink, type Settings, unsubscribeLink } from '@crier/domain';
import type { Clock } from '@crier/runtime';
import type { SenderDeps } from './sender-deps.js';

/** Mail lies in an inbox for long, and its unsubscribe link has to work when it is found there. */
const DAY_MS = 24 * 3_600_000;
const VALID_FOR_MS = 400 * DAY_MS;

/**
 * Where a person says what they want, and reads the document that the message belongs to. A link is made when a template or a header asks for it: most messages have none.
 * Without CRIER_LINK_SECRET (development) a secret of this process signs.
 */
export const personLinks = (settings: Settings, clock: Clock): SenderDeps['linksFor'] => {
  const secrets = settings.CRIER_LINK_SECRET ?? [clock.newToken()];
  const at = settings.PUBLIC_URL_INBOX;
  return ({ person, channel, document }, type) => ({
    get preferences() {
      return preferencesLink(secrets, at, person, clock.nowMs() + VALID_FOR_MS);
    },
    get unsubscribe() {
      const category = type?.manifest.category ?? '';
      return unsubscribeLink(secrets, at, { person, category, channel }, clock.nowMs() + VALID_FOR_MS);
    },
    get document() {
      if (document === null) return null;
      const until = clock.nowMs() + settings.DOCUMENT_LINK_DAYS * DAY_MS;
      return documentLink(secrets, at, { documentId: document.id, person }, until);
    },
  });
};
