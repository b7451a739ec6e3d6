import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createTracer, noTracer } from './tracing.js';

interface Sent {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status: { readonly code?: number };
}

let server: Server | undefined;
afterEach(() => {
  server?.close();
});

/** A collector: the spans that were sent to it, and of which service. */
const collector = async () => {
  const spans: Sent[] = [];
  const services: string[] = [];
  server = createServer((req, res) => {
    let body = '';
    req.on('data', (chunk) => (body += chunk));
    req.on('end', () => {
      for (const group of JSON.parse(body).resourceSpans) {
        services.push(
          ...group.resource.attributes.map((a: { value: { stringValue?: string } }) => a.value.stringValue),
        );
        for (const scope of group.scopeSpans) spans.push(...scope.spans);
      }
      res.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return { spans, services, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

const PARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

describe('R-8.9 tracing', () => {
  it('is nothing without an endpoint: the parent is passed on, and no span is made', async () => {
    const tracer = await createTracer({ service: 'test', endpoint: undefined });
    expect(tracer).toBe(noTracer);
    expect(await tracer.span('x', { kind: 'server', parent: PARENT }, async (span) => span.traceparent)).toBe(PARENT);
  });

  it('sends spans under the parent that they were given, each part under its own', async () => {
    const { endpoint, spans, services } = await collector();
    const tracer = await createTracer({ service: 'test', endpoint });
    await tracer.span('outer', { kind: 'server', parent: PARENT }, async (outer) => {
      tracer.record('before', { kind: 'internal', parent: outer.traceparent, fromMs: 1_000, toMs: 1_500 });
      await tracer.span('inner', { kind: 'client', parent: outer.traceparent }, async (span) => span.set({ ok: true }));
    });
    await tracer.close();
    const named = Object.fromEntries(spans.map((span) => [span.name, span]));
    expect(spans.map(({ traceId }) => traceId)).toEqual(Array(3).fill('0af7651916cd43dd8448eb211c80319c'));
    expect(named.outer?.parentSpanId).toBe('b7ad6b7169203331');
    expect(named.inner?.parentSpanId).toBe(named.outer?.spanId);
    expect(named.before).toMatchObject({ startTimeUnixNano: '1000000000', endTimeUnixNano: '1500000000' });
    expect(services).toContain('crier-test');
  });

  it('marks what failed, and lets the error go on', async () => {
    const { endpoint, spans } = await collector();
    const tracer = await createTracer({ service: 'test', endpoint });
    const failing = tracer.span('fails', { kind: 'server', parent: null }, async () => {
      throw new Error('maria@example.com was refused');
    });
    await expect(failing).rejects.toThrow('refused');
    await tracer.close();
    expect(spans[0]?.status.code).toBe(2);
    expect(JSON.stringify(spans)).not.toContain('maria');
  });

  it('does not hold up or break the work when the collector is away', async () => {
    const tracer = await createTracer({ service: 'test', endpoint: 'http://127.0.0.1:9' });
    expect(await tracer.span('x', { kind: 'server', parent: null }, async () => 'done')).toBe('done');
    await tracer.close();
  });
});
