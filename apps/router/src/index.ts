export { routingRulesOf } from './routing-rules.js';
export { type RouterOptions, startRouter } from './start-router.js';
