import { migrate } from './packages/db/src/index.js';
import { createGlobalSetup } from './packages/testkit/src/global-setup.js';

/** Starts what the tests of the project `services` need, unless DATABASE_URL and REDIS_URL say where it runs. */
export default createGlobalSetup({ migrate, env: process.env });
