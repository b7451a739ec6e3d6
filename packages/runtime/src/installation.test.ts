import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { documentsDir, INSTALLATION, templatesDir } from './installation.js';

it('knows its own root', () => {
  expect(JSON.parse(readFileSync(`${INSTALLATION}package.json`, 'utf8'))).toMatchObject({ name: 'crier' });
});

it('R-7.1 reads the types where it is told, else its own', () => {
  expect(templatesDir({ TEMPLATES_DIR: '/srv/types' })).toBe('/srv/types');
  expect(templatesDir({})).toBe(join(INSTALLATION, 'templates'));
});

it('R-5.1 keeps documents where it is told; a relative folder lies under the installation, wherever it was started', () => {
  expect(documentsDir({ DOCUMENT_DIR: '/var/lib/documents' })).toBe('/var/lib/documents');
  expect(documentsDir({ DOCUMENT_DIR: '.local/documents' })).toBe(join(INSTALLATION, '.local', 'documents'));
});
