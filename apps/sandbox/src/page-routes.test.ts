import { describe, expect, it } from 'vitest';
import { PROVIDER_NAMES } from './providers.js';
import { useSandbox } from './testing/use-sandbox.js';

const sandbox = useSandbox();
const HTML_MAIL =
  'From: a@b.c\r\nTo: a@b.c\r\nContent-Type: text/html\r\n\r\n<!doctype html><html><head></head><script>1</script>';

/** The events of the live stream, one by one. */
async function* liveStates(url: string, signal: AbortSignal) {
  const answer = await fetch(`${url}/sandbox/stream`, { signal });
  let text = '';
  for await (const chunk of answer.body ?? []) {
    text += Buffer.from(chunk).toString();
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1];
      text = text.slice(end + 2);
      if (data !== undefined) yield JSON.parse(data);
    }
  }
}

describe('the page', () => {
  it('is served with all that it refers to, under a policy that lets nothing else in', async () => {
    const page = await sandbox.call('GET', '/sandbox');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self'",
    );
    const files = [...String(page.json).matchAll(/(?:href|src)="(\/[^"]+)"/g)].map((match) => match[1] ?? '');
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) expect([file, (await sandbox.call('GET', file)).status]).toEqual([file, 200]);
    expect(String(page.json)).not.toMatch(/https?:\/\/|<style|<script>| style=/);
  });

  it('has only the files of its folder', async () => {
    expect((await sandbox.call('GET', '/sandbox/page/..%2fpackage.json')).status).toBe(404);
  });

  it('hears of what arrives, of faults and of callbacks while it happens', async () => {
    const leave = new AbortController();
    const states = liveStates(sandbox.url(), leave.signal);
    const next = async () => (await states.next()).value;
    expect(await next()).toMatchObject({ total: 0, duplicated: 0, providers: PROVIDER_NAMES, faults: [] });
    await sandbox.send();
    expect(await next()).toMatchObject({ total: 1 });
    await sandbox.fault({ mode: 'hang' });
    expect(await next()).toMatchObject({ total: 1, faults: [{ mode: 'hang' }] });
    await sandbox.callbacks({ provider: 'sendgrid', delayMs: 60_000 });
    expect((await next()).callbacks).toMatchObject([
      { provider: 'ses', on: false },
      { provider: 'sendgrid', on: true, delayMs: 60_000, pending: 0, failed: 0 },
      { provider: 'twilio', on: false },
      { provider: 'whatsapp-cloud', on: false },
    ]);
    leave.abort();
  });

  it('shows an email as a document that can do nothing but open links elsewhere', async () => {
    await sandbox.send({ source: HTML_MAIL });
    const { id } = (await sandbox.messages()).messages[0];
    const { headers, json } = await sandbox.call('GET', `/sandbox/messages/${id}/html`);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/sandbox allow-popups allow-popups-to-escape-sandbox$/);
    expect(json).toContain('<!doctype html><html><head><base target="_blank"></head>');
  });
});

describe('health', () => {
  it('is alive, ready, and counts what it accepted by provider', async () => {
    await sandbox.send();
    expect((await sandbox.call('GET', '/livez')).status).toBe(200);
    expect((await sandbox.call('GET', '/readyz')).status).toBe(200);
    expect((await sandbox.call('GET', '/metrics')).json).toMatch(
      /crier_sandbox_accepted_total\{provider="ses",app="sandbox"\} \d+/,
    );
  });
});
