import * as z from 'zod';
import { type NewSupplierDelivery, NOTHING_RECEIVED, type PurchaseOrder } from '#domain/purchase-orders/contract.ts';
import { units } from '#domain/stock/contract.ts';
import { text } from '#domain/text-fields.ts';
import { missingOf } from './purchase-order-labels.ts';

const line = z
  .object({
    itemId: z.string(),
    received: units(0, 'Enter how many arrived'),
    damaged: units(0, 'Enter how many are damaged'),
  })
  .refine(({ received, damaged }) => damaged <= received, { path: ['damaged'], message: 'Not more than arrived' });

/** The receiving form: all lines, some of which may have received nothing. */
export const receiveForm = z.object({
  lines: z.array(line).refine((lines) => lines.some(({ received }) => received > 0), NOTHING_RECEIVED),
  notes: text(1000),
});

type TypedLine = z.infer<typeof line>;

/** The form as it opens: everything missing has arrived undamaged. */
export function valuesOf(order: PurchaseOrder): { lines: TypedLine[]; notes: string } {
  return { lines: order.items.map((item) => ({ itemId: item.id, received: missingOf(item), damaged: 0 })), notes: '' };
}

/** The lines to send: those with received pieces that are not closed. */
export function arrivedLines(lines: TypedLine[], { items }: Pick<PurchaseOrder, 'items'>): NewSupplierDelivery['items'] {
  const closed = new Set(items.filter(({ closedShort }) => closedShort).map(({ id }) => id));
  return lines.filter(({ itemId, received }) => received > 0 && !closed.has(itemId));
}
