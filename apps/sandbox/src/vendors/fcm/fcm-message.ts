import { z } from 'zod';
import type { Content } from '../../send.js';

const TARGETS = ['token', 'topic', 'condition'] as const;
const notification = z.object({ title: z.string().optional(), body: z.string().optional() }).optional();

/** https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages, as far as Crier uses it. */
const requestSchema = z.object({
  validate_only: z.boolean().default(false),
  message: z
    .object({
      token: z.string().min(1).optional(),
      topic: z.string().min(1).optional(),
      condition: z.string().min(1).optional(),
      notification,
      data: z.record(z.string(), z.string()).default({}),
    })
    .refine((message) => TARGETS.filter((target) => message[target] !== undefined).length === 1, {
      error: 'Exactly one of token, topic or condition is required.',
    }),
});
export type FcmRequest = z.infer<typeof requestSchema>;

export interface FcmProblem {
  /** As in `message.data.n`. */
  readonly field: string;
  readonly description: string;
}

export const readFcmRequest = (input: unknown): FcmRequest | FcmProblem => {
  const result = requestSchema.safeParse(input);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  return { field: issue?.path.join('.') || 'message', description: issue?.message ?? '' };
};

/** Keys of `data` may not have every character everywhere: both spellings are read. */
export const fcmKey = ({ message: { data } }: FcmRequest): string | null => data.crier_key || data['crier-key'] || null;

/** What the lock screen shows; a message of data alone is shown by the app, from whatever it calls title and body. */
export const fcmContent = ({ message: { notification: shown, data } }: FcmRequest): Content => ({
  subject: shown?.title ?? data.title ?? null,
  text: shown?.body ?? data.body ?? null,
  html: null,
});

export const fcmTarget = ({ message }: FcmRequest): string => message.token ?? message.topic ?? message.condition ?? '';
