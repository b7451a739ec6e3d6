import { describe, expect, it } from 'vitest';
import { mailDomainFindings } from './check-mail-domain.js';
import type { Finding } from './finding.js';
import type { MailSender } from './mail-sender.js';

const DOMAIN = 'mail.shop.co';
const WELL: Readonly<Record<string, string | string[]>> = {
  [DOMAIN]: 'v=spf1 include:amazonses.com -all',
  [`k1._domainkey.${DOMAIN}`]: 'k=rsa; p=MIGf',
  [`_dmarc.${DOMAIN}`]: 'v=DMARC1; p=none; rua=mailto:x@shop.co',
  'gmail.com': 'v=spf1 redirect=_spf.google.com',
};

const look = async (
  records: Readonly<Record<string, string | string[] | undefined>>,
  sender: Partial<MailSender> = {},
): Promise<Finding[]> =>
  mailDomainFindings(
    async (name) => {
      const found = { ...WELL, ...records }[name];
      if (found === undefined || found === 'SERVFAIL')
        throw Object.assign(new Error(name), { code: found === undefined ? 'ENOTFOUND' : 'ESERVFAIL' });
      return [found].flat().map((record) => [record]);
    },
    { provider: 'ses', domain: DOMAIN, selectors: ['k1'], ...sender },
  );
const verdicts = async (...args: Parameters<typeof look>) =>
  (await look(...args)).map(({ check, verdict }) => `${check.split(' ')[0]} ${verdict}`);

describe('R-4.15 the mail domains of the providers', () => {
  it('are well with one SPF record that names the provider, a key, and a policy', async () => {
    expect(await verdicts({})).toEqual(['SPF well', 'DKIM well', 'DMARC well']);
  });

  it.each<[string, string | string[] | undefined, string]>([
    ['no record', undefined, 'warning'],
    ['another record only', 'google-site-verification=x', 'warning'],
    ['two records', ['v=spf1 -all', 'v=spf1 ~all'], 'broken'],
    ['all the world', 'v=spf1 +all', 'broken'],
    ['all the world, in short', 'v=spf1 include:amazonses.com all', 'broken'],
    ['another provider', 'v=spf1 include:_spf.example.net ~all', 'warning'],
    ['something that only begins so', 'v=spf10 include:amazonses.com', 'warning'],
    ['DNS that does not say', 'SERVFAIL', 'warning'],
    ['a record among others', ['x', 'V=SPF1 INCLUDE:AMAZONSES.COM ~ALL'], 'well'],
  ])('SPF: %s', async (_what, record, verdict) => {
    expect(await verdicts({ [DOMAIN]: record })).toContain(`SPF ${verdict}`);
  });

  it('SPF: a mail server of one’s own has no name that the record must have', async () => {
    expect(await verdicts({ [DOMAIN]: 'v=spf1 a ~all' }, { provider: 'smtp' })).toContain('SPF well');
  });

  it.each([
    ['ses', 'warning'],
    ['sendgrid', 'warning'],
    ['smtp', 'broken'],
  ])('SPF: none where %s sends is %s, by whose return path it is judged', async (provider, verdict) => {
    const [spf] = await look({ [DOMAIN]: undefined }, { provider });
    expect(spf).toMatchObject({ verdict, remedy: expect.stringContaining('TXT record') });
  });

  it.each(['ses', 'smtp'])('a DNS that knows nothing of the world calls nothing of %s broken', async (provider) => {
    const nowhere = Object.fromEntries(Object.keys(WELL).map((name) => [name, undefined]));
    const findings = await look(nowhere, { provider });
    expect(findings.map(({ verdict }) => verdict)).toEqual(['warning', 'warning', 'warning']);
    for (const { says } of findings) expect(says).toContain('DNS can’t be asked from here');
  });

  it.each<[string, string | undefined, string]>([
    ['no key', undefined, 'broken'],
    ['a revoked key', 'v=DKIM1; p=', 'broken'],
    ['another record', 'hello', 'broken'],
    ['DNS that does not say', 'SERVFAIL', 'warning'],
  ])('DKIM: %s', async (_what, record, verdict) => {
    expect(await verdicts({ [`k1._domainkey.${DOMAIN}`]: record })).toContain(`DKIM ${verdict}`);
  });

  it('DKIM: each selector is looked up; without any it is said that nothing was', async () => {
    expect(await verdicts({}, { selectors: ['k1', 'k2'] })).toEqual([
      'SPF well',
      'DKIM well',
      'DKIM broken',
      'DMARC well',
    ]);
    const [, dkim] = await look({}, { selectors: [] });
    expect(dkim).toMatchObject({ verdict: 'warning', remedy: expect.stringContaining('SES_DKIM_SELECTORS') });
  });

  it.each<[string, string | string[] | undefined, string]>([
    ['none, here or above', undefined, 'broken'],
    ['two', ['v=DMARC1; p=none', 'v=DMARC1; p=reject'], 'broken'],
    ['no policy', 'v=DMARC1; rua=mailto:x@shop.co', 'broken'],
    ['a policy for subdomains only', 'v=DMARC1; sp=reject', 'broken'],
    ['DNS that does not say', 'SERVFAIL', 'warning'],
    ['written loosely', 'v=DMARC1 ; p = quarantine', 'well'],
  ])('DMARC: %s', async (_what, record, verdict) => {
    expect(await verdicts({ [`_dmarc.${DOMAIN}`]: record })).toContain(`DMARC ${verdict}`);
  });

  it('DMARC: the domain above speaks for one without a record, the top level never', async () => {
    const none = { [`_dmarc.${DOMAIN}`]: undefined };
    const findings = await look({ ...none, '_dmarc.shop.co': 'v=DMARC1; p=reject', '_dmarc.co': 'v=DMARC1; p=none' });
    expect(findings.at(-1)).toMatchObject({ verdict: 'well', says: 'shop.co, p=reject' });
    expect(await verdicts({ ...none, '_dmarc.co': 'v=DMARC1; p=none' })).toContain('DMARC broken');
  });

  it.each(['example.com', 'mail.example.org', 'shop.test', 'localhost', 'x.invalid'])(
    '%s is nobody’s: DNS is not asked',
    async (domain) => {
      const findings = await mailDomainFindings(() => expect.fail('DNS was asked'), {
        provider: 'sendgrid',
        domain,
        selectors: [],
      });
      expect(findings).toEqual([expect.objectContaining({ verdict: 'warning' })]);
      expect(findings[0]?.remedy).toContain('SENDGRID_FROM');
    },
  );
});
