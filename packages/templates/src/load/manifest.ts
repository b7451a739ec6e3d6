import { CHANNELS, canonicalEmail, DOCUMENT_KINDS, defaultOnUnknown, LANES, laneRank } from '@crier/domain';
import { z } from 'zod';
import { isTemplateLocale } from '../locale.js';

const DURATION = /^P(?=\d|T\d)(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

const duration = z.string().transform((text, context) => {
  const [, days, hours, minutes, seconds] = DURATION.exec(text) ?? [];
  const total =
    Number(days ?? 0) * 86_400 + Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
  if (total > 0) return total * 1000;
  context.addIssue({
    code: 'custom',
    message: 'must be an ISO 8601 duration of days, hours, minutes, seconds: "PT15M"',
  });
  return z.NEVER;
});

const emailAddress = z
  .string()
  .refine((text) => canonicalEmail(text) !== undefined, 'must be an email address such as "orders@example.com"');

/** A concatenated SMS has at most 255 parts, and no network carries as many as this. */
const MOST_SEGMENTS = 10;
const segments = z.int().min(1).max(MOST_SEGMENTS);

const fieldsOf = (type: string) =>
  z.strictObject({
    $schema: z.string().optional(),
    description: z.string().min(1).describe('One sentence for people'),
    category: z
      .string()
      .regex(/^[a-z][a-z0-9_]*$/, 'must be a lower-case word such as "purchasing"')
      .describe('What recipients choose by in their preferences'),
    lane: z.enum(LANES),
    maxLane: z.enum(LANES).optional().describe('The highest lane that an event may ask for; default the lane'),
    channels: z.array(z.enum(CHANNELS)).min(1).describe('Used when neither recipient nor event names any'),
    mandatory: z.boolean().default(false).describe('Nobody can opt out (security, legal)'),
    expiresIn: duration.nullable().default(null).describe('ISO 8601, from occurredAt: "PT15M"; null = never'),
    onUnknown: z.enum(['resend', 'hold']).optional().describe('When nobody knows whether it arrived'),
    secret: z
      .array(z.string().regex(/^data(\.[^.]+)+$/, 'must be a path into the data such as "data.link"'))
      .default([])
      .describe('Never stored rendered, never on a lock screen'),
    subjectMaxLength: z.int().min(20).max(250).default(120).describe('UTF-16 code units'),
    collapseGroup: z
      .string()
      .regex(/^[a-z][a-z0-9_.]*$/, 'must be named like a type, such as "purchase_order"')
      .default(type),
    from: emailAddress.optional(),
    replyTo: emailAddress.optional(),
    whatsapp: z
      .strictObject({
        template: z.string().regex(/^[a-z0-9_]{1,512}$/, 'must be lower-case letters, digits and underscores'),
        category: z.enum(['utility', 'marketing', 'authentication']).default('utility'),
      })
      .nullable()
      .default(null),
    document: z
      .strictObject({
        kind: z.enum(DOCUMENT_KINDS),
        channels: z
          .array(z.enum(CHANNELS))
          .min(1)
          .default(['email'])
          .describe('Whose messages wait for it, and name it as links.document'),
        attach: z
          .boolean()
          .default(false)
          .describe('Email carries the file too, where the provider takes mails of that size'),
      })
      .nullable()
      .default(null)
      .describe('The business document that the event is made into'),
    smsMaxSegments: segments.default(1).describe('More than one needs a reason: each is paid for'),
    smsMaxSegmentsByLocale: z.record(z.string().refine(isTemplateLocale, 'must be a locale'), segments).default({}),
    smsMaxSegmentsReason: z.string().min(1).optional(),
    onOverflow: z
      .enum(['shorten', 'send', 'dead'])
      .default('send')
      .describe('An SMS that takes more segments all the same, because of its data'),
  });

/** Schema of a type's `manifest.json`. Unknown fields are refused; every default is written here. */
export const manifestSchemaOf = (type: string) =>
  fieldsOf(type)
    .superRefine(({ lane, maxLane, smsMaxSegments, smsMaxSegmentsByLocale, smsMaxSegmentsReason }, context) => {
      const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
      if (maxLane !== undefined && laneRank(maxLane) > laneRank(lane))
        refuse('maxLane', `must not be below the lane, which is ${lane}`);
      const most = Math.max(smsMaxSegments, ...Object.values(smsMaxSegmentsByLocale));
      if (most > 1 && smsMaxSegmentsReason === undefined)
        refuse(
          smsMaxSegments > 1 ? 'smsMaxSegments' : 'smsMaxSegmentsByLocale',
          'more than one segment needs a smsMaxSegmentsReason: each is paid for',
        );
    })
    .transform(({ $schema: _, expiresIn, ...manifest }) => ({
      ...manifest,
      maxLane: manifest.maxLane ?? manifest.lane,
      onUnknown: manifest.onUnknown ?? defaultOnUnknown(manifest.lane),
      /** Counted from `occurredAt`, in milliseconds; null = never. */
      expiresInMs: expiresIn,
    }));

/** A notification type's manifest with its defaults resolved. */
export type Manifest = z.output<ReturnType<typeof manifestSchemaOf>>;

/** Most segments that an SMS in this locale may take. */
export const smsMaxSegmentsIn = (
  { smsMaxSegments, smsMaxSegmentsByLocale }: Pick<Manifest, 'smsMaxSegments' | 'smsMaxSegmentsByLocale'>,
  locale: string,
): number => smsMaxSegmentsByLocale[locale] ?? smsMaxSegments;

/** What a manifest may say, as JSON Schema: editors complete and check it while it is written. */
export const manifestJsonSchema = (): Record<string, unknown> => {
  const { properties, ...rest } = z.toJSONSchema(fieldsOf('type'), { io: 'input', unrepresentable: 'any' });
  // The default depends on the folder's name.
  const { default: _, ...collapseGroup } = Object(properties?.collapseGroup);
  return { ...rest, title: 'Manifest of a notification type', properties: { ...properties, collapseGroup } };
};
