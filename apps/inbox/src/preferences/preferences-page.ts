import { boxName, type CategoryChoice, isWanted, type Preferences } from '@crier/domain';
import { type Html, html } from '@crier/runtime';
import { CHANNEL_WORDS } from '../pages/channel-words.js';
import { htmlDocument } from '../pages/html-document.js';

type Wishes = Preferences['categories'];

const box = (choice: CategoryChoice, channel: CategoryChoice['channels'][number], wishes: Wishes): Html => {
  const name = boxName(choice.category, channel);
  const always = choice.mandatory === 'all';
  const wanted = isWanted(choice, channel, wishes);
  return html`<label class="choice">
  <input type="checkbox" name="on" value="${name}"${wanted && html` checked`}${always && html` disabled`}>
  <span>${CHANNEL_WORDS[channel].name}</span>
  ${!always && html`<input type="hidden" name="shown" value="${name}">`}
  ${!always && wanted && html`<input type="hidden" name="was" value="${name}">`}
</label>`;
};

const note = ({ mandatory }: CategoryChoice): Html | false =>
  mandatory === 'all'
    ? html`<p class="note">Always sent, because they are about the safety of your account or the law asks for them.</p>`
    : mandatory === 'some' && html`<p class="note">Some of these are always sent.</p>`;

const section = (choice: CategoryChoice, wishes: Wishes): Html => html`<fieldset>
<legend>${choice.title}</legend>
<ul class="about">${choice.about.map((words) => html`<li>${words}</li>`)}</ul>
${note(choice)}
<div class="choices">${choice.channels.map((channel) => box(choice, channel, wishes))}</div>
</fieldset>`;

/** What somebody gets, and where; a form that works without JavaScript. `saved` after it was sent. */
export const preferencesPage = (page: { choices: readonly CategoryChoice[]; wishes: Wishes; saved: boolean }): string =>
  htmlDocument({
    title: page.saved ? 'Saved: your notifications' : 'Your notifications',
    main: html`<h1>Your notifications</h1>
<p class="soft">Choose what you want to be told, and where.</p>
${page.saved && html`<p class="notice good" role="status"><strong>Saved.</strong> This holds from now on, also for messages that are already waiting.</p>`}
<form method="post">
${page.choices.map((choice) => section(choice, page.wishes))}
<button class="primary">Save</button>
</form>`,
  });
