import { expect, it } from 'vitest';
import { HELP, parseArguments } from './arguments.js';

it('starts everything together on .local unless told otherwise', () => {
  expect(parseArguments([])).toEqual({ processes: false, demo: false, help: false, data: '.local' });
  expect(parseArguments(['--demo', '--processes', '--data', '/srv/crier'])).toEqual({
    processes: true,
    demo: true,
    help: false,
    data: '/srv/crier',
  });
});

it('refuses what it does not know, and names it', () => {
  expect(() => parseArguments(['--fast'])).toThrow('--fast');
  expect(() => parseArguments(['production'])).toThrow('production');
  expect(() => parseArguments(['--data'])).toThrow('--data');
});

it('describes every option in its help', () => {
  for (const option of Object.keys(parseArguments([]))) expect(HELP).toContain(`--${option}`);
});
