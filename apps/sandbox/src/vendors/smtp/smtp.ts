import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { bind, type Place } from '../../bind.js';
import { createTimerSet } from '../../callbacks/timer-set.js';
import { KEY_HEADER } from '../../delivery-key.js';
import { mimeMessage } from '../../mime-message.js';
import { type ReceiveDeps, receiveSend } from '../../receive-send.js';
import type { Send } from '../../send.js';
import { type SmtpReply, smtpReply } from './smtp-replies.js';

export interface SmtpRunning {
  readonly port: number;
  close(): Promise<void>;
}

type Deps = ReceiveDeps & { readonly maxBytes: number };
type Done = (error?: Error | null, words?: string) => void;

/** Longer than any client waits: silence must be the client's to break. */
const SILENCE_MS = 900_000;

const NOT_TAKEN: SmtpReply = { code: 451, text: '4.3.0 The sandbox was asked to take nothing' };

const refusal = ({ code, text }: SmtpReply): Error => Object.assign(new Error(text), { responseCode: code });

const headerOf = (source: Buffer, name: string): string | undefined => {
  const end = source.indexOf('\r\n\r\n');
  const head = source.subarray(0, end < 0 ? source.length : end).toString('latin1');
  return new RegExp(`^${name}:\\s*(\\S+)`, 'im').exec(head)?.[1];
};

const sendOf = (source: Buffer, { envelope: { mailFrom, rcptTo } }: SMTPServerSession): Send => ({
  operation: 'DATA',
  from: mailFrom === false ? '' : mailFrom.address,
  to: rcptTo.map(({ address }) => address),
  key: headerOf(source, KEY_HEADER) ?? null,
  ...mimeMessage(source),
});

/**
 * A mail server (RFC 5321) without TLS: every login will do, none is needed. Faults meet the message when it is there whole;
 * `auth` also meets the login. The id is the message's own Message-ID, if it has one.
 */
export const startSmtp = async (deps: Deps, place: Place, report: (error: unknown) => void): Promise<SmtpRunning> => {
  const sockets = new Map<number, Socket>();
  const delays = createTimerSet();

  const answer = (source: Buffer, session: SMTPServerSession, done: Done): void => {
    const send = sendOf(source, session);
    const messageId = headerOf(source, 'message-id') ?? randomBytes(8).toString('hex').toUpperCase();
    const outcome = receiveSend(deps, { provider: 'smtp', messageId: () => messageId }, send);
    if (outcome.kind === 'silence') return;
    if (outcome.kind === 'disconnect') return void sockets.get(session.remotePort)?.destroy();
    const say = () => {
      if (outcome.kind === 'refused') return done(refusal(smtpReply(outcome.refusal)));
      // SMTP has no yes without an id: what was not taken is refused, or the count would miss what a 250 promises.
      if (outcome.kind === 'without_id' && !outcome.isTaken) return done(refusal(NOT_TAKEN));
      done(null, `2.0.0 OK: queued as ${messageId}`);
    };
    if (outcome.delayMs === 0) say();
    else delays.start(outcome.delayMs, say);
  };

  const onData = async (stream: SMTPServerDataStream, session: SMTPServerSession, done: Done) => {
    const source = await buffer(stream);
    if (stream.sizeExceeded) return done(refusal({ code: 552, text: '5.3.4 The message is too large' }));
    answer(source, session, done);
  };

  const server = new SMTPServer({
    size: deps.maxBytes,
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    socketTimeout: SILENCE_MS,
    closeTimeout: 1,
    onAuth(_login, _session, done) {
      const fault = deps.faults.drawAuth('smtp');
      if (fault) done(refusal(smtpReply(fault)));
      else done(null, { user: 'any' });
    },
    onData: (stream, session, done) => void onData(stream, session, done).catch(done),
  });
  server.on('error', report);
  server.server.on('connection', (socket) => {
    const { remotePort = 0 } = socket;
    sockets.set(remotePort, socket);
    socket.once('close', () => sockets.delete(remotePort));
  });
  const port = await bind(server.server, place);
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        delays.clear();
        server.close(() => resolve());
        for (const socket of sockets.values()) socket.destroy();
      }),
  };
};
