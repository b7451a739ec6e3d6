/** Rejects with what `late` makes when the work takes longer than `ms`. The work itself goes on. */
export const within = <T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const alarm = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), ms);
  });
  return Promise.race([work, alarm]).finally(() => clearTimeout(timer));
};
