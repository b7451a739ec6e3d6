export { createProviders } from './catalog.js';
export type { MakerDeps, OpenProvider } from './maker.js';
