import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHANNELS, type Channel } from '../channel.js';
import type { EventRecipient, RecipientProfile } from '../event/recipient.js';
import { deliveryIdentity, documentIdentity, type EventIdentity } from '../ids/event-identity.js';
import { type Acquaintance, type RoutingInput, routeRecipients, STRANGER } from './route-recipients.js';

const RULES = { category: 'orders', mandatory: false, document: null };

const event: EventIdentity = {
  mode: 'live',
  source: 'erp',
  type: 'purchase_order.approved',
  entityType: 'purchase_order',
  entityId: 'PO-4482',
  occurredAt: 1_796_026_500_000_000n,
};

const route = (
  recipients: readonly EventRecipient[],
  change: Partial<RoutingInput> & { templates?: readonly Channel[]; typeChannels?: readonly Channel[] } = {},
) => {
  const { templates = CHANNELS, typeChannels = ['email'], ...input } = change;
  return routeRecipients({
    event,
    eventChannels: null,
    rules: { ...RULES, channels: typeChannels, hasTemplate: (channel) => templates.includes(channel) },
    recipients,
    known: new Map(),
    defaults: { locale: 'en', timezone: 'UTC' },
    served: new Map(),
    ...input,
  });
};
const known = (entries: Readonly<Record<string, Partial<Acquaintance>>>) =>
  new Map(Object.entries(entries).map(([id, entry]) => [id, { ...STRANGER, ...entry }]));
const directory = (entries: Readonly<Record<string, RecipientProfile>>) =>
  known(Object.fromEntries(Object.entries(entries).map(([id, profile]) => [id, { profile }])));

/** `recipient channel address` or `recipient channel reason`, in order. */
const story = (result: ReturnType<typeof route>): string[] => [
  ...result.deliveries.map((d) => `${d.recipientId} ${d.channel} ${d.address}`),
  ...result.suppressions.map(
    (s) => `${s.recipientId} ${s.channel} ${s.reason}${s.inFavourOf ? ` ${s.inFavourOf}` : ''}`,
  ),
];

const maria = { id: 'u-17', email: 'Maria@Example.com', phone: '+977 9800000000' };

describe('R-3.2 one delivery per recipient and channel', () => {
  it('with the canonical address and the key that R-3.3 derives', () => {
    const { deliveries, suppressions } = route([{ ...maria, name: 'Maria', locale: 'ne-NP' }]);
    expect(deliveries).toEqual([
      {
        ...deliveryIdentity(event, { channel: 'email', recipientId: 'u-17' }),
        channel: 'email',
        recipientId: 'u-17',
        address: 'maria@example.com',
        name: 'Maria',
        locale: 'ne-NP',
        document: null,
        timezone: 'UTC',
      },
    ]);
    expect(suppressions).toEqual([]);
  });

  it('and one bad address never costs the others', () => {
    expect(story(route(['u-0', { id: 'u-1', email: 'bad' }, maria, { id: 'u-2', email: 'b@example.com' }]))).toEqual([
      'u-17 email maria@example.com',
      'u-2 email b@example.com',
      'u-0 email no_address',
      'u-1 email invalid_address',
    ]);
  });

  it('R-3.1 or one suppression: every candidate has exactly one decision', () => {
    const profile = fc.record(
      {
        email: fc.constantFrom('a@example.com', 'A@example.com', 'b@example.com', 'bad', ''),
        phone: fc.constantFrom('+9779800000000', '980', ''),
        channels: fc.subarray([...CHANNELS], { minLength: 1 }),
      },
      { requiredKeys: [] },
    );
    const people = fc.array(profile, { maxLength: 12 }).map((all) => all.map((p, i) => ({ id: `u-${i}`, ...p })));
    fc.assert(
      fc.property(people, fc.subarray([...CHANNELS]), (recipients, templates) => {
        const result = route(recipients, { templates, typeChannels: ['email', 'sms'] });
        const decided = [...result.deliveries, ...result.suppressions].map((d) => `${d.recipientId} ${d.channel}`);
        const candidates = recipients.flatMap((r) => (r.channels ?? ['email', 'sms']).map((c) => `${r.id} ${c}`));
        expect(decided.sort()).toEqual(candidates.sort());
        const written = result.deliveries.map((d) => `${d.channel} ${d.address}`);
        expect(new Set(written).size).toBe(written.length);
        for (const s of result.suppressions) expect(s.inFavourOf !== null).toBe(s.reason === 'duplicate');
      }),
    );
  });
});

describe('R-1.8 the channels', () => {
  const all: RecipientProfile = { email: 'm@example.com', phone: '+9779800000000', whatsapp: '+9779800000000' };

  it.each<[string, object, readonly Channel[] | null, readonly Channel[], readonly Channel[]]>([
    ['the recipient’s', { channels: ['whatsapp'] }, ['sms'], ['email'], ['whatsapp']],
    ['else the event’s', {}, ['sms'], ['email'], ['sms']],
    ['else the type’s', {}, null, ['email', 'sms'], ['email', 'sms']],
  ])('are %s', (_, own, eventChannels, typeChannels, expected) => {
    const { deliveries } = route([{ id: 'u-17', ...all, ...own }], { eventChannels, typeChannels });
    expect(deliveries.map((d) => d.channel)).toEqual(expected);
  });

  it('are the directory’s when the event says nothing of its own about the recipient', () => {
    const known = directory({ 'u-17': { ...all, channels: ['sms'] } });
    expect(story(route(['u-17'], { known, eventChannels: ['email'] }))).toEqual(['u-17 sms +9779800000000']);
    expect(story(route([{ id: 'u-17', channels: ['whatsapp'] }], { known }))).toEqual(['u-17 whatsapp +9779800000000']);
  });

  it('are each used once, however often they are named', () => {
    expect(story(route([{ ...maria, channels: ['email', 'email'] }]))).toEqual(['u-17 email maria@example.com']);
  });

  it('without a template are decided no_template, also where there is no address', () => {
    expect(story(route([maria, 'u-18'], { eventChannels: ['email', 'push'], templates: ['email'] }))).toEqual([
      'u-17 email maria@example.com',
      'u-17 push no_template',
      'u-18 email no_address',
      'u-18 push no_template',
    ]);
  });
});

describe('R-1.8 what the event and the directory say of a recipient', () => {
  const known = directory({
    'u-17': {
      name: 'Maria D.',
      email: 'dir@example.com',
      phone: '+9779800000000',
      locale: 'ne-NP',
      timezone: 'Asia/Kathmandu',
    },
  });

  it('comes from the directory by id', () => {
    expect(route(['u-17'], { known }).deliveries).toMatchObject([
      { address: 'dir@example.com', name: 'Maria D.', locale: 'ne-NP', timezone: 'Asia/Kathmandu' },
    ]);
  });

  it('overrides address, name and locale for this event, but not the time zone', () => {
    const inline = { id: 'u-17', email: 'new@example.com', name: 'M', locale: 'en-GB', timezone: 'Europe/London' };
    expect(route([inline], { known }).deliveries).toMatchObject([
      { address: 'new@example.com', name: 'M', locale: 'en-GB', timezone: 'Asia/Kathmandu' },
    ]);
  });

  it('takes the event’s time zone where the directory has none, and the default where nobody has one', () => {
    const inline = { id: 'u-18', email: 'b@example.com', timezone: 'Europe/London' };
    expect(route([inline], { known: directory({ 'u-18': { name: 'B' } }) }).deliveries[0]?.timezone).toBe(
      'Europe/London',
    );
    const defaults = { locale: 'de', timezone: 'Europe/Berlin' };
    expect(route([{ id: 'u-19', email: 'c@example.com' }], { defaults }).deliveries[0]).toMatchObject({
      locale: 'de',
      timezone: 'Europe/Berlin',
      name: null,
    });
  });

  it('keeps the directory’s other addresses', () => {
    const { deliveries } = route([{ id: 'u-17', email: 'new@example.com' }], {
      known,
      eventChannels: ['sms'],
    });
    expect(deliveries[0]?.address).toBe('+9779800000000');
  });

  it('is not overridden by a blank, which ERPs send for a field that they do not fill', () => {
    const { deliveries } = route([{ id: 'u-17', email: ' ', name: '' }], { known });
    expect(deliveries).toMatchObject([{ address: 'dir@example.com', name: 'Maria D.' }]);
  });

  it('is overridden by a malformed address, which is then decided and not hidden', () => {
    expect(story(route([{ id: 'u-17', email: 'bad' }], { known }))).toEqual(['u-17 email invalid_address']);
  });
});

describe('R-3.3a the same address twice within an event and channel', () => {
  it('is one delivery, and the other names who gets it', () => {
    expect(
      story(
        route([
          { id: 'u-1', email: 'info@BÜCHER.example' },
          { id: 'u-2', email: 'INFO@xn--bcher-kva.example' },
          { id: 'u-3', email: 'info@bücher.example' },
        ]),
      ),
    ).toEqual(['u-1 email info@xn--bcher-kva.example', 'u-2 email duplicate u-1', 'u-3 email duplicate u-1']);
  });

  it('is not the same with a plus-tag or a dot', () => {
    const emails = ['maria@gmail.com', 'maria+x@gmail.com', 'm.aria@gmail.com'];
    expect(route(emails.map((email, i) => ({ id: `u-${i}`, email }))).deliveries).toHaveLength(3);
  });

  it('is not the same on another channel', () => {
    const person = { id: 'u-1', phone: '+9779800000000', whatsapp: '+9779800000000' };
    expect(route([person], { eventChannels: ['sms', 'whatsapp'] }).deliveries).toHaveLength(2);
  });

  it('is remembered from chunk to chunk', () => {
    const served = new Map<string, string>();
    route([{ id: 'u-1', email: 'a@example.com' }], { served });
    expect(story(route([{ id: 'u-2', email: 'A@example.com' }], { served }))).toEqual(['u-2 email duplicate u-1']);
  });

  it('is not a duplicate of oneself when a chunk is routed again', () => {
    const served = new Map<string, string>();
    const first = route([maria], { served });
    expect(route([maria], { served })).toEqual(first);
  });
});

describe('R-6.2 preferences', () => {
  const maria = { id: 'u-17', email: 'maria@example.com', phone: '+9779800000000' };
  const wishes = (categories: Acquaintance['categories']) => known({ 'u-17': { categories } });
  const both = { eventChannels: ['email', 'sms'] as const };

  it('an opt-out holds for its category and channel, and for nothing else', () => {
    expect(story(route([maria], { ...both, known: wishes({ orders: { email: false } }) }))).toEqual([
      'u-17 sms +9779800000000',
      'u-17 email opted_out',
    ]);
    expect(
      story(route([maria], { ...both, known: wishes({ marketing: { email: false }, orders: { email: true } }) })),
    ).toEqual(['u-17 email maria@example.com', 'u-17 sms +9779800000000']);
  });

  it('nobody opts out of what is mandatory', () => {
    const rules = {
      ...RULES,
      category: 'security',
      mandatory: true,
      channels: ['email'] as const,
      hasTemplate: () => true,
    };
    const { deliveries } = route([maria], { rules, known: wishes({ security: { email: false } }) });
    expect(deliveries).toHaveLength(1);
  });

  it.each(['constructor', '__proto__', 'toString'])('a category named %s is one like any other', (category) => {
    const rules = { ...RULES, category, channels: ['email'] as const, hasTemplate: () => true };
    expect(route([maria], { rules, known: wishes({}) }).deliveries).toHaveLength(1);
  });

  it('R-1.8 the time zone of the preferences comes before the directory’s', () => {
    const people = known({ 'u-17': { timezone: 'Asia/Kathmandu', profile: { ...maria, timezone: 'Europe/Berlin' } } });
    expect(route(['u-17'], { known: people }).deliveries[0]?.timezone).toBe('Asia/Kathmandu');
  });
});

describe('R-5.1 a document', () => {
  const invoice = { kind: 'invoice' as const, channels: ['email' as const] };
  const rules = { ...RULES, channels: ['email', 'sms'] as const, hasTemplate: () => true, document: invoice };
  const people = [
    { ...maria, locale: 'ne-NP' },
    { id: 'u-18', email: 'a@example.com', locale: 'ne-NP' },
    { id: 'u-19', email: 'b@example.com', locale: 'fr-FR' },
  ];

  it('is waited for by the channels that the manifest names, and its kind is part of the key', () => {
    const [email, sms] = route([maria], { rules }).deliveries;
    expect(email).toMatchObject({
      channel: 'email',
      id: deliveryIdentity(event, { channel: 'email', recipientId: 'u-17', documentKind: 'invoice' }).id,
      document: { kind: 'invoice', locale: 'en', id: documentIdentity(event, { kind: 'invoice', locale: 'en' }).id },
    });
    expect(sms).toMatchObject({ channel: 'sms', document: null });
  });

  it('is one for all who read one locale, and who reads a language that it is not written in gets the default’s', () => {
    const { deliveries } = route(people, { rules, defaults: { locale: 'ar-AE', timezone: 'UTC' } });
    const documents = deliveries.flatMap(({ document }) => document ?? []);
    expect(documents.map(({ locale }) => locale)).toEqual(['ne-NP', 'ne-NP', 'ar-AE']);
    expect(new Set(documents.map(({ id }) => id)).size).toBe(2);
  });
});

describe('channels without an address in the event', () => {
  const tokens = [
    { kind: 'fcm' as const, id: 't-1' },
    { kind: 'apns' as const, id: 't-2' },
  ];

  it('R-3.3 push: two devices are two deliveries, each with a key of its own', () => {
    const people = known({ 'u-17': { pushTokens: tokens } });
    const { deliveries } = route(['u-17'], { eventChannels: ['push'], known: people });
    expect(deliveries.map((d) => d.address)).toEqual(['fcm:t-1', 'apns:t-2']);
    expect(deliveries.map((d) => d.id)).toEqual(
      ['t-1', 't-2'].map((deviceId) => deliveryIdentity(event, { channel: 'push', recipientId: 'u-17', deviceId }).id),
    );
  });

  it('push: nobody without a device', () => {
    expect(story(route(['u-17'], { eventChannels: ['push'] }))).toEqual(['u-17 push no_address']);
  });

  it('in-app: everybody with an id of their own has an inbox, who came as a mere address has none', () => {
    const anonymous = 'anon-0123456789abcdef01234567';
    expect(story(route(['u-17', { id: anonymous }], { eventChannels: ['inapp'] }))).toEqual([
      'u-17 inapp u-17',
      `${anonymous} inapp no_address`,
    ]);
  });
});
