export { openRenderer } from './open-renderer.js';
export { openStore } from './open-store.js';
export { type DocumentsOptions, startDocuments } from './start-documents.js';
