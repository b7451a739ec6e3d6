import type { TypeCategories } from '@crier/domain';
import type { TypeCatalog } from './notification-type.js';

/** Each type's category, as the catalog has it now. */
export const typeCategories = ({ types }: TypeCatalog): TypeCategories =>
  new Map(
    [...types].map(
      ([
        name,
        {
          manifest: { category, mandatory },
        },
      ]) => [name, { category, mandatory }],
    ),
  );
