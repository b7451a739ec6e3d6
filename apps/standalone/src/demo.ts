import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface DemoOptions {
  readonly intakeUrl: string;
  readonly sandboxUrl: string;
  readonly apiKey: string;
  /** Folder of the events. */
  readonly examples: string;
  /** Ms since 1970. */
  readonly nowMs: () => number;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

interface Delivery {
  readonly id: string;
  readonly key: string;
  readonly channel: string;
  readonly recipientId: string;
  readonly state: string;
  readonly reason: string | null;
  readonly providerMessageId: string | null;
  readonly acceptedAt: string | null;
}

const PATIENCE_MS = 30_000;
const PAUSE_MS = 50;
const OVER = new Set(['accepted', 'delivered', 'bounced', 'expired', 'suppressed', 'dead']);

const getJson = async <T>(url: string, options: DemoOptions): Promise<T> => {
  // Not handed to each call: Node keeps a listener for every one of them.
  options.signal.throwIfAborted();
  const response = await fetch(url, { headers: { authorization: `Bearer ${options.apiKey}` } });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return (await response.json()) as T;
};

const describe = async (delivery: Delivery, postedMs: number, options: DemoOptions): Promise<string> => {
  const { channel, recipientId, state, reason, key, acceptedAt } = delivery;
  if (acceptedAt === null) return `  ${channel} to ${recipientId}: ${state}${reason === null ? '' : ` (${reason})`}`;
  type Found = { messages: { to: string; subject: string | null; text: string | null }[] };
  const { messages } = await getJson<Found>(`${options.sandboxUrl}/sandbox/messages?key=${key}`, options);
  const [arrived] = messages;
  const content = arrived === undefined ? '' : ` <${arrived.to}> “${arrived.subject ?? arrived.text ?? ''}”`;
  return `  ${channel} to ${recipientId}${content}: ${state} after ${Date.parse(acceptedAt) - postedMs} ms`;
};

/** Shows each delivery of an event once it is over, and says which are not when patience ends. */
const follow = async (id: string, postedMs: number, options: DemoOptions): Promise<void> => {
  const shown = new Set<string>();
  for (;;) {
    type Progress = { status: string; deliveries: Delivery[] };
    const { status, deliveries } = await getJson<Progress>(`${options.intakeUrl}/v1/events/${id}`, options);
    const late = options.nowMs() - postedMs > PATIENCE_MS;
    for (const delivery of deliveries) {
      if (shown.has(delivery.id) || !(late || OVER.has(delivery.state))) continue;
      shown.add(delivery.id);
      options.say(await describe(delivery, postedMs, options));
    }
    if (status === 'routed' && shown.size === deliveries.length) return;
    if (late) return options.say(`  still ${status} after ${PATIENCE_MS / 1000} s`);
    await sleep(PAUSE_MS, undefined, { signal: options.signal });
  }
};

const postExample = async (file: string, options: DemoOptions): Promise<void> => {
  const event = JSON.parse(readFileSync(join(options.examples, file), 'utf8')) as { type: string };
  const postedMs = options.nowMs();
  const response = await fetch(`${options.intakeUrl}/v1/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${options.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...event, occurredAt: new Date(postedMs).toISOString() }),
  });
  const answer = (await response.json()) as { id?: string; detail?: string };
  options.say(`${event.type}: ${response.status} ${answer.id ?? answer.detail}`);
  if (answer.id !== undefined) await follow(answer.id, postedMs, options);
};

/** Posts every event of `examples`, one after the other, as it happened now, and shows each message arriving. */
export const runDemo = async (options: DemoOptions): Promise<void> => {
  options.say('\nPosting the events of examples/:');
  const files = readdirSync(options.examples).filter((name) => name.endsWith('.json'));
  for (const file of files.sort()) await postExample(file, options);
  options.say(`\nRead them at ${options.sandboxUrl}/sandbox`);
};
