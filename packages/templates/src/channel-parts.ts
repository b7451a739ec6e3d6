import type { Channel } from '@crier/domain';

/** How a part prints values: `html` escapes them, `text` prints them as they are. */
export type Escaping = 'html' | 'text';

/** The parts that make up one message of a channel, each a file `<channel>.<locale>.<part>.hbs`. All are required. */
export const CHANNEL_PARTS: Readonly<Partial<Record<Channel, Readonly<Record<string, Escaping>>>>> = {
  email: { subject: 'text', html: 'html', txt: 'text' },
};
