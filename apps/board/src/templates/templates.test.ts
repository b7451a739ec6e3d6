import { mkdirSync } from 'node:fs';
import { type Look, useBrowser } from '@crier/testkit';
import { beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR, useBoard, VIEWER } from '../use-board.test-support.js';

const board = useBoard();
const browser = useBrowser();
/** Each width and each scheme once: what fits hangs on the one, what can be read on the other. */
const LOOKS: [string, Look][] = [
  ['desktop, light', { width: 1280, height: 900, colorScheme: 'light' }],
  ['phone, dark', { width: 390, height: 844, colorScheme: 'dark' }],
];
const PATIENCE_MS = 120_000;
/** Where pictures go, if they are asked for: they are looked at by people, not compared. */
const PICTURES = process.env.CRIER_TEST_PICTURES;

let session: string;
beforeAll(async () => {
  session = await board.login(VIEWER);
});
const show = async (query: string) => {
  const answer = await board.call(`/templates${query}`, { as: session });
  return { status: answer.status, page: await answer.text() };
};

describe('R-7.5 the page of templates', () => {
  it('R-7.5 shows all channels of a type side by side, in the language chosen', async () => {
    const { status, page } = await show('?type=purchase_order.approved&locale=ne');
    expect(status).toBe(200);
    expect(page).toContain(
      '<strong>खरिद आदेश PO-2207 स्वीकृत: Łódź Glass &lt;Poland&gt; Sp. z o.o.लाई EUR १,२२६.००</strong>',
    );
    for (const channel of ['Email', 'SMS', 'WhatsApp', 'Push', 'Inbox card'])
      expect(page).toContain(`>${channel}</h2>`);
    expect(page).toMatch(/Billed by the segment: 1 segment, \d+ code units of UCS-2, because of/);
    expect(page).toContain('because of <span lang="ne">ख</span>');
    expect(page.match(/<iframe sandbox srcdoc=/g)).toHaveLength(2);
    expect(page.match(/default-src &#39;none&#39;/g)).toHaveLength(2);
  });

  it('shows the first type in its default language, and every other as a choice', async () => {
    const { page } = await show('');
    expect(page).toContain('<option value="delivery.updated" selected>');
    expect(page).toContain('<option value="en" selected>English (en)</option>');
    expect(page).toContain('<option value="ar">Arabic (ar)</option>');
    expect((await show('?type=invoice.issued&locale=xx')).page).toContain('<option value="en" selected>');
    expect((await show('?type=nothing')).status).toBe(404);
  });

  it('lets nobody in who is not logged in', async () => {
    expect((await board.call('/templates')).status).toBe(302);
  });

  it.each(LOOKS)(
    'R-7.5 works on a %s: nothing is cut off, axe finds nothing',
    { timeout: PATIENCE_MS },
    async (name, look) => {
      const { page, problems } = await browser.open(look);
      await page.goto(`${board.url()}/templates?type=invoice.issued&locale=ar`);
      await page.getByLabel('User').fill(OPERATOR.name);
      await page.getByLabel('Password').fill(OPERATOR.password);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Inbox card' }).waitFor();
      expect(await browser.isTooWide(page)).toBe(false);
      expect(await browser.findings(page)).toEqual([]);
      if (PICTURES !== undefined) {
        mkdirSync(PICTURES, { recursive: true });
        await page.screenshot({ path: `${PICTURES}/templates-${name.replace(', ', '-')}.png`, fullPage: true });
      }
      await page.getByLabel('Language').selectOption('en');
      await page.getByLabel('Type').selectOption('stock.low');
      await page.getByRole('button', { name: 'Show' }).click();
      await page.getByText('Stock of GL-0.33 low: 1,480 pcs at Berlin, Halle 3', { exact: true }).waitFor();
      expect(problems).toEqual([]);
    },
  );
});
