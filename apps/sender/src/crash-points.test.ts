import { isTerminal, keyOf } from '@crier/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliver } from './deliver.js';
import { dyingWorker, type Point } from './dying-worker.test-support.js';
import {
  BAD_ADDRESS,
  type Behaviour,
  refusal,
  SILENCE,
  says,
  scriptedProvider,
  takes,
  takesAndSays,
  useSender,
  WITHOUT_ID,
} from './sender.test-support.js';

const sender = useSender();
const ses = scriptedProvider('ses');
const sendgrid = scriptedProvider('sendgrid');
const providers = [ses.provider, sendgrid.provider];
beforeAll(async () => {
  await sender.start();
  await sender.openGates(['ses', 'sendgrid']);
});
afterAll(sender.stop);

interface Path {
  readonly ses: readonly Behaviour[];
  readonly sendgrid?: readonly Behaviour[];
  readonly ends: string;
}

/** Every way through a pass; what is not scripted takes the message. */
const PATHS: Readonly<Record<string, Path>> = {
  'the first provider takes it': { ses: [takes], ends: 'accepted' },
  'the second takes it': { ses: [says(refusal())], ends: 'accepted' },
  'the first gives no id': { ses: [takesAndSays(WITHOUT_ID)], ends: 'accepted' },
  'nobody takes it at first': { ses: [says(refusal())], sendgrid: [says(refusal())], ends: 'accepted' },
  'the first is silent': { ses: [takesAndSays(SILENCE)], ends: 'accepted' },
  'the first refuses it for good': { ses: Array<Behaviour>(9).fill(says(BAD_ADDRESS)), ends: 'dead' },
};

const seed = async (path: Path): Promise<string> => {
  const id = await sender.seed();
  ses.script(keyOf(id), path.ses);
  sendgrid.script(keyOf(id), path.sendgrid ?? []);
  return id;
};
const copies = (id: string): number => ses.copies(keyOf(id)) + sendgrid.copies(keyOf(id));

/** What another worker does with it, pass by pass, until it is over. */
const survive = async (id: string): Promise<void> => {
  const deps = sender.deps(providers);
  for (let pass = 0; pass < 60; pass++) {
    const end = await deliver(deps, { id, stalled: 0 });
    if (isTerminal((await sender.row(id)).state as Parameters<typeof isTerminal>[0])) return;
    const ms = end.kind === 'wait' || end.kind === 'paced' ? end.ms : end.kind === 'retry' ? end.delayMs : 1;
    await new Promise((resolve) => setTimeout(resolve, ms));
  }
  throw new Error(`${id} does not end: ${JSON.stringify(await sender.row(id))}`);
};

/** Every point at which a worker can die that goes this way: each call of one that lives, from both sides. */
const pointsOf = async (path: Path): Promise<Point[]> => {
  const worker = dyingWorker(sender.deps(providers));
  await deliver(worker.deps, { id: await seed(path), stalled: 0 });
  return worker.calls.flatMap((call, i) => {
    const n = worker.calls.slice(0, i + 1).filter((other) => other === call).length;
    return (['before', 'after'] as const).map((side) => ({ call, n, side }));
  });
};

const dieAt = async (path: Path, point: Point): Promise<string> => {
  const id = await seed(path);
  const worker = dyingWorker(sender.deps(providers), point);
  await Promise.race([worker.died, deliver(worker.deps, { id, stalled: 0 })]);
  await survive(id);
  return id;
};

describe.each(Object.entries(PATHS))('R-4.3 R-4.4 R-4.5 a death at any point, when %s', (_name, path) => {
  it('ends in one known state, with one copy, or more only where the record admits it', async () => {
    const points = await pointsOf(path);
    expect(points.length).toBeGreaterThan(10);
    await Promise.all(
      points.map(async (point) => {
        const id = await dieAt(path, point);
        const row = await sender.row(id);
        const story = `${point.side} ${point.call} ${point.n}: ${JSON.stringify(row)}, ${copies(id)} copies, ${await sender.log(id)}`;
        expect(row.state, story).toBe(path.ends);
        expect(copies(id), story).toBeLessThanOrEqual(1 + row.resends);
        expect(copies(id), story).toBeGreaterThanOrEqual(path.ends === 'accepted' ? 1 : 0);
      }),
    );
  }, 120_000);
});

/** docs/guarantees.md has these as a table: what a death there comes to when the provider takes the message at once. */
const TABLE = [
  ['before', 'load', { copies: 1, resends: 0 }],
  ['after', 'claim', { copies: 1, resends: 0 }],
  ['after', 'enter ses', { copies: 1, resends: 0 }],
  ['before', 'beginSending', { copies: 1, resends: 0 }],
  ['after', 'beginSending', { copies: 1, resends: 1 }],
  ['before', 'send ses', { copies: 1, resends: 1 }],
  ['after', 'send ses', { copies: 2, resends: 1 }],
  ['before', 'accepted', { copies: 1, resends: 0 }],
  ['after', 'accepted', { copies: 1, resends: 0 }],
] as const;

describe('R-4.5 what a death costs', () => {
  it.each(TABLE)('%s %s: %j', async (side, call, cost) => {
    const path = { ses: [takes], ends: 'accepted' };
    const id = await dieAt(path, { call, n: 1, side });
    expect({ copies: copies(id), resends: (await sender.row(id)).resends }).toEqual(cost);
    const log = await sender.log(id);
    expect(log.includes('ses unknown')).toBe(cost.resends > 0);
    expect(log.includes('ses resend')).toBe(cost.resends > 0);
  });
});
