export { DEVELOPMENT_DEFAULTS, developmentAddresses } from './development-environment.js';
export type { RunFileContent } from './run-file.js';
