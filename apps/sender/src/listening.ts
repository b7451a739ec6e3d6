import { beatingForMs, type Sql } from '@crier/db';
import { LISTENING } from '@crier/domain';
import type { Clock } from '@crier/runtime';
import type { SenderDeps } from './sender-deps.js';

const GOOD_FOR_MS = 1_000;

/** Asks whether callbacks are being taken; many outcomes that end at once share one answer. */
export const createListening = (sql: Sql, clock: Clock): SenderDeps['listeningMs'] => {
  let known: { readonly at: number; readonly answer: Promise<number | undefined> } | undefined;
  return () => {
    const now = clock.monotonicMs();
    if (known === undefined || now - known.at >= GOOD_FOR_MS)
      known = { at: now, answer: beatingForMs(sql, LISTENING.name, LISTENING.gapMs) };
    return known.answer;
  };
};
