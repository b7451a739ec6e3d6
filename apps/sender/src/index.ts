export { createEmailChain, type EmailChain } from './email-chain.js';
export { type SenderSettings, senderSettings } from './settings-of-sender.js';
export { type SenderOptions, startSender } from './start-sender.js';
