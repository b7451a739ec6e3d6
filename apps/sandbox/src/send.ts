/** A file that came with an email, whole. */
export interface SentFile {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Uint8Array;
}

/** What is told of such a file. */
export interface Attachment {
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: number;
  /** Of its content, in hex. */
  readonly sha256: string;
}

/** What a person would read of a message. Null is "has no such part", never "could not be read". */
export interface Content {
  readonly subject: string | null;
  readonly text: string | null;
  readonly html: string | null;
  /** Of emails that have some. */
  readonly attachments?: readonly Attachment[];
}

/** One message that somebody asks a provider to send. */
export interface Send {
  /** The vendor's own name of the call, such as SendRawEmail. */
  readonly operation: string;
  readonly from: string;
  readonly to: readonly string[];
  /** The delivery's key, from wherever this vendor has room for it; null if the caller gave none. */
  readonly key: string | null;
  /** The sender's account or number id, where the vendor's reports name it. */
  readonly account?: string;
  /** Where the vendor reports on it, if it is told so with each send. */
  readonly callbackUrl?: string;
  /** Size of what is kept of it. */
  readonly sizeBytes: number;
  /** Takes the message apart when somebody reads it, not when it arrives: that is what keeps arriving fast. */
  content(): Promise<Content>;
  /** Of emails: their files in the order of `attachments`, decoded anew each time rather than kept twice. */
  files?(): Promise<readonly SentFile[]>;
  /** The message as it came: text, or the fields of the request. */
  raw(): unknown;
}
