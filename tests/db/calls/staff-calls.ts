import type { Sql } from 'postgres';
import type { PurchaseOrderStatus } from '#domain/purchase-orders/contract.ts';
import type { ShipmentStatus } from '#domain/shipments/status.ts';

export interface PurchaseOrderRow {
  id: string;
  order_number: string;
  status: PurchaseOrderStatus;
  total_amount: number;
  order_date: string | null;
  items: { id: string; product_id: string; quantity: number; unit_cost: number; total_cost: number; received: number }[];
}

export interface ReceivedLine {
  itemId: string;
  received: number;
  damaged?: number;
}

export interface ShipmentRow {
  id: string;
  shipment_number: string;
  order_id: string;
  status: ShipmentStatus;
  shipped_date: string | null;
}

export interface PurchaseLine {
  product: { id: string };
  size?: string;
  quantity: number;
  unitCost?: number;
}

type Identified = { id: string };

export function createPurchaseOrder(sql: Sql, lines: PurchaseLine[]): Promise<PurchaseOrderRow> {
  const purchase = { supplierName: 'Karachi Beads', items: itemsFor(lines) };
  return answer(sql`select public.create_purchase_order(${sql.json(purchase)}) as answer`);
}

export function replacePurchaseItems(sql: Sql, order: Identified, lines: PurchaseLine[]): Promise<PurchaseOrderRow> {
  return answer(sql`select public.edit_purchase_order(${order.id}, ${sql.json({ items: itemsFor(lines) })}) as answer`);
}

export function setPurchaseStatus(sql: Sql, order: Identified, status: PurchaseOrderStatus): Promise<PurchaseOrderRow> {
  return answer(sql`select public.set_purchase_order_status(${order.id}, ${status}, null) as answer`);
}

/** Receives pieces, more than were ordered as well when told so. */
export function receive(
  sql: Sql,
  order: Identified,
  items: ReceivedLine[],
  { overDelivery = false, key = null }: { overDelivery?: boolean; key?: string | null } = {},
): Promise<PurchaseOrderRow> {
  const delivery = { items: items.map((line) => ({ ...line })), notes: '', overDelivery };
  return answer(sql`select public.receive_purchase_order(${order.id}, ${sql.json(delivery)}, null, ${key}) as answer`);
}

export function takeBack(sql: Sql, order: Identified, deliveryId: string): Promise<PurchaseOrderRow> {
  return answer(sql`select public.take_back_delivery(${order.id}, ${deliveryId}, null) as answer`);
}

export function closeItem(sql: Sql, order: Identified, itemId: string, closed: boolean): Promise<PurchaseOrderRow> {
  return answer(sql`select public.close_purchase_order_item(${order.id}, ${itemId}, ${closed}) as answer`);
}

export function createShipment(sql: Sql, order: Identified, { onlyFirst = false } = {}): Promise<ShipmentRow> {
  return answer(sql`select public.create_shipment(${sql.json({ orderId: order.id })}, null, ${onlyFirst}) as answer`);
}

export function setShipmentStatus(sql: Sql, shipment: Identified, status: ShipmentStatus): Promise<ShipmentRow> {
  return answer(sql`select public.set_shipment_status(${shipment.id}, ${status}, null) as answer`);
}

export function setTrackingNumber(sql: Sql, shipment: Identified, trackingNumber: string): Promise<ShipmentRow> {
  return answer(sql`select public.set_tracking_number(${shipment.id}, ${trackingNumber}, null) as answer`);
}

export function tryShipmentStatus(sql: Sql, shipment: Identified, status: ShipmentStatus): Promise<ShipmentRow> {
  return answer(sql`select public.try_shipment_status(${shipment.id}, ${status}, null) as answer`);
}

export function adjustStock(
  sql: Sql,
  product: Identified,
  kind: string,
  pieces: number,
  size = '',
): Promise<{ quantity: number }> {
  return answer(sql`select public.adjust_stock(${product.id}, ${kind}, ${pieces}, '', null, null, ${size}) as answer`);
}

/** Edits the stock of a product as its form does. */
export function editStock(sql: Sql, product: Identified, pieces: number): Promise<{ stock_quantity: number }> {
  return answer(sql`select public.edit_product(${product.id}, ${sql.json({ stock_quantity: pieces })}, null, null) as answer`);
}

/** Archives a row the way the API does: in one statement. */
export async function archive(sql: Sql, table: 'products' | 'purchase_orders' | 'shipments', row: Identified): Promise<boolean> {
  const archived = await sql`
    update public.${sql(table)} set archived_at = now() where id = ${row.id} and archived_at is null returning id`;
  return archived.length === 1;
}

function itemsFor(lines: PurchaseLine[]) {
  return lines.map(({ product, size = '', quantity, unitCost = 100 }) => ({ productId: product.id, size, quantity, unitCost }));
}

/** What a function of the database answered, named `answer` in the statement. */
export async function answer<Answer>(call: PromiseLike<readonly unknown[]>): Promise<Answer> {
  const [row] = (await call) as { answer: Answer }[];
  if (row === undefined) throw new Error('The function answered nothing');
  return row.answer;
}
