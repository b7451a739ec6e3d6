import type { JsonSchema } from '../describe-api.js';

/** One line of a table of fields. */
export interface FieldRow {
  /** `entity.version`, `recipients[].email`. */
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly about: string;
}

type Schema = JsonSchema & {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly maxLength?: number;
  readonly description?: string;
  readonly $ref?: string;
};

const choices = (schema: Schema): readonly Schema[] | undefined => schema.anyOf ?? schema.oneOf;
const refName = (ref: string): string => ref.split('/').at(-1) ?? '';

const typeOf = (schema: Schema): string => {
  if (schema.$ref) return refName(schema.$ref);
  const several = choices(schema);
  if (several) return [...new Set(several.map(typeOf))].join(' or ');
  if (schema.enum) return schema.enum.map(String).join(' · ');
  if (schema.const !== undefined) return String(schema.const);
  if (schema.type === 'array') return schema.items?.enum ? `list of ${typeOf(schema.items)}` : 'list';
  const { type = 'anything', format, maxLength } = schema;
  return [format ?? type, maxLength && `at most ${maxLength}`].filter(Boolean).join(', ');
};

/** The fields of a schema, nested ones by their path; of several kinds of object, those of each. */
export const fieldRows = (given: JsonSchema, prefix = ''): FieldRow[] => {
  const schema = given as Schema;
  const branches = choices(schema)?.flatMap((branch) => fieldRows(branch, prefix)) ?? [];
  const own = Object.entries(schema.properties ?? {}).flatMap(([key, field]): FieldRow[] => {
    const name = `${prefix}${key}`;
    const required = schema.required?.includes(key) ?? false;
    const row = { name, type: typeOf(field), required, about: field.description ?? '' };
    return [row, ...(field.items ? fieldRows(field.items, `${name}[].`) : fieldRows(field, `${name}.`))];
  });
  const seen = new Set<string>();
  return [...own, ...branches].filter(({ name }) => !seen.has(name) && seen.add(name));
};
