import type { Sql } from 'postgres';

export interface ProductRow {
  id: string;
  name: string;
  price: number;
}

/** A product that no shop has. */
export const UNKNOWN: ProductRow = { id: 'f'.repeat(24), name: 'Unknown', price: 1000 };

interface NewProduct {
  name?: string;
  price?: number;
  stock?: number;
  category?: string;
  colors?: string[];
  sizes?: string[];
}

export interface StockChange {
  kind: string;
  quantity: number;
  before: number;
  after: number;
  reference: string | null;
}

/** Adds a product with its opening stock. */
export async function addProduct(sql: Sql, product: NewProduct = {}): Promise<ProductRow> {
  const { name = 'Halo Ring', price = 1000, stock = 0, category = 'rings', colors = [], sizes = [] } = product;
  await sql`insert into public.categories (name, slug) values (${category}, ${category}) on conflict (slug) do nothing`;
  const [row] = await sql<ProductRow[]>`
    insert into public.products (name, category, price, images, colors, sizes)
    values (${name}, ${category}, ${price}, ${['/media/halo-ring.webp']}, ${colors}, ${sizes})
    returning id, name, price::float`;
  if (!row) throw new Error('The product was not inserted');
  if (stock > 0) await changeStock(sql, row.id, stock, 'purchase');
  return row;
}

/** As many products as asked, alike but for their names. */
export async function addProducts(sql: Sql, count: number, product: NewProduct): Promise<ProductRow[]> {
  const products: ProductRow[] = [];
  for (let number = 1; number <= count; number += 1) products.push(await addProduct(sql, { ...product, name: `Ring ${number}` }));
  return products;
}

export function changeStock(sql: Sql, productId: string, delta: number, kind: string) {
  return sql`select shop.change_stock(${productId}, ${delta}, ${kind}::shop.stock_change_kind, null, '', null)`;
}

export function archiveProduct(sql: Sql, productId: string) {
  return sql`update public.products set archived_at = now() where id = ${productId}`;
}

/** A review and the token its author edits it with. */
export async function addReview(sql: Sql, productId: string, rating: number): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into public.reviews (product_id, user_id, user_name, rating, comment)
    values (${productId}, 'guest', 'Ayesha', ${rating}, 'Lovely') returning id`;
  if (!row) throw new Error('The review was not inserted');
  await sql`insert into public.review_edit_tokens (review_id, token_hash) values (${row.id}, ${'0'.repeat(64)})`;
  return row.id;
}

export async function stockOf(sql: Sql, productId: string): Promise<number> {
  const [row] = await sql<{ stock: number }[]>`select stock_quantity as stock from public.products where id = ${productId}`;
  if (!row) throw new Error(`No product ${productId}`);
  return row.stock;
}

/** The stock history of a product, oldest row first. */
export function stockHistoryOf(sql: Sql, productId: string): Promise<StockChange[]> {
  return sql<StockChange[]>`
    select transaction_type as kind, quantity, previous_stock as before, new_stock as after, reference_number as reference
      from public.stock_history where product_id = ${productId} order by sequence`.then((rows) => [...rows]);
}

/** What is wrong with the books, as `bookErrors` says it, for tests that ask by other means. */
export const BOOK_ERRORS = `
  select format('%s has %s, its history says %s', p.id, p.stock_quantity + p.left_over, sum(h.quantity)) as error
    from public.products p left join public.stock_history h on h.product_id = p.id
   group by p.id having p.stock_quantity + p.left_over <> coalesce(sum(h.quantity), 0)
  union all
  select format('%s has %s, its variants have %s', p.id, p.stock_quantity, sum(v.stock_quantity) filter (where v.archived_at is null))
    from public.products p left join public.product_variants v on v.product_id = p.id
   group by p.id having p.stock_quantity <> coalesce(sum(v.stock_quantity) filter (where v.archived_at is null), -1)
  union all
  select format('%s has %s left over, its choices of old have %s', p.id, p.left_over, sum(v.stock_quantity))
    from public.products p left join public.product_variants v on v.product_id = p.id and v.archived_at is not null
   group by p.id having p.left_over <> coalesce(sum(v.stock_quantity), 0)
  union all
  select format('variant %s has %s, its history says %s', v.sku, v.stock_quantity, sum(h.quantity))
    from public.product_variants v left join public.stock_history h on h.variant_id = v.id
   group by v.id having v.stock_quantity <> coalesce(sum(h.quantity), 0)
  union all
  select format('row %s leaves its variant %s after %s', c.sequence, c.variant_stock, c.ended)
    from (select h.sequence, h.quantity, h.variant_stock,
                 coalesce(lag(h.variant_stock) over (partition by h.variant_id order by h.sequence), 0) as ended from public.stock_history h) c
   where c.ended + c.quantity <> c.variant_stock
  union all
  select format('row %s begins at %s after %s', c.sequence, c.previous_stock, c.ended)
    from (select h.sequence, h.previous_stock, coalesce(lag(h.new_stock) over (partition by h.product_id order by h.sequence), 0) as ended
            from public.stock_history h) c
   where c.previous_stock <> c.ended
  union all
  select format('%s %s of %s are not what the daily counts say: %s', subject, kind, day, figures)
    from (select subject, kind, day, array[sum(records), sum(added), sum(taken)] as figures from (
            select subject::text, kind, day, records, added, taken from shop.daily_counts
            union all
            select 'stock', transaction_type::text, (created_at at time zone 'Asia/Karachi')::date, -1, - greatest(quantity, 0), - greatest(- quantity, 0)
              from public.stock_history
            union all
            select 'orders', status::text, (created_at at time zone 'Asia/Karachi')::date, -1, - total_amount, 0 from public.orders where archived_at is null) rows
           group by subject, kind, day) compared
   where 0 <> any (figures)
  union all
  select format('line %s of order %s is %s', coalesce(s.position, sold.position), coalesce(s.order_id, sold.order_id),
                case when s.order_id is null then 'not counted as sold' else 'counted wrong' end)
    from shop.sold_lines s
    full join (select i.order_id, i.position, i.product_id, i.quantity, (i.quantity * i.price - i.discount) * 100 as paisas, o.created_at
                 from public.orders o join public.order_items i on i.order_id = o.id
                where o.status <> 'cancelled' and o.archived_at is null) sold using (order_id, position)
   where (s.product_id, s.quantity, s.paisas, s.sold_at) is distinct from (sold.product_id, sold.quantity, sold.paisas, sold.created_at)
  union all
  select format('line %s of order %s lost %s pieces for %s paisas, not %s', s.position, s.order_id, s.returned, s.returned_paisas, gone.units)
    from shop.sold_lines s
    join public.orders o on o.id = s.order_id
    join public.order_items i on i.order_id = s.order_id and i.position = s.position
   cross join lateral (
     select case when o.awaits_proof then 0
                 when o.status <> 'delivered' and (select bool_and(p.status in ('failed', 'returned')) and bool_or(p.received_at is null) from public.shipments p
                                                    where p.order_id = o.id and p.archived_at is null) then s.quantity
                 else least(s.quantity, greatest(0, s.quantity + (
                   coalesce((select p.received - p.sent from shop.sent_pieces p where p.order_item_id = i.id), - s.quantity)
                   + (select count(*) filter (where not r.comes_back and r.state not in ('asked', 'declined', 'withdrawn')
                                                and p.goods_back_id is null)
                             - count(*) filter (where p.received_as = 'missing')
                        from shop.return_pieces p join public.return_requests r on r.id = p.request_id
                       where p.order_item_id = i.id)))) end as units) gone
   -- Each piece has its share of the line, to the paisa.
   where s.returned <> gone.units or abs(s.returned_paisas - s.paisas * s.returned / s.quantity::numeric) > least(s.returned, s.quantity - s.returned)
  union all
  select format('entry %s of the journal comes to %s', j.entry, sum(j.amount)) from shop.journal j group by j.entry having sum(j.amount) <> 0
  union all
  select format('%s has %s more in the journal than in the payments', m.account, sum(m.amount))
    from (select c.ledger as account, j.amount from shop.journal j join shop.usual_chart() c on c.account = j.account
          union all
          select s.account, s.amount from public.payments p
           cross join lateral (values (p.to_account, - p.amount), (p.from_account, p.amount)) s (account, amount)) m
   group by m.account having sum(m.amount) <> 0
  union all
  select format('the books miss %s of order %s in %s', m.amount, o.order_number, m.account)
    from public.orders o cross join lateral shop.missing_in_books(o.id) m`;

/**
 * What is wrong with the books: products whose history or variants do not sum up to their stock, variants whose history does not, history rows that do not begin where the one before
 * them ended, days whose counts differ from their rows, sold lines that are wrong, or say wrongly what came back, and a journal that is not balanced, not what the payments moved, or
 * not what the orders say. Empty when all is well.
 */
export function bookErrors(sql: Sql): Promise<string[]> {
  return sql.unsafe<{ error: string }[]>(BOOK_ERRORS).then((rows) => rows.map(({ error }) => error));
}
