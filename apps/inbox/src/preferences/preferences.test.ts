import { eraseRecipient, readPreferences, writePreferences } from '@crier/db';
import { preferencesLink } from '@crier/domain';
import { describe, expect, it } from 'vitest';
import { SECRETS, useInbox } from '../use-inbox.test-support.js';

const inbox = useInbox();

const linkOf = async (recipient = 'u-1', ttlMs = 60_000): Promise<string> => {
  const url = new URL(preferencesLink(SECRETS, inbox.url(), await inbox.personOf(recipient), Date.now() + ttlMs));
  return url.pathname + url.search;
};
const pageOf = async (link: string): Promise<string> => (await inbox.call(link)).text();
/** What a browser sends for this page: what is shown, and what is ticked but for these. */
const formOf = (page: string, without: readonly string[] = []): URLSearchParams => {
  const form = new URLSearchParams();
  for (const [input] of page.matchAll(/<input [^>]+>/g)) {
    const value = /value="([^"]*)"/.exec(input)?.[1] ?? '';
    if (input.includes('name="shown"')) form.append('shown', value);
    else if (input.includes('name="was"')) form.append('was', value);
    else if (input.includes(' checked') && !input.includes(' disabled') && !without.includes(value))
      form.append('on', value);
  }
  return form;
};
const save = (link: string, body: URLSearchParams) => inbox.call(link, { method: 'POST', body });
const wishes = async (recipient = 'u-1') =>
  (await readPreferences(inbox.sql(), await inbox.personOf(recipient)))?.categories;
const audits = () => inbox.sql()`SELECT actor, before, after FROM preference_changes ORDER BY n`;

describe('R-10.3 the preference page', () => {
  it('shows every category with its channels, all on at first, the mandatory ones fixed', async () => {
    const page = await pageOf(await linkOf());
    for (const title of ['Purchasing', 'Billing', 'Logistics', 'Security'])
      expect(page).toContain(`<legend>${title}</legend>`);
    expect(page).toContain('A purchase order was approved');
    expect(page).toMatch(/value="purchasing\.email" checked>/);
    expect(page).toMatch(/value="security\.email" checked disabled>/);
    expect(page).not.toContain('name="shown" value="security.email"');
    expect(page).not.toContain('<script');
    expect(page).not.toContain('Saved');
  });

  it('offers every channel that a type of the category has texts for, not only where it goes by itself', async () => {
    const page = await pageOf(await linkOf());
    for (const channel of ['email', 'sms', 'whatsapp', 'push', 'inapp'])
      expect(page).toContain(`name="shown" value="purchasing.${channel}"`);
    for (const channel of ['email', 'sms', 'push', 'inapp'])
      expect(page).toContain(`name="shown" value="billing.${channel}"`);
    expect(page).not.toContain('billing.whatsapp');
  });

  it('saves what was chosen, says so, and keeps it; R-6.8 who did it stands in the audit', async () => {
    const link = await linkOf();
    const answer = await save(link, formOf(await pageOf(link), ['purchasing.email']));
    expect(answer.status).toBe(200);
    const saved = await answer.text();
    expect(saved).toContain('<strong>Saved.</strong>');
    expect(saved).toMatch(/value="purchasing\.email">/);
    expect(await wishes()).toEqual({ purchasing: { email: false } });
    expect(await pageOf(link)).toMatch(/value="purchasing\.email">/);

    const back = formOf(await pageOf(link));
    back.append('on', 'purchasing.email');
    await save(link, back);
    expect(await wishes()).toEqual({ purchasing: { email: true } });
    expect(await audits()).toMatchObject([
      { actor: 'recipient', before: null, after: { categories: { purchasing: { email: false } } } },
      { actor: 'recipient', after: { categories: { purchasing: { email: true } } } },
    ]);
  });

  it('does not undo what was said elsewhere while it lay open', async () => {
    const link = await linkOf();
    const open = formOf(await pageOf(link), ['billing.email']);
    await writePreferences(
      inbox.sql(),
      await inbox.personOf('u-1'),
      { categories: { purchasing: { email: false } } },
      'unsubscribe',
    );
    await save(link, open);
    expect(await wishes()).toEqual({ purchasing: { email: false }, billing: { email: false } });
  });

  it('changes nothing that was not on it, nothing mandatory, and nobody else’s', async () => {
    const link = await linkOf();
    const form = new URLSearchParams({ shown: 'security.email' });
    form.append('shown', 'made_up.email');
    for (const body of [new URLSearchParams(), form, formOf(await pageOf(link))])
      expect((await save(link, body)).status).toBe(200);
    expect(await wishes()).toBeUndefined();
    await save(link, formOf(await pageOf(link), ['billing.email']));
    expect(await wishes('u-2')).toBeUndefined();
    expect(await audits()).toHaveLength(1);
  });

  it.each(['GET', 'POST'])(
    'R-8.5 %s with a link that is cut, altered, expired or missing: a clear page, 403, and nothing changes',
    async (method) => {
      const good = await linkOf();
      const links = [
        good.slice(0, -3),
        good.replace('token=', 'token=x'),
        '/preferences',
        '/preferences?token=a&token=b',
        await linkOf('u-1', -1),
      ];
      for (const link of links) {
        const body = method === 'POST' ? { body: new URLSearchParams({ shown: 'purchasing.email' }) } : {};
        const answer = await inbox.call(link, { method, ...body });
        expect([answer.status, answer.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8']);
        expect(await answer.text()).toMatch(/<h1>This link (does not work|has expired)<\/h1>/);
      }
      expect(await audits()).toHaveLength(0);
      const program = await inbox.call('/preferences', { headers: { accept: 'application/problem+json' } });
      expect(await program.json()).toMatchObject({ status: 403, code: 'forbidden' });
    },
  );

  it('R-10.7 is nobody’s when the person was erased', async () => {
    const link = await linkOf('gone');
    const form = formOf(await pageOf(link), ['purchasing.email']);
    await eraseRecipient(inbox.sql(), 'gone');
    expect((await inbox.call(link)).status).toBe(403);
    expect((await save(link, form)).status).toBe(403);
    expect(await audits()).toHaveLength(0);
  });

  it('is kept by nobody, framed by nobody, and tells nobody its address', async () => {
    const { headers } = await inbox.call(await linkOf());
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });
});
