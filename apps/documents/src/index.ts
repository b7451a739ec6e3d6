export { openRenderer } from './open-renderer.js';
export { type DocumentsOptions, startDocuments } from './start-documents.js';
