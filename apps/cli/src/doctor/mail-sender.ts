/** Who sends: a provider of email and the domain in its From. */
export interface MailSender {
  readonly provider: string;
  readonly domain: string;
  /** Names of the DKIM keys, as far as they are told. */
  readonly selectors: readonly string[];
}
