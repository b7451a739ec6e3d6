/** What Crier calls its delivery's key wherever a provider has room for one: a message tag, a custom argument. */
export const KEY_NAME = 'crier-key';
