import { confirmationCode } from '#domain/confirmations/by-whatsapp.ts';
import { formatPrice } from '#domain/money.ts';
import type { Order } from '#domain/orders/contract.ts';
import { dueOnDelivery } from '#domain/orders/paid.ts';
import { choiceOf } from '#domain/variants/choice.ts';
import { pieceName } from '#domain/variants/choice-text.ts';

/** Texts that staff send by WhatsApp, in the order in which an order needs them. */
export const READY_TEXT_KEYS = [
  'confirm',
  'confirm_reminder',
  'no_answer',
  'address_question',
  'order_page',
  'advance',
  'shipped',
  'attempt',
  'arrived',
  'return_approved',
  'return_declined',
] as const;
export type ReadyTextKey = (typeof READY_TEXT_KEYS)[number];

/** As HTML's `lang` names them; `ur-Latn` is Roman Urdu. */
export const READY_TEXT_LANGUAGES = ['en', 'ur-Latn', 'ur'] as const;
export type ReadyTextLanguage = (typeof READY_TEXT_LANGUAGES)[number];

export const readyTextNames: Record<ReadyTextKey, string> = {
  confirm: 'Ask to confirm',
  confirm_reminder: 'Remind to confirm',
  no_answer: 'Nobody picked up',
  address_question: 'Ask for the address',
  order_page: 'Link to the order',
  advance: 'Ask for the advance',
  shipped: 'Parcel is on its way',
  attempt: 'Failed attempt',
  arrived: 'Parcel has arrived',
  return_approved: 'Return approved',
  return_declined: 'Return declined',
};

export const languageNames: Record<ReadyTextLanguage, string> = { en: 'English', 'ur-Latn': 'Roman Urdu', ur: 'اردو' };

/** What a text may have in braces. */
export const PLACEHOLDERS = [
  'name',
  'order',
  'items',
  'total',
  'due',
  'city',
  'link',
  'shop',
  'code',
  'advance',
  'until',
  'courier',
  'tracking',
  'return',
  'answer',
] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** What stands for the placeholders; an empty value where there is none, as a city that nobody typed. */
export type ReadyTextValues = Record<Placeholder, string>;

export function isRightToLeft(language: ReadyTextLanguage): boolean {
  return language === 'ur';
}

const IN_BRACES = /\{([^{}\n]*)\}/g;

/**
 * A ready text with the values of an order. A line is left out when a placeholder in it has no value, so that no sentence ends in nothing.
 * Braces that are no placeholder stay, where whoever writes the text sees them.
 */
export function fillReadyText(text: string, values: ReadyTextValues): string {
  return text
    .split('\n')
    .filter((line) => [...line.matchAll(IN_BRACES)].every(([, name = '']) => !isPlaceholder(name) || values[name]))
    .map((line) => line.replace(IN_BRACES, (braces, name: string) => (isPlaceholder(name) ? values[name] : braces)))
    .join('\n')
    .trim();
}

function isPlaceholder(name: string): name is Placeholder {
  return (PLACEHOLDERS as readonly string[]).includes(name);
}

/** What is wrong with the braces of a text, as staff read it; null when they are all placeholders. */
export function placeholderComplaint(text: string): string | null {
  const unknown = [...text.matchAll(IN_BRACES)].find(([, name = '']) => !isPlaceholder(name));
  const known = `Use ${PLACEHOLDERS.map((name) => `{${name}}`).join(' ')}.`;
  if (unknown) return unknown[1]?.trim() ? `${unknown[0]} is no placeholder. ${known}` : `${unknown[0]} is empty. ${known}`;
  return /[{}]/.test(text.replace(IN_BRACES, '')) ? `A brace stands alone. ${known}` : null;
}

/** The longest ready text, in characters. */
export const MAX_READY_TEXT_LENGTH = 1500;

type OrderToWrite = Pick<Order, 'id' | 'orderNumber' | 'customerName' | 'items' | 'totalAmount' | 'paid' | 'status' | 'city'>;

interface Around {
  shop: string;
  /** Its secret page, empty while it has none. */
  link: string;
  /** What is missing of an advance in rupees, and until when, as people read it. */
  advance?: { missing: number; until: string } | undefined;
  /** The parcel that is written about: its rider asks for its own sum. */
  parcel?: { carrier: string; trackingNumber: string; toCollect: number } | undefined;
  /** What was asked back, and what staff answered. */
  request?: { returnNumber: string; answer: string } | undefined;
}

/** The values of an order. `due` is empty when nothing is left to pay. */
export function readyTextValues(order: OrderToWrite, { shop, link, advance, parcel, request }: Around): ReadyTextValues {
  const due = parcel?.toCollect ?? dueOnDelivery(order);
  return {
    name: order.customerName,
    order: order.orderNumber,
    items: order.items.map((item) => `${item.quantity} × ${pieceName(item.productName, choiceOf(item))}`).join('\n'),
    total: formatPrice(order.totalAmount),
    due: due > 0 ? formatPrice(due) : '',
    city: order.city,
    link,
    shop,
    code: confirmationCode(order.id),
    advance: advance ? formatPrice(advance.missing) : '',
    until: advance?.until ?? '',
    courier: parcel?.carrier ?? '',
    tracking: parcel?.trackingNumber ?? '',
    return: request?.returnNumber ?? '',
    answer: request?.answer ?? '',
  };
}
