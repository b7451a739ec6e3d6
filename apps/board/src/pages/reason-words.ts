import { DEAD_REASONS } from '@crier/domain';

/** What a dead letter's reason means and what to do about it. A reason that this version does not know has words too. */
export const reasonWords = (reason: string): { plain: string; remedy: string } =>
  Object.hasOwn(DEAD_REASONS, reason)
    ? DEAD_REASONS[reason as keyof typeof DEAD_REASONS]
    : { plain: 'This message could not be delivered.', remedy: 'See its attempts before replaying.' };
