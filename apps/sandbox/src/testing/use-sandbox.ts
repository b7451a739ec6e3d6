import { SESClient, SendRawEmailCommand } from '@aws-sdk/client-ses';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type RunningSandbox, type SandboxOptions, startSandbox } from '../start-sandbox.js';

export interface Mail {
  readonly to?: string;
  readonly key?: string;
  readonly source?: string;
}
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: JSON of whatever route the test asked
  readonly json: any;
}

export const MIME =
  'From: erp@example.com\r\nTo: asha@example.com\r\nSubject: Approved\r\n\r\nPO-4482 was approved.\r\n';

/** A sandbox of its own for a test file, empty before each test, and the real SDK pointed at it. */
export const useSandbox = (options: () => Partial<SandboxOptions> = () => ({})) => {
  let app: RunningSandbox;
  const clients: SESClient[] = [];

  const call = async (
    method: string,
    path: string,
    body?: string,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const answer = await fetch(`${app.url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json');
    return { status: answer.status, headers: answer.headers, json: isJson ? JSON.parse(text) : text };
  };
  const client = (requestTimeout = 0): SESClient => {
    const made = new SESClient({
      endpoint: `${app.url}/ses`,
      region: 'eu-west-1',
      credentials: { accessKeyId: 'any', secretAccessKey: 'any' },
      maxAttempts: 1,
      requestHandler: { requestTimeout, throwOnRequestTimeout: true },
    });
    clients.push(made);
    return made;
  };
  const raw = ({ to = 'asha@example.com', key, source = MIME }: Mail) =>
    new SendRawEmailCommand({
      Source: 'erp@example.com',
      Destinations: [to],
      RawMessage: { Data: Buffer.from(source) },
      Tags: [
        { Name: 'type', Value: 'purchase_order.approved' },
        ...(key === undefined ? [] : [{ Name: 'crier-key', Value: key }]),
      ],
    });

  beforeAll(async () => {
    app = await startSandbox({ host: '127.0.0.1', port: 0, ...options() });
  });
  beforeEach(async () => {
    await call('DELETE', '/sandbox/callbacks');
    await call('DELETE', '/sandbox/messages');
    await call('DELETE', '/sandbox/faults');
  });
  afterAll(async () => {
    for (const made of clients) made.destroy();
    await app.close();
  });

  return {
    url: () => app.url,
    apnsUrl: () => app.apnsUrl,
    smtpPort: () => app.smtpPort,
    call,
    client,
    send: (mail: Mail = {}, ses = client()) => ses.send(raw(mail)),
    /** The error that the SDK throws for this mail; a mail that goes through fails the test. */
    async refusal(mail: Mail = {}, ses = client()) {
      const answer = await ses.send(raw(mail)).then(
        (sent) => new Error(`it was accepted as ${sent.MessageId}`),
        (error) => error,
      );
      return answer;
    },
    async fault(fault: object): Promise<string> {
      const { status, json } = await call('POST', '/sandbox/faults', JSON.stringify(fault), {
        'content-type': 'application/json',
      });
      if (status !== 201) throw new Error(`the fault was refused: ${JSON.stringify(json)}`);
      return json.id;
    },
    async callbacks(settings: object): Promise<void> {
      const { status, json } = await call('POST', '/sandbox/callbacks', JSON.stringify(settings));
      if (status !== 200) throw new Error(`the callbacks were refused: ${JSON.stringify(json)}`);
    },
    counts: async () => (await call('GET', '/sandbox/counts?by=key')).json,
    messages: async (query = '') => (await call('GET', `/sandbox/messages${query}`)).json,
  };
};

/** A delivery key: 32 hex digits. */
export const keyOf = (n: number): string => n.toString(16).padStart(32, '0');
