import * as z from 'zod';
import { formatPrice } from '#domain/money.ts';
import { pieceName } from '#domain/variants/choice-text.ts';
import { shorten, shownName } from '#server/mail/typed-by-strangers.ts';
import type { WhatsappSettings } from './whatsapp-variables.ts';

/** What the shop asks about an order, as the outbox keeps it. */
export const orderQuestion = z.object({
  orderNumber: z.string(),
  customerName: z.string(),
  items: z.array(
    z.object({
      name: z.string(),
      color: z.string().nullable(),
      size: z.string().nullable(),
      quantity: z.int(),
    }),
  ),
  /** What the rider asks for, in rupees. */
  total: z.coerce.number(),
  /** Known to nobody but the shop and the phone that gets the message. */
  buttonKey: z.string(),
});

export type OrderQuestion = z.infer<typeof orderQuestion>;

/** In the order of the template's buttons. */
export const BUTTONS = ['confirm', 'change', 'cancel'] as const;

/** A message may have 1,024 characters with everything filled in. */
const MAX_ITEMS_LENGTH = 400;

/**
 * The question of an order as a template message: name, order number, items and sum for its four places, and what each of its three buttons sends back.
 * Takes the recipient's number in digits and an id that Meta repeats when it tells what became of the message.
 * https://whatsapp.github.io/WhatsApp-Nodejs-SDK/api-reference/types/TemplateObject
 */
export function questionMessage(
  id: string,
  to: string,
  question: OrderQuestion,
  { template, language }: Pick<WhatsappSettings, 'template' | 'language'>,
) {
  const { orderNumber, customerName, items, total, buttonKey } = question;
  const texts = [shownName(customerName), orderNumber, listed(items), formatPrice(total)];
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to,
    type: 'template',
    template: {
      name: template,
      language: { code: language },
      components: [
        { type: 'body', parameters: texts.map((text) => ({ type: 'text', text: oneLine(text) })) },
        ...BUTTONS.map((button, index) => ({
          type: 'button',
          sub_type: 'quick_reply',
          index: String(index),
          parameters: [{ type: 'payload', payload: `${button}:${buttonKey}` }],
        })),
      ],
    },
    biz_opaque_callback_data: id,
  };
}

function listed(items: OrderQuestion['items']): string {
  const names = items.map(({ name, quantity, ...choice }) => `${quantity} × ${pieceName(name, choice)}`);
  const shown = names.filter((_, index) => names.slice(0, index + 1).join(', ').length <= MAX_ITEMS_LENGTH);
  const left = names.length - shown.length;
  if (shown.length === 0) return shorten(names.join(', '), MAX_ITEMS_LENGTH);
  return left > 0 ? `${shown.join(', ')} + ${left}` : shown.join(', ');
}

/** Texts of a template have no line breaks, tabs or rows of spaces. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim() || '–';
}
