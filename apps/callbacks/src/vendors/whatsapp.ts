import { canonicalPhone, type ProviderEvent, type ProviderEventKind } from '@crier/domain';
import { z } from 'zod';
import { firstInstant, messageIdOf, phoneOf, wordsOf } from './fields.js';
import { buttonSaysStop, saysStop, type Wish } from './stop-words.js';

const text = z.string().nullish();
const errors = z.array(z.object({ code: z.number().nullish(), title: text, message: text })).nullish();
const status = z.object({
  id: text,
  status: z.string(),
  timestamp: text,
  recipient_id: text,
  biz_opaque_callback_data: text,
  errors,
});
const message = z.object({
  from: z.string(),
  timestamp: text,
  text: z.object({ body: text }).nullish(),
  button: z.object({ text, payload: text }).nullish(),
  interactive: z.object({ button_reply: z.object({ title: text }).nullish() }).nullish(),
});

/** Only what is used, and each part by itself: one that is nonsense costs its neighbours nothing. */
const schema = z.object({
  entry: z.array(
    z.object({
      changes: z
        .array(
          z.object({
            value: z.object({ statuses: z.array(z.unknown()).nullish(), messages: z.array(z.unknown()).nullish() }),
          }),
        )
        .nullish(),
    }),
  ),
});

/** https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/components#statuses-object */
const KINDS = new Map<string, ProviderEventKind>([
  ['accepted', 'accepted'],
  ['sent', 'accepted'],
  ['delivered', 'delivered'],
  ['read', 'delivered'],
  ['failed', 'rejected'],
]);
/** The phone could not be reached: it went out and did not arrive. Every other failure is WhatsApp's own refusal. */
const UNDELIVERABLE = 131026;

const instantOf = (seconds: string | null | undefined): string | undefined =>
  firstInstant(Number(seconds ?? Number.NaN) * 1000);

const parseStatus = (json: unknown): ProviderEvent | null => {
  const { success, data } = status.safeParse(json);
  const kind = success ? KINDS.get(data.status) : undefined;
  const at = success ? instantOf(data.timestamp) : undefined;
  if (!success || kind === undefined || at === undefined) return null;
  const [error] = data.errors ?? [];
  return {
    deliveryKey: data.biz_opaque_callback_data ?? null,
    provider: 'whatsapp-cloud',
    messageId: messageIdOf(data.id),
    kind: kind === 'rejected' && error?.code === UNDELIVERABLE ? 'bounced' : kind,
    at,
    code: typeof error?.code === 'number' ? String(error.code) : null,
    detail: wordsOf(error?.message ?? error?.title),
    address: phoneOf(`+${data.recipient_id}`),
  };
};

/** What somebody wrote, or the button that they pressed, asks for; a button's words and its payload may differ, and STOP wins. */
const wantsOf = ({ text: written, button, interactive }: z.infer<typeof message>): Wish['wants'] | undefined => {
  const pressed = [button?.text, button?.payload, interactive?.button_reply?.title];
  const said = [saysStop(written?.body ?? ''), ...pressed.map((each) => buttonSaysStop(each ?? ''))];
  return said.find((wants) => wants === 'nothing') ?? said.find((wants) => wants !== undefined);
};

const parseMessage = (json: unknown): Wish | null => {
  const { success, data } = message.safeParse(json);
  const wants = success ? wantsOf(data) : undefined;
  const address = success ? canonicalPhone(`+${data.from}`) : undefined;
  const at = success ? instantOf(data.timestamp) : undefined;
  if (wants === undefined || address === undefined || at === undefined) return null;
  return { channel: 'whatsapp', address, provider: 'whatsapp-cloud', wants, at };
};

/** What a WhatsApp webhook says about messages, and what people wrote; undefined when it is none. */
export const parseWhatsapp = (json: unknown): { events: ProviderEvent[]; wishes: Wish[] } | undefined => {
  const { success, data } = schema.safeParse(json);
  if (!success) return undefined;
  const values = data.entry.flatMap(({ changes }) => (changes ?? []).map(({ value }) => value));
  return {
    events: values.flatMap(({ statuses }) => (statuses ?? []).flatMap((each) => parseStatus(each) ?? [])),
    wishes: values.flatMap(({ messages }) => (messages ?? []).flatMap((each) => parseMessage(each) ?? [])),
  };
};
