import { z } from 'zod';
import type { Provider } from '../providers.js';
import type { Phones } from '../state/phones.js';
import type { Inbound } from './report.js';
import { optOutType } from './twilio-callback.js';

/** The providers whose numbers people can write to. */
const INBOUND_PROVIDERS = ['twilio', 'whatsapp-cloud'] as const satisfies readonly Provider[];
export type InboundProvider = (typeof INBOUND_PROVIDERS)[number];
export type InboundMessage = Omit<Inbound, 'url' | 'at'>;

const NUMBER = z.string().regex(/^\+?[1-9]\d{6,14}$/, 'Must be a telephone number such as +9779800000001');

/** What somebody writes, as it is posted. */
export const inboundSchema = z.strictObject({
  provider: z.enum(INBOUND_PROVIDERS),
  from: NUMBER,
  /** The number of ours (WhatsApp: its id) that it is written to. */
  to: z.string().min(1).default('15550000000'),
  text: z.string().min(1).max(4096),
});

/** What the provider remembers of it: STOP and START for SMS, an open window for WhatsApp. */
export const remember = (phones: Phones, { provider, from, text }: z.infer<typeof inboundSchema>): void => {
  if (provider === 'whatsapp-cloud') phones.wrote(from);
  const type = provider === 'twilio' ? optOutType(text) : undefined;
  if (type === 'STOP') phones.stop(from);
  if (type === 'START') phones.start(from);
};
