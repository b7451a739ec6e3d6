export { alertsOf } from './alerts/settings-of-alerts.js';
export { openOpsEmail } from './ops/open-ops-email.js';
export { type SchedulerOptions, startScheduler } from './start-scheduler.js';
