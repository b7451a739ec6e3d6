import { createArrivals } from './arrivals.js';
import { byId } from './element.js';
import { showListEnds } from './list-ends.js';
import { createMessageItems } from './message-items.js';
import { oneAtATime } from './one-at-a-time.js';

const PAGE = 100;
const MOST = 1000;
const TYPING_MS = 150;
const KEY = /^[0-9a-f]{32}$/i;

const queryFor = (wanted, limit) => {
  const fields = new URLSearchParams({ limit });
  if (KEY.test(wanted)) fields.set('key', wanted.toLowerCase());
  else if (wanted !== '') fields.set('search', wanted);
  return fields;
};

/** Undefined if the sandbox is gone: the live stream says so, and asks for a refresh when it is back. */
const summaries = async (query) => {
  try {
    const answer = await fetch(`/sandbox/summaries?${query}`);
    return answer.ok ? await answer.json() : undefined;
  } catch {
    return undefined;
  }
};

/** What arrived, newest first, with its filter. */
export const createMessageList = ({ announce }) => {
  const filter = byId('filter');
  const items = createMessageItems(byId('list'));
  const sayArrived = createArrivals(announce);
  let limit = PAGE;
  let newest = 0;

  const refresh = oneAtATime(async () => {
    const wanted = filter.value.trim();
    const found = await summaries(queryFor(wanted, limit));
    if (!found) return;
    const { total, messages } = found;
    items.show(messages, newest);
    showListEnds({ total, shown: messages.length, filtered: wanted !== '', mayShowMore: limit < MOST });
    if (newest > 0) sayArrived(messages.filter(({ id }) => id > newest).length);
    newest = Math.max(newest, messages[0]?.id ?? 0);
  });

  let typing;
  filter.addEventListener('input', () => {
    clearTimeout(typing);
    typing = setTimeout(refresh, TYPING_MS);
  });
  byId('more').addEventListener('click', () => {
    limit = Math.min(limit + PAGE, MOST);
    refresh();
  });
  byId('clear-messages').addEventListener('click', () => fetch('/sandbox/messages', { method: 'DELETE' }));

  return {
    refresh,
    select: items.select,
    focus: items.focus,
    /** Another sandbox may answer now, with other messages under the same ids. */
    forget() {
      items.clear();
      newest = 0;
    },
    filterBy(text) {
      filter.value = text;
      refresh();
    },
  };
};
