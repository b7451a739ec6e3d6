import { element } from './element.js';
import { formatClock, formatDay } from './format.js';

const LINK = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]])/;

/** Text with its links as links, as telephones show it. */
const linked = (text) =>
  text
    .split(LINK)
    .map((part, n) =>
      n % 2 === 0 ? part : element('a', { href: part, target: '_blank', rel: 'noopener noreferrer' }, part),
    );

const bubble = (message) =>
  element(
    'div',
    { className: 'bubble' },
    element('p', { dir: 'auto' }, ...linked(message.text ?? '')),
    element('time', { dateTime: message.at }, formatClock(message.at)),
  );

const conversation = (name) => (message) => [
  element('p', { className: 'phone-top' }, name),
  element('p', { className: 'phone-day' }, formatDay(message.at)),
  bubble(message),
];

/** A push that names neither title nor text wakes the app and shows nothing. */
const notification = (message) =>
  message.subject === null && message.text === null
    ? element('p', { className: 'silent' }, 'A silent push: the app wakes up, nothing is shown.')
    : element(
        'div',
        { className: 'notification' },
        element('p', { className: 'app' }, element('span', {}, 'Crier'), element('span', {}, 'now')),
        message.subject === null ? undefined : element('p', { className: 'title', dir: 'auto' }, message.subject),
        message.text === null ? undefined : element('p', { dir: 'auto' }, message.text),
      );

const lockScreen = (message) => [
  element(
    'p',
    { className: 'lock-clock' },
    element('span', {}, formatDay(message.at)),
    element('time', { dateTime: message.at }, formatClock(message.at)),
  ),
  notification(message),
];

const SCREENS = { sms: conversation('Messages'), whatsapp: conversation('WhatsApp'), push: lockScreen };

/** Whether a message of this channel is read on a phone's screen. */
export const isOnPhone = (channel) => channel in SCREENS;

/** A message as the phone that got it shows it. */
export const phoneScreen = (message) =>
  element(
    'div',
    { className: 'phone-stage', tabIndex: 0, role: 'group', 'aria-label': 'The message on a phone' },
    element('div', { className: `phone ${message.channel}` }, ...SCREENS[message.channel](message)),
  );
