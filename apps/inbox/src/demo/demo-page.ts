import { html } from '@crier/runtime';
import { htmlDocument } from '../pages/html-document.js';

/** A page as an application's, with somebody's inbox in its corner. */
export const demoPage = (demo: { recipient: string; token: string }): string =>
  htmlDocument({
    title: 'Inbox demo',
    scripts: ['crier-inbox'],
    main: html`<div class="demo-bar">
<h1>Inbox of ${demo.recipient}</h1>
<crier-inbox src="." token="${demo.token}"></crier-inbox>
</div>
<p class="soft">This page stands for your application. The bell is all it takes:</p>
<pre><code>&lt;script type="module" src="…/page/crier-inbox.js"&gt;&lt;/script&gt;
&lt;crier-inbox src="…" token="…"&gt;&lt;/crier-inbox&gt;</code></pre>
<form method="get">
<label for="recipient">Recipient</label>
<input id="recipient" name="recipient" value="${demo.recipient}" required maxlength="256">
<button>Open this inbox</button>
</form>`,
  });
