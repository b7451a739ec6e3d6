import type { OutgoingEmail } from '@crier/domain';
import { oneLine, quotedString } from './header-text.js';
import { ownHeaders } from './own-headers.js';
import type { SendGridMail } from './sendgrid-sdk.js';

/** Each of them changes the body after us: rewritten links, a pixel, a second unsubscribe link, campaign parameters. */
const TRACKING_OFF = {
  clickTracking: { enable: false, enableText: false },
  openTracking: { enable: false },
  subscriptionTracking: { enable: false },
  ganalytics: { enable: false },
};

/** SendGrid takes what follows a comma or semicolon for an address and drops the mail after its 202, unless it is quoted. */
const displayName = (name: string): string => (/[,;]/.test(name) ? quotedString(name) : name);

/** One recipient, text and HTML side by side, nothing added on the way. The key travels as the custom argument `crier-key`. */
export const sendgridMail = ({ key, to, subject, text, html }: OutgoingEmail, from: string): SendGridMail =>
  ({
    from: { email: from },
    to: { email: to.address, name: displayName(oneLine(to.name ?? '')) },
    subject: oneLine(subject),
    // An empty part would be refused.
    ...(text === '' ? {} : { text }),
    ...(html === '' ? {} : { html }),
    headers: { ...ownHeaders(key) },
    customArgs: { 'crier-key': key },
    trackingSettings: TRACKING_OFF,
  }) as SendGridMail;
