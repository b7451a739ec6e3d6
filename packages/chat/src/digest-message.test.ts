import { readLink } from '@crier/domain';
import { describe, expect, it } from 'vitest';
import { type DigestContent, digestMessage } from './digest-message.js';
import { CHAT_KINDS, formatMessage } from './format-message.js';
import { plainText } from './plain-text.js';

const NOW = Date.UTC(2026, 10, 30, 7, 30);
const example = {
  channel: 'email',
  entityType: 'invoice',
  entityId: 'INV-1',
  recipientId: 'u-17',
  provider: 'ses',
  code: 'X',
};
const content = (change: Partial<DigestContent> = {}): DigestContent => ({
  from: '2026-11-29T07:30:00Z',
  to: '2026-11-30T07:30:00Z',
  groups: [],
  open: 0,
  oldestOpenedAt: null,
  waitingForRedrive: 0,
  ...change,
});
const links = { boardUrl: 'https://crier.example.com/', secrets: ['secret'], nowMs: NOW };
const group = (change: Partial<DigestContent['groups'][number]> = {}) => ({
  reason: 'rejected',
  died: 5,
  weekBefore: 7,
  open: 4,
  examples: [example, { ...example, recipientId: null, provider: null, code: null }],
  ...change,
});

describe('R-8.4 the digest', () => {
  it('is posted also when there is nothing to tell', () => {
    expect(digestMessage(content(), links)).toMatchObject({
      title: 'Daily digest: 0 died, 0 open',
      severity: 'info',
      sections: [],
      links: [{ url: 'https://crier.example.com/dead-letters' }],
    });
  });

  it('tells what died by reason, with examples, why, what to do, and how many more', () => {
    const { sections } = digestMessage(content({ groups: [group()], open: 4 }), links);
    expect(sections[0]).toMatchObject({
      heading: '5 × rejected (▲ 1.0 a day in the week before)',
      lines: [
        'The provider refused this message for good.',
        '• invoice INV-1, email to u-17, ses: X',
        '• invoice INV-1, email to somebody erased',
        '…and 3 more',
        expect.stringContaining('then replay'),
      ],
    });
  });

  it.each([
    ['2026-11-30T07:00:00Z', '30 min'],
    ['2026-11-29T07:30:00Z', '24 h'],
    ['2026-11-20T07:30:00Z', '10 days'],
  ])('says how old the oldest open one is: %s is %s', (oldestOpenedAt, age) => {
    expect(digestMessage(content({ open: 1, oldestOpenedAt }), links).facts).toContainEqual({
      name: 'Oldest open',
      value: age,
    });
  });

  it.each([
    [5, 0, '▲ 0.0'],
    [5, 34, '▲ 4.9'],
    [5, 35, '= 5.0'],
    [5, 36, '▼ 5.1'],
    [5, 700, '▼ 100'],
  ])('%d on this day after %d in the week before: %s a day', (died, weekBefore, words) => {
    const [section] = digestMessage(content({ groups: [group({ died, weekBefore })] }), links).sections;
    expect(section?.heading).toBe(`5 × rejected (${words} a day in the week before)`);
  });

  it('compares a day with a day also when it covers more than one', () => {
    const three = content({ from: '2026-11-27T07:30:00Z', groups: [group({ died: 9, weekBefore: 28 })] });
    expect(digestMessage(three, links).sections[0]?.heading).toContain('▼ 4.0 a day');
  });

  it('knows reasons of tomorrow by their name', () => {
    expect(
      digestMessage(content({ groups: [group({ reason: 'brand_new', examples: [] })] }), links).sections[0],
    ).toMatchObject({
      heading: expect.stringMatching(/^5 × brand_new /),
      lines: ['…and 5 more'],
    });
  });
});

describe('R-8.5 its links', () => {
  const linksOf = (change: Parameters<typeof group>[0], secrets = ['secret']) =>
    digestMessage(content({ groups: [group(change)] }), { ...links, secrets }).sections[0]?.links ?? [];

  it('open the page of a group, signed, for a week', () => {
    const [link] = linksOf({});
    const token = new URL(link?.url ?? '').searchParams.get('token') ?? '';
    expect(link?.text).toBe('Replay 4');
    expect(readLink(['secret'], 'replay', token, NOW + 6 * 86_400_000)).toEqual({
      kind: 'valid',
      subject: 'reason:rejected',
    });
    expect(readLink(['secret'], 'replay', token, NOW + 7 * 86_400_000)).toEqual({ kind: 'expired' });
  });

  it('are left out when nothing of the group is open', () => {
    expect(linksOf({ open: 0 })).toEqual([]);
  });

  it.each([
    ['R-8.3b what may already have arrived', { reason: 'unknown_outcome' }, ['secret']],
    ['a Crier without a secret', {}, []],
  ])('lead to the list for %s', (_name, change, secrets) => {
    expect(linksOf(change, secrets)[0]?.url).toMatch(/^https:\/\/crier\.example\.com\/dead-letters\?reason=/);
  });

  it.each(CHAT_KINDS)('come through whole in the format of %s, for ten groups', (kind) => {
    const reasons = Array.from({ length: 10 }, (_, n) => `reason_${n}`);
    const message = digestMessage(content({ groups: reasons.map((reason) => group({ reason })) }), links);
    const text = JSON.stringify(formatMessage(kind, message));
    for (const { url } of message.sections.flatMap((section) => section.links)) expect(text).toContain(url);
  });
});

it('R-8.11 is readable in a terminal', () => {
  expect(plainText(digestMessage(content({ groups: [group({ open: 0 })] }), links))).toBe(
    [
      'Daily digest: 5 died, 0 open',
      '  From: 2026-11-29 07:30 UTC',
      '  To: 2026-11-30 07:30 UTC',
      '  Died: 5',
      '  Still open: 0',
      '  Put back by themselves: 0',
      '',
      '5 × rejected (▲ 1.0 a day in the week before)',
      '  The provider refused this message for good.',
      '  • invoice INV-1, email to u-17, ses: X',
      '  • invoice INV-1, email to somebody erased',
      '  …and 3 more',
      '',
      '  Dead letters: https://crier.example.com/dead-letters',
    ].join('\n'),
  );
});
