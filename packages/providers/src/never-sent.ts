/** An error that happened before the first byte of the request, whatever its own words: `networkAnswer` takes it for a proof. */
export const neverSent = (cause: unknown): Error => {
  const { code, name, message } = cause as { code?: unknown; name: string; message: string };
  return Object.assign(new Error(message), { code: typeof code === 'string' ? code : name, syscall: 'connect' });
};
