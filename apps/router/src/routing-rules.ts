import type { Channel, RoutingRules } from '@crier/domain';
import type { TypeCatalog } from '@crier/templates';

/** What the router needs of each type in the catalog. */
export const routingRulesOf =
  (catalog: TypeCatalog) =>
  (type: string): RoutingRules | undefined => {
    const known = catalog.types.get(type);
    if (known === undefined) return undefined;
    const { channels, category, mandatory, document } = known.manifest;
    return {
      channels: channels as readonly Channel[],
      category,
      mandatory,
      document: document && { kind: document.kind, channels: document.channels },
      hasTemplate: (channel) => known.has(channel),
    };
  };
