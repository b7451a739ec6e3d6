export { alertsOf } from './alerts/settings-of-alerts.js';
export { type SchedulerOptions, startScheduler } from './start-scheduler.js';
