import { type ClientRequest, get } from 'node:http';
import { until } from '@crier/testkit';

export interface Heard {
  readonly event: string;
  readonly id: number;
  readonly data: Record<string, unknown>;
}

export interface EventReader {
  readonly status: number;
  readonly heard: Heard[];
  /** Comments and the retry line, as they came. */
  readonly asides: string[];
  ended(): boolean;
  /** Waits until something of what was heard passes. */
  hear(what: string, passes: (heard: Heard) => boolean): Promise<Heard>;
  close(): void;
}

const parse = (block: string): Heard | string => {
  const fields = new Map(
    block.split('\n').map(
      (line) =>
        line
          .split(/:(.*)/s)
          .slice(0, 2)
          .map((s) => s.trim()) as [string, string],
    ),
  );
  const event = fields.get('event');
  if (event === undefined) return block;
  return { event, id: Number(fields.get('id')), data: JSON.parse(fields.get('data') ?? 'null') };
};

/** Opens a stream as a client does, and keeps what comes. */
export const readEvents = (url: string, token: string, lastEventId?: number): Promise<EventReader> =>
  new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) }),
    };
    const request: ClientRequest = get(`${url}/v1/inbox/stream`, { agent: false, headers }, (response) => {
      const heard: Heard[] = [];
      const asides: string[] = [];
      let rest = '';
      let ended = false;
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        const blocks = (rest + chunk).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) {
          const parsed = parse(block);
          if (typeof parsed === 'string') asides.push(parsed);
          else heard.push(parsed);
        }
      });
      response.on('error', () => {});
      response.on('close', () => {
        ended = true;
      });
      resolve({
        status: response.statusCode ?? 0,
        heard,
        asides,
        ended: () => ended,
        hear: (what, passes) => until(async () => heard.find(passes), { what, timeoutMs: 20_000 }),
        close: () => request.destroy(),
      });
    });
    request.on('error', reject);
  });
