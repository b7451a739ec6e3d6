/** Waits at most `ms` for `work`; then rejects with what `late` makes, and whatever `work` still does is not waited for. */
export const within = async <T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms);
  });
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
};
