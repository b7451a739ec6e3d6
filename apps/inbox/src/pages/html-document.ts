import { type Html, html } from '@crier/runtime';
import { mark } from './mark.js';

/**
 * A whole page as it is sent: the name above, `main` below. `scripts` are modules of `page/`. `root` leads to the app's root from
 * the page (`rootFrom`), '' if left out: relative, so that it works below any path of a proxy.
 */
export const htmlDocument = (page: {
  title: string;
  main: Html;
  scripts?: readonly string[];
  root?: string;
}): string => {
  const root = page.root ?? '';
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${page.title}</title>
<link rel="icon" href="${root}page/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${root}page/inbox.css">
${(page.scripts ?? []).map((name) => html`<script type="module" src="${root}page/${name}.js"></script>`)}
</head>
<body>
<header class="brand">${mark}<span>Notifications</span></header>
<main>
${page.main}
</main>
</body>
</html>
`.markup;
};
