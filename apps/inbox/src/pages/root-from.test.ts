import { expect, it } from 'vitest';
import { rootFrom } from './root-from.js';

it.each(['/', '/preferences', '/documents/x', '/documents/x/', '/a//b'])(
  'from %s leads to the root, also below the path of a proxy',
  (path) => {
    for (const origin of ['https://n.example', 'https://n.example/crier'])
      expect(new URL(`${rootFrom(path)}page/icon.svg`, origin + path).href).toBe(`${origin}/page/icon.svg`);
  },
);
