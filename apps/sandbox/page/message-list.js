import { byId, element } from './element.js';
import { formatCount, formatTime, shortKey } from './format.js';

const PAGE = 100;
const MOST = 1000;
const QUIET_MS = 3000;
const KEY = /^[0-9a-f]{32}$/i;

const emptyNote = (filtered) =>
  filtered
    ? [
        element('p', { className: 'empty-title' }, 'No message matches'),
        element('p', {}, 'Try a shorter part of the address.'),
      ]
    : [
        element('img', { src: '/sandbox/page/icon.svg', alt: '', width: 48, height: 48 }),
        element('p', { className: 'empty-title' }, 'Nothing has arrived yet'),
        element('p', {}, 'Point a provider’s endpoint here and send something. For Amazon SES:'),
        element('code', {}, `SES_ENDPOINT=${location.origin}/ses`),
      ];

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
    element('span', { className: 'item-subject', dir: 'auto' }, message.subject ?? '(no subject)'),
    element(
      'span',
      { className: 'item-tags' },
      element('span', { className: 'tag' }, message.provider),
      copies,
      element('code', {}, message.key === null ? 'no key' : shortKey(message.key)),
    ),
  );
  const item = element('li', {}, link);
  return { item, link, copies };
};

/** The list of what arrived. Items stay the same nodes while the list moves, so that focus and scrolling survive. */
export const createMessageList = ({ announce }) => {
  const list = byId('list');
  const filter = byId('filter');
  const items = new Map();
  let limit = PAGE;
  let selected;
  let newest = 0;
  let busy = false;
  let stale = false;
  let lastSaid = 0;

  /** What a screen reader says; a stream of messages must not become a stream of words. */
  const sayArrived = (count) => {
    if (newest === 0 || count === 0 || Date.now() - lastSaid < QUIET_MS) return;
    lastSaid = Date.now();
    announce(count === 1 ? '1 new message' : `${count} new messages`);
  };

  const show = (messages) => {
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
  };

  const markSelected = () => {
    for (const [id, { link }] of items) {
      if (id === selected) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };

  const showEnds = (total, shown) => {
    const filtered = filter.value.trim() !== '';
    document.body.classList.toggle('nothing', total === 0 && !filtered);
    byId('empty').hidden = shown > 0;
    if (shown === 0) byId('empty').replaceChildren(...emptyNote(filtered));
    byId('more-line').hidden = total <= shown;
    byId('more-text').textContent = `The newest ${formatCount(shown)} of ${formatCount(total)}.`;
    byId('more').hidden = limit >= MOST;
    byId('clear-messages').hidden = total === 0 && !filtered;
  };

  const query = () => {
    const wanted = filter.value.trim();
    const fields = new URLSearchParams({ limit });
    if (wanted !== '')
      fields.set(KEY.test(wanted) ? 'key' : 'search', KEY.test(wanted) ? wanted.toLowerCase() : wanted);
    return fields;
  };

  const refresh = async () => {
    stale = true;
    if (busy) return;
    busy = true;
    try {
      while (stale) {
        stale = false;
        const answer = await fetch(`/sandbox/summaries?${query()}`);
        const { total, messages } = await answer.json();
        show(messages);
        showEnds(total, messages.length);
        const first = messages[0]?.id ?? 0;
        sayArrived(messages.filter(({ id }) => id > newest).length);
        newest = Math.max(newest, first);
      }
    } catch {
      // The live stream says that the sandbox is gone, and asks for a refresh when it is back.
    } finally {
      busy = false;
    }
  };

  const moveFocus = (event) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const links = [...list.querySelectorAll('a')];
    const next = links[links.indexOf(document.activeElement) + (event.key === 'ArrowDown' ? 1 : -1)];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };

  list.addEventListener('keydown', moveFocus);
  let typing;
  filter.addEventListener('input', () => {
    clearTimeout(typing);
    typing = setTimeout(refresh, 150);
  });
  byId('more').addEventListener('click', () => {
    limit = Math.min(limit + PAGE, MOST);
    refresh();
  });
  byId('clear-messages').addEventListener('click', () => fetch('/sandbox/messages', { method: 'DELETE' }));

  return {
    refresh,
    /** Another sandbox may answer now, with other messages under the same ids. */
    forget() {
      items.clear();
      list.replaceChildren();
      newest = 0;
    },
    select(id) {
      selected = id;
      markSelected();
    },
    filterBy(text) {
      filter.value = text;
      refresh();
    },
    focus(id) {
      items.get(id)?.link.focus();
    },
  };
};
