import { CHANNELS, defaultOnUnknown, LANES, laneRank } from '@crier/domain';
import { z } from 'zod';

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

/** Schema of `manifest.json`. Unknown fields are refused; every default is written here. */
export const manifestSchema = z
  .strictObject({
    description: z.string().min(1),
    category: z.string().regex(/^[a-z][a-z0-9_]*$/, 'must be a lower-case word such as "purchasing"'),
    lane: z.enum(LANES),
    maxLane: z.enum(LANES).optional(),
    channels: z.array(z.enum(CHANNELS)).min(1),
    mandatory: z.boolean().default(false),
    expiresIn: duration.nullable().default(null),
    onUnknown: z.enum(['resend', 'hold']).optional(),
    secret: z
      .array(z.string().regex(/^data(\.[^.]+)+$/, 'must be a path into the data such as "data.link"'))
      .default([]),
    subjectMaxLength: z.int().min(20).max(250).default(120),
  })
  .superRefine(({ lane, maxLane }, context) => {
    if (maxLane === undefined || laneRank(maxLane) <= laneRank(lane)) return;
    context.addIssue({ code: 'custom', path: ['maxLane'], message: `must not be below the lane, which is ${lane}` });
  })
  .transform(({ expiresIn, ...manifest }) => ({
    ...manifest,
    maxLane: manifest.maxLane ?? manifest.lane,
    onUnknown: manifest.onUnknown ?? defaultOnUnknown(manifest.lane),
    /** Counted from `occurredAt`, in milliseconds; null = never. */
    expiresInMs: expiresIn,
  }));

/** A notification type's manifest with its defaults resolved. */
export type Manifest = z.output<typeof manifestSchema>;
