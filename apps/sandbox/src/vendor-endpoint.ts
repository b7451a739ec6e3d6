import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { OpenResponses } from './open-responses.js';
import { readBody } from './read-body.js';
import { type Outcome, type ReceiveDeps, receiveSend } from './receive-send.js';
import type { Send } from './send.js';
import type { Reply, Vendor } from './vendor.js';

export type EndpointDeps = ReceiveDeps & { readonly open: OpenResponses; readonly maxBytes: number };

const write = (res: ServerResponse, { status, headers, body }: Reply) => {
  res.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  res.end(body);
};

const replyTo = (vendor: Vendor, send: Send, outcome: Exclude<Outcome, { kind: 'silence' | 'disconnect' }>): Reply => {
  if (outcome.kind === 'accepted') return vendor.accepted(send, outcome.messageId);
  return outcome.kind === 'without_id' ? vendor.withoutMessageId(send) : vendor.refused(outcome.refusal);
};

/** One request to a vendor: reads it, lets the core decide, answers in the vendor's words or not at all. */
const serve = async (deps: EndpointDeps, vendor: Vendor, req: IncomingMessage, res: ServerResponse): Promise<void> => {
  const body = await readBody(req, deps.maxBytes);
  if (body === 'gone') return;
  if (body === 'too_large') return write(res, vendor.tooLarge(deps.maxBytes));
  const parsed = await vendor.parse(body, req);
  if ('reply' in parsed) return write(res, parsed.reply);
  const outcome = receiveSend(deps, vendor, parsed.send);
  if (outcome.kind === 'silence') return deps.open.hold(res);
  if (outcome.kind === 'disconnect') return void req.socket.destroy();
  const reply = replyTo(vendor, parsed.send, outcome);
  if (outcome.delayMs === 0) return write(res, reply);
  deps.open.later(res, outcome.delayMs, () => write(res, reply));
};

const firstSegment = (url: string): string => /^\/([^/?#]*)/.exec(url)?.[1] ?? '';

/**
 * Each vendor has the first segment of the path to itself; everything else goes to `rest`. The vendors stand before any
 * framework: routing a send through one costs more than all that happens to it here.
 */
export const vendorEndpoints = (
  deps: EndpointDeps,
  vendors: readonly Vendor[],
  rest: RequestListener,
  report: (error: unknown) => void,
): RequestListener => {
  const bySegment = new Map(vendors.map((vendor) => [vendor.segment, vendor]));
  return (req, res) => {
    const vendor = bySegment.get(firstSegment(req.url ?? ''));
    if (!vendor) return rest(req, res);
    serve(deps, vendor, req, res).catch((error) => {
      report(error);
      res.destroy();
    });
  };
};
