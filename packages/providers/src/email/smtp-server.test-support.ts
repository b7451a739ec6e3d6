import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { OutgoingEmail, ProviderAnswer } from '@crier/domain';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { message } from './email-message.test-support.js';
import { createSmtp, type SmtpSettings } from './smtp.js';

export interface Running {
  readonly port: number;
  close(): Promise<void>;
}

export interface MailServer extends Running {
  /** Every message that was taken whole, in order. */
  readonly taken: { readonly from: string; readonly to: readonly string[]; readonly raw: string }[];
}

/** nodemailer's counterpart: a whole mail server. It takes everything unless `options` say otherwise. */
export const startMailServer = async (options: SMTPServerOptions = {}): Promise<MailServer> => {
  const taken: MailServer['taken'] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        taken.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw: Buffer.concat(chunks).toString() });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.server.address() as AddressInfo;
  return { port, taken, close: () => new Promise((resolve) => server.close(() => resolve())) };
};

/** What a scripted server does with a line: answers it, or something with the socket. */
export type Script = (line: string, socket: Socket) => void;

/** A server that a test leads by the hand, for what no whole server does: silence and lost connections at each step. */
export const startScript = async (script: Script, greeting = '220 ready'): Promise<Running> => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    if (greeting) socket.write(`${greeting}\r\n`);
    let rest = '';
    socket.on('data', (chunk) => {
      const lines = (rest + chunk).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) script(line, socket);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port: (server.address() as AddressInfo).port, close };
};

/** The usual replies, changed for the lines that `change` answers; DATA's lines get none but the dot's. */
export const replying =
  (change: Readonly<Record<string, string | ((socket: Socket) => void)>>): Script =>
  (line, socket) => {
    const usual: Record<string, string> = {
      EHLO: '250 ok',
      MAIL: '250 ok',
      RCPT: '250 ok',
      DATA: '354 go on',
      '.': '250 ok',
    };
    const verb = line === '.' ? line : (/^(EHLO|MAIL|RCPT|DATA|QUIT)\b/.exec(line)?.[1] ?? '');
    const reply = change[verb] ?? usual[verb];
    if (typeof reply === 'function') reply(socket);
    else if (reply !== undefined) socket.write(`${reply}\r\n`);
  };

/** One send through nodemailer's connection. */
export const sendThrough = (
  port: number,
  options: { message?: OutgoingEmail; signal?: AbortSignal; settings?: Partial<SmtpSettings> } = {},
): Promise<ProviderAnswer> =>
  createSmtp({
    from: 'no-reply@example.com',
    host: '127.0.0.1',
    port,
    security: 'none',
    auth: undefined,
    timeoutMs: 5_000,
    nowMs: () => Date.parse('2026-11-30T08:15:00Z'),
    ...options.settings,
  }).send(options.message ?? message(), options.signal ?? AbortSignal.timeout(5_000));
