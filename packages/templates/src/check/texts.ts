/** What is wrong with the texts of a message, in words that complete "email.en: …". */

export const emptyParts = (parts: Readonly<Record<string, string>>): string[] =>
  Object.entries(parts)
    .filter(([, text]) => text.trim() === '')
    .map(([name]) => `the ${name} is empty`);

/** `limit` in UTF-16 code units; `whose` says who sets it. */
export const overLong = (name: string, text: string, limit: number, whose: string): string[] =>
  text.length > limit ? [`the ${name} has ${text.length} characters, ${whose} ${limit}`] : [];

/**
 * People read one message without the others, in any order: each says which order, invoice or account it is about.
 * That it also says what became of it, no program can tell.
 */
export const withoutReference = (name: string, text: string, reference: string): string[] =>
  text.trim() === '' || text.includes(reference) ? [] : [`the ${name} does not name ${reference}, which it is about`];
