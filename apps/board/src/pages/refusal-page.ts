import { html } from '@crier/runtime';
import type { Refusal } from '../http/refusal.js';
import type { BoardUser } from '../login/account.js';
import { frame } from './frame.js';
import { htmlDocument } from './html-document.js';

/** What a person sees when the board says no: in the frame when he is logged in, bare when not. */
export const refusalPage = (refusal: Refusal, user: BoardUser | undefined): string => {
  const way =
    user === undefined ? { path: '/login', words: 'Go to the login' } : { path: '/', words: 'Go to the overview' };
  const words = html`<div class="refusal">
<p class="code">${refusal.status}</p>
<h1>${refusal.title}</h1>
<p>${refusal.message}</p>
<p><a class="button" href="${way.path}">${way.words}</a></p>
</div>`;
  return user === undefined
    ? htmlDocument(refusal.title, html`<body class="bare"><main>${words}</main></body>`)
    : frame({ title: refusal.title, path: '', user, main: words });
};
