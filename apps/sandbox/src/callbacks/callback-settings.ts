import { z } from 'zod';
import type { Provider } from '../providers.js';

/** The providers that call back here. */
export const CALLBACK_PROVIDERS = [
  'ses',
  'sendgrid',
  'twilio',
  'whatsapp-cloud',
] as const satisfies readonly Provider[];
export type CallbackProvider = (typeof CALLBACK_PROVIDERS)[number];

export const DEFAULT_CALLBACKS_URL = 'http://127.0.0.1:3001';

const OUTCOMES = ['delivered', 'bounced', 'complained'] as const;
export type CallbackOutcome = (typeof OUTCOMES)[number];

export const MAX_DELAY_MS = 600_000;
const MAX_DUPLICATES = 100;

/** Callbacks as they are posted: what is left out has its default, whatever was in force before. */
export const callbackSettingsSchema = z.strictObject({
  /** Left out: all of them. */
  provider: z.enum(CALLBACK_PROVIDERS).optional(),
  on: z.boolean().default(true),
  /** How long after acceptance. */
  delayMs: z.int().min(0).max(MAX_DELAY_MS).default(300),
  /** What became of the message: `bounced` is for good, `complained` is what the person did about it, or the carrier. */
  outcome: z.enum(OUTCOMES).default('delivered'),
  /** Further copies of each callback. */
  duplicates: z.int().min(0).max(MAX_DUPLICATES).default(0),
  /** Callbacks overtake one another. */
  shuffle: z.boolean().default(false),
  /** The vendor's own number for a failure (Twilio, WhatsApp); left out: the usual one. */
  code: z.int().min(1).optional(),
  /** How SNS signs: 1 is SHA-1, 2 is SHA-256. */
  signatureVersion: z.literal([1, 2]).default(2),
});

export type CallbackSettings = Omit<z.infer<typeof callbackSettingsSchema>, 'provider'>;

/** Settings to start with, by provider; one that is left out is off. */
export type InitialCallbacks = Readonly<Partial<Record<CallbackProvider, Partial<CallbackSettings>>>>;

/** Every provider calls back from the start, this long after acceptance. */
export const callbacksAfter = (delayMs: number): InitialCallbacks =>
  Object.fromEntries(CALLBACK_PROVIDERS.map((provider) => [provider, { delayMs }]));
