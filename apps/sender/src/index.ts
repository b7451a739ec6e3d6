export { createEmailProviders } from './email-providers.js';
export { type SenderSettings, senderSettings } from './settings-of-sender.js';
export { type SenderOptions, startSender } from './start-sender.js';
