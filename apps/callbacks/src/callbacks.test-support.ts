import { generateKeyPairSync, type KeyObject, randomBytes, randomUUID, sign } from 'node:crypto';
import { createSql, recordAccepted, recordCallbacks, resumeAddresses, type Sql, suppress } from '@crier/db';
import { keyOf, METRICS, rowId, settingsSchema } from '@crier/domain';
import { createLogger, createMetrics, listen, systemClock } from '@crier/runtime';
import { testDatabase } from '@crier/testkit';
import { createCallbacks } from './create-callbacks.js';

export const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:crier-ses';
export const CERTIFICATE =
  'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-01d088a6f77103d0fe307c0069e40ed6.pem';

const pemOf = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString();
/** As SendGrid's settings page shows it. */
const spkiOf = (key: KeyObject): string => key.export({ type: 'spki', format: 'der' }).toString('base64');
export const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
export const ec = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

export interface SnsFields {
  readonly Type: string;
  readonly [name: string]: unknown;
}

const SIGNED = ['Message', 'MessageId', 'Subject', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'] as const;

/** An SNS message signed as the developer guide says; `version` 1 is SHA-1. */
export const snsMessage = (privateKey: KeyObject, fields: Partial<SnsFields> = {}, version: 1 | 2 = 2): SnsFields => {
  const message: SnsFields = {
    Type: 'Notification',
    MessageId: randomUUID(),
    TopicArn: TOPIC,
    Message: '{}',
    Timestamp: '2026-11-30T08:15:00.000Z',
    ...fields,
  };
  const names = SIGNED.filter((name) => message[name] !== undefined);
  const text = names.map((name) => `${name}\n${String(message[name])}\n`).join('');
  const signature = sign(version === 1 ? 'sha1' : 'sha256', Buffer.from(text), privateKey).toString('base64');
  return { SignatureVersion: String(version), Signature: signature, SigningCertURL: CERTIFICATE, ...message };
};

/** Headers for a body as SendGrid signs it. */
export const sendgridHeaders = (
  privateKey: KeyObject,
  body: string,
  timestamp = String(Math.floor(Date.now() / 1000)),
): Record<string, string> => ({
  'content-type': 'application/json',
  'x-twilio-email-event-webhook-timestamp': timestamp,
  'x-twilio-email-event-webhook-signature': sign('sha256', Buffer.from(timestamp + body), privateKey).toString(
    'base64',
  ),
});

export interface Accepted {
  readonly id: string;
  readonly key: string;
  readonly messageId: string;
}

export interface CallbacksUnderTest {
  readonly sql: Sql;
  /** Posts text or JSON; the status and the problem's code, if it is one. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<{ status: number; code?: string }>;
  get(path: string): Promise<Response>;
  /** Deliveries that SES accepted, each as `m-<key>`; one if no number is given. */
  accepted(count?: number): Promise<Accepted[]>;
  stateOf(id: string): Promise<string>;
  /** Addresses that were fetched, in order. */
  readonly fetched: string[];
  /** What an address answers: a text, or nothing for a failure. */
  readonly pages: Map<string, string>;
  close(): Promise<void>;
}

interface Options {
  readonly databaseUrl?: string;
  readonly env?: Record<string, string>;
  readonly sns?: KeyObject;
  readonly sendgrid?: KeyObject;
  readonly storageTimeoutMs?: number;
}

/** A listening app on a fresh database that believes these public keys. The network is a table of pages. */
export const startCallbacks = async (options: Options = {}): Promise<CallbacksUnderTest> => {
  const database = options.databaseUrl === undefined ? await testDatabase() : undefined;
  const url = options.databaseUrl ?? database?.url ?? '';
  const sql = createSql({ url, max: 4, app: 'callbacks-test', genericPlans: true });
  const pages = new Map(options.sns === undefined ? [] : [[CERTIFICATE, pemOf(options.sns)]]);
  const fetched: string[] = [];
  const app = createCallbacks({
    settings: settingsSchema.parse({
      DATABASE_URL: url,
      REDIS_URL: 'redis://h',
      SES_SNS_TOPIC_ARNS: `${TOPIC}, arn:aws:sns:eu-west-1:123456789012:other`,
      ...(options.sendgrid === undefined ? {} : { SENDGRID_WEBHOOK_PUBLIC_KEY: spkiOf(options.sendgrid) }),
      ...options.env,
    }),
    record: (events) => recordCallbacks(sql, events),
    suppress: (items) => suppress(sql, items),
    resume: (wishes) => resumeAddresses(sql, wishes),
    probe: () => sql`SELECT 1`,
    storageTimeoutMs: options.storageTimeoutMs ?? 5_000,
    fetchText: async (address) => {
      fetched.push(address);
      const page = pages.get(address);
      if (page === undefined) throw new Error(`nothing at ${address}`);
      return page;
    },
    clock: systemClock,
    log: createLogger({ name: 'callbacks-test', level: 'silent' }),
    metrics: createMetrics(METRICS, { region: '', app: 'callbacks-test' }),
  });
  const server = await listen(app, { host: '127.0.0.1', port: 0, variable: 'CALLBACKS_PORT' });
  return {
    sql,
    fetched,
    pages,
    post: async (path, body, headers = {}) => {
      const text = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
      const response = await fetch(`${server.url}${path}`, { method: 'POST', body: text as string, headers });
      const answer = await response.text();
      return { status: response.status, ...(answer === '' ? {} : { code: JSON.parse(answer).code }) };
    },
    get: (path) => fetch(`${server.url}${path}`),
    accepted: async (count = 1) => {
      const digest = randomBytes(32);
      const eventId = rowId(Date.now(), digest, digest);
      const ids = Array.from({ length: count }, () => rowId(Date.now(), digest, randomBytes(32)));
      await sql`
        INSERT INTO deliveries (id, event_id, digest, channel, lane, person, address, locale, timezone, state)
        SELECT id, ${eventId}, ${digest}, 'email', 'critical', 1, 'a@example.com', 'en', 'UTC', 'queued'
        FROM unnest(${ids}::uuid[]) AS g(id)`;
      const made = ids.map((id) => ({ id, key: keyOf(id), messageId: `m-${keyOf(id)}` }));
      await recordAccepted(
        sql,
        made.map(({ id, messageId }) => ({ id, provider: 'ses', messageId, status: 200, evidence: 'answer' as const })),
      );
      return made;
    },
    stateOf: async (id) => (await sql`SELECT state FROM deliveries WHERE id = ${id}`)[0]?.state,
    close: async () => {
      await server.close();
      await sql.end({ timeout: 1 });
      await database?.drop();
    },
  };
};

/** What SES says of a message that arrived. */
export const sesDelivery = ({ key, messageId }: Pick<Accepted, 'key' | 'messageId'>): string =>
  JSON.stringify({
    eventType: 'Delivery',
    mail: { timestamp: '2026-11-30T08:15:00.000Z', messageId, tags: { 'crier-key': [key] } },
    delivery: { timestamp: '2026-11-30T08:15:01.000Z', smtpResponse: '250 OK' },
  });

/** One delivery that SES accepted. */
export const one = async (callbacks: CallbacksUnderTest): Promise<Accepted> => {
  const [made] = await callbacks.accepted();
  if (made === undefined) throw new Error('nothing was made');
  return made;
};
