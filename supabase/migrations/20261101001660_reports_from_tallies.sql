-- Reports, whatever their period: orders from the tally of their days, products from one reading of the lines sold.

-- Pieces and rupees of every product sold between two moments (the second not included), under its name and category of today.
-- Read in the order of the index, however long the period: where a planner finds reading the table as good, it is not better.
create or replace function shop.product_sales(since timestamptz, till timestamptz)
returns table (product_id text, product_name text, category text, pieces bigint, revenue numeric)
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan' set enable_seqscan = off
as $$
begin
  return query
    select p.id, p.name, coalesce(p.category, 'uncategorized'), s.pieces, s.revenue
      from (select l.product_id, sum(l.quantity) as pieces, sum(l.revenue) as revenue
              from shop.sold_lines l where l.sold_at >= since and l.sold_at < till group by l.product_id) s
      join public.products p on p.id = s.product_id;
end;
$$;

-- Revenue and number of orders by day, month or year. Every step of the period is there, the empty ones with zeros.
create or replace function shop.sales_over_time(first_day date, last_day date, step text)
returns table (begins date, revenue numeric, orders bigint)
language sql stable set search_path = ''
as $$
  select steps.begins::date, coalesce(sold.revenue, 0), coalesce(sold.orders, 0)
    from generate_series(date_trunc(step, first_day::timestamp), last_day::timestamp, ('1 ' || step)::interval) as steps (begins)
    left join (select date_trunc(step, t.day::timestamp) as begins, sum(t.added) as revenue, sum(t.records)::bigint as orders
                 from shop.tallies t
                where t.book = 'orders' and t.kind <> 'cancelled' and t.day between first_day and last_day
                group by 1) sold on sold.begins = steps.begins;
$$;

-- How many products were on sale at some moment is counted from the index alone.
create index products_by_life on public.products (created_at) include (archived_at);

drop function shop.period_figures(date, date);

-- A period in one line: {totalOrders, totalSales, totalRevenue, totalPurchaseOrders, totalShipments, totalProducts}. Takes the pieces sold, `totalSales`.
-- `totalOrders` counts cancelled ones too, `totalProducts` the products on sale when the period ended.
create function shop.period_figures(first_day date, last_day date, pieces bigint) returns jsonb
language sql stable set search_path = ''
as $$
  with period as (
    select shop.start_of_day(first_day) as since, shop.start_of_day(last_day + 1) as till
  ), tallied as (
    select coalesce(sum(t.records), 0) as orders, coalesce(sum(t.added) filter (where t.kind <> 'cancelled'), 0) as revenue
      from shop.tallies t where t.book = 'orders' and t.day between first_day and last_day
  )
  select jsonb_build_object(
    'totalOrders', tallied.orders,
    'totalSales', coalesce(pieces, 0),
    'totalRevenue', tallied.revenue,
    'totalPurchaseOrders', (select count(*) from public.purchase_orders o where o.created_at >= since and o.created_at < till and o.archived_at is null),
    'totalShipments', (select count(*) from public.shipments s where s.created_at >= since and s.created_at < till and s.archived_at is null),
    'totalProducts', (select count(*) from public.products p where p.created_at < till and (p.archived_at is null or p.archived_at >= till)))
  from period, tallied;
$$;

-- Everything the dashboard shows of a period, and the figures of as many days before it. Products, stock and recent orders are those of now.
-- Takes the first and the last day, and the stock from which a product is low.
create or replace function public.sales_dashboard(first_day date, last_day date, low_stock integer) returns jsonb
language sql stable set search_path = ''
as $$
  with period as (
    select first_day - (last_day - first_day + 1) as day_before, shop.start_of_day(first_day) as since, shop.start_of_day(last_day + 1) as till
  ), sold as materialized (
    select s.* from period, shop.product_sales(period.since, period.till) s
  ), on_sale as (
    select p.category, count(*) as products from public.products p where p.archived_at is null group by p.category
  ), earned as (
    select s.category, sum(s.revenue) as revenue from sold s group by s.category
  ), counted as (
    select t.kind as status, sum(t.records) as orders
      from shop.tallies t where t.book = 'orders' and t.day between first_day and last_day group by t.kind
  )
  select jsonb_build_object(
    'overview', shop.period_figures(first_day, last_day, (select sum(s.pieces)::bigint from sold s))
      || jsonb_build_object('totalProducts', (select coalesce(sum(o.products), 0) from on_sale o)),
    'previous', shop.period_figures(period.day_before, first_day - 1, (select sum(l.quantity) from shop.sold_lines l
                  where l.sold_at >= shop.start_of_day(period.day_before) and l.sold_at < period.since)),
    'recentOrders', (select coalesce(jsonb_agg(shop.order_json(o.id) order by o.created_at desc, o.id), '[]')
                       from (select r.id, r.created_at from public.orders r where r.archived_at is null order by r.created_at desc, r.id limit 5) o),
    'topProducts', (select coalesce(jsonb_agg(jsonb_build_object('productId', t.product_id, 'productName', t.product_name,
                             'totalQuantity', t.pieces, 'totalRevenue', t.revenue) order by t.pieces desc, t.revenue desc, t.product_id), '[]')
                      from (select * from sold order by pieces desc, revenue desc, product_id limit 10) t),
    'categoryStats', (select coalesce(jsonb_agg(jsonb_build_object('category', coalesce(c.slug, e.category), 'name', coalesce(c.name, 'Uncategorized'),
                               'productCount', coalesce(o.products, 0), 'totalRevenue', coalesce(e.revenue, 0))
                               order by coalesce(e.revenue, 0) desc, c.sort_order, c.slug), '[]')
                        from public.categories c
                        left join on_sale o on o.category = c.slug
                        full join earned e on e.category = c.slug),
    'orderStatusCounts', (select jsonb_object_agg(s, coalesce((select c.orders from counted c where c.status = s::text), 0))
                            from unnest(enum_range(null::shop.order_status)) s),
    'salesByDate', (select jsonb_agg(jsonb_build_object('_id', t.begins, 'total', t.revenue, 'count', t.orders) order by t.begins)
                      from shop.sales_over_time(first_day, last_day, 'day') t),
    'lowStockProducts', (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name, 'category', l.category,
                                  'stockQuantity', l.stock_quantity) order by l.stock_quantity, l.name, l.id), '[]')
                           from (select p.id, p.name, p.category, p.stock_quantity from public.products p
                                  where p.archived_at is null and p.stock_quantity <= low_stock
                                  order by p.stock_quantity, p.name, p.id limit 10) l))
  from period;
$$;

grant execute on all functions in schema shop to service_role;
