import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Look, useBrowser } from '@crier/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Crier, order, person, startCrier } from './crier.test-support.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const DESKTOP: Look = { width: 1280, height: 900, colorScheme: 'light' };
const LETTERS = 150;
const SECRET = 'a secret of this test';
const LIMIT_PER_SECOND = 50;
/** Several that were held up between permit and call arrive together on a busy machine (as in limit.test.ts). */
const MOST_PER_SECOND = 75;

const browser = useBrowser();
let crier: Crier;
beforeAll(async () => {
  crier = await startCrier({
    processes: true,
    env: {
      EMAIL_PROVIDERS: 'ses',
      CRIER_LINK_SECRET: SECRET,
      SES_RATE_PER_SECOND: String(LIMIT_PER_SECOND),
      ALERT_DEAD_LETTERS: '1000000',
      ALERT_FAILURE_PERCENT: '100',
    },
  });
});
afterAll(() => crier.stop());

/** `crier digest --post`, as an outside cron calls it. */
const postDigest = () =>
  promisify(execFile)(process.execPath, ['apps/cli/bin/crier.js', 'digest', '--post'], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH ?? '',
      DATABASE_URL: crier.databaseUrl,
      REDIS_URL: crier.redisUrl,
      OPS_CHAT_WEBHOOK_URL: `${crier.urls.sandbox}/chat/ops`,
      CRIER_LINK_SECRET: SECRET,
      PUBLIC_URL_BOARD: crier.urls.board,
    },
  });

const fullestSecond = (times: readonly number[]): number =>
  Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length));

describe('from the digest in the chat to the delivered message', () => {
  it('R-8.1 R-8.3 R-8.4 R-8.5 follows the link, logs in, reads a dead letter, replays the group within the provider’s limit', async () => {
    await crier.fault({ provider: 'ses', mode: 'reject' });
    const recipients = Array.from({ length: LETTERS }, (_, n) => person(`dl-${n}`));
    const { json } = await crier.post(order(recipients));
    await crier.settled(json.id, ['dead'], 60_000);
    await crier.clearFaults();
    expect((await postDigest()).stdout).toMatch(/is posted\.$/m);

    const { page } = await browser.open(DESKTOP);
    await page.goto(`${crier.urls.sandbox}/sandbox`);
    await page.getByText(`Daily digest: ${LETTERS} died, ${LETTERS} open`).first().click();
    const link = page.frameLocator('iframe').getByRole('link', { name: `Replay ${LETTERS}` });
    const href = (await link.getAttribute('href')) ?? '';
    expect(href.startsWith(`${crier.urls.board}/replay?token=`)).toBe(true);

    await page.goto(href);
    await page.getByLabel('User').fill('admin');
    await page.getByLabel('Password').fill('admin');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: `Send ${LETTERS} messages now` }).waitFor();

    await page.goto(`${crier.urls.board}/dead-letters?reason=rejected`);
    await page.locator('.letters a').first().click();
    await page.getByText('The provider refused this message for good.').waitFor();
    await page.getByText('MessageRejected').first().waitFor();

    await page.goto(href);
    await page.getByRole('button', { name: `Send ${LETTERS} messages now` }).click();
    await page
      .getByText(/on the way again|are put back/)
      .first()
      .waitFor();
    const { deliveries } = await crier.settled(json.id, ['accepted'], 60_000);
    expect(deliveries).toHaveLength(LETTERS);

    const { messages } = await crier.messages(`provider=ses&limit=${LETTERS}`);
    const times = messages.map(({ at }: { at: string }) => Date.parse(at));
    expect(fullestSecond(times)).toBeLessThanOrEqual(MOST_PER_SECOND);
    expect((await crier.counts()).duplicates).toEqual([]);

    await page.goto(href);
    await page.getByText('There is nothing to send.').waitFor();
    expect(await page.getByRole('button', { name: /^Send/ }).count()).toBe(0);
  }, 240_000);
});
