import type { Channel } from '@crier/domain';

/**
 * How a part prints values: `html` escapes them, `text` prints them as they are, `lines` as text in which a value
 * never begins a line of its own, because there each line is one thing; `address` as text that is a web address, to which nothing may be added.
 */
export type Escaping = 'html' | 'text' | 'lines' | 'address';

export interface PartRule {
  readonly escaping: Escaping;
  readonly required: boolean;
}

const part = (escaping: Escaping): PartRule => ({ escaping, required: true });
const optionalPart = (escaping: Escaping): PartRule => ({ escaping, required: false });

/**
 * The parts that make up one message of a channel, each a file `<channel>.<locale>.<part>.hbs`. Those that may be missing hold
 * no words, so that one file `<channel>.<part>.hbs` may serve every locale.
 */
export const CHANNEL_PARTS: Readonly<Record<Channel, Readonly<Record<string, PartRule>>>> = {
  email: { subject: part('text'), html: part('html'), txt: part('text') },
  sms: { txt: part('text') },
  whatsapp: { txt: part('text'), params: optionalPart('lines') },
  push: { title: part('text'), body: part('text'), url: optionalPart('address') },
  inapp: { title: part('text'), body: part('text'), url: optionalPart('address') },
};
