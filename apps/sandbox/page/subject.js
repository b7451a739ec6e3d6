import { element } from './element.js';

const SIGNS = new Map([
  ['🔴', 'critical'],
  ['🟠', 'warning'],
  ['✅', 'resolved'],
  ['📋', 'information'],
]);

/** What the list shows of a message: a text has no subject, a push has both. */
export const previewOf = ({ channel, subject, text }) => {
  if (channel === 'sms' || channel === 'whatsapp') return text ?? subject;
  if (channel !== 'push') return subject;
  return subject === null && text === null ? '(silent)' : [subject, text].filter((part) => part !== null).join(' · ');
};

const NAMES = { sms: 'SMS', whatsapp: 'WhatsApp message', push: 'Push notification' };

/** The heading over an open message. */
export const headingOf = ({ channel, subject }) => subject ?? NAMES[channel] ?? null;

/** What a list or a heading shows of a subject. A chat's sign is drawn: not every machine has a font with emoji. */
export const subjectParts = (subject) => {
  if (subject === null) return ['(no subject)'];
  const [first = ''] = subject;
  const state = SIGNS.get(first);
  if (state === undefined) return [subject];
  const sign = element('span', { className: `sign ${state}`, role: 'img', 'aria-label': state });
  return [sign, subject.slice(first.length)];
};
