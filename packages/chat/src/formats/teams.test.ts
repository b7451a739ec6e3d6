import { describe, expect, it } from 'vitest';
import { everywhere, HOSTILE, LONG, message, objectsOf } from '../messages.test-support.js';
import { teamsMessage } from './teams.js';

// biome-ignore lint/suspicious/noExplicitAny: Adaptive Card JSON
const cardOf = (payload: object): any => (payload as { attachments: { content: unknown }[] }).attachments[0]?.content;

describe('R-8.7 for Teams', () => {
  it('is an Adaptive Card in the envelope that Workflows take', () => {
    const payload = teamsMessage(message());
    expect(payload).toMatchObject({
      type: 'message',
      attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null }],
    });
    expect(cardOf(payload)).toMatchObject({ type: 'AdaptiveCard', version: '1.4' });
    expect(cardOf(payload).body).toMatchObject([
      { type: 'TextBlock', text: '🔴 SES refuses our credentials', color: 'attention' },
      { type: 'FactSet', facts: [{ title: 'Provider', value: 'ses' }, { title: 'Code' }] },
      { type: 'TextBlock', text: 'What to do' },
      { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: 'Check the access key.' }] },
      { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: 'Then wait for the probe.' }] },
    ]);
    expect(cardOf(payload).actions).toEqual([
      { type: 'Action.OpenUrl', title: 'Ops console', url: 'https://crier.example.com/' },
    ]);
  });

  it('leaves out what is empty: a card with an empty part is refused', () => {
    const card = cardOf(teamsMessage(message({ facts: [], links: [], sections: [] })));
    expect(card.body).toHaveLength(1);
    expect(card).not.toHaveProperty('actions');
  });

  it.each(HOSTILE)('takes %s for text, wherever it stands', (text) => {
    const card = cardOf(teamsMessage(everywhere(text)));
    const markdown = [
      ...objectsOf(card, (o) => o.type === 'TextBlock').map((o) => o.text),
      ...objectsOf(card, (o) => o.value !== undefined).flatMap((o) => [o.title, o.value]),
    ];
    expect(markdown).toHaveLength(4);
    for (const one of markdown) {
      expect(one.replace(/\\./g, '')).not.toMatch(/[*_[\]()`~#<>|\\]/);
      expect(one).not.toMatch(/^\s*([-+]|\d+[.)])\s/m);
    }
    expect(objectsOf(card, (o) => o.type === 'TextRun').map((o) => o.text)).toEqual([text]);
    expect(card.msteams).not.toHaveProperty('entities');
  });

  it.each(Object.entries(LONG))('keeps Teams’ 28 KB and six actions with %s', (_name, long) => {
    const payload = teamsMessage(long);
    expect(Buffer.byteLength(JSON.stringify(payload))).toBeLessThan(28_000);
    for (const { actions } of objectsOf(payload, (o) => Array.isArray(o.actions)))
      expect(actions.length).toBeLessThanOrEqual(6);
    // Half a character is all that JSON writes as an escape here.
    expect(JSON.stringify(payload)).not.toMatch(/\\ud[89a-f]/i);
  });
});
