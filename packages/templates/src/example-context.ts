import type { Channel } from '@crier/domain';
import type { NotificationType } from './notification-type.js';
import type { RenderContext } from './render-context.js';

/** An example as a channel's template sees it: with a document where the manifest gives that channel one. */
export const exampleContext = (
  { manifest }: NotificationType,
  channel: Channel,
  example: RenderContext,
): RenderContext =>
  manifest.document?.channels.includes(channel) ? example : { ...example, links: { ...example.links, document: null } };
