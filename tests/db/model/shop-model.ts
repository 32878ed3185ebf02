import type { OrderStatus } from '#domain/orders/status.ts';
import type { PurchaseOrderStatus } from '#domain/purchase-orders/contract.ts';
import type { ShipmentStatus } from '#domain/shipments/status.ts';
import type { StockChangeKind } from '#domain/stock/contract.ts';
import { type Arrived, type Line, type Operation, SIZES, type Size } from './operations.ts';

/** The shop as it should be, in the plainest way it can be said. */
export interface ShopModel {
  products: Product[];
  /** `out` are the pieces that are not in stock. */
  orders: { pieces: Pieces; out: number; status: OrderStatus; payment: 'pending' | 'paid'; archived: boolean }[];
  purchases: Purchase[];
  shipments: { order: number; status: ShipmentStatus; shipped: boolean; received: boolean; archived: boolean }[];
}

export interface Product {
  stock: number;
  /** What is counted, and what was once: its pieces, and whether it is offered now. */
  variants: Record<Size, { stock: number; offered: boolean }>;
  archived: boolean;
  history: HistoryLine[];
}

export interface Purchase {
  lines: PurchaseLine[];
  deliveries: { arrived: { product: number; size: Size; received: number; damaged: number }[]; takenBack: boolean }[];
  status: PurchaseOrderStatus;
  ordered: boolean;
  archived: boolean;
}

export interface PurchaseLine {
  product: number;
  /** The size of the variant that it is booked to. */
  size: Size;
  ordered: number;
  received: number;
  damaged: number;
  closed: boolean;
}

/** Kind, signed pieces, stock before, stock after, the variant's size and its stock after, and the place of the order or delivery that is its reason. */
export type HistoryLine = [StockChangeKind, number, number, number, Size, number, string | null];

/** Pieces by product and size: `0/S`. */
export type Pieces = Record<string, number>;

/** `done`, status and code of the refusal, or `NOTHING`. */
export type Outcome = string;

/** What archiving in one statement finds when the row was archived before. */
export const NOTHING = 'nothing';

const GONE = {
  order: '404 order_not_found',
  purchase: '404 purchase_order_not_found',
  shipment: '404 shipment_not_found',
  product: '404 product_not_found',
  delivery: '404 delivery_not_found',
};
const REFUSED_FIELD = '422 validation_failed';

export function newShop(stocks: readonly number[]): ShopModel {
  const products = stocks.map((stock) => ({
    stock,
    variants: { '': { stock, offered: true }, S: { stock: 0, offered: false }, L: { stock: 0, offered: false } },
    archived: false,
    history: stock > 0 ? ([['purchase', stock, 0, stock, '', stock, null]] satisfies HistoryLine[]) : [],
  }));
  return { products, orders: [], purchases: [], shipments: [] };
}

/** Does one thing to the shop, or refuses and changes nothing. */
export function apply(shop: ShopModel, operation: Operation): Outcome {
  switch (operation.does) {
    case 'place order':
      return placeOrder(shop, operation.lines);
    case 'set order status':
      return setOrderStatus(shop, placeIn(shop.orders, operation.order), operation.status, operation.reason);
    case 'archive order':
      return archiveOrder(shop, placeIn(shop.orders, operation.order));
    case 'create purchase order':
      return createPurchase(shop, operation.lines);
    case 'replace purchase items':
      return replaceItems(shop, at(shop.purchases, operation.purchase), operation.lines);
    case 'set purchase status':
      return setPurchaseStatus(shop, placeIn(shop.purchases, operation.purchase), operation.status);
    case 'receive':
      return receive(shop, placeIn(shop.purchases, operation.purchase), operation.arrived, operation.overDelivery);
    case 'take back':
      return takeBack(shop, placeIn(shop.purchases, operation.purchase), operation.delivery);
    case 'close line':
      return closeLine(at(shop.purchases, operation.purchase), operation.line, operation.closed);
    case 'create shipment':
      return createShipment(shop, placeIn(shop.orders, operation.order));
    case 'set shipment status':
      return setShipmentStatus(shop, at(shop.shipments, operation.shipment), operation.status);
    case 'receive back':
      return receiveBack(shop, placeIn(shop.orders, operation.order), operation.isDamaged);
    case 'adjust stock':
      return adjust(shop, placeIn(shop.products, operation.product), operation.size, operation.kind, operation.pieces);
    case 'edit stock':
      return editStock(shop, placeIn(shop.products, operation.product), operation.pieces);
    case 'count as a whole':
      return countAsAWhole(shop, placeIn(shop.products, operation.product));
    case 'count by size':
      return countBySize(shop, placeIn(shop.products, operation.product), operation.pieces);
    case 'archive purchase order':
      return archive(at(shop.purchases, operation.purchase), NOTHING);
    case 'archive shipment':
      return archive(at(shop.shipments, operation.shipment), NOTHING);
    case 'archive product':
      return archive(at(shop.products, operation.product), NOTHING);
  }
}

/** Where in a list a place counted round is. */
export function placeIn(list: readonly unknown[], place: number): number {
  return place % list.length;
}

export function at<Item>(list: readonly Item[], place: number): Item {
  const item = list[placeIn(list, place)];
  if (item === undefined) throw new Error('The list is empty');
  return item;
}

function placeOrder(shop: ShopModel, lines: Line[]): Outcome {
  const isUnclear = ({ product, size }: Line) => {
    const { archived, variants } = at(shop.products, product);
    return !archived && !variants[''].offered && size === '';
  };
  if (lines.some(isUnclear)) return '422 choice_required';
  const pieces: Pieces = {};
  for (const { product, size, pieces: count } of lines) {
    const counted = at(shop.products, product).variants[''].offered ? '' : size;
    add(pieces, placeIn(shop.products, product), counted, count);
  }
  const available = (key: string) => {
    const { archived, variants } = at(shop.products, productOf(key));
    return archived ? 0 : variants[sizeOf(key)].stock;
  };
  if (Object.entries(pieces).some(([key, count]) => count > available(key))) return '409 out_of_stock';
  shop.orders.push({ pieces, out: units(pieces), status: 'pending', payment: 'pending', archived: false });
  return move(shop, pieces, -1, 'sale', `order ${shop.orders.length - 1}`);
}

function setOrderStatus(shop: ShopModel, place: number, status: OrderStatus, reason = ''): Outcome {
  const order = at(shop.orders, place);
  if (order.archived) return GONE.order;
  if (order.status === status) return 'done';
  const parcels = parcelsOf(shop, place);
  if (status === 'delivered' && parcels.length > 0 && parcels.every(hasFailed) && !reason) return '409 parcel_came_back';
  let outcome = 'done';
  // What has left comes back by being counted, not by being cancelled.
  if (status === 'cancelled' && !parcels.some((parcel) => parcel.status !== 'preparing' && !parcel.received))
    putBack(shop, place);
  else if (order.status === 'cancelled' && order.out === 0) outcome = move(shop, order.pieces, -1, 'sale', `order ${place}`);
  if (outcome !== 'done') return outcome;
  if (status !== 'cancelled') order.out = units(order.pieces);
  Object.assign(order, { status, payment: status === 'delivered' ? 'paid' : 'pending' });
  if (status === 'cancelled') return outcome;
  const going = parcels.filter((parcel) => !hasFailed(parcel));
  const last = parcels.at(-1);
  if (status === 'delivered') for (const parcel of going.length > 0 || !last ? going : [last]) moveParcel(parcel, 'delivered');
  else if (status !== 'shipped') for (const parcel of going) moveParcel(parcel, 'preparing');
  else for (const parcel of going.filter((one) => !isOnItsWay(one))) moveParcel(parcel, 'shipped');
  return outcome;
}

function archiveOrder(shop: ShopModel, place: number): Outcome {
  const order = at(shop.orders, place);
  if (!order.archived && order.status !== 'delivered') putBack(shop, place);
  return archive(order, GONE.order);
}

function putBack(shop: ShopModel, place: number): void {
  const order = at(shop.orders, place);
  if (order.out > 0) move(shop, order.pieces, 1, 'return', `order ${place}`);
  order.out = 0;
}

function units(pieces: Pieces): number {
  return Object.values(pieces).reduce((sum, count) => sum + count, 0);
}

function createPurchase(shop: ShopModel, wanted: Line[]): Outcome {
  const lines = purchaseLines(shop, wanted);
  if (!lines) return REFUSED_FIELD;
  shop.purchases.push({ lines, deliveries: [], status: 'pending', ordered: false, archived: false });
  return 'done';
}

function replaceItems(shop: ShopModel, purchase: Purchase, wanted: Line[]): Outcome {
  if (purchase.archived) return GONE.purchase;
  if (purchase.status === 'received' || purchase.deliveries.some(({ takenBack }) => !takenBack)) return '409 already_received';
  const lines = purchaseLines(shop, wanted);
  if (!lines) return REFUSED_FIELD;
  purchase.lines = lines;
  return 'done';
}

function setPurchaseStatus(shop: ShopModel, place: number, status: PurchaseOrderStatus): Outcome {
  const purchase = at(shop.purchases, place);
  if (purchase.archived) return GONE.purchase;
  if (purchase.status === status) return 'done';
  if (status === 'received') {
    const missing = purchase.lines.flatMap(({ ordered, received, closed }, line) =>
      closed || received >= ordered ? [] : [{ line, received: ordered - received, damaged: 0 }],
    );
    if (missing.length > 0) book(shop, place, missing);
  } else if (purchase.status === 'received') {
    const outcome = unbook(shop, place, purchase.deliveries.map((_, delivery) => delivery).toReversed());
    if (outcome !== 'done') return outcome;
    for (const line of purchase.lines) line.closed = false;
  }
  Object.assign(purchase, { status, ordered: purchase.ordered || status === 'ordered' || status === 'received' });
  return 'done';
}

function receive(shop: ShopModel, place: number, arrived: Arrived[], overDelivery: boolean): Outcome {
  const purchase = at(shop.purchases, place);
  const came = arrivedByLine(purchase.lines.length, arrived);
  if (purchase.archived) return GONE.purchase;
  if (purchase.status === 'cancelled') return '409 purchase_order_cancelled';
  if (came.some(({ line }) => at(purchase.lines, line).closed)) return '422 validation_failed';
  const isTooMuch = came.some(
    ({ line, received }) => at(purchase.lines, line).received + received > at(purchase.lines, line).ordered,
  );
  if (isTooMuch && !overDelivery) return '409 more_than_ordered';
  book(shop, place, came);
  Object.assign(purchase, { status: statusOfLines(purchase) ?? purchase.status, ordered: true });
  return 'done';
}

function takeBack(shop: ShopModel, place: number, delivery: number): Outcome {
  const purchase = at(shop.purchases, place);
  if (purchase.archived) return GONE.purchase;
  if (purchase.deliveries.length === 0) return GONE.delivery;
  if (at(purchase.deliveries, delivery).takenBack) return 'done';
  const outcome = unbook(shop, place, [placeIn(purchase.deliveries, delivery)]);
  if (outcome === 'done' && (purchase.status === 'partial' || purchase.status === 'received')) {
    purchase.status = statusOfLines(purchase) ?? 'ordered';
  }
  return outcome;
}

function closeLine(purchase: Purchase, place: number, closed: boolean): Outcome {
  if (purchase.archived) return GONE.purchase;
  const line = at(purchase.lines, place);
  if (closed && line.received >= line.ordered) return '409 nothing_missing';
  if (line.closed === closed) return 'done';
  line.closed = closed;
  if (purchase.status === 'cancelled') return 'done';
  const otherwise = !closed && purchase.status === 'received' ? 'ordered' : purchase.status;
  purchase.status = statusOfLines(purchase) ?? otherwise;
  return 'done';
}

/** `received` when nothing is missing, `partial` when something came, null when nothing did. */
function statusOfLines({ lines }: Purchase): PurchaseOrderStatus | null {
  if (lines.every(({ received }) => received === 0)) return null;
  return lines.every(({ ordered, received, closed }) => received >= ordered || closed) ? 'received' : 'partial';
}

/** Adds what came undamaged to the stock. */
function book(shop: ShopModel, place: number, came: Arrived[]): void {
  const purchase = at(shop.purchases, place);
  const good: Pieces = {};
  for (const { line: index, received, damaged } of came) {
    const line = at(purchase.lines, index);
    line.received += received;
    line.damaged += damaged;
    if (received > damaged) add(good, line.product, line.size, received - damaged);
  }
  const arrived = came.map(({ line, received, damaged }) => {
    const { product, size } = at(purchase.lines, line);
    return { product, size, received, damaged };
  });
  linesOf.set(arrived, came);
  purchase.deliveries.push({ arrived, takenBack: false });
  move(shop, good, 1, 'purchase', `purchase ${place} delivery ${purchase.deliveries.length - 1}`);
}

/** Which lines a delivery was for: the database forgets it once they are replaced. */
const linesOf = new WeakMap<object, Arrived[]>();

/** Takes deliveries back, in this order, or none when pieces of them all together are gone. */
function unbook(shop: ShopModel, place: number, deliveries: number[]): Outcome {
  const purchase = at(shop.purchases, place);
  const open = deliveries.filter((delivery) => !at(purchase.deliveries, delivery).takenBack);
  const goodOf = (delivery: number) => {
    const good: Pieces = {};
    for (const { product, size, received, damaged } of at(purchase.deliveries, delivery).arrived) {
      if (received > damaged) add(good, product, size, received - damaged);
    }
    return good;
  };
  const all: Pieces = {};
  for (const good of open.map(goodOf))
    for (const [key, pieces] of Object.entries(good)) add(all, productOf(key), sizeOf(key), pieces);
  if (Object.entries(all).some(([key, pieces]) => pieces > at(shop.products, productOf(key)).variants[sizeOf(key)].stock))
    return '409 not_enough_stock';

  for (const delivery of open) {
    move(shop, goodOf(delivery), -1, 'purchase', `purchase ${place} delivery ${delivery}`);
    const taken = at(purchase.deliveries, delivery);
    taken.takenBack = true;
    for (const { line: index, received, damaged } of linesOf.get(taken.arrived) ?? []) {
      const line = at(purchase.lines, index);
      line.received -= received;
      line.damaged -= damaged;
    }
  }
  return 'done';
}

/** Whether an order that is delivered in part would get a parcel for the part that came back: what that does follows its money (`part-back.test.ts`). */
export function sendsPartAgain(shop: ShopModel, operation: Operation): boolean {
  if (operation.does !== 'create shipment') return false;
  const place = placeIn(shop.orders, operation.order);
  const parcels = parcelsOf(shop, place);
  return at(shop.orders, place).status === 'delivered' && parcels.some(hasFailed) && !parcels.every(hasFailed);
}

function createShipment(shop: ShopModel, place: number): Outcome {
  const order = at(shop.orders, place);
  if (order.archived) return GONE.order;
  if (order.status === 'cancelled') return '409 order_cancelled';
  const parcels = parcelsOf(shop, place);
  if (order.status === 'shipped' && parcels.length > 0 && parcels.every(hasFailed)) order.status = 'processing';
  shop.shipments.push({ order: place, status: 'preparing', shipped: false, received: false, archived: false });
  return 'done';
}

/** Counts what came back: all of it is on the shelf again, or all of it is damaged. */
function receiveBack(shop: ShopModel, place: number, isDamaged: boolean): Outcome {
  const order = at(shop.orders, place);
  const parcels = parcelsOf(shop, place);
  if (order.archived) return GONE.order;
  const isBack =
    order.status === 'cancelled'
      ? order.out > 0 && !parcels.some(isOnItsWay)
      : order.status !== 'delivered' && parcels.every(hasFailed) && parcels.some(({ received }) => !received);
  if (!isBack) return '409 nothing_came_back';
  putBack(shop, place);
  if (isDamaged) move(shop, order.pieces, -1, 'damage', `order ${place}`);
  Object.assign(order, { status: 'cancelled', payment: 'pending' });
  for (const parcel of parcels.filter((one) => hasFailed(one) && !one.received))
    Object.assign(parcel, { status: 'returned', received: true });
  return 'done';
}

/** The parcels of an order, the oldest first. */
function parcelsOf(shop: ShopModel, place: number): Parcel[] {
  return shop.shipments.filter((parcel) => parcel.order === place && !parcel.archived);
}

function setShipmentStatus(shop: ShopModel, shipment: Parcel, status: ShipmentStatus): Outcome {
  if (shipment.archived) return GONE.shipment;
  if (shipment.status === status) return 'done';
  const order = at(shop.orders, shipment.order);
  if (status !== 'failed' && status !== 'returned') {
    if (order.archived) return '409 order_deleted';
    if (order.status === 'cancelled') return '409 order_cancelled';
  }
  moveParcel(shipment, status);

  if (order.archived || order.status === 'cancelled') return 'done';
  const parcels = parcelsOf(shop, shipment.order);
  const going = parcels.filter((parcel) => !hasFailed(parcel));
  const isSent = order.status === 'shipped' || order.status === 'delivered';
  if (going.length === 0) followParcels(order, order.status === 'delivered' ? 'shipped' : order.status);
  else if (going.every((parcel) => parcel.status === 'delivered')) followParcels(order, 'delivered');
  else if (going.some((parcel) => parcel.status !== 'preparing')) followParcels(order, 'shipped');
  else followParcels(order, isSent ? 'processing' : order.status);
  return 'done';
}

type Parcel = ShopModel['shipments'][number];

function followParcels(order: ShopModel['orders'][number], status: OrderStatus): void {
  if (order.status !== status) Object.assign(order, { status, payment: status === 'delivered' ? 'paid' : 'pending' });
}

function moveParcel(parcel: Parcel, status: ShipmentStatus): void {
  if (parcel.status === status) return;
  parcel.status = status;
  if (!hasFailed(parcel)) parcel.received = false;
  if (isOnItsWay(parcel) || status === 'delivered') parcel.shipped = true;
}

function isOnItsWay({ status }: Parcel): boolean {
  return status === 'shipped' || status === 'in_transit' || status === 'out_for_delivery';
}

function hasFailed({ status }: Parcel): boolean {
  return status === 'failed' || status === 'returned';
}

function adjust(shop: ShopModel, place: number, named: Size, kind: StockChangeKind, count: number): Outcome {
  const { archived, variants } = at(shop.products, place);
  if (archived) return GONE.product;
  const size = variantNamed(variants, named);
  if (size === undefined) return REFUSED_FIELD;
  const delta = kind === 'adjustment' ? count - variants[size].stock : kind === 'damage' ? -count : count;
  return move(shop, { [`${place}/${size}`]: delta }, 1, kind, null);
}

/** The size of the one variant that a name fits, of those that are offered or still have pieces; undefined for none and for several. */
function variantNamed(variants: Product['variants'], named: Size): Size | undefined {
  const found = SIZES.filter(
    (size) => (variants[size].offered || variants[size].stock > 0) && (named === '' || size === '' || size === named),
  );
  return found.length === 1 ? found[0] : undefined;
}

function editStock(shop: ShopModel, place: number, count: number): Outcome {
  const { archived, variants } = at(shop.products, place);
  if (archived) return GONE.product;
  if (variants[''].offered) return set(shop, place, '', count);
  // What is left over of sizes of old is not for sale.
  const forSale = SIZES.reduce((sum, size) => sum + (variants[size].offered ? variants[size].stock : 0), 0);
  return count === forSale ? 'done' : REFUSED_FIELD;
}

/** All pieces come together, those of sizes that are no longer offered, too. */
function countAsAWhole(shop: ShopModel, place: number): Outcome {
  const product = at(shop.products, place);
  if (product.archived) return GONE.product;
  const { stock, variants } = product;
  if (variants[''].offered) return 'done';
  for (const size of ['S', 'L'] as const) leave(shop, place, size);
  variants[''].offered = true;
  return set(shop, place, '', stock);
}

function countBySize(shop: ShopModel, place: number, pieces: [number, number]): Outcome {
  const { archived, variants } = at(shop.products, place);
  if (archived) return GONE.product;
  if (variants[''].offered) leave(shop, place, '');
  for (const [index, size] of (['S', 'L'] as const).entries()) {
    variants[size].offered = true;
    set(shop, place, size, pieces[index] ?? 0);
  }
  return 'done';
}

/** Books a variant out and no longer offers it. */
function leave(shop: ShopModel, place: number, size: Size): void {
  set(shop, place, size, 0);
  at(shop.products, place).variants[size].offered = false;
}

/** Corrects the pieces of a variant, if they differ. */
function set(shop: ShopModel, place: number, size: Size, count: number): Outcome {
  const { stock } = at(shop.products, place).variants[size];
  return count === stock ? 'done' : move(shop, { [`${place}/${size}`]: count - stock }, 1, 'adjustment', null);
}

function archive(row: { archived: boolean }, gone: Outcome): Outcome {
  if (row.archived) return gone;
  row.archived = true;
  return 'done';
}

/** Moves all of the pieces, or none when one variant is short of them. */
function move(shop: ShopModel, pieces: Pieces, direction: 1 | -1, kind: StockChangeKind, reason: string | null): Outcome {
  const moves = Object.entries(pieces)
    .map(([key, count]) => ({ product: at(shop.products, productOf(key)), size: sizeOf(key), delta: direction * count }))
    .toSorted((one, other) => SIZES.indexOf(one.size) - SIZES.indexOf(other.size));
  if (moves.some(({ product, size, delta }) => product.variants[size].stock + delta < 0)) return '409 not_enough_stock';
  for (const { product, size, delta } of moves) {
    const variant = product.variants[size];
    product.history.push([kind, delta, product.stock, product.stock + delta, size, variant.stock + delta, reason]);
    product.stock += delta;
    variant.stock += delta;
  }
  return 'done';
}

function add(pieces: Pieces, place: number, size: Size, count: number): void {
  const key = `${place}/${size}`;
  pieces[key] = (pieces[key] ?? 0) + count;
}

function productOf(key: string): number {
  return Number(key.split('/')[0]);
}

function sizeOf(key: string): Size {
  return key.split('/')[1] as Size;
}

/** The lines with the variants they mean; null when one names an archived product, or not exactly one variant. */
function purchaseLines(shop: ShopModel, lines: Line[]): PurchaseLine[] | null {
  const meant = lines.map(({ product, size: named, pieces }) => {
    const { archived, variants } = at(shop.products, product);
    const size = variantNamed(variants, named);
    if (archived || size === undefined) return null;
    return { product: placeIn(shop.products, product), size, ordered: pieces, received: 0, damaged: 0, closed: false };
  });
  return meant.every((line) => line !== null) ? meant : null;
}

/** Each line once, with all that came of it, in the order they were named. */
export function arrivedByLine(lines: number, arrived: Arrived[]): Arrived[] {
  const came = new Map<number, Arrived>();
  for (const { line, received, damaged } of arrived) {
    const before = came.get(line % lines) ?? { line: line % lines, received: 0, damaged: 0 };
    came.set(line % lines, { ...before, received: before.received + received, damaged: before.damaged + damaged });
  }
  return [...came.values()];
}
