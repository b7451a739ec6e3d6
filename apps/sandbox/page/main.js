import { createCallbackBar } from './callback-bar.js';
import { byId } from './element.js';
import { createFaultBar } from './fault-bar.js';
import { createFaultDialog } from './fault-dialog.js';
import { formatCount } from './format.js';
import { createMessageList } from './message-list.js';
import { createMessageReader } from './message-reader.js';

/** Where the list and the open message take turns, as in the style sheets. */
const SMALL = matchMedia('(max-width: 760px)');

const announce = (text) => {
  byId('announcer').textContent = text;
};

const list = createMessageList({ announce });
const reader = createMessageReader({
  onShowCopies(key) {
    list.filterBy(key);
    if (SMALL.matches) location.hash = '#/';
  },
});
const callbackBar = createCallbackBar();
const faultBar = createFaultBar();
const faultDialog = createFaultDialog();

/** `#/messages/12` shows a message, everything else the list alone: so Back, reload and links work. */
const showPlace = async () => {
  const id = Number(/^#\/messages\/(\d+)$/.exec(location.hash)?.[1] ?? 0);
  const before = Number(document.body.dataset.open ?? 0);
  list.select(id);
  if (id > 0) {
    document.body.dataset.open = String(id);
    await reader.open(id);
    if (SMALL.matches) byId('reader').focus();
    return;
  }
  delete document.body.dataset.open;
  reader.close();
  if (before > 0) list.focus(before);
};

const showTally = ({ total, chat, keys, duplicated }) => {
  byId('total').textContent = formatCount(total - chat);
  byId('chat').textContent = formatCount(chat);
  byId('keys').textContent = formatCount(keys);
  byId('duplicated').textContent = formatCount(duplicated);
  byId('duplicated-box').classList.toggle('bad', duplicated > 0);
  document.title = total === 0 ? 'Provider sandbox' : `(${formatCount(total)}) Provider sandbox`;
};

const showConnection = (state, text) => {
  const line = byId('connection');
  if (line.dataset.state === state) return;
  line.dataset.state = state;
  line.textContent = text;
};

let seen = '';
let lost = false;
const stream = new EventSource('/sandbox/stream');
stream.addEventListener('message', ({ data }) => {
  const state = JSON.parse(data);
  if (lost) {
    lost = false;
    list.forget();
    showPlace();
  }
  showConnection('live', 'Live');
  showTally(state);
  faultBar.show(state.faults);
  callbackBar.show(state.callbacks, state.callbacksUrl);
  faultDialog.showProviders(state.providers);
  const messages = `${state.lastId} ${state.total}`;
  if (messages !== seen) list.refresh();
  seen = messages;
});
stream.addEventListener('error', () => {
  lost = true;
  seen = '';
  showConnection('lost', 'Not connected');
});

addEventListener('hashchange', showPlace);
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.closest('input, select, textarea, dialog')) return;
  event.preventDefault();
  byId('filter').focus();
});
showPlace();
