import { callbacksAfter, startSandbox } from '@crier/sandbox';
import { SANDBOX_CALLBACK_DELAY_MS } from '../fleet.js';
import type { StartApp } from '../shared.js';

export const startSandboxApp: StartApp = ({ settings, logFor }, { name, port }) =>
  startSandbox({
    host: settings.BIND_HOST,
    port,
    callbacksUrl: settings.PUBLIC_URL_CALLBACKS,
    apnsPort: settings.SANDBOX_APNS_PORT,
    smtpPort: settings.SANDBOX_SMTP_PORT,
    callbacks: callbacksAfter(SANDBOX_CALLBACK_DELAY_MS),
    twilioAuthToken: settings.TWILIO_AUTH_TOKEN,
    whatsappAppSecret: settings.WHATSAPP_APP_SECRET,
    log: logFor(name),
  });
