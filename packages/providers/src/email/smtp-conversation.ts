import { Readable } from 'node:stream';
import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection/index.js';

export interface SmtpRoute {
  readonly options: SMTPConnectionOptions;
  /** Undefined = the server asks for no login. */
  readonly auth: { readonly user: string; readonly pass: string } | undefined;
}

export interface SmtpMail {
  readonly from: string;
  readonly to: string;
  readonly bytes: Buffer;
}

/** What nodemailer says of a failure: the server's reply and what it answers, or a code of its own. */
interface SmtpError extends Error {
  readonly code?: string;
  readonly response?: string;
  readonly responseCode?: number;
  readonly command?: string;
}

/** How a conversation that brought no yes ended, and whether the message's final dot may have been written by then. */
export interface SmtpFailure {
  readonly error: SmtpError;
  readonly handedOver: boolean;
}

type Step = (done: (error?: Error | null) => void) => void;

const finished = (step: Step): Promise<void> =>
  new Promise((resolve, reject) => step((error) => (error ? reject(error) : resolve())));

const aborted = (): SmtpError => Object.assign(new Error('aborted'), { code: 'ABORTED' });

const ended = (connection: SMTPConnection, signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    connection.on('error', reject);
    signal.addEventListener('abort', () => {
      connection.close();
      reject(aborted());
    });
  });

/**
 * One connection for one message. A pooled transport would put a message whose connection ended back into its queue, and would
 * send it after the call was given up. Undefined = the server said yes to the whole message.
 */
export const converse = async (
  { options, auth }: SmtpRoute,
  mail: SmtpMail,
  signal: AbortSignal,
): Promise<SmtpFailure | undefined> => {
  // A signal tells nobody who comes late.
  if (signal.aborted) return { error: aborted(), handedOver: false };
  const connection = new SMTPConnection(options);
  // Read to its end just before the final dot is written (RFC 5321 4.1.1.4); until then a server must not deliver anything.
  const body = Readable.from([mail.bytes]);
  const steps = async () => {
    await finished((done) => connection.connect(done));
    if (auth) await finished((done) => connection.login({ ...auth }, done));
    await finished((done) => connection.send({ from: mail.from, to: mail.to, size: mail.bytes.length }, body, done));
  };
  try {
    await Promise.race([steps(), ended(connection, signal)]);
    connection.quit();
    return undefined;
  } catch (error) {
    const handedOver = body.readableEnded;
    connection.close();
    return { error: error as SmtpError, handedOver };
  }
};
