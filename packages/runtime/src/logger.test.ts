import { describe, expect, it } from 'vitest';
import { createLogger } from './logger.js';

/** A logger whose lines the test can read. */
const logged = (level = 'trace') => {
  const lines: Record<string, unknown>[] = [];
  const log = createLogger({ name: 'intake', level }, { write: (line) => void lines.push(JSON.parse(line)) });
  return { log, lines, last: () => JSON.stringify(lines.at(-1)) };
};
const ADDRESS = 'maria@example.com';
const PHONE = '+9779800000000';

describe('R-10.5 a log line', () => {
  it('has the app, a level and what was said, and nothing of the machine', () => {
    const { log, lines } = logged();
    log.info({ deliveryId: '01a22b85', attempt: 2, lanes: ['bulk'], due: null }, 'a delivery waits');
    expect(lines[0]).toEqual({
      level: 30,
      time: expect.any(Number),
      app: 'intake',
      name: 'intake',
      deliveryId: '01a22b85',
      attempt: 2,
      lanes: ['bulk'],
      due: null,
      msg: 'a delivery waits',
    });
  });

  it.each([
    ...['email', 'phone', 'whatsapp', 'address', 'to', 'token', 'authorization', 'password', 'body', 'html', 'text'],
    ...['subject', 'data', 'Email', 'Authorization', 'set-cookie', 'api_key', 'apiKey', 'destinations'],
  ])('has no %s, at any depth', (key) => {
    const { log, last } = logged();
    const secret = 'hunter2';
    for (const value of [secret, { inner: secret }, [secret], 42]) {
      log.info({ [key]: value });
      log.info({ delivery: { [key]: value } });
      log.info({ request: { headers: { [key]: value } } });
      log.info({ recipients: [{ id: 'u-17', [key]: value }] });
      log.info({ a: { b: { c: { d: { [key]: value } } } } });
      expect(last()).toContain('[redacted]');
    }
    expect(last()).not.toMatch(/hunter2|\b42\b/);
  });

  it('keeps the names around what it cut out', () => {
    const { log, lines } = logged();
    log.info({ request: { method: 'POST', headers: { authorization: 'Bearer x', accept: '*/*' } } });
    expect(lines[0]?.request).toEqual({ method: 'POST', headers: { authorization: '[redacted]', accept: '*/*' } });
  });

  it('has no address in its text, however it got there', () => {
    const { log, lines } = logged();
    log.warn({ err: `no route to <${ADDRESS}>`, note: `call ${PHONE}` }, `sent to ${ADDRESS}`);
    log.warn(`sent to ${ADDRESS} and ${PHONE}`);
    log.warn('sent to %s', ADDRESS);
    expect(JSON.stringify(lines)).not.toMatch(/maria|9800/);
    expect(lines[0]).toMatchObject({ err: 'no route to <[redacted]>', msg: 'sent to [redacted]' });
  });

  it('has no password of a URL', () => {
    const { log, last } = logged();
    log.error({ err: 'can’t reach postgres://crier:hunter2@db:5432/crier' });
    expect(last()).not.toContain('hunter2');
  });

  it('changes nothing of what it was given', () => {
    const { log } = logged();
    const given = { email: ADDRESS, delivery: { to: ADDRESS } };
    log.info(given);
    expect(given).toEqual({ email: ADDRESS, delivery: { to: ADDRESS } });
  });

  it('is as quiet as its level', () => {
    const { log, lines } = logged('warn');
    log.info('not this');
    log.warn('this');
    expect(lines.map((line) => line.msg)).toEqual(['this']);
  });

  it('of a child, and of its child, says what it is bound to, by the same rules', () => {
    const { log, lines } = logged();
    const child = log.child({ lane: 'bulk', email: ADDRESS, request: { to: ADDRESS } });
    child.info('x');
    expect(lines[0]).toMatchObject({ lane: 'bulk', email: '[redacted]', request: { to: '[redacted]' }, app: 'intake' });
    child.child({ err: new Error(`no ${ADDRESS}`) }).warn({ to: ADDRESS }, `for ${ADDRESS}`);
    expect(JSON.stringify(lines[1])).not.toContain('maria');
    expect(lines[1]).toMatchObject({ lane: 'bulk', err: { message: 'no [redacted]' }, msg: 'for [redacted]' });
  });
});

describe('R-10.5 an error in a log line', () => {
  const vendorError = () =>
    Object.assign(new TypeError(`Key (email)=(${ADDRESS}) already exists.`), {
      code: '23505',
      detail: ADDRESS,
      parameters: [ADDRESS],
      response: { body: { to: ADDRESS } },
      cause: new Error(`from ${ADDRESS}`),
    });

  it('has its type, code, cause and stack, and nobody’s address', () => {
    const { log, lines, last } = logged();
    log.error({ err: vendorError() }, 'a row was refused');
    expect(last()).not.toContain('maria');
    expect(lines[0]?.err).toMatchObject({
      type: 'TypeError',
      code: '23505',
      message: 'Key (email)=([redacted]) already exists.',
      cause: { message: 'from [redacted]' },
      stack: expect.stringContaining('logger.test.ts'),
    });
    expect(Object.keys(lines[0]?.err ?? {}).sort()).toEqual(['cause', 'code', 'message', 'stack', 'type']);
  });

  it('is the same when it is all there is to say', () => {
    const { log, lines, last } = logged();
    log.error(vendorError());
    expect(lines[0]).toMatchObject({ msg: 'Key (email)=([redacted]) already exists.', err: { code: '23505' } });
    log.error(vendorError(), 'a row was refused');
    expect(lines[1]).toMatchObject({ msg: 'a row was refused', err: { code: '23505' } });
    expect(last()).not.toContain('maria');
  });

  it('is the same deeper down and under another name', () => {
    const { log, last } = logged();
    log.error({ failures: [{ reason: vendorError() }] });
    expect(last()).not.toContain('maria');
    expect(last()).toContain('23505');
  });
});

describe('a log line of something odd', () => {
  it('does not follow circles, sockets or buffers', () => {
    const { log, lines } = logged();
    const circle: Record<string, unknown> = { id: 1 };
    circle.self = circle;
    log.info({ circle, bytes: Buffer.from(ADDRESS), set: new Set([ADDRESS]), at: new Date(0) });
    expect(lines[0]).toMatchObject({ bytes: '[Buffer]', set: '[Set]', at: '1970-01-01T00:00:00.000Z' });
    expect(JSON.stringify(lines[0])).toContain('[deeper]');
  });

  it('survives an error that is its own cause', () => {
    const { log, last } = logged();
    const error = new Error('round');
    error.cause = error;
    log.error({ err: error });
    expect(last()).toContain('[deeper]');
  });

  it('cuts text that is no message', () => {
    const { log, last } = logged();
    log.error({ err: 'x'.repeat(100_000) });
    expect(last().length).toBeLessThan(3_000);
  });

  it('reads one long word without holding the process up', () => {
    const { log } = logged();
    const word = 'a'.repeat(1_000_000);
    const began = performance.now();
    for (let i = 0; i < 1_000; i++) log.error({ err: word });
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it('takes an object without a prototype, undefined and a bigint', () => {
    const { log, lines } = logged();
    log.info({ bare: Object.assign(Object.create(null), { to: ADDRESS, id: 1 }), nothing: undefined, n: 1n });
    expect(lines[0]).toMatchObject({ bare: { to: '[redacted]', id: 1 } });
  });
});
