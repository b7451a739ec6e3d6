import { eraseRecipient, readPreferences } from '@crier/db';
import { type Subscription, unsubscribeLink } from '@crier/domain';
import { describe, expect, it } from 'vitest';
import { SECRETS, useInbox } from '../use-inbox.test-support.js';

const inbox = useInbox();

const linkOf = async (change: Partial<Subscription> = {}, ttlMs = 60_000): Promise<string> => {
  const person = await inbox.personOf('u-1');
  const subscription = { person, category: 'marketing', channel: 'email', ...change } as const;
  const url = new URL(unsubscribeLink(SECRETS, inbox.url(), subscription, Date.now() + ttlMs));
  return url.pathname + url.search;
};
const wishes = async (recipient = 'u-1') =>
  (await readPreferences(inbox.sql(), await inbox.personOf(recipient)))?.categories;
const audits = () => inbox.sql()`SELECT actor, after FROM preference_changes ORDER BY n`;

const ONE_CLICK = 'List-Unsubscribe=One-Click';
const inParts = (): FormData => {
  const form = new FormData();
  form.append('List-Unsubscribe', 'One-Click');
  return form;
};

describe('R-10.3 one-click unsubscribe (RFC 8058)', () => {
  it('opening the link asks and changes nothing: programs open links too', async () => {
    for (const method of ['GET', 'HEAD', 'GET'])
      expect((await inbox.call(await linkOf(), { method })).status).toBe(200);
    const page = await (await inbox.call(await linkOf({ category: 'purchasing' }))).text();
    expect(page).toContain('<form method="post">');
    expect(page).toContain('You will no longer get “Purchasing” by email.');
    expect(page).not.toContain('<script');
    expect(await wishes()).toBeUndefined();
  });

  it.each<[string, () => string | URLSearchParams | FormData | undefined, Record<string, string>]>([
    ['a form, as the button sends it', () => new URLSearchParams(ONE_CLICK), {}],
    ['parts, as RFC 8058 prefers', inParts, {}],
    ['text', () => ONE_CLICK, { 'content-type': 'text/plain' }],
    ['nothing', () => undefined, {}],
  ])('a POST of %s acts, answers 200 and leads nowhere', async (_how, body, headers) => {
    const sent = body();
    const answer = await inbox.call(await linkOf(), {
      method: 'POST',
      headers,
      ...(sent === undefined ? {} : { body: sent }),
    });
    expect([answer.status, answer.headers.get('location'), answer.headers.get('set-cookie')]).toEqual([
      200,
      null,
      null,
    ]);
    expect(await answer.text()).toContain('<h1>You are unsubscribed</h1>');
    expect(await wishes()).toEqual({ marketing: { email: false } });
  });

  it('once more is the same, also twenty at once; R-6.8 it is audited once', async () => {
    const link = await linkOf();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => inbox.call(link, { method: 'POST', body: ONE_CLICK })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await audits()).toEqual([{ actor: 'recipient', after: { categories: { marketing: { email: false } } } }]);
  });

  it('leaves that category on that channel, and nothing that was said before', async () => {
    await inbox.call(await linkOf(), { method: 'POST' });
    await inbox.call(await linkOf({ channel: 'sms' }), { method: 'POST' });
    await inbox.call(await linkOf({ category: 'purchasing' }), { method: 'POST' });
    expect(await wishes()).toEqual({ marketing: { email: false, sms: false }, purchasing: { email: false } });
    expect(await wishes('u-2')).toBeUndefined();
  });

  it('leads to the page where it can be undone', async () => {
    const page = await (await inbox.call(await linkOf({ category: 'purchasing' }), { method: 'POST' })).text();
    const href = /href="([^"]*\/preferences\?token=[^"]+)"/.exec(page)?.[1] ?? '';
    const { pathname, search } = new URL(href.replaceAll('&amp;', '&'));
    expect(await (await inbox.call(pathname + search)).text()).toMatch(/value="purchasing\.email">/);
  });

  it.each(['GET', 'POST'])(
    'R-8.5 %s with a link that is cut, altered, expired or missing: a clear page, 403, and nothing changes',
    async (method) => {
      const good = await linkOf();
      const links = [good.slice(0, -3), good.replace('token=', 'token=x'), '/unsubscribe', await linkOf({}, -1)];
      for (const link of links) {
        const answer = await inbox.call(link, { method });
        expect([answer.status, answer.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8']);
        expect(await answer.text()).toMatch(/<h1>This link (does not work|has expired)<\/h1>/);
      }
      expect(await audits()).toHaveLength(0);
    },
  );

  it('R-6.2 nobody leaves what is mandatory', async () => {
    for (const method of ['GET', 'POST']) {
      const answer = await inbox.call(await linkOf({ category: 'security' }), { method });
      expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('These are always sent')]);
    }
    expect(await audits()).toHaveLength(0);
  });

  it('R-10.7 writes nothing for somebody who was erased', async () => {
    const link = await linkOf({ person: await inbox.personOf('gone') });
    await eraseRecipient(inbox.sql(), 'gone');
    for (const method of ['GET', 'POST']) expect((await inbox.call(link, { method })).status).toBe(403);
    expect(await audits()).toHaveLength(0);
  });
});
