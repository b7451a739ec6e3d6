import { expect, it } from 'vitest';
import { OUR_WORDS, wordsIn } from './words.js';

it.each(['en-US', 'en-GB', 'de-DE', 'fr-FR', 'ja-JP', 'zh-CN'])(
  'every sentence of ours takes the place of one that Bull Board has in %s',
  (language) => {
    const words = JSON.stringify(wordsIn(language));
    for (const sentence of Object.values(OUR_WORDS)) expect(words).toContain(JSON.stringify(sentence));
  },
);

it('leaves the others as they are, and knows no other files', () => {
  expect(wordsIn('en-US')).toMatchObject({ JOB: { ACTIONS: { RETRY: 'Retry' } } });
  expect(wordsIn('../../js')).toBeUndefined();
  expect(wordsIn('xx-XX')).toBeUndefined();
});
