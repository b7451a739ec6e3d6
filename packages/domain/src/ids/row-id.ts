/**
 * UUIDv8 (RFC 9562) that is a key: 48 bits of the instant in ms, 12 bits of the event's digest, 62 bits of the row's own.
 * The same event has the same id on every machine and attempt; one event's rows lie together in an index.
 */
export const rowId = (occurredAtMs: number, eventDigest: Buffer, ownDigest: Buffer): string => {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(occurredAtMs, 0, 6);
  const twelve = eventDigest.readUInt16BE(0) >> 4;
  bytes.writeUInt16BE(0x8000 | twelve, 6);
  ownDigest.copy(bytes, 8, 2, 10);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

/** The id's 32 hex digits: what everything outside Crier calls the key, and what providers carry. */
export const keyOf = (id: string): string => id.replaceAll('-', '');

/** Back from the 32 hex digits to the id, or undefined if it is not one. */
export const idOfKey = (key: string): string | undefined => {
  const m = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i.exec(key.replaceAll('-', ''));
  return m ? m.slice(1).join('-').toLowerCase() : undefined;
};

/**
 * The first and last id that a row of this event can have: its deliveries are one short range of the primary key. Another
 * event of the same millisecond lies in it too, once in 4,096: a query compares the event's id besides.
 */
export const eventRange = (eventId: string): { from: string; to: string } => ({
  from: `${eventId.slice(0, 18)}-8000-000000000000`,
  to: `${eventId.slice(0, 18)}-bfff-ffffffffffff`,
});
