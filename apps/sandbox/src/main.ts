import { createLogger, runApp } from '@crier/runtime';
import { readEnv } from './env.js';
import { startSandbox } from './start-sandbox.js';

await runApp(
  'sandbox',
  async () => {
    const env = readEnv();
    const log = createLogger({ name: 'sandbox', level: env.LOG_LEVEL });
    const { BIND_HOST: host, SANDBOX_PORT: port, PUBLIC_URL_CALLBACKS: callbacksUrl } = env;
    const { SANDBOX_CALLBACK_DELAY_MS: delayMs } = env;
    const callbacks = delayMs === undefined ? {} : { ses: { delayMs }, sendgrid: { delayMs } };
    return startSandbox({ host, port, callbacksUrl, callbacks, log });
  },
  process,
);
