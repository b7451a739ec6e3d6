export { type CallbacksOptions, createCallbacks } from './create-callbacks.js';
export { fetchText } from './http/fetch-text.js';
export { startListening } from './start-listening.js';
