/** Redis can't be used as it is; the message says which address, why, and what to do. */
export class RedisUnusable extends Error {
  override readonly name = 'RedisUnusable';
  readonly forOperator = true;
}
