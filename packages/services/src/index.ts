export { freePort } from './free-port.js';
export type { Service } from './service.js';
export { type PostgresOptions, startPostgres } from './start-postgres.js';
export { type RedisOptions, startRedis } from './start-redis.js';
