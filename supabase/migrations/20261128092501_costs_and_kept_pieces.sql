SET local check_function_bodies = off;

DROP INDEX "shop"."sold_lines_by_time";

DROP FUNCTION "shop"."product_sales"(timestamp WITH time zone, timestamp WITH time zone);

DROP FUNCTION "shop"."rebuild_sold_lines"();

CREATE TABLE "shop"."line_costs" (
  "item_id"   text          NOT NULL,
  "unit_cost" numeric(14,4),
  CONSTRAINT "line_costs_not_negative" CHECK ((unit_cost >= (0)::numeric)),
  CONSTRAINT "line_costs_pkey" PRIMARY KEY (item_id)
);

ALTER TABLE "shop"."line_costs"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "shop"."piece_costs" (
  "variant_id" text          NOT NULL,
  "unit_cost"  numeric(14,4) NOT NULL,
  CONSTRAINT "piece_costs_not_negative" CHECK ((unit_cost >= (0)::numeric)),
  CONSTRAINT "piece_costs_pkey" PRIMARY KEY (variant_id)
);

ALTER TABLE "shop"."piece_costs"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."purchase_order_delivery_items"
  ADD COLUMN "unit_cost" numeric(14,4);

ALTER TABLE "public"."purchase_orders"
  ADD COLUMN "charges" numeric(12,2) NOT NULL DEFAULT 0;

ALTER TABLE "shop"."sold_lines"
  ADD COLUMN "returned" integer NOT NULL DEFAULT 0;

ALTER TABLE "shop"."sold_lines"
  ADD COLUMN "returned_paisas" bigint NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION public.bestselling_products (
  max_products integer DEFAULT NULL::integer
)
  RETURNS SETOF public.products
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.bought_together()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  with bought as materialized (
    select distinct l.order_id, l.product_id
      from public.orders o join shop.sold_lines l on l.order_id = o.id and l.returned < l.quantity
     where o.status = 'delivered' and o.archived_at is null and o.created_at >= now() - interval '18 months'
  ), baskets as (
    select sum(b.size)::float8 as lines, sum(b.size * (b.size - 1))::float8 as pairs
      from (select count(*) as size from bought g group by g.order_id) b
  ), sellers as materialized (
    select g.product_id, p.category, p.in_stock, count(*)::float8 as orders
      from bought g join public.products p on p.id = g.product_id
     where p.archived_at is null
     group by g.product_id, p.category, p.in_stock
  ), pairs as (
    select one.product_id as one, other.product_id as other, count(*)::float8 as orders
      from bought one join bought other on other.order_id = one.order_id and other.product_id > one.product_id
     group by one.product_id, other.product_id
    having count(*) >= 3
  ), ranked as (
    select a.product_id, b.product_id as other_id,
           row_number() over (partition by a.product_id order by p.orders / (sqrt(a.orders * b.orders) + 5) desc, b.product_id) as place
      from (select one, other, orders from pairs union all select other, one, orders from pairs) p
      join sellers a on a.product_id = p.one
      join sellers b on b.product_id = p.other
     cross join baskets t
     cross join lateral (select a.orders * b.orders * t.pairs / t.lines ^ 2 as orders) chance
     where b.in_stock and a.category <> b.category and 2 * (sqrt(p.orders) - sqrt(chance.orders)) >= 3.3
  )
  select coalesce(jsonb_object_agg(found.product_id, found.others), '{}')
    from (select r.product_id, jsonb_agg(r.other_id order by r.place) as others from ranked r where r.place <= 6
          group by r.product_id) found;
$function$;

CREATE OR REPLACE FUNCTION public.create_purchase_order (
  purchase jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  created_id text;
begin
  insert into public.purchase_orders (supplier_name, supplier_email, supplier_phone, supplier_address, charges, expected_delivery_date,
                                      notes)
  values (purchase ->> 'supplierName', coalesce(purchase ->> 'supplierEmail', ''), coalesce(purchase ->> 'supplierPhone', ''),
          coalesce(purchase ->> 'supplierAddress', ''), coalesce((purchase ->> 'charges')::numeric, 0),
          (purchase ->> 'expectedDeliveryDate')::date, coalesce(purchase ->> 'notes', ''))
  returning id into created_id;
  perform shop.write_purchase_order_items(created_id, purchase -> 'items');
  return shop.purchase_order_json(created_id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.edit_purchase_order (
  purchase_order_id text,
  changes           jsonb,
  expected_version  timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  before public.purchase_orders := shop.lock_purchase_order(purchase_order_id);
begin
  perform shop.check_version(before.updated_at, expected_version);
  if (changes ? 'items' or (changes ->> 'charges')::numeric <> before.charges) and (before.status = 'received' or exists (
       select from public.purchase_order_deliveries r where r.purchase_order_id = before.id and r.taken_back_at is null)) then
    perform shop.refuse('already_received');
  end if;

  update public.purchase_orders o
     set supplier_name = coalesce(changes ->> 'supplierName', o.supplier_name),
         supplier_email = coalesce(changes ->> 'supplierEmail', o.supplier_email),
         supplier_phone = coalesce(changes ->> 'supplierPhone', o.supplier_phone),
         supplier_address = coalesce(changes ->> 'supplierAddress', o.supplier_address),
         notes = coalesce(changes ->> 'notes', o.notes),
         charges = coalesce((changes ->> 'charges')::numeric, o.charges),
         expected_delivery_date = case when changes ? 'expectedDeliveryDate' then (changes ->> 'expectedDeliveryDate')::date
                                       else o.expected_delivery_date end
   where o.id = before.id;
  if changes ? 'items' then
    perform shop.write_purchase_order_items(before.id, changes -> 'items');
  end if;
  return shop.purchase_order_json(before.id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.list_products (
  category    text,
  in_stock    boolean,
  featured    boolean,
  is_new      boolean,
  sort_by     text,
  ascending   boolean,
  page_offset integer,
  page_limit  integer,
  min_price   numeric DEFAULT NULL::numeric,
  max_price   numeric DEFAULT NULL::numeric,
  occasions   text[]  DEFAULT NULL::text[],
  colors      text[]  DEFAULT NULL::text[],
  sizes       text[]  DEFAULT NULL::text[],
  nickel_free boolean DEFAULT NULL::boolean
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
begin
  return (
    with matching as materialized (
      select p.id, p.name, case when sort_by = 'sold' then p.review_count end as review_count,
      case when sort_by = 'sold' then p.rating end as rating,
             case when ascending and sort_by <> 'sold' then 1 else -1 end
               * case sort_by when 'price' then p.price::float8
                              when 'rating' then p.rating::float8
                              when 'createdAt' then extract(epoch from p.created_at)::float8
                              when 'sold' then coalesce(s.pieces, 0)::float8 end as weight
        from public.products p
        left join (select l.product_id, sum(l.quantity - l.returned) as pieces from shop.sold_lines l
                    where sort_by = 'sold' and l.sold_at >= now() - interval '90 days' group by l.product_id) s on s.product_id = p.id
       where p.archived_at is null
         and (list_products.category is null or p.category = (select shop.current_slug(list_products.category)))
         and (list_products.in_stock is null or p.in_stock = list_products.in_stock)
         and (list_products.featured is null or p.is_featured = list_products.featured)
         and (list_products.is_new is null or p.is_new = list_products.is_new)
         and (min_price is null or p.price >= min_price)
         and (max_price is null or p.price <= max_price)
         and (list_products.occasions is null or p.occasions && list_products.occasions)
         and (list_products.colors is null or p.colors && list_products.colors or p.colors = '{}')
         and (list_products.sizes is null or p.sizes && list_products.sizes or p.sizes = '{}')
         and (nickel_free is null or (p.is_nickel_free is true) = nickel_free)
    ), page as (
      select m.id, row_number() over () as place
        from (select m.id from matching m
               order by case when sort_by = 'name' and ascending then shop.sort_key(m.name) end collate "C",
                        case when sort_by = 'name' and not ascending then shop.sort_key(m.name) end collate "C" desc,
                        m.weight, m.review_count desc, m.rating desc, m.id
              offset page_offset limit page_limit) m
    )
    select jsonb_build_object(
      'items', (select coalesce(jsonb_agg(shop.product_json(p) order by page.place), '[]') from page
                join public.products p on p.id = page.id),
      'total', (select count(*) from matching)));
end;
$function$;

CREATE OR REPLACE FUNCTION public.list_stock_at_cost (
  sorted_by   text,
  page_offset integer,
  page_limit  integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with sold as materialized (
    select l.variant_id, max(l.created_at) as last_at,
           sum(l.quantity) filter (where l.created_at >= now() - interval '28 days') as of_weeks
      from (select i.variant_id, i.quantity, o.created_at
              from public.orders o join public.order_items i on i.order_id = o.id
             where o.status <> 'cancelled' and o.archived_at is null and o.created_at >= now() - interval '1 year') l
     group by l.variant_id
  ), lying as materialized (
    select v.id, v.product_id, v.sku, v.color, v.size, v.stock_quantity as pieces, c.unit_cost, s.last_at,
           coalesce(s.of_weeks, 0) as of_weeks,
           shop.day_of(now()) - shop.day_of(coalesce(s.last_at, v.created_at)) as days,
           case when s.of_weeks > 0 then floor(v.stock_quantity * 28 / s.of_weeks) end as days_left
      from public.product_variants v
      join public.products p on p.id = v.product_id and p.archived_at is null
      left join shop.piece_costs c on c.variant_id = v.id
      left join sold s on s.variant_id = v.id
     where v.archived_at is null
       and case sorted_by when 'short' then s.of_weeks > 0 when 'uncosted' then v.stock_quantity > 0 and c.unit_cost is null
                          else v.stock_quantity > 0 end
  ), page as (
    select l.*, row_number() over (
             order by case sorted_by when 'dead' then - l.days when 'short' then l.days_left when 'worth' then - l.pieces * l.unit_cost end,
                      l.id) as place
      from lying l
     order by place offset page_offset limit page_limit
  )
  select jsonb_build_object(
    'total', (select count(*) from lying),
    'items', (select coalesce(jsonb_agg(jsonb_build_object(
                'id', n.id, 'product_id', n.product_id, 'name', (select p.name from public.products p where p.id = n.product_id),
                'color', n.color, 'size', n.size, 'sku', n.sku, 'pieces', n.pieces, 'unit_cost', round(n.unit_cost, 2),
                'cost', round(n.pieces * n.unit_cost, 2), 'last_sold', shop.day_of(n.last_at), 'days', n.days, 'sold', n.of_weeks,
                'days_left', n.days_left) order by n.place), '[]') from page n));
$function$;

REVOKE ALL ON FUNCTION "public"."list_stock_at_cost"(text, integer, integer) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.profit_report (
  first_day  date,
  last_day   date,
  grouped_by text,
  max_groups integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with earned as materialized (
    select * from shop.order_earnings(shop.start_of_day(first_day), shop.start_of_day(last_day + 1))
  ), lines as materialized (
    select l.*, sum(l.weight) over (partition by l.order_id order by l.place) as upto,
           sum(l.weight) over (partition by l.order_id) as whole
      from shop.line_earnings(shop.start_of_day(first_day), shop.start_of_day(last_day + 1)) l
  ), parts as materialized (
    select case grouped_by when 'day' then e.placed_on::text when 'month' then to_char(e.placed_on, 'YYYY-MM') when 'city' then e.city
                         when 'courier' then e.courier when 'source' then e.source when 'code' then e.code
                         when 'product' then l.product_id when 'choice' then l.variant_id else p.category end as key,
           e.order_id, e.is_sold, e.is_delivered, e.is_back, coalesce(l.pieces, 0) as pieces,
           coalesce(l.cost, 0) as cost, coalesce(l.uncosted, 0) as uncosted,
           case when e.is_sold then shop.share_of_line(e.ordered, l.upto, l.whole, l.weight) else 0 end as ordered,
           shop.share_of_line(e.net, l.upto, l.whole, l.weight) as net,
           shop.share_of_line(e.charges, l.upto, l.whole, l.weight) as charges,
           shop.share_of_line(e.taxes, l.upto, l.whole, l.weight) as taxes
      from earned e left join lines l on l.order_id = e.order_id
      left join public.products p on p.id = l.product_id and grouped_by = 'category'
  ), grouped as materialized (
    select grouping(p.key) = 1 as is_total, p.key, count(distinct p.order_id) filter (where p.is_sold) as orders,
           count(distinct p.order_id) filter (where p.is_delivered) as delivered,
           count(distinct p.order_id) filter (where p.is_back) as came_back, coalesce(sum(p.ordered), 0) as ordered,
           coalesce(sum(p.net), 0) as net, coalesce(sum(p.pieces), 0) as pieces, coalesce(sum(p.cost), 0) as cost,
           coalesce(sum(p.uncosted), 0) as uncosted, coalesce(sum(p.charges), 0) as charges, coalesce(sum(p.taxes), 0) as taxes,
           coalesce(sum(p.net - p.cost - p.charges - p.taxes), 0) as profit
      from parts p
     group by grouping sets ((p.key), ())
  ), named as (
    select g.*, case grouped_by when 'product' then (select p.name from public.products p where p.id = g.key)
                              when 'choice' then (select concat_ws(' ', p.name, '(' || nullif(shop.choice_name(v.color, v.size), '') || ')')
                                                    from public.product_variants v join public.products p on p.id = v.product_id
                                                   where v.id = g.key)
                              when 'category' then (select c.name from public.categories c where c.slug = g.key)
                              else g.key end as name
      from grouped g where not g.is_total
     order by case when grouped_by in ('day', 'month') then g.key end, g.profit desc, g.key
     limit max_groups
  )
  select jsonb_build_object(
    'stages', (select jsonb_agg(jsonb_build_object('stage', t.stage, 'orders', t.orders, 'amount', coalesce(t.amount, 0)) order by t.place)
                 from (select s.stage, s.place, count(*) filter (where s.passed) as orders, sum(e.ordered) filter (where s.passed) as amount
                         from (values (1, 'placed'), (2, 'confirmed'), (3, 'sent'), (4, 'delivered'), (5, 'settled')) as n (place, stage)
                         left join earned e on true
                        cross join lateral (select n.stage, n.place, case n.stage when 'placed' then e.order_id is not null
                                                                                  when 'confirmed' then e.is_confirmed
                                                                                  when 'sent' then e.is_sent
                                                                                  when 'delivered' then e.is_delivered
                                                                                  else e.is_settled end as passed) s
                        group by s.stage, s.place) t),
    'totals', (select to_jsonb(g) - '{is_total,key}'::text[] from grouped g where g.is_total),
    'group_count', (select count(*) from grouped g where not g.is_total),
    'groups', (select coalesce(jsonb_agg(to_jsonb(n) - 'is_total' order by case when grouped_by in ('day', 'month') then n.key end,
                                                                           n.profit desc, n.key), '[]') from named n));
$function$;

REVOKE ALL ON FUNCTION "public"."profit_report"(date, date, text, integer) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.sales_dashboard (
  first_day date,
  last_day  date,
  low_stock integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.sales_report (
  first_day date,
  last_day  date,
  step      text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
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
    'discounts', (select coalesce(sum(o.discount + o.delivery_discount), 0) from public.orders o
                   where o.discount + o.delivery_discount > 0 and o.archived_at is null and o.status <> 'cancelled'
                     and o.created_at >= shop.start_of_day(first_day) and o.created_at < shop.start_of_day(last_day + 1)),
    'previous', (select jsonb_build_object('total_revenue', sum(t.revenue), 'order_count', sum(t.orders))
                   from shop.sales_over_time(first_day - (last_day - first_day + 1), first_day - 1, 'year') t));
$function$;

CREATE OR REPLACE FUNCTION public.search_products (
  typed       text,
  meant       jsonb,
  category    text,
  in_stock    boolean,
  featured    boolean,
  is_new      boolean,
  sort_by     text,
  ascending   boolean,
  page_offset integer,
  page_limit  integer,
  min_price   numeric DEFAULT NULL::numeric,
  max_price   numeric DEFAULT NULL::numeric,
  occasions   text[]  DEFAULT NULL::text[],
  colors      text[]  DEFAULT NULL::text[],
  sizes       text[]  DEFAULT NULL::text[],
  nickel_free boolean DEFAULT NULL::boolean
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  found_ids text[];
  ranks real[];
begin
  select f.ids, f.ranks into found_ids, ranks from shop.matching_products(typed, meant) f;
  return (
    with matching as materialized (
      select p.id, p.review_count, p.name,
             case when sort_by is null then - f.rank else
               case when ascending then 1 else -1 end
                 * case sort_by when 'price' then p.price::float8
                                when 'rating' then p.rating::float8
                                when 'createdAt' then extract(epoch from p.created_at)::float8
                                when 'sold' then coalesce(s.pieces, 0)::float8 end
             end as weight
        from unnest(found_ids, ranks) as f (id, rank) join public.products p on p.id = f.id
        left join (select l.product_id, sum(l.quantity - l.returned) as pieces from shop.sold_lines l
                    where sort_by = 'sold' and l.sold_at >= now() - interval '90 days' group by l.product_id) s on s.product_id = p.id
       where p.archived_at is null
         and (search_products.category is null or p.category = (select shop.current_slug(search_products.category)))
         and (search_products.in_stock is null or p.in_stock = search_products.in_stock)
         and (search_products.featured is null or p.is_featured = search_products.featured)
         and (search_products.is_new is null or p.is_new = search_products.is_new)
         and (min_price is null or p.price >= min_price)
         and (max_price is null or p.price <= max_price)
         and (search_products.occasions is null or p.occasions && search_products.occasions)
         and (search_products.colors is null or p.colors && search_products.colors or p.colors = '{}')
         and (search_products.sizes is null or p.sizes && search_products.sizes or p.sizes = '{}')
         and (nickel_free is null or (p.is_nickel_free is true) = nickel_free)
    ), page as (
      select m.id, row_number() over () as place
        from (select m.id from matching m
               order by case when sort_by = 'name' and ascending then shop.sort_key(m.name) end collate "C",
                        case when sort_by = 'name' and not ascending then shop.sort_key(m.name) end collate "C" desc,
                        m.weight, case when sort_by is null then - m.review_count end, case when sort_by is null then m.name end, m.id
              offset page_offset limit page_limit) m
    )
    select jsonb_build_object(
      'items', (select coalesce(jsonb_agg(shop.product_json(p) order by page.place), '[]') from page
                join public.products p on p.id = page.id),
      'total', (select count(*) from matching)));
end;
$function$;

CREATE OR REPLACE FUNCTION public.set_piece_cost (
  product_id text,
  unit_cost  numeric,
  color      text    DEFAULT NULL::text,
  size       text    DEFAULT NULL::text,
  sku        text    DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  variant public.product_variants;
  named text;
  before numeric;
begin
  perform shop.need_right('buy_stock');
  -- Locked, so that no delivery averages meanwhile.
  select p.name into named from public.products p where p.id = set_piece_cost.product_id and p.archived_at is null for no key update;
  if not found then
    perform shop.refuse('product_not_found');
  end if;
  variant := shop.require_variant(set_piece_cost.product_id, color, size, sku);
  select c.unit_cost into before from shop.piece_costs c where c.variant_id = variant.id;
  insert into shop.piece_costs (variant_id, unit_cost) values (variant.id, set_piece_cost.unit_cost)
  on conflict (variant_id) do update set unit_cost = excluded.unit_cost;
  perform shop.write_audit(shop.acting(), 'product', variant.product_id,
    concat_ws(' ', named, '(' || nullif(shop.choice_name(variant.color, variant.size), '') || ')'),
    jsonb_build_object('unit_cost', before), jsonb_build_object('unit_cost', round(set_piece_cost.unit_cost, 2)));
  return jsonb_build_object('product_id', variant.product_id, 'color', variant.color, 'size', variant.size, 'sku', variant.sku,
                            'unit_cost', round(set_piece_cost.unit_cost, 2));
end;
$function$;

REVOKE ALL ON FUNCTION "public"."set_piece_cost"(text, numeric, text, text, text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.stock_worth()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('pieces', coalesce(sum(v.stock_quantity), 0),
                            'cost', coalesce(round(sum(v.stock_quantity * c.unit_cost), 2), 0),
                            'uncosted', coalesce(sum(v.stock_quantity) filter (where c.unit_cost is null), 0))
    from public.product_variants v left join shop.piece_costs c on c.variant_id = v.id;
$function$;

REVOKE ALL ON FUNCTION "public"."stock_worth"() FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION shop.after_delivery_items_added()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.average_costs(array_agg(a::public.purchase_order_delivery_items), 1) from added a having count(*) > 0;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.after_delivery_taken_back()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.average_costs(array_agg(l), -1) from public.purchase_order_delivery_items l where l.delivery_id = new.id having count(*) > 0;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.after_order_changed (
  old public.orders,
  new public.orders
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  moves constant boolean := new.status <> old.status;
  arrives constant boolean := moves and new.status = 'delivered';
  comes_or_goes constant boolean := (old.archived_at is null) <> (new.archived_at is null);
  is_given_up constant boolean := moves and new.status = 'cancelled' or old.archived_at is null and new.archived_at is not null;
  is_due_anew constant boolean := moves or old.due_on_delivery <> new.due_on_delivery;
  is_sold_else constant boolean := shop.is_sold(old) <> shop.is_sold(new);
  is_wish constant boolean := new.cancellation_asked_at is not null
    and new.cancellation_asked_at is distinct from old.cancellation_asked_at;
begin
  if is_due_anew or comes_or_goes or old.advance_verified <> new.advance_verified then perform shop.follow_advance(new.id); end if;
  if new.collected <> old.collected then perform shop.book_collected(old, new); end if;
  if moves or comes_or_goes or old.customer_phone <> new.customer_phone then perform shop.follow_order(old, new); end if;
  if arrives then perform shop.note_delivery(new); end if;
  if moves and shop.has_shipped(new.status) then perform shop.check_dispatch_gate(new.id); end if;
  if shop.is_open(old.status) <> shop.is_open(new.status) then perform shop.keep_packed_photos(new); end if;
  -- That a parcel's cash is booked, its own event says.
  if moves or new.collected = old.collected then perform shop.log_order_change(old, new); end if;
  if shop.is_cancelled_by_hand(old, new) then perform shop.need_right('cancel_orders'); end if;
  if shop.is_corrected(old, new) then perform shop.need_right('confirm_orders'); end if;
  if shop.is_discounted(old, new) then perform shop.need_right('discount_orders'); end if;
  if moves and new.status in ('shipped', 'delivered') then perform shop.need_right('send_parcels'); end if;
  if is_due_anew then perform shop.align_sums(new); end if;
  if shop.has_shipped(new.status) and not shop.has_shipped(old.status) then perform shop.check_photo(new.id); end if;
  if shop.has_shipped(new.status) and not shop.has_shipped(old.status) then perform shop.keep_costs(new.id); end if;
  if shop.is_unshipped(new.status) and not shop.is_unshipped(old.status) then perform shop.forget_costs(new.id); end if;
  if arrives then perform shop.promise_returns(new); end if;
  if old.awaits_proof and not new.awaits_proof and new.status <> 'cancelled' then perform shop.take_proven_pieces(new); end if;
  if new.pieces_added_at is distinct from old.pieces_added_at then perform shop.push_added_pieces(new); end if;
  if is_wish then perform shop.push_cancellation_wish(new); end if;
  if moves or (old.total_amount, old.created_at, old.archived_at) is distinct from (new.total_amount, new.created_at, new.archived_at) then
    perform shop.count_order(old, new);
  end if;
  if is_sold_else and new.discount_code is not null then perform shop.release_code(old, new); end if;
  if is_given_up and new.credit_used > 0 and shop.returns_credit(old) then perform shop.return_credit(new); end if;
  if is_sold_else or new.created_at <> old.created_at then perform shop.update_sold_lines(new); end if;
  if moves and 'delivered' in (old.status, new.status) then perform shop.count_returned(new.id); end if;
  if is_given_up then perform shop.undo_exchange(old, new); end if;
  if shop.is_found_elsewhere(old, new) then perform shop.store_order_words(new.id); end if;
  if moves then perform shop.copy_status_to_words(new); end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.after_return_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if new.state is distinct from old.state then perform shop.follow_return(old, new); end if;
  if new.state is distinct from old.state and not new.comes_back then perform shop.count_returned(new.order_id); end if;
  if new.state is distinct from old.state and new.state in ('approved', 'declined') and shop.is_customer_mail_on('returnDecided') then
    perform shop.mail_decision(new.id);
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.after_shipment_added (
  new public.shipments
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if not shop.is_back(new.status) then perform shop.check_dispatch_gate(new.order_id); end if;
  perform shop.log_parcel_change(null, new);
  perform shop.need_right('send_parcels');
  perform shop.note_courier_parcel(new);
  perform shop.follow_parcels(new);
  if not shop.is_back(new.status) then perform shop.replace_parcels(new); end if;
  if shop.has_left(new.status) then perform shop.check_photo(new.order_id); end if;
  perform shop.end_proof(new.order_id);
  if new.tracking_number <> '' then perform shop.store_order_words(new.order_id); end if;
  if shop.has_left(new.status) then perform shop.note_parcel_news(new); end if;
  perform shop.count_returned(new.order_id);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.after_shipment_changed (
  old public.shipments,
  new public.shipments
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  moves constant boolean := new.status <> old.status;
  comes_or_goes constant boolean := (old.archived_at is null) <> (new.archived_at is null);
begin
  if (moves or new.order_id <> old.order_id) and not shop.is_back(new.status) then perform shop.check_dispatch_gate(new.order_id); end if;
  perform shop.log_parcel_change(old, new);
  if shop.is_sent_by_hand(old, new) then perform shop.need_right('send_parcels'); end if;
  if old.received_at is null and new.received_at is not null then perform shop.need_right('receive_returns'); end if;
  if moves or new.carrier <> old.carrier or new.archived_at is distinct from old.archived_at then
    perform shop.note_courier_parcel(new);
  end if;
  if moves and (shop.is_over(old.status) or shop.is_over(new.status)) then perform shop.follow_parcel_sum(new); end if;
  if comes_or_goes then perform shop.follow_parcels(new); end if;
  if new.order_id <> old.order_id then
    perform shop.follow_lines(array_agg(l)) from public.settlement_lines l where l.shipment_id = new.id having count(*) > 0;
  end if;
  if moves and shop.has_left(new.status) then perform shop.check_photo(new.order_id); end if;
  if moves and shop.is_back(new.status) and new.archived_at is null then perform shop.push_parcel(new); end if;
  if comes_or_goes or old.tracking_number <> new.tracking_number then perform shop.store_order_words(new.order_id); end if;
  if moves then perform shop.note_parcel_news(new); end if;
  if comes_or_goes or shop.is_back(old.status) <> shop.is_back(new.status) or (old.received_at is null) <> (new.received_at is null) then
    perform shop.count_returned(new.order_id);
  end if;
  if new.order_id <> old.order_id then perform shop.count_returned(l) from unnest(array[old.order_id, new.order_id]) l; end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.average_costs (
  lines     public.purchase_order_delivery_items[],
  direction integer
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  insert into shop.piece_costs as c (variant_id, unit_cost)
  select moved.variant_id,
         case when c.unit_cost is null or moved.owned + moved.units <= 0 then coalesce(c.unit_cost, moved.cost / abs(moved.units))
              when moved.owned * c.unit_cost + direction * moved.cost < 0 then c.unit_cost
              else (moved.owned * c.unit_cost + direction * moved.cost) / (moved.owned + moved.units) end
    from (select l.variant_id, shop.pieces_in_shop(v) as owned, direction * sum(l.received - l.damaged) as units,
                 sum((l.received - l.damaged) * l.unit_cost) as cost
            from unnest(lines) l join public.product_variants v on v.id = l.variant_id
           where l.received > l.damaged and l.unit_cost is not null
           group by l.variant_id, v.*) moved
    left join shop.piece_costs c on c.variant_id = moved.variant_id
   where direction = 1 or c.unit_cost is not null
  on conflict (variant_id) do update set unit_cost = excluded.unit_cost;
$function$;

CREATE OR REPLACE FUNCTION shop.book_delivery (
  purchase        public.purchase_orders,
  lines           jsonb,
  notes           text,
  actor           uuid,
  idempotency_key text,
  fingerprint     text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  booked public.purchase_order_deliveries;
  line record;
begin
  perform shop.lock_products(array (select i.product_id from public.purchase_order_items i where i.purchase_order_id = purchase.id));

  insert into public.purchase_order_deliveries (purchase_order_id, delivery_number, notes, actor, idempotency_key, request_fingerprint)
  values (purchase.id,
          purchase.order_number || '-R' || (select count(*) + 1 from public.purchase_order_deliveries r
                                            where r.purchase_order_id = purchase.id),
          book_delivery.notes, book_delivery.actor, book_delivery.idempotency_key, fingerprint)
  returning * into booked;

  insert into public.purchase_order_delivery_items (delivery_id, position, item_id, product_id, variant_id, product_name, received, damaged,
                                                    unit_cost)
  select booked.id, l.ordinality - 1, i.id, i.product_id, i.variant_id, i.product_name, (l.line ->> 'received')::integer,
    coalesce((l.line ->> 'damaged')::integer, 0), shop.landed_cost(i)
    from jsonb_array_elements(lines) with ordinality as l (line, ordinality)
    join public.purchase_order_items i on i.id = l.line ->> 'itemId';

  update public.purchase_order_items i
     set received = i.received + r.received, damaged = i.damaged + r.damaged, more_allowed = i.more_allowed
       or i.received + r.received > i.quantity
    from public.purchase_order_delivery_items r
   where r.delivery_id = booked.id and i.id = r.item_id;

  for line in
    select r.product_id, r.variant_id, sum(r.received - r.damaged)::integer as units from public.purchase_order_delivery_items r
     where r.delivery_id = booked.id group by r.product_id, r.variant_id having sum(r.received - r.damaged) > 0
       order by r.product_id, r.variant_id
  loop
    perform shop.change_stock(line.product_id, line.units, 'purchase', booked.delivery_number, booked.notes, actor, line.variant_id);
  end loop;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.count_returned (
  order_id text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  update shop.sold_lines s set returned = r.units, returned_paisas = r.paisas
    from public.orders o cross join lateral shop.returned_of(o) r
   where o.id = count_returned.order_id and s.order_id = o.id and s.position = r.place
     and (s.returned, s.returned_paisas) <> (r.units, r.paisas);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.customer_record (
  customer_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (
    select jsonb_build_object(
             'orders', count(*),
             'delivered', count(*) filter (where o.has_arrived),
             'returned', count(*) filter (where o.is_returned),
             'cancelled', count(*) filter (where o.status = 'cancelled' and not o.is_returned),
             'open', count(*) filter (where shop.is_open(o.status) and not o.is_returned),
             'value', coalesce(sum(o.net) filter (where o.has_arrived), 0),
             'ordered', coalesce(sum(o.total_amount) filter (where o.status <> 'cancelled'), 0),
             'first_order_at', min(o.created_at), 'last_order_at', max(o.created_at))
      from (select f.status, f.total_amount, shop.net_of(f) as net, f.created_at, shop.is_returned(f) as is_returned,
                   shop.has_arrived(f) as has_arrived
              from public.orders f
             where f.customer_id = customer_record.customer_id and f.archived_at is null) o);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.discount_codes_json (
  ids text[] DEFAULT NULL::text[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(to_jsonb(c) - 'code_key'
                            || jsonb_build_object('categories', shop.current_slugs(c.categories), 'uses',
                                                  (sums.placed ->> 'orders')::integer, 'placed', sums.placed,
                                                  'delivered', sums.delivered, 'returned', sums.returned, 'net', sums.net)
                            order by c.created_at desc, c.id), '[]')
    from public.discount_codes c
   cross join lateral (
     select jsonb_build_object(
       'orders', count(u.*), 'discount', coalesce(sum(u.amount), 0), 'total', coalesce(sum(u.total_amount), 0)) as placed,
            jsonb_build_object('orders', count(u.*) filter (where u.arrived),
                               'discount', coalesce(sum(u.amount) filter (where u.arrived), 0),
                               'total', coalesce(sum(u.total_amount) filter (where u.arrived), 0)) as delivered,
            jsonb_build_object('orders', count(u.*) filter (where u.is_back),
                               'discount', coalesce(sum(u.amount) filter (where u.is_back), 0),
                               'total', coalesce(sum(u.total_amount) filter (where u.is_back), 0)) as returned,
            coalesce(sum(u.net), 0) as net
       from (select r.amount, o.total_amount, shop.net_of(o) as net, o.status = 'delivered' and not back.is_back as arrived, back.is_back
               from public.code_redemptions r
               join public.orders o on o.id = r.order_id
              cross join lateral (select exists (select from public.shipments s where s.order_id = o.id and s.archived_at is null
                                                 and s.status = 'returned') as is_back) back
              where r.code_id = c.id and r.released_at is null) u) sums
   where ids is null or c.id = any (ids);
$function$;

CREATE OR REPLACE FUNCTION shop.forget_costs (
  order_id text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  delete from shop.line_costs c using public.order_items i where i.id = c.item_id and i.order_id = forget_costs.order_id;
$function$;

CREATE OR REPLACE FUNCTION shop.keep_costs (
  order_id text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  insert into shop.line_costs (item_id, unit_cost)
  select i.id, c.unit_cost from public.order_items i left join shop.piece_costs c on c.variant_id = i.variant_id
   where i.order_id = keep_costs.order_id
  on conflict (item_id) do nothing;
$function$;

CREATE OR REPLACE FUNCTION shop.landed_cost (
  line public.purchase_order_items
)
  RETURNS numeric
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select case when sum(i.total_cost) > 0 then line.unit_cost * (1 + max(o.charges) / sum(i.total_cost))
              else max(o.charges) / sum(i.quantity) end
    from public.purchase_order_items i join public.purchase_orders o on o.id = i.purchase_order_id
   where i.purchase_order_id = line.purchase_order_id;
$function$;

CREATE OR REPLACE FUNCTION shop.line_earnings (
  since timestamp with time zone,
  till  timestamp with time zone
)
  RETURNS TABLE (
    order_id   text,
    place      integer,
    product_id text,
    variant_id text,
    weight     numeric,
    pieces     bigint,
    cost       numeric,
    uncosted   bigint
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
begin
  return query
    with cohort as materialized (
      select o.id, o.status = 'delivered' as arrived from public.orders o
       where o.archived_at is null and o.created_at >= since and o.created_at < till
    ), lost as materialized (
      select g.order_item_id, sum(g.quantity) as pieces from cohort c join public.goods_back g on g.order_id = c.id
       where g.disposition in ('damaged', 'missing') group by g.order_item_id
    )
    select l.order_id, l.position, l.product_id, l.variant_id, l.weight, l.gone, coalesce(round(l.gone * k.unit_cost, 2), 0),
           case when k.unit_cost is null then l.gone else 0 end
      from (select i.order_id, i.id, i.position, i.product_id, i.variant_id,
                   -- What is free has a trace of it, so that there is always somebody to bear a charge.
                   i.quantity * i.price - i.discount + 0.0001 as weight,
                   (case when c.arrived then coalesce(s.sent - s.received, i.quantity) else 0 end + coalesce(n.pieces, 0))::bigint as gone
              from cohort c
              join public.order_items i on i.order_id = c.id
              left join shop.sent_pieces s on s.order_item_id = i.id
              left join lost n on n.order_item_id = i.id) l
      left join shop.line_costs k on k.item_id = l.id;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.lose_parcel (
  parcel        public.shipments,
  said          jsonb,
  is_sent_again boolean,
  actor         uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  of_order public.orders;
  lost record;
begin
  select * into of_order from public.orders o where o.id = parcel.order_id;
  if not shop.is_back(parcel.status) then
    perform shop.move_together(of_order, null, actor, parcel.id, 'failed');
  end if;
  if parcel.received_at is null then
    for lost in select * from shop.lost_pieces(parcel, of_order, said) loop
      insert into public.goods_back (order_id, order_item_id, product_id, variant_id, shipment_id, quantity, disposition, key, actor)
      values (of_order.id, lost.item_id, lost.product_id, lost.variant_id, parcel.id, lost.units, 'missing', shop.new_id(), actor);
      if is_sent_again then
        perform shop.change_stock(lost.product_id, - lost.units, 'sale', of_order.order_number, '', actor, lost.variant_id);
        update shop.sent_pieces s set sent = s.sent + lost.units where s.order_item_id = lost.item_id;
      end if;
    end loop;
    perform shop.count_returned(of_order.id);
    update public.shipments s set received_at = now() where s.id = parcel.id;
    delete from shop.awaited_orders a where a.order_id = of_order.id
      and not exists (select from shop.pieces_out(of_order) p where p.out > 0);
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.meet_requests()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  arrival public.goods_back;
  met text;
begin
  for arrival in select a.* from arrived a where a.inspects is null order by a.sequence loop
    update shop.return_pieces p set goods_back_id = arrival.id, received_as = arrival.disposition
      from (select k.request_id, k.place
              from shop.return_pieces k join public.return_requests r on r.id = k.request_id
             where k.order_item_id = arrival.order_item_id and not k.is_released and k.goods_back_id is null and r.comes_back
               and r.state in ('asked', 'approved')
             order by r.state = 'asked', r.created_at, r.id, k.place limit arrival.quantity) m
     where p.request_id = m.request_id and p.order_item_id = arrival.order_item_id and p.place = m.place;
  end loop;
  for met in select distinct p.request_id from shop.return_pieces p join arrived a on a.id = p.goods_back_id order by 1 loop
    perform shop.advance_return(met);
  end loop;
  -- What never left is put back with an order that counts no more.
  perform shop.count_returned(b.order_id) from (select distinct a.order_id from arrived a where not a.never_left) b;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.net_of (
  an_order public.orders
)
  RETURNS numeric
  LANGUAGE sql
  IMMUTABLE
RETURN CASE WHEN ((an_order).status = 'delivered'::shop.order_status) THEN
  LEAST(((an_order).total_amount - (an_order).uncollected), GREATEST((((an_order).total_amount - (an_order).uncollected) - (an_order).goodwill), ((((an_order).advance_verified +
  (an_order).credit_used) + (an_order).collected) - (an_order).refunded))) ELSE NULL::numeric END;

CREATE OR REPLACE FUNCTION shop.order_earnings (
  since timestamp with time zone,
  till  timestamp with time zone
)
  RETURNS TABLE (
    order_id     text,
    placed_on    date,
    city         text,
    source       text,
    code         text,
    courier      text,
    is_sold      boolean,
    is_confirmed boolean,
    is_sent      boolean,
    is_delivered boolean,
    is_settled   boolean,
    is_back      boolean,
    ordered      numeric,
    net          numeric,
    charges      numeric,
    taxes        numeric
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
begin
  return query
    with parcels as materialized (
      select s.order_id, bool_or(s.status <> 'preparing') as has_left, bool_or(s.status = 'returned') as came_back,
             (array_agg(s.carrier order by s.created_at desc, s.id))[1] as carrier
        from public.orders o join public.shipments s on s.order_id = o.id
       where s.archived_at is null and o.archived_at is null and o.created_at >= since and o.created_at < till
       group by s.order_id
    ), rates as materialized (
      select t.courier_id, t.tax, t.treatment, t.valid_from as begins,
             lead(t.valid_from, 1, 'infinity') over (partition by t.courier_id, t.tax order by t.valid_from) as ends
        from public.courier_taxes t
    ), taken as materialized (
      select s.order_id, sum(l.shipping + l.other_charges) as charges,
             sum(case when gst.treatment = 'credit' then 0 else l.gst end
                 + case when income.treatment = 'final' then l.income_tax else 0 end
                 + case when sales.treatment = 'final' then l.sales_tax else 0 end) as taxes
        from parcels p
        join public.shipments s on s.order_id = p.order_id
        join public.settlement_lines l on l.shipment_id = s.id and l.is_standing
        left join rates gst on gst.courier_id = l.courier_id and gst.tax = 'gst' and l.day >= gst.begins and l.day < gst.ends
        left join rates income on income.courier_id = l.courier_id and income.tax = 'income_tax' and l.day >= income.begins
                              and l.day < income.ends
        left join rates sales on sales.courier_id = l.courier_id and sales.tax = 'sales_tax' and l.day >= sales.begins
                             and l.day < sales.ends
       group by s.order_id
    ), held as materialized (select distinct h.order_id from shop.held_by_couriers h where h.amount <> 0)
    select o.id, shop.day_of(o.created_at), coalesce(o.city_known, nullif(o.city, '')), o.source::text, o.discount_code,
           nullif(p.carrier, ''), o.status <> 'cancelled',
           coalesce(f.state = 'confirmed', false) or coalesce(p.has_left, false) or shop.has_shipped(o.status),
           coalesce(p.has_left, false) or shop.has_shipped(o.status), o.status = 'delivered',
           o.status = 'delivered' and o.due_on_delivery = 0 and h.order_id is null, coalesce(p.came_back, false),
           o.total_amount, coalesce(shop.net_of(o), 0), coalesce(t.charges, 0), coalesce(t.taxes, 0)
      from public.orders o
      left join parcels p on p.order_id = o.id
      left join taken t on t.order_id = o.id
      left join held h on h.order_id = o.id
      left join public.order_confirmations f on f.order_id = o.id
     where o.archived_at is null and o.created_at >= since and o.created_at < till;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.pieces_in_shop (
  variant public.product_variants
)
  RETURNS bigint
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select variant.stock_quantity + coalesce(sum(i.quantity), 0)
    from public.order_items i join public.orders o on o.id = i.order_id
   where i.variant_id = variant.id and shop.is_unshipped(o.status) and o.archived_at is null;
$function$;

CREATE OR REPLACE FUNCTION shop.product_sales (
  since timestamp with time zone,
  till  timestamp with time zone
)
  RETURNS TABLE (
    product_id   text,
    product_name text,
    category     text,
    units        bigint,
    revenue      numeric,
    kept_units   bigint,
    kept_revenue numeric
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  SET enable_seqscan TO 'off'
  AS $function$
begin
  return query
    select p.id, p.name, coalesce(p.category, 'uncategorized'), s.units, round(s.paisas / 100, 2), s.units - s.returned,
           round((s.paisas - s.returned_paisas) / 100, 2)
      from (select l.product_id, sum(l.quantity) as units, sum(l.paisas) as paisas, sum(l.returned) as returned,
                   sum(l.returned_paisas) as returned_paisas
              from shop.sold_lines l where l.sold_at >= since and l.sold_at < till group by l.product_id) s
      join public.products p on p.id = s.product_id;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.rebuild_sold_lines()
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  delete from shop.sold_lines where true;
  insert into shop.sold_lines (order_id, position, product_id, sold_at, quantity, paisas)
  select i.order_id, i.position, i.product_id, o.created_at, i.quantity, (i.quantity * i.price - i.discount) * 100
    from public.orders o join public.order_items i on i.order_id = o.id
   where o.status <> 'cancelled' and o.archived_at is null
   order by o.created_at;
  perform shop.count_returned(moved.order_id)
     from (select s.order_id from shop.sent_pieces s union select p.order_id from shop.return_pieces p
           union select s.order_id from public.shipments s where shop.is_back(s.status)) moved;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.received_of (
  paid public.orders
)
  RETURNS numeric
  LANGUAGE sql
  IMMUTABLE
RETURN ((((paid).advance_verified + (paid).credit_used) + (paid).collected) - (paid).refunded);

CREATE OR REPLACE FUNCTION shop.returned_of (
  of_order public.orders
)
  RETURNS TABLE (
    place  integer,
    units  integer,
    paisas bigint
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with asked as materialized (
    select p.order_item_id, p.place, p.received_as = 'missing' as is_unsent, p.goods_back_id is null and known.is_paid_for as is_paid_for,
           p.received_as <> 'missing' or p.goods_back_id is null and known.is_paid_for as is_gone
      from shop.return_pieces p
      join public.return_requests r on r.id = p.request_id
     cross join lateral (select not p.is_released and not r.comes_back and r.state in ('approved', 'received', 'settled')
                           as is_paid_for) known
     where p.order_id = of_order.id
  )
  select i.position, gone.units,
         case when gone.units = i.quantity then (i.quantity * i.price - i.discount) * 100
              when gone.units > 0 then 100 * (
                -- Which pieces they are, requests say; of others the first ones.
                select sum(n.share)
                  from (select w.share
                          from unnest(shop.piece_shares(i)) with ordinality as w (share, piece)
                         order by exists (select from asked a where a.order_item_id = i.id and a.place = w.piece and a.is_gone) desc,
                                  w.piece
                         limit gone.units) n)
              else 0 end::bigint
    from public.order_items i
    left join shop.sent_pieces s on s.order_item_id = i.id
   cross join lateral (select count(*) filter (where a.is_unsent) as unsent, count(*) filter (where a.is_paid_for) as paid_for
                         from asked a where a.order_item_id = i.id) known
   cross join (select bool_and(shop.is_back(p.status)) and bool_or(p.received_at is null) as come_back
                 from public.shipments p where p.order_id = of_order.id and p.archived_at is null) parcels
   cross join lateral (
     select case when of_order.awaits_proof then 0
                 when of_order.status <> 'delivered' and parcels.come_back then i.quantity
                 else least(i.quantity, greatest(0, i.quantity - coalesce(s.sent - s.received, i.quantity)
                                                    - known.unsent + known.paid_for))
                 end::integer as units) gone
   where i.order_id = of_order.id;
$function$;

CREATE OR REPLACE FUNCTION shop.sales_sums (
  first_day date,
  last_day  date
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('ordered', coalesce(sum(o.total_amount), 0), 'delivered', coalesce(sum(o.cost), 0),
                            'went_back', coalesce(sum(o.cost - o.net), 0), 'net', coalesce(sum(o.net), 0))
    from (select p.total_amount, case when p.status = 'delivered' then p.total_amount - p.uncollected end as cost,
                 shop.net_of(p) as net
            from public.orders p
           where p.archived_at is null and p.status <> 'cancelled'
             and p.created_at >= shop.start_of_day(first_day) and p.created_at < shop.start_of_day(last_day + 1)) o;
$function$;

CREATE OR REPLACE FUNCTION shop.sales_tax_percent()
  RETURNS smallint
  LANGUAGE sql
  STABLE
RETURN COALESCE((SELECT ((s.content #>> '{salesTax,percent}'::text[]))::smallint AS int2 FROM public.shop_settings s), (0)::smallint);

CREATE OR REPLACE FUNCTION shop.share_of_line (
  amount numeric,
  upto   numeric,
  whole  numeric,
  weight numeric
)
  RETURNS numeric
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
RETURN CASE WHEN (whole IS NULL) THEN amount ELSE (round(((amount * upto) / whole), 2) - round(((amount * (upto - weight)) / whole), 2)) END;

CREATE OR REPLACE FUNCTION shop.update_sold_lines (
  new public.orders
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  delete from shop.sold_lines s where s.order_id = new.id;
  if new.status <> 'cancelled' and new.archived_at is null then
    insert into shop.sold_lines (order_id, position, product_id, sold_at, quantity, paisas)
    select i.order_id, i.position, i.product_id, new.created_at, i.quantity, (i.quantity * i.price - i.discount) * 100
      from public.order_items i where i.order_id = new.id;
    perform shop.count_returned(new.id);
  end if;
end;
$function$;

ALTER TABLE "public"."purchase_orders"
  ADD CONSTRAINT "purchase_orders_charges_not_negative" CHECK ((charges >= (0)::numeric));

-- pgls-ignore lint/safety/addingForeignKeyConstraint: of a new table
ALTER TABLE "shop"."line_costs"
  ADD CONSTRAINT "line_costs_item_id_fkey" FOREIGN KEY (item_id) REFERENCES public.order_items(id) ON DELETE CASCADE;

-- pgls-ignore lint/safety/addingForeignKeyConstraint: of a new table
ALTER TABLE "shop"."piece_costs"
  ADD CONSTRAINT "piece_costs_variant_id_fkey" FOREIGN KEY (variant_id) REFERENCES public.product_variants(id);

CREATE INDEX sold_lines_by_time ON shop.sold_lines USING btree (sold_at) INCLUDE (product_id, quantity, paisas, returned, returned_paisas);

CREATE TRIGGER purchase_order_deliveries_after
  AFTER UPDATE OF taken_back_at ON public.purchase_order_deliveries
  FOR EACH ROW
  EXECUTE FUNCTION shop.after_delivery_taken_back();

CREATE TRIGGER purchase_order_delivery_items_after
  AFTER INSERT ON public.purchase_order_delivery_items REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT
  EXECUTE FUNCTION shop.after_delivery_items_added();

REVOKE ALL ON FUNCTION "public"."list_stock_at_cost"(text, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_stock_at_cost"(text, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_stock_at_cost"(text, integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."profit_report"(date, date, text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."profit_report"(date, date, text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."profit_report"(date, date, text, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."set_piece_cost"(text, numeric, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_piece_cost"(text, numeric, text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_piece_cost"(text, numeric, text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."stock_worth"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."stock_worth"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."stock_worth"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."after_delivery_items_added"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."after_delivery_items_added"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."after_delivery_items_added"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."after_delivery_items_added"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."after_delivery_taken_back"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."after_delivery_taken_back"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."after_delivery_taken_back"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."after_delivery_taken_back"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."average_costs"(public.purchase_order_delivery_items[], integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."average_costs"(public.purchase_order_delivery_items[], integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."average_costs"(public.purchase_order_delivery_items[], integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."average_costs"(public.purchase_order_delivery_items[], integer) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."count_returned"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."count_returned"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."count_returned"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."count_returned"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."forget_costs"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."forget_costs"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."forget_costs"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."forget_costs"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."keep_costs"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."keep_costs"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."keep_costs"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."keep_costs"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."landed_cost"(public.purchase_order_items) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."landed_cost"(public.purchase_order_items) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."landed_cost"(public.purchase_order_items) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."landed_cost"(public.purchase_order_items) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."line_earnings"(timestamp WITH time zone, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."line_earnings"(timestamp WITH time zone, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."line_earnings"(timestamp WITH time zone, timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."line_earnings"(timestamp WITH time zone, timestamp WITH time zone) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."net_of"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."net_of"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."net_of"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."net_of"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."order_earnings"(timestamp WITH time zone, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."order_earnings"(timestamp WITH time zone, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."order_earnings"(timestamp WITH time zone, timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."order_earnings"(timestamp WITH time zone, timestamp WITH time zone) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."pieces_in_shop"(public.product_variants) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."pieces_in_shop"(public.product_variants) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."pieces_in_shop"(public.product_variants) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."pieces_in_shop"(public.product_variants) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."product_sales"(timestamp WITH time zone, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."product_sales"(timestamp WITH time zone, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."product_sales"(timestamp WITH time zone, timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."product_sales"(timestamp WITH time zone, timestamp WITH time zone) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."rebuild_sold_lines"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."rebuild_sold_lines"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."rebuild_sold_lines"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."rebuild_sold_lines"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."returned_of"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."returned_of"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."returned_of"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."returned_of"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."share_of_line"(numeric, numeric, numeric, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."share_of_line"(numeric, numeric, numeric, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."share_of_line"(numeric, numeric, numeric, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."share_of_line"(numeric, numeric, numeric, numeric) TO "service_role";

GRANT DELETE, INSERT, SELECT ON TABLE "shop"."line_costs" TO "service_role";

GRANT INSERT, SELECT, UPDATE ON TABLE "shop"."piece_costs" TO "service_role";

REVOKE ALL ("returned_paisas") ON TABLE "shop"."sold_lines" FROM "service_role";

GRANT UPDATE ("returned_paisas") ON TABLE "shop"."sold_lines" TO "service_role";

REVOKE ALL ("returned") ON TABLE "shop"."sold_lines" FROM "service_role";

GRANT UPDATE ("returned") ON TABLE "shop"."sold_lines" TO "service_role";

-- Of orders that came back before.
SELECT shop.rebuild_sold_lines();

-- What a shop has bought so far says what its pieces cost: all that came, by pieces. What shipped before has no cost, and reports say so.
INSERT INTO shop.piece_costs (variant_id, unit_cost)
SELECT l.variant_id, sum((l.received - l.damaged) * i.unit_cost) / sum(l.received - l.damaged)
  FROM public.purchase_order_delivery_items l
  JOIN public.purchase_order_deliveries d ON d.id = l.delivery_id AND d.taken_back_at IS NULL
  JOIN public.purchase_order_items i ON i.id = l.item_id
 WHERE l.received > l.damaged
 GROUP BY l.variant_id;
