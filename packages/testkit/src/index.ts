export { type Silence, startTcpProxy, type TcpProxy } from './tcp-proxy.js';
export { type TestDatabase, testDatabase } from './test-database.js';
export { type TestRedis, testRedis } from './test-redis.js';
export { type UntilOptions, until } from './until.js';
export { type Look, useBrowser } from './use-browser.js';
