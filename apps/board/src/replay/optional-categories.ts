import type { OptionalCategories } from '@crier/db';
import type { TypeCatalog } from '@crier/templates';

/** The types that people may opt out of, each with its category. */
export const optionalCategories = (catalog: TypeCatalog): OptionalCategories =>
  new Map(
    [...catalog.types].flatMap(([name, { manifest }]) =>
      manifest.mandatory ? [] : [[name, manifest.category] as const],
    ),
  );
