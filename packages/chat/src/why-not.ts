/** Why there was no answer: `fetch failed` says nothing; the code beneath does, and carries no address. */
export const whyNot = (error: unknown): string => {
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  return cause?.code ?? (name === 'TimeoutError' ? 'no answer in time' : (name ?? 'no answer'));
};
