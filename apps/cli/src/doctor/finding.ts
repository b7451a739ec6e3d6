/** `broken`: messages are lost, late or refused as it is. `warning`: it works, and somebody should look. */
export type Verdict = 'well' | 'warning' | 'broken';

/** What one look found. */
export interface Finding {
  readonly check: string;
  readonly verdict: Verdict;
  readonly says: string;
  /** What to do; null when all is well. */
  readonly remedy: string | null;
}

export const well = (check: string, says: string): Finding => ({ check, verdict: 'well', says, remedy: null });
export const warning = (check: string, says: string, remedy: string): Finding => ({
  check,
  verdict: 'warning',
  says,
  remedy,
});
export const broken = (check: string, says: string, remedy: string): Finding => ({
  check,
  verdict: 'broken',
  says,
  remedy,
});

/** What a look at a server brought: what it says about itself, or why it says nothing. */
export type Seen<T> = { readonly sight: T; readonly at: string } | { readonly silent: string; readonly at: string };

/** Looks; an error becomes the reason. */
export const see = async <T>(at: string, look: () => Promise<T>): Promise<Seen<T>> => {
  try {
    return { sight: await look(), at };
  } catch (error) {
    const { message, code } = error as { message?: string; code?: string };
    return { silent: message || code || String(error), at };
  }
};
