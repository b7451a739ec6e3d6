/** WhatsApp templates whose text was told to the sandbox, by name; any other name is approved too, with any parameters. */
export interface WhatsappTemplates {
  add(name: string, body: string): void;
  bodyOf(name: string): string | undefined;
  clear(): void;
}

export const createWhatsappTemplates = (): WhatsappTemplates => {
  const bodies = new Map<string, string>();
  return {
    add: (name, body) => void bodies.set(name, body),
    bodyOf: (name) => bodies.get(name),
    clear: () => bodies.clear(),
  };
};

const PLACE = /\{\{\s*(\w+)\s*\}\}/g;

/** The names of a body's places in order of appearance, each once: `{{1}}`, `{{name}}`. */
export const placesIn = (body: string): string[] => [
  ...new Set([...body.matchAll(PLACE)].map(([, name = '']) => name)),
];

export const fillPlaces = (body: string, values: ReadonlyMap<string, string>): string =>
  body.replace(PLACE, (place, name: string) => values.get(name) ?? place);
