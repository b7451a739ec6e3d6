import type { Redis } from 'ioredis';

const KEY = 'crier:sentinel';

/**
 * Whether Redis has lost its data since the last look: a key that never expires is gone. Puts it back, so that of several
 * callers one is told.
 */
export const redisWasEmptied = async (redis: Redis): Promise<boolean> => (await redis.set(KEY, '1', 'NX')) === 'OK';

/** The one who was told could not put things back: the next look is told again. */
export const redisStaysEmptied = async (redis: Redis): Promise<void> => void (await redis.del(KEY));
