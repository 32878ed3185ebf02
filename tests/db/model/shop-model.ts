import type { OrderStatus } from '#shared/schemas/orders.ts';
import type { PurchaseOrderStatus } from '#shared/schemas/purchase-orders.ts';
import type { ShipmentStatus } from '#shared/schemas/shipments.ts';
import type { StockChangeKind } from '#shared/schemas/stock.ts';
import type { Arrived, Line, Operation } from './operations.ts';

/** The shop as it should be, in the plainest way it can be said. */
export interface ShopModel {
  products: { stock: number; archived: boolean; history: HistoryLine[] }[];
  orders: { pieces: Pieces; status: OrderStatus; payment: 'pending' | 'paid'; archived: boolean }[];
  purchases: Purchase[];
  shipments: { order: number; status: ShipmentStatus; shipped: boolean; archived: boolean }[];
}

export interface Purchase {
  lines: PurchaseLine[];
  receipts: { arrived: { product: number; received: number; damaged: number }[]; takenBack: boolean }[];
  status: PurchaseOrderStatus;
  ordered: boolean;
  archived: boolean;
}

export interface PurchaseLine {
  product: number;
  ordered: number;
  received: number;
  damaged: number;
  closed: boolean;
}

/** Kind, signed pieces, stock before, stock after, and the place of the order or receipt that is its reason. */
export type HistoryLine = [StockChangeKind, number, number, number, string | null];

/** Pieces by product. */
export type Pieces = Record<number, number>;

/** `done`, status and code of the refusal, or `NOTHING`. */
export type Outcome = string;

/** What archiving in one statement finds when the row was archived before. */
export const NOTHING = 'nothing';

const GONE = {
  order: '404 order_not_found',
  purchase: '404 purchase_order_not_found',
  shipment: '404 shipment_not_found',
  product: '404 product_not_found',
  receipt: '404 receipt_not_found',
};
const UNKNOWN_PRODUCT = '422 validation_failed';

export function newShop(stocks: readonly number[]): ShopModel {
  const products = stocks.map((stock) => ({
    stock,
    archived: false,
    history: stock > 0 ? ([['purchase', stock, 0, stock, null]] satisfies HistoryLine[]) : [],
  }));
  return { products, orders: [], purchases: [], shipments: [] };
}

/** Does one thing to the shop, or refuses and changes nothing. */
export function apply(shop: ShopModel, operation: Operation): Outcome {
  switch (operation.does) {
    case 'place order':
      return placeOrder(shop, piecesOf(shop, operation.lines));
    case 'set order status':
      return setOrderStatus(shop, placeIn(shop.orders, operation.order), operation.status);
    case 'archive order':
      return archiveOrder(shop, placeIn(shop.orders, operation.order));
    case 'create purchase order':
      return createPurchase(shop, purchaseLines(shop, operation.lines));
    case 'replace purchase items':
      return replaceItems(shop, at(shop.purchases, operation.purchase), purchaseLines(shop, operation.lines));
    case 'set purchase status':
      return setPurchaseStatus(shop, placeIn(shop.purchases, operation.purchase), operation.status);
    case 'receive':
      return receive(shop, placeIn(shop.purchases, operation.purchase), operation.arrived, operation.overDelivery);
    case 'take back':
      return takeBack(shop, placeIn(shop.purchases, operation.purchase), operation.receipt);
    case 'close line':
      return closeLine(at(shop.purchases, operation.purchase), operation.line, operation.closed);
    case 'create shipment':
      return createShipment(shop, placeIn(shop.orders, operation.order));
    case 'set shipment status':
      return setShipmentStatus(shop, at(shop.shipments, operation.shipment), operation.status);
    case 'adjust stock':
      return adjust(shop, placeIn(shop.products, operation.product), operation.kind, operation.pieces);
    case 'edit stock':
      return editStock(shop, placeIn(shop.products, operation.product), operation.pieces);
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

function placeOrder(shop: ShopModel, pieces: Pieces): Outcome {
  const available = (product: number) => (at(shop.products, product).archived ? 0 : at(shop.products, product).stock);
  if (Object.entries(pieces).some(([product, count]) => count > available(Number(product)))) return '409 out_of_stock';
  shop.orders.push({ pieces, status: 'pending', payment: 'pending', archived: false });
  return move(shop, pieces, -1, 'sale', `order ${shop.orders.length - 1}`);
}

function setOrderStatus(shop: ShopModel, place: number, status: OrderStatus): Outcome {
  const order = at(shop.orders, place);
  if (order.archived) return GONE.order;
  if (order.status === status) return 'done';
  let outcome = 'done';
  if (status === 'cancelled') outcome = move(shop, order.pieces, 1, 'return', `order ${place}`);
  else if (order.status === 'cancelled') outcome = move(shop, order.pieces, -1, 'sale', `order ${place}`);
  if (outcome === 'done') Object.assign(order, { status, payment: status === 'delivered' ? 'paid' : 'pending' });
  return outcome;
}

function archiveOrder(shop: ShopModel, place: number): Outcome {
  const order = at(shop.orders, place);
  if (!order.archived && order.status !== 'cancelled' && order.status !== 'delivered')
    move(shop, order.pieces, 1, 'return', `order ${place}`);
  return archive(order, GONE.order);
}

function createPurchase(shop: ShopModel, lines: PurchaseLine[]): Outcome {
  if (namesArchived(shop, lines)) return UNKNOWN_PRODUCT;
  shop.purchases.push({ lines, receipts: [], status: 'pending', ordered: false, archived: false });
  return 'done';
}

function replaceItems(shop: ShopModel, purchase: Purchase, lines: PurchaseLine[]): Outcome {
  if (purchase.archived) return GONE.purchase;
  if (purchase.status === 'received' || purchase.receipts.some(({ takenBack }) => !takenBack)) return '409 already_received';
  if (namesArchived(shop, lines)) return UNKNOWN_PRODUCT;
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
    const outcome = unbook(shop, place, purchase.receipts.map((_, receipt) => receipt).toReversed());
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

function takeBack(shop: ShopModel, place: number, receipt: number): Outcome {
  const purchase = at(shop.purchases, place);
  if (purchase.archived) return GONE.purchase;
  if (purchase.receipts.length === 0) return GONE.receipt;
  if (at(purchase.receipts, receipt).takenBack) return 'done';
  const outcome = unbook(shop, place, [placeIn(purchase.receipts, receipt)]);
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
    if (received > damaged) good[line.product] = (good[line.product] ?? 0) + received - damaged;
  }
  const arrived = came.map(({ line, received, damaged }) => ({ product: at(purchase.lines, line).product, received, damaged }));
  linesOf.set(arrived, came);
  purchase.receipts.push({ arrived, takenBack: false });
  move(shop, good, 1, 'purchase', `purchase ${place} receipt ${purchase.receipts.length - 1}`);
}

/** Which lines a receipt was for: the database forgets it once they are replaced. */
const linesOf = new WeakMap<object, Arrived[]>();

/** Takes receipts back, in this order, or none when pieces of them all together are gone. */
function unbook(shop: ShopModel, place: number, receipts: number[]): Outcome {
  const purchase = at(shop.purchases, place);
  const open = receipts.filter((receipt) => !at(purchase.receipts, receipt).takenBack);
  const goodOf = (receipt: number) => {
    const good: Pieces = {};
    for (const { product, received, damaged } of at(purchase.receipts, receipt).arrived) {
      if (received > damaged) good[product] = (good[product] ?? 0) + received - damaged;
    }
    return good;
  };
  const all: Pieces = {};
  for (const good of open.map(goodOf))
    for (const [product, pieces] of Object.entries(good)) all[Number(product)] = (all[Number(product)] ?? 0) + pieces;
  if (Object.entries(all).some(([product, pieces]) => pieces > at(shop.products, Number(product)).stock))
    return '409 not_enough_stock';

  for (const receipt of open) {
    move(shop, goodOf(receipt), -1, 'purchase', `purchase ${place} receipt ${receipt}`);
    const taken = at(purchase.receipts, receipt);
    taken.takenBack = true;
    for (const { line: index, received, damaged } of linesOf.get(taken.arrived) ?? []) {
      const line = at(purchase.lines, index);
      line.received -= received;
      line.damaged -= damaged;
    }
  }
  return 'done';
}

function createShipment(shop: ShopModel, place: number): Outcome {
  const order = at(shop.orders, place);
  if (order.archived) return GONE.order;
  if (order.status === 'cancelled') return '409 order_cancelled';
  shop.shipments.push({ order: place, status: 'preparing', shipped: false, archived: false });
  return 'done';
}

function setShipmentStatus(shop: ShopModel, shipment: ShopModel['shipments'][number], status: ShipmentStatus): Outcome {
  if (shipment.archived) return GONE.shipment;
  if (shipment.status === status) return 'done';
  const order = at(shop.orders, shipment.order);
  if (status !== 'failed' && status !== 'returned') {
    if (order.archived) return '409 order_deleted';
    if (order.status === 'cancelled') return '409 order_cancelled';
  }
  const onItsWay = status === 'shipped' || status === 'in_transit' || status === 'out_for_delivery';
  Object.assign(shipment, { status, shipped: shipment.shipped || onItsWay || status === 'delivered' });

  if (onItsWay && (order.status === 'pending' || order.status === 'processing')) setOrderStatus(shop, shipment.order, 'shipped');
  if (status === 'delivered') setOrderStatus(shop, shipment.order, 'delivered');
  return 'done';
}

function adjust(shop: ShopModel, place: number, kind: StockChangeKind, count: number): Outcome {
  const { archived, stock } = at(shop.products, place);
  if (archived) return GONE.product;
  if (kind === 'adjustment') return move(shop, { [place]: count - stock }, 1, kind, null);
  return move(shop, { [place]: count }, kind === 'damage' ? -1 : 1, kind, null);
}

function editStock(shop: ShopModel, place: number, count: number): Outcome {
  const { archived, stock } = at(shop.products, place);
  return count === stock && !archived ? 'done' : adjust(shop, place, 'adjustment', count);
}

function archive(row: { archived: boolean }, gone: Outcome): Outcome {
  if (row.archived) return gone;
  row.archived = true;
  return 'done';
}

/** Moves all of the pieces, or none when one product is short of them. */
function move(shop: ShopModel, pieces: Pieces, direction: 1 | -1, kind: StockChangeKind, reason: string | null): Outcome {
  const moves = Object.entries(pieces).map(([place, count]) => [at(shop.products, Number(place)), direction * count] as const);
  if (moves.some(([product, delta]) => product.stock + delta < 0)) return '409 not_enough_stock';
  for (const [product, delta] of moves) {
    product.history.push([kind, delta, product.stock, product.stock + delta, reason]);
    product.stock += delta;
  }
  return 'done';
}

function namesArchived(shop: ShopModel, lines: PurchaseLine[]): boolean {
  return lines.some(({ product }) => at(shop.products, product).archived);
}

function purchaseLines(shop: ShopModel, lines: Line[]): PurchaseLine[] {
  return lines.map(({ product, pieces }) => ({
    product: placeIn(shop.products, product),
    ordered: pieces,
    received: 0,
    damaged: 0,
    closed: false,
  }));
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

function piecesOf(shop: ShopModel, lines: Line[]): Pieces {
  const pieces: Pieces = {};
  for (const { product, pieces: count } of lines) {
    const place = placeIn(shop.products, product);
    pieces[place] = (pieces[place] ?? 0) + count;
  }
  return pieces;
}
