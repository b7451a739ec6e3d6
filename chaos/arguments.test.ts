import { CHANNELS } from '@crier/domain';
import { expect, it } from 'vitest';
import { HELP, parseArguments } from './arguments.mjs';

it('reads the numbers, and has a smaller standard with --short', () => {
  expect(parseArguments([])).toMatchObject({ deliveries: 1_000, seed: 1, minutes: 1, callbacks: true, json: false });
  expect(parseArguments([]).channels).toEqual(CHANNELS);
  expect(parseArguments(['--channels', 'inapp,sms,inapp']).channels).toEqual(['sms', 'inapp']);
  expect(parseArguments(['--short'])).toMatchObject({ deliveries: 300, minutes: 0.4, short: true });
  const given = ['--deliveries', '20', '--seed', '7', '--minutes', '0.5', '--callbacks', 'off', '--json', '--short'];
  expect(parseArguments(given)).toMatchObject({ deliveries: 20, seed: 7, minutes: 0.5, callbacks: false, json: true });
});

it.each([
  [['--deliveries', '0'], '--deliveries 0'],
  [['--deliveries', '1.5'], '--deliveries 1.5'],
  [['--deliveries', ''], '--deliveries'],
  [['--seed', '-1'], '--seed'],
  [['--minutes', '0'], '--minutes 0'],
  [['--callbacks', 'maybe'], '--callbacks maybe'],
  [['--channels', 'email,fax'], '--channels email,fax'],
  [['--channels', ''], '--channels'],
  [['--rate', '3'], '--rate'],
  [['all'], 'all'],
])('refuses %j and names it', (args, name) => {
  expect(() => parseArguments(args)).toThrow(name);
});

it('describes every option in its help', () => {
  for (const option of Object.keys(parseArguments([]))) expect(HELP).toContain(`--${option}`);
});
