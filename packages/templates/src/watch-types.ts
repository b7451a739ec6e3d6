import { type FSWatcher, watch } from 'node:fs';
import { type LoadTypesOptions, loadTypes } from './load/load-types.js';
import type { NotificationType, TypeCatalog } from './notification-type.js';

export interface WatchTypesOptions extends LoadTypesOptions {
  /** Quiet time after a change before the folder is read again, in ms; default 100. Editors write a file in several steps. */
  readonly debounceMs?: number;
  /** The folder as it is now is in use. */
  readonly onReload?: (catalog: TypeCatalog) => void;
  /** A change can't be used and the templates before it stay: `TemplateLoadError` with file and line, or the watch's own. */
  readonly onRefused: (error: Error) => void;
}

export interface WatchedTypes {
  /** Always the last templates that loaded without a problem: its `types` are exchanged as a whole. */
  readonly catalog: TypeCatalog;
  /** Reads the folder now; whether it is in use. Never throws. */
  reload(): Promise<boolean>;
  close(): void;
}

/** The folder is not there: it is being replaced. */
const AWAY_MS = 1_000;

/** A catalog whose types can be exchanged for others at one stroke: whoever holds it sees all old or all new ones. */
class LiveCatalog implements TypeCatalog {
  types: ReadonlyMap<string, NotificationType>;
  constructor(first: TypeCatalog) {
    this.types = first.types;
  }
}

/**
 * Loads the types under `dir` and loads them again whenever a file changes there. A change that does not load is refused as a
 * whole, and the types before it stay in use. Throws `TemplateLoadError` if the first load fails.
 */
export const watchTypes = async (dir: string, options: WatchTypesOptions): Promise<WatchedTypes> => {
  const { debounceMs = 100, onReload, onRefused, ...loading } = options;
  const catalog = new LiveCatalog(await loadTypes(dir, loading));
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  // One load at a time: an older folder never takes the place of a newer one.
  let turn: Promise<boolean> = Promise.resolve(true);

  const load = async (): Promise<boolean> => {
    try {
      const { types } = await loadTypes(dir, loading);
      if (closed) return false;
      catalog.types = types;
      onReload?.(catalog);
      return true;
    } catch (error) {
      if (!closed) onRefused(error as Error);
      return false;
    }
  };
  const reload = (): Promise<boolean> => {
    turn = turn.then(load);
    return turn;
  };
  const reloadSoon = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      watchAnew();
      void reload();
    }, ms);
  };
  let watcher: FSWatcher | undefined;
  /**
   * A watch goes deaf to a file, or a folder, that another has taken the place of, as editors and `git checkout` do: after each
   * change it begins anew, before the folder is read. A folder that is away is looked for again.
   */
  const watchAnew = (): void => {
    watcher?.close();
    watcher = undefined;
    if (closed) return;
    try {
      watcher = watch(dir, { recursive: true }, () => reloadSoon(debounceMs));
      watcher.on('error', onRefused);
    } catch {
      reloadSoon(AWAY_MS);
    }
  };
  watchAnew();
  return {
    catalog,
    reload,
    close: () => {
      closed = true;
      clearTimeout(timer);
      watcher?.close();
    },
  };
};

/** Where an app writes what happens; a pino logger is one. */
interface Log {
  info(fields: object, words: string): void;
  error(fields: object, words: string): void;
}

/** `watchTypes` for an app: what came of each change goes into its log. */
export const liveTypes = (dir: string, log: Log): Promise<WatchedTypes> =>
  watchTypes(dir, {
    onReload: ({ types }) => log.info({ types: types.size }, 'the templates have changed and are in use'),
    onRefused: (error) =>
      log.error({ err: error.message }, 'a change of the templates can’t be used; the ones before it stay'),
  });
