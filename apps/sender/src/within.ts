/**
 * Runs a call under one signal that aborts it after `ms`. The timer ends with the call: AbortSignal.timeout would hold it,
 * and build an exception for a call that is long over.
 */
export const within = async <T>(ms: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), ms);
  try {
    return await run(controller.signal);
  } finally {
    clearTimeout(timer);
  }
};
