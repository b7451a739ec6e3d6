// @ts-check
// Draws the rooms and their imports into docs/architecture.md, between the markers that stand there.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruiseSources } from './law/cruise.mjs';
import { drawPicture, EMPTY_DOCUMENT, withPicture } from './law/picture.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const document = fileURLToPath(new URL('../docs/architecture.md', import.meta.url));

const { modules } = await cruiseSources(root);
const before = existsSync(document) ? readFileSync(document, 'utf8') : EMPTY_DOCUMENT;
mkdirSync(dirname(document), { recursive: true });
writeFileSync(document, withPicture(before, drawPicture(modules)));
