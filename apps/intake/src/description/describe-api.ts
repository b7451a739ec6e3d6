import { ERRORS, type ErrorCode } from '@crier/domain';
import { z } from 'zod';
import { COMMON_PROBLEMS, type Operation, type Parameter } from './operation.js';
import { DELIVERIES } from './operations/deliveries.js';
import { DEVICES } from './operations/devices.js';
import { DIRECTORY } from './operations/directory.js';
import { EVENTS } from './operations/events.js';
import { PREFERENCES } from './operations/preferences.js';
import { SUPPRESSIONS } from './operations/suppressions.js';
import { TYPES } from './operations/types.js';
import { ANSWERS, REQUESTS } from './schemas.js';

/** Every call of the API but its own description, in the order in which it is shown. */
export const OPERATIONS: readonly Operation[] = [
  ...EVENTS,
  ...DELIVERIES,
  ...DIRECTORY,
  ...PREFERENCES,
  ...DEVICES,
  ...SUPPRESSIONS,
  ...TYPES,
];

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Responses {
  readonly [status: string]: {
    readonly description: string;
    readonly headers?: Readonly<Record<string, unknown>>;
    readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
  };
}

/** What `GET /openapi.json` answers: OpenAPI 3.1. */
export interface ApiDescription {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly unknown[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Responses } & object>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: Readonly<Record<string, unknown>>;
  };
}

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** Zod's schemas as JSON schemas that point at each other by name. */
const schemasOf = (named: Readonly<Record<string, z.ZodType>>, io: 'input' | 'output') => {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    io,
    // An answer may grow a field; whoever reads it must let that pass.
    override: ({ jsonSchema }) => {
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $id: _, $schema: __, ...schema }]): [string, JsonSchema] => [id, schema]),
  );
};

const RETRY_AFTER = { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } };

/** Problems that share a status are one response; its `code` tells them apart. */
const problemResponses = (codes: readonly ErrorCode[]): Responses => {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) byStatus.set(ERRORS[code].http, [...(byStatus.get(ERRORS[code].http) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, same]) => [
      status,
      {
        description: same.map((code) => `\`${code}\`: ${ERRORS[code].title}`).join('; '),
        ...(status === 429 || status === 503 ? { headers: RETRY_AFTER } : {}),
        content: { 'application/problem+json': { schema: ref('Problem') } },
      },
    ]),
  );
};

/** A status that carries an answer of its own and problems as well tells them apart by media type. */
const responsesOf = ({ answers, problems = [] }: Operation): Responses => {
  const refused = problemResponses([...problems, ...COMMON_PROBLEMS]);
  const own = Object.entries(answers).map(([status, { about, schema }]) => {
    const problem = refused[status];
    const content = { ...(schema ? { 'application/json': { schema: ref(schema) } } : {}), ...problem?.content };
    return [
      status,
      {
        description: problem ? `${about}; or ${problem.description}` : about,
        ...(status === '429' ? { headers: RETRY_AFTER } : {}),
        ...(Object.keys(content).length > 0 ? { content } : {}),
      },
    ] as const;
  });
  return { ...refused, ...Object.fromEntries(own) };
};

const parameterOf = ({ name, in: place, about, required, schema }: Parameter) => ({
  name,
  in: place,
  required: required ?? false,
  description: about,
  schema: schema ?? { type: 'string' },
});

const bodyOf = (body: NonNullable<Operation['body']>) => ({
  required: true,
  content: Object.fromEntries(
    Object.entries(body).map(([type, { schema, list, example }]) => [
      type,
      {
        schema: list ? { type: 'array', items: ref(schema), minItems: 1, maxItems: 1_000 } : ref(schema),
        ...(example === undefined ? {} : { example: example() }),
      },
    ]),
  ),
});

const describe = (operation: Operation) => ({
  operationId: operation.id,
  tags: [operation.group],
  summary: operation.summary,
  description: [operation.about, `Needs the scope \`${operation.scope}\`.`].filter(Boolean).join(' '),
  ...(operation.parameters ? { parameters: operation.parameters.map(parameterOf) } : {}),
  ...(operation.body ? { requestBody: bodyOf(operation.body) } : {}),
  responses: responsesOf(operation),
});

/** The whole API as OpenAPI 3.1: bodies from the schemas that read them, answers from those that the tests hold them to. */
export const describeApi = (): ApiDescription => {
  const paths: Record<string, Record<string, ReturnType<typeof describe>>> = {};
  for (const operation of OPERATIONS) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(operation) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Crier',
      version: '1',
      description:
        'Post what happened; Crier notifies whom it concerns and remembers why. Every error is a problem document (RFC 9457).',
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    tags: [...new Set(OPERATIONS.map(({ group }) => group))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { ...schemasOf(REQUESTS, 'input'), ...schemasOf(ANSWERS, 'output') },
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'crier keys create' } },
    },
  };
};
