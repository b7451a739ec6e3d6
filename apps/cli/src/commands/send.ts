import { ConfigError } from '@crier/runtime';
import { z } from 'zod';
import type { CliDeps, ExitStatus } from '../cli-deps.js';
import { intakeTarget } from '../targets.js';

const TIMEOUT_MS = 30_000;

const acceptedSchema = z.object({ id: z.string(), key: z.string(), duplicate: z.boolean() });
const problemSchema = z.object({
  title: z.string(),
  detail: z.string(),
  errors: z.array(z.object({ pointer: z.string(), code: z.string(), detail: z.string() })).default([]),
});

const parseObject = (text: string, file: string): object => {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch (error) {
    throw new ConfigError(`${file} is not JSON: ${(error as Error).message}`);
  }
  throw new ConfigError(`${file} is not one event: a JSON object is needed`);
};

const answerAsText = (status: number, body: unknown): string => {
  const accepted = acceptedSchema.safeParse(body);
  if (accepted.success) {
    const { id, key, duplicate } = accepted.data;
    const word = duplicate ? 'duplicate: it was accepted before, and nothing is sent again' : 'accepted';
    return `${status} ${word}\n  id  ${id}\n  key ${key}`;
  }
  const problem = problemSchema.safeParse(body);
  if (!problem.success) return `${status} ${typeof body === 'string' ? body : JSON.stringify(body)}`;
  const { title, detail, errors } = problem.data;
  return [`${status} ${title}. ${detail}`, ...errors.map((e) => `  ${e.pointer || '/'}  ${e.code}: ${e.detail}`)].join(
    '\n',
  );
};

const post = async (
  url: string,
  apiKey: string,
  body: string,
): Promise<{ ok: boolean; status: number; body: unknown }> => {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(`${url}/v1/events`, { method: 'POST', headers, body, signal }).catch((error: Error) => {
    const why = error.cause instanceof Error ? error.cause.message || String(error.cause) : error.message;
    throw new ConfigError(`intake does not answer at ${url} (${why}): start it (npm start), or set INTAKE_PORT`);
  });
  const text = await response.text();
  try {
    return { ok: response.ok, status: response.status, body: JSON.parse(text) };
  } catch {
    return { ok: false, status: response.status, body: text };
  }
};

/**
 * `crier send`: posts one event to intake as the ERP would. The text goes out as it is, so that intake is the only judge of
 * it; with `now` the present instant takes the place of `occurredAt`, which makes it a new event on any day.
 */
export const sendCommand = async (
  deps: CliDeps,
  file: string,
  options: { now?: boolean; json?: boolean },
): Promise<ExitStatus> => {
  const { url, apiKey } = intakeTarget(deps);
  const text = await deps.readText(file);
  const occurredAt = new Date(deps.nowMs()).toISOString();
  const body = options.now ? JSON.stringify({ ...parseObject(text, file), occurredAt }) : text;
  const answer = await post(url, apiKey, body);
  const print = answer.ok ? deps.out : deps.err;
  if (options.json) deps.out(JSON.stringify(answer.body));
  else print(answerAsText(answer.status, answer.body));
  if (answer.status === 401) deps.err('Set CRIER_API_KEY to a key of this Crier (crier keys create).');
  return answer.ok ? 0 : 1;
};
