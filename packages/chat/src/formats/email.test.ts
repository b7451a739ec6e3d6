import { describe, expect, it } from 'vitest';
import { everywhere, HOSTILE, message } from '../messages.test-support.js';
import { emailMessage } from './email.js';

describe('R-8.7 as an email', () => {
  it('has the same words as text and as HTML', () => {
    const { subject, text, html } = emailMessage(message());
    expect(subject).toBe('🔴 SES refuses our credentials');
    expect(text).toBe(
      'SES refuses our credentials\n  Provider: ses\n  Code: InvalidClientTokenId\n\nWhat to do\n  Check the access key.\n  Then wait for the probe.\n\n  Ops console: https://crier.example.com/',
    );
    expect(html).toContain('<p>Check the access key.<br>Then wait for the probe.</p>');
    expect(html).toContain('<a href="https://crier.example.com/">Ops console</a>');
  });

  it.each(HOSTILE)('takes %s for text, wherever it stands', (text) => {
    const { html } = emailMessage(everywhere(text));
    const own = html
      .replace(/<\/?(h1|h2|p|b|br)( style="font-size:[\d.]+em")?>/g, '')
      .replace(/<a href="https:\/\/crier\.example\.com\/[^"<>]*">|<\/a>/g, '');
    expect(own).not.toMatch(/[<>"']/);
  });
});
