export { type LoadTypesOptions, loadTypes } from './load/load-types.js';
export type { Manifest } from './load/manifest.js';
export { maskPaths } from './mask-paths.js';
export type { NotificationType, TypeCatalog } from './notification-type.js';
export type { RenderContext } from './render-context.js';
export { type RenderMessageInput, renderMessage } from './render-message.js';
export type {
  RenderedEmail,
  RenderedFor,
  RenderedInapp,
  RenderedMessage,
  RenderedPush,
  RenderedSms,
  RenderedWhatsapp,
} from './rendered-message.js';
export { TemplateError } from './template-error.js';
