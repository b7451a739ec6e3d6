import { type Html, html } from '@crier/runtime';
import { htmlDocument } from './html-document.js';

/** A page that says one thing. */
export const messagePage = (page: { title: string; words: string; more?: Html; root?: string }): string =>
  htmlDocument({
    title: page.title,
    root: page.root ?? '',
    main: html`<h1>${page.title}</h1>
<p>${page.words}</p>
${page.more}`,
  });
