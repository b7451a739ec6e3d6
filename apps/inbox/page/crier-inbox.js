// <crier-inbox src="https://inbox.example.com" token="…">: a bell with the count of unseen cards, and a panel with the cards, live.
// One file, no dependency. `token` comes from POST /v1/recipients/:id/inbox-token; set it anew on the event `crier-token-expired`.

/** Every word that is shown; replace some with `Object.assign(customElements.get('crier-inbox').words, { … })`. */
const WORDS = {
  title: 'Notifications',
  unseen: (n) => `${n} new`,
  close: 'Close',
  read: 'Mark as read',
  archive: 'Archive',
  unread: 'Unread',
  more: 'Show older',
  empty: 'Nothing here yet.',
  lost: 'Connection lost. Trying again…',
  expired: 'Your session has ended. Reload the page to see what is new.',
  failed: 'That did not work. Try again.',
  arrived: (title) => `New: ${title}`,
};

const PAGE = 20;
const PAUSE_MS = { first: 1_000, most: 30_000 };
/** Longer than two of the server's signs of life. */
const SILENCE_MS = 40_000;

const STYLE = `
:host { --ground: #ffffff; --wash: #f4f3ef; --line: #dfdcd4; --ink: #1d1f1e; --soft: #5f625f; --accent: #0f6b5c; --on-accent: #ffffff;
  position: relative; display: inline-block; color: var(--ink); font: 15px/1.45 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
@media (prefers-color-scheme: dark) { :host { --ground: #1d2121; --wash: #262b2b; --line: #3a4040; --ink: #e9ebe9; --soft: #a3a9a6; --accent: #63cdb7; --on-accent: #06231d; } }
* { box-sizing: border-box; }
h2, h3, p, ul { margin: 0; padding: 0; font: inherit; list-style: none; }
button { min-height: 40px; padding: 0 12px; border: 0; border-radius: 9px; background: none; color: inherit; font: inherit; font-weight: 550; cursor: pointer; }
button:hover { background: var(--wash); } :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.bell { position: relative; width: 46px; height: 46px; padding: 0; border: 1px solid var(--line); border-radius: 50%; background: var(--ground); }
.bell svg { display: block; width: 22px; height: 22px; margin: auto; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }
.badge { position: absolute; top: -4px; right: -4px; min-width: 22px; height: 22px; padding: 0 6px; border-radius: 11px; background: var(--accent); color: var(--on-accent); font-size: 12px; font-weight: 700; line-height: 22px; text-align: center; font-variant-numeric: tabular-nums; }
:host([hidden]), [hidden] { display: none !important; }
.panel { position: absolute; z-index: 1000; top: calc(100% + 10px); right: 0; display: flex; flex-direction: column; width: 400px; max-height: min(640px, calc(100dvh - 120px)); overflow: hidden; border: 1px solid var(--line); border-radius: 16px; background: var(--ground); box-shadow: 0 2px 6px rgb(0 0 0 / 8%), 0 18px 48px rgb(0 0 0 / 18%); }
@media (width < 480px) { .panel { position: fixed; inset: auto 8px 8px 8px; width: auto; max-height: calc(100dvh - 96px); } }
.head { display: flex; align-items: center; justify-content: space-between; padding: 10px 10px 10px 18px; border-bottom: 1px solid var(--line); }
h2 { font-size: 18px; font-weight: 680; } .list { overflow-y: auto; overscroll-behavior: contain; }
.note { padding: 14px 18px; color: var(--soft); }
.problem { border-bottom: 1px solid var(--line); background: var(--wash); color: var(--ink); }
.card { position: relative; padding: 14px 18px 8px 34px; border-bottom: 1px solid var(--line); }
.card h3 { font-weight: 500; overflow-wrap: anywhere; } .card.unread h3 { font-weight: 680; } .card.unread::before { content: ""; position: absolute; top: 21px; left: 16px; width: 8px; height: 8px; border-radius: 50%; background: var(--accent); }
.card a { color: inherit; text-decoration-color: var(--accent); text-underline-offset: 3px; }
.card p { color: var(--soft); overflow-wrap: anywhere; }
.foot { display: flex; flex-wrap: wrap; align-items: center; gap: 0 2px; } time { margin-right: auto; color: var(--soft); font-size: 13px; }
.foot button { padding: 0 9px; color: var(--accent); font-size: 14px; }
.more { width: 100%; min-height: 48px; border-radius: 0; color: var(--accent); }
.quiet { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`;

const make = (name, properties, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};

const bell = () => {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', 'M6 9.5a6 6 0 0 1 12 0c0 5 2 6.5 2 6.5H4s2-1.5 2-6.5M10 19.5a2.2 2.2 0 0 0 4 0');
  svg.append(path);
  return svg;
};

/** Where a card leads, if a browser may go there: `javascript:` is no place. */
const safeUrl = (url) => {
  if (url === null || !URL.canParse(url, document.baseURI)) return null;
  const { protocol, href } = new URL(url, document.baseURI);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
};

const UNITS = { day: 86_400, hour: 3_600, minute: 60 };
const locale = () => document.documentElement.lang || undefined;
const ago = (iso) => {
  const seconds = (Date.now() - Date.parse(iso)) / 1000;
  if (seconds > 7 * 86_400) return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium' }).format(new Date(iso));
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' });
  const [unit, size] = Object.entries(UNITS).find(([, length]) => seconds >= length) ?? [
    'second',
    Number.POSITIVE_INFINITY,
  ];
  return format.format(-Math.floor(seconds / size), unit);
};

/** The events in a stream's text, as they come. */
async function* eventsOf(body, onSign) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    onSign();
    const blocks = (rest + part.value).split('\n\n');
    rest = blocks.pop();
    for (const block of blocks) {
      const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: ?(.*)/s).slice(0, 2)));
      if (fields.event) yield { name: fields.event, id: fields.id, data: JSON.parse(fields.data) };
    }
  }
}

class CrierInbox extends HTMLElement {
  static words = WORDS;
  static observedAttributes = ['src', 'token'];

  #cards = new Map();
  #rows = new Map();
  #next = null;
  #last;
  #loaded = false;
  /** Aborted when another person or place takes over: what was asked for the last one ends. */
  #session = new AbortController();
  #stream;
  #pauseMs = PAUSE_MS.first;
  #unseen = 0;
  #parts;

  connectedCallback() {
    this.#parts ??= this.#build();
    document.addEventListener('visibilitychange', this.#onVisible);
    document.addEventListener('pointerdown', this.#onPointer);
    this.#restart();
  }

  disconnectedCallback() {
    document.removeEventListener('visibilitychange', this.#onVisible);
    document.removeEventListener('pointerdown', this.#onPointer);
    this.#stream?.abort();
  }

  attributeChangedCallback(_name, before, after) {
    if (this.#parts && this.isConnected && before !== after) this.#restart();
  }

  /** A page that nobody looks at needs no stream; browsers allow few to one host. */
  #onVisible = () => {
    if (document.hidden) this.#stream?.abort();
    else this.#follow();
  };

  #onPointer = (event) => {
    if (!event.composedPath().includes(this)) this.#toggle(false);
  };

  #build() {
    const root = this.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    const words = CrierInbox.words;
    const badge = make('span', { className: 'badge', hidden: true, ariaHidden: 'true', part: 'badge' });
    const button = make(
      'button',
      { className: 'bell', type: 'button', ariaExpanded: 'false', part: 'bell' },
      bell(),
      badge,
    );
    const close = make('button', { type: 'button', textContent: words.close });
    const problem = make('p', { className: 'note problem', hidden: true, role: 'alert' });
    const empty = make('p', { className: 'note', textContent: words.empty, hidden: true });
    const list = make('ul', { role: 'list' });
    const more = make('button', { className: 'more', type: 'button', textContent: words.more, hidden: true });
    const head = make('div', { className: 'head' }, make('h2', { textContent: words.title }), close);
    const scroll = make('div', { className: 'list' }, empty, list, more);
    const region = { className: 'panel', hidden: true, tabIndex: -1, role: 'region', ariaLabel: words.title };
    const panel = make('div', region, head, problem, scroll);
    const quiet = make('div', { className: 'quiet', role: 'status' });
    root.append(button, panel, quiet);
    button.addEventListener('click', () => this.#toggle(panel.hidden));
    close.addEventListener('click', () => this.#toggle(false));
    more.addEventListener('click', () => this.#showOlder());
    root.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || panel.hidden) return;
      event.stopPropagation();
      this.#toggle(false);
    });
    return { badge, button, problem, empty, list, more, panel, quiet };
  }

  /** Another person or place: nothing of the last one stays. */
  #restart() {
    this.#session.abort();
    this.#session = new AbortController();
    this.#cards.clear();
    this.#last = undefined;
    this.#loaded = false;
    this.#next = null;
    this.#unseen = 0;
    this.#complain('');
    this.#draw();
    this.#follow();
  }

  #toggle(open) {
    const { panel, button, list } = this.#parts;
    if (panel.hidden === !open) return;
    const hadFocus = this.shadowRoot.activeElement !== null;
    panel.hidden = !open;
    button.ariaExpanded = String(open);
    if (open) {
      this.#draw();
      list.parentElement.scrollTop = 0;
      panel.focus();
      this.#sawAll();
    } else if (hadFocus) button.focus();
  }

  async #call(path, { headers = {}, signal, ...options } = {}) {
    const base = new URL(this.getAttribute('src') ?? '.', document.baseURI);
    if (!base.pathname.endsWith('/')) base.pathname += '/';
    const answer = await fetch(new URL(`v1/inbox${path}`, base), {
      ...options,
      cache: 'no-store',
      headers: { Authorization: `Bearer ${this.getAttribute('token')}`, ...headers },
      signal: AbortSignal.any([this.#session.signal, signal ?? this.#session.signal]),
    });
    if (answer.status === 401) {
      this.#complain(CrierInbox.words.expired);
      this.dispatchEvent(new CustomEvent('crier-token-expired', { bubbles: true, composed: true }));
    }
    return answer;
  }

  /** Status and JSON of a call; undefined when the session is over. What fails is told to the person. */
  async #ask(path, options) {
    const { signal } = this.#session;
    try {
      const answer = await this.#call(path, options);
      const body = await answer.json();
      // 404: a newer card has taken its place, and the stream brings it.
      if (!answer.ok && answer.status !== 404 && answer.status !== 401) throw new Error(body.detail);
      return signal.aborted ? undefined : { ok: answer.ok, body };
    } catch {
      if (!signal.aborted) this.#complain(CrierInbox.words.failed);
    }
  }

  /** Follows the stream until it is aborted or the token is refused, and comes back after every other end. */
  async #follow() {
    this.#stream?.abort();
    if (!this.isConnected || document.hidden || !this.getAttribute('token')) return;
    const own = new AbortController();
    this.#stream = own;
    while (!own.signal.aborted) {
      const refused = await this.#listen(own.signal).catch(() => false);
      if (refused || own.signal.aborted) return;
      this.#complain(CrierInbox.words.lost);
      await new Promise((resolve) => setTimeout(resolve, this.#pauseMs * (0.5 + Math.random())));
      this.#pauseMs = Math.min(this.#pauseMs * 2, PAUSE_MS.most);
    }
  }

  /** One connection. True if the token was refused. */
  async #listen(signal) {
    const silent = new AbortController();
    let timer;
    const watch = () => {
      this.#pauseMs = PAUSE_MS.first;
      clearTimeout(timer);
      timer = setTimeout(() => silent.abort(), SILENCE_MS);
    };
    try {
      const headers = this.#last === undefined ? {} : { 'Last-Event-ID': this.#last };
      const answer = await this.#call('/stream', { headers, signal: AbortSignal.any([signal, silent.signal]) });
      if (!answer.ok) return answer.status === 401;
      watch();
      for await (const event of eventsOf(answer.body, watch)) {
        if (signal.aborted) break;
        this.#complain('');
        this.#last = event.id;
        if (event.name === 'item') this.#arrive(event.data);
        else this.#count(event.data.count);
        if (!this.#parts.panel.hidden) this.#sawAll();
        // The stream is open: what happens while the list comes is in both, and the higher `change` wins.
        if (!this.#loaded) await this.#load('');
      }
    } finally {
      clearTimeout(timer);
    }
  }

  async #load(cursor) {
    const answer = await this.#ask(`?limit=${PAGE}&cursor=${cursor}`);
    if (!answer?.ok) return;
    this.#loaded = true;
    this.#next = answer.body.next;
    for (const item of answer.body.items) this.#keep(item);
    this.#draw();
  }

  async #showOlder() {
    const before = new Set(this.#rows.keys());
    await this.#load(this.#next);
    const first = this.#sorted().find((item) => !before.has(item.card));
    if (first) this.#rows.get(first.card).focus();
  }

  /** Archived cards are kept too: an older reading of one must not bring it back. */
  #keep(item) {
    const known = this.#cards.get(item.card);
    if (known === undefined || known.change < item.change) this.#cards.set(item.card, item);
    return known;
  }

  #arrive(item) {
    // What lies below the last card shown comes with its page, as it is then.
    const last = this.#next === null ? undefined : this.#sorted().at(-1);
    if (last && !this.#cards.has(item.card) && item.renderedAt < last.renderedAt) return;
    const known = this.#keep(item);
    this.#draw();
    if (known?.id !== item.id && item.seenAt === null)
      this.#parts.quiet.textContent = CrierInbox.words.arrived(item.title);
  }

  #count(n) {
    const { badge, button } = this.#parts;
    const { title, unseen } = CrierInbox.words;
    this.#unseen = n;
    badge.hidden = n === 0;
    badge.textContent = n > 99 ? '99+' : String(n);
    button.ariaLabel = n === 0 ? title : `${title}, ${unseen(n)}`;
  }

  async #sawAll() {
    if (this.#unseen === 0) return;
    const answer = await this.#ask('/seen-all', { method: 'POST' });
    if (answer?.ok) this.#count(0);
  }

  async #mark(item, what) {
    const answer = await this.#ask(`/${item.id}/${what}`, { method: 'POST', keepalive: true });
    if (answer?.ok) this.#keep(answer.body);
    this.#draw();
  }

  async #archive(item) {
    const row = this.#rows.get(item.card);
    const neighbour = row.nextElementSibling ?? row.previousElementSibling;
    await this.#mark(item, 'archive');
    if (!row.isConnected) (neighbour ?? this.#parts.panel).focus();
  }

  #complain(words) {
    this.#parts.problem.textContent = words;
    this.#parts.problem.hidden = words === '';
  }

  #sorted() {
    const shown = [...this.#cards.values()].filter((item) => item.archivedAt === null);
    // Newest first, as the server has them.
    return shown.sort((a, b) => Date.parse(b.renderedAt) - Date.parse(a.renderedAt) || (a.id < b.id ? 1 : -1));
  }

  /** Makes the list what the cards say. A row whose card did not change stays the same element, and keeps the focus. */
  #draw() {
    const { list, empty, more } = this.#parts;
    const items = this.#sorted();
    const rows = new Map(items.map((item) => [item.card, this.#rowOf(item)]));
    for (const [card, row] of this.#rows) if (!rows.has(card)) row.remove();
    for (const [place, row] of [...rows.values()].entries())
      if (list.children[place] !== row) list.insertBefore(row, list.children[place] ?? null);
    this.#rows = rows;
    empty.hidden = items.length > 0 || !this.#loaded;
    more.hidden = this.#next === null;
    this.#count(this.#unseen);
  }

  #rowOf(item) {
    const row = this.#rows.get(item.card) ?? make('li', { className: 'card', tabIndex: -1 });
    const time = row.querySelector('time');
    if (time) time.textContent = ago(item.renderedAt);
    // Nothing else of one delivery's card changes its look.
    const look = `${item.id} ${item.readAt}`;
    if (row.dataset.look === look) return row;
    const focused = row.contains(this.shadowRoot.activeElement);
    row.dataset.look = look;
    row.classList.toggle('unread', item.readAt === null);
    row.replaceChildren(...this.#contentOf(item));
    if (focused) row.focus();
    return row;
  }

  #contentOf(item) {
    const words = CrierInbox.words;
    const button = (word, properties) =>
      make('button', { type: 'button', textContent: word, ariaLabel: `${word}: ${item.title}`, ...properties });
    const href = safeUrl(item.url);
    const link = { href, textContent: item.title, onclick: () => void this.#mark(item, 'read') };
    const title = make('h3', {}, href === null ? item.title : make('a', link));
    if (item.readAt === null) title.prepend(make('span', { className: 'quiet', textContent: `${words.unread}: ` }));
    const read = button(words.read, { hidden: item.readAt !== null, onclick: () => this.#mark(item, 'read') });
    const archive = button(words.archive, { onclick: () => this.#archive(item) });
    const time = make('time', { dateTime: item.renderedAt, textContent: ago(item.renderedAt) });
    return [title, make('p', { textContent: item.body }), make('div', { className: 'foot' }, time, read, archive)];
  }
}

customElements.define('crier-inbox', CrierInbox);
