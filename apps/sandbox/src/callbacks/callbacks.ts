import { randomUUID } from 'node:crypto';
import type { Provider } from '../providers.js';
import type { Send } from '../send.js';
import { type CallbackCounts, type CallbackQueue, createCallbackQueue } from './callback-queue.js';
import {
  type CallbackProvider,
  type CallbackSettings,
  callbackSettingsSchema,
  type InitialCallbacks,
} from './callback-settings.js';
import { createPoster, type Poster } from './post-callback.js';
import type { CallbackWriter } from './report.js';
import { createSendgridCallback } from './sendgrid-callback.js';
import { createSesCallback } from './ses-callback.js';

export type CallbackState = { readonly provider: CallbackProvider } & CallbackSettings & CallbackCounts;

export interface Callbacks {
  /** Where they go. */
  readonly url: string;
  /** What a receiver needs to check signatures, by file name below `/sandbox/keys/`. */
  readonly keyFiles: ReadonlyMap<string, string>;
  /** A provider accepted this message at `at` (ms since the epoch): it will be reported on, if callbacks are on. */
  accepted(provider: Provider, send: Send, messageId: string, at: number): void;
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
  readonly random: () => number;
  readonly now: () => number;
  readonly changed: () => void;
}

interface Line {
  readonly provider: CallbackProvider;
  readonly queue: CallbackQueue;
  readonly poster: Poster;
  settings: CallbackSettings;
}

const OFF = { on: false } as const;

const createLine = (deps: Deps, { provider, write }: CallbackWriter): Line => {
  const poster = createPoster(`${deps.url.replace(/\/+$/, '')}/callbacks/${provider}`);
  const queue = createCallbackQueue({ ...deps, attempt: async (report) => poster.post(await write(report)) });
  const { provider: _named, ...settings } = callbackSettingsSchema.parse(deps.initial[provider] ?? OFF);
  return { provider, queue, poster, settings };
};

/**
 * The callbacks of every provider that has a writer, to `<url>/callbacks/<provider>`. Whatever accepts a message is
 * reported, also when the answer to its sender was lost: the callback is the proof.
 */
export const createCallbacks = (deps: Deps): Callbacks => {
  const writers = [createSesCallback(deps), createSendgridCallback(deps)];
  const lines = writers.map((writer) => createLine(deps, writer));

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
    accepted(provider, { operation, from, to, key }, messageId, acceptedAt) {
      const line = lines.find((each) => each.provider === provider);
      if (!line?.settings.on) return;
      const { settings } = line;
      const happenedAt = acceptedAt + settings.delayMs;
      line.queue.add({ id: randomUUID(), operation, from, to, key, messageId, acceptedAt, happenedAt, settings });
    },
    set(provider, settings) {
      for (const line of lines) if (line.provider === provider) set(line, settings);
    },
    switchOff,
    list: () => lines.map(({ provider, settings, queue }) => ({ provider, ...settings, ...queue.counts() })),
    close() {
      // What is still accepted while the server closes is not reported.
      switchOff();
      for (const { poster } of lines) poster.close();
    },
  };
};
