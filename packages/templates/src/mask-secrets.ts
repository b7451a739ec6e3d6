import { maskPaths } from './mask-paths.js';
import type { NotificationType } from './notification-type.js';
import type { RenderContext } from './render-context.js';

/**
 * The context with every value that the manifest calls `secret` hidden: render this, never the original, for whatever is
 * stored or shown. The given context stays as it is.
 */
export const maskSecrets = (type: NotificationType, context: RenderContext): RenderContext =>
  maskPaths(context, type.manifest.secret);
