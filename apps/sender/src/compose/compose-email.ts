import { createHash } from 'node:crypto';
import { type EmailAttachment, keyOf, type OutgoingEmail } from '@crier/domain';
import type { RenderedEmail } from '@crier/templates';
import type { Pass } from '../pass.js';

/** One name for everything about one entity, so that mail programs show it together (R-4.15, RFC 5322 3.6.4). */
const threadOf = ({ entityType, entityId }: Pass['event']): string =>
  `<${createHash('sha256')
    .update(JSON.stringify([entityType, entityId]))
    .digest('hex')
    .slice(0, 32)}@crier>`;

/** RFC 8058: whoever gets bulk mail can leave its category with one click in their mail program. */
const oneClick = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** The email of a delivery: who it is from, to whom, the headers of its kind, and the file that it carries. */
export const composeEmail = (
  pass: Pass,
  rendered: RenderedEmail,
  attachments: readonly EmailAttachment[],
): OutgoingEmail => {
  const { delivery, event, type } = pass;
  const isBulk = delivery.lane === 'bulk' && type?.manifest.mandatory !== true;
  return {
    key: keyOf(delivery.id),
    to: { address: delivery.address ?? '', name: delivery.name },
    subject: rendered.subject,
    html: rendered.html,
    text: rendered.text,
    from: type?.manifest.from,
    replyTo: type?.manifest.replyTo,
    headers: { References: threadOf(event), ...(isBulk ? oneClick(pass.links.unsubscribe) : {}) },
    attachments,
  };
};
