import { type CategoryChoice, CHANNELS, categoryChoices, type Settings } from '@crier/domain';
import { ConfigError } from '@crier/runtime';
import type { TypeCatalog } from '@crier/templates';

/** What signs tokens and links: the first signs, all verify. Throws ConfigError when there is none: nobody could be let in. */
export const secretsOf = (settings: Settings): readonly string[] => {
  if (settings.CRIER_LINK_SECRET === undefined)
    throw new ConfigError('CRIER_LINK_SECRET must be set: the inbox lets in who carries a token signed with it');
  return settings.CRIER_LINK_SECRET;
};

/** What people can choose by: wherever a type has texts, because an event or a recipient may name any of those channels. */
export const choicesOf = (catalog: TypeCatalog): readonly CategoryChoice[] =>
  categoryChoices(
    [...catalog.types.values()].map((type) => ({ ...type.manifest, channels: CHANNELS.filter(type.has) })),
  );
