import { Agent, request } from 'node:http';
import { KEY } from './fleet.mjs';

const agent = new Agent({ keepAlive: true });

/** One POST, as light as Node can make it: the generator shares the machine with what it measures. */
const post = (url, body) =>
  new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${KEY}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const req = request(url, { method: 'POST', agent, headers }, (res) => {
      res.resume();
      res.once('end', () =>
        res.statusCode === 202 ? resolve() : reject(new Error(`intake answered ${res.statusCode}`)),
      );
    });
    req.once('error', reject);
    req.end(body);
  });

/**
 * Posts what `make` gives at a fixed pace, whatever the answers take (open loop). Resolves when all are answered 202, with
 * each event, when it was due to be sent and when it was answered, in ms since the epoch.
 */
export const postAtPace = async (intake, { seconds, perSecond, make }) => {
  const began = Date.now() + 100;
  const posts = [];
  for (let i = 0; i < seconds * perSecond; i++) {
    const dueAt = began + (i * 1000) / perSecond;
    const wait = dueAt - Date.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const event = make();
    posts.push(
      post(`${intake}/v1/events`, JSON.stringify(event)).then(() => ({ event, dueAt, answeredAt: Date.now() })),
    );
  }
  return Promise.all(posts);
};
