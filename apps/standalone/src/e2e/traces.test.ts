import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '@crier/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Crier, order, person, startCrier } from './crier.test-support.js';

interface Sent {
  readonly name: string;
  readonly traceId: string;
}

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const spans: Sent[] = [];
let bodies = '';
let server: Server;
let crier: Crier;

beforeAll(async () => {
  server = createServer((req, res) => {
    let body = '';
    req.on('data', (chunk) => (body += chunk));
    req.on('end', () => {
      bodies += body;
      for (const { scopeSpans } of JSON.parse(body).resourceSpans)
        for (const one of scopeSpans) spans.push(...one.spans);
      res.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  crier = await startCrier({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_BSP_SCHEDULE_DELAY: '200' } });
});
afterAll(async () => {
  await crier.stop();
  server.close();
});

it('R-8.9 one trace leads from the request through outbox, queue and worker to the provider, and names nobody', async () => {
  const event = order([person('traced')]);
  const answer = await fetch(`${crier.urls.intake}/v1/events`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer crier-dev-key',
      'content-type': 'application/json',
      traceparent: `00-${TRACE}-b7ad6b7169203331-01`,
    },
    body: JSON.stringify(event),
  });
  expect(answer.status).toBe(202);
  const ours = () => spans.filter(({ traceId }) => traceId === TRACE).map(({ name }) => name);
  const wanted = ['POST /v1/events', 'outbox', 'router queue', 'route', 'deliver', 'ses send'];
  await until(async () => wanted.every((name) => ours().includes(name)), {
    what: 'the whole trace to arrive',
    timeoutMs: 20_000,
  });
  expect(bodies).not.toContain('traced@example.com');
});
