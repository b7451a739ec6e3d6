export * from './claims.js';
export * from './connection.js';
export * from './consumer.js';
export * from './ensure-jobs.js';
export { createGate } from './gate/gate.js';
export type * from './gate/gate-types.js';
export * from './names.js';
export * from './queues.js';
export * from './sentinel.js';
