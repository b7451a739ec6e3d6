import clientOfAll from '@sendgrid/client';
import mailOfAll from '@sendgrid/mail';

/** The SDK's types show only the instances that everybody shares, and hide the classes that hang on them. */
const { Client } = clientOfAll as unknown as { readonly Client: new () => typeof clientOfAll };
const { MailService } = mailOfAll as unknown as { readonly MailService: new () => typeof mailOfAll };

export type SendGridMail = Exclude<Parameters<typeof mailOfAll.send>[0], readonly unknown[]>;
type Defaults = Parameters<typeof clientOfAll.setDefaultRequest>[0];

/** A mail service with a client of its own. `defaults` is handed to axios with every request, whatever the types know of it. */
export const createMailService = (headers: Record<string, string>, defaults: object): typeof mailOfAll => {
  const client = new Client();
  client.setDefaultHeader(headers);
  client.setDefaultRequest(defaults as Defaults);
  const mail = new MailService();
  mail.setClient(client);
  return mail;
};
