// One thread that sets documents: a model in, a PDF out. It holds no state but the fonts. Plain JavaScript on purpose: Node
// runs this file as it stands, from `src` under test and from `dist` in use.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';

const folder = (/** @type {string} */ name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const fontBlobs = readdirSync(folder('fonts'))
  .filter((name) => name.endsWith('.ttf'))
  .map((name) => readFileSync(join(folder('fonts'), name)));
const workspace = folder('content');
const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs }] });

/** What was set this many documents ago is forgotten: the template stays known, and memory is flat. */
const KEPT_DOCUMENTS = 2;
/** Characters of a model (some 200 lines of an order) from which on all is forgotten at once: three of 5,000 lines held 1.5 GB, and now half. */
const LARGE = 50_000;

const set = (/** @type {string} */ model) => {
  const input = { mainFilePath: join(workspace, 'document.typ'), inputs: { model } };
  try {
    return compiler.pdf(input, { creationTimestamp: 0 });
  } finally {
    compiler.evictCache(model.length > LARGE ? 0 : KEPT_DOCUMENTS);
  }
};

parentPort?.on('message', (/** @type {string} */ model) => {
  try {
    const pdf = Uint8Array.from(set(model));
    parentPort?.postMessage({ pdf }, [pdf.buffer]);
  } catch (error) {
    parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
});
