import { type Html, html } from '@crier/runtime';

/** A whole page as it is sent. It wears `board.css` and the stylesheets named. */
export const htmlDocument = (title: string, body: Html, stylesheets: readonly string[] = []): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title} · Crier</title>
<link rel="icon" href="/page/icon.svg" type="image/svg+xml">
${['board', ...stylesheets].map((name) => html`<link rel="stylesheet" href="/page/${name}.css">`)}
</head>
${body}
</html>
`.markup;
