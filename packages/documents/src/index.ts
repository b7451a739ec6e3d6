export { createLocalRenderer, type LocalRendererOptions } from './typesetting/local-renderer.js';
