/** What a template sees: plain JSON, nothing else. `data` is the event's own. */
export interface RenderContext {
  readonly type: string;
  readonly entity: { readonly type: string; readonly id: string; readonly version: number | null };
  /** RFC 3339 instant. */
  readonly occurredAt: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly recipient: { readonly name: string | null };
  /** Addresses of the recipient's own pages. They hold a token, so they are made for one person and never shown to another. */
  readonly links: {
    readonly preferences: string;
    readonly unsubscribe: string;
    /** The document that the message belongs to; null where the manifest names none for the channel. */
    readonly document: string | null;
  };
}

/** How one message is written. */
export interface RenderSettings {
  /** The template's own locale, a BCP 47 tag. */
  readonly locale: string;
  /** The locale for numbers and dates: the template's language, with the recipient's region where the language is the same. */
  readonly formatLocale: string;
  /** IANA name; there is no default, because the host's zone is never the recipient's. */
  readonly timezone: string;
  /** The type's `templateVersion`, for errors. */
  readonly version: string;
}

/** A compiled part. Throws `TemplateError` when the context lacks what it names. */
export type Template = (context: RenderContext, settings: RenderSettings) => string;
