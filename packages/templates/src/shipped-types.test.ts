import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHANNELS, smsSegments, validateEvent } from '@crier/domain';
import { describe, expect, it } from 'vitest';
import { checkTypes } from './check-types.js';
import { loadTypes } from './load/load-types.js';
import { smsMaxSegmentsIn } from './load/manifest.js';
import { maskSecrets } from './mask-secrets.js';
import type { RenderContext } from './render-context.js';
import { renderMessage } from './render-message.js';
import type { RenderedMessage } from './rendered-message.js';
import { typeNamed } from './testing/load-files.js';

const root = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const shipped = await loadTypes(root('templates'));
const names = [...shipped.types.keys()];
const LOCALES = ['en', 'ne', 'ar'] as const;
/** Some hundred templates are compiled. */
const PATIENCE_MS = 60_000;

interface Example extends Omit<RenderContext, 'recipient' | 'links' | 'data'> {
  readonly expiresAt?: string;
  readonly data: Record<string, unknown> & {
    readonly lines?: Record<string, number>[];
    readonly subtotal?: number;
    readonly total?: number;
    readonly tax?: { readonly amount: number };
  };
  readonly recipients: { id: string; name: string; email: string; locale: string; timezone: string }[];
}
const example = (name: string): Example => JSON.parse(readFileSync(root(`examples/${name}.json`), 'utf8')) as Example;

/** What a person reads before anything else. */
const headOf = (message: RenderedMessage): string => {
  if (message.channel === 'email') return message.subject;
  return 'title' in message ? `${message.title}\n${message.body}` : message.text;
};

describe('R-7.4 the shipped types', () => {
  it('R-7.4 have nothing wrong with them', { timeout: PATIENCE_MS }, () => {
    expect(checkTypes(shipped)).toEqual([]);
  });

  it('travel in their lanes', () => {
    const others: Record<string, string> = {
      'password.reset': 'critical',
      'one_time_password.issued': 'critical',
      'marketing.offer': 'bulk',
    };
    for (const { name, manifest } of shipped.types.values()) {
      const lane = others[name] ?? 'transactional';
      expect([name, manifest.lane, manifest.maxLane]).toEqual([name, lane, lane]);
    }
    expect(typeNamed(shipped, 'password.reset').manifest).toMatchObject({
      mandatory: true,
      expiresInMs: 900_000,
      secret: ['data.resetUrl'],
    });
    expect(typeNamed(shipped, 'one_time_password.issued').manifest).toMatchObject({
      channels: ['sms'],
      mandatory: true,
      expiresInMs: 120_000,
      secret: ['data.code'],
    });
    expect(typeNamed(shipped, 'delivery.updated').manifest).toMatchObject({ mandatory: false, expiresInMs: 3_600_000 });
    expect(typeNamed(shipped, 'marketing.offer').manifest).toMatchObject({
      mandatory: false,
      category: 'marketing',
      expiresInMs: null,
      onUnknown: 'hold',
    });
  });

  it('R-7.6 are those that an ERP needs first', () => {
    expect(names).toEqual([
      'delivery.updated',
      'delivery_order.issued',
      'goods_receipt.posted',
      'invoice.issued',
      'marketing.offer',
      'one_time_password.issued',
      'password.reset',
      'purchase_order.approval_requested',
      'purchase_order.approved',
      'purchase_order.changed',
      'purchase_order.issued',
      'sales_order.confirmed',
      'stock.low',
    ]);
  });

  it.each(['purchase_order.approved', 'password.reset', 'marketing.offer'])('%s goes over every channel', (name) => {
    expect(CHANNELS.filter(typeNamed(shipped, name).has)).toEqual(CHANNELS);
  });

  it('each have an example, and each example a type', () => {
    expect(
      readdirSync(root('examples'))
        .filter((file) => file.endsWith('.json'))
        .map((file) => file.replace(/\.json$/, ''))
        .sort(),
    ).toEqual(names);
  });

  it.each(names)('the example of %s is a valid event', (name) => {
    const typeRules = (type: string) => shipped.types.get(type)?.manifest;
    const body = example(name);
    const context = { typeRules, nowMs: Date.parse(body.occurredAt), maxAgeDays: 400 };
    expect(validateEvent(body, context)).not.toHaveProperty('errors');
  });

  it.each(names.filter((name) => example(name).data.total !== undefined))(
    'the sums of the example of %s add up',
    (name) => {
      const { lines = [], subtotal, tax, total } = example(name).data;
      for (const line of lines) expect(line.amount).toBe((line.quantity ?? 0) * (line.unitPrice ?? 0));
      expect(subtotal).toBe(lines.reduce((sum, line) => sum + (line.amount ?? 0), 0));
      expect(total).toBe((subtotal ?? 0) + (tax?.amount ?? 0));
    },
  );
});

describe.each(LOCALES)('R-7.6 the shipped texts in %s', (locale) => {
  const files = readdirSync(root('templates'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.includes(`.${locale}.`),
  );

  it('R-7.6 speak one language: no word of another script is left in them', () => {
    const foreign = { en: /[^\p{Script=Latin}\p{Script=Common}]/u, ne: /[A-Za-z]{2}/, ar: /[A-Za-z]{2}/ }[locale];
    for (const file of files) {
      const words = readFileSync(root(`templates/${file}`), 'utf8')
        .replace(/\{\{!--.*?--\}\}|<[^>]*>|&nbsp;|STOP|PDF/g, '')
        .replace(/ (accent|data)="[^"]*"/g, '')
        .replace(/\{\{[^"}]*\}\}/g, '')
        .replace(/\{\{[^"]*?"|\b\w+="|"[^"{]*?\}\}|\w+=[\w.]+/g, '');
      expect(words, file).not.toMatch(foreign);
    }
  });

  it('R-7.4 have every type over every channel, in that locale and its direction', { timeout: PATIENCE_MS }, () => {
    for (const type of shipped.types.values())
      for (const channel of CHANNELS.filter(type.has))
        for (const context of [type.fixture, type.longest]) {
          const message = renderMessage(type, channel, { locale, timezone: 'Asia/Kathmandu', context });
          expect(message.locale).toBe(locale);
          if (message.channel !== 'email') continue;
          expect(message.html).toContain(`<html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}"`);
          expect(message.html).toMatch(locale === 'ar' ? /align="right"/ : /align="left"/);
        }
  });

  it.each(names.filter((name) => typeNamed(shipped, name).has('sms')))(
    'R-7.4 keep the SMS of %s within what its manifest says, with the longest usual values too',
    (name) => {
      const type = typeNamed(shipped, name);
      const sizes = [type.fixture, type.longest].map((context) =>
        smsSegments(renderMessage(type, 'sms', { locale, timezone: 'UTC', context }).text),
      );
      const limit = smsMaxSegmentsIn(type.manifest, locale);
      const encoding = locale === 'en' ? 'GSM-7' : 'UCS-2';
      expect(sizes).toEqual([expect.objectContaining({ encoding }), expect.objectContaining({ encoding })]);
      // No wider than it must be.
      expect(Math.max(...sizes.map(({ segments }) => segments))).toBe(limit);
      if (limit > 1) expect(type.manifest.smsMaxSegmentsReason).toBeDefined();
    },
  );
});

describe('R-7.4 a letter that slips into a shipped SMS', () => {
  it('R-7.4 is named with its place', { timeout: PATIENCE_MS }, async () => {
    const copy = mkdtempSync(join(tmpdir(), 'templates-'));
    try {
      cpSync(root('templates'), copy, { recursive: true });
      const sms = join(copy, 'purchase_order.approved/sms.en.txt.hbs');
      writeFileSync(sms, readFileSync(sms, 'utf8').replace('is approved', 'is appro\u0935ed'));
      expect(checkTypes(await loadTypes(copy))).toEqual([
        {
          type: 'purchase_order.approved',
          channel: 'sms',
          locale: 'en',
          message:
            'the txt part takes 2 segments, the manifest allows 1: UCS-2 because of \u0935 (U+0935) at 31, after "207 is appro"',
        },
      ]);
    } finally {
      rmSync(copy, { recursive: true });
    }
  });
});

/** Every message that the example of a type becomes. */
const messagesOf = (name: string): { message: RenderedMessage; person: string }[] => {
  const { expiresAt: _, recipients, ...event } = example(name);
  const type = typeNamed(shipped, name);
  return recipients.flatMap(({ name: person, locale, timezone }) => {
    const context = { ...event, recipient: { name: person }, links: type.fixture.links };
    return CHANNELS.filter(type.has).map((channel) => ({
      message: renderMessage(type, channel, { locale, timezone, context }) as RenderedMessage,
      person,
    }));
  });
};

/** The words around a one-time code on WhatsApp are Meta's own. */
const isMetas = (message: RenderedMessage): boolean =>
  message.channel === 'whatsapp' && message.template?.button !== undefined;

/** What became of the thing that a message is about. */
const STATES: Record<string, RegExp> = {
  en: /\b(approved|changed|issued|posted|requested|open|confirmed|low|on its way|arrived|Valid)\b/,
  ne: /स्वीकृत|परिवर्तन|जारी|दर्ता|अनुरोध|खुला|पुष्टि|न्यून|बाटोमा|पुगिसक्यो|मान्य|स्वीकृति/,
  ar: /اعتُمد|عُدّل|صدر|رُحّل|طلب|ساري|تأكد|منخفض|في الطريق|وصلت|صالح/,
};
const GREETINGS: Record<string, (name: string) => string> = {
  en: (name) => `Dear ${name},`,
  ne: (name) => `आदरणीय ${name},`,
  ar: (name) => `مرحبًا \u2068${name}\u2069،`,
};

describe('R-7.1 the examples', () => {
  it.each(names)('R-7.1 that of %s renders over every channel for each recipient, true on its own', (name) => {
    const { type, entity, expiresAt } = example(name);
    expect({ type, expiresAt }).toEqual({ type: name, expiresAt: undefined });
    for (const { message } of messagesOf(name)) {
      const head = headOf(message);
      if (!isMetas(message)) {
        expect(head).toContain(entity.id);
        expect(head).toMatch(STATES[message.locale] ?? 'a language with words for states');
      }
      const { html = '', ...plain } = { ...message } as Record<string, unknown>;
      expect(JSON.stringify(plain)).not.toMatch(/[\u00a0\u202f]|&amp;|\{\{|undefined|\[object|\\n\\n\\n|[^n] {2}/);
      expect(html).not.toMatch(/\{\{|undefined|\[object/);
    }
  });

  it.each(names)('that of %s greets people by their names in the email', (name) => {
    for (const { message, person } of messagesOf(name)) {
      if (message.channel !== 'email') continue;
      expect(message.text).toContain(GREETINGS[message.locale]?.(person));
      expect(message.html).toContain(`<!DOCTYPE html>\n<html lang="${message.locale}"`);
    }
  });

  it('R-7.2 write what a phone shows as a person would', () => {
    const said = (name: string, channel: string) =>
      messagesOf(name).find(({ message }) => message.channel === channel)?.message;
    expect(said('purchase_order.approved', 'sms')).toMatchObject({
      text: 'Purchase order PO-4482 is approved: NPR 1,24,300.00, deliver by 10 December 2026. https://erp.example.com/purchase-orders/PO-4482',
    });
    expect(said('purchase_order.approved', 'push')).toMatchObject({
      title: 'Purchase order PO-4482 approved',
      body: 'NPR 1,24,300.00 to Himalaya Paper & Söhne, deliver by 10 December 2026.',
      url: 'https://erp.example.com/purchase-orders/PO-4482',
    });
    expect(said('purchase_order.approved', 'whatsapp')).toMatchObject({
      template: {
        name: 'purchase_order_approved',
        language: 'en',
        parameters: [
          'PO-4482',
          'NPR 1,24,300.00',
          'Himalaya Paper & Söhne',
          '10 December 2026',
          'गोदाम ३, Balaju Industrial Estate, Kathmandu',
        ],
      },
    });
  });

  it('give WhatsApp a one-time code alone, bare of marks in every locale, and for the button again', () => {
    const type = typeNamed(shipped, 'one_time_password.issued');
    for (const locale of LOCALES) {
      const { template } = renderMessage(type, 'whatsapp', { locale, timezone: 'UTC', context: type.fixture });
      expect(template).toMatchObject({ language: locale, parameters: ['481902'], button: '481902' });
    }
  });

  it('R-7.4 give the approved text of WhatsApp every value of the message', () => {
    for (const name of names)
      for (const { message } of messagesOf(name))
        if (message.channel === 'whatsapp')
          for (const parameter of message.template?.parameters ?? []) expect(message.text).toContain(parameter);
  });
});

describe('R-8.1 the shipped secrets', () => {
  it.each(names)('R-8.1 %s shows none in a masked copy of any channel', (name) => {
    const type = typeNamed(shipped, name);
    for (const channel of CHANNELS.filter(type.has))
      for (const path of type.manifest.secret) {
        const value = String(
          path.split('.').reduce<unknown>((at, step) => Reflect.get(at as object, step), type.fixture),
        );
        const written = (context: RenderContext) =>
          JSON.stringify(renderMessage(type, channel, { locale: 'en', timezone: 'UTC', context }));
        const hidden = written(maskSecrets(type, type.fixture));
        expect(hidden).not.toContain(URL.canParse(value) ? new URL(value).searchParams.get('token') : value);
        expect(written(type.fixture).includes(value)).toBe(!['push', 'inapp'].includes(channel));
      }
  });
});

describe('R-10.3 the way out of marketing', () => {
  const render = <C extends (typeof CHANNELS)[number]>(name: string, channel: C) => {
    const type = typeNamed(shipped, name);
    return renderMessage(type, channel, { locale: 'en', timezone: 'UTC', context: type.fixture });
  };

  it('R-10.3 is in the email, as links of the recipient’s own, and in the SMS and WhatsApp message', () => {
    const { links } = typeNamed(shipped, 'marketing.offer').fixture;
    const { html, text } = render('marketing.offer', 'email');
    expect(text).toContain(`Unsubscribe: ${links.unsubscribe}\nChoose what you receive: ${links.preferences}`);
    for (const link of [links.preferences, links.unsubscribe])
      expect(html).toContain(`href="${link.replaceAll('=', '&#x3D;')}"`);
    expect(render('marketing.offer', 'sms').text).toMatch(/ Reply STOP to end\.$/);
    expect(render('marketing.offer', 'whatsapp').text).toContain('reply STOP');
  });

  it('R-10.3 is offered by no other type', () => {
    for (const name of names.filter((one) => one !== 'marketing.offer'))
      expect(render(name, 'email').text + render(name, 'email').html).not.toMatch(/unsubscribe/i);
  });
});
