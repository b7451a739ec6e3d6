import { accountsOf, createBoard, secretsOf } from '@crier/board';
import { METRICS } from '@crier/domain';
import { createMetrics, listen, systemClock } from '@crier/runtime';
import type { StartApp } from '../shared.js';

export const startBoardApp: StartApp = async ({ settings, sql, queues, catalog, logFor }, { name, port, variable }) => {
  const board = createBoard({
    sql,
    queues,
    users: accountsOf(settings),
    secrets: secretsOf(settings),
    publicUrl: settings.PUBLIC_URL_BOARD,
    catalog,
    clock: systemClock,
    log: logFor(name),
    metrics: createMetrics(METRICS, { region: settings.REGION, app: name }),
  });
  const { url, close } = await listen(board.app, { host: settings.BIND_HOST, port, variable });
  return { name, url, close };
};
