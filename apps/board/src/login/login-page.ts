import { html } from '@crier/runtime';
import { htmlDocument } from '../pages/html-document.js';
import { mark } from '../pages/mark.js';

const complaint = html`<p class="notice bad" id="failed" role="alert"><strong>Not logged in.</strong> This user and password do not belong together. Check both and try again.</p>`;

/** The form. `next` is a path that `localPath` has looked at. */
export const loginPage = ({
  next,
  name = '',
  failed = false,
}: {
  next: string;
  name?: string;
  failed?: boolean;
}): string =>
  htmlDocument(
    'Log in',
    html`<body class="bare">
<main class="login">
  <div class="brand">${mark}<span>Crier</span></div>
  <h1>Log in to the board</h1>
  <p class="soft">Queues, failed jobs and dead letters of this installation.</p>
  ${failed && complaint}
  <form method="post" action="/login">
    <input type="hidden" name="next" value="${next}">
    <label for="user">User</label>
    <input id="user" name="user" value="${name}" required autocomplete="username" autocapitalize="none" spellcheck="false"${failed ? html` aria-describedby="failed"` : html` autofocus`}>
    <label for="password">Password</label>
    <input id="password" name="password" type="password" required autocomplete="current-password"${failed && html` aria-describedby="failed" autofocus`}>
    <button class="primary">Log in</button>
  </form>
</main>
</body>`,
  );
