export { type SchedulerOptions, startScheduler } from './start-scheduler.js';
