import * as z from 'zod';
import { type DraftLine, draftLine, itemOf, withLine } from '#admin/data/order-lines/piece-lines.ts';
import type { CartQuote } from '#domain/cart/contract.ts';
import type { ChatOrder } from '#domain/chats/read-chat.ts';
import { MAX_CART_LINES, MAX_LINE_QUANTITY } from '#domain/limits.ts';
import { roundMoney } from '#domain/money.ts';
import { STAFF_ORDER_SOURCES } from '#domain/order-sources.ts';
import { staffOrderPayload } from '#domain/orders/contract.ts';
import { isCollected } from '#domain/orders/labels.ts';
import { normalizePhone, readPhones } from '#domain/phone.ts';

/** Who ordered and where it goes, named like in the API. */
export const PERSON_FIELDS = [
  'customerPhone',
  'customerName',
  'customerAddress',
  'city',
  'secondPhone',
  'customerEmail',
  'notes',
] as const;

export type PersonField = (typeof PERSON_FIELDS)[number];

const text = z.string().catch('');

/** A piece of a chat that is not certain; staff pick it or dismiss it. */
const askedPiece = z.object({
  words: z.string(),
  candidates: z.array(z.string()),
  quantity: z.int().min(1).max(MAX_LINE_QUANTITY),
  size: z.string().optional(),
  color: z.string().optional(),
});

/** What is taken off: by a code, or a sum by staff who say why. */
const off = z.object({
  by: z.enum(['nothing', 'code', 'sum']),
  code: text,
  /** Rupees, as typed. */
  amount: text,
  reason: text,
});

const NOTHING_OFF: z.infer<typeof off> = { by: 'nothing', code: '', amount: '', reason: '' };

const draft = z.object({
  person: z.record(z.enum(PERSON_FIELDS), text),
  source: z.enum(STAFF_ORDER_SOURCES),
  lines: z.array(draftLine).max(MAX_CART_LINES),
  /** Fields whose text was taken from the chat and not changed since. */
  fromChat: z.array(z.enum(PERSON_FIELDS)),
  /** The lines of the chat from which they were taken. */
  chatLines: z.partialRecord(z.enum(PERSON_FIELDS), z.string()).catch({}),
  /** What of the chat was not understood. */
  unread: z.array(z.string()),
  asked: z.array(askedPiece).catch([]),
  /** Why this customer gets an order although they are blocked. It belongs to one phone and is not sent for another. */
  blockReason: z.object({ phone: z.string(), text }).catch({ phone: '', text: '' }),
  off: off.catch(NOTHING_OFF),
  /** The phone whose store credit the order takes; empty for none. It is not taken of another one. */
  creditOf: text,
  /** When something was last written down, in milliseconds; 0 when nobody knows. */
  changedAt: z.number().catch(0),
  /** The key of an attempt without an answer: sent again under it, the order is placed once. */
  sentAs: z.string().nullable(),
});

/** An order that is being written down. */
export type OrderDraft = z.infer<typeof draft>;

export type AskedPiece = OrderDraft['asked'][number];

const NOBODY = Object.fromEntries(PERSON_FIELDS.map((field) => [field, ''])) as Record<PersonField, string>;

export const EMPTY_DRAFT: OrderDraft = {
  person: NOBODY,
  source: 'whatsapp',
  lines: [],
  fromChat: [],
  chatLines: {},
  unread: [],
  asked: [],
  blockReason: { phone: '', text: '' },
  off: NOTHING_OFF,
  creditOf: '',
  changedAt: 0,
  sentAs: null,
};

/** The draft that is found in this browser; an empty one for anything else. */
export function readDraft(found: unknown): OrderDraft {
  return draft.safeParse(found).data ?? EMPTY_DRAFT;
}

export function isEmpty({ person, lines, unread, asked, off }: OrderDraft): boolean {
  const isTyped = [...Object.values(person), off.code, off.amount, off.reason].some((typed) => typed !== '');
  return !isTyped && [lines, unread, asked].every((part) => part.length === 0);
}

/** Whether the pieces are collected in the shop, so that nothing is paid for delivery. */
export function isHandedOver({ source, person }: OrderDraft): boolean {
  return source === 'counter' && isCollected(person);
}

/** Nothing but where the last order came from, as the next one often does. */
export function nextDraft({ source }: OrderDraft): OrderDraft {
  return { ...EMPTY_DRAFT, source };
}

/** The numbers of the draft's customer, normalised: of both fields, the first of which may contain two. */
export function phonesOf({ customerPhone, secondPhone }: OrderDraft['person']): string[] {
  const read = [customerPhone, secondPhone].map(readPhones);
  return read.flatMap((field) => ('error' in field ? [] : [field.phone, field.secondPhone ?? []].flat()));
}

/** The phone by which the shop knows the draft's customer; null while none can be read. */
export function phoneOf({ customerPhone }: OrderDraft['person']): string | null {
  return normalizePhone(customerPhone);
}

/** What a pasted chat says, with the pieces that were found of it. */
export interface ReadChat {
  chat: ChatOrder;
  lines: DraftLine[];
  unread: string[];
}

/**
 * With what a chat says. What somebody typed stays; what came from an earlier chat is replaced, but for phones: the customer stays who they are, and another
 * number is their second one.
 */
export function withChat(before: OrderDraft, { chat, lines, unread }: ReadChat): OrderDraft {
  const phone = phoneOf(before.person) ?? chat.phone;
  const phones = new Set([...phonesOf(before.person), chat.phone, chat.secondPhone]);
  const [secondPhone = '', ...others] = [...phones].filter((other) => other && other !== phone);
  const said: Record<PersonField, string> = {
    customerPhone: phone,
    customerName: chat.name,
    customerAddress: chat.address,
    city: chat.city,
    secondPhone,
    customerEmail: chat.email,
    notes: '',
  };
  const { from } = chat;
  const saidIn: Partial<Record<PersonField, string>> = {
    customerPhone: from.phone ?? '',
    customerName: from.name ?? '',
    customerAddress: from.address ?? '',
    city: from.city ?? '',
    secondPhone: (chat.secondPhone === secondPhone ? from.secondPhone : from.phone) ?? '',
    customerEmail: from.email ?? '',
  };
  const taken = PERSON_FIELDS.filter((field) => said[field] && (!before.person[field] || before.fromChat.includes(field)));
  return {
    ...before,
    person: { ...before.person, ...Object.fromEntries(taken.map((field) => [field, said[field]])) },
    fromChat: [...new Set([...before.fromChat, ...taken])],
    chatLines: { ...before.chatLines, ...Object.fromEntries(taken.map((field) => [field, saidIn[field]])) },
    lines: lines.reduce(withLine, before.lines),
    unread: [...new Set([...before.unread, ...unread, ...others])],
    asked: [...before.asked, ...chat.asked.filter(({ words }) => !before.asked.some((other) => other.words === words))],
  };
}

/** The line of the chat that a field was taken from, where it says more than the field. */
export function chatLineOf({ person, fromChat, chatLines }: OrderDraft, field: PersonField): string {
  const line = fromChat.includes(field) ? (chatLines[field] ?? '') : '';
  return line === person[field] ? '' : line;
}

/** Without a piece that was asked about. */
export function withoutQuestion({ asked }: OrderDraft, answered: AskedPiece): Pick<OrderDraft, 'asked'> {
  return { asked: asked.filter((other) => other !== answered) };
}

/** With a field as it was typed. */
export function withTyped(before: OrderDraft, field: PersonField, typed: string): OrderDraft {
  return {
    ...before,
    person: { ...before.person, [field]: typed },
    fromChat: before.fromChat.filter((other) => other !== field),
  };
}

/** The reason that was typed for the customer of the draft's phone. */
export function blockReasonOf({ person, blockReason }: OrderDraft): string {
  return blockReason.phone === phoneOf(person) ? blockReason.text : '';
}

export function withBlockReason(before: OrderDraft, typed: string): OrderDraft {
  return { ...before, blockReason: { phone: phoneOf(before.person) ?? '', text: typed } };
}

/** The code that is asked for; empty for none. */
export function codeOf({ off }: OrderDraft): string {
  return off.by === 'code' ? off.code.trim() : '';
}

/** The rupees of store credit that the order takes: at most what it costs. Takes what its customer has. */
export function creditUsed({ person, creditOf }: OrderDraft, credit: number, total: number): number {
  return creditOf !== '' && creditOf === phoneOf(person) ? Math.min(credit, total) : 0;
}

/** The quote of a draft's pieces, as the order will be priced: staff take a sum off, and what is collected in the shop costs no delivery. */
export function quoteOf(draft: OrderDraft, { deliveryDiscount = 0, ...quote }: CartQuote): CartQuote {
  const sum = draft.off.by === 'sum' ? Math.min(Math.max(rupeesIn(draft.off.amount) || 0, 0), quote.subtotal) : 0;
  const isCollected = isHandedOver(draft);
  const shipping = isCollected ? 0 : quote.shipping;
  const { code, refusedCode, ...plain } = quote;
  // Paisa are taken off, too.
  const total = Math.floor(roundMoney(quote.subtotal - (sum || quote.discount || 0) + shipping));
  const priced = { ...plain, discount: roundMoney(quote.subtotal + shipping - total), shipping, total };
  // A code for the delivery has nothing to take off.
  if (isCollected && deliveryDiscount > 0 && code) return { ...priced, refusedCode: { code, reason: 'nothing_off' } };
  return { ...priced, deliveryDiscount, ...(code && { code }), ...(refusedCode && { refusedCode }) };
}

/** Not a number where none was typed. */
function rupeesIn(typed: string): number {
  return typed.trim() ? Number(typed.replaceAll(',', '')) : Number.NaN;
}

/**
 * What is sent, at the price that was shown, and with the code that this has; `repeat` orders the same as a moment ago once more, `credit` is what the customer
 * has of it.
 */
export function payloadOf(draft: OrderDraft, { total, code }: Pick<CartQuote, 'total' | 'code'>, repeat = false, credit = 0) {
  const { person, source, lines, off } = draft;
  const blockReason = blockReasonOf(draft);
  const storeCredit = creditUsed(draft, credit, total);
  return {
    ...person,
    secondPhone: person.secondPhone || null,
    source,
    items: lines.map(itemOf),
    totalAmount: total,
    ...(code && { code }),
    ...(off.by === 'sum' && { discount: { amount: rupeesIn(off.amount), reason: off.reason } }),
    ...(blockReason.trim() && { blockReason }),
    ...(storeCredit > 0 && { storeCredit }),
    ...(repeat && { repeat }),
  };
}

/** What is wrong with the fields, by field; `items` for the pieces. A blocked customer needs a reason. */
export function problemsOf(before: OrderDraft, isBlocked = false): Record<string, string> {
  const { error } = staffOrderPayload.safeParse(payloadOf(before, { total: 0 }));
  const problems = problemsByField((error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), message })));
  // The schema asks for an address only once every other field is right.
  const lacksAddress = before.source !== 'counter' && isCollected(before.person);
  const lacksReason = isBlocked && !blockReasonOf(before).trim();
  return {
    ...(lacksAddress && { customerAddress: 'Required' }),
    ...(lacksReason && { blockReason: 'Required' }),
    ...problems,
  };
}

/** The first message of each field; the two of a sum off have one each. */
export function problemsByField(errors: { path: string; message: string }[]): Record<string, string> {
  const fieldOf = (path: string) => (path.startsWith('discount.') ? path : (path.split('.')[0] ?? ''));
  return Object.fromEntries([...errors].reverse().map(({ path, message }) => [fieldOf(path), message]));
}
