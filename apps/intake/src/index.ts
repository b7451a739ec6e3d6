export { createIntake, type IntakeOptions } from './create-intake.js';
