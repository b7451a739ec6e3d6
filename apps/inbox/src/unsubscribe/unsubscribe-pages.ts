import { html } from '@crier/runtime';
import { CHANNEL_WORDS } from '../pages/channel-words.js';
import { htmlDocument } from '../pages/html-document.js';
import { messagePage } from '../pages/message-page.js';

/** What is left, in words. */
export interface Leaving {
  readonly title: string;
  readonly channel: keyof typeof CHANNEL_WORDS;
}

const words = ({ title, channel }: Leaving): string => `“${title}” ${CHANNEL_WORDS[channel].by}`;

/** Asks. Programs open links too, so opening this one changes nothing. */
export const askPage = (leaving: Leaving): string =>
  htmlDocument({
    title: 'Unsubscribe',
    main: html`<h1>Unsubscribe?</h1>
<p>You will no longer get ${words(leaving)}. Everything else comes as before.</p>
<form method="post">
<input type="hidden" name="List-Unsubscribe" value="One-Click">
<button class="primary">Unsubscribe</button>
</form>`,
  });

/** Says that it was done; `preferences` leads to where it can be undone. */
export const donePage = (leaving: Leaving, preferences: string): string =>
  messagePage({
    title: 'You are unsubscribed',
    words: `You will no longer get ${words(leaving)}.`,
    more: html`<p><a href="${preferences}">Change what you get, or undo this</a></p>`,
  });
