import { describe, expect, it } from 'vitest';
import { DEAD_REASONS, SUPPRESS_REASONS } from './reason.js';

/** The vocabulary of the contract ("`reason`" and "Dead"). */
const CONTRACT_SUPPRESS =
  'opted_out no_address invalid_address no_template no_consent quiet_hours frequency_cap batched superseded expired suppression_list duplicate cancelled runaway'.split(
    ' ',
  );
const CONTRACT_DEAD =
  'template_error document_failed bad_address hard_bounce rejected rejected_later attempts_exhausted provider_5xx throttled unknown_outcome stalled'.split(
    ' ',
  );

describe('R-6.1 the reasons for not sending', () => {
  it('are words of the contract', () => {
    expect(CONTRACT_SUPPRESS).toEqual(expect.arrayContaining([...SUPPRESS_REASONS]));
  });
});

describe('R-8.1 the reasons of a dead letter', () => {
  it('are words of the contract', () => {
    expect(CONTRACT_DEAD).toEqual(expect.arrayContaining(Object.keys(DEAD_REASONS)));
  });

  it.each(Object.entries(DEAD_REASONS))('%s says what happened and what to do, in sentences', (code, words) => {
    for (const sentence of [words.plain, words.remedy]) {
      expect(sentence).toMatch(/^[A-Z].{20,}\.$/);
      expect(sentence).not.toContain(code.includes('_') ? code : '_');
    }
  });

  it('warn of a second copy where the message may already have arrived', () => {
    expect(DEAD_REASONS.unknown_outcome.plain).toContain('may already have arrived');
    expect(DEAD_REASONS.unknown_outcome.remedy).toContain('second copy');
  });

  it('do not say the same twice', () => {
    const plain = Object.values(DEAD_REASONS).map((words) => words.plain);
    expect(new Set(plain).size).toBe(plain.length);
  });
});
