/** The text within `max` UTF-16 units, "…" at its end if it was cut; never through the middle of a character. */
export const cutText = (text: string, max: number): string => {
  if (text.length <= max) return text;
  const end = max - 1;
  const splits = /[\ud800-\udbff]/.test(text.charAt(end - 1));
  return `${text.slice(0, splits ? end - 1 : end)}…`;
};

/** The first entries of a list that may have `max`; the last place goes to `more(n)` if n are left out. */
export const cutList = <T>(list: readonly T[], max: number, more: (left: number) => T): T[] =>
  list.length <= max ? [...list] : [...list.slice(0, max - 1), more(list.length - max + 1)];

export const moreWords = (left: number): string => `…and ${left} more`;
