import { fileURLToPath } from 'node:url';
import { CHANNELS, type Channel } from '@crier/domain';
import { loadTypes } from '@crier/templates';
import { describe, expect, it } from 'vitest';
import { messageSection } from './message-section.js';
import type { DeadLetterDetail } from './read-detail.js';
import { renderMessage } from './render-message.js';

const catalog = await loadTypes(fileURLToPath(new URL('../../../../templates', import.meta.url)));

const previewOf = (name: string, channel: Channel, data: object = {}) => {
  const type = catalog.types.get(name);
  if (type === undefined) throw new Error(`there is no type ${name}`);
  const { entity, occurredAt, data: example } = type.fixture;
  const delivery = { channel, locale: 'en', timezone: 'UTC', name: 'Asha Gurung' };
  const event = {
    type: name,
    entityType: entity.type,
    entityId: entity.id,
    entityVersion: entity.version,
    occurredAt,
    data: { ...example, ...data },
  };
  const loaded = { delivery, event } as Pick<DeadLetterDetail, 'delivery' | 'event'>;
  return { ...loaded, data: null, view: { templateVersion: null }, preview: renderMessage(type, loaded, true) };
};

const sectionOf = (name: string, channel: Channel, data?: object): string =>
  messageSection(previewOf(name, channel, data) as unknown as DeadLetterDetail, {
    isRevealed: true,
    mayReplay: true,
  }).markup;

describe('R-8.1 the message as it would go out', () => {
  it('R-8.1 over SMS is its text and what it costs', () => {
    const section = sectionOf('purchase_order.approved', 'sms');
    expect(section).toContain('Purchase order PO-2207 is approved: EUR 1,226.00, deliver by June 30, 2026.</pre>');
    expect(section).toContain('<dt>Size</dt><dd>1 segment, 75 septets of GSM-7</dd>');
  });

  it('R-7.4 over SMS costs what the real text does, though a secret is hidden behind dots', () => {
    const section = sectionOf('password.reset', 'sms', { resetUrl: `https://erp.example/r?token=${'t'.repeat(100)}` });
    expect(section).toContain('min: •••••• Not you? Do nothing.');
    expect(section).toContain('2 segments, 220 septets of GSM-7');
  });

  it('R-8.1 over WhatsApp is its text, the approved template and its parameters', () => {
    const section = sectionOf('purchase_order.approved', 'whatsapp');
    expect(section).toContain('approved template <code>purchase_order_approved</code>, <code>en</code>');
    expect(section).toContain('<li>PO-2207</li><li>EUR 1,226.00</li><li>Łódź Glass &lt;Poland&gt; Sp. z o.o.</li>');
    expect(section).toContain('Purchase order PO-2207 is approved: EUR 1,226.00 to Łódź Glass &lt;Poland&gt;');
  });

  it.each(['push', 'inapp'] as const)('R-8.1 over %s is title, words, and where it leads', (channel) => {
    const section = sectionOf('marketing.offer', channel);
    expect(section).toMatch(/<dt>Title<\/dt><dd><strong>(Offer GLASS10|10% off)/);
    expect(section).toContain('<dt>Leads to</dt><dd><code>https://shop.example.com/o/GLASS10?lang=en</code>');
    expect(section).toMatch(/<pre [^>]*>(10% off|Offer GLASS10)/);
    expect(sectionOf('password.reset', channel)).toContain('<dt>Leads to</dt><dd>nowhere</dd>');
  });

  it('R-8.1 hides secrets, and the recipient’s own links, on every channel', () => {
    for (const channel of CHANNELS) {
      expect(sectionOf('password.reset', channel)).not.toMatch(/token|5u2Jx/);
      expect(sectionOf('marketing.offer', channel)).not.toMatch(/example\.com\/(preferences|unsubscribe)/);
    }
    expect(sectionOf('marketing.offer', 'email')).toContain('Unsubscribe: ••••••');
  });

  it('R-8.1 is a template error when a hidden value could not be sent', () => {
    expect(sectionOf('password.reset', 'sms', { resetUrl: 'no address' })).toContain(
      'link data.resetUrl needs an absolute http or https address',
    );
  });

  it('says that a type is not written for a channel any more', () => {
    expect(sectionOf('invoice.issued', 'whatsapp')).toContain('invoice.issued has no template for whatsapp any more.');
  });
});
