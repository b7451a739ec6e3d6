import { byId, element } from './element.js';
import { formatCount, formatInstant } from './format.js';
import { isOnPhone, phoneScreen } from './phone.js';
import { headingOf, subjectParts } from './subject.js';
import { createTabs } from './tabs.js';

const FRAME_RULES = 'allow-popups allow-popups-to-escape-sandbox';

const fact = (name, value, code = false) =>
  value === null
    ? undefined
    : element('div', {}, element('dt', {}, name), element('dd', {}, code ? element('code', {}, value) : value));

const rawText = (raw) => (typeof raw === 'string' ? raw : JSON.stringify(raw, null, 2));

const htmlPanel = (message) => {
  const frame = element('iframe', { title: 'The message as it looks', src: `/sandbox/messages/${message.id}/html` });
  frame.setAttribute('sandbox', FRAME_RULES);
  return frame;
};

const fileLink = (message) => (file, n) =>
  element(
    'li',
    {},
    element(
      'a',
      { href: `/sandbox/messages/${message.id}/attachments/${n}`, download: file.filename, dir: 'auto' },
      file.filename || 'unnamed',
    ),
    ` ${file.contentType}, ${formatCount(file.bytes)} bytes`,
  );

const filesOf = (message) =>
  message.attachments === undefined
    ? undefined
    : element('ul', { className: 'files', ariaLabel: 'Attached files' }, message.attachments.map(fileLink(message)));

/** What can be shown of a message, in the order of the tabs. */
const panelsOf = (message) => [
  ...(isOnPhone(message.channel) && message.raw !== null ? [{ name: 'Phone', build: () => phoneScreen(message) }] : []),
  ...(message.html === null
    ? []
    : [{ name: message.channel === 'chat' ? 'Chat' : 'HTML', build: () => htmlPanel(message) }]),
  ...(message.text === null
    ? []
    : [{ name: 'Text', build: () => element('pre', { className: 'text', dir: 'auto', tabIndex: 0 }, message.text) }]),
  ...(message.raw === null
    ? []
    : [{ name: 'Source', build: () => element('pre', { className: 'source', tabIndex: 0 }, rawText(message.raw)) }]),
];

const REMOTE_IMAGE = /<img[^>]+src\s*=\s*["']?(https?:)?\/\//i;

/** What the reader should know about what is, or is not, to be seen. */
const notesOn = (message) => {
  if (message.raw === null) return ['The body of this message is no longer kept: newer ones took its place.'];
  if (message.channel !== 'email') return [];
  return [
    ...(message.html === null ? ['This email has no HTML part.'] : []),
    ...(message.text === null ? ['This email has no text part.'] : []),
    ...(REMOTE_IMAGE.test(message.html ?? '') ? ['Images from other servers are not loaded here.'] : []),
  ];
};

const view = (message, { onShowCopies }) => [
  element('a', { className: 'back', href: '#/' }, '← Messages'),
  element('h2', { className: 'subject', dir: 'auto' }, ...subjectParts(headingOf(message))),
  message.copies > 1
    ? element(
        'p',
        { className: 'notice bad' },
        element('span', {}, `This key was accepted ${formatCount(message.copies)} times.`),
        element(
          'button',
          { type: 'button', className: 'quiet', onclick: () => onShowCopies(message.key) },
          'Show them',
        ),
      )
    : undefined,
  element(
    'dl',
    { className: 'facts' },
    fact('To', message.to),
    fact('Accepted', formatInstant(message.at)),
    fact('Provider', message.operation === null ? message.provider : `${message.provider}, ${message.operation}`),
    fact('Message id', message.messageId, true),
    message.channel === 'chat' ? undefined : fact('Key', message.key, true),
  ),
  filesOf(message),
  ...notesOn(message).map((note) => element('p', { className: 'notice' }, note)),
  createTabs('How to show the message', panelsOf(message)),
];

const placeholder = (text) => element('p', { className: 'placeholder' }, text);

/** The pane that shows one message. Text is only ever set as text; HTML only in a frame without any rights. */
export const createMessageReader = (actions) => {
  const reader = byId('reader');
  let wanted;
  return {
    async open(id) {
      wanted = id;
      const answer = await fetch(`/sandbox/messages/${id}`);
      if (wanted !== id) return;
      if (answer.ok) {
        const parts = view(await answer.json(), actions);
        if (wanted === id) reader.replaceChildren(...parts.filter((part) => part !== undefined));
      } else {
        const back = element('a', { className: 'back', href: '#/' }, '← Messages');
        reader.replaceChildren(
          back,
          placeholder('This message is gone: the messages were cleared, or the sandbox was restarted.'),
        );
      }
      reader.scrollTop = 0;
    },
    close() {
      wanted = undefined;
      reader.replaceChildren(placeholder('Choose a message to read it.'));
    },
  };
};
