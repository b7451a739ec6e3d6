import type { Scope } from '@crier/db';
import type { ErrorCode } from '@crier/domain';
import type { AnswerName, RequestName } from './schemas.js';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly about: string;
  readonly required?: true;
  readonly schema?: Readonly<Record<string, unknown>>;
}

export interface Answer {
  readonly about: string;
  /** Missing: no body. */
  readonly schema?: AnswerName;
}

/** One call of the API, as people and programs read about it. */
export interface Operation {
  readonly id: string;
  readonly group: 'Events' | 'Deliveries' | 'Directory' | 'Suppression list' | 'Notification types';
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** With parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly about?: string;
  /** What the API key must be allowed to do. */
  readonly scope: Scope;
  readonly parameters?: readonly Parameter[];
  /** Media types of the body, and what each carries: one of these, or a list of them. */
  readonly body?: Readonly<
    Record<string, { readonly schema: RequestName; readonly list?: true; readonly example?: () => unknown }>
  >;
  readonly answers: Readonly<Record<number, Answer>>;
  /** Beside those that every call can have. */
  readonly problems?: readonly ErrorCode[];
}

/** Problems of every call: no key, the wrong key, a fault of ours, no database. */
export const COMMON_PROBLEMS = ['unauthorized', 'forbidden', 'internal', 'unavailable'] as const satisfies ErrorCode[];
/** Problems of every call that takes a body. */
export const BODY_PROBLEMS = [
  'invalid_json',
  'wrong_charset',
  'bad_request',
  'too_large',
  'unsupported_media_type',
  'invalid',
] as const satisfies ErrorCode[];

export const pathId = (about: string): Parameter => ({ name: 'id', in: 'path', about, required: true });

/** What the handlers of one person's things take. */
export const RECIPIENT: Parameter = pathId('Your own id of the person, 1 to 128 printable characters');

export const PAGE: readonly Parameter[] = [
  {
    name: 'limit',
    in: 'query',
    about: 'How many at most',
    schema: { type: 'integer', minimum: 1, maximum: 1_000, default: 100 },
  },
  { name: 'cursor', in: 'query', about: 'The `next` of the page before' },
];

export const TRACEPARENT: Parameter = {
  name: 'traceparent',
  in: 'header',
  about: 'W3C Trace Context; the trace goes on to the provider call',
};
