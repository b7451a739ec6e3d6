/** As much of a logger as is needed here: fields, then words. */
export interface OpsLog {
  warn(fields: object, words: string): void;
  error(fields: object, words: string): void;
}
