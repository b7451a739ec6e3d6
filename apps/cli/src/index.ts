export type { CliDeps } from './cli-deps.js';
export { runCli } from './run-cli.js';
