import type { Redis } from 'ioredis';

type Run = (keys: readonly string[], args: readonly (string | number)[]) => Promise<unknown>;

/** A Lua script as a function: sent by its hash, loaded when the server does not know it. */
export const createScript = (redis: Redis, name: string, lua: string): Run => {
  redis.defineCommand(name, { lua });
  const command = (redis as unknown as Record<string, (...args: (string | number)[]) => Promise<unknown>>)[name];
  if (command === undefined) throw new Error(`the script ${name} was not defined`);
  return (keys, args) => command.call(redis, keys.length, ...keys, ...args);
};
