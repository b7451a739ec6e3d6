import type { Provider, Settings } from '@crier/domain';

/** What a provider needs besides the settings. */
export interface MakerDeps {
  /** As many as calls can be in flight, all lanes together. */
  readonly sockets: number;
  /** The wall clock, in ms since 1970. */
  readonly nowMs: () => number;
}

/** A provider that holds connections: whoever made it closes it. */
export type OpenProvider<Message> = Provider<Message> & { close(): void };

/** Builds one provider from the environment's settings. It asks for nothing and opens no connection until the first send. */
export type Maker<Message> = (settings: Settings, deps: MakerDeps) => OpenProvider<Message>;
