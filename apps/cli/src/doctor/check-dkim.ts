import { broken, type Finding, warning, well } from './finding.js';
import type { MailSender } from './mail-sender.js';
import { type LookUpTxt, txtRecords } from './txt-records.js';

/** The key of RFC 6376 3.6.1; an empty one is revoked. */
const publicKey = (record: string): string => /(?:^|;)\s*p=\s*([^;]*)/.exec(record)?.[1]?.trim() ?? '';

const selectorFinding = async (
  lookUp: LookUpTxt,
  { provider, domain }: MailSender,
  selector: string,
): Promise<Finding> => {
  const check = `DKIM for ${provider}`;
  const name = `${selector}._domainkey.${domain}`;
  const answer = await txtRecords(lookUp, name, (record) => /(?:^|;)\s*p=/.test(record));
  if (answer.kind === 'unknown') return warning(check, `${name}: ${answer.why}`, 'Ask again when DNS answers');
  const [record] = answer.records;
  const remedy = `Publish what ${provider} gives you for this domain, or mend ${provider.toUpperCase()}_DKIM_SELECTORS`;
  if (record === undefined) return broken(check, `${name} has no key: the signatures fail`, remedy);
  return publicKey(record) === '' ? broken(check, `${name} is revoked (p= is empty)`, remedy) : well(check, name);
};

/** DKIM keys of the sender's domain (RFC 6376). Their names, the selectors, can't be guessed: SES draws its own. */
export const dkimFindings = (lookUp: LookUpTxt, sender: MailSender): Promise<Finding[]> => {
  const { provider, domain, selectors } = sender;
  if (selectors.length > 0) return Promise.all(selectors.map((selector) => selectorFinding(lookUp, sender, selector)));
  return Promise.resolve([
    warning(
      `DKIM for ${provider}`,
      `${domain}: not checked, the selectors are unknown`,
      `Set ${provider.toUpperCase()}_DKIM_SELECTORS to those of the domain at ${provider}`,
    ),
  ]);
};
