import { describe, expect, it } from 'vitest';
import { everywhere, HOSTILE, LONG, message, objectsOf } from '../messages.test-support.js';
import { slackMessage } from './slack.js';

// biome-ignore lint/suspicious/noExplicitAny: Slack's JSON
const blocksOf = (payload: object): any[] => (payload as { blocks: any[] }).blocks;
const textsOf = (payload: object, type: string): string[] =>
  objectsOf(payload, (o) => o.type === type && typeof o.text === 'string').map((o) => o.text);

describe('R-8.7 for Slack', () => {
  it('is a header, the facts in two columns, the sections, the links', () => {
    expect(blocksOf(slackMessage(message()))).toEqual([
      { type: 'header', text: { type: 'plain_text', text: '🔴 SES refuses our credentials', emoji: true } },
      {
        type: 'section',
        fields: [
          { type: 'mrkdwn', text: '*Provider*' },
          { type: 'plain_text', text: 'ses', emoji: false },
          { type: 'mrkdwn', text: '*Code*' },
          { type: 'plain_text', text: 'InvalidClientTokenId', emoji: false },
        ],
      },
      { type: 'section', text: { type: 'mrkdwn', text: '*What to do*' } },
      {
        type: 'section',
        text: { type: 'plain_text', text: 'Check the access key.\nThen wait for the probe.', emoji: false },
      },
      { type: 'section', text: { type: 'mrkdwn', text: '<https://crier.example.com/|Ops console>' } },
    ]);
  });

  it.each(HOSTILE)('takes %s for text, wherever it stands', (text) => {
    const payload = slackMessage(everywhere(text));
    // Whatever is no plain text may carry no markup but our own bold and our own links.
    for (const one of [payload.text as string, ...textsOf(payload, 'mrkdwn')]) {
      const own = one.replace(/^<https:\/\/crier\.example\.com\/[^|>]*\|([^|>]*)>$/, '$1').replace(/^\*(.*)\*$/, '$1');
      expect(own).not.toMatch(/[<>*~`]/);
      expect(own.replace(/&(amp|lt|gt);/g, '')).not.toContain('&');
    }
    expect(textsOf(payload, 'plain_text')).toContain(text);
  });

  it('leaves a name with underscores readable and searchable', () => {
    expect(JSON.stringify(slackMessage(message({ facts: [{ name: 'breaker_open', value: '1' }] })))).toContain(
      '"*breaker_open*"',
    );
  });

  it.each(Object.entries(LONG))('keeps Slack’s limits with %s', (_name, long) => {
    const payload = slackMessage(long);
    const blocks = blocksOf(payload);
    expect(JSON.stringify(payload).length).toBeLessThan(13_000);
    expect(blocks.length).toBeLessThanOrEqual(50);
    for (const block of blocks) {
      if (block.type === 'header') expect(block.text.text.length).toBeLessThanOrEqual(150);
      else if (block.fields) expect(block.fields.length).toBeLessThanOrEqual(10);
      else expect(block.text.text.length).toBeLessThanOrEqual(3_000);
      for (const { text } of [block.text ?? [], block.fields ?? []].flat()) expect(text.length).toBeGreaterThan(0);
      for (const field of block.fields ?? []) expect(field.text.length).toBeLessThanOrEqual(2_000);
    }
    // Half a character is all that JSON writes as an escape here.
    expect(JSON.stringify(payload)).not.toMatch(/\\ud[89a-f]/i);
  });

  it('says how many lines it had no room for', () => {
    const lines = Array.from({ length: 2_000 }, (_, n) => `delivery ${n} of 2000`);
    const shown = textsOf(slackMessage(message({ sections: [{ heading: null, lines, links: [] }] })), 'plain_text')
      .join('\n')
      .split('\n');
    const kept = shown.filter((line) => line.startsWith('delivery ')).length;
    expect(kept).toBeGreaterThan(300);
    expect(shown).toContain(`…and ${2_000 - kept} more`);
  });
});
