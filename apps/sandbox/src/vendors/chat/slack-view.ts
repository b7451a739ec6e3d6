import { type ChatView, type Json, listOf, wordsOf } from './chat-view.js';
import { mrkdwn, plain, textOf } from './markup.js';

const text = (object: Json): string =>
  object?.type === 'mrkdwn' ? mrkdwn(wordsOf(object.text)) : plain(wordsOf(object?.text));

/** Fields stand in two columns. */
const fieldRows = (fields: readonly Json[]): string =>
  fields.length === 0
    ? ''
    : `<table>${Array.from({ length: Math.ceil(fields.length / 2) }, (_, row) => `<tr><td>${text(fields[row * 2])}</td><td>${text(fields[row * 2 + 1])}</td></tr>`).join('')}</table>`;

const block = (one: Json): string => {
  if (one.type === 'header') return `<h1>${text(one.text)}</h1>`;
  if (one.type === 'divider') return '<hr>';
  return `${one.text === undefined ? '' : `<p>${text(one.text)}</p>`}${fieldRows(listOf(one.fields))}`;
};

/** https://docs.slack.dev/reference/block-kit/blocks */
const problemOf = (blocks: readonly Json[]): string | undefined => {
  if (blocks.length > 50) return 'invalid_blocks: no more than 50 items allowed';
  const texts = blocks.flatMap((one) =>
    one.text ? [{ max: one.type === 'header' ? 150 : 3000, text: one.text.text }] : [],
  );
  const fields = blocks.flatMap((one) => listOf(one.fields));
  if (texts.some((one) => wordsOf(one.text) === '' || one.text.length > one.max)) return 'invalid_blocks: text length';
  if (blocks.some((one) => listOf(one.fields).length > 10)) return 'invalid_blocks: no more than 10 fields';
  if (fields.some((one) => wordsOf(one.text) === '' || one.text.length > 2000)) return 'invalid_blocks: field length';
  return undefined;
};

/** A message of Block Kit as Slack shows it, or why it refuses it. */
export const slackView = (body: Json): ChatView | { problem: string } => {
  const blocks = listOf(body.blocks);
  const problem = problemOf(blocks);
  if (problem !== undefined) return { problem };
  const html = blocks.length === 0 ? `<p>${mrkdwn(wordsOf(body.text))}</p>` : blocks.map(block).join('');
  return { title: textOf(mrkdwn(wordsOf(body.text))), html };
};
