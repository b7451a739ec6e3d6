import type { Channel, RoutingRules } from '@crier/domain';
import type { TypeCatalog } from '@crier/templates';

/** What the router needs of each type in the catalog. */
export const routingRulesOf =
  (catalog: TypeCatalog) =>
  (type: string): RoutingRules | undefined => {
    const known = catalog.types.get(type);
    return (
      known && { channels: known.manifest.channels as readonly Channel[], hasTemplate: (channel) => known.has(channel) }
    );
  };
