import { randomUUID } from 'node:crypto';
import type { Provider } from '../providers.js';
import type { Send } from '../send.js';
import { type CallbackCounts, type CallbackQueue, createCallbackQueue, type Due } from './callback-queue.js';
import {
  type CallbackProvider,
  type CallbackSettings,
  callbackSettingsSchema,
  type InitialCallbacks,
} from './callback-settings.js';
import type { InboundMessage, InboundProvider } from './inbound.js';
import { createPoster, type Poster } from './post-callback.js';
import type { Callback, CallbackWriter, Report } from './report.js';
import { type RetryRule, UNTIL_TAKEN } from './retry-rule.js';
import { createSendgridCallback } from './sendgrid-callback.js';
import { createSesCallback } from './ses-callback.js';
import { createTwilioCallback } from './twilio-callback.js';
import { createWhatsappCallback } from './whatsapp-callback.js';

export type CallbackState = { readonly provider: CallbackProvider } & CallbackSettings & CallbackCounts;

export interface Callbacks {
  /** Where they go. */
  readonly url: string;
  /** What a receiver needs to check signatures, by file name below `/sandbox/keys/`. */
  readonly keyFiles: ReadonlyMap<string, string>;
  /** A provider accepted this message at `at` (ms since the epoch): it will be reported on, if callbacks are on. */
  accepted(provider: Provider, send: Send, messageId: string, at: number): void;
  /** Somebody wrote to a number of ours: posted to the receiver, whether reports are on or not. */
  inbound(provider: InboundProvider, message: InboundMessage): void;
  /** For messages accepted from now on; `on: false` also forgets what is pending. */
  set(provider: CallbackProvider, settings: CallbackSettings): void;
  switchOff(): void;
  list(): CallbackState[];
  close(): void;
}

interface Deps {
  /** Where the receiver is. */
  readonly url: string;
  /** Where the sandbox itself is, once it is known. */
  readonly sandboxUrl: () => string;
  readonly initial: InitialCallbacks;
  /** What Twilio and Meta sign with. */
  readonly twilioAuthToken: string;
  readonly whatsappAppSecret: string;
  readonly random: () => number;
  readonly now: () => number;
  readonly changed: () => void;
}

/** One request to come; it is worded anew for each attempt, since some signatures hold for a while only. */
interface Posting extends Due {
  readonly url: string;
  write(): Callback | Promise<Callback>;
}

interface Line {
  readonly writer: CallbackWriter;
  /** Where this provider's callbacks go, unless a send says otherwise. */
  readonly url: string;
  readonly queue: CallbackQueue<Posting>;
  readonly poster: Poster;
  settings: CallbackSettings;
}

const OFF = { on: false } as const;

const createLine = (deps: Deps, writer: CallbackWriter): Line => {
  const poster = createPoster();
  const attempt = async ({ url, write }: Posting) => poster.post(url, await write());
  const queue = createCallbackQueue({ ...deps, attempt });
  const { provider: _named, ...settings } = callbackSettingsSchema.parse(deps.initial[writer.provider] ?? OFF);
  return { writer, url: `${deps.url.replace(/\/+$/, '')}/callbacks/${writer.path}`, queue, poster, settings };
};

const ruleOf = (writer: CallbackWriter, url: string): RetryRule => writer.retryRule?.(url) ?? UNTIL_TAKEN;

/** One report for each status that the vendor gives, each as late after the one before as the first after acceptance. */
const reportsOn = ({ writer, url, settings }: Line, send: Send, messageId: string, acceptedAt: number): Report[] => {
  const target = writer.urlFor ? writer.urlFor(send) : url;
  if (target === undefined) return [];
  const { operation, from, to, key, account } = send;
  const statuses = writer.statuses?.(settings.outcome) ?? [settings.outcome];
  return statuses.map((status, n) => ({
    id: randomUUID(),
    ...{ operation, from, to, key, account, messageId, acceptedAt, status, settings },
    url: target,
    happenedAt: acceptedAt + settings.delayMs * (n + 1),
  }));
};

/**
 * The callbacks of every provider that has a writer, to `<url>/callbacks/<provider>`. Whatever accepts a message is
 * reported, also when the answer to its sender was lost: the callback is the proof.
 */
export const createCallbacks = (deps: Deps): Callbacks => {
  const writers = [
    createSesCallback(deps),
    createSendgridCallback(deps),
    createTwilioCallback(deps),
    createWhatsappCallback(deps),
  ];
  const lines = writers.map((writer) => createLine(deps, writer));
  const lineOf = (provider: Provider) => lines.find(({ writer }) => writer.provider === provider);

  const set = (line: Line, settings: CallbackSettings) => {
    line.settings = settings;
    if (!settings.on) line.queue.drop();
    deps.changed();
  };

  const switchOff = () => {
    for (const line of lines) set(line, { ...line.settings, on: false });
  };

  return {
    url: deps.url,
    keyFiles: new Map(writers.flatMap((writer) => Object.entries(writer.keyFiles))),
    accepted(provider, send, messageId, at) {
      const line = lineOf(provider);
      if (!line?.settings.on) return;
      for (const report of reportsOn(line, send, messageId, at))
        line.queue.add({
          ...report,
          retry: ruleOf(line.writer, report.url),
          write: () => line.writer.write(report),
        });
    },
    inbound(provider, message) {
      const line = lineOf(provider);
      const write = line?.writer.writeInbound?.bind(line.writer);
      if (!line || !write) return;
      const { writer, url, queue } = line;
      const at = deps.now();
      const settings = { duplicates: 0, shuffle: false };
      const due = { url, acceptedAt: at, happenedAt: at, settings, retry: ruleOf(writer, url) };
      queue.add({ ...due, write: () => write({ ...message, url, at }) });
    },
    set(provider, settings) {
      const line = lineOf(provider);
      if (line) set(line, settings);
    },
    switchOff,
    list: () =>
      lines.map(({ writer, settings, queue }) => ({ provider: writer.provider, ...settings, ...queue.counts() })),
    close() {
      // What is still accepted while the server closes is not reported.
      switchOff();
      for (const { poster } of lines) poster.close();
    },
  };
};
