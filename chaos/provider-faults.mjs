// @ts-check

/**
 * How a provider misbehaves all the time, one call in ten: every mode of the sandbox but `auth`, which comes as an outage.
 * The rates add up to 0.1; a fault is tried only if none before it fired, which changes little at rates this low.
 */
const MODES = [
  { mode: 'error', status: 503, rate: 0.015 },
  { mode: 'error', status: 500, rate: 0.01 },
  { mode: 'throttle', retryAfter: 1, rate: 0.015 },
  { mode: 'hang', rate: 0.01 },
  { mode: 'no_message_id', rate: 0.01 },
  { mode: 'no_message_id_after_accept', rate: 0.005 },
  { mode: 'reject', rate: 0.005 },
  { mode: 'timeout_after_accept', rate: 0.01 },
  { mode: 'disconnect_after_accept', rate: 0.01 },
  { mode: 'latency', delayMs: 1_000, rate: 0.01 },
];

/** Passing causes only, one call in twenty: 99.99 % of all messages have to arrive under these. */
const TRANSIENT_MODES = [
  { mode: 'error', status: 503, rate: 0.025 },
  { mode: 'throttle', retryAfter: 1, rate: 0.025 },
];

/**
 * Codes that refuse the message and say nothing about its address, where the sandbox's usual one does: an address that is
 * given up would change what routing makes of later events, and no plan could say what has to arrive.
 *
 * @type {Readonly<Record<string, string>>}
 */
const REFUSES_THE_MESSAGE = {
  twilio: '21408',
  sns: 'ValidationException',
  'whatsapp-cloud': '131050',
  fcm: 'UNSPECIFIED_ERROR',
  apns: 'PayloadTooLarge',
  webpush: '413',
};

/** @param {string} provider @param {typeof MODES[number]} fault */
const ofProvider = (provider, fault) => {
  const code = fault.mode === 'reject' ? REFUSES_THE_MESSAGE[provider] : undefined;
  return { provider, ...fault, ...(code === undefined ? {} : { code }) };
};

/**
 * The faults in force during the whole run, as the sandbox takes them.
 *
 * @param {{ providers: readonly string[], transient: boolean }} options
 */
export const backgroundFaults = ({ providers, transient }) =>
  providers.flatMap((provider) => (transient ? TRANSIENT_MODES : MODES).map((fault) => ofProvider(provider, fault)));

/** An outage: every call of the provider, until the fault is removed. @param {{ provider: string, mode: string }} outage */
export const outageFault = ({ provider, mode }) => ({ provider, mode, rate: 1 });
