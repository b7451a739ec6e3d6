export { callbacksAfter } from './callbacks/callback-settings.js';
export { type RunningSandbox, type SandboxOptions, startSandbox } from './start-sandbox.js';
