// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * @typedef {import('./plan-events.mjs').PlannedEvent} PlannedEvent
 * @typedef {{ answered: Map<string, PlannedEvent>, refused: string[], open: number }} Posted
 *   `answered`: by the id in the answer; `refused`: answers that no retry mends, in words; `open`: not answered yet
 */

const IN_FLIGHT = 100;
const PATIENCE_MS = 10_000;
const BETWEEN_TRIES_MS = 300;
/** Back-pressure, a dying intake, a database that is away: said again, as an ERP would. */
const isWorthRetrying = (/** @type {number} */ status) => status === 429 || status >= 500;

/** Now, with microseconds that tell two events of one entity and one millisecond apart. */
const instantOf = (/** @type {PlannedEvent} */ { n }) =>
  new Date().toISOString().replace('Z', `${String(n % 1000).padStart(3, '0')}Z`);

/** One try. Undefined: no answer, or one that asks to come again. */
const tryOnce = async (/** @type {string} */ url, /** @type {string} */ apiKey, /** @type {string} */ body) => {
  try {
    const response = await fetch(`${url}/v1/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const answer = /** @type {any} */ (await response.json());
    return isWorthRetrying(response.status) ? undefined : { status: response.status, answer };
  } catch {
    return undefined;
  }
};

/**
 * Posts the events at an even pace over `durationMs`, each again and again, to one intake after the other, until one answers:
 * what an ERP does that must not lose an event. What was answered 202 or 200 is remembered in `posted`, which fills while
 * the promise runs. Resolves when every event is answered, or at the signal.
 *
 * @param {{ events: readonly PlannedEvent[], intakes: readonly string[], apiKey: string, durationMs: number, signal: AbortSignal }} options
 * @param {Posted} posted
 */
export const postEvents = async ({ events, intakes, apiKey, durationMs, signal }, posted) => {
  const began = Date.now();
  const waiting = [...events];
  posted.open = events.length;

  const post = async (/** @type {PlannedEvent} */ event, /** @type {string} */ body) => {
    for (let tries = 0; !signal.aborted; tries++) {
      const got = await tryOnce(intakes[(event.n + tries) % intakes.length] ?? '', apiKey, body);
      if (got) return got;
      await sleep(BETWEEN_TRIES_MS);
    }
    return undefined;
  };

  const settle = async (/** @type {PlannedEvent} */ event) => {
    const body = JSON.stringify({ ...event.body, occurredAt: instantOf(event) });
    const first = await post(event, body);
    if (first === undefined) return;
    posted.open -= 1;
    const { status, answer } = first;
    if (status !== 202 && status !== 200) {
      posted.refused.push(`event ${event.n}: ${status} ${JSON.stringify(answer)}`);
      return;
    }
    posted.answered.set(answer.id, event);
    const again = event.repeat ? await post(event, body) : undefined;
    if (again && (again.status !== 200 || again.answer.id !== answer.id))
      posted.refused.push(`event ${event.n}, said again: ${again.status} ${JSON.stringify(again.answer)}`);
  };

  const client = async () => {
    for (let event = waiting.shift(); event !== undefined && !signal.aborted; event = waiting.shift()) {
      const dueMs = (event.n / events.length) * durationMs - (Date.now() - began);
      if (dueMs > 0) await sleep(dueMs, undefined, { signal }).catch(() => {});
      await settle(event);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, client));
};
