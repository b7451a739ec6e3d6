import { z } from 'zod';
import { canonicalEmail } from '../address.js';
import { int } from './fields.js';

export const HTTP = ['http:', 'https:'] as const;

export const emailText = z.string().refine((v) => canonicalEmail(v) !== undefined, 'must be an email address');

/** The variables that every provider has, under its own prefix (contract, "Environment"). */
export const providerSettings = <P extends string>(prefix: P, name: string) =>
  ({
    [`${prefix}_TIMEOUT_MS`]: int(10_000, `Longest that one call to ${name} may take, in ms`, 100),
    [`${prefix}_RATE_PER_SECOND`]: int(14, `Messages that the whole fleet sends through ${name} in a second`, 1),
    [`${prefix}_CONCURRENCY`]: int(50, `Calls to ${name} that the whole fleet has in flight`, 1),
    [`${prefix}_BREAKER_FAILURES`]: int(
      10,
      `Timeouts, 5xx and connection errors in a row that open ${name}’s breaker`,
      1,
    ),
    [`${prefix}_BREAKER_COOLDOWN_MS`]: int(30_000, `How long ${name}’s breaker stays open before a probe, in ms`, 1),
  }) as ProviderShape<P>;

type Whole = ReturnType<typeof int>;
type ProviderShape<P extends string> = Record<
  `${P}_${'TIMEOUT_MS' | 'RATE_PER_SECOND' | 'CONCURRENCY' | 'BREAKER_FAILURES' | 'BREAKER_COOLDOWN_MS'}`,
  Whole
>;
