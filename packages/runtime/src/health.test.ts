import { afterEach, describe, expect, it } from 'vitest';
import { healthRoutes } from './health.js';
import { type Listening, listen } from './listen.js';
import { createMetrics } from './metrics.js';

const metrics = createMetrics(
  { crier_things_total: { kind: 'counter', help: 'Things', labels: ['kind'] } },
  { region: '', app: 'relay' },
);
const open: Listening[] = [];
afterEach(() => Promise.all(open.splice(0).map((server) => server.close())));

const serve = async (ready: () => Promise<readonly string[]> = async () => [], next?: string) => {
  const routes = healthRoutes({ ready, registry: metrics.registry });
  const server = await listen((req, res) => routes(req, res, next === undefined ? undefined : () => res.end(next)), {
    host: '127.0.0.1',
    port: 0,
    variable: 'HEALTH_PORT',
  });
  open.push(server);
  return async (path: string) => {
    const response = await fetch(`${server.url}${path}`);
    const body = await response.text();
    return { status: response.status, type: response.headers.get('content-type'), headers: response.headers, body };
  };
};

describe('health of an app', () => {
  it('/livez answers while the process runs, ready or not', async () => {
    const ask = await serve(async () => ['the database does not answer']);
    expect(await ask('/livez')).toMatchObject({ status: 200, type: 'application/json', body: '{"status":"alive"}' });
  });

  it('/readyz is 503 within seconds when what it asks is silent', async () => {
    const ask = await serve(() => new Promise(() => {}));
    const { status, body } = await ask('/readyz');
    expect(status).toBe(503);
    expect(body).toContain('no answer to the check');
  });

  it('/readyz is 200 without problems', async () => {
    const ask = await serve();
    const { status, body } = await ask('/readyz');
    expect([status, JSON.parse(body)]).toEqual([200, { status: 'ready', problems: [] }]);
  });

  it('R-1.6 /readyz is 503 with the problems', async () => {
    const ask = await serve(async () => ['the database does not answer', 'redis does not answer']);
    const { status, body } = await ask('/readyz');
    expect(status).toBe(503);
    expect(JSON.parse(body)).toEqual({
      status: 'unready',
      problems: ['the database does not answer', 'redis does not answer'],
    });
  });

  it('R-10.5 /readyz is 503 when the check itself fails, and repeats no error', async () => {
    const ask = await serve(async () => {
      throw new Error('connect ECONNREFUSED postgres://crier:hunter2@db');
    });
    const { status, body } = await ask('/readyz');
    expect(status).toBe(503);
    expect(body).not.toContain('hunter2');
    expect(JSON.parse(body)).toEqual({ status: 'unready', problems: ['the check itself failed'] });
  });

  it('/readyz asks anew each time and is kept by no cache', async () => {
    const problems: string[][] = [['starting'], []];
    const ask = await serve(async () => problems.shift() ?? []);
    expect((await ask('/readyz')).status).toBe(503);
    const second = await ask('/readyz');
    expect(second.status).toBe(200);
    expect(second.headers.get('cache-control')).toBe('no-store');
  });

  it('R-8.8 /metrics is what Prometheus reads', async () => {
    metrics.count('crier_things_total', { kind: 'a' });
    const ask = await serve();
    const { status, type, body } = await ask('/metrics');
    expect(status).toBe(200);
    expect(type).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(body).toContain('crier_things_total{kind="a",app="relay"} 1');
  });

  it('minds the path only, not the query', async () => {
    const ask = await serve(undefined, 'the app');
    expect((await ask('/livez?x=1')).body).toBe('{"status":"alive"}');
    expect((await ask('/livez/x')).body).toBe('the app');
  });

  it('leaves every other path to the app, or says which there are', async () => {
    expect(await (await serve(undefined, 'the app'))('/v1/events')).toMatchObject({ status: 200, body: 'the app' });
    const { status, body } = await (await serve())('/v1/events');
    expect(status).toBe(404);
    expect(JSON.parse(body).paths).toEqual(['/livez', '/readyz', '/metrics']);
  });
});
