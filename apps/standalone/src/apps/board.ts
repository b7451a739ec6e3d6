import { accountsOf, createBoard, secretsOf, startSchedulerWatch } from '@crier/board';
import { openOpsWays } from '@crier/chat';
import { METRICS, repairsOf } from '@crier/domain';
import { createProviders } from '@crier/providers';
import { createMetrics, listen, systemClock } from '@crier/runtime';
import type { StartApp } from '../shared.js';

export const startBoardApp: StartApp = async ({ settings, sql, queues, catalog, logFor }, { name, port, variable }) => {
  const log = logFor(name);
  const board = createBoard({
    sql,
    queues,
    users: accountsOf(settings),
    secrets: secretsOf(settings),
    publicUrl: settings.PUBLIC_URL_BOARD,
    repairs: repairsOf(settings),
    catalog,
    clock: systemClock,
    log,
    metrics: createMetrics(METRICS, { region: settings.REGION, app: name }),
  });
  const ops = await openOpsWays(settings, { createProviders, loops: 1, nowMs: systemClock.nowMs, log });
  const watch = startSchedulerWatch({
    sql,
    sweepMs: settings.SWEEP_INTERVAL_MS,
    ops,
    boardUrl: settings.PUBLIC_URL_BOARD,
    clock: systemClock,
    log,
  });
  const server = await listen(board.app, { host: settings.BIND_HOST, port, variable });
  const close = async () => {
    await watch.close();
    ops.close();
    await server.close();
  };
  return { name, url: server.url, close };
};
