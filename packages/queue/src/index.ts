export * from './claims.js';
export * from './connection.js';
export * from './consumer.js';
export * from './ensure-jobs.js';
export * from './names.js';
export * from './queues.js';
export * from './sentinel.js';
