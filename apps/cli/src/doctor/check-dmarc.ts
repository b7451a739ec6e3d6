import { broken, type Finding, warning, well } from './finding.js';
import type { MailSender } from './mail-sender.js';
import { type LookUpTxt, type TxtAnswer, txtRecords } from './txt-records.js';

/** The domain and those above it, but no top-level domain: whose record holds when the domain has none of its own. */
const upward = (domain: string): string[] => {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, i) => labels.slice(i).join('.'));
};

const nearest = async (lookUp: LookUpTxt, domain: string): Promise<TxtAnswer & { at: string }> => {
  for (const at of upward(domain)) {
    const answer = await txtRecords(lookUp, `_dmarc.${at}`, (record) => /^v=DMARC1\s*(;|$)/.test(record));
    if (answer.kind === 'unknown' || answer.records.length > 0) return { ...answer, at };
  }
  return { kind: 'records', records: [], at: domain };
};

/** The DMARC policy of the sender's domain, or of the nearest one above it (RFC 7489 6.6.3). */
export const dmarcFinding = async (lookUp: LookUpTxt, { provider, domain }: MailSender): Promise<Finding> => {
  const check = `DMARC for ${provider}`;
  const answer = await nearest(lookUp, domain);
  if (answer.kind === 'unknown') return warning(check, `${answer.at}: ${answer.why}`, 'Ask again when DNS answers');
  const [record, ...more] = answer.records;
  if (record === undefined)
    return broken(
      check,
      `${domain} has no DMARC record: large receivers refuse bulk mail without`,
      `Publish a TXT record at _dmarc.${domain}: v=DMARC1; p=none; rua=mailto:YOU@${domain}`,
    );
  if (more.length > 0)
    return broken(
      check,
      `${answer.at} has ${more.length + 1} DMARC records: receivers then take none`,
      'Make them one',
    );
  const policy = /;\s*p\s*=\s*(none|quarantine|reject)\s*(;|$)/i.exec(record)?.[1];
  return policy === undefined
    ? broken(check, `${answer.at} names no policy`, 'Put p=none, p=quarantine or p=reject after v=DMARC1')
    : well(check, `${answer.at}, p=${policy.toLowerCase()}`);
};
