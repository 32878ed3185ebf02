import * as z from 'zod';
import { customer } from '#domain/customers/contract.ts';
import { orderStatus } from '#domain/orders/contract.ts';
import { purchaseOrderStatus } from '#domain/purchase-orders/contract.ts';
import { RETURN_STATES } from '#domain/returns/choices.ts';
import { hiddenName, hiddenSum } from '#domain/rights/hidden.ts';
import { shipmentStatus } from '#domain/shipments/contract.ts';
import { line } from '#domain/text-fields.ts';
import { objectId, rupees, timestamp } from '#domain/values.ts';

/** Part of a record's number, a name, phone, e-mail address, tracking number or product name. */
export const searchRequest = z.object({ q: line(200) });

export type SearchRequest = z.infer<typeof searchRequest>;

export const foundRecords = z.object({
  orders: z.array(
    z.object({
      id: objectId,
      orderNumber: z.string(),
      customerName: hiddenName(z.string()),
      city: z.string(),
      status: orderStatus,
      totalAmount: hiddenSum(rupees),
      createdAt: timestamp,
    }),
  ),
  customers: z.array(customer.pick({ id: true, name: true, phones: true, record: true })),
  products: z.array(
    z.object({ id: objectId, name: z.string(), image: z.string().nullable(), price: rupees, stockQuantity: z.int() }),
  ),
  shipments: z.array(
    z.object({
      id: objectId,
      shipmentNumber: z.string(),
      orderNumber: z.string(),
      carrier: z.string(),
      trackingNumber: z.string(),
      status: shipmentStatus,
    }),
  ),
  returns: z.array(
    z.object({
      id: objectId,
      returnNumber: z.string(),
      orderNumber: z.string(),
      customerName: hiddenName(z.string()),
      state: z.enum(RETURN_STATES),
    }),
  ),
  purchaseOrders: z.array(
    z.object({
      id: objectId,
      orderNumber: z.string(),
      supplierName: z.string(),
      status: purchaseOrderStatus,
      totalAmount: rupees,
    }),
  ),
});

export type FoundRecords = z.infer<typeof foundRecords>;
