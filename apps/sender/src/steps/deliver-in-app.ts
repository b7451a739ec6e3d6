import { LOOK_AGAIN } from '../move.js';
import type { Step } from '../pass.js';

/** In-app is delivered when its row is committed: there is no provider, and nothing that could be ambiguous. */
export const deliverInApp: Step = async (deps, pass) => {
  const { delivery, event, type, rendered } = pass;
  if (rendered?.channel !== 'inapp' || type === undefined) throw new Error('nothing was rendered before this step');
  const { title, body, url } = rendered;
  const item = { id: delivery.id, logSeq: delivery.logSeq, templateVersion: type.templateVersion, title, body, url };
  const isMine = await deps.record.deliverInApp({ ...item, collapseGroup: type.manifest.collapseGroup });
  if (!isMine) return LOOK_AGAIN;
  const labels = { channel: delivery.channel, lane: delivery.lane, provider: 'inbox', result: 'delivered' };
  deps.metrics.count('crier_deliveries_total', { ...labels, type: event.type });
  const tookMs = deps.clock.nowMs() - Date.parse(event.acceptedAt);
  deps.metrics.observe('crier_end_to_end_seconds', labels, Math.max(0, tookMs / 1000));
  return { kind: 'done' };
};
