/** What telephones did that a provider remembers. A number is compared by its digits. */
export interface Phones {
  /** Answered STOP to an SMS and has not taken it back. */
  stopped(number: string): boolean;
  stop(number: string): void;
  start(number: string): void;
  /** Wrote on WhatsApp within the last 24 hours: only then free text may be sent to it. */
  windowOpen(number: string): boolean;
  wrote(number: string): void;
  clear(): void;
}

/** https://developers.facebook.com/docs/whatsapp/conversation-types ("customer service windows") */
const WINDOW_MS = 86_400_000;

const digitsOf = (number: string): string => number.replace(/\D/g, '');

export const createPhones = (now: () => number): Phones => {
  const stopped = new Set<string>();
  const wroteAt = new Map<string, number>();
  return {
    stopped: (number) => stopped.size > 0 && stopped.has(digitsOf(number)),
    stop: (number) => void stopped.add(digitsOf(number)),
    start: (number) => void stopped.delete(digitsOf(number)),
    windowOpen: (number) => now() - (wroteAt.get(digitsOf(number)) ?? Number.NEGATIVE_INFINITY) < WINDOW_MS,
    wrote: (number) => void wroteAt.set(digitsOf(number), now()),
    clear() {
      stopped.clear();
      wroteAt.clear();
    },
  };
};
