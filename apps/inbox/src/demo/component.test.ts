import { mkdirSync } from 'node:fs';
import { type Look, startTcpProxy, until, useBrowser } from '@crier/testkit';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useInbox } from '../use-inbox.test-support.js';

const inbox = useInbox();
const browser = useBrowser();
const DESKTOP = { width: 1280, height: 800, colorScheme: 'light' } as const;
/** Each width and each scheme once: what fits hangs on the one, what can be read on the other. */
const LOOKS: [string, Look][] = [
  ['desktop', DESKTOP],
  ['phone-dark', { width: 390, height: 844, colorScheme: 'dark' }],
];
const PATIENCE_MS = 120_000;
/** Where pictures go, if they are asked for: they are looked at by people, not compared. */
const PICTURES = process.env.CRIER_TEST_PICTURES;

const open = async (look: Look = DESKTOP, recipient = 'u-1') => {
  const opened = await browser.open(look);
  await opened.page.goto(`${inbox.url()}/demo?recipient=${recipient}`);
  return { ...opened, bell: opened.page.getByRole('button', { name: /^Notifications/ }) };
};
const titlesOf = (page: Page) => page.locator('crier-inbox h3').allTextContents();
const label = (text: string) => ({ name: text, exact: true });

const SEEDS = [
  {
    title: 'Invoice INV-0815 was issued',
    body: 'EUR 1,290.00 to Sunrise Traders, due on 30 December.',
    type: 'invoice.issued',
  },
  {
    title: 'Purchase order PO-4482 was approved',
    body: 'It may be sent to the supplier.',
    url: '/demo?recipient=u-2',
    version: 7,
    entityId: 'PO-4482',
  },
  { title: 'खरिद आदेश PO-77 स्वीकृत भयो', body: 'A-word-without-any-break-'.repeat(8) },
];

describe('R-10.2 <crier-inbox> in a browser', { timeout: PATIENCE_MS }, () => {
  it('shows the count, the cards, and what arrives while it is open', async () => {
    await inbox.cards(...SEEDS);
    const { page, bell, problems } = await open();
    await page.getByRole('button', label('Notifications, 3 new')).click();
    expect(await titlesOf(page)).toHaveLength(3);
    // Whoever has opened the panel has seen what is in it.
    await page.getByRole('button', label('Notifications')).waitFor();
    expect(await inbox.json('/v1/inbox/unread-count', { as: await inbox.token() })).toEqual({ count: 0 });
    await inbox.card({ title: 'Goods receipt GR-9 was posted' });
    await page.getByRole('heading', { name: 'Goods receipt GR-9 was posted' }).waitFor();
    expect((await titlesOf(page))[0]).toContain('Goods receipt GR-9');
    expect(await page.locator('crier-inbox [role=status]').textContent()).toBe('New: Goods receipt GR-9 was posted');
    await bell.click();
    await inbox.card({ title: 'Another' });
    await page.getByRole('button', label('Notifications, 1 new')).waitFor();
    expect(problems).toEqual([]);
  });

  it('puts a newer version in the place of an older one', async () => {
    await inbox.cards({ entityId: 'PO-1', version: 1, title: 'PO-1 waits' }, { title: 'Other' });
    const { page, bell } = await open();
    await bell.click();
    await page.getByRole('heading', { name: 'PO-1 waits' }).waitFor();
    await inbox.card({ entityId: 'PO-1', version: 2, title: 'PO-1 was approved' });
    await page.getByRole('heading', { name: 'PO-1 was approved' }).waitFor();
    expect((await titlesOf(page)).map((title) => title.replace('Unread: ', ''))).toEqual([
      'PO-1 was approved',
      'Other',
    ]);
  });

  it('is worked with the keyboard alone, and the focus is never lost', async () => {
    const ids = await inbox.cards({ title: 'One' }, { title: 'Two' });
    const { page, problems } = await open();
    await page.getByRole('button', label('Notifications, 2 new')).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Two' }).waitFor();
    const focused = () =>
      page.evaluate<string>(
        'document.activeElement?.shadowRoot?.activeElement?.ariaLabel ?? document.activeElement?.shadowRoot?.activeElement?.textContent ?? ""',
      );
    const tabTo = async (name: string) => {
      for (let n = 0; n < 20 && (await focused()) !== name; n++) await page.keyboard.press('Tab');
      expect(await focused()).toBe(name);
    };
    await tabTo('Mark as read: One');
    await page.keyboard.press('Enter');
    await page.getByRole('button', label('Mark as read: One')).waitFor({ state: 'detached' });
    expect(await focused()).toContain('One');
    await tabTo('Archive: One');
    await page.keyboard.press('Space');
    await page.getByRole('heading', { name: 'One' }).waitFor({ state: 'detached' });
    expect(await focused()).toContain('Two');
    await page.keyboard.press('Escape');
    expect(await focused()).toBe('Notifications');
    const { items } = await inbox.json('/v1/inbox', { as: await inbox.token() });
    expect(items).toMatchObject([{ title: 'Two', readAt: null }]);
    expect(ids).toHaveLength(2);
    expect(problems).toEqual([]);
  });

  it('follows what another window does', async () => {
    const [id = ''] = await inbox.cards({ title: 'One' });
    const { page, bell } = await open();
    await bell.click();
    await page.getByRole('heading', { name: 'One' }).waitFor();
    await inbox.call(`/v1/inbox/${id}/archive`, { method: 'POST', as: await inbox.token() });
    await page.getByText('Nothing here yet.').waitFor();
  });

  it('leads only where a browser may go, and a card that was opened is read', async () => {
    const [safe = ''] = await inbox.cards(
      { title: 'Safe', url: '/demo?recipient=u-2' },
      { title: 'Bad', url: 'javascript:alert(1)' },
      { title: '<img src=x onerror=alert(1)>', body: '<b>bold</b>' },
    );
    const { page, bell, problems } = await open();
    await bell.click();
    expect(await page.locator('crier-inbox a').allTextContents()).toEqual(['Safe']);
    await page.getByText('<b>bold</b>').waitFor();
    await page.getByRole('link', { name: 'Safe' }).click();
    await page.waitForURL(/recipient=u-2/);
    const as = await inbox.token();
    await until(
      async () =>
        (await inbox.json('/v1/inbox', { as })).items.some(
          (item: { id: string; readAt: string | null }) => item.id === safe && item.readAt !== null,
        ),
      { what: 'the card to be read' },
    );
    expect(problems).toEqual([]);
  });

  it('shows older cards on demand', async () => {
    await inbox.cards(...Array.from({ length: 45 }, (_, n) => ({ title: `Card ${n}` })));
    const { page, bell } = await open();
    await bell.click();
    const more = page.getByRole('button', label('Show older'));
    for (const shown of [40, 45]) {
      await more.click();
      await until(async () => (await titlesOf(page)).length === shown, { what: `${shown} cards` });
    }
    await more.waitFor({ state: 'hidden' });
    expect(new Set(await titlesOf(page)).size).toBe(45);
  });

  it('comes back by itself after a lost connection, with what it missed', async () => {
    await inbox.cards({ title: 'Before' });
    const road = await startTcpProxy(inbox.url());
    const { page } = await browser.open(DESKTOP);
    await page.goto(`${road.url}demo?recipient=u-1`);
    await page.getByRole('button', label('Notifications, 1 new')).click();
    await page.getByRole('heading', { name: 'Before' }).waitFor();
    road.reset();
    await inbox.card({ title: 'Meanwhile' });
    await page.getByRole('heading', { name: 'Meanwhile' }).waitFor();
    await page.getByText('Connection lost').waitFor({ state: 'hidden' });
    road.close();
  });

  it('says when its token is over, asks the page for another, and shows nothing of the person before', async () => {
    await inbox.cards({ title: 'For u-1' }, { title: 'For u-2', recipient: 'u-2' });
    const { page, bell } = await open();
    await bell.click();
    await page.getByRole('heading', { name: 'For u-1' }).waitFor();
    await page.evaluate('addEventListener("crier-token-expired", () => document.title = "expired")');
    const set = (token: string) =>
      page.evaluate(`document.querySelector('crier-inbox').setAttribute('token', ${JSON.stringify(token)})`);
    await set(await inbox.token('u-1', -1));
    await page.getByText('Your session has ended').waitFor();
    expect(await page.title()).toBe('expired');
    expect(await titlesOf(page)).toEqual([]);
    await set(await inbox.token('u-2'));
    await page.getByRole('heading', { name: 'For u-2' }).waitFor();
    expect(await titlesOf(page)).toHaveLength(1);
    expect(await page.getByText('Your session has ended').isVisible()).toBe(false);
  });
});

describe.each(LOOKS)('R-10.2 <crier-inbox>, %s', { timeout: PATIENCE_MS }, (name, look) => {
  it('can be read by everyone, and nothing has to be pushed sideways', async () => {
    const [id = ''] = await inbox.cards(...SEEDS);
    await inbox.call(`/v1/inbox/${id}/read`, { method: 'POST', as: await inbox.token() });
    const { page, bell, problems } = await open(look);
    const looked = async (what: string) => {
      if (PICTURES !== undefined) {
        mkdirSync(PICTURES, { recursive: true });
        await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 300)))');
        await page.screenshot({ path: `${PICTURES}/inbox-${what}-${name}.png` });
      }
      expect({ what, found: await browser.findings(page), wide: await browser.isTooWide(page) }).toEqual({
        what,
        found: [],
        wide: false,
      });
    };
    await page.getByRole('button', label('Notifications, 2 new')).waitFor();
    await looked('closed');
    await bell.click();
    await page.getByRole('heading', { name: 'INV-0815' }).waitFor();
    await looked('open');
    expect(problems).toEqual([]);
  });
});
