import type { Span } from '@opentelemetry/api';

/** What a span tells besides its name and times: ids and codes, no person. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  readonly kind: 'server' | 'consumer' | 'client' | 'internal';
  /** W3C Trace Context of what this belongs to; null begins a trace. */
  readonly parent: string | null;
  readonly attributes?: SpanAttributes;
}

/** The span that work runs in: what its own parts name as their parent, and what is learnt while it runs. */
export interface RunningSpan {
  readonly traceparent: string | null;
  set(attributes: SpanAttributes): void;
}

export interface Tracer {
  /** Runs work in a span, which ends with it; a throw marks it as failed and goes on. */
  span<T>(name: string, options: SpanOptions, run: (span: RunningSpan) => Promise<T>): Promise<T>;
  /** Tells of something that is over; times in ms since the epoch. */
  record(name: string, options: SpanOptions & { readonly fromMs: number; readonly toMs: number }): void;
  /** Sends what is not sent yet. */
  close(): Promise<void>;
}

/** Costs a function call: what is given as the parent is passed on, and nothing is told to anybody. */
export const noTracer: Tracer = {
  span: (_name, { parent }, run) => run({ traceparent: parent, set: () => {} }),
  record: () => {},
  close: async () => {},
};

/** A collector that is away costs a stopping process this and no more. */
const EXPORT_MS = 2_000;

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

const traceparentOf = (span: Span): string => {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
};

/**
 * A tracer that sends OpenTelemetry spans over OTLP/HTTP; without an endpoint one that does nothing and loads nothing.
 * Parents are passed by hand, as they are stored with the event: nothing of it hangs on the process that began a trace.
 */
export const createTracer = async (options: {
  readonly service: string;
  /** OTEL_EXPORTER_OTLP_ENDPOINT: the collector, without `/v1/traces`. */
  readonly endpoint: string | undefined;
}): Promise<Tracer> => {
  if (options.endpoint === undefined) return noTracer;
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const exporter = new OTLPTraceExporter({
    url: `${options.endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_MS,
  });
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': `crier-${options.service}` }),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer('crier');
  const kinds = {
    server: api.SpanKind.SERVER,
    consumer: api.SpanKind.CONSUMER,
    client: api.SpanKind.CLIENT,
    internal: api.SpanKind.INTERNAL,
  };
  const begin = (name: string, { kind, parent, attributes = {} }: SpanOptions, startTime?: Date): Span => {
    const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(parent ?? '') ?? [];
    const remote = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
    const context = traceId === '' ? api.ROOT_CONTEXT : api.trace.setSpanContext(api.ROOT_CONTEXT, remote);
    const more = startTime === undefined ? {} : { startTime };
    return tracer.startSpan(name, { kind: kinds[kind], attributes: { ...attributes }, ...more }, context);
  };
  return {
    span: async (name, spanOptions, run) => {
      const span = begin(name, spanOptions);
      try {
        return await run({
          traceparent: traceparentOf(span),
          set: (attributes) => void span.setAttributes(attributes),
        });
      } catch (error) {
        span.setStatus({ code: api.SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' });
        throw error;
      } finally {
        span.end();
      }
    },
    record: (name, { fromMs, toMs, ...spanOptions }) => begin(name, spanOptions, new Date(fromMs)).end(new Date(toMs)),
    // A collector that is away keeps nobody from stopping: what it did not hear is lost.
    close: () => provider.shutdown().catch(() => {}),
  };
};
