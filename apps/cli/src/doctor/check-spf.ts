import { broken, type Finding, warning, well } from './finding.js';
import type { MailSender } from './mail-sender.js';
import { type LookUpTxt, txtRecords } from './txt-records.js';

/** What a provider asks its customers to include, by its own manual; a mail server of one's own has no such name. */
const INCLUDES: Readonly<Record<string, string>> = { ses: 'amazonses.com', sendgrid: 'sendgrid.net' };

/**
 * Receivers judge by the return path (RFC 7208 2.4). Of these providers it is not the sender's domain but a subdomain of
 * their own or one that they host, unless somebody set it otherwise: a sender's domain without SPF is then no fault.
 */
const absent = (check: string, { provider, domain }: MailSender): Finding => {
  const include = INCLUDES[provider];
  const record = `v=spf1 ${include === undefined ? 'a:YOUR-MAIL-SERVER' : `include:${include}`} ~all`;
  return include === undefined
    ? broken(
        check,
        `${domain} has no SPF record: receivers refuse or mark its mail`,
        `Publish a TXT record at ${domain}: ${record}`,
      )
    : warning(
        check,
        `${domain} has no SPF record: right only while ${provider} uses a return path of its own`,
        `See at ${provider} whether the return path is in ${domain}; if so, publish a TXT record there: ${record}`,
      );
};

/** SPF of the sender's domain (RFC 7208): one record, which does not allow everybody, and names the provider. */
export const spfFinding = async (lookUp: LookUpTxt, sender: MailSender): Promise<Finding> => {
  const { provider, domain } = sender;
  const check = `SPF for ${provider}`;
  const answer = await txtRecords(lookUp, domain, (record) => /^v=spf1( |$)/i.test(record));
  if (answer.kind === 'unknown') return warning(check, `${domain}: ${answer.why}`, 'Ask again when DNS answers');
  const [record, ...more] = answer.records;
  const include = INCLUDES[provider];
  if (record === undefined) return absent(check, sender);
  if (more.length > 0)
    return broken(check, `${domain} has ${more.length + 1} SPF records: receivers then take none`, 'Make them one');
  if (/(^| )\+?all( |$)/i.test(record))
    return broken(check, `${domain} lets everybody send in its name (+all)`, 'End the record with ~all or -all');
  if (include !== undefined && !record.toLowerCase().includes(include))
    return warning(
      check,
      `${domain} does not name ${include}`,
      `Add include:${include}, unless ${provider} uses a return path of its own in this domain`,
    );
  return well(check, domain);
};
