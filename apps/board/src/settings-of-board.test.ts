import { settingsSchema } from '@crier/domain';
import { expect, it } from 'vitest';
import { accountsOf, secretsOf } from './settings-of-board.js';

const settings = (env: Record<string, string>) =>
  settingsSchema.parse({ DATABASE_URL: 'postgres://db/crier', REDIS_URL: 'redis://cache', ...env });

it('knows the operator, and a viewer only where one is named with a password', () => {
  expect(accountsOf(settings({}))).toEqual([{ name: 'admin', password: 'admin', role: 'operator' }]);
  expect(accountsOf(settings({ BOARD_VIEWER_USER: 'v' }))).toHaveLength(1);
  expect(accountsOf(settings({ BOARD_VIEWER_USER: 'v', BOARD_VIEWER_PASSWORD: 'p' }))[1]).toEqual({
    name: 'v',
    password: 'p',
    role: 'viewer',
  });
});

it('signs with every secret of the list, or with one of its own that nobody can guess', () => {
  expect(secretsOf(settings({ CRIER_LINK_SECRET: 'new, old' }))).toEqual(['new', 'old']);
  const [own, other] = [secretsOf(settings({})), secretsOf(settings({}))];
  expect(own[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(other).not.toEqual(own);
  expect(() => settings({ CRIER_LINK_SECRET: ' , ' })).toThrow('must name at least one secret');
});
