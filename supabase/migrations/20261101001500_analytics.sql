-- What the shop sold in a period, read from the orders themselves. Revenue is what every order charged (delivery with it) but cancelled and
-- archived ones; what a product or a category earned is its lines alone. Days are days in Asia/Karachi, both ends included.

-- The moment a day begins.
create function shop.start_of_day(day date) returns timestamptz
language sql immutable set search_path = ''
as $$
  select day::timestamp at time zone 'Asia/Karachi';
$$;

-- Pieces and rupees of every product sold between two moments (the second not included), under its name and category of today.
-- Planned anew for each period: a month is read by its orders, years are read from end to end.
create function shop.product_sales(since timestamptz, till timestamptz)
returns table (product_id text, product_name text, category text, pieces bigint, revenue numeric)
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  return query
    select p.id, p.name, coalesce(p.category, 'uncategorized'), s.pieces, s.revenue
      from (select i.product_id, sum(i.quantity) as pieces, sum(i.quantity * i.price) as revenue
              from public.orders o join public.order_items i on i.order_id = o.id
             where o.created_at >= since and o.created_at < till and o.status <> 'cancelled' and o.archived_at is null
             group by i.product_id) s
      join public.products p on p.id = s.product_id;
end;
$$;

-- Revenue and number of orders by day, month or year. Every step of the period is there, the empty ones with zeros.
create function shop.sales_over_time(first_day date, last_day date, step text)
returns table (begins date, revenue numeric, orders bigint)
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  return query
    select steps.begins::date, coalesce(sold.revenue, 0), coalesce(sold.orders, 0)
      from generate_series(date_trunc(step, first_day::timestamp), last_day::timestamp, ('1 ' || step)::interval) as steps (begins)
      left join (select date_trunc(step, o.created_at at time zone 'Asia/Karachi') as begins, sum(o.total_amount) as revenue, count(*) as orders
                   from public.orders o
                  where o.created_at >= shop.start_of_day(first_day) and o.created_at < shop.start_of_day(last_day + 1)
                    and o.status <> 'cancelled' and o.archived_at is null
                  group by 1) sold on sold.begins = steps.begins;
end;
$$;

-- A period in one line: {totalOrders, totalSales, totalRevenue, totalPurchaseOrders, totalShipments, totalProducts}.
-- `totalOrders` counts cancelled ones too, `totalSales` is pieces sold, `totalProducts` the products on sale when the period ended.
create function shop.period_figures(first_day date, last_day date) returns jsonb
language sql stable set search_path = ''
as $$
  with period as (select shop.start_of_day(first_day) as since, shop.start_of_day(last_day + 1) as till)
  select jsonb_build_object(
    'totalOrders', (select count(*) from public.orders o where o.created_at >= since and o.created_at < till and o.archived_at is null),
    'totalSales', (select coalesce(sum(s.pieces), 0) from shop.product_sales(since, till) s),
    'totalRevenue', (select sum(t.revenue) from shop.sales_over_time(first_day, last_day, 'year') t),
    'totalPurchaseOrders', (select count(*) from public.purchase_orders o where o.created_at >= since and o.created_at < till and o.archived_at is null),
    'totalShipments', (select count(*) from public.shipments s where s.created_at >= since and s.created_at < till and s.archived_at is null),
    'totalProducts', (select count(*) from public.products p where p.created_at < till and (p.archived_at is null or p.archived_at >= till)))
  from period;
$$;

-- Everything the dashboard shows of a period, and the figures of as many days before it. Products, stock and recent orders are those of now.
-- Takes the first and the last day, and the stock from which a product is low.
create function public.sales_dashboard(first_day date, last_day date, low_stock integer) returns jsonb
language sql stable set search_path = ''
as $$
  with sold as materialized (
    select * from shop.product_sales(shop.start_of_day(first_day), shop.start_of_day(last_day + 1))
  ), on_sale as (
    select p.category, count(*) as products from public.products p where p.archived_at is null group by p.category
  ), earned as (
    select s.category, sum(s.revenue) as revenue from sold s group by s.category
  ), counted as (
    select o.status, count(*) as orders
      from public.orders o
     where o.created_at >= shop.start_of_day(first_day) and o.created_at < shop.start_of_day(last_day + 1) and o.archived_at is null
     group by o.status
  )
  select jsonb_build_object(
    'overview', shop.period_figures(first_day, last_day)
      || jsonb_build_object('totalProducts', (select coalesce(sum(o.products), 0) from on_sale o)),
    'previous', shop.period_figures(first_day - (last_day - first_day + 1), first_day - 1),
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
    'orderStatusCounts', (select jsonb_object_agg(s, coalesce((select c.orders from counted c where c.status = s), 0))
                            from unnest(enum_range(null::shop.order_status)) s),
    'salesByDate', (select jsonb_agg(jsonb_build_object('_id', t.begins, 'total', t.revenue, 'count', t.orders) order by t.begins)
                      from shop.sales_over_time(first_day, last_day, 'day') t),
    'lowStockProducts', (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name, 'category', l.category,
                                  'stockQuantity', l.stock_quantity) order by l.stock_quantity, l.name, l.id), '[]')
                           from (select p.id, p.name, p.category, p.stock_quantity from public.products p
                                  where p.archived_at is null and p.stock_quantity <= low_stock
                                  order by p.stock_quantity, p.name, p.id limit 10) l));
$$;

-- The sales of a period by `day`, `month` or `year`, its ten best products and its categories by revenue, its totals and those of as many days before it.
create function public.sales_report(first_day date, last_day date, step text) returns jsonb
language sql stable set search_path = ''
as $$
  with sold as materialized (
    select * from shop.product_sales(shop.start_of_day(first_day), shop.start_of_day(last_day + 1))
  ), over_time as materialized (
    select * from shop.sales_over_time(first_day, last_day, step)
  )
  select jsonb_build_object(
    'salesOverTime', (select jsonb_agg(jsonb_build_object('totalRevenue', t.revenue, 'orderCount', t.orders,
                        '_id', to_char(t.begins, case step when 'day' then 'YYYY-MM-DD' when 'month' then 'YYYY-MM' else 'YYYY' end)) order by t.begins)
                        from over_time t),
    'topProducts', (select coalesce(jsonb_agg(jsonb_build_object('productId', t.product_id, 'productName', t.product_name,
                             'totalQuantity', t.pieces, 'totalRevenue', t.revenue) order by t.revenue desc, t.pieces desc, t.product_id), '[]')
                      from (select * from sold order by revenue desc, pieces desc, product_id limit 10) t),
    'categorySales', (select coalesce(jsonb_agg(jsonb_build_object('_id', c.category, 'totalRevenue', c.revenue) order by c.revenue desc, c.category), '[]')
                        from (select s.category, sum(s.revenue) as revenue from sold s group by s.category) c),
    'totals', (select jsonb_build_object('totalRevenue', sum(t.revenue), 'orderCount', sum(t.orders)) from over_time t),
    'previous', (select jsonb_build_object('totalRevenue', sum(t.revenue), 'orderCount', sum(t.orders))
                   from shop.sales_over_time(first_day - (last_day - first_day + 1), first_day - 1, 'year') t));
$$;

grant execute on all functions in schema shop to service_role;
revoke execute on function public.sales_dashboard, public.sales_report from public, anon, authenticated;
grant execute on function public.sales_dashboard, public.sales_report to service_role;
