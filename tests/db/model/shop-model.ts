import type { OrderStatus } from '#shared/schemas/order.ts';
import type { PurchaseOrderStatus } from '#shared/schemas/purchase-order.ts';
import type { ShipmentStatus } from '#shared/schemas/shipment.ts';
import type { StockChangeKind } from '#shared/schemas/stock.ts';
import type { Line, Operation } from './operations.ts';

/** The shop as it should be, in the plainest way it can be said. */
export interface ShopModel {
  products: { stock: number; archived: boolean; ledger: LedgerLine[] }[];
  orders: { pieces: Pieces; status: OrderStatus; payment: 'pending' | 'paid'; archived: boolean }[];
  purchases: { pieces: Pieces; status: PurchaseOrderStatus; ordered: boolean; archived: boolean }[];
  shipments: { order: number; status: ShipmentStatus; shipped: boolean; archived: boolean }[];
}

/** Kind, signed pieces, stock before, stock after, and the place of the order or purchase order that is its reason. */
export type LedgerLine = [StockChangeKind, number, number, number, string | null];

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
};
const UNKNOWN_PRODUCT = '422 validation_failed';

export function newShop(stocks: readonly number[]): ShopModel {
  const products = stocks.map((stock) => ({
    stock,
    archived: false,
    ledger: stock > 0 ? ([['purchase', stock, 0, stock, null]] satisfies LedgerLine[]) : [],
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
      return createPurchase(shop, piecesOf(shop, operation.lines));
    case 'replace purchase items':
      return replaceItems(shop, at(shop.purchases, operation.purchase), piecesOf(shop, operation.lines));
    case 'set purchase status':
      return setPurchaseStatus(shop, placeIn(shop.purchases, operation.purchase), operation.status);
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

function createPurchase(shop: ShopModel, pieces: Pieces): Outcome {
  if (namesArchived(shop, pieces)) return UNKNOWN_PRODUCT;
  shop.purchases.push({ pieces, status: 'pending', ordered: false, archived: false });
  return 'done';
}

function replaceItems(shop: ShopModel, purchase: ShopModel['purchases'][number], pieces: Pieces): Outcome {
  if (purchase.archived) return GONE.purchase;
  if (purchase.status === 'received') return '409 already_received';
  if (namesArchived(shop, pieces)) return UNKNOWN_PRODUCT;
  purchase.pieces = pieces;
  return 'done';
}

function setPurchaseStatus(shop: ShopModel, place: number, status: PurchaseOrderStatus): Outcome {
  const purchase = at(shop.purchases, place);
  if (purchase.archived) return GONE.purchase;
  if (purchase.status === status) return 'done';
  const direction = status === 'received' ? 1 : -1;
  const moves = status === 'received' || purchase.status === 'received';
  const outcome = moves ? move(shop, purchase.pieces, direction, 'purchase', `purchase ${place}`) : 'done';
  if (outcome === 'done') {
    Object.assign(purchase, { status, ordered: purchase.ordered || status === 'ordered' || status === 'received' });
  }
  return outcome;
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
    product.ledger.push([kind, delta, product.stock, product.stock + delta, reason]);
    product.stock += delta;
  }
  return 'done';
}

function namesArchived(shop: ShopModel, pieces: Pieces): boolean {
  return Object.keys(pieces).some((place) => at(shop.products, Number(place)).archived);
}

function piecesOf(shop: ShopModel, lines: Line[]): Pieces {
  const pieces: Pieces = {};
  for (const { product, pieces: count } of lines) {
    const place = placeIn(shop.products, product);
    pieces[place] = (pieces[place] ?? 0) + count;
  }
  return pieces;
}
