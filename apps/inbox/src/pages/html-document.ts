import { type Html, html } from '@crier/runtime';
import { mark } from './mark.js';

/** A whole page as it is sent: the name above, `main` below. `scripts` are modules of `page/`. Below a path it still works. */
export const htmlDocument = (page: { title: string; main: Html; scripts?: readonly string[] }): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${page.title}</title>
<link rel="icon" href="page/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="page/inbox.css">
${(page.scripts ?? []).map((name) => html`<script type="module" src="page/${name}.js"></script>`)}
</head>
<body>
<header class="brand">${mark}<span>Notifications</span></header>
<main>
${page.main}
</main>
</body>
</html>
`.markup;
