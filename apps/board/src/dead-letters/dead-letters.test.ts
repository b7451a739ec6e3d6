import { DEAD_REASONS } from '@crier/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { OPERATOR, useBoard, VIEWER } from '../use-board.test-support.js';

const board = useBoard();
let as: string;
beforeEach(async () => {
  as = await board.login(OPERATOR);
});

const page = async (path: string, who = as): Promise<string> => (await board.call(path, { as: who })).text();
const post = async (path: string, fields: Record<string, string>, who = as): Promise<Response> =>
  board.call(path, {
    method: 'POST',
    as: who,
    form: { csrf: await board.csrf(who, path.replace(/\/\w+$/, '')), ...fields },
  });

const revealed = async (id: string): Promise<string> => (await post(`/dead-letters/${id}/reveal`, {})).text();

describe('R-8.1 the list', () => {
  it('says what it means that nothing is open', async () => {
    const empty = await page('/dead-letters');
    expect(empty).toContain('No dead letter is open');
    expect(empty).toContain('appears here, with the reason and what to do');
    expect(empty).not.toContain('<form class="filter"');
  });

  it('counts by reason in plain words, and names what, to whom, when and why', async () => {
    await board.letters(3, { reason: 'throttled', entityId: 'PO-1' });
    const id = await board.letter({ reason: 'bad_address', type: 'invoice.issued', entityId: 'INV-7', minutesAgo: 90 });
    const list = await page('/dead-letters');
    expect(list).toMatch(/<p class="count">3<\/p>\s*<div>\s*<h3><a[^>]*>The provider throttled us/);
    expect(list).toContain(DEAD_REASONS.bad_address.remedy);
    expect(list).toContain(`<a href="/dead-letters/${id}">invoice INV-7</a> <span class="soft">invoice.issued</span>`);
    expect(list).toMatch(/to u-1 by email · <time datetime="/);
    expect(list).toContain('<code>bad_address</code> <span class="soft">ses Throttling</span>');
    expect(list).not.toContain('@example.com');
  });

  it('is narrowed by reason, type and age, and says when nothing matches', async () => {
    const old = await board.letter({ reason: 'rejected', type: 'invoice.issued', minutesAgo: 60 * 30 });
    const fresh = await board.letter({ reason: 'throttled' });
    const shown = async (query: string) => {
      const list = await page(`/dead-letters?${query}`);
      return [old, fresh].filter((id) => list.includes(`/dead-letters/${id}"`));
    };
    expect(await shown('')).toEqual([old, fresh]);
    expect(await shown('reason=rejected')).toEqual([old]);
    expect(await shown('type=invoice.issued')).toEqual([old]);
    expect(await shown('age=24h')).toEqual([fresh]);
    expect(await shown('reason=throttled&type=invoice.issued')).toEqual([]);
    expect(await page('/dead-letters?reason=nothing&age=%00')).toContain('2 dead letters are open, but none');
  });

  it('leads page by page through all of them', async () => {
    const ids = await board.letters(120, { reason: 'throttled' });
    const seen = new Set<string>();
    for (let path: string | undefined = '/dead-letters?reason=throttled'; path !== undefined; ) {
      const list: string = await page(path);
      for (const [, id] of list.matchAll(/<a href="\/dead-letters\/([0-9a-f-]{36})"/g)) seen.add(id as string);
      path = /href="([^"]+)">Older/.exec(list)?.[1]?.replaceAll('&amp;', '&');
    }
    expect([...seen].sort()).toEqual([...ids].sort());
  });

  it('R-8.3a says which of them are put back by themselves', async () => {
    await board.letter({ reason: 'throttled' });
    expect(await page('/dead-letters')).toMatch(/by itself at \d\d:\d\d UTC/);
    await board.sql()`DELETE FROM dead_letters`;
    await board.letter({ reason: 'throttled', expired: true });
    expect(await page('/dead-letters')).not.toContain('by itself');
  });

  it('R-8.2 a viewer sees it all and has nothing to press', async () => {
    await board.letters(2, { reason: 'throttled' });
    const list = await page('/dead-letters', await board.login(VIEWER));
    expect(list).toContain('throttled us');
    expect(list).not.toMatch(/checkbox|Replay all|Replay the chosen/);
  });

  it.each(['/dead-letters', '/dead-letters/replay?all=1', '/dead-letters/replays/1', '/replay?token=x'])(
    'is behind the login: %s',
    async (path) => {
      const answer = await board.call(path);
      expect(answer.status).toBe(302);
      expect(answer.headers.get('location')).toBe(`/login?next=${encodeURIComponent(path)}`);
    },
  );
});

describe('R-8.1 one dead letter', () => {
  it('tells its story: the reason and what to do, every attempt, and the message as it would go out', async () => {
    const id = await board.letter({ reason: 'throttled', type: 'invoice.issued', entityId: 'INV-7' });
    const story = await page(`/dead-letters/${id}`);
    expect(story).toContain(DEAD_REASONS.throttled.plain);
    expect(story).toContain(DEAD_REASONS.throttled.remedy);
    expect(story).toContain('<code>Throttling</code> Maximum sending rate exceeded.');
    expect(await revealed(id)).toMatch(/<dt>Subject<\/dt><dd><strong>[^<]*INV-7/);
    expect(story).toMatch(/It is put back by itself at <time .*\(1 of 2\)/);
    expect(story).toContain('It would be sent at once');
  });

  it('shows the HTML in a frame that runs and loads nothing', async () => {
    const story = await revealed(await board.letter({ reason: 'throttled' }));
    const [, frame = ''] = /<iframe class="message" sandbox srcdoc="([^"]*)"/.exec(story) ?? [];
    expect(frame).toContain('Content-Security-Policy&quot; content=&quot;default-src &#39;none&#39;');
    expect(frame).toContain('&lt;/html&gt;');
  });

  it('masks the recipient until an operator asks, which is written down', async () => {
    const id = await board.letter({ reason: 'throttled' });
    const masked = await page(`/dead-letters/${id}`);
    expect(masked).toContain('<code>u***@example.com</code>');
    expect(masked).not.toMatch(/u-1@example\.com|Asha/);
    const answer = await post(`/dead-letters/${id}/reveal`, {});
    expect(answer.status).toBe(200);
    expect(await answer.text()).toMatch(/u-1@example\.com[\s\S]*Asha Gurung/);
    expect(await board.audits()).toMatchObject([{ actor: OPERATOR.name, action: 'recipient_revealed', subject: id }]);
    expect((await board.call(`/dead-letters/${id}/reveal`, { as })).status).toBe(404);
  });

  it('shows template, line, expression, version and data of one that could not be rendered, no secret among them', async () => {
    const data = { resetUrl: 'https://erp.example/reset?token=hush', extra: { note: 'seen' } };
    const id = await board.letter({ reason: 'template_error', type: 'password.reset', data });
    const story = await page(`/dead-letters/${id}`);
    expect(story).toMatch(/<dt>Template<\/dt><dd><code>password\.reset\/email\.en\.\w+\.hbs<\/code>/);
    expect(story).toMatch(/<dt>Line<\/dt><dd>\d+<\/dd>[\s\S]*<dt>Expression<\/dt><dd><code>.+<\/code>/);
    expect(story).not.toMatch(/hush|seen/);
    const all = await revealed(id);
    expect(all).toContain('&quot;note&quot;: &quot;seen&quot;');
    expect(all).not.toContain('hush');
  });

  it('shows no secret in a message that can be rendered, revealed or not', async () => {
    const id = await board.letter({ reason: 'throttled', type: 'password.reset' });
    const story = await revealed(id);
    expect(story).toContain('••••••');
    for (const shown of [await page(`/dead-letters/${id}`), story])
      expect(shown).not.toMatch(/reset[/?=][\w-]*token|token=/i);
  });

  it('an inline address is corrected for this message, under the operator’s name, and no other text is taken', async () => {
    const id = await board.letter({ reason: 'bad_address' });
    const answer = await post(`/dead-letters/${id}/address`, { address: ' New@Example.COM ' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/dead-letters/${id}`]);
    const [row] = await board.sql()`SELECT address FROM deliveries WHERE id = ${id}`;
    expect(row?.address).toBe('new@example.com');
    const audits = await board.audits();
    expect(audits).toMatchObject([{ actor: OPERATOR.name, action: 'address_corrected', subject: id }]);
    expect(JSON.stringify(audits)).not.toContain('@example');
    expect((await post(`/dead-letters/${id}/address`, { address: 'nobody' })).status).toBe(422);
  });

  it('says where a replay goes when the directory knows better', async () => {
    const id = await board.letter({ reason: 'bad_address', inline: false });
    await board.sql()`INSERT INTO recipients (id, email) VALUES ('u-1', 'new@example.com')`;
    const story = await page(`/dead-letters/${id}`);
    expect(story).toContain('<code>n***@example.com</code>: a replay goes there');
    expect(story).not.toContain('<summary>Correct the address');
    await board.sql()`DELETE FROM recipients`;
  });

  it.each(['throttled', 'template_error'])(
    'R-8.10 of %s shows nobody’s number, name or address before an operator asks, nor ever to a viewer',
    async (reason) => {
      const person = { name: 'Bimala Rai', phone: '+977 9801234567', email: 'bimala@example.org' };
      const type = reason === 'throttled' ? undefined : 'password.reset';
      const fixture = type === undefined ? board.fixture('purchase_order.approved') : {};
      const id = await board.letter({ reason, ...(type && { type }), data: { ...fixture, contact: person } });
      const known = /Bimala|9801234567|bimala|Asha|u-1@example/;
      expect(await page(`/dead-letters/${id}`)).not.toMatch(known);
      const viewer = await board.login(VIEWER);
      expect(await page(`/dead-letters/${id}`, viewer)).not.toMatch(known);
      expect(await page('/dead-letters', viewer)).not.toMatch(known);
      for (const value of Object.values(person)) expect(await revealed(id)).toContain(value);
      expect((await board.audits()).map(({ action }) => action)).toContain('recipient_revealed');
    },
  );

  it('R-8.2 a viewer reads it masked and can press nothing', async () => {
    const viewer = await board.login(VIEWER);
    const id = await board.letter({ reason: 'throttled' });
    const story = await page(`/dead-letters/${id}`, viewer);
    expect(story).toContain('an operator can replay it');
    expect(story).not.toMatch(/<button>(?!Log out)|name="csrf"/);
    for (const action of ['reveal', 'address'])
      expect((await board.call(`/dead-letters/${id}/${action}`, { method: 'POST', as: viewer, form: {} })).status).toBe(
        403,
      );
  });

  it.each(['reveal', 'address'])(
    'does nothing without the proof that the form is of this session: %s',
    async (action) => {
      const id = await board.letter({ reason: 'throttled' });
      const other = await board.csrf(await board.login(VIEWER), `/dead-letters/${id}`);
      for (const csrf of ['', 'x', other]) {
        const form = { csrf, address: 'new@example.com' };
        expect((await board.call(`/dead-letters/${id}/${action}`, { method: 'POST', as, form })).status).toBe(403);
      }
      expect(await board.audits()).toEqual([]);
    },
  );

  it.each(['0193a1b2-0000-8000-8000-000000000000', 'no-id', '%00', '..%2f..'])(
    'is 404 for what is not there: %s',
    async (id) => {
      expect((await board.call(`/dead-letters/${id}`, { as })).status).toBe(404);
    },
  );
});
