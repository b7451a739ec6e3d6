export const TEMPLATE_CATEGORIES = ['utility', 'marketing', 'authentication'] as const;

export interface WhatsappTemplate {
  readonly name: string;
  readonly body: string;
  readonly category: (typeof TEMPLATE_CATEGORIES)[number];
}

/** WhatsApp templates whose text was told to the sandbox, by name; any other name is approved too, with any parameters. */
export interface WhatsappTemplates {
  add(template: WhatsappTemplate): void;
  get(name: string): WhatsappTemplate | undefined;
  clear(): void;
}

export const createWhatsappTemplates = (): WhatsappTemplates => {
  const templates = new Map<string, WhatsappTemplate>();
  return {
    add: (template) => void templates.set(template.name, template),
    get: (name) => templates.get(name),
    clear: () => templates.clear(),
  };
};

const PLACE = /\{\{\s*(\w+)\s*\}\}/g;

/** The names of a body's places in order of appearance, each once: `{{1}}`, `{{name}}`. */
export const placesIn = (body: string): string[] => [
  ...new Set([...body.matchAll(PLACE)].map(([, name = '']) => name)),
];

export const fillPlaces = (body: string, values: ReadonlyMap<string, string>): string =>
  body.replace(PLACE, (place, name: string) => values.get(name) ?? place);
