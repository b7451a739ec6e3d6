import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';

const LONGEST_CONNECT_MS = 3_000;

/**
 * How long connecting may take, in ms. Less than the whole call may: when both ran out together, a host that can't be reached
 * would pass for one that had the message and did not answer.
 */
export const connectTimeoutMs = (timeoutMs: number): number => Math.min(LONGEST_CONNECT_MS, timeoutMs / 2);

const tooSlow = (): Error =>
  Object.assign(new Error('the connection did not come about in time'), { code: 'ETIMEDOUT', syscall: 'connect' });

/** Until the event that ends connecting, nothing of the request has been written, and the socket's end proves it (R-4.9a). */
const giveUpConnecting = <A extends HttpAgent>(agent: A, connected: 'connect' | 'secureConnect', ms: number): A => {
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    const socket = connect(options, callback) as Socket;
    const timer = setTimeout(() => socket.destroy(tooSlow()), ms);
    const stop = () => clearTimeout(timer);
    socket.once(connected, stop).once('close', stop);
    return socket;
  };
  return agent;
};

/**
 * Kept-alive connections to a vendor, at most `sockets` at once, each with DNS, TCP and TLS bounded by half of the call's
 * `timeoutMs`. As many sockets as calls can be in flight: one that waited for a socket would wait behind the fence.
 */
export const createHttpAgents = (settings: { readonly sockets: number; readonly timeoutMs: number }) => {
  const options = { keepAlive: true, maxSockets: settings.sockets };
  const ms = connectTimeoutMs(settings.timeoutMs);
  return {
    httpAgent: giveUpConnecting(new HttpAgent(options), 'connect', ms),
    httpsAgent: giveUpConnecting(new HttpsAgent(options), 'secureConnect', ms),
  };
};
