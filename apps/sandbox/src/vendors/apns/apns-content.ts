import { jsonOf } from '../../json-body.js';
import type { Content } from '../../send.js';

const words = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** What the lock screen shows of a payload: `aps.alert` is a text, or a title and a body. */
export const apnsContent = (body: Buffer): Content => {
  const payload = jsonOf(body) as { aps?: { alert?: unknown } } | null | undefined;
  const alert = payload?.aps?.alert;
  if (typeof alert !== 'object' || alert === null) return { subject: null, text: words(alert), html: null };
  const { title, body: text } = alert as { title?: unknown; body?: unknown };
  return { subject: words(title), text: words(text), html: null };
};
