import { type Html, html } from '@crier/runtime';
import type { BoardUser } from '../login/account.js';
import { htmlDocument } from './html-document.js';
import { mark } from './mark.js';

/** The console's rooms, in the order of the navigation. */
const ROOMS = [
  { path: '/', name: 'Overview' },
  { path: '/dead-letters', name: 'Dead letters' },
  { path: '/queues', name: 'Queues' },
  { path: '/templates', name: 'Templates' },
] as const;

const ROLE_WORDS = { operator: 'operator', viewer: 'viewer, read only' } as const;

const link = (room: (typeof ROOMS)[number], here: string) =>
  html`<li><a href="${room.path}"${room.path === here && html` aria-current="page"`}>${room.name}</a></li>`;

/** A page for somebody who is logged in: where he is, who he is, the way out, and `main`. */
export const frame = (page: { title: string; path: string; user: BoardUser; main: Html }): string =>
  htmlDocument(
    page.title,
    html`<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
  <a class="brand" href="/">${mark}<span>Crier</span></a>
  <nav aria-label="Console"><ul>${ROOMS.map((room) => link(room, page.path))}</ul></nav>
  <div class="who">
    <p><strong>${page.user.name}</strong> <span>${ROLE_WORDS[page.user.role]}</span></p>
    <form method="post" action="/logout"><button>Log out</button></form>
  </div>
</header>
<main id="main" tabindex="-1">
${page.main}
</main>
</body>`,
    ['console', 'dead-letters', 'templates'],
  );
