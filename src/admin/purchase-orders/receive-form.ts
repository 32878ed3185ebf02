import * as z from 'zod';
import { text } from '#shared/schemas/common.ts';
import { NOTHING_RECEIVED, type PurchaseOrder, type ReceiptPayload } from '#shared/schemas/purchase-orders.ts';
import { pieces } from '#shared/schemas/stock.ts';
import { missingOf } from './purchase-order-labels.ts';

const line = z
  .object({
    itemId: z.string(),
    received: pieces(0, 'Enter how many arrived'),
    damaged: pieces(0, 'Enter how many are damaged'),
  })
  .refine(({ received, damaged }) => damaged <= received, { path: ['damaged'], message: 'Not more than arrived' });

/** What is typed when pieces arrive: all lines, of which some may have brought nothing. */
export const receiveForm = z.object({
  lines: z.array(line).refine((lines) => lines.some(({ received }) => received > 0), NOTHING_RECEIVED),
  notes: text(1000),
});

type TypedLine = z.infer<typeof line>;

/** The form as it opens: everything that is missing has arrived whole. */
export function valuesOf(order: PurchaseOrder): { lines: TypedLine[]; notes: string } {
  return { lines: order.items.map((item) => ({ itemId: item.id, received: missingOf(item), damaged: 0 })), notes: '' };
}

/** The lines to be sent: those of which something arrived, closed ones left out. */
export function arrivedLines(lines: TypedLine[], { items }: Pick<PurchaseOrder, 'items'>): ReceiptPayload['items'] {
  const closed = new Set(items.filter(({ closedShort }) => closedShort).map(({ id }) => id));
  return lines.filter(({ itemId, received }) => received > 0 && !closed.has(itemId));
}
