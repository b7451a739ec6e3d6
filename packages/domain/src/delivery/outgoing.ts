import type { Provider } from './provider-answer.js';

interface Outgoing {
  /** The delivery's 32 hex digits, carried wherever the provider has room. */
  readonly key: string;
}

/** A file that an email carries. */
export interface EmailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Uint8Array;
}

export interface OutgoingEmail extends Outgoing {
  readonly to: { readonly address: string; readonly name: string | null };
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** The type's own sender and answer address; without one the provider's `from`, and no Reply-To. */
  readonly from?: string | undefined;
  readonly replyTo?: string | undefined;
  /** Further headers, such as List-Unsubscribe (RFC 8058) and References; never one that the message has anyway. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly attachments?: readonly EmailAttachment[] | undefined;
}

/** Header fields and the lines between parts: more than they ever take. */
const AROUND_BYTES = 16_384;
/** base64 in lines of 76 with their ends (RFC 2045, 6.8). */
const encodedBytes = (bytes: number): number => Math.ceil(bytes / 3) * 4 * (78 / 76);

/** How large a mail is on its way, in bytes, at most: every part travels as base64. */
export const emailBytes = ({ html, text, attachments = [] }: OutgoingEmail): number => {
  const parts = [
    Buffer.byteLength(html),
    Buffer.byteLength(text),
    ...attachments.map(({ content }) => content.byteLength),
  ];
  return Math.ceil(parts.reduce((sum, bytes) => sum + encodedBytes(bytes), AROUND_BYTES));
};

export interface OutgoingSms extends Outgoing {
  /** E.164. */
  readonly to: string;
  readonly text: string;
}

export interface OutgoingWhatsapp extends Outgoing {
  /** E.164. */
  readonly to: string;
  /** What Meta has approved under this name, with the body's parameters in order; null = free text, within the 24-hour window only. */
  readonly template: {
    readonly name: string;
    readonly language: string;
    readonly parameters: readonly string[];
    /** What the button below the text copies: with a one-time code, the code. */
    readonly button?: string;
  } | null;
  readonly text: string;
}

export const PUSH_KINDS = ['fcm', 'apns', 'webpush'] as const;
export type PushKind = (typeof PUSH_KINDS)[number];

export interface OutgoingPush extends Outgoing {
  /** The device's token as its vendor gave it; for Web Push the subscription as JSON. */
  readonly token: string;
  readonly title: string;
  readonly body: string;
  /** Where a tap leads. */
  readonly url: string | null;
  /** Notifications of one key replace each other on the device: at most 64 bytes (apns-collapse-id). */
  readonly collapseKey: string | null;
  /** How long the vendor may keep it for a device that is off, in s. */
  readonly ttlSeconds: number;
  readonly urgent: boolean;
}

export type EmailProvider = Provider<OutgoingEmail>;
export type SmsProvider = Provider<OutgoingSms>;
export type WhatsappProvider = Provider<OutgoingWhatsapp>;
export type PushProvider = Provider<OutgoingPush>;

/** A push delivery's address: which vendor, and whose token, which stays encrypted in the database. */
export const pushAddress = (kind: PushKind, tokenId: string): string => `${kind}:${tokenId}`;

/** The two halves of a push delivery's address; undefined if it is none. */
export const readPushAddress = (address: string): { kind: PushKind; tokenId: string } | undefined => {
  const [kind, tokenId] = [address.slice(0, address.indexOf(':')), address.slice(address.indexOf(':') + 1)];
  const known = PUSH_KINDS.find((name) => name === kind);
  return known === undefined || tokenId === '' ? undefined : { kind: known, tokenId };
};
