-- The shop in figures: totals of lists, the dashboard, sales reports, bestsellers. Revenue is what every order charged (delivery included)
-- except cancelled and archived ones; a product or category earns its lines alone. Days are days in Pakistan, both ends included.

-- Orders at a glance: {total_orders, total_revenue (without cancelled ones), average_order_value, status_counts: {pending: n, …}, work:
-- [{work, orders}], without those that no order waits for}.
create function public.order_stats() returns jsonb
language sql stable set search_path = ''
as $$
  with counted as (
    select t.kind as status, sum(t.records) as orders, sum(t.added) as revenue from shop.daily_counts t
    where t.subject = 'orders' group by t.kind
  ), standing as (
    select coalesce(sum(orders), 0) as orders, coalesce(sum(revenue), 0) as revenue from counted where status <> 'cancelled'
  )
  select jsonb_build_object(
    'total_orders', (select coalesce(sum(orders), 0) from counted),
    'total_revenue', standing.revenue,
    'average_order_value', case when standing.orders = 0 then 0 else round(standing.revenue / standing.orders, 2) end,
    'status_counts', (select jsonb_object_agg(s, coalesce((select c.orders from counted c where c.status = s::text), 0))
                       from unnest(enum_range(null::shop.order_status)) s),
    'work', (select coalesce(jsonb_agg(jsonb_build_object('work', w.work, 'orders', w.orders)), '[]')
               from (select o.work, count(*) as orders from shop.order_lists o group by o.work) w))
  from standing;
$$;

-- The stock history from the beginning of one day in Pakistan to that of another (null: no limit):
-- {total_records, total_in, total_out, by_type: {purchase: {count, quantity}, …}}, `quantity` signed.
create function public.stock_stats(from_time timestamptz default null, to_time timestamptz default null) returns jsonb
language sql stable set search_path = ''
as $$
  with counted as (
    select t.kind, sum(t.records) as records, sum(t.added) as pieces_in, sum(t.taken) as pieces_out
      from shop.daily_counts t
     where t.subject = 'stock'
       and t.day >= coalesce(shop.day_of(stock_stats.from_time), '-infinity')
       and t.day < coalesce(shop.day_of(stock_stats.to_time), 'infinity')
     group by t.kind
  )
  select jsonb_build_object(
    'total_records', coalesce(sum(c.records), 0),
    'total_in', coalesce(sum(c.pieces_in), 0),
    'total_out', coalesce(sum(c.pieces_out), 0),
    'by_type', jsonb_object_agg(k, jsonb_build_object(
      'count', coalesce(c.records, 0), 'quantity', coalesce(c.pieces_in - c.pieces_out, 0))))
  from unnest(enum_range(null::shop.stock_change_kind)) k left join counted c on c.kind = k::text;
$$;

-- Pieces and rupees of every product sold between two moments (the second excluded), and what of them was kept: stayed with customers or is
-- on its way. Under its name and category of today.
-- Read in the order of an index, by time or, for a long period, by piece: a planner thinks the table and hashing as good, which they are
-- not.
create function shop.product_sales(since timestamptz, till timestamptz)
returns table (product_id text, product_name text, category text, units bigint, revenue numeric, kept_units bigint, kept_revenue numeric)
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
  set enable_seqscan = off set enable_hashagg = off
as $$
begin
  return query
    select p.id, p.name, coalesce(p.category, 'uncategorized'), s.units, round(s.paisas / 100, 2), s.units - s.returned,
           round((s.paisas - s.returned_paisas) / 100, 2)
      from (select l.product_id, sum(l.quantity) as units, sum(l.paisas) as paisas, sum(l.returned) as returned,
                   sum(l.returned_paisas) as returned_paisas
              from shop.sold_lines l where l.sold_at >= since and l.sold_at < till group by l.product_id) s
      join public.products p on p.id = s.product_id;
end;
$$;

-- Revenue and number of orders by day, month or year. Every step of the period is there, also without orders.
create function shop.sales_over_time(first_day date, last_day date, step text)
returns table (begins date, revenue numeric, orders bigint)
language sql stable set search_path = ''
as $$
  select steps.begins::date, coalesce(sold.revenue, 0), coalesce(sold.orders, 0)
    from generate_series(date_trunc(step, first_day::timestamp), last_day::timestamp, ('1 ' || step)::interval) as steps (begins)
    left join (select date_trunc(step, t.day::timestamp) as begins, sum(t.added) as revenue, sum(t.records)::bigint as orders
                 from shop.daily_counts t
                where t.subject = 'orders' and t.kind <> 'cancelled' and t.day between first_day and last_day
                group by 1) sold on sold.begins = steps.begins;
$$;

-- A period in one line: {total_orders, total_sales, total_revenue, total_purchase_orders, total_shipments, total_products}. Takes the
-- pieces sold, `total_sales`. `total_orders` counts cancelled ones, too; `total_products` are the products on sale when the period ended.
create function shop.period_figures(first_day date, last_day date, units bigint) returns jsonb
language sql stable set search_path = ''
as $$
  with period as (
    select shop.start_of_day(first_day) as since, shop.start_of_day(last_day + 1) as till
  ), counted as (
    select coalesce(sum(t.records), 0) as orders, coalesce(sum(t.added) filter (where t.kind <> 'cancelled'), 0) as revenue
      from shop.daily_counts t where t.subject = 'orders' and t.day between first_day and last_day
  )
  select jsonb_build_object(
    'total_orders', counted.orders,
    'total_sales', coalesce(units, 0),
    'total_revenue', counted.revenue,
    'total_purchase_orders', (select count(*) from public.purchase_orders o
                               where o.created_at >= since and o.created_at < till and o.archived_at is null),
    'total_shipments', (select count(*) from public.shipments s
                         where s.created_at >= since and s.created_at < till and s.archived_at is null
                           and not exists (select from public.orders o where o.id = s.order_id and o.archived_at is not null)),
    'total_products', (select count(*) from public.products p
                        where p.created_at < till and (p.archived_at is null or p.archived_at >= till)))
  from period, counted;
$$;

-- Everything the dashboard shows of a period, and the figures of as many days before it. Products, stock and recent orders are those of
-- now. Takes the first and the last day, and the stock from which a product is low.
create function public.sales_dashboard(first_day date, last_day date, low_stock integer) returns jsonb
language sql stable set search_path = ''
as $$
  with period as (
    select first_day - (last_day - first_day + 1) as day_before, shop.start_of_day(first_day) as since,
    shop.start_of_day(last_day + 1) as till
  ), sold as materialized (
    select s.* from period, shop.product_sales(period.since, period.till) s
  ), on_sale as (
    select p.category, count(*) as products from public.products p where p.archived_at is null group by p.category
  ), earned as (
    select s.category, sum(s.revenue) as revenue, sum(s.kept_revenue) as kept_revenue from sold s group by s.category
  ), counted as (
    select t.kind as status, sum(t.records) as orders
      from shop.daily_counts t where t.subject = 'orders' and t.day between first_day and last_day group by t.kind
  )
  select jsonb_build_object(
    'overview', shop.period_figures(first_day, last_day, (select sum(s.units)::bigint from sold s))
      || jsonb_build_object('total_products', (select coalesce(sum(o.products), 0) from on_sale o)),
    'previous', shop.period_figures(period.day_before, first_day - 1,
                                    (select sum(l.quantity) from shop.sold_lines l
                                      where l.sold_at >= shop.start_of_day(period.day_before) and l.sold_at < period.since)),
    'recent_orders', (select coalesce(jsonb_agg(shop.order_json(o.id) order by o.created_at desc, o.id), '[]')
                       from (select r.id, r.created_at from public.orders r where r.archived_at is null
                             order by r.created_at desc, r.id limit 5) o),
    'top_products', (select coalesce(jsonb_agg(jsonb_build_object('product_id', t.product_id, 'product_name', t.product_name,
                                                                  'total_quantity', t.units, 'total_revenue', t.revenue,
                                                                  'kept_quantity', t.kept_units, 'kept_revenue', t.kept_revenue)
                                               order by t.units desc, t.revenue desc, t.product_id), '[]')
                       from (select * from sold order by units desc, revenue desc, product_id limit 10) t),
    'category_stats', (select coalesce(jsonb_agg(jsonb_build_object('category', coalesce(c.slug, e.category),
                                                                    'name', coalesce(c.name, 'Uncategorized'),
                                                                    'product_count', coalesce(o.products, 0),
                                                                    'total_revenue', coalesce(e.revenue, 0),
                                                                    'kept_revenue', coalesce(e.kept_revenue, 0))
                                                 order by coalesce(e.revenue, 0) desc, c.sort_order, c.slug), '[]')
                         from public.categories c
                         left join on_sale o on o.category = c.slug
                         full join earned e on e.category = c.slug),
    'order_status_counts', (select jsonb_object_agg(s, coalesce((select c.orders from counted c where c.status = s::text), 0))
                            from unnest(enum_range(null::shop.order_status)) s),
    'sales_by_date', (select jsonb_agg(jsonb_build_object('_id', t.begins, 'total', t.revenue, 'count', t.orders) order by t.begins)
                      from shop.sales_over_time(first_day, last_day, 'day') t),
    'low_stock_products', (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name, 'category', l.category,
                                                                        'stock_quantity', l.stock_quantity)
                                                     order by l.stock_quantity, l.name, l.id), '[]')
                           from (select p.id, p.name, p.category, p.stock_quantity from public.products p
                                  where p.archived_at is null and p.stock_quantity <= low_stock
                                  order by p.stock_quantity, p.name, p.id limit 10) l))
  from period;
$$;

-- What became of the orders of a period, in rupees: {ordered: the totals of all but cancelled ones, delivered: of those that arrived,
-- without what parcels did not bring, went_back: what of that was refunded, credited or exchanged, net: what is left}. An exchange counts
-- as its difference: what comes back goes back on the one order, and pays for the other.
create function shop.sales_sums(first_day date, last_day date) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('ordered', coalesce(shop.rupees(d.ordered), 0), 'delivered', coalesce(shop.rupees(d.brought), 0),
                            'went_back', coalesce(shop.rupees(d.brought - d.net), 0), 'net', coalesce(shop.rupees(d.net), 0))
    from (select sum(e.ordered)::bigint as ordered, sum(e.brought)::bigint as brought, sum(e.net)::bigint as net
            from shop.earned_days e where e.placed_on between first_day and last_day) d;
$$;

-- The sales of a period by `day`, `month` or `year`, its ten best products and its categories by revenue with what of that was kept, its
-- totals and those of as many days before it, and what became of it (`shop.sales_sums`).
create function public.sales_report(first_day date, last_day date, step text) returns jsonb
language plpgsql set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  perform shop.work_out_earnings();
  return (
    with sold as materialized (
      select * from shop.product_sales(shop.start_of_day(first_day), shop.start_of_day(last_day + 1))
    ), over_time as materialized (
      select * from shop.sales_over_time(first_day, last_day, step)
    )
    select jsonb_build_object(
      'sales_over_time', (select jsonb_agg(jsonb_build_object(
                                   'total_revenue', t.revenue, 'order_count', t.orders,
                                   '_id', to_char(t.begins, case step when 'day' then 'YYYY-MM-DD' when 'month' then 'YYYY-MM'
                                                                      else 'YYYY' end))
                                 order by t.begins)
                            from over_time t),
      'top_products', (select coalesce(jsonb_agg(jsonb_build_object('product_id', t.product_id, 'product_name', t.product_name,
                                                                    'total_quantity', t.units, 'total_revenue', t.revenue,
                                                                    'kept_quantity', t.kept_units, 'kept_revenue', t.kept_revenue)
                                                 order by t.revenue desc, t.units desc, t.product_id), '[]')
                         from (select * from sold order by revenue desc, units desc, product_id limit 10) t),
      'category_sales', (select coalesce(jsonb_agg(jsonb_build_object('_id', c.category, 'total_revenue', c.revenue,
                                                                      'kept_revenue', c.kept_revenue)
                                                   order by c.revenue desc, c.category), '[]')
                           from (select s.category, sum(s.revenue) as revenue, sum(s.kept_revenue) as kept_revenue
                                   from sold s group by s.category) c),
      'totals', (select jsonb_build_object('total_revenue', sum(t.revenue), 'order_count', sum(t.orders)) from over_time t),
      'sums', shop.sales_sums(first_day, last_day),
      'discounts', (select coalesce(shop.rupees(sum(d.discounts)::bigint), 0) from shop.earned_days d
                     where d.placed_on between first_day and last_day),
      'previous', (select jsonb_build_object('total_revenue', sum(t.revenue), 'order_count', sum(t.orders))
                     from shop.sales_over_time(first_day - (last_day - first_day + 1), first_day - 1, 'year') t)));
end;
$$;

-- What else a day asks for: {late_count, late: [shipments], expected_count, expected: [purchase orders]}. A parcel is late after its
-- estimated day or, without one, after so many days under way. Expected deliveries are those with a date, the earliest first. Takes today,
-- those days, and how many to list.
create function public.work_summary(today date, late_after integer, page_limit integer) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  late text[] := array(
    select s.id from public.shipments s
     where s.archived_at is null and not shop.is_over(s.status)
       and (s.estimated_delivery_date < today
            or (s.estimated_delivery_date is null and s.status <> 'preparing' and s.shipped_date < shop.start_of_day(today - late_after)))
     order by coalesce(s.estimated_delivery_date, shop.day_of(s.shipped_date) + late_after), s.id);
begin
  return jsonb_build_object(
    'late_count', cardinality(late),
    'late', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'shipment_number', s.shipment_number,
                                                          'order_number', s.order_number, 'status', s.status, 'carrier', s.carrier,
                                                          'recipient_name', coalesce(o.recipient_name, o.customer_name),
                                                          'estimated_delivery_date', s.estimated_delivery_date,
                                                          'shipped_date', s.shipped_date) order by listed.place), '[]')
               from unnest(late[1 : page_limit]) with ordinality as listed (id, place)
               join public.shipments s on s.id = listed.id join public.orders o on o.id = s.order_id),
    'expected_count', (select count(*) from public.purchase_orders p
                       where p.archived_at is null and p.expected_delivery_date is not null and shop.is_expected(p.status)),
    'expected', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'order_number', p.order_number, 'supplier_name', p.supplier_name,
                          'status', p.status, 'expected_delivery_date', p.expected_delivery_date) order by p.expected_delivery_date, p.id),
                          '[]')
                   from (select * from public.purchase_orders e
                          where e.archived_at is null and e.expected_delivery_date is not null and shop.is_expected(e.status)
                          order by e.expected_delivery_date, e.id limit page_limit) p));
end;
$$;

-- Products by how many pieces of the last 90 days stayed with customers or are on their way, then by reviews; so many of them, or all.
-- Security definer: the public may know the order of bestsellers, but not read the orders behind it.
create function public.bestselling_products(max_products integer default null) returns setof public.products
language sql stable security definer set search_path = ''
as $$
  with sold as (
    select s.product_id, sum(s.quantity - s.returned) as units from shop.sold_lines s
     where s.sold_at >= now() - interval '90 days' group by s.product_id
  ), best as (
    select p.id, row_number() over (order by coalesce(s.units, 0) desc, p.review_count desc, p.rating desc, p.id) as place
      from public.products p left join sold s on s.product_id = p.id
     where p.archived_at is null
     order by place
     limit max_products
  )
  select p.* from best join public.products p on p.id = best.id order by best.place;
$$;

grant execute on function public.bestselling_products to anon, authenticated, service_role;

grant execute on function public.order_stats, public.stock_stats, public.sales_dashboard, public.sales_report,
  public.work_summary to service_role;
