import * as z from 'zod';
import { formatRupees } from '#domain/money.ts';
import { ownerNews, shortNews } from '#domain/owner-news/contract.ts';
import { CONDITIONS, counted } from '#domain/status/conditions.ts';
import { CONDITION_KINDS } from '#domain/status/contract.ts';
import { PUSH_KINDS, type PushKind } from './contract.ts';

/** A notification as a locked phone shows it: without name, phone number and address. */
export interface PushText {
  title: string;
  body: string;
  /** Where it leads, behind the login. */
  path: string;
  /** The next one about the same takes its place; null: it stands for itself. */
  about: string | null;
  /** Whether the phone wakes up for it. */
  isUrgent: boolean;
}

const city = z.string().nullable();

const newOrder = z.object({ number: z.string(), total: z.coerce.number().optional(), city });
const lowStock = z.object({ product: z.string(), name: z.string(), left: z.int() });
const parcelNews = z.object({ parcel: z.string(), number: z.string(), status: z.enum(['failed', 'returned']), city });
const trouble = z.object({ condition: z.enum(CONDITION_KINDS), wrong: z.boolean() });
const several = z.object({ counts: z.partialRecord(z.enum(PUSH_KINDS), z.int()) });
const answer = z.union([
  z.object({ did: z.literal('message'), message: z.string() }),
  z.object({ did: z.enum(['confirm', 'change', 'cancel', 'write', 'add', 'pay']), number: z.string() }),
]);

const DID = {
  confirm: 'Order confirmed',
  change: 'Wants to change the order',
  cancel: 'Asks to cancel',
  write: 'Answer by WhatsApp',
  add: 'Pieces added to an order',
  pay: 'Says the advance is sent',
};

/** What was several at once, in the order in which it matters. */
const COUNTED: Record<PushKind, [one: string, many: string]> = {
  new_order: ['new order', 'new orders'],
  answer: ['answer', 'answers'],
  parcel: ['parcel in trouble', 'parcels in trouble'],
  low_stock: ['product low in stock', 'products low in stock'],
  trouble: ['thing broken', 'things broken'],
};

const MAX_NAME = 60;

/** Every kind of the outbox: the schema of what is known, and its text. */
export const PUSH_TEXTS = {
  new_order: template(newOrder, ({ number, total, city }) => ({
    title: joined('New order', total === undefined ? null : `Rs ${formatRupees(total)}`, city),
    body: number,
    path: `/admin/orders/${number}`,
    about: `order ${number}`,
    isUrgent: true,
  })),
  answer: template(answer, (told) =>
    told.did === 'message'
      ? {
          title: 'New message',
          body: 'Somebody wrote to the shop',
          path: '/admin/messages',
          about: `message ${told.message}`,
          isUrgent: true,
        }
      : {
          title: joined(DID[told.did], told.number),
          body: 'Reply from a customer',
          path: `/admin/orders/${told.number}`,
          about: `answer ${told.number}`,
          isUrgent: true,
        },
  ),
  parcel: template(parcelNews, ({ parcel, number, status, city }) => ({
    title: joined(status === 'failed' ? 'Parcel failed' : 'Parcel comes back', number, city),
    body: parcel,
    path: `/admin/shipments/${parcel}`,
    about: `parcel ${parcel}`,
    isUrgent: false,
  })),
  low_stock: template(lowStock, ({ product, name, left }) => ({
    title: joined(left === 0 ? 'Sold out' : 'Low stock', shortened(name)),
    body: left === 0 ? 'None left' : `${left} left`,
    path: `/admin/products/${product}`,
    about: `stock ${product}`,
    isUrgent: false,
  })),
  trouble: template(trouble, ({ condition, wrong }) => ({
    title: joined(CONDITIONS[condition].name, wrong ? 'needs you' : 'all is well again'),
    body: wrong ? 'What is wrong and what to do stands under Status' : 'Status of the shop',
    path: '/admin/status',
    about: `trouble ${condition}`,
    isUrgent: true,
  })),
  access: template(ownerNews, (news) => ({
    title: shortNews(news),
    body: 'Was it you, or somebody you trust? The mail says more',
    path: '/admin/staff',
    about: null,
    isUrgent: true,
  })),
  several: template(several, ({ counts }) => ({
    title: joined(...PUSH_KINDS.flatMap((kind) => (counts[kind] ? [counted(counts[kind], ...COUNTED[kind])] : []))),
    body: 'While you were away',
    path: '/admin',
    about: null,
    isUrgent: false,
  })),
  test: template(z.object({}), () => ({
    title: 'Notifications arrive here',
    body: 'You asked for this one',
    path: '/admin/account',
    about: 'test',
    isUrgent: true,
  })),
};

/** Writes a notification from the payload of the outbox; null when it does not fit its kind. */
function template<Schema extends z.ZodType>(schema: Schema, write: (known: z.output<Schema>) => PushText) {
  return (payload: unknown): PushText | null => {
    const { data } = schema.safeParse(payload);
    return data === undefined ? null : write(data);
  };
}

function joined(...parts: (string | null)[]): string {
  return parts.filter(Boolean).join(' · ');
}

function shortened(name: string): string {
  const letters = [...name];
  return letters.length > MAX_NAME ? `${letters.slice(0, MAX_NAME - 1).join('')}…` : name;
}
