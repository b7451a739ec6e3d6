import { describe, expect, it } from 'vitest';
import { mailboxText, readMailbox } from './mailbox.js';

describe('R-4.15 a sender as people write it', () => {
  it.each([
    ['orders@example.com', 'orders@example.com', null],
    [' orders@example.com\n', 'orders@example.com', null],
    ['<orders@example.com>', 'orders@example.com', null],
    ['Orders <orders@example.com>', 'orders@example.com', 'Orders'],
    ['Doe, Jane <jane@example.com>', 'jane@example.com', 'Doe, Jane'],
    ['"Doe, Jane" <jane@example.com>', 'jane@example.com', 'Doe, Jane'],
    ['"Jane \\"JD\\" Doe" <jane@example.com>', 'jane@example.com', 'Jane "JD" Doe'],
    ['Jane "JD" Doe <jane@example.com>', 'jane@example.com', 'Jane "JD" Doe'],
    ['राम, श्रेष्ठ <ram@example.com>', 'ram@example.com', 'राम, श्रेष्ठ'],
    ['"" <orders@example.com>', 'orders@example.com', null],
    ['A <b> C <orders@example.com>', 'orders@example.com', 'A <b> C'],
  ])('%s', (text, address, name) => {
    expect(readMailbox(text)).toEqual({ address, name });
  });

  it('stands in a header so that it reads the same', () => {
    for (const name of ['Doe, Jane', 'Jane "JD" Doe', 'back\\slash', 'Orders'])
      expect(readMailbox(mailboxText({ address: 'a@example.com', name }))).toEqual({ address: 'a@example.com', name });
    expect(mailboxText({ address: 'a@example.com', name: null })).toBe('a@example.com');
  });

  it('holds no line break', () => {
    const text = 'Orders\r\nBcc: thief@example.org <orders@example.com\r\nBcc: thief@example.org>';
    expect(mailboxText(readMailbox(text))).not.toMatch(/[\r\n]/);
  });
});
