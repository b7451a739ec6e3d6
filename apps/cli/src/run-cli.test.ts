import { expect, it } from 'vitest';
import { crier } from './cli.test-support.js';

it('shows help with examples for itself and every command, and exits 0', async () => {
  for (const args of [
    ['--help'],
    ['migrate', '--help'],
    ['send', '--help'],
    ['keys', 'create', '--help'],
    ['dead', 'replay', '--help'],
    ['doctor', '--help'],
    ['templates', 'check', '--help'],
    ['templates', 'preview', '--help'],
  ]) {
    const { status, out, err } = await crier(args);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).toMatch(/Examples?:\n {2}/);
  }
});

it('exits 2 and says what is wrong with the usage', async () => {
  const wrong: [string[], RegExp][] = [
    [['fly'], /unknown command 'fly'/],
    [['send'], /missing required argument 'file'/],
    [['migrate', '--fast'], /unknown option '--fast'/],
    [['doctor', '--mend'], /unknown option '--mend'/],
    [['keys', 'create', '--name', 'ERP'], /--source/],
    [['keys', 'create', '--name', 'ERP', '--source', ' '], /one line of text/],
    [['keys', 'create', '--name', 'ERP', '--source', 'erp', '--mode', 'dry'], /live, test/],
    [['keys', 'create', '--name', 'ERP', '--source', 'erp', '--scopes', 'events,all'], /events, directory, read/],
    [[], /Usage: crier/],
  ];
  for (const [args, says] of wrong) {
    const { status, out, err } = await crier(args);
    expect({ args, status, out }).toEqual({ args, status: 2, out: '' });
    expect(err).toMatch(says);
  }
});

it('exits 1 and names the variable to set when nothing says where Crier is', async () => {
  expect(await crier(['migrate'])).toMatchObject({ status: 1, err: expect.stringMatching(/^crier: DATABASE_URL /) });
  expect(await crier(['send', '-'])).toMatchObject({ status: 1, err: expect.stringMatching(/^crier: INTAKE_PORT /) });
});
