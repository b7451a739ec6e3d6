import type { Socket } from 'node:net';
import { simpleParser } from 'mailparser';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { message } from './email-message.test-support.js';
import { createSmtp } from './smtp.js';
import {
  type Running,
  replying,
  type Script,
  sendThrough,
  startMailServer,
  startScript,
} from './smtp-server.test-support.js';

const KEY = '0192f0a1b2c38abc8def0123456789ab';

const closedAfter = <R extends Running>(server: R): R => {
  onTestFinished(() => server.close());
  return server;
};
const scripted = async (script: Script, greeting?: string): Promise<number> =>
  closedAfter(await startScript(script, greeting)).port;

describe('an acceptance', () => {
  it('R-4.13 R-4.15 carries the key as header and in the Message-ID, which is the message id', async () => {
    const server = closedAfter(await startMailServer());
    const answer = await sendThrough(server.port, { message: message({ key: KEY, subject: 'Café' }) });
    expect(answer).toEqual({ kind: 'accepted', messageId: `<${KEY}@example.com>`, status: 250 });
    expect(server.taken).toHaveLength(1);
    const [{ from, to, raw } = { from: '', to: [], raw: '' }] = server.taken;
    expect([from, to]).toEqual(['no-reply@example.com', ['maria@example.com']]);
    const { headers, messageId, date, subject, text } = await simpleParser(raw);
    expect(headers.get('x-crier-key')).toBe(KEY);
    expect(headers.get('auto-submitted')).toBe('auto-generated');
    expect([messageId, date, subject, text?.trim()]).toEqual([
      `<${KEY}@example.com>`,
      new Date('2026-11-30T08:15:00Z'),
      'Café',
      'Approved',
    ]);
  });

  it('R-4.15 names the type’s own sender in envelope, message and Message-ID', async () => {
    const server = closedAfter(await startMailServer());
    const own = { key: KEY, from: 'राम, Orders <orders@example.org>', replyTo: 'desk@example.org' };
    const headers = { 'List-Unsubscribe': '<https://crier.example.com/u?token=1>', References: '<a@b>' };
    const answer = await sendThrough(server.port, { message: message({ ...own, headers }) });
    expect(answer).toMatchObject({ kind: 'accepted', messageId: `<${KEY}@example.org>` });
    expect(server.taken[0]?.from).toBe('orders@example.org');
    const parsed = await simpleParser(server.taken[0]?.raw ?? '');
    expect(parsed.from?.value).toEqual([{ address: 'orders@example.org', name: 'राम, Orders' }]);
    expect(parsed.replyTo?.value).toEqual([{ address: 'desk@example.org', name: '' }]);
    expect([parsed.messageId, parsed.references]).toEqual([`<${KEY}@example.org>`, '<a@b>']);
    expect(parsed.headers.get('list')).toMatchObject({ unsubscribe: { url: 'https://crier.example.com/u?token=1' } });
  });

  it('may follow a login', async () => {
    const logins: unknown[] = [];
    const server = closedAfter(
      await startMailServer({
        authOptional: false,
        allowInsecureAuth: true,
        onAuth: ({ username, password }, _session, done) => {
          logins.push([username, password]);
          done(null, { user: username });
        },
      }),
    );
    const auth = { user: 'crier', pass: 'geheim' };
    expect(await sendThrough(server.port, { settings: { auth } })).toMatchObject({ kind: 'accepted' });
    expect(logins).toEqual([['crier', 'geheim']]);
  });

  it('counts when the server is gone before the goodbye', async () => {
    const port = await scripted(replying({ '.': (socket) => void socket.end('250 ok\r\n') }));
    expect(await sendThrough(port)).toMatchObject({ kind: 'accepted' });
  });
});

const silent = () => {};
const hangUp = (socket: Socket) => void socket.destroy();

describe('R-4.9a before the final dot nothing can have been taken', () => {
  const refused = { kind: 'refused', failure: 'transient' };

  it.each(['EHLO', 'MAIL', 'RCPT', 'DATA'])('a connection that ends in answer to %s', async (verb) => {
    const port = await scripted(replying({ [verb]: hangUp }));
    expect(await sendThrough(port)).toMatchObject(refused);
  });

  it.each(['EHLO', 'MAIL', 'RCPT', 'DATA'])('time that runs out while %s has no answer', async (verb) => {
    const port = await scripted(replying({ [verb]: silent }));
    expect(await sendThrough(port, { signal: AbortSignal.timeout(200) })).toMatchObject(refused);
  });

  it('a call that was over before it began, and nobody is called', async () => {
    const server = closedAfter(await startMailServer());
    const began = performance.now();
    expect(await sendThrough(server.port, { signal: AbortSignal.abort() })).toMatchObject({
      ...refused,
      code: 'ABORTED',
    });
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(server.taken).toHaveLength(0);
  });

  it('a server that says nothing, told before the whole call is over', async () => {
    const port = await scripted(silent, '');
    const options = { settings: { timeoutMs: 800 }, signal: AbortSignal.timeout(800) };
    expect(await sendThrough(port, options)).toMatchObject({ ...refused, code: 'ETIMEDOUT' });
  });

  it('a port where nobody listens', async () => {
    const { port, close } = await startScript(silent);
    await close();
    expect(await sendThrough(port)).toMatchObject(refused);
  });

  it('R-4.7 a server that takes no mail of this size, for good', async () => {
    const server = closedAfter(await startMailServer({ size: 500 }));
    expect(await sendThrough(server.port)).toMatchObject({
      kind: 'refused',
      failure: 'permanent',
      deadReason: 'rejected',
      code: 'EMESSAGE',
      message: expect.stringMatching(/^The mail has \d kB, and the server takes 1 kB\.$/),
    });
    expect(server.taken).toEqual([]);
  });

  it('a host that has no address', async () => {
    expect(await sendThrough(25, { settings: { host: 'no-such-host.invalid' } })).toMatchObject(refused);
  });

  it('a server that speaks no TLS, or offers none', async () => {
    const server = closedAfter(await startMailServer());
    for (const security of ['tls', 'starttls'] as const)
      expect(await sendThrough(server.port, { settings: { security } })).toMatchObject({ kind: 'refused' });
    expect(server.taken).toHaveLength(0);
  });
});

describe('R-4.9a after the final dot', () => {
  it('a lost connection proves nothing', async () => {
    expect(await sendThrough(await scripted(replying({ '.': hangUp })))).toMatchObject({ kind: 'ambiguous' });
  });

  it('silence proves nothing, and is not waited for longer than the call may take', async () => {
    const port = await scripted(replying({ '.': silent }));
    const began = performance.now();
    const signal = AbortSignal.timeout(300);
    expect(await sendThrough(port, { signal })).toMatchObject({ kind: 'ambiguous', code: 'ABORTED' });
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it('a reply proves a refusal', async () => {
    const port = await scripted(replying({ '.': '421 4.3.2 shutting down' }));
    expect(await sendThrough(port)).toMatchObject({ kind: 'refused', failure: 'transient', status: 421 });
  });
});

it.each([
  ['EHLO', '250-hi\r\n250 SIZE 5242880', 'The mail has 8007 kB, and the server takes 5243 kB.'],
  ['MAIL', '552 5.3.4 too big', 'The mail has 8007 kB, and the server says: too big'],
  ['RCPT', '554 5.2.3 not here', 'The mail has 8007 kB, and the server says: not here'],
  ['.', '552 exceeded', 'The mail has 8007 kB, and the server says: exceeded'],
  ['RCPT', '552 5.2.2 full', 'full'],
])('R-5.3 a mail that is too large is refused for good with its size: %s, %s', async (verb, reply, words) => {
  const attachments = [{ filename: 'a.pdf', contentType: 'application/pdf', content: new Uint8Array(5_850_000) }];
  const port = await scripted(replying({ [verb]: reply }));
  const answer = await sendThrough(port, { message: message({ attachments }) });
  expect(answer).toMatchObject({ kind: 'refused', failure: 'permanent', deadReason: 'rejected', message: words });
});

it('R-10.5 repeats a reply of several lines without its addresses and digits', async () => {
  const port = await scripted(replying({ RCPT: '550-5.1.1 <maria@example.com>\r\n550 5.1.1 is not known here' }));
  expect(await sendThrough(port)).toMatchObject({ code: '5.1.1', message: '<[address]>\nis not known here' });
});

it('a call that was given up sends nothing more', async () => {
  const lines: string[] = [];
  let ended = false;
  const script = replying({ RCPT: silent });
  const port = await scripted((line, socket) => {
    lines.push(line.split(' ')[0] ?? '');
    socket.on('close', () => {
      ended = true;
    });
    script(line, socket);
  });
  const giveUp = new AbortController();
  const answer = sendThrough(port, { signal: giveUp.signal });
  await vi.waitFor(() => expect(lines).toContain('RCPT'));
  giveUp.abort();
  expect(await answer).toMatchObject({ kind: 'refused', code: 'ABORTED' });
  await vi.waitFor(() => expect(ended).toBe(true));
  expect(lines).toEqual(['EHLO', 'MAIL', 'RCPT']);
});

it('R-4.7 says that our configuration is at fault when there is no mail server', async () => {
  for (const host of [undefined, ''])
    expect(await sendThrough(25, { settings: { host } })).toMatchObject({
      kind: 'refused',
      failure: 'configuration',
      code: 'no_host',
    });
});

it('R-4.6 is a provider whose acceptance is the last that is heard of a message', () => {
  const smtp = createSmtp({
    from: 'no-reply@example.com',
    host: '127.0.0.1',
    port: 25,
    security: 'none',
    auth: undefined,
    timeoutMs: 1_000,
    nowMs: () => 0,
  });
  expect(smtp).toMatchObject({ name: 'smtp', reconciliation: [] });
});
