import { expect, it } from 'vitest';
import { html } from './html.js';

it('escapes what is not markup, in text and in attributes', () => {
  const nasty = `<script>alert("x")</script> & 'more'`;
  expect(html`<a title="${nasty}">${nasty}</a>`.markup).toBe(
    '<a title="&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;more&#39;">' +
      '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;more&#39;</a>',
  );
});

it('keeps markup as it is, joins lists, writes 0, and leaves out what is not there', () => {
  expect(html`${[1, 2].map((n) => html`<li>${n}</li>`)}${0}${false}${null}${undefined}`.markup).toBe(
    '<li>1</li><li>2</li>0',
  );
});

it('leaves backslashes and placeholders in values alone', () => {
  expect(html`<p>${'a\\n$1'}</p>`.markup).toBe('<p>a\\n$1</p>');
});
