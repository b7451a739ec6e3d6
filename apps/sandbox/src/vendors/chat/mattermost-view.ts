import { type ChatView, type Json, listOf, table, wordsOf } from './chat-view.js';
import { markdown } from './markup.js';

const MAX_ATTACHMENTS = 7_900;

const attachment = (one: Json): string =>
  [
    `<h1>${markdown(wordsOf(one.title), true)}</h1>`,
    table(
      listOf(one.fields).map((field) => ({
        name: markdown(wordsOf(field.title), true),
        value: markdown(wordsOf(field.value), true),
      })),
    ),
    `<p>${markdown(wordsOf(one.text), true)}</p>`,
  ].join('');

/** A message with attachments as Mattermost shows it, or why it refuses it. */
export const mattermostView = (body: Json): ChatView | { problem: string } => {
  const attachments = listOf(body.attachments);
  const { length } = JSON.stringify(attachments);
  if (length > MAX_ATTACHMENTS)
    return { problem: `Maximum attachments length is ${MAX_ATTACHMENTS} characters, received size is ${length}` };
  const said = wordsOf(body.text);
  return {
    title: wordsOf(attachments[0]?.fallback) || said,
    html: `${said === '' ? '' : `<p>${markdown(said, true)}</p>`}${attachments.map(attachment).join('')}`,
  };
};
