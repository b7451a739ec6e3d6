/** What Crier calls its delivery's key wherever a provider has room for one: a message tag, a custom argument. */
export const KEY_NAME = 'crier-key';

/** The same as a header: of an email, and an attribute of an SNS message. In lower case. */
export const KEY_HEADER = 'x-crier-key';
