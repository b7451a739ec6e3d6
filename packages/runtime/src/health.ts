import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';

export interface HealthOptions {
  /** Problems that keep this app from doing its work right now; empty = ready. */
  readonly ready: () => Promise<readonly string[]>;
  readonly registry: Registry;
}

const json = (res: ServerResponse, status: number, body: unknown): void => {
  res.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  res.end(JSON.stringify(body));
};

/** An orchestrator that asks gives up after a second or two; a server that is silent must not keep it waiting. */
const LONGEST_CHECK_MS = 2_000;

const withinTime = async (check: Promise<readonly string[]>): Promise<readonly string[]> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly string[]>((resolve) => {
    timer = setTimeout(resolve, LONGEST_CHECK_MS, [`no answer to the check within ${LONGEST_CHECK_MS} ms`]);
  });
  return Promise.race([check, late]).finally(() => clearTimeout(timer));
};

/**
 * Answers `/livez` (the process runs), `/readyz` (it can do its work; 503 with the problems otherwise) and `/metrics`
 * (Prometheus text); anything else goes to `next`, or is 404. No key is needed (contract).
 */
export const healthRoutes =
  (options: HealthOptions) =>
  (req: IncomingMessage, res: ServerResponse, next?: () => void): void => {
    const path = (req.url ?? '').split('?')[0];
    if (path === '/livez') json(res, 200, { status: 'alive' });
    else if (path === '/readyz')
      withinTime(options.ready()).then(
        (problems) =>
          json(res, problems.length === 0 ? 200 : 503, {
            status: problems.length === 0 ? 'ready' : 'unready',
            problems,
          }),
        () => json(res, 503, { status: 'unready', problems: ['the check itself failed'] }),
      );
    else if (path === '/metrics')
      options.registry.metrics().then(
        (body) => {
          res.writeHead(200, { 'content-type': options.registry.contentType });
          res.end(body);
        },
        () => json(res, 500, { status: 'failed' }),
      );
    else if (next) next();
    else json(res, 404, { status: 'not found', paths: ['/livez', '/readyz', '/metrics'] });
  };
