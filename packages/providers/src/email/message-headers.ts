/** The headers that every email carries, whoever sends it: a machine wrote it (RFC 3834 5), and the delivery's key. */
export const ownHeaders = (key: string): Readonly<Record<string, string>> => ({
  'Auto-Submitted': 'auto-generated',
  'X-Crier-Key': key,
});
