import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { manifestJsonSchema } from './load/manifest.js';

const published = new URL('../../../templates/manifest.schema.json', import.meta.url);

it('R-7.1 the manifest’s JSON Schema for editors says what the loader reads (crier templates schema writes it)', () => {
  expect(JSON.parse(readFileSync(published, 'utf8'))).toEqual(manifestJsonSchema());
});
