import { resolve } from 'node:path';
import type { CliDeps } from './cli-deps.js';

/** The folder of notification types that a command works on: as told, else TEMPLATES_DIR, else the installation's. */
export const templatesDir = (deps: CliDeps, told: string | undefined): string =>
  told === undefined
    ? (deps.environment().templatesDir ?? resolve(deps.installation, 'templates'))
    : resolve(deps.cwd, told);
