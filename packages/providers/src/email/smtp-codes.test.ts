import type { DeadReason, FailureClass } from '@crier/domain';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SMTP_CODES } from './smtp-codes.js';
import { replying, sendThrough, startMailServer, startScript } from './smtp-server.test-support.js';

const answerTo = async (verb: string, reply: string) => {
  const { port, close } = await startScript(replying({ [verb]: reply }));
  onTestFinished(close);
  return sendThrough(port);
};

/** Class and reason of every code of the table where it comes with the recipient. */
const LISTED: readonly (readonly [reply: string, failure: FailureClass, reason: DeadReason])[] = [
  ['450 4.2.1', 'transient', 'attempts_exhausted'],
  ['452 4.2.2', 'transient', 'attempts_exhausted'],
  ['452 4.3.1', 'transient', 'provider_5xx'],
  ['451 4.3.2', 'transient', 'provider_5xx'],
  ['451 4.4.1', 'transient', 'provider_5xx'],
  ['451 4.4.2', 'transient', 'provider_5xx'],
  ['451 4.4.5', 'transient', 'throttled'],
  ['452 4.5.3', 'transient', 'throttled'],
  ['451 4.7.0', 'transient', 'attempts_exhausted'],
  ['451 4.7.1', 'transient', 'attempts_exhausted'],
  ['550 5.1.1', 'permanent', 'bad_address'],
  ['550 5.1.2', 'permanent', 'bad_address'],
  ['501 5.1.3', 'permanent', 'bad_address'],
  ['551 5.1.6', 'permanent', 'bad_address'],
  ['553 5.1.7', 'configuration', 'rejected'],
  ['553 5.1.8', 'configuration', 'rejected'],
  ['556 5.1.10', 'permanent', 'bad_address'],
  ['550 5.2.1', 'permanent', 'bad_address'],
  ['552 5.2.2', 'permanent', 'rejected'],
  ['552 5.2.3', 'permanent', 'rejected'],
  ['552 5.3.4', 'permanent', 'rejected'],
  ['554 5.6.0', 'permanent', 'rejected'],
  ['530 5.7.0', 'configuration', 'rejected'],
  ['550 5.7.1', 'permanent', 'rejected'],
  ['535 5.7.8', 'configuration', 'rejected'],
  ['534 5.7.9', 'configuration', 'rejected'],
  ['538 5.7.11', 'configuration', 'rejected'],
  ['421', 'transient', 'provider_5xx'],
  ['450', 'transient', 'attempts_exhausted'],
  ['451', 'transient', 'attempts_exhausted'],
  ['452', 'transient', 'attempts_exhausted'],
  ['454', 'transient', 'attempts_exhausted'],
  ['521', 'configuration', 'rejected'],
  ['530', 'configuration', 'rejected'],
  ['534', 'configuration', 'rejected'],
  ['535', 'configuration', 'rejected'],
  ['538', 'configuration', 'rejected'],
  ['550', 'permanent', 'bad_address'],
  ['551', 'permanent', 'bad_address'],
  ['552', 'permanent', 'rejected'],
  ['553', 'permanent', 'bad_address'],
  ['554', 'permanent', 'rejected'],
  ['556', 'permanent', 'bad_address'],
];
const codeOf = (reply: string): string => reply.split(' ').at(-1) ?? '';

describe('R-4.7 every code of the table, through nodemailer', () => {
  it('is in this test, and this test has no others', () => {
    expect(LISTED.map(([reply]) => codeOf(reply)).sort()).toEqual(Object.keys(SMTP_CODES).sort());
  });

  it.each(LISTED)('%s is %s, %s', async (reply, failure, deadReason) => {
    const answer = await answerTo('RCPT', `${reply} something`);
    expect(answer).toMatchObject({ kind: 'refused', code: codeOf(reply), failure, deadReason });
    expect(answer).toMatchObject({
      status: Number(reply.slice(0, 3)),
      message: expect.stringMatching(/(^|says: )something$/),
    });
    expect(answer).not.toHaveProperty('unmapped');
  });
});

describe('what the suppression list takes from a code', () => {
  /** Each says of this mailbox or its domain that it is none. */
  const NO_MAILBOX = ['550 5.1.1', '550 5.1.2', '501 5.1.3', '551 5.1.6', '556 5.1.10', '556'];

  it.each(LISTED)('%s', async (reply) => {
    const answer = await answerTo('RCPT', `${reply} something`);
    if (NO_MAILBOX.includes(reply)) expect(answer).toMatchObject({ suppress: 'bad_address' });
    else expect(answer).not.toHaveProperty('suppress');
  });

  it.each([
    ['550 5.1.1 no such user', '.'],
    ['550 5.1.1 no such user', 'MAIL'],
    ['550 5.1.1 relaying denied', 'RCPT'],
  ])('nothing from %s where it is not about the recipient: %s', async (reply, verb) => {
    expect(await answerTo(verb, reply)).not.toHaveProperty('suppress');
  });
});

it.each([
  ['421 4.3.2 shutting down', 'provider_5xx'],
  ['421 too busy', 'provider_5xx'],
  ['450 mailbox busy', 'attempts_exhausted'],
  ['450 4.2.1 mailbox busy', 'attempts_exhausted'],
  ['451 4.7.1 greylisted', 'attempts_exhausted'],
  ['452 mailbox full', 'attempts_exhausted'],
])('R-4.10 only what is the whole server’s speaks against it: %s', async (reply, deadReason) => {
  for (const verb of ['MAIL', 'RCPT', '.'])
    expect(await answerTo(verb, reply)).toMatchObject({ failure: 'transient', deadReason });
});

describe('R-4.7 a code that no table lists', () => {
  it.each([
    ['499', '499', 'transient', 'attempts_exhausted'],
    ['458 4.9.9', '458', 'transient', 'attempts_exhausted'],
    ['599', '599', 'permanent', 'rejected'],
    ['504 5.9.9', '504', 'permanent', 'rejected'],
  ])('%s is %s: what its first digit says, and counted', async (reply, code, failure, deadReason) => {
    const expected = { kind: 'refused', code, failure, deadReason, unmapped: true };
    expect(await answerTo('RCPT', `${reply} something`)).toMatchObject(expected);
  });

  it('is its digits when the table lists those', async () => {
    expect(await answerTo('RCPT', '550 5.9.9 something')).toMatchObject({ code: '550', deadReason: 'bad_address' });
  });
});

describe('R-4.7 where a reply comes', () => {
  it.each([
    ['550 5.7.1 Sender address rejected: not owned by user', 'MAIL', 'configuration'],
    ['553 sorry, not your domain', 'MAIL', 'configuration'],
    ['552 5.3.4 too big', 'MAIL', 'permanent'],
    ['451 4.7.1 try again', 'MAIL', 'transient'],
    ['554 5.7.1 <maria@example.com>: Relay access denied', 'RCPT', 'configuration'],
    ['550 relaying denied', 'RCPT', 'configuration'],
    ['554 5.6.0 not a message', '.', 'permanent'],
    ['554 5.5.1 no valid recipients', 'DATA', 'permanent'],
  ])('%s, to %s: %s', async (reply, verb, failure) => {
    const answer = await answerTo(verb, reply);
    expect(answer).toMatchObject({ kind: 'refused', failure, status: Number(reply.slice(0, 3)) });
    expect(JSON.stringify(answer)).not.toContain('@');
  });

  it('550 is about the address with the recipient, and about the message with the message', async () => {
    expect(await answerTo('RCPT', '550 no')).toMatchObject({ deadReason: 'bad_address' });
    expect(await answerTo('.', '550 no')).toMatchObject({ deadReason: 'rejected' });
  });

  it('a login that is refused is our configuration, and one that fails for now is not', async () => {
    const auth = { user: 'crier', pass: 'wrong' };
    for (const [responseCode, failure] of [
      [535, 'configuration'],
      [454, 'transient'],
    ] as const) {
      const { port, close } = await startMailServer({
        authOptional: false,
        allowInsecureAuth: true,
        onAuth: (_auth, _session, done) => done(Object.assign(new Error('no'), { responseCode })),
      });
      onTestFinished(close);
      expect(await sendThrough(port, { settings: { auth } })).toMatchObject({ status: responseCode, failure });
    }
  });

  it.each([
    ['554 no service for you', 'configuration'],
    ['421 4.3.2 busy', 'transient'],
  ])('a greeting of %s: %s', async (greeting, failure) => {
    const { port, close } = await startScript(() => {}, greeting);
    onTestFinished(close);
    expect(await sendThrough(port)).toMatchObject({ status: Number(greeting.slice(0, 3)), failure });
  });

  it('a server that wants a login and gets none is our configuration', async () => {
    const { port, close } = await startMailServer({ authOptional: false, allowInsecureAuth: true });
    onTestFinished(close);
    expect(await sendThrough(port)).toMatchObject({ status: 530, failure: 'configuration' });
  });
});
