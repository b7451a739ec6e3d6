import { describe, expect, it } from 'vitest';
import { everywhere, HOSTILE, LONG, message, objectsOf, stringsOf } from '../messages.test-support.js';
import { googleMessage } from './google.js';

// biome-ignore lint/suspicious/noExplicitAny: a card's JSON
const cardOf = (payload: object): any => (payload as { cardsV2: { card: unknown }[] }).cardsV2[0]?.card;

describe('R-8.7 for Google Chat', () => {
  it('is a card, with what a notification shows beside it', () => {
    const payload = googleMessage(message());
    expect(payload.fallbackText).toBe('🔴 SES refuses our credentials');
    expect(payload).not.toHaveProperty('text');
    expect(cardOf(payload)).toEqual({
      header: { title: '🔴 SES refuses our credentials' },
      sections: [
        {
          widgets: [
            { decoratedText: { topLabel: 'Provider', text: 'ses', wrapText: true } },
            { decoratedText: { topLabel: 'Code', text: 'InvalidClientTokenId', wrapText: true } },
          ],
        },
        {
          header: '<b>What to do</b>',
          widgets: [{ textParagraph: { text: 'Check the access key.<br>Then wait for the probe.' } }],
        },
        {
          widgets: [
            {
              buttonList: {
                buttons: [{ text: 'Ops console', onClick: { openLink: { url: 'https://crier.example.com/' } } }],
              },
            },
          ],
        },
      ],
    });
  });

  it('has no section without widgets: a card with one is refused', () => {
    const card = cardOf(
      googleMessage(message({ facts: [], links: [], sections: [{ heading: 'H', lines: ['a'], links: [] }] })),
    );
    expect(card.sections).toHaveLength(1);
  });

  it.each(HOSTILE)('takes %s for text, wherever it stands', (text) => {
    const card = cardOf(googleMessage(everywhere(text)));
    const html = stringsOf(card.sections).filter(({ path }) => !path.endsWith('url'));
    expect(html).toHaveLength(6);
    for (const one of html) {
      const own = one.text.replace(/^<b>(.*)<\/b>$/, '$1');
      expect(own).not.toMatch(/[<>"]|&(?!amp;|lt;|gt;|quot;)/);
      expect(
        own.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
      ).toBe(text);
    }
  });

  it.each(Object.entries(LONG))('keeps Google’s 32 KB and 100 widgets with %s', (_name, long) => {
    const payload = googleMessage(long);
    expect(Buffer.byteLength(JSON.stringify(payload))).toBeLessThan(32_000);
    expect(objectsOf(payload, (o) => o.textParagraph || o.decoratedText || o.buttonList).length).toBeLessThanOrEqual(
      100,
    );
    // Half a character is all that JSON writes as an escape here.
    expect(JSON.stringify(payload)).not.toMatch(/\\ud[89a-f]/i);
  });

  it('says how many widgets it had no room for', () => {
    const facts = Array.from({ length: 150 }, (_, n) => ({ name: `${n}`, value: 'x' }));
    expect(JSON.stringify(googleMessage(message({ facts })))).toMatch(/…and \d+ more/);
  });
});
