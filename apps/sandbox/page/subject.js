import { element } from './element.js';

const SIGNS = new Map([
  ['🔴', 'critical'],
  ['🟠', 'warning'],
  ['✅', 'resolved'],
  ['📋', 'information'],
]);

/** What a list or a heading shows of a subject. A chat's sign is drawn: not every machine has a font with emoji. */
export const subjectParts = (subject) => {
  if (subject === null) return ['(no subject)'];
  const [first = ''] = subject;
  const state = SIGNS.get(first);
  if (state === undefined) return [subject];
  const sign = element('span', { className: `sign ${state}`, role: 'img', 'aria-label': state });
  return [sign, subject.slice(first.length)];
};
