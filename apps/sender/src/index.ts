export { createSender, type RunningSender, type SenderClients } from './create-sender.js';
export { startSender } from './start-sender.js';
