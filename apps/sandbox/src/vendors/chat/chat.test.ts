import { CHAT_KINDS, type ChatKind, type ChatMessage, formatMessage, postToChat } from '@crier/chat';
import { describe, expect, it } from 'vitest';
import { useSandbox } from '../../testing/use-sandbox.js';

const sandbox = useSandbox();
const HOSTILE = [
  '<!channel>',
  '<!here|here>',
  '<@U012AB3CD>',
  '@all @channel @here',
  '<users/all>',
  '*bold* _it_ ~no~ `code` **bold**',
  '[click](https://evil.example)',
  '<https://evil.example|click>',
  '<a href="https://evil.example">click</a>',
  '&lt;b&gt; & "quotes" \'too\'',
];
const message = (text = 'the access key is unknown'): ChatMessage => ({
  title: `SES refuses our credentials: ${text}`,
  severity: 'critical',
  facts: [{ name: 'Answer', value: text }],
  sections: [{ heading: 'What to do', lines: [`Check it: ${text}`], links: [] }],
  links: [{ text: 'Open the console', url: 'https://crier.example.com/dead-letters' }],
});
const post = (kind: ChatKind, what = message(), timeoutMs = 5_000) =>
  postToChat({ kind, url: `${sandbox.url()}/chat/ops` }, what, { timeoutMs, nowMs: () => Date.now() });
const newest = async () => (await sandbox.messages('?provider=chat')).messages[0];
const raw = (body: string, path = '/chat/ops', method = 'POST') =>
  sandbox.call(method, path, method === 'GET' ? undefined : body, { 'content-type': 'application/json' });

describe.each(CHAT_KINDS)('a message of %s', (kind) => {
  it('is taken, told apart by its form, and read as a person would', async () => {
    expect(await post(kind)).toEqual({ kind: 'taken' });
    expect(await newest()).toMatchObject({
      provider: 'chat',
      channel: 'chat',
      to: 'ops',
      key: null,
      operation: kind,
      subject: '🔴 SES refuses our credentials: the access key is unknown',
      raw: JSON.parse(JSON.stringify(formatMessage(kind, message()))),
    });
    const { text, html } = await newest();
    expect(html).toContain('<span class="sign"');
    expect(html).not.toContain('🔴');
    for (const words of ['Answer', 'the access key is unknown', 'What to do', 'Check it:'])
      expect(text).toContain(words);
    expect(text).toContain('Open the console (https://crier.example.com/dead-letters)');
  });

  it.each(HOSTILE)('shows %s as it stands: nobody is called, nothing is made bold or a link', async (text) => {
    await post(kind, message(text));
    const { html, subject, text: shown } = await newest();
    expect(html).not.toContain('<mark>');
    expect(html.match(/<a /g)).toHaveLength(1);
    expect(html.match(/<(b|i|s|code)>/g)?.length).toBeLessThanOrEqual(4);
    // A zero-width space is how Mattermost is kept from calling everybody; Slack knows no escape for its own signs in bold.
    expect(shown.replaceAll('\u200b', '')).toContain(`Check it: ${text}`);
    if (kind !== 'slack') expect(subject.replaceAll('\u200b', '')).toContain(text);
  });
});

describe('the page', () => {
  it('shows each as a document that runs nothing and loads nothing', async () => {
    await post('teams');
    const { id } = await newest();
    const { status, headers, json } = await sandbox.call('GET', `/sandbox/messages/${id}/html`);
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(json).not.toMatch(/<script|src=/);
  });

  it('makes a call for everybody visible', async () => {
    await raw(JSON.stringify({ text: 'wake up <!channel> and <@U1>' }));
    expect((await newest()).html).toContain('wake up <mark>@channel</mark> and <mark>@U1</mark>');
    await raw(JSON.stringify({ attachments: [{ fallback: 'x', text: '@all wake up' }] }));
    expect((await newest()).html).toContain('<mark>@all</mark> wake up');
  });

  it('lets no HTML of a message through', async () => {
    const evil = '<img src=x onerror=alert(1)><script>1</script>';
    const card = { sections: [{ widgets: [{ textParagraph: { text: evil } }] }] };
    for (const body of [{ text: evil }, { cardsV2: [{ card }] }, { attachments: [{ text: evil, title: evil }] }]) {
      await raw(JSON.stringify(body));
      expect((await newest()).html).not.toMatch(/<img|<script/);
    }
  });
});

describe('what a chat refuses', () => {
  it.each([
    ['no JSON', '{', 400, 'invalid_payload'],
    ['no object', '[]', 400, 'invalid_payload'],
    ['nothing to say', '{}', 400, 'no_text'],
    ['51 blocks', JSON.stringify({ blocks: Array(51).fill({ type: 'divider' }) }), 400, 'invalid_blocks'],
    [
      'a section of 3,001 characters',
      JSON.stringify({ blocks: [{ type: 'section', text: { type: 'plain_text', text: 'x'.repeat(3001) } }] }),
      400,
      'invalid_blocks',
    ],
    ['no card', JSON.stringify({ type: 'message', attachments: [] }), 400, 'no Adaptive Card'],
    ['a section without widgets', JSON.stringify({ cardsV2: [{ card: { sections: [{}] } }] }), 400, 'no widgets'],
    ['8,000 characters', JSON.stringify({ attachments: [{ text: 'x'.repeat(8000) }] }), 400, 'Maximum attachments'],
  ])('%s', async (_name, body, status, words) => {
    const answer = await raw(body);
    expect([answer.status, answer.json]).toEqual([status, expect.stringContaining(words)]);
    expect((await sandbox.messages()).total).toBe(0);
  });

  it('another path, another method', async () => {
    expect((await raw('{}', '/chat')).status).toBe(404);
    expect((await raw('', '/chat/ops', 'GET')).status).toBe(405);
  });
});

describe('faults', () => {
  it.each([
    [{ mode: 'error' }, { kind: 'later', why: expect.stringContaining('503') }],
    [
      { mode: 'error', status: 404 },
      { kind: 'refused', why: expect.stringContaining('404') },
    ],
    [
      { mode: 'throttle', retryAfter: 7 },
      { kind: 'later', waitMs: 7_000, why: '429 rate_limited' },
    ],
    [{ mode: 'reject' }, { kind: 'refused', why: '400 invalid_payload' }],
    [{ mode: 'auth' }, { kind: 'refused', why: '403 invalid_token' }],
    [{ mode: 'hang' }, { kind: 'later', why: 'no answer in time' }],
  ])('%j', async (fault, answer) => {
    await sandbox.fault({ provider: 'chat', ...fault });
    expect(await post('slack', message(), 500)).toMatchObject(answer);
    expect((await sandbox.messages()).total).toBe(0);
  });

  it('a message that was taken and whose answer got lost is counted', async () => {
    await sandbox.fault({ channel: 'chat', mode: 'timeout_after_accept' });
    expect(await post('google', message(), 500)).toMatchObject({ kind: 'later' });
    expect((await sandbox.messages('?channel=chat')).total).toBe(1);
  });
});
