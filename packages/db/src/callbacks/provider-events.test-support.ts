import { type DeliveryState, keyOf, type ProviderEvent, type ProviderEventKind, STATES } from '@crier/domain';
import { until } from '@crier/testkit';
import type { Sql } from '../client.js';

export const KINDS = ['accepted', 'rejected', 'delivered', 'bounced', 'complained', 'deferred'] as const;
export const EVIDENCE = ['accepted', 'delivered', 'bounced'] as const;
export const LOWER = STATES.filter((state) => !(EVIDENCE as readonly DeliveryState[]).includes(state));
export const OVER = ['accepted', 'delivered', 'bounced', 'expired', 'suppressed', 'dead'];

/** An event about the copy `ses m-<id>`. */
export const said = (id: string, kind: ProviderEventKind, change: Partial<ProviderEvent> = {}): ProviderEvent => ({
  deliveryKey: keyOf(id),
  provider: 'ses',
  messageId: `m-${id}`,
  kind,
  at: new Date().toISOString(),
  code: '5.1.1',
  detail: 'user unknown',
  ...change,
});

/** Does the second while the first holds its locks, and lets go once the second waits for them. */
export const whileLocked = async (
  sql: Sql,
  first: (tx: Sql) => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<unknown> => {
  let waiting: Promise<unknown> | undefined;
  await sql.begin(async (tx) => {
    await first(tx as unknown as Sql);
    waiting = second();
    waiting.catch(() => {});
    await until(
      async () =>
        (await sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
          .length > 0,
      { what: 'the callback to wait for the first' },
    );
  });
  return waiting;
};
