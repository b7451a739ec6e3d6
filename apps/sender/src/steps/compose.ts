import type { AttemptEntry } from '@crier/db';
import { emailBytes, readPushAddress } from '@crier/domain';
import type { RenderedEmail, RenderedPush } from '@crier/templates';
import { bury } from '../bury.js';
import { composeEmail } from '../compose/compose-email.js';
import { composeSms, composeWhatsapp } from '../compose/compose-phone.js';
import { composePush } from '../compose/compose-push.js';
import type { Pass, Step } from '../pass.js';
import type { SenderDeps } from '../sender-deps.js';
import { suppress } from '../suppress.js';

/** What the decision rests on, for a device that nobody could reach. */
const notServed = (kind: string | undefined): AttemptEntry => ({
  provider: null,
  status: null,
  code: 'not_served',
  message: `PUSH_PROVIDERS does not name ${kind ?? 'a provider for this device'}.`,
  result: 'suppressed',
});

/** The store, or the way to it, is away: that costs no attempt. */
const STORE_AWAY_MS = 5_000;
/** A key is missing: somebody has to put it there. */
const KEY_MISSING_MS = 30_000;

/**
 * The email with the file that its manifest lets it carry, where every provider of the chain takes a mail of that size;
 * where one does not, the link in the text is enough. A file that is gone from its store is never sent for one that is there.
 */
const emailOf = async (deps: SenderDeps, pass: Pass, rendered: RenderedEmail): ReturnType<Step> => {
  const { document, id } = pass.delivery;
  const plain = composeEmail(pass, rendered, []);
  pass.message = plain;
  if (document === null || !pass.type?.manifest.document?.attach) return 'go on';
  const file = await deps.documentFile(document.id).catch((error: Error) => {
    deps.log.warn({ deliveryId: id, err: error.message }, 'a document can’t be read; its mail waits');
    return 'away' as const;
  });
  if (file === 'away') return { kind: 'wait', ms: STORE_AWAY_MS };
  if (file === undefined) {
    const message = 'It was made, and its file is gone from the store, or the store has not given it for too long.';
    const entry = { provider: null, status: null, code: 'document_failed', message, result: 'dead' };
    return bury(deps, pass, 'document_failed', { kind: 'open', logSeq: pass.delivery.logSeq }, entry);
  }
  const most = Math.min(...deps.chain.map(({ provider }) => provider.maxMessageBytes ?? Number.POSITIVE_INFINITY));
  const carrying = composeEmail(pass, rendered, [file]);
  if (emailBytes(carrying) <= most) pass.message = carrying;
  else
    deps.log.info(
      { deliveryId: id, bytes: file.content.byteLength },
      'the document is linked only: its mail would be too large',
    );
  return 'go on';
};

/**
 * The push message with its device's token. One that our keys do not open waits and uses no attempt, as with everything that our
 * own configuration is to blame for.
 */
const pushOf = async (deps: SenderDeps, pass: Pass, rendered: RenderedPush): ReturnType<Step> => {
  const at = readPushAddress(pass.delivery.address ?? '');
  const isServed = at !== undefined && deps.chain.some(({ provider }) => provider.name === at.kind);
  if (!isServed) return suppress(deps, pass, 'no_address', notServed(at?.kind));
  const found = await deps.pushToken(at.tokenId);
  if (found.kind === 'gone') return suppress(deps, pass, 'no_address', null);
  if (found.kind === 'sealed') {
    deps.notice('push_token_unreadable', at.kind, {});
    return { kind: 'wait', ms: KEY_MISSING_MS + Math.floor(deps.clock.random() * KEY_MISSING_MS) };
  }
  pass.message = composePush(pass, rendered, found.token);
  return 'go on';
};

/**
 * Addresses what was rendered, before any claim: nothing waits once the delivery is `sending`, and a device's token has to be
 * read. A device that was taken from the directory meanwhile has no address any more.
 */
export const compose: Step = async (deps, pass) => {
  const { rendered } = pass;
  switch (rendered?.channel) {
    case 'email':
      return emailOf(deps, pass, rendered);
    case 'sms':
      pass.message = composeSms(pass, rendered);
      return 'go on';
    case 'whatsapp':
      pass.message = composeWhatsapp(pass, rendered);
      return 'go on';
    case 'push':
      return pushOf(deps, pass, rendered);
    default:
      throw new Error('nothing was rendered for this channel');
  }
};
