import { describe, expect, it } from 'vitest';
import { everywhere, HOSTILE, LONG, message, stringsOf } from '../messages.test-support.js';
import { mattermostMessage } from './mattermost.js';

// biome-ignore lint/suspicious/noExplicitAny: Mattermost's JSON
const attachmentOf = (payload: object): any => (payload as { attachments: unknown[] }).attachments[0];

describe('R-8.7 for Mattermost', () => {
  it('is an attachment with the facts as fields', () => {
    expect(attachmentOf(mattermostMessage(message()))).toEqual({
      fallback: '🔴 SES refuses our credentials',
      color: '#c4271b',
      title: '🔴 SES refuses our credentials',
      text: '**What to do**\nCheck the access key.\nThen wait for the probe.\n\n[Ops console](https://crier.example.com/)',
      fields: [
        { title: 'Provider', value: 'ses', short: true },
        { title: 'Code', value: 'InvalidClientTokenId', short: true },
      ],
    });
  });

  it.each(HOSTILE)('takes %s for text, wherever it stands', (text) => {
    const attachment = attachmentOf(mattermostMessage(everywhere(text)));
    const strings = stringsOf(attachment).filter(({ path }) => path !== 'color');
    expect(strings).toHaveLength(5);
    for (const one of strings) expect(one.text).not.toMatch(/@\w/);
    for (const one of strings.filter(({ path }) => path !== 'fallback')) {
      const own = one.text
        .replace(/\\./g, '')
        .replace(/\*\*(.*)\*\*/g, '$1')
        .replace(/\[(.*?)\]\(https:\/\/crier[^)]*\)/g, '$1');
      expect(own).not.toMatch(/[*_[\]()`~#<>|\\]/);
      expect(own).not.toMatch(/^\s*([-+]|\d+[.)])\s/m);
    }
  });

  it.each(Object.entries(LONG))('keeps the 7,900 characters of attachments with %s', (_name, long) => {
    const payload = mattermostMessage(long);
    expect(Buffer.byteLength(JSON.stringify(payload))).toBeLessThan(7_900);
    // Half a character is all that JSON writes as an escape here.
    expect(JSON.stringify(payload)).not.toMatch(/\\ud[89a-f]/i);
  });
});
