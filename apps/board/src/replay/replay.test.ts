import { loadDeliveries, readOpenDeadLetters, recordAccepted } from '@crier/db';
import { signLink } from '@crier/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { OPERATOR, useBoard, VIEWER } from '../use-board.test-support.js';

const board = useBoard();
let as: string;
beforeEach(async () => {
  as = await board.login(OPERATOR);
});

type Fields = readonly (readonly [string, string])[];
const QUEUE = 'email.transactional';
const page = async (path: string, who = as): Promise<string> => (await board.call(path, { as: who })).text();
const statesOf = async (ids: readonly string[]) => (await loadDeliveries(board.sql(), ids)).map(({ state }) => state);
const waiting = () => board.queues().get(QUEUE).getWaitingCount();

/** Posts a replay as a form of this session would; the answer is the redirect to its run, or a refusal. */
const post = async (fields: Fields, who = as): Promise<Response> => {
  const csrf = await board.csrf(who, '/dead-letters/replay?all=1');
  return board.call('/dead-letters/replay', { method: 'POST', as: who, form: [['csrf', csrf], ...fields] });
};

/** Posts it and reads the page that it leads to. */
const replay = async (fields: Fields): Promise<string> => {
  const answer = await post(fields);
  expect(answer.status).toBe(303);
  return page(answer.headers.get('location') ?? '');
};

/** Something is open, so that the page that asks has a form to take the proof from. */
const other = () => board.letter({ reason: 'stalled' });

describe('R-8.3 the page that asks', () => {
  it('says what would become of each now, and changes nothing', async () => {
    const ids = await board.letters(4, { reason: 'throttled' });
    await board.letter({ reason: 'throttled', expired: true });
    await board.letters(2, { reason: 'unknown_outcome' });
    await board.sql()`INSERT INTO attempts (id, seq, result) SELECT ${ids[0] as string}, n, 'replayed' FROM generate_series(10, 12) AS n`;
    const ask = await page('/dead-letters/replay?all=1');
    const says = (n: number, words: string) => expect(ask).toMatch(new RegExp(`<strong>${n}</strong> <span>${words}`));
    says(3, 'will be sent');
    says(1, 'have expired');
    says(1, 'have been replayed as often as is allowed');
    says(2, 'may already have arrived');
    expect(ask).toContain('Send 3 messages now');
    expect(await page('/dead-letters/replay?reason=throttled')).toContain('Send 3 messages now');
    expect(await statesOf(ids)).toEqual(Array(4).fill('dead'));
    expect(await board.audits()).toEqual([]);
  });

  it('says what would not be sent and how to lift it, and leaves it open', async () => {
    const [listed = '', out = '', fine = ''] = await board.letters(3, { reason: 'rejected' });
    const sql = board.sql();
    await sql`TRUNCATE suppressions, preferences`;
    const [entry] = await sql`
      INSERT INTO suppressions (channel, address, reason, evidence_at)
      SELECT channel, address, 'hard_bounce', now() FROM deliveries WHERE id = ${listed} RETURNING id`;
    const category = board.categoryOf('purchase_order.approved');
    await sql`
      INSERT INTO preferences (person, categories)
      SELECT person, jsonb_build_object(${category}::text, jsonb_build_object('email', false)) FROM deliveries WHERE id = ${out}`;
    const group = await page('/dead-letters/replay?reason=rejected');
    expect(group).toMatch(/1<\/strong> <span>go to an address on the suppression list/);
    expect(group).toMatch(/1<\/strong> <span>are for people who have opted out/);
    expect(group).toContain('curl -X DELETE');
    expect(await page(`/dead-letters/replay?ids=${listed}&ids=${fine}`)).toContain(`(entry <code>${entry?.id}</code>)`);
    const alone = await page(`/dead-letters/${listed}`);
    expect(alone).toContain(`/v1/suppressions/${entry?.id}`);
    expect(alone).toContain('Correct the address');
    expect(alone).not.toContain('Send it again');
    expect(await page(`/dead-letters/${out}`)).toContain('has opted out of such messages since');
    expect(await replay([['reason', 'rejected']])).toContain('1 message is on the way again.');
    expect(await statesOf([fine])).toEqual(['queued']);
    expect([...(await readOpenDeadLetters(sql, [listed, out])).keys()].sort()).toEqual([listed, out].sort());
    await sql`TRUNCATE suppressions, preferences`;
  });

  it('R-6.2 never offers to lift what people have put there themselves', async () => {
    const [left = '', fine = ''] = await board.letters(2, { reason: 'rejected' });
    const sql = board.sql();
    await sql`TRUNCATE suppressions, preferences`;
    const [entry] = await sql`
      INSERT INTO suppressions (channel, address, reason, evidence_at)
      SELECT channel, address, 'unsubscribed', now() FROM deliveries WHERE id = ${left} RETURNING id`;
    for (const path of ['?all=1', '?reason=rejected', `?ids=${left}&ids=${fine}`]) {
      const group = await page(`/dead-letters/replay${path}`);
      expect(group).toMatch(/1<\/strong> <span>are for people who have opted out/);
      expect(group).not.toContain('/v1/suppressions');
    }
    const alone = await page(`/dead-letters/${left}`);
    expect(alone).toContain('has opted out of such messages since');
    for (const offer of ['/v1/suppressions', entry?.id, 'Correct the address', 'Send it again'])
      expect(alone).not.toContain(offer);
    expect(await replay([['ids', left]])).toContain('Nothing was sent.');
    expect(await statesOf([left])).toEqual(['dead']);
    await sql`TRUNCATE suppressions, preferences`;
  });

  it('lists the chosen ones one by one; one alone is asked about on its own page', async () => {
    const ids = await board.letters(2, { reason: 'throttled' });
    await recordAccepted(board.sql(), [
      { id: ids[1] as string, provider: 'ses', messageId: 'm', status: 200, evidence: 'answer' },
    ]);
    const ask = await page(`/dead-letters/replay?ids=${ids[0]}&ids=${ids[1]}`);
    expect(ask).toMatch(new RegExp(`${ids[0]}</code></a> <span class="soft">will be sent`));
    expect(ask).toMatch(new RegExp(`${ids[1]}</code></a> <span class="soft">were accepted`));
    const alone = await board.call(`/dead-letters/replay?ids=${ids[0]}`, { as });
    expect([alone.status, alone.headers.get('location')]).toEqual([303, `/dead-letters/${ids[0]}#replay`]);
  });

  it('has nothing to press for a viewer', async () => {
    await other();
    const viewer = await board.login(VIEWER);
    const ask = await page('/dead-letters/replay?all=1', viewer);
    expect(ask).toContain('an operator can replay them');
    expect(ask).not.toContain('name="csrf"');
    expect((await post([['all', '1']], viewer)).status).toBe(403);
  });

  it.each(['', '?ids=', '?ids=x', '?reason=a%20b', '?all=1&reason=throttled', '?reason=%00'])(
    'says that nothing is chosen, and does nothing: %s',
    async (query) => {
      expect((await board.call(`/dead-letters/replay${query}`, { as })).status).toBe(400);
    },
  );
});

describe('R-8.3 a replay', () => {
  it('of one sends it once under the operator’s name, and its page says so', async () => {
    const id = await board.letter({ reason: 'throttled' });
    const done = await replay([['ids', id]]);
    expect(done).toContain('1 message is on the way again.');
    expect(await statesOf([id])).toEqual(['queued']);
    expect(await board.jobState(QUEUE, id)).toBe('waiting');
    expect(await readOpenDeadLetters(board.sql(), [id])).toEqual(new Map());
    expect(await board.audits()).toMatchObject([
      { actor: OPERATOR.name, action: 'replay_started', subject: id, detail: { planned: 1 } },
      { actor: OPERATOR.name, action: 'replay', subject: id },
      { actor: OPERATOR.name, action: 'replay_finished', detail: { replayed: 1, left: {} } },
    ]);
  });

  it('of the chosen, of a reason, of all: those and no others', async () => {
    const [a = '', b = '', c = ''] = await board.letters(3, { reason: 'throttled' });
    const rejected = await board.letters(2, { reason: 'rejected' });
    const bad = await board.letter({ reason: 'bad_address' });
    const states = () => statesOf([a, b, c, ...rejected, bad].sort());
    const dead = async () => (await states()).filter((state) => state === 'dead').length;
    expect(
      await replay([
        ['ids', a],
        ['ids', b],
      ]),
    ).toContain('2 messages are on the way');
    expect(await dead()).toBe(4);
    expect(await replay([['reason', 'rejected']])).toContain('2 messages are on the way');
    expect(await statesOf(rejected)).toEqual(['queued', 'queued']);
    expect(await dead()).toBe(2);
    expect(await replay([['all', '1']])).toContain('2 messages are on the way');
    expect(await dead()).toBe(0);
    expect(await waiting()).toBe(6);
  });

  it('acts once when it is pressed twenty times at once, and the others say who was quicker', async () => {
    const id = await board.letter({ reason: 'throttled' });
    await other();
    const csrf = await board.csrf(as, `/dead-letters/${id}`);
    const form = { csrf, ids: id };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => board.call('/dead-letters/replay', { method: 'POST', as, form })),
    );
    const pages = await Promise.all(answers.map((answer) => page(answer.headers.get('location') ?? '')));
    expect(pages.filter((text) => text.includes('1 message is on the way again.'))).toHaveLength(1);
    const late = pages.filter((text) => text.includes('Nothing was sent.'));
    expect(late).toHaveLength(19);
    for (const text of late) expect(text).toMatch(/Already replayed by <strong>olga<\/strong> at <time/);
    expect((await board.audits()).filter(({ action }) => action === 'replay')).toHaveLength(1);
    expect(await waiting()).toBe(1);
  });

  it('of what had been accepted sends nothing and says so', async () => {
    const id = await board.letter({ reason: 'throttled' });
    await other();
    await recordAccepted(board.sql(), [{ id, provider: 'ses', messageId: 'm-1', status: 200, evidence: 'answer' }]);
    const done = await replay([['ids', id]]);
    expect(done).toContain('Nothing was sent.');
    expect(done).toContain('were accepted by a provider: nothing is sent');
    expect(await statesOf([id])).toEqual(['accepted']);
    expect(await waiting()).toBe(0);
  });

  it('is refused for one that was replayed as often as is allowed', async () => {
    const id = await board.letter({ reason: 'throttled' });
    await board.sql()`INSERT INTO attempts (id, seq, result) SELECT ${id}, n, 'replayed' FROM generate_series(10, 12) AS n`;
    await other();
    expect(await page(`/dead-letters/${id}`)).toContain('replayed as often as is allowed');
    expect(await replay([['ids', id]])).toContain('Nothing was sent.');
    expect(await statesOf([id])).toEqual(['dead']);
  });

  it('R-8.3b leaves what may already have arrived out of every group, and sends one alone behind a warning', async () => {
    const [a = '', b = ''] = await board.letters(2, { reason: 'unknown_outcome' });
    const sure = await board.letter({ reason: 'throttled' });
    for (const fields of [
      [['reason', 'unknown_outcome']],
      [
        ['ids', a],
        ['ids', b],
      ],
    ] as Fields[]) {
      const done = await replay(fields);
      expect(done).toContain('Nothing was sent.');
      expect(done).toContain('may already have arrived');
    }
    expect(await replay([['all', '1']])).toContain('1 message is on the way');
    expect(await statesOf([sure])).toEqual(['queued']);
    expect(await statesOf([a, b])).toEqual(['dead', 'dead']);
    expect(await page(`/dead-letters/${a}`)).toMatch(
      /It may already have arrived\.[\s\S]*name="secondCopy" value="accepted" required[\s\S]*Send it again all the same/,
    );
    await other();
    const refused = await post([['ids', a]]);
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining('It may already have arrived'),
    ]);
    expect(await statesOf([a])).toEqual(['dead']);
    const ticked = [
      ['ids', a],
      ['secondCopy', 'accepted'],
    ] as const;
    expect(await replay(ticked)).toContain('1 message is on the way');
    const audits = (await board.audits()).filter(({ action, subject }) => action === 'replay' && subject === a);
    expect(audits).toMatchObject([{ actor: OPERATOR.name, detail: { secondCopy: 'accepted' } }]);
    const [row] = await board.sql()`SELECT state, resends FROM deliveries WHERE id = ${a}`;
    expect(row).toEqual({ state: 'queued', resends: 1 });
  });

  it('R-8.1 of what bounced sends it again while its dead letter is open, and once', async () => {
    const [id = '', closed = ''] = await board.letters(2, { reason: 'hard_bounce' });
    await other();
    await board.sql()`UPDATE deliveries SET state = 'bounced', provider_message_id = 'm-1' WHERE reason = 'hard_bounce'`;
    await board.sql()`UPDATE dead_letters SET closed_at = now(), closed_by = 'mia' WHERE delivery_id = ${closed}`;
    expect(await page(`/dead-letters/${id}`)).toMatch(/mail server refused it[\s\S]*It would be sent at once/);
    expect(await page(`/dead-letters/${closed}`)).toContain('there is nothing to replay');
    expect(await page('/dead-letters/replay?reason=hard_bounce')).toContain('Send 1 message now');
    expect(await replay([['reason', 'hard_bounce']])).toContain('1 message is on the way');
    expect(await statesOf([id, closed].sort())).toEqual(
      [id, closed].sort().map((one) => (one === id ? 'queued' : 'bounced')),
    );
    expect(await board.jobState(QUEUE, id)).toBe('waiting');
    expect(await replay([['ids', closed]].map(([k, v]) => [k, v] as [string, string]))).toContain('Nothing was sent.');
  });

  it('does nothing without the proof that the form is of this session', async () => {
    const id = await board.letter({ reason: 'throttled' });
    for (const csrf of ['', 'x'.repeat(43)]) {
      const form = { csrf, ids: id };
      expect((await board.call('/dead-letters/replay', { method: 'POST', as, form })).status).toBe(403);
    }
    const stranger = await board.call('/dead-letters/replay', {
      method: 'POST',
      as,
      headers: { 'sec-fetch-site': 'cross-site' },
      form: { csrf: await board.csrf(as, `/dead-letters/${id}`), ids: id },
    });
    expect(stranger.status).toBe(403);
    expect(await statesOf([id])).toEqual(['dead']);
    expect(await board.audits()).toEqual([]);
  });

  it('is held back when an operator presses more often than any person does', async () => {
    await other();
    const csrf = await board.csrf(as, '/dead-letters/replay?all=1');
    const press = () => board.call('/dead-letters/replay', { method: 'POST', as, form: { csrf, reason: 'rejected' } });
    board.passMs(3_600_000);
    const answers: Response[] = [];
    for (let n = 0; n < 61; n++) answers.push(await press());
    expect(answers.map(({ status }) => status)).toEqual([...Array(60).fill(303), 429]);
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('R-8.3 a run', () => {
  it('that lost its process says that it has stopped, and that nothing is half-done', async () => {
    const [run] = await board.sql()<{ n: string }[]>`
      INSERT INTO audit_log (actor, action, subject, detail, at)
      VALUES ('mia', 'replay_started', 'all', '{"planned": 9000}', now() - interval '1 min') RETURNING n`;
    const stopped = await board.call(`/dead-letters/replays/${run?.n}`, { as });
    expect(stopped.headers.get('refresh')).toBeNull();
    expect(await stopped.text()).toMatch(/It has stopped after 0 of 9,000[\s\S]*Nothing is half-done/);
    expect((await board.call('/dead-letters/replays/99999999', { as })).status).toBe(404);
    expect((await board.call('/dead-letters/replays/x', { as })).status).toBe(404);
  });
});

describe('R-8.5 a replay link', () => {
  const SECRETS = ['second secret'];
  const link = (subject: string, expiresAtMs: number, secrets = SECRETS) =>
    `/replay?token=${signLink(secrets, { purpose: 'replay', subject, expiresAtMs })}`;
  const later = () => Date.now() + 3_600_000;

  it('opens the page that asks, for the group it names, and changes nothing however often it is fetched', async () => {
    const ids = await board.letters(2, { reason: 'throttled' });
    for (const method of ['GET', 'HEAD', 'GET']) {
      const answer = await board.call(link('reason:throttled', later()), { as, method });
      expect(answer.status).toBe(200);
    }
    expect(await page(link('reason:throttled', later()))).toContain('Send 2 messages now');
    expect(await page(link('all', later()))).toContain('Replay all dead letters?');
    expect((await board.call(link(`ids:${ids[0]}`, later()), { as })).headers.get('location')).toBe(
      `/dead-letters/${ids[0]}#replay`,
    );
    expect(await statesOf(ids)).toEqual(['dead', 'dead']);
    expect(await board.audits()).toEqual([]);
  });

  it('fetched a thousand times, with a session and without, changes nothing', async () => {
    const ids = await board.letters(3, { reason: 'throttled' });
    const state = async () => [
      await statesOf(ids),
      await board.sql()`SELECT * FROM dead_letters ORDER BY delivery_id`,
      await board.audits(),
      await waiting(),
    ];
    const before = await state();
    const path = link('reason:throttled', later());
    for (let n = 0; n < 1_000; n += 20)
      await Promise.all(
        Array.from({ length: 20 }, async (_, i) => {
          const answer = await board.call(path, i % 2 === 0 ? { as } : {});
          expect(answer.status).toBe(i % 2 === 0 ? 200 : 302);
          await answer.body?.cancel();
        }),
      );
    expect(await state()).toEqual(before);
  }, 90_000);

  it.each(['.', 'reason', 'expiry', 'signature'])('altered is refused: %s', async (what) => {
    const token = signLink(SECRETS, { purpose: 'replay', subject: 'reason:throttled', expiresAtMs: later() });
    const place = {
      '.': token.indexOf('.'),
      reason: 2,
      expiry: Math.floor(token.length / 3),
      signature: token.length - 5,
    }[what] as number;
    const altered = `${token.slice(0, place)}${token[place] === 'A' ? 'B' : 'A'}${token.slice(place + 1)}`;
    expect((await board.call(`/replay?token=${altered}`, { as })).status).toBe(400);
  });

  it('tells a preview that is not logged in nothing, and brings a person back to it after the login', async () => {
    await board.letter({ reason: 'throttled' });
    const path = link('reason:throttled', later());
    const answer = await board.call(path);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `/login?next=${encodeURIComponent(path)}`]);
    const form = { user: OPERATOR.name, password: OPERATOR.password, next: path };
    expect((await board.call('/login', { method: 'POST', form })).headers.get('location')).toBe(path);
  });

  it('is refused when its time is over, when it is not ours, or is for something else', async () => {
    expect((await board.call(link('all', Date.now() - 1), { as })).status).toBe(410);
    const document = signLink(SECRETS, { purpose: 'document', subject: 'all', expiresAtMs: later() });
    for (const path of [
      link('all', later(), ['guess']),
      link('nonsense', later()),
      `/replay?token=${document}`,
      '/replay',
      '/replay?token=a&token=b',
    ])
      expect((await board.call(path, { as })).status).toBe(400);
    expect((await board.call(link('all', later()), { method: 'POST', as })).status).toBe(404);
  });
});
