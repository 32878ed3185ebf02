import * as z from 'zod';
import { cleanForeignText } from '#domain/text.ts';

const writtenText = (maxLength: number) => z.string().transform((written) => cleanForeignText(written.slice(0, maxLength)));

/** What is longer than an id can be is none. */
const whatsappId = z.string().min(1).max(256);

/** A list in which members of another form, and what is no list at all, are left out: Meta adds kinds of messages and fields without notice. */
function listOf<Item extends z.ZodType>(item: Item) {
  return z.preprocess(
    (sent) => (Array.isArray(sent) ? sent.filter((member) => item.safeParse(member).success) : []),
    z.array(item),
  );
}

/** Seconds since 1970, as text. */
const moment = z.coerce
  .number()
  .int()
  .min(1)
  .max(4_000_000_000)
  .transform((seconds) => new Date(seconds * 1000).toISOString());

/** A message to the shop. Who hides their number has no `from`. */
const whatsappMessage = z.looseObject({
  id: whatsappId,
  from: z.string().max(32).optional(),
  timestamp: moment,
  type: z.string().optional(),
  /** The message it answers. */
  context: z.looseObject({ id: whatsappId }).optional().catch(undefined),
  text: z
    .looseObject({ body: writtenText(4096) })
    .optional()
    .catch(undefined),
  /** A button of a template was pressed. */
  button: z
    .looseObject({ payload: writtenText(256) })
    .optional()
    .catch(undefined),
});

export type WhatsappMessage = z.output<typeof whatsappMessage>;

/** What became of a message of the shop's. */
const whatsappStatus = z.looseObject({
  id: whatsappId,
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  timestamp: moment,
  /** What the shop sent with the message. */
  biz_opaque_callback_data: whatsappId.optional().catch(undefined),
  errors: listOf(z.looseObject({ code: z.int(), title: writtenText(200).optional().catch(undefined) })),
});

export type WhatsappStatus = z.output<typeof whatsappStatus>;

/**
 * What Meta tells the shop about its WhatsApp number. Whatever of it the shop does not know is passed over.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages
 */
export const whatsappNotification = z
  .looseObject({
    object: z.string().optional(),
    entry: listOf(
      z.looseObject({
        changes: listOf(
          z.looseObject({
            field: z.literal('messages'),
            value: z.looseObject({
              metadata: z.looseObject({ phone_number_id: z.string() }),
              messages: listOf(whatsappMessage),
              statuses: listOf(whatsappStatus),
            }),
          }),
        ),
      }),
    ),
  })
  .catch({ entry: [] });

export type WhatsappNotification = z.output<typeof whatsappNotification>;

/** How Meta asks whether the shop's address for its notifications is right. */
export const whatsappSubscription = z.object({
  'hub.mode': z.literal('subscribe').meta({ description: 'What is asked for' }),
  'hub.verify_token': z
    .string()
    .max(500)
    .meta({ description: 'The secret that was typed into Meta’s form together with the address' }),
  'hub.challenge': z.string().min(1).max(200).meta({ description: 'What to answer with' }),
});
