import type { Sql } from 'postgres';
import { archiveOrder, orderFor, placeOrder, receiveBack, setStatus } from '#tests/db/calls/order-calls.ts';
import { refusalOf } from '#tests/db/calls/refusals.ts';
import {
  adjustStock,
  archive,
  closeItem,
  createPurchaseOrder,
  createShipment,
  editStock,
  type PurchaseOrderRow,
  receive,
  replacePurchaseItems,
  setPurchaseStatus,
  setShipmentStatus,
  takeBack,
} from '#tests/db/calls/staff-calls.ts';
import { editProduct } from '#tests/db/calls/variant-calls.ts';
import { addProduct, type ProductRow } from '#tests/db/rows/catalogue-rows.ts';
import type { Line, Operation } from './operations.ts';
import { arrivedByLine, at, NOTHING, type Outcome, placeIn, type ShopModel } from './shop-model.ts';

/** What the model stands for: rows of a real database that nobody else touches. */
export interface RealShop {
  sql: Sql;
  products: ProductRow[];
  orders: { id: string }[];
  purchases: { id: string }[];
  shipments: { id: string }[];
}

export async function openShop(sql: Sql, stocks: readonly number[]): Promise<RealShop> {
  const products: ProductRow[] = [];
  for (const stock of stocks) {
    const product = await addProduct(sql, { stock, sizes: ['S', 'L'] });
    // Several variants of a product are moved in the order of their ids: they are known here, and put away until pieces are counted by size.
    await sql`insert into public.product_variants (id, product_id, size, sku, archived_at)
              select 'f' || n || right(${product.id}, 22), ${product.id}, size, upper(${product.id}) || '-' || size, now()
                from unnest('{S,L}'::text[]) with ordinality as s (size, n)`;
    products.push(product);
  }
  return { sql, products, orders: [], purchases: [], shipments: [] };
}

/** Does one thing to the shop, and tells how it ended. @throws the failure when it is not a refusal on purpose */
export async function perform(shop: RealShop, operation: Operation): Promise<Outcome> {
  const call = start(shop, operation);
  const [end] = await Promise.allSettled([call]);
  if (end.status === 'fulfilled') return end.value === false ? NOTHING : 'done';
  const { status, code } = await refusalOf(call);
  return `${status} ${code}`;
}

/** Everything the model knows of, as the database has it. */
export async function observe({ sql, products, orders, purchases, shipments }: RealShop): Promise<ShopModel> {
  const [p, o, b, s] = [products, orders, purchases, shipments].map((rows) => rows.map(({ id }) => id)) as [
    string[],
    string[],
    string[],
    string[],
  ];
  const [seen] = await sql<{ shop: ShopModel }[]>`
    with reasons as (
      select o.order_number as reference, 'order ' || array_position(${o}, o.id) - 1 as reason from public.orders o where o.id = any (${o})
      union all
      select r.delivery_number, format('purchase %s delivery %s', array_position(${b}, r.purchase_order_id) - 1,
               row_number() over (partition by r.purchase_order_id order by r.created_at, r.id) - 1)
        from public.purchase_order_deliveries r where r.purchase_order_id = any (${b})
    )
    select jsonb_build_object(
      'products', (select coalesce(jsonb_agg(jsonb_build_object('stock', p.stock_quantity + p.left_over, 'archived', p.archived_at is not null,
          'variants', (select jsonb_object_agg(v.size, jsonb_build_object('stock', v.stock_quantity, 'offered', v.archived_at is null))
                         from public.product_variants v where v.product_id = p.id),
          'history', (
          select coalesce(jsonb_agg(jsonb_build_array(h.transaction_type, h.quantity, h.previous_stock, h.new_stock, v.size, h.variant_stock,
                   case when h.reference_number is not null then coalesce(r.reason, h.reference_number) end) order by h.sequence), '[]')
            from public.stock_history h join public.product_variants v on v.id = h.variant_id left join reasons r on r.reference = h.reference_number where h.product_id = p.id))
          order by array_position(${p}, p.id)), '[]') from public.products p where p.id = any (${p})),
      'orders', (select coalesce(jsonb_agg(jsonb_build_object('status', o.status, 'payment', o.payment_status, 'archived', o.archived_at is not null,
          'out', (select sum(p.out) from shop.pieces_out(o) p),
          'pieces', (select jsonb_object_agg(i.place, i.pieces) from (
            select array_position(${p}, i.product_id) - 1 || '/' || v.size as place, sum(i.quantity) as pieces
              from public.order_items i join public.product_variants v on v.id = i.variant_id where i.order_id = o.id group by 1) i))
          order by array_position(${o}, o.id)), '[]') from public.orders o where o.id = any (${o})),
      'purchases', (select coalesce(jsonb_agg(jsonb_build_object('status', b.status, 'ordered', b.order_date is not null, 'archived', b.archived_at is not null,
          'lines', (select jsonb_agg(jsonb_build_object('product', array_position(${p}, i.product_id) - 1, 'size', v.size, 'ordered', i.quantity,
              'received', i.received, 'damaged', i.damaged, 'closed', i.closed_short) order by i.position)
              from public.purchase_order_items i join public.product_variants v on v.id = i.variant_id where i.purchase_order_id = b.id),
          'deliveries', (select coalesce(jsonb_agg(jsonb_build_object('takenBack', r.taken_back_at is not null, 'arrived', (
              select jsonb_agg(jsonb_build_object('product', array_position(${p}, ri.product_id) - 1, 'size', v.size, 'received', ri.received, 'damaged', ri.damaged)
                       order by ri.position) from public.purchase_order_delivery_items ri join public.product_variants v on v.id = ri.variant_id where ri.delivery_id = r.id))
              order by r.created_at, r.id), '[]') from public.purchase_order_deliveries r where r.purchase_order_id = b.id))
          order by array_position(${b}, b.id)), '[]') from public.purchase_orders b where b.id = any (${b})),
      'shipments', (select coalesce(jsonb_agg(jsonb_build_object('status', s.status, 'shipped', s.shipped_date is not null,
          'received', s.received_at is not null, 'archived', s.archived_at is not null,
          'order', array_position(${o}, s.order_id) - 1)
          order by array_position(${s}, s.id)), '[]') from public.shipments s where s.id = any (${s}))) as shop`;
  if (!seen) throw new Error('The shop could not be seen');
  return seen.shop;
}

/** Calls the database. False when a row to archive was archived before. */
async function start(shop: RealShop, operation: Operation): Promise<unknown> {
  const { sql } = shop;
  switch (operation.does) {
    case 'place order':
      return shop.orders.push(
        await placeOrder(
          sql,
          orderFor(linesOf(shop, operation.lines).map(({ size, ...line }) => ({ ...line, selectedSize: size }))),
        ),
      );
    case 'set order status':
      return setStatus(sql, at(shop.orders, operation.order), operation.status, null, operation.reason);
    case 'archive order':
      return archiveOrder(sql, at(shop.orders, operation.order));
    case 'create purchase order':
      return shop.purchases.push(await createPurchaseOrder(sql, linesOf(shop, operation.lines)));
    case 'replace purchase items':
      return replacePurchaseItems(sql, at(shop.purchases, operation.purchase), linesOf(shop, operation.lines));
    case 'set purchase status':
      return setPurchaseStatus(sql, at(shop.purchases, operation.purchase), operation.status);
    case 'receive': {
      const purchase = at(shop.purchases, operation.purchase);
      const items = await itemsOf(sql, purchase);
      const lines = arrivedByLine(items.length, operation.arrived).map(({ line, received, damaged }) => {
        return { itemId: at(items, line).id, received, damaged };
      });
      return receive(sql, purchase, lines, { overDelivery: operation.overDelivery });
    }
    case 'take back': {
      const purchase = at(shop.purchases, operation.purchase);
      const deliveries = await sql<{ id: string }[]>`
        select id from public.purchase_order_deliveries where purchase_order_id = ${purchase.id} order by created_at, id`;
      const delivery = deliveries.length > 0 ? at(deliveries, operation.delivery).id : 'f'.repeat(24);
      return takeBack(sql, purchase, delivery);
    }
    case 'close line': {
      const purchase = at(shop.purchases, operation.purchase);
      const items = await itemsOf(sql, purchase);
      return closeItem(sql, purchase, items[placeIn(items, operation.line)]?.id ?? '', operation.closed);
    }
    case 'create shipment':
      return shop.shipments.push(await createShipment(sql, at(shop.orders, operation.order)));
    case 'set shipment status':
      return setShipmentStatus(sql, at(shop.shipments, operation.shipment), operation.status);
    case 'receive back':
      return receiveBack(sql, at(shop.orders, operation.order), operation.isDamaged);
    case 'adjust stock':
      return adjustStock(sql, at(shop.products, operation.product), operation.kind, operation.pieces, operation.size);
    case 'edit stock':
      return editStock(sql, at(shop.products, operation.product), operation.pieces);
    case 'count as a whole':
      return editProduct(sql, at(shop.products, operation.product), { variants: [] });
    case 'count by size': {
      const [small, large] = operation.pieces;
      const variants = [
        { size: 'S', stockQuantity: small },
        { size: 'L', stockQuantity: large },
      ];
      return editProduct(sql, at(shop.products, operation.product), { variants });
    }
    case 'archive purchase order':
      return archive(sql, 'purchase_orders', at(shop.purchases, operation.purchase));
    case 'archive shipment':
      return archive(sql, 'shipments', at(shop.shipments, operation.shipment));
    case 'archive product':
      return archive(sql, 'products', at(shop.products, operation.product));
  }
}

/** The lines of a purchase order as they are now, also of one that was archived. */
function itemsOf(sql: Sql, purchase: { id: string }): Promise<Pick<PurchaseOrderRow['items'][number], 'id'>[]> {
  return sql<
    { id: string }[]
  >`select id from public.purchase_order_items where purchase_order_id = ${purchase.id} order by position`.then((rows) => [
    ...rows,
  ]);
}

function linesOf(shop: RealShop, lines: Line[]) {
  return lines.map(({ product, size, pieces }) => ({ product: at(shop.products, product), size, quantity: pieces }));
}
