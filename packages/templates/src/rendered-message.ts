interface Written {
  /** The locale it was written in: one for the whole message. */
  readonly locale: string;
}

export interface RenderedEmail extends Written {
  readonly channel: 'email';
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

export interface RenderedSms extends Written {
  readonly channel: 'sms';
  readonly text: string;
}

export interface RenderedWhatsapp extends Written {
  readonly channel: 'whatsapp';
  readonly text: string;
  /** What Meta approved, its language as Meta writes it (`en_GB`), and the body's parameters in order; null = free text only. */
  readonly template: {
    readonly name: string;
    readonly language: string;
    readonly parameters: readonly string[];
    /** What the button below the text copies: a one-time code, for an authentication template only. */
    readonly button?: string;
  } | null;
}

/** What a card of the inbox and a push have in common: one line, a few words, and where a tap leads. */
interface Card extends Written {
  readonly title: string;
  readonly body: string;
  readonly url: string | null;
}

export interface RenderedPush extends Card {
  readonly channel: 'push';
}

export interface RenderedInapp extends Card {
  readonly channel: 'inapp';
}

/** A message as it goes to a channel, told apart by `channel`. */
export type RenderedMessage = RenderedEmail | RenderedSms | RenderedWhatsapp | RenderedPush | RenderedInapp;

export type RenderedFor<C extends RenderedMessage['channel']> = Extract<RenderedMessage, { channel: C }>;
