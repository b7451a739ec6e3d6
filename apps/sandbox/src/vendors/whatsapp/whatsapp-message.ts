import { z } from 'zod';
import type { Content } from '../../send.js';
import { fillPlaces, placesIn, type WhatsappTemplate } from '../../state/whatsapp-templates.js';
import type { VendorDeps } from '../../vendor.js';

const parameter = z.object({ type: z.string(), text: z.string().optional(), parameter_name: z.string().optional() });
const component = z.object({
  type: z.string(),
  sub_type: z.string().optional(),
  index: z.union([z.string(), z.int()]).optional(),
  parameters: z.array(parameter).default([]),
});
const common = {
  messaging_product: z.literal('whatsapp'),
  to: z.string().regex(/^\+?[1-9]\d{6,14}$/),
  biz_opaque_callback_data: z.string().max(512).optional(),
};

const messageSchema = z.discriminatedUnion('type', [
  z.object({
    ...common,
    type: z.literal('template'),
    template: z.object({
      name: z.string().regex(/^[a-z0-9_]{1,512}$/),
      language: z.object({ code: z.string().min(2) }),
      components: z.array(component).default([]),
    }),
  }),
  z.object({ ...common, type: z.literal('text'), text: z.object({ body: z.string().min(1).max(4096) }) }),
]);
export type WhatsappMessage = z.infer<typeof messageSchema>;

/** A message that is refused: the code, and what is wrong if the code's own words do not say it. */
export interface WhatsappProblem {
  readonly code: number;
  readonly details?: string;
}

/** The message of a request, or the first thing that is wrong with its form. A message without `type` is text. */
export const readWhatsappMessage = (input: unknown): WhatsappMessage | WhatsappProblem => {
  const typed = typeof input === 'object' && input !== null ? { type: 'text', ...input } : input;
  const result = messageSchema.safeParse(typed);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  return { code: 100, details: `Param ${issue?.path.join('.') || 'body'}: ${issue?.message}` };
};

type TemplateMessage = WhatsappMessage & { type: 'template' };

const bodyParameters = ({ template }: TemplateMessage) =>
  template.components.find(({ type }) => type.toLowerCase() === 'body')?.parameters ?? [];

const MOST_OF_CODE = 15;

/** A one-time code comes twice: for the text, and for the button that copies it, which is one that leads to an address. */
const codeProblem = (message: TemplateMessage): WhatsappProblem | undefined => {
  const [{ text: code = '' } = {}] = bodyParameters(message);
  const button = message.template.components.find(
    ({ type, sub_type: kind, index }) =>
      type.toLowerCase() === 'button' && kind?.toLowerCase() === 'url' && String(index) === '0',
  );
  const copied = button?.parameters[0]?.text;
  if (copied === undefined) return { code: 131008, details: 'Button at index 0 of type Url requires a parameter' };
  if (copied !== code) return { code: 100, details: 'The button must copy the code of the body.' };
  if (code.length > MOST_OF_CODE) return { code: 100, details: `A code has at most ${MOST_OF_CODE} characters.` };
  return undefined;
};

const parameterProblem = (
  message: TemplateMessage,
  { body, category }: WhatsappTemplate,
): WhatsappProblem | undefined => {
  const [given, expected] = [bodyParameters(message).length, placesIn(body).length];
  if (given === expected) return category === 'authentication' ? codeProblem(message) : undefined;
  return {
    code: 132000,
    details: `body: number of localizable_params (${given}) does not match the expected number of params (${expected})`,
  };
};

/** What WhatsApp checks of a message that is well formed: the template and its parameters, the 24-hour window. */
export const whatsappProblem = (
  message: WhatsappMessage,
  { templates, phones }: Pick<VendorDeps, 'templates' | 'phones'>,
): WhatsappProblem | undefined => {
  if (message.type === 'text') return phones.windowOpen(message.to) ? undefined : { code: 131047 };
  const { name } = message.template;
  if (name.endsWith('_unapproved')) return { code: 132001 };
  const known = templates.get(name);
  return known && parameterProblem(message, known);
};

/** What the recipient reads. A template whose text the sandbox does not know shows as its name and its parameters. */
export const whatsappContent = (message: WhatsappMessage, templates: VendorDeps['templates']): Content => {
  if (message.type === 'text') return { subject: null, text: message.text.body, html: null };
  const { name, language } = message.template;
  const parameters = bodyParameters(message);
  const values = new Map(parameters.map(({ parameter_name: given, text = '' }, n) => [given ?? String(n + 1), text]));
  const body = templates.get(name)?.body;
  const text = body === undefined ? [...values.values()].join('\n') : fillPlaces(body, values);
  return { subject: `${name} (${language.code})`, text, html: null };
};
