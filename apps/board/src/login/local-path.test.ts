import { expect, it } from 'vitest';
import { localPath } from './local-path.js';

it.each(['/', '/queues', '/queues/queue/email.critical?status=failed#top', '/dead-letters/0193'])(
  'goes back to the page asked for: %s',
  (path) => expect(localPath(path)).toBe(path),
);

it.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/queues/..//evil.example',
  '/%2e//evil.example',
  'javascript:alert(1)',
  'evil.example',
  '/login?next=/login',
  '/logout',
  '',
  undefined,
  ['/queues', '/'],
])('never leaves the board: %s leads to the overview', (path) => expect(localPath(path)).toBe('/'));
