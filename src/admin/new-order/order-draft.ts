import * as z from 'zod';
import { type DraftLine, draftLine, itemOf, withLine } from '#admin/kit/pieces/piece-lines.ts';
import type { ChatOrder } from '#shared/chat-order.ts';
import { MAX_CART_LINES } from '#shared/limits.ts';
import { isCollected } from '#shared/order-labels.ts';
import { STAFF_ORDER_SOURCES, staffOrderPayload } from '#shared/schemas/orders.ts';

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

const draft = z.object({
  person: z.record(z.enum(PERSON_FIELDS), text),
  source: z.enum(STAFF_ORDER_SOURCES),
  lines: z.array(draftLine).max(MAX_CART_LINES),
  /** Fields whose text was taken from the chat and not changed since. */
  fromChat: z.array(z.enum(PERSON_FIELDS)),
  /** What of the chat was not understood. */
  unread: z.array(z.string()),
  /** The key of an attempt without an answer: sent again under it, the order is placed once. */
  sentAs: z.string().nullable(),
});

/** An order that is being written down. */
export type OrderDraft = z.infer<typeof draft>;

const NOBODY = Object.fromEntries(PERSON_FIELDS.map((field) => [field, ''])) as Record<PersonField, string>;

export const EMPTY_DRAFT: OrderDraft = { person: NOBODY, source: 'whatsapp', lines: [], fromChat: [], unread: [], sentAs: null };

/** The draft that is found in this browser; an empty one for anything else. */
export function readDraft(found: unknown): OrderDraft {
  return draft.safeParse(found).data ?? EMPTY_DRAFT;
}

export function isEmpty({ person, lines, unread }: OrderDraft): boolean {
  return lines.length === 0 && unread.length === 0 && Object.values(person).every((typed) => typed === '');
}

/** Whether the pieces are collected in the shop, so that nothing is paid for delivery. */
export function isHandedOver({ source, person }: OrderDraft): boolean {
  return source === 'counter' && isCollected(person);
}

/** With what a chat says. What somebody typed stays; what came from an earlier chat is replaced. */
export function withChat(before: OrderDraft, chat: ChatOrder, lines: DraftLine[], unread: string[]): OrderDraft {
  const said: Record<PersonField, string> = {
    customerPhone: chat.phone,
    customerName: chat.name,
    customerAddress: chat.address,
    city: chat.city,
    secondPhone: chat.secondPhone,
    customerEmail: chat.email,
    notes: '',
  };
  const taken = PERSON_FIELDS.filter((field) => said[field] && (!before.person[field] || before.fromChat.includes(field)));
  return {
    ...before,
    person: { ...before.person, ...Object.fromEntries(taken.map((field) => [field, said[field]])) },
    fromChat: [...new Set([...before.fromChat, ...taken])],
    lines: lines.reduce(withLine, before.lines),
    unread: [...new Set([...before.unread, ...unread])],
  };
}

/** With a field as it was typed. */
export function withTyped(before: OrderDraft, field: PersonField, typed: string): OrderDraft {
  return {
    ...before,
    person: { ...before.person, [field]: typed },
    fromChat: before.fromChat.filter((other) => other !== field),
  };
}

/** What is sent, at the total that was shown; `repeat` orders the same as a moment ago once more. */
export function payloadOf({ person, source, lines }: OrderDraft, totalAmount: number, repeat = false) {
  return {
    ...person,
    secondPhone: person.secondPhone || null,
    source,
    items: lines.map(itemOf),
    totalAmount,
    ...(repeat && { repeat }),
  };
}

/** What is wrong with the fields, by field; `items` for the pieces. */
export function problemsOf(before: OrderDraft): Record<string, string> {
  const { error } = staffOrderPayload.safeParse(payloadOf(before, 0));
  const problems = problemsByField((error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), message })));
  // The schema asks for an address only once every other field is right.
  const lacksAddress = before.source !== 'counter' && isCollected(before.person);
  return lacksAddress ? { customerAddress: 'Required', ...problems } : problems;
}

/** The first message of each field. */
export function problemsByField(errors: { path: string; message: string }[]): Record<string, string> {
  return Object.fromEntries([...errors].reverse().map(({ path, message }) => [path.split('.')[0] ?? '', message]));
}
