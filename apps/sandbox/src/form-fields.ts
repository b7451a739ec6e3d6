const MAX_FIELDS = 2000;

export type FormFields = Readonly<Record<string, string | undefined>>;

/** Decodes only between the first and the last escape: a message in base64 has few, and each character costs. */
const decode = (encoded: string): string => {
  const text = encoded.replaceAll('+', ' ');
  const first = text.indexOf('%');
  if (first < 0) return text;
  const end = text.lastIndexOf('%') + 3;
  return text.slice(0, first) + decodeURIComponent(text.slice(first, end)) + text.slice(end);
};

/** The fields of a form (AWS Query, Twilio), or undefined if its percent-encoding is broken. A repeated field keeps the last. */
export const formFields = (body: Buffer): FormFields | undefined => {
  const fields: Record<string, string> = Object.create(null);
  try {
    for (const field of body.toString().split('&', MAX_FIELDS)) {
      const equals = field.indexOf('=');
      if (equals > 0) fields[decode(field.slice(0, equals))] = decode(field.slice(equals + 1));
    }
  } catch {
    return undefined;
  }
  return fields;
};
