import type { NotificationType } from './notification-type.js';
import type { RenderContext } from './render-context.js';

/** What stands in a rendered copy where a secret was. */
export const MASK = '••••••';

const maskAt = (value: unknown, [step, ...rest]: readonly string[]): unknown => {
  if (step === undefined) return MASK;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return value;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...value };
  Reflect.set(copy, step, maskAt(Reflect.get(value, step), rest));
  return copy;
};

/**
 * The context with every value that the manifest calls `secret` hidden: render this, never the original, for whatever is
 * stored or shown. The given context stays as it is.
 */
export const maskSecrets = (type: NotificationType, context: RenderContext): RenderContext =>
  type.manifest.secret.reduce<RenderContext>(
    (masked, path) => maskAt(masked, path.split('.')) as RenderContext,
    context,
  );
