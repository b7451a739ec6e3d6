export { type SandboxOptions, startSandbox } from './start-sandbox.js';
