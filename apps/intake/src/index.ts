export { backlogLimitsOf } from './back-pressure.js';
export { createIntake, type IntakeOptions } from './create-intake.js';
export { directoryOptionsOf } from './directory-options.js';
export { createEventStore } from './events/store-events.js';
