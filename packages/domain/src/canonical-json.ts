export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** JSON text with sorted keys: equal values have equal text, whatever order the sender wrote them in. */
export const canonicalJson = (value: Json | undefined): string => {
  if (value === undefined || value === null) return 'null';
  if (typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  // Written by hand: an object rebuilt in order would put integer-like keys first whatever the order.
  const object = value as { readonly [key: string]: Json };
  let members = '';
  for (const key of Object.keys(object).sort())
    members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(object[key])}`;
  return `{${members}}`;
};

const isObject = (v: Json | undefined): v is { readonly [key: string]: Json } =>
  typeof v === 'object' && v !== null && !Array.isArray(v);

/** Escapes one segment of a JSON pointer (RFC 6901). */
export const pointerSegment = (key: string | number): string => String(key).replaceAll('~', '~0').replaceAll('/', '~1');

/** JSON pointers (RFC 6901) of the places where two values differ, the deepest that tell them apart. */
export const differingPointers = (a: Json | undefined, b: Json | undefined, at = ''): string[] => {
  if (isObject(a) && isObject(b)) {
    const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();
    // Own members only: a key such as "toString" must not be found on the prototype.
    const member = (o: { readonly [key: string]: Json }, key: string) => (Object.hasOwn(o, key) ? o[key] : undefined);
    return keys.flatMap((key) => differingPointers(member(a, key), member(b, key), `${at}/${pointerSegment(key)}`));
  }
  if (Array.isArray(a) && Array.isArray(b) && a.length === b.length)
    return a.flatMap((item, i) => differingPointers(item, b[i], `${at}/${i}`));
  const same = a === undefined || b === undefined ? a === b : canonicalJson(a) === canonicalJson(b);
  return same ? [] : [at];
};
