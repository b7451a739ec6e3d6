export { type RelayOptions, startRelay } from './start-relay.js';
