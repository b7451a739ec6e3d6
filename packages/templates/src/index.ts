export { checkTypes, type TypeProblem } from './check-types.js';
export { directionOf } from './direction.js';
export { type LoadTypesOptions, loadTypes } from './load/load-types.js';
export { type Manifest, manifestJsonSchema, smsMaxSegmentsIn } from './load/manifest.js';
export { TemplateLoadError } from './load/template-load-error.js';
export { maskPaths } from './mask-paths.js';
export type { NotificationType, TypeCatalog } from './notification-type.js';
export {
  type FailedPreview,
  type Preview,
  type PreviewRequest,
  previewType,
  type ShownMessage,
} from './preview-type.js';
export { PRICE_CLASSES, type Price } from './price.js';
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
export { type SmsSize, smsSizes } from './sms-sizes.js';
export { TemplateError } from './template-error.js';
export { typeCategories } from './type-categories.js';
export { liveTypes, type WatchedTypes } from './watch-types.js';
