import * as http from 'node:http';
import * as https from 'node:https';
import type { Callback } from './report.js';

export interface Poster {
  /** True if the receiver at this address answers with a 2xx. Never rejects. */
  post(url: string, callback: Callback): Promise<boolean>;
  /** Breaks off what is under way. */
  close(): void;
}

const SILENCE_MS = 10_000;

/** Posts over connections that stay open. Node's own client costs a third of what `fetch` does. */
export const createPoster = (): Poster => {
  const agents = { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) };
  return {
    post: (url, { headers, body }) =>
      new Promise((resolve) => {
        const secure = url.startsWith('https:');
        const { request } = secure ? https : http;
        const agent = secure ? agents.https : agents.http;
        const options = {
          method: 'POST',
          agent,
          timeout: SILENCE_MS,
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        };
        const req = request(url, options, (res) => {
          const { statusCode = 0 } = res;
          res.once('close', () => resolve(res.complete && statusCode >= 200 && statusCode < 300));
          res.once('error', () => {});
          res.resume();
        });
        req.once('timeout', () => req.destroy());
        req.once('error', () => resolve(false));
        req.end(body);
      }),
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
};
