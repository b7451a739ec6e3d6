/** Keeps proxies from closing a quiet stream, and tells a client that has lost its server. */
export const HEARTBEAT = ':\n\n';

/** How long a client waits before it comes back, in ms. */
export const COME_BACK_AFTER_MS = 2_000;

/** One event of a stream (HTML Standard, "Server-sent events"). JSON has no line breaks of its own. */
export const serverSent = (event: { name: string; id: number; data: unknown }): string =>
  `event: ${event.name}\nid: ${event.id}\ndata: ${JSON.stringify(event.data)}\n\n`;
