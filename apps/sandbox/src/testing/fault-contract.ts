import { describe, expect, it } from 'vitest';
import { keyOf, type useSandbox } from './use-sandbox.js';

/** One provider as a sender sees it, through its own SDK where it has one. */
export interface VendorClient {
  readonly provider: string;
  readonly channel: string;
  /** An address that it takes, as the sandbox lists it. */
  to(): string;
  /** False where the protocol has no ids: a yes without one is then no fault. */
  readonly hasIds?: false;
  /** Sends one message: the id that it is given, undefined if the answer has none; throws what the client throws. */
  send(key: string, timeoutMs: number): Promise<string | undefined>;
}

const PATIENT_MS = 20_000;
const IMPATIENT_MS = 400;

/** Every fault mode at one vendor; `refusals` says what its client throws for those that are said in its own words. */
export const describeFaults = (
  sandbox: ReturnType<typeof useSandbox>,
  client: VendorClient,
  refusals: readonly (readonly [fault: object, error: object])[],
): void => {
  const send = (n: number, timeoutMs = PATIENT_MS) => client.send(keyOf(n), timeoutMs);
  const refusal = (n: number, timeoutMs = PATIENT_MS) =>
    send(n, timeoutMs).then(
      (id) => new Error(`it was accepted as ${id}`),
      (error) => ({ ...error, message: error.message }),
    );
  const total = async () => (await sandbox.counts()).total;
  const fault = (wanted: object) => sandbox.fault({ provider: client.provider, ...wanted });

  describe(`faults, as a client of ${client.provider} sees them`, () => {
    it('without any, the message is accepted under its key, with the id that the client was given', async () => {
      const id = await send(1);
      expect(id).toBeTruthy();
      const { messages } = await sandbox.messages(`?key=${keyOf(1)}`);
      const { provider, channel } = client;
      expect(messages).toEqual([
        expect.objectContaining({ provider, channel, to: client.to(), key: keyOf(1), messageId: id }),
      ]);
    });

    it.each(refusals)('%j is said in its own words, and is not counted', async (wanted, error) => {
      await fault(wanted);
      expect(await refusal(1)).toMatchObject(error);
      expect(await total()).toBe(0);
    });

    const withoutId: [mode: string, count: number][] = [
      ['no_message_id', 0],
      ['no_message_id_after_accept', 1],
    ];
    it.each(client.hasIds === false ? [] : withoutId)(
      '%s says yes without an id and counts %i',
      async (mode, count) => {
        await fault({ mode });
        expect(await send(1)).toBeUndefined();
        expect(await total()).toBe(count);
      },
    );

    it.each([
      ['hang', 0],
      ['timeout_after_accept', 1],
    ])('%s stays silent until the client gives up and counts %i', async (mode, count) => {
      await fault({ mode });
      const begun = performance.now();
      expect((await refusal(1, IMPATIENT_MS)).message).not.toMatch(/accepted/);
      expect(performance.now() - begun).toBeGreaterThan(IMPATIENT_MS - 20);
      expect(await total()).toBe(count);
    });

    it('disconnect_after_accept counts, then ends the conversation at once', async () => {
      await fault({ mode: 'disconnect_after_accept', count: 1 });
      const begun = performance.now();
      expect((await refusal(1)).message).not.toMatch(/accepted/);
      expect(performance.now() - begun).toBeLessThan(PATIENT_MS / 2);
      expect(await total()).toBe(1);
      await send(1);
      expect((await sandbox.counts()).duplicates).toEqual([{ key: keyOf(1), count: 2 }]);
    });

    it('latency counts, and answers after the delay', async () => {
      await fault({ mode: 'latency', delayMs: 500 });
      const begun = performance.now();
      expect(await send(1)).toBeTruthy();
      expect(performance.now() - begun).toBeGreaterThan(480);
      expect(await total()).toBe(1);
    });

    it('those of its channel, its address and its key hit it, others do not', async () => {
      await sandbox.fault({ channel: client.channel === 'email' ? 'sms' : 'email', mode: 'reject' });
      await fault({ to: 'somebody-else', mode: 'reject' });
      await fault({ key: keyOf(9), mode: 'reject' });
      expect(await send(1)).toBeTruthy();
      for (const wanted of [{ channel: client.channel }, { to: client.to().toUpperCase() }, { key: keyOf(2) }]) {
        await sandbox.fault({ mode: 'reject', count: 1, ...wanted });
        expect((await refusal(2)).message).not.toMatch(/accepted/);
      }
      expect(await total()).toBe(1);
    });
  });
};
