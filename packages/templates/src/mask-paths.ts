/** What stands where a value is hidden. */
export const MASK = '••••••';

const maskAt = (value: unknown, [step, ...rest]: readonly string[]): unknown => {
  if (step === undefined) return MASK;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return value;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...value };
  Reflect.set(copy, step, maskAt(Reflect.get(value, step), rest));
  return copy;
};

/** A copy with the values at these dotted paths hidden; the original stays as it is. */
export const maskPaths = <T>(value: T, paths: readonly string[]): T =>
  paths.reduce<T>((masked, path) => maskAt(masked, path.split('.')) as T, value);
