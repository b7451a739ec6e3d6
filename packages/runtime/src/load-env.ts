import type { z } from 'zod';
import { ConfigError } from './config-error.js';

/**
 * Reads the environment by a zod schema. An empty variable counts as unset. Throws one ConfigError that names every bad
 * variable, and every unknown one that begins with `CRIER_` (a typing error there would silently leave a default in force).
 */
export const loadEnv = <S extends z.ZodObject>(
  schema: S,
  env: Readonly<Record<string, string | undefined>>,
  problemsOf: (settings: z.infer<S>) => readonly string[] = () => [],
): z.infer<S> => {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const unknown = Object.keys(given).filter((name) => name.startsWith('CRIER_') && !(name in schema.shape));
  const parsed = schema.safeParse(given);
  const bad = parsed.success
    ? []
    : parsed.error.issues.map((issue) => {
        const name = String(issue.path[0]);
        return given[name] === undefined
          ? `${name} must be set: ${schema.shape[name]?.description ?? 'required'}`
          : `${name} ${issue.message}`;
      });
  const problems = [
    ...unknown.map((name) => `${name} is not a variable of Crier; .env.example lists them`),
    ...new Set(bad),
    ...(parsed.success ? problemsOf(parsed.data) : []),
  ];
  if (problems.length > 0 || !parsed.success) throw new ConfigError(problems.join('\n'));
  return parsed.data;
};
