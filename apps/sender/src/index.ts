export { createSender, type RunningSender, type SenderClients } from './create-sender.js';
