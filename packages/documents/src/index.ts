export { createLambdaHandler } from './lambda/handler.js';
export type { LambdaAnswer } from './lambda/lambda-answer.js';
export { createLambdaRenderer, type LambdaRendererOptions } from './lambda/lambda-renderer.js';
export { documentPath } from './stores/document-path.js';
export { DocumentMissing, type DocumentStore } from './stores/document-store.js';
export { createFileStore } from './stores/file-store.js';
export { openStore } from './stores/open-store.js';
export { createS3Store, type S3StoreOptions } from './stores/s3-store.js';
export { createLocalRenderer, type LocalRendererOptions } from './typesetting/local-renderer.js';
