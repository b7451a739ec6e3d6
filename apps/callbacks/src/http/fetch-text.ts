/** Gets a small text over HTTP. Rejects for any answer but a 2xx. */
export type FetchText = (url: string) => Promise<string>;

const PATIENCE_MS = 3_000;
const LIMIT_BYTES = 64 * 1024;

/** Follows no redirect: the address was checked, and where it leads was not. */
export const fetchText: FetchText = async (url) => {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) });
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > LIMIT_BYTES) throw new Error(`${url} answered with more than ${LIMIT_BYTES} bytes`);
  }
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return text;
};
