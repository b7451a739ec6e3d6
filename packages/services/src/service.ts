/** A database or Redis that can be used now. `pid` is the server's own; absent when somebody else runs it. */
export interface Service {
  url: string;
  pid?: number;
  /** Ends the server and waits until it is gone. Calling it again is harmless. */
  stop(): Promise<void>;
}

/** Hears what a person at the terminal should know: one line at a time. */
export type Log = (line: string) => void;

export const givenService = (url: string): Service => ({ url, stop: async () => {} });
