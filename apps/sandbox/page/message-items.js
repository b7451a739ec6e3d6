import { element } from './element.js';
import { formatCount, formatTime, shortKey } from './format.js';
import { previewOf, subjectParts } from './subject.js';

const itemOf = (message) => {
  const copies = element('span', { className: 'tag bad', hidden: true });
  const link = element(
    'a',
    { href: `#/messages/${message.id}` },
    element(
      'span',
      { className: 'item-line' },
      element('strong', { className: 'item-to' }, message.to),
      element('time', { dateTime: message.at }, formatTime(message.at)),
    ),
    element('span', { className: 'item-subject', dir: 'auto' }, ...subjectParts(previewOf(message))),
    element(
      'span',
      { className: 'item-tags' },
      element('span', { className: 'tag' }, message.provider),
      copies,
      message.channel === 'chat'
        ? undefined
        : element('code', {}, message.key === null ? 'no key' : shortKey(message.key)),
    ),
  );
  return { item: element('li', {}, link), link, copies };
};

/** Arrow keys go from one link of a list to the next. */
const moveFocus = (event) => {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const links = [...event.currentTarget.querySelectorAll('a')];
  const next = links[links.indexOf(document.activeElement) + (event.key === 'ArrowDown' ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
};

/** The messages as items of a list. They stay the same nodes while the list moves, so that focus and scrolling survive. */
export const createMessageItems = (list) => {
  const items = new Map();
  let selected;

  const markSelected = () => {
    for (const [id, { link }] of items) {
      if (id === selected) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };

  list.addEventListener('keydown', moveFocus);
  return {
    /** `newest` is the newest id that was shown before, or 0: what is newer has just arrived. */
    show(messages, newest) {
      const wanted = new Set(messages.map(({ id }) => id));
      for (const [id, { item }] of items) {
        if (wanted.has(id)) continue;
        item.remove();
        items.delete(id);
      }
      messages.forEach((message, index) => {
        const known = items.get(message.id) ?? itemOf(message);
        items.set(message.id, known);
        known.copies.hidden = message.copies < 2;
        known.copies.textContent = `accepted ${formatCount(message.copies)} times`;
        if (newest > 0 && message.id > newest) known.item.classList.add('arrived');
        if (list.children[index] !== known.item) list.insertBefore(known.item, list.children[index] ?? null);
      });
      markSelected();
    },
    select(id) {
      selected = id;
      markSelected();
    },
    focus(id) {
      items.get(id)?.link.focus();
    },
    clear() {
      items.clear();
      list.replaceChildren();
    },
  };
};
