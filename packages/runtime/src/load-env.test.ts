import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ConfigError, isForOperator } from './config-error.js';
import { loadEnv } from './load-env.js';

const schema = z.object({
  DATABASE_URL: z.string().describe('PostgreSQL 15 or newer'),
  INTAKE_PORT: z.coerce.number({ error: 'must be a number' }).int().default(3000),
  CRIER_API_KEY: z.string().optional(),
  LANES: z
    .string()
    .default('a,b')
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(['a', 'b'], { error: 'must be of: a, b' }))),
});
const DATABASE_URL = 'postgres://localhost/crier';

const refusal = (env: Readonly<Record<string, string | undefined>>, problemsOf?: () => readonly string[]): string[] => {
  try {
    loadEnv(schema, env, problemsOf);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    expect(isForOperator(error)).toBe(true);
    return (error as Error).message.split('\n');
  }
  throw new Error('the environment was accepted');
};

describe('the environment', () => {
  it('is parsed, with defaults, and without what the schema does not know', () => {
    expect(loadEnv(schema, { DATABASE_URL, INTAKE_PORT: '3001', PATH: '/bin', HOME: '/root' })).toEqual({
      DATABASE_URL,
      INTAKE_PORT: 3001,
      LANES: ['a', 'b'],
    });
  });

  it.each(['', ' ', '\t'])('takes %j for unset', (blank) => {
    const env = { DATABASE_URL, INTAKE_PORT: blank, CRIER_API_KEY: blank, CRIER_TYPO: blank };
    expect(loadEnv(schema, env)).toEqual({ DATABASE_URL, INTAKE_PORT: 3000, LANES: ['a', 'b'] });
    expect(refusal({ DATABASE_URL: blank })).toEqual(['DATABASE_URL must be set: PostgreSQL 15 or newer']);
  });

  it('names every bad variable at once, a line each', () => {
    expect(refusal({ INTAKE_PORT: 'http', LANES: 'a,x,y' }).sort()).toEqual([
      'DATABASE_URL must be set: PostgreSQL 15 or newer',
      'INTAKE_PORT must be a number',
      'LANES must be of: a, b',
    ]);
  });

  it('names an unknown variable that begins with CRIER_, also beside other problems', () => {
    expect(refusal({ DATABASE_URL, CRIER_APIKEY: 'x' })).toEqual([
      'CRIER_APIKEY is not a variable of Crier; .env.example lists them',
    ]);
    expect(refusal({ CRIER_APIKEY: 'x', CRIER_Z: 'y' })).toHaveLength(3);
  });

  it('lets other unknown variables be', () => {
    expect(loadEnv(schema, { DATABASE_URL, MY_CRIER_THING: 'x', CRIERS: 'y', crier_x: 'z' })).toBeDefined();
  });

  it('never repeats a value, which may be a secret', () => {
    const lines = refusal({ DATABASE_URL, INTAKE_PORT: 'hunter2', LANES: 'hunter2', CRIER_X: 'hunter2' });
    expect(lines).toHaveLength(3);
    expect(lines.join()).not.toContain('hunter2');
  });

  it('is then asked what does not go together, but only if each variable is sound', () => {
    const odd = () => ['INTAKE_PORT and LANES do not go together'];
    expect(refusal({ DATABASE_URL }, odd)).toEqual(odd());
    expect(refusal({}, odd)).toEqual(['DATABASE_URL must be set: PostgreSQL 15 or newer']);
    expect(loadEnv(schema, { DATABASE_URL }, () => [])).toBeDefined();
  });
});

describe('an error for the operator', () => {
  it('is known by its mark, not by its class, since other rooms have their own', () => {
    expect(isForOperator(new ConfigError('x'))).toBe(true);
    expect(isForOperator(Object.assign(new Error('x'), { forOperator: true }))).toBe(true);
    expect(isForOperator(new Error('x'))).toBe(false);
    expect(isForOperator(Object.assign(new Error('x'), { forOperator: 'yes' }))).toBe(false);
    expect(isForOperator({ message: 'x', forOperator: true })).toBe(false);
    expect(isForOperator(undefined)).toBe(false);
  });
});
