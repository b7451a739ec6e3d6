import { type CategoryChoice, preferencesLink, unsubscribeLink } from '@crier/domain';
import { expect, it } from 'vitest';
import { SECRETS, useInbox } from '../use-inbox.test-support.js';

const choice = (category: string, change: Partial<CategoryChoice> = {}): CategoryChoice => ({
  category,
  title: category.toUpperCase(),
  about: [],
  channels: ['email'],
  mandatory: 'none',
  ...change,
});
let choices: readonly CategoryChoice[] = [choice('orders')];
const inbox = useInbox({ choices: () => choices });

it('R-7.1 people choose by the templates as they are now, on the page and behind an unsubscribe link', async () => {
  const person = await inbox.personOf('u-1');
  const expiresAtMs = Date.now() + 60_000;
  const open = async (link: string, how: { method?: string; body?: URLSearchParams } = {}) => {
    const { pathname, search } = new URL(link);
    const answer = await inbox.call(pathname + search, how);
    return { status: answer.status, page: await answer.text() };
  };
  const preferences = preferencesLink(SECRETS, inbox.url(), person, expiresAtMs);
  const unsubscribe = unsubscribeLink(
    SECRETS,
    inbox.url(),
    { person, category: 'news', channel: 'email' },
    expiresAtMs,
  );
  expect((await open(preferences)).page).not.toContain('NEWS');
  choices = [...choices, choice('news')];
  expect((await open(preferences)).page).toContain('NEWS');
  expect((await open(unsubscribe)).page).toContain('NEWS');
  const body = new URLSearchParams({ shown: 'news.email', was: 'news.email' });
  expect((await open(preferences, { method: 'POST', body })).page).toMatch(/value="news\.email">/);
  choices = [choice('news', { mandatory: 'all' })];
  expect((await open(unsubscribe)).status).toBe(403);
});
