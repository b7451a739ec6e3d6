export interface Stopping {
  /** Stops every part. Throws the first error of any, after the last one. */
  close(): Promise<void>;
  /** The parts that have not stopped yet. */
  open(): readonly string[];
}

/**
 * Stops the parts of an app one after the other, as they are listed: who takes work first, connections last. One that can't
 * stop does not keep the rest from it. A part that never ends can be named, which is what an operator has to know.
 */
export const stopInOrder = (parts: Readonly<Record<string, () => unknown>>): Stopping => {
  const left = new Set(Object.keys(parts));
  return {
    open: () => [...left],
    close: async () => {
      const errors: unknown[] = [];
      for (const [name, stop] of Object.entries(parts)) {
        try {
          await stop();
          left.delete(name);
        } catch (error) {
          errors.push(error);
        }
      }
      if (errors.length > 0) throw errors[0];
    },
  };
};
