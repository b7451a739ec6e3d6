/** 1843 as 1,843. */
export const grouped = (n: number): string => n.toLocaleString('en');

/** The number with the word that fits it. */
export const plural = (n: number, one: string, many: string): string => `${grouped(n)} ${n === 1 ? one : many}`;
