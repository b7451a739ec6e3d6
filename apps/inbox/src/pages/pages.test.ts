import { mkdirSync } from 'node:fs';
import { readPreferences } from '@crier/db';
import { documentLink, preferencesLink, unsubscribeLink } from '@crier/domain';
import { type Look, useBrowser } from '@crier/testkit';
import { describe, expect, it } from 'vitest';
import { SECRETS, useInbox } from '../use-inbox.test-support.js';

const inbox = useInbox();
const browser = useBrowser();
const DESKTOP = { width: 1280, height: 900, colorScheme: 'light' } as const;
const LOOKS: [string, Look][] = [
  ['desktop', DESKTOP],
  ['phone-dark', { width: 390, height: 844, colorScheme: 'dark' }],
];
/** Where pictures go, if they are asked for: they are looked at by people, not compared. */
const PICTURES = process.env.CRIER_TEST_PICTURES;

const links = async (): Promise<{ preferences: string; unsubscribe: string; document: string }> => {
  const person = await inbox.personOf('u-1');
  const until = Date.now() + 60_000;
  const subscription = { person, category: 'purchasing', channel: 'email' } as const;
  return {
    preferences: preferencesLink(SECRETS, inbox.url(), person, until),
    unsubscribe: unsubscribeLink(SECRETS, inbox.url(), subscription, until),
    document: documentLink(SECRETS, inbox.url(), { documentId: '01a22b85-841b-8913-8f5c-ce767bb39947', person }, until),
  };
};

it('R-10.3 a person unticks, saves, and finds it saved', { timeout: 120_000 }, async () => {
  const { page, problems } = await browser.open(DESKTOP);
  await page.goto((await links()).preferences);
  const purchasing = page.getByRole('group', { name: 'Purchasing' }).getByRole('checkbox', { name: 'Email' });
  await purchasing.focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByRole('status').getByText('Saved.').waitFor();
  expect(await purchasing.isChecked()).toBe(false);
  expect(await page.getByRole('group', { name: 'Security' }).getByRole('checkbox').first().isDisabled()).toBe(true);
  const person = await inbox.personOf('u-1');
  expect(await readPreferences(inbox.sql(), person)).toEqual({ categories: { purchasing: { email: false } } });
  expect(problems).toEqual([]);
});

describe.each(LOOKS)('R-10.3 pages for people, %s', { timeout: 120_000 }, (name, look) => {
  it('can be read by everyone, and nothing has to be pushed sideways', async () => {
    const { preferences, unsubscribe, document } = await links();
    const { page, problems } = await browser.open(look);
    const looked = async (what: string) => {
      if (PICTURES !== undefined) {
        mkdirSync(PICTURES, { recursive: true });
        await page.screenshot({ path: `${PICTURES}/inbox-${what}-${name}.png`, fullPage: true });
      }
      const seen = { what, found: await browser.findings(page), wide: await browser.isTooWide(page) };
      expect(seen).toEqual({ what, found: [], wide: false });
    };
    await page.goto(unsubscribe);
    await looked('unsubscribe');
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();
    await looked('unsubscribed');
    await page.goto(preferences);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await looked('preferences');
    expect(problems).toEqual([]);
    await page.goto(`${preferences}x`);
    await looked('refused');
    await page.goto(document);
    await page.getByRole('heading', { name: 'This document is gone' }).waitFor();
    expect(await page.evaluate('document.styleSheets[0].cssRules.length')).toBeGreaterThan(0);
    await looked('no-document');
  });
});
