import { dkimFindings } from './check-dkim.js';
import { dmarcFinding } from './check-dmarc.js';
import { spfFinding } from './check-spf.js';
import { type Finding, warning } from './finding.js';
import type { MailSender } from './mail-sender.js';
import type { LookUpTxt } from './txt-records.js';

/** Nobody's, for examples and tests (RFC 2606, RFC 6761). */
const RESERVED = /(^|\.)(example\.(com|net|org)|example|test|invalid|localhost)$/;

/** SPF, DKIM and DMARC of a provider's domain. Receivers judge mail by them, and no provider refuses it for them. */
export const mailDomainFindings = async (lookUp: LookUpTxt, sender: MailSender): Promise<Finding[]> => {
  const { provider, domain } = sender;
  if (RESERVED.test(domain))
    return [
      warning(
        `Sender for ${provider}`,
        `${domain} is nobody’s: mail from it goes to the sandbox only`,
        `Set EMAIL_FROM or ${provider.toUpperCase()}_FROM to an address of yours`,
      ),
    ];
  const [spf, dkim, dmarc] = await Promise.all([
    spfFinding(lookUp, sender),
    dkimFindings(lookUp, sender),
    dmarcFinding(lookUp, sender),
  ]);
  return [spf, ...dkim, dmarc];
};
