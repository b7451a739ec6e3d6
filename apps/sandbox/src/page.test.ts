import { useBrowser } from '@crier/testkit';
import { describe, expect, it } from 'vitest';
import { useSandbox } from './testing/use-sandbox.js';

const sandbox = useSandbox();
const browser = useBrowser();
const DESK = { width: 1280, height: 800, colorScheme: 'light' } as const;
const HAND = { width: 390, height: 844, colorScheme: 'dark' } as const;
/** axe reads every style of the page: seconds on a machine that is busy. */
const PATIENT = { timeout: 180_000 };
const TEXT = 'PO-4482 स्वीकृत भयो https://crier.example.com/d/4f9a2';
const BEARER = { authorization: 'Bearer any' };

const sms = () => {
  const fields = { To: '+9779800000001', From: '+15005550006', Body: TEXT };
  const path = '/twilio/2010-04-01/Accounts/AC1/Messages.json';
  return sandbox.call('POST', path, new URLSearchParams(fields).toString(), { authorization: 'Basic YTpi' });
};
const whatsapp = () => {
  const parameters = [{ type: 'text', text: TEXT }];
  const template = { name: 'approved', language: { code: 'ne' }, components: [{ type: 'body', parameters }] };
  const message = { messaging_product: 'whatsapp', to: '9779800000001', type: 'template', template };
  return sandbox.call('POST', '/whatsapp/v23.0/1/messages', JSON.stringify(message), BEARER);
};
const push = (notification: object | undefined) => () =>
  sandbox.call(
    'POST',
    '/fcm/v1/projects/p/messages:send',
    JSON.stringify({ message: { token: 't', notification } }),
    BEARER,
  );

/** How a message is sent, what the list shows of it, and what the phone shows. */
const CASES: readonly (readonly [send: () => Promise<unknown>, listed: string, shown: RegExp])[] = [
  [sms, TEXT, new RegExp(`^Messages.*${TEXT}`)],
  [whatsapp, TEXT, new RegExp(`^WhatsApp.*${TEXT}`)],
  [push({ title: 'Approved', body: 'PO-4482' }), 'Approved · PO-4482', /Crier.*Approved.*PO-4482$/],
  [push(undefined), '(silent)', /nothing is shown\.$/],
];

describe('the page', () => {
  it.each([DESK, HAND])('shows each channel’s messages as a phone does, to everybody, at %j', PATIENT, async (look) => {
    for (const [send] of CASES) await send();
    const { messages } = await sandbox.messages();
    const { page, problems } = await browser.open(look);
    await page.goto(`${sandbox.url()}/sandbox`);
    await page
      .locator('#list li')
      .nth(CASES.length - 1)
      .waitFor();
    expect(await page.locator('.item-subject').allTextContents()).toEqual(CASES.map(([, listed]) => listed).reverse());
    expect(await browser.findings(page)).toEqual([]);
    for (const [n, [, , shown]] of CASES.entries()) {
      await page.goto(`${sandbox.url()}/sandbox#/messages/${messages[CASES.length - 1 - n].id}`);
      await page.locator('.phone').filter({ hasText: shown }).waitFor();
      expect(await browser.findings(page)).toEqual([]);
      expect(await browser.isTooWide(page)).toBe(false);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('lets a fault be added with the vendor’s own code', PATIENT, async () => {
    const { page, problems } = await browser.open(HAND);
    await page.goto(`${sandbox.url()}/sandbox`);
    await page.locator('#add-fault').click();
    await page.locator('#fault-mode').selectOption('reject');
    await page.locator('#fault-provider').selectOption('twilio');
    await page.locator('#fault-code').fill('21610');
    expect(await browser.findings(page)).toEqual([]);
    expect(await browser.isTooWide(page)).toBe(false);
    await page.locator('#fault-form button[type=submit]').click();
    await page.getByText('twilio: reject').waitFor();
    expect((await sandbox.call('GET', '/sandbox/faults')).json.faults).toMatchObject([
      { provider: 'twilio', mode: 'reject', code: '21610' },
    ]);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
