import { createLogger, runApp } from '@crier/runtime';
import { callbacksAfter } from './callbacks/callback-settings.js';
import { readEnv } from './env.js';
import { startSandbox } from './start-sandbox.js';

await runApp(
  'sandbox',
  async () => {
    const env = readEnv();
    const log = createLogger({ name: 'sandbox', level: env.LOG_LEVEL });
    const { BIND_HOST: host, SANDBOX_PORT: port, PUBLIC_URL_CALLBACKS: callbacksUrl } = env;
    const { SANDBOX_CALLBACK_DELAY_MS: delayMs } = env;
    const callbacks = delayMs === undefined ? {} : callbacksAfter(delayMs);
    return startSandbox({
      ...{ host, port, callbacksUrl, callbacks, log },
      apnsPort: env.SANDBOX_APNS_PORT,
      smtpPort: env.SANDBOX_SMTP_PORT,
      twilioAuthToken: env.TWILIO_AUTH_TOKEN,
      whatsappAppSecret: env.WHATSAPP_APP_SECRET,
    });
  },
  process,
);
