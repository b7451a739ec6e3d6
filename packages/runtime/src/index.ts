export * from './batcher.js';
export * from './config-error.js';
export * from './health.js';
export * from './listen.js';
export * from './load-env.js';
export * from './logger.js';
export * from './metrics.js';
export * from './run-app.js';
