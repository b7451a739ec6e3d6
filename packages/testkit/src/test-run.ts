/** What the global setup hands to every test file. */
export interface TestRun {
  /** The server's maintenance database: new ones are made from here. */
  databaseUrl: string;
  /** A migrated database that nobody connects to, to be copied. */
  template: string;
  /** Begins the name of every database of this run. */
  prefix: string;
  redisUrl: string;
  /** Redis was there before the run: share it, never empty more than a test's own logical database. */
  redisGiven: boolean;
  toolsDir: string;
  searchPath: string | undefined;
  /** CHROMIUM_PATH: the browser, where it is not on the search path. */
  chromium: string | undefined;
}

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string;
    redisUrl: string;
    redisGiven: boolean;
    testRun: TestRun;
  }
}
