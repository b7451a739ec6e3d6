import type { Manifest } from './load/manifest.js';
import type { RenderContext, Template } from './render-context.js';

/** The parts of one channel in one locale, by part name (`subject`, `html`, `txt`). */
export type ChannelTemplate = ReadonlyMap<string, Template>;

/** One folder under `templates/`, compiled. */
export interface NotificationType {
  readonly name: string;
  readonly manifest: Manifest;
  /** Hash of everything that decides what is rendered; recorded on each delivery. */
  readonly templateVersion: string;
  /** Example content, for checks and previews. */
  readonly fixture: RenderContext;
  /** The same with the longest usual values, for the check. */
  readonly longest: RenderContext;
  readonly defaultLocale: string;
  /** channel -> locale -> parts. */
  readonly channels: ReadonlyMap<string, ReadonlyMap<string, ChannelTemplate>>;
  /** Whether the type has a template for the channel; without one the decision is `no_template`. */
  has(channel: string): boolean;
}

export interface TypeCatalog {
  readonly types: ReadonlyMap<string, NotificationType>;
}
