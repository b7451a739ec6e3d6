import { createHash } from 'node:crypto';
import { type EmailAttachment, settingsSchema } from '@crier/domain';
import { createProviders } from '@crier/providers';
import { useBrowser } from '@crier/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { keyOf, useSandbox } from './testing/use-sandbox.js';

const sandbox = useSandbox();
const browser = useBrowser();
const PROVIDERS = ['ses', 'sendgrid', 'smtp'] as const;

beforeAll(() => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'any');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'any');
});
afterAll(() => vi.unstubAllEnvs());

/** One mail with these files through the fleet's own provider, as the sandbox lists it. */
const sent = async (name: string, attachments: readonly EmailAttachment[]) => {
  await sandbox.call('DELETE', '/sandbox/messages');
  const settings = settingsSchema.parse({
    DATABASE_URL: 'postgres://db/crier',
    REDIS_URL: 'redis://cache',
    EMAIL_PROVIDERS: name,
    SES_ENDPOINT: `${sandbox.url()}/ses`,
    SENDGRID_API_KEY: 'SG.any',
    SENDGRID_BASE_URL: `${sandbox.url()}/sendgrid`,
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(sandbox.smtpPort()),
    SMTP_SECURITY: 'none',
  });
  const [provider] = await createProviders(settings, 'email', { sockets: 1, nowMs: () => 1_796_000_000_000 });
  const to = { address: 'asha@example.com', name: null };
  const mail = { key: keyOf(1), to, subject: 'Approved', html: '<p>Rich.</p>', text: 'Plain.', attachments };
  try {
    expect(await provider?.send(mail, AbortSignal.timeout(20_000))).toMatchObject({ kind: 'accepted' });
  } finally {
    provider?.close();
  }
  return (await sandbox.messages()).messages[0];
};

const file = (filename: string, content: Uint8Array, contentType = 'application/pdf') => ({
  filename,
  contentType,
  content,
});
const listed = ({ filename, contentType, content }: EmailAttachment) => ({
  filename,
  contentType,
  bytes: content.byteLength,
  sha256: createHash('sha256').update(content).digest('hex'),
});
const download = async (id: number, n: number) => {
  const answer = await fetch(`${sandbox.url()}/sandbox/messages/${id}/attachments/${n}`);
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
};

/** Every name that is one line: control characters and blanks around it are no part of it. */
const filenames = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 200 })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what a name has none of
  .filter((name) => name.trim() === name && !/[\u0000-\u001f\u007f]/.test(name) && name !== '');
const files = fc.array(
  fc.record({
    filename: filenames,
    contentType: fc.constantFrom('application/pdf', 'text/plain', 'text/html', 'image/png', 'application/octet-stream'),
    // SendGrid takes no empty file.
    content: fc.uint8Array({ minLength: 1, maxLength: 3_000 }),
  }),
  { minLength: 1, maxLength: 3 },
);

describe.each(PROVIDERS)('R-5.3 files through %s', (name) => {
  it('arrive byte for byte under their names, whatever they are', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(files, async (attachments) => {
        const message = await sent(name, attachments);
        expect(message).toMatchObject({ html: '<p>Rich.</p>', text: expect.stringMatching(/^Plain\.\s*$/) });
        expect(message.attachments).toEqual(attachments.map(listed));
        for (const [n, { content }] of attachments.entries())
          expect((await download(message.id, n)).bytes.equals(content)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it.each(['क'.repeat(200), '𝒂'.repeat(200), 'a'.repeat(2_000), '=?utf-8?q?abc?=.pdf', "100% o'clock (1)*.pdf"])(
    'keep a name that headers make difficult: %s',
    async (filename) => {
      const content = Buffer.from('%PDF-');
      expect((await sent(name, [file(filename, content)])).attachments).toEqual([listed(file(filename, content))]);
    },
  );

  it('arrive when they are as large as every provider takes them', { timeout: 60_000 }, async () => {
    const content = Buffer.alloc(7_000_000, 'every byte counts ');
    expect((await sent(name, [file('large.pdf', content)])).attachments).toEqual([listed(file('large.pdf', content))]);
  });

  it('are not spoken of where there are none', async () => {
    expect(await sent(name, [])).not.toHaveProperty('attachments');
  });
});

it('a file is only ever a download', async () => {
  const page = file('../राम "x".html', Buffer.from('<script>1</script>'), 'text/html');
  const { id } = await sent('sendgrid', [page]);
  const { answer } = await download(id, 0);
  expect(answer.headers.get('content-type')).toBe('application/octet-stream');
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename=/);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  expect([(await download(id, 1)).answer.status, (await download(id + 1, 0)).answer.status]).toEqual([404, 404]);
});

it('the page shows files as links that save them', { timeout: 180_000 }, async () => {
  const content = Buffer.from('%PDF-1.7');
  const { id } = await sent('ses', [file('बीजक-1.pdf', content), file('b.pdf', content)]);
  const { page, problems } = await browser.open({ width: 390, height: 844, colorScheme: 'dark' });
  await page.goto(`${sandbox.url()}/sandbox#/messages/${id}`);
  const link = page.locator('.files a').first();
  await link.waitFor();
  expect(await page.locator('.files a').allTextContents()).toEqual(['बीजक-1.pdf', 'b.pdf']);
  expect(await browser.findings(page)).toEqual([]);
  expect(await browser.isTooWide(page)).toBe(false);
  const [saved] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(saved.suggestedFilename()).toBe('बीजक-1.pdf');
  expect(problems).toEqual([]);
  await page.context().close();
});
