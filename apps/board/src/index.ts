export { type BoardOptions, createBoard } from './create-board.js';
export type { Account, Role } from './login/account.js';
export { accountsOf, secretsOf } from './settings-of-board.js';
export { startSchedulerWatch } from './watch-scheduler.js';
