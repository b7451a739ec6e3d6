export interface JwtClaims {
  readonly header: Readonly<Record<string, unknown>>;
  readonly payload: Readonly<Record<string, unknown>>;
  /** What the signature covers, and the signature. */
  readonly signed: Buffer;
  readonly signature: Buffer;
}

const partOf = (text: string | undefined): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(Buffer.from(text ?? '', 'base64url').toString());
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
};

/** A JSON Web Token taken apart, nothing of it checked; undefined if it is none. */
export const claimsOf = (token: string): JwtClaims | undefined => {
  const [first, second, third] = token.split('.');
  const [header, payload] = [partOf(first), partOf(second)];
  if (!header || !payload || !third) return undefined;
  return { header, payload, signed: Buffer.from(`${first}.${second}`), signature: Buffer.from(third, 'base64url') };
};
