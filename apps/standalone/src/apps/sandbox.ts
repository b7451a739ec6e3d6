import { startSandbox } from '@crier/sandbox';
import { SANDBOX_CALLBACK_DELAY_MS } from '../fleet.js';
import type { StartApp } from '../shared.js';

export const startSandboxApp: StartApp = ({ settings, logFor }, { name, port }) => {
  const callback = { delayMs: SANDBOX_CALLBACK_DELAY_MS };
  return startSandbox({
    host: settings.BIND_HOST,
    port,
    callbacksUrl: settings.PUBLIC_URL_CALLBACKS,
    apnsPort: settings.SANDBOX_APNS_PORT,
    smtpPort: settings.SANDBOX_SMTP_PORT,
    callbacks: { ses: callback, sendgrid: callback, twilio: callback, 'whatsapp-cloud': callback },
    log: logFor(name),
  });
};
