import { startSandbox } from '@crier/sandbox';
import type { StartApp } from '../shared.js';

export const startSandboxApp: StartApp = ({ settings, logFor }, { name, port }) =>
  startSandbox({ host: settings.BIND_HOST, port, log: logFor(name) });
