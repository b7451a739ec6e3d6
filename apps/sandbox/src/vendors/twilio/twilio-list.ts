import type { LogEntry } from '../../message-log.js';
import type { Reply, VendorDeps } from '../../vendor.js';
import { twilioError, twilioJson } from './twilio-errors.js';
import { twilioResource } from './twilio-message.js';

/** As many as are kept whole. */
const MOST_LOOKED_AT = 10_000;
const DAY_MS = 86_400_000;
const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 1000;

type Log = VendorDeps['log'];

const resourceOf = ({ body, at }: LogEntry) =>
  body ? twilioResource(body.send, body.messageId, 'sent', at) : undefined;

/** Whether a message was sent in the span: a day of GMT, or before or after an instant; both ends belong to it. */
const inSpan = (query: URLSearchParams): ((at: number) => boolean) | undefined => {
  const [on, before, after] = ['DateSent', 'DateSent<', 'DateSent>'].map((name) => query.get(name));
  const from = Date.parse(on ?? after ?? '1970-01-01');
  const to = on ? from + DAY_MS - 1 : before ? Date.parse(before) : Number.MAX_SAFE_INTEGER;
  return Number.isNaN(from) || Number.isNaN(to) ? undefined : (at) => at >= from && at <= to;
};

const matchesOf = (log: Log, account: string, query: URLSearchParams): LogEntry[] | undefined => {
  const [to, from] = [query.get('To') ?? undefined, query.get('From')];
  const within = inSpan(query);
  if (!within) return undefined;
  return log
    .find({ provider: 'twilio', to }, MOST_LOOKED_AT)
    .entries.filter(
      ({ body, at }) => body?.send.account === account && (from === null || body.send.from === from) && within(at),
    );
};

/** `GET Messages.json?To=&From=&DateSent=&DateSent>=&DateSent<=&PageSize=&Page=`: newest first. */
export const twilioList = (log: Log, account: string, query: URLSearchParams): Reply => {
  const matches = matchesOf(log, account, query);
  if (!matches) return twilioError(20400);
  const size = Math.min(Math.max(Number(query.get('PageSize')) || DEFAULT_PAGE_SIZE, 1), MAX_PAGE_SIZE);
  const page = Math.max(Number(query.get('Page')) || 0, 0);
  const uriOf = (n: number) => {
    const fields = new URLSearchParams(query);
    fields.set('PageSize', String(size));
    fields.set('Page', String(n));
    return `/2010-04-01/Accounts/${account}/Messages.json?${fields}`;
  };
  const messages = matches.slice(page * size, (page + 1) * size).map(resourceOf);
  return twilioJson(200, {
    first_page_uri: uriOf(0),
    next_page_uri: matches.length > (page + 1) * size ? uriOf(page + 1) : null,
    previous_page_uri: page > 0 ? uriOf(page - 1) : null,
    uri: uriOf(page),
    page,
    page_size: size,
    start: page * size,
    end: page * size + Math.max(messages.length - 1, 0),
    messages,
  });
};

/** `GET Messages/:sid.json` */
export const twilioLookUp = (log: Log, account: string, sid: string): Reply => {
  const { entries } = log.find({ provider: 'twilio' }, MOST_LOOKED_AT);
  const found = entries.find(({ body }) => body?.messageId === sid && body.send.account === account);
  const resource = found && resourceOf(found);
  return resource ? twilioJson(200, resource) : twilioError(20404);
};
