/** What a vendor without an SDK of ours answered with, as an error. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    // biome-ignore lint/suspicious/noExplicitAny: JSON of whatever vendor was asked
    readonly body: any,
    readonly headers: Record<string, string>,
  ) {
    super(`refused with ${status}`);
  }
}

/** Posts, gives up after `timeoutMs`, and throws a Refused for anything but a 2xx. */
export const fetchOrThrow = async (
  url: string,
  init: { headers: Record<string, string>; body: string | Buffer; timeoutMs: number },
) => {
  const { headers, body, timeoutMs } = init;
  const signal = AbortSignal.timeout(timeoutMs);
  const bytes = typeof body === 'string' ? body : new Uint8Array(body);
  const answer = await fetch(url, { method: 'POST', headers, body: bytes, signal });
  const text = await answer.text();
  const json = answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
  if (!answer.ok) throw new Refused(answer.status, json, Object.fromEntries(answer.headers));
  return { json, headers: answer.headers };
};
