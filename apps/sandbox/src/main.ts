import { createLogger, runApp } from '@crier/runtime';
import { readEnv } from './env.js';
import { startSandbox } from './start-sandbox.js';

await runApp(
  'sandbox',
  async () => {
    const env = readEnv();
    const log = createLogger({ name: 'sandbox', level: env.LOG_LEVEL });
    return startSandbox({ host: env.BIND_HOST, port: env.SANDBOX_PORT, log });
  },
  process,
);
