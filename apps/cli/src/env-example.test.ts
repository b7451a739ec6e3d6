import { settingsSchema } from '@crier/domain';
import { expect, it } from 'vitest';
import { z } from 'zod';

/** A schema and those inside it: of an optional one, of one with a default, at the entrance of a pipe. */
const layers = (schema: unknown): unknown[] => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return [schema, ...layers(schema.unwrap())];
  return schema instanceof z.ZodPipe ? [schema, ...layers(schema.in)] : [schema];
};

/** What `.env.example` says about one variable: its meaning, what it may be, and its default, commented out. */
const entry = ([name, schema]: [string, z.ZodType]): string => {
  const about = layers(schema).flatMap((layer) => (layer as z.ZodType).description ?? [])[0];
  const may = layers(schema).flatMap((layer) => (layer instanceof z.ZodEnum ? layer.options : []));
  const fallback = schema.safeParse(undefined);
  const value = [fallback.success ? (fallback.data ?? '') : ''].flat().join(',');
  const notes = [
    ...(may.length > 0 ? [`One of: ${may.join(', ')}`] : []),
    ...(fallback.success ? [] : ['Required by every app']),
  ];
  return [`# ${about}`, ...notes.map((note) => `# ${note}`), `#${name}=${value}`].join('\n');
};

const HEAD = `# Every variable of Crier, with its default. All apps read the same ones from their environment.
# npm start sets what it needs by itself and points every provider at the sandbox; give a variable to override.
# Which provider needs which: docs/channels.md.
# In production set NODE_ENV=production, which refuses the defaults that are for development.`;

it('describes every variable with its default in .env.example (write it anew with: npx vitest run -u env-example)', async () => {
  const entries = Object.entries(settingsSchema.shape).map(entry);
  for (const text of entries) expect(text).not.toContain('undefined');
  await expect(`${[HEAD, ...entries].join('\n\n')}\n`).toMatchFileSnapshot('../../../.env.example');
});
