import { mkdirSync } from 'node:fs';
import { loadDeliveries, openIncident } from '@crier/db';
import { type Look, useBrowser } from '@crier/testkit';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { OPERATOR, useBoard, VIEWER } from '../use-board.test-support.js';

const board = useBoard();
const browser = useBrowser();
const DESKTOP = { width: 1280, height: 900, colorScheme: 'light' } as const;
const PHONE = { width: 390, height: 844, colorScheme: 'light' } as const;
/** Each width and each scheme once: what fits hangs on the one, what can be read on the other. */
const LOOKS: [string, Look][] = [
  ['desktop, light', DESKTOP],
  ['phone, dark', { ...PHONE, colorScheme: 'dark' }],
];
/** A browser on a busy machine takes its time. */
const PATIENCE_MS = 120_000;
/** Where pictures go, if they are asked for: they are looked at by people, not compared. */
const PICTURES = process.env.CRIER_TEST_PICTURES;

const login = async (page: Page, path: string, user: { name: string; password: string } = OPERATOR): Promise<void> => {
  await page.goto(board.url() + path);
  await page.getByLabel('User').fill(user.name);
  await page.getByLabel('Password').fill(user.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(board.url() + path);
};

/** Goes to an element with the Tab key alone. */
const tabTo = async (page: Page, name: string): Promise<void> => {
  const target = page
    .getByRole('button', { name, exact: true })
    .or(page.getByRole('link', { name, exact: true }))
    .or(page.getByRole('checkbox', { name, exact: true }));
  for (let n = 0; n < 80; n++) {
    await page.keyboard.press('Tab');
    if ((await target.first().and(page.locator(':focus')).count()) > 0) return;
  }
  throw new Error(`the Tab key does not reach ${name}`);
};

let picture: (page: Page, name: string) => Promise<void>;
beforeEach(() => {
  picture = async (page, name) => {
    if (PICTURES === undefined) return;
    mkdirSync(PICTURES, { recursive: true });
    for (const frame of await page.locator('iframe').all())
      await (await (await frame.elementHandle())?.contentFrame())?.waitForLoadState('load');
    // What is out of sight is not painted: the window grows to the page, and two frames are drawn.
    const window = page.viewportSize() ?? DESKTOP;
    await page.setViewportSize({
      ...window,
      height: await page.evaluate<number>('document.documentElement.scrollHeight'),
    });
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    await page.screenshot({ path: `${PICTURES}/${name}.png` });
    await page.setViewportSize(window);
  };
});

/** As an operator sees it who asked for it in full. */
const reveal = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Show it in full' }).click();
  await page.frameLocator('iframe.message').getByText('PO-2207').first().waitFor();
};

const seed = async (): Promise<{ throttled: string; broken: string; unknown: string }> => {
  const [throttled = ''] = await board.letters(4, { reason: 'throttled', entityId: 'PO-2207' });
  const unknown = await board.letter({
    reason: 'unknown_outcome',
    type: 'invoice.issued',
    entityId: 'INV-0815',
    minutesAgo: 200,
  });
  const data = { requestedAt: '2026-11-30T08:15:00Z', resetUrl: 'https://erp.example/r?token=hush' };
  const broken = await board.letter({ reason: 'template_error', type: 'password.reset', entityId: 'U-31', data });
  await board.letter({
    reason: 'bad_address',
    type: 'delivery_order.issued',
    entityId: 'DO-77',
    minutesAgo: 60 * 24 * 9,
    expired: true,
  });
  return { throttled, broken, unknown };
};

describe('R-8.10 the way from the list to a replay', { timeout: PATIENCE_MS }, () => {
  it('is walked with the keyboard alone', async () => {
    const { throttled } = await seed();
    const { page, problems } = await browser.open(DESKTOP);
    await login(page, '/dead-letters?reason=throttled');
    await tabTo(page, 'purchase_order PO-2207');
    await page.keyboard.press('Enter');
    await page.waitForURL(/dead-letters\/[0-9a-f-]{36}$/);
    const id = page.url().split('/').at(-1) as string;
    await tabTo(page, 'Send it again');
    await page.keyboard.press('Enter');
    await page.getByText('1 message is on the way again.').waitFor();
    expect(await loadDeliveries(board.sql(), [id])).toMatchObject([{ state: 'queued' }]);
    expect(await board.jobState('email.transactional', id)).toBe('waiting');

    await page.goto(`${board.url()}/dead-letters?reason=throttled`);
    await tabTo(page, 'Replay purchase_order PO-2207');
    await page.keyboard.press('Space');
    await tabTo(page, 'Replay all throttled…');
    await page.keyboard.press('Enter');
    await page.getByText('will be sent').waitFor();
    await tabTo(page, 'Send 3 messages now');
    await page.keyboard.press('Enter');
    await page.getByText('3 messages are on the way again.').waitFor();
    expect((await loadDeliveries(board.sql(), [throttled]))[0]?.state).toBe('queued');
    expect(problems).toEqual([]);
  });

  it('R-8.3b asks for a tick before what may already have arrived is sent', async () => {
    const { unknown } = await seed();
    const { page } = await browser.open(DESKTOP);
    await login(page, `/dead-letters/${unknown}`);
    const send = page.getByRole('button', { name: 'Send it again all the same' });
    await send.click();
    expect(page.url()).toBe(`${board.url()}/dead-letters/${unknown}`);
    await page.getByLabel('a second copy is acceptable').check();
    await send.click();
    await page.getByText('1 message is on the way again.').waitFor();
  });

  it('shows the message itself in its frame, which runs and loads nothing', async () => {
    const { throttled } = await seed();
    const { page } = await browser.open(DESKTOP);
    const elsewhere: string[] = [];
    page.on('request', (request) => !request.url().startsWith(board.url()) && elsewhere.push(request.url()));
    await login(page, `/dead-letters/${throttled}`);
    await reveal(page);
    expect(elsewhere.filter((url) => !url.startsWith('about:') && !url.startsWith('data:'))).toEqual([]);
  });

  it('leads to Bull Board, whose page asks nobody else for anything', async () => {
    const { page, problems } = await browser.open(DESKTOP);
    await login(page, '/queues');
    await page.getByText('email').first().waitFor();
    expect(problems).toEqual([]);
  });

  it('shows a viewer nothing to press', async () => {
    const { throttled } = await seed();
    const { page } = await browser.open(PHONE);
    await login(page, `/dead-letters/${throttled}`, VIEWER);
    expect(await page.getByRole('button').allTextContents()).toEqual(['Log out']);
    await page.goto(`${board.url()}/dead-letters`);
    expect(await page.getByRole('checkbox').count()).toBe(0);
  });
});

describe.each(LOOKS)('R-8.10 on a %s', { timeout: PATIENCE_MS }, (name, look) => {
  const file = (what: string) => `${what}-${name.replace(', ', '-')}`;

  it('every page can be read by everyone, and nothing has to be pushed sideways', async () => {
    const { throttled, broken, unknown } = await seed();
    const { page, problems } = await browser.open(look);
    await login(page, '/dead-letters');
    const run = await board.sql()<{ n: string }[]>`
      INSERT INTO audit_log (actor, action, subject, detail) VALUES ('olga', 'replay_started', 'all', '{"planned": 9000}') RETURNING n`;
    const late = { value: 61.5, limit: 60, unit: 's' };
    await openIncident(board.sql(), {
      rule: 'breaker_open',
      subject: 'ses',
      detail: { failures: 10 },
      actor: 'sender',
    });
    await openIncident(board.sql(), {
      rule: 'oldest_message_too_old',
      subject: 'bulk',
      detail: late,
      actor: 'scheduler',
    });
    const paths: Record<string, string> = {
      overview: '/',
      list: '/dead-letters',
      letter: `/dead-letters/${throttled}`,
      unknown: `/dead-letters/${unknown}`,
      broken: `/dead-letters/${broken}`,
      ask: '/dead-letters/replay?all=1',
      run: `/dead-letters/replays/${run[0]?.n}`,
      nothing: '/dead-letters?type=none',
    };
    for (const [what, path] of Object.entries(paths)) {
      await page.goto(board.url() + path);
      await picture(page, file(what));
      expect({ what, found: await browser.findings(page), wide: await browser.isTooWide(page) }).toEqual({
        what,
        found: [],
        wide: false,
      });
    }
    await page.goto(`${board.url()}/dead-letters/${throttled}`);
    await reveal(page);
    await picture(page, file('revealed'));
    expect(await browser.findings(page)).toEqual([]);
    expect(await browser.isTooWide(page)).toBe(false);
    await board.sql()`DELETE FROM dead_letters`;
    await page.goto(`${board.url()}/dead-letters`);
    await picture(page, file('empty'));
    expect(await browser.findings(page)).toEqual([]);
    expect(problems).toEqual([]);
  });
});
