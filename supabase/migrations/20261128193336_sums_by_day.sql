SET local check_function_bodies = off;

DROP FUNCTION "public"."sales_report"(date, date, text);

DROP FUNCTION "shop"."advertised"(date, date, text);

DROP FUNCTION "shop"."earned_by_order"(date, date, text);

DROP FUNCTION "shop"."earned_by_piece"(date, date, text);

DROP FUNCTION "shop"."earned_groups"(date, date, text);

DROP FUNCTION "shop"."earned_json"(jsonb);

DROP FUNCTION "shop"."earnings_of"(text[]);

CREATE TABLE "shop"."earned_days" (
  "placed_on" date    NOT NULL,
  "orders"    integer NOT NULL,
  "delivered" integer NOT NULL,
  "came_back" integer NOT NULL,
  "ordered"   bigint  NOT NULL,
  "net"       bigint  NOT NULL,
  "charges"   bigint  NOT NULL,
  "taxes"     bigint  NOT NULL,
  "pieces"    integer NOT NULL,
  "uncosted"  integer NOT NULL,
  "cost"      bigint  NOT NULL,
  "packing"   bigint  NOT NULL,
  "collected" bigint  NOT NULL,
  "brought"   bigint  NOT NULL,
  "discounts" bigint  NOT NULL,
  CONSTRAINT "earned_days_pkey" PRIMARY KEY (placed_on)
);

ALTER TABLE "shop"."earned_days"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "shop"."stage_days" (
  "placed_on" date    NOT NULL,
  "stage"     text    NOT NULL,
  "day"       date    NOT NULL,
  "orders"    integer NOT NULL,
  "ordered"   bigint  NOT NULL,
  CONSTRAINT "stage_days_pkey" PRIMARY KEY (placed_on, stage, day)
);

ALTER TABLE "shop"."stage_days"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "shop"."earned_orders"
  ADD COLUMN "brought" bigint NOT NULL DEFAULT 0;

ALTER TABLE "shop"."earned_orders"
  ADD COLUMN "discounts" bigint NOT NULL DEFAULT 0;

CREATE TYPE "shop"."earned_sums" AS (
  "key"         text,
  "orders"      bigint,
  "delivered"   bigint,
  "came_back"   bigint,
  "ordered"     bigint,
  "net"         bigint,
  "charges"     bigint,
  "taxes"       bigint,
  "pieces"      bigint,
  "uncosted"    bigint,
  "cost"        bigint,
  "packing"     bigint,
  "collected"   bigint,
  "advertising" bigint
);

CREATE OR REPLACE FUNCTION public.order_earnings (
  order_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  earned shop.earned_orders;
  kept record;
  month record;
  profit numeric;
  share numeric;
begin
  perform shop.work_out_earnings();
  select * into earned from shop.earned_orders e where e.order_id = order_earnings.order_id;
  if not found then
    perform shop.refuse('order_not_found');
  end if;
  select k.* into kept from shop.kept_by_couriers(array[earned.order_id]) k;
  select count(e.delivered_on) as delivered,
         count(*) filter (where e.delivered_on is null and l.profit < 0) as undelivered,
         coalesce(- sum(l.profit) filter (where e.delivered_on is null), 0) / 100.0 as lost
    into month
    from shop.earned_orders e
   cross join lateral (select e.net - e.charges - e.taxes - e.packing - e.cost as profit) l
   where e.placed_on >= date_trunc('month', earned.placed_on)::date
     and e.placed_on < (date_trunc('month', earned.placed_on) + interval '1 month')::date;
  profit := (earned.net - earned.charges - earned.taxes - earned.packing - earned.cost) / 100.0;
  if earned.delivered_on is not null then share := month.lost / month.delivered; end if;
  return jsonb_build_object(
    'is_delivered', earned.delivered_on is not null, 'is_settled', earned.settled_on is not null,
    'net', shop.rupees(earned.net), 'pieces', earned.pieces, 'uncosted', earned.uncosted, 'cost', shop.rupees(earned.cost),
    'deliveries', coalesce(kept.deliveries, 0), 'returns', coalesce(kept.returns, 0), 'others', coalesce(kept.others, 0),
    'gst', coalesce(kept.gst, 0), 'withheld', coalesce(kept.withheld, 0), 'packing', shop.rupees(earned.packing),
    'profit', round(profit, 2), 'month', date_trunc('month', earned.placed_on)::date, 'month_delivered', month.delivered,
    'month_undelivered', month.undelivered, 'month_lost', round(month.lost, 2), 'share_of_returns', round(share, 2),
    'break_even', round(profit - share, 2));
end;
$function$;

CREATE OR REPLACE FUNCTION public.profit_report (
  first_day  date,
  last_day   date,
  grouped_by text,
  max_groups integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
begin
  perform shop.work_out_earnings();
  return (
    with groups as materialized (select g from shop.earned_groups(first_day, last_day, grouped_by) g),
    ranked as (
      select g, row_number() over (order by case when grouped_by in ('day', 'month') then (g).key end, shop.profit_of(g) desc, (g).key)
                as place
        from groups
       order by place limit max_groups
    ), named as (
      select r.*, case grouped_by when 'product' then (select p.name from public.products p where p.id = (r.g).key)
                                  when 'choice' then (select concat_ws(' ', p.name,
                                                                       '(' || nullif(shop.choice_name(v.color, v.size), '') || ')')
                                                        from public.product_variants v join public.products p on p.id = v.product_id
                                                       where v.id = (r.g).key)
                                  when 'category' then (select c.name from public.categories c where c.slug = (r.g).key)
                                  else (r.g).key end as name
        from ranked r
    )
    select jsonb_build_object(
      'stages', shop.stages_reached(first_day, last_day),
      'totals', shop.earned_json(coalesce((select t from shop.earned_groups(first_day, last_day, 'all') t),
                                          (null, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)::shop.earned_sums)),
      'group_count', (select count(*) from groups),
      'packing_cost', shop.packing_cost(),
      'groups', (select coalesce(jsonb_agg(jsonb_build_object('key', (n.g).key, 'name', n.name) || shop.earned_json(n.g)
                                           order by n.place), '[]') from named n)));
end;
$function$;

CREATE OR REPLACE FUNCTION public.sales_report (
  first_day date,
  last_day  date,
  step      text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
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
$function$;

REVOKE ALL ON FUNCTION "public"."sales_report"(date, date, text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.stages_by_day (
  first_day   date,
  last_day    date,
  is_by_event boolean
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
begin
  perform shop.work_out_earnings();
  return (
    with stages (place, stage) as (
      values (1, 'placed'), (2, 'confirmed'), (3, 'sent'), (4, 'delivered'), (5, 'settled'), (6, 'came_back')
    ), passed as materialized (
      select s.stage, s.day, sum(s.orders) as orders, sum(s.ordered)::bigint as ordered
        from (select d.stage, d.orders, d.ordered, case when is_by_event then d.day else d.placed_on end as day from shop.stage_days d) s
       where s.day between first_day and last_day
       group by s.stage, s.day
    ), told as (
      select d.day, jsonb_agg(jsonb_build_object('stage', s.stage, 'orders', coalesce(p.orders, 0),
                                                 'amount', coalesce(shop.rupees(p.ordered), 0)) order by s.place) as stages
        from (select first_day + n as day from generate_series(0, last_day - first_day) n) d
       cross join stages s
        left join passed p on p.day = d.day and p.stage = s.stage
       group by d.day
    ), whole as (select p.stage, sum(p.orders) as orders, sum(p.ordered)::bigint as ordered from passed p group by p.stage)
    select jsonb_build_object(
      'stages', (select jsonb_agg(jsonb_build_object('stage', s.stage, 'orders', coalesce(w.orders, 0),
                                                     'amount', coalesce(shop.rupees(w.ordered), 0)) order by s.place)
                   from stages s left join whole w on w.stage = s.stage),
      'days', (select jsonb_agg(jsonb_build_object('day', t.day, 'stages', t.stages) order by t.day) from told t)));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.add_up_days (
  days date[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
begin
  delete from shop.earned_days d where d.placed_on = any (days);
  delete from shop.stage_days d where d.placed_on = any (days);
  insert into shop.earned_days (placed_on, orders, delivered, came_back, ordered, net, charges, taxes, pieces, uncosted, cost, packing,
                                collected, brought, discounts)
  select e.placed_on, count(*) filter (where e.is_sold), count(e.delivered_on), count(e.came_back_on),
         coalesce(sum(e.ordered) filter (where e.is_sold), 0), sum(e.net), sum(e.charges), sum(e.taxes), sum(e.pieces), sum(e.uncosted),
         sum(e.cost), sum(e.packing), coalesce(sum(e.net) filter (where e.settled_on is not null), 0), sum(e.brought),
         coalesce(sum(e.discounts) filter (where e.is_sold), 0)
    from shop.earned_orders e where e.placed_on = any (days)
   group by e.placed_on;
  insert into shop.stage_days (placed_on, stage, day, orders, ordered)
  select e.placed_on, s.stage, s.day, count(*), sum(e.ordered)
    from shop.earned_orders e
   cross join lateral (values ('placed', e.placed_on), ('confirmed', e.confirmed_on), ('sent', e.sent_on), ('delivered', e.delivered_on),
                              ('settled', e.settled_on), ('came_back', e.came_back_on)) s (stage, day)
   where e.placed_on = any (days) and s.day is not null
   group by e.placed_on, s.stage, s.day;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.advertised (
  first_day  date,
  last_day   date,
  grouped_by text
)
  RETURNS SETOF shop.earned_sums
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select a.key, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, (sum(shop.signed_amount(a.p)) * 100)::bigint
    from (select p, case grouped_by when 'source' then p.advertises::text when 'day' then p.spent_on::text
                                    when 'month' then to_char(p.spent_on, 'YYYY-MM') end as key
            from public.payments p
           where p.expense = 'advertising' and p.spent_on between first_day and last_day) a
   group by a.key;
$function$;

CREATE OR REPLACE FUNCTION shop.earned_by_day (
  first_day  date,
  last_day   date,
  grouped_by text
)
  RETURNS SETOF shop.earned_sums
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select d.key, sum(d.orders), sum(d.delivered), sum(d.came_back), sum(d.ordered)::bigint, sum(d.net)::bigint, sum(d.charges)::bigint,
         sum(d.taxes)::bigint, sum(d.pieces), sum(d.uncosted), sum(d.cost)::bigint, sum(d.packing)::bigint, sum(d.collected)::bigint,
         null::bigint
    from (select e.*, case grouped_by when 'day' then e.placed_on::text when 'month' then to_char(e.placed_on, 'YYYY-MM') end as key
            from shop.earned_days e where e.placed_on between first_day and last_day) d
   group by d.key;
$function$;

CREATE OR REPLACE FUNCTION shop.earned_by_order (
  first_day  date,
  last_day   date,
  grouped_by text
)
  RETURNS SETOF shop.earned_sums
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
begin
  return query
    select o.key, count(*) filter (where o.is_sold), count(o.delivered_on), count(o.came_back_on),
           coalesce(sum(o.ordered) filter (where o.is_sold), 0)::bigint, sum(o.net)::bigint, sum(o.charges)::bigint, sum(o.taxes)::bigint,
           sum(o.pieces), sum(o.uncosted), sum(o.cost)::bigint, sum(o.packing)::bigint,
           coalesce(sum(o.net) filter (where o.settled_on is not null), 0)::bigint, null::bigint
      from (select e.*, case grouped_by when 'city' then e.city when 'courier' then e.courier when 'source' then e.source
                                        else e.code end as key
              from shop.earned_orders e where e.placed_on between first_day and last_day) o
     group by o.key;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.earned_by_piece (
  first_day  date,
  last_day   date,
  grouped_by text
)
  RETURNS SETOF shop.earned_sums
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
begin
  return query
    select l.key, count(*) filter (where l.is_first and l.is_sold), count(*) filter (where l.is_first and l.is_delivered),
           count(*) filter (where l.is_first and l.is_back), coalesce(sum(l.ordered) filter (where l.is_sold), 0)::bigint,
           sum(l.net)::bigint, sum(l.charges)::bigint, sum(l.taxes)::bigint, sum(l.pieces), sum(l.uncosted), sum(l.cost)::bigint,
           sum(l.packing)::bigint, null::bigint, null::bigint
      from (select e.*, case grouped_by when 'product' then e.product_id when 'choice' then e.variant_id else e.category end as key,
                   -- In the order of `earned_lines_by_piece`: so it is read without hashing.
                   case when grouped_by <> 'category' then e.product_id end as product,
                   case grouped_by when 'product' then e.is_first_of_product when 'choice' then e.is_first_of_variant
                                   else e.is_first_of_category end as is_first
              from shop.earned_lines e where e.placed_on between first_day and last_day) l
     group by l.product, l.key
     order by l.product, l.key;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.earned_groups (
  first_day  date,
  last_day   date,
  grouped_by text
)
  RETURNS SETOF shop.earned_sums
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
begin
  if grouped_by in ('product', 'choice', 'category') then
    return query select * from shop.earned_by_piece(first_day, last_day, grouped_by);
  elsif grouped_by in ('city', 'courier', 'code') then
    return query select * from shop.earned_by_order(first_day, last_day, grouped_by);
  else
    return query
      select g.key, sum(g.orders)::bigint, sum(g.delivered)::bigint, sum(g.came_back)::bigint, sum(g.ordered)::bigint, sum(g.net)::bigint,
             sum(g.charges)::bigint, sum(g.taxes)::bigint, sum(g.pieces)::bigint, sum(g.uncosted)::bigint, sum(g.cost)::bigint,
             sum(g.packing)::bigint, sum(g.collected)::bigint, coalesce(sum(g.advertising), 0)::bigint
        from (select * from shop.earned_by_order(first_day, last_day, grouped_by) where grouped_by = 'source'
              union all
              select * from shop.earned_by_day(first_day, last_day, grouped_by) where grouped_by <> 'source'
              union all
              select * from shop.advertised(first_day, last_day, grouped_by)) g
       group by g.key;
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.earnings_of (
  order_ids text[]
)
  RETURNS TABLE (
    order_id     text,
    placed_on    date,
    city         text,
    source       text,
    code         text,
    courier      text,
    is_sold      boolean,
    confirmed_on date,
    sent_on      date,
    delivered_on date,
    settled_on   date,
    came_back_on date,
    ordered      bigint,
    net          bigint,
    charges      bigint,
    taxes        bigint,
    packing      bigint,
    brought      bigint,
    discounts    bigint
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
begin
  return query
    with parcels as materialized (
      select s.order_id, (array_agg(s.carrier order by s.created_at desc, s.id))[1] as carrier,
             sum(s.packing_cost) filter (where shop.has_left(s.status)) as packing
        from public.shipments s where s.order_id = any (order_ids) and s.archived_at is null
       group by s.order_id
    ), taken as materialized (select k.* from shop.kept_by_couriers(order_ids) k
    ), passed as materialized (
      select m.order_id, min(shop.day_of(m.at)) filter (where m.stage = 'confirmed') as confirmed_on,
             min(shop.day_of(m.at)) filter (where m.stage = 'sent') as sent_on,
             min(shop.day_of(m.at)) filter (where m.stage = 'delivered') as delivered_on,
             min(shop.day_of(m.at)) filter (where m.stage = 'settled') as settled_on,
             min(shop.day_of(m.at)) filter (where m.stage = 'came_back') as came_back_on
        from shop.stage_moments(order_ids) m group by m.order_id
    )
    select o.id, shop.day_of(o.created_at), coalesce(o.city_known, nullif(o.city, '')), o.source::text, o.discount_code,
           nullif(p.carrier, ''), o.status <> 'cancelled', d.confirmed_on, d.sent_on, d.delivered_on, d.settled_on, d.came_back_on,
           (o.total_amount * 100)::bigint, (coalesce(shop.net_of(o), 0) * 100)::bigint,
           (coalesce(t.deliveries + t.returns + t.others, 0) * 100)::bigint, (coalesce(t.gst + t.withheld, 0) * 100)::bigint,
           (coalesce(p.packing, 0) * 100)::bigint,
           case when o.status = 'delivered' then ((o.total_amount - o.uncollected) * 100)::bigint else 0 end,
           ((o.discount + o.delivery_discount) * 100)::bigint
      from public.orders o
      left join parcels p on p.order_id = o.id
      left join taken t on t.order_id = o.id
      left join passed d on d.order_id = o.id
     where o.id = any (order_ids) and o.archived_at is null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.profit_of (
  earned shop.earned_sums
)
  RETURNS bigint
  LANGUAGE sql
  IMMUTABLE
RETURN (((((earned).net - (earned).charges) - (earned).taxes) - (earned).packing) - (earned).cost);

CREATE OR REPLACE FUNCTION shop.rupees (
  paisas bigint
)
  RETURNS numeric
  LANGUAGE sql
  IMMUTABLE
RETURN round(((paisas)::numeric / 100.0), 2);

CREATE OR REPLACE FUNCTION shop.earned_json (
  earned shop.earned_sums
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
RETURN
  jsonb_build_object('orders', (earned).orders, 'delivered', (earned).delivered, 'came_back', (earned).came_back, 'pieces', (earned).pieces, 'uncosted', (earned).uncosted,
  'ordered',
  shop.rupees((earned).ordered),
  'net',
  shop.rupees((earned).net),
  'charges',
  shop.rupees((earned).charges),
  'taxes',
  shop.rupees((earned).taxes),
  'cost',
  shop.rupees((earned).cost),
  'packing',
  shop.rupees((earned).packing),
  'collected',
  shop.rupees((earned).collected),
  'advertising',
  shop.rupees((earned).advertising), 'profit', shop.rupees(shop.profit_of(earned)), 'after_advertising', shop.rupees((shop.profit_of(earned) - (earned).advertising)));

CREATE OR REPLACE FUNCTION shop.sales_sums (
  first_day date,
  last_day  date
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('ordered', coalesce(shop.rupees(d.ordered), 0), 'delivered', coalesce(shop.rupees(d.brought), 0),
                            'went_back', coalesce(shop.rupees(d.brought - d.net), 0), 'net', coalesce(shop.rupees(d.net), 0))
    from (select sum(e.ordered)::bigint as ordered, sum(e.brought)::bigint as brought, sum(e.net)::bigint as net
            from shop.earned_days e where e.placed_on between first_day and last_day) d;
$function$;

CREATE OR REPLACE FUNCTION shop.stages_reached (
  first_day date,
  last_day  date
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select jsonb_agg(jsonb_build_object('stage', s.stage, 'orders', coalesce(r.orders, 0), 'amount', coalesce(shop.rupees(r.ordered), 0))
                   order by s.place)
    from (values (1, 'placed'), (2, 'confirmed'), (3, 'sent'), (4, 'delivered'), (5, 'settled')) s (place, stage)
    left join (select d.stage, sum(d.orders) as orders, sum(d.ordered)::bigint as ordered
                 from shop.stage_days d where d.placed_on between first_day and last_day group by d.stage) r on r.stage = s.stage;
$function$;

CREATE OR REPLACE FUNCTION shop.work_out_earnings()
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  changed text[];
  days date[];
begin
  perform pg_advisory_xact_lock(hashtextextended('earnings', 0));
  with taken as (delete from shop.changed_earnings c where true returning c.order_id)
  select array_agg(distinct t.order_id) into changed from taken t;
  if changed is null then
    return;
  end if;
  -- Each statement sees what was committed before it: what changes from here on has a row of its own, for the next time.
  with gone as (delete from shop.earned_orders e where e.order_id = any (changed) returning e.placed_on)
  select array_agg(distinct g.placed_on) into days from gone g;
  with orders as materialized (select * from shop.earnings_of(changed)),
  lines as materialized (
    select l.*, sum(l.weight) over (partition by l.order_id order by l.place) as upto,
           sum(l.weight) over (partition by l.order_id) as whole
      from shop.pieces_gone(changed) l
  ), kept as (
    insert into shop.earned_orders (order_id, placed_on, city, source, code, courier, is_sold, confirmed_on, sent_on,
                                    delivered_on, settled_on, came_back_on, ordered, net, charges, taxes, packing, brought,
                                    discounts, pieces, uncosted, cost)
    select o.*, coalesce(l.pieces, 0), coalesce(l.uncosted, 0), coalesce(l.cost, 0)
      from orders o
      left join (select n.order_id, sum(n.pieces) as pieces, sum(n.uncosted) as uncosted, sum(n.cost) as cost
                   from lines n group by n.order_id) l on l.order_id = o.order_id
  )
  insert into shop.earned_lines (order_id, place, product_id, variant_id, category, is_first_of_product, is_first_of_variant,
                                 is_first_of_category, placed_on, is_sold, is_delivered, is_back, ordered, net, charges,
                                 taxes, packing, pieces, uncosted, cost)
  select o.order_id, coalesce(l.place, 0), l.product_id, l.variant_id, p.category,
         row_number() over (partition by o.order_id, l.product_id order by l.place) = 1,
         row_number() over (partition by o.order_id, l.variant_id order by l.place) = 1,
         row_number() over (partition by o.order_id, p.category order by l.place) = 1, o.placed_on, o.is_sold,
         o.delivered_on is not null, o.came_back_on is not null,
         shop.share_of_line(o.ordered, l.upto, l.whole, l.weight), shop.share_of_line(o.net, l.upto, l.whole, l.weight),
         shop.share_of_line(o.charges, l.upto, l.whole, l.weight), shop.share_of_line(o.taxes, l.upto, l.whole, l.weight),
         shop.share_of_line(o.packing, l.upto, l.whole, l.weight), coalesce(l.pieces, 0), coalesce(l.uncosted, 0), coalesce(l.cost, 0)
    from orders o
    left join lines l on l.order_id = o.order_id
    left join public.products p on p.id = l.product_id;
  perform shop.add_up_days(days || array(select distinct e.placed_on from shop.earned_orders e where e.order_id = any (changed)));
end;
$function$;

CREATE INDEX earned_lines_by_piece ON shop.earned_lines USING btree (product_id, variant_id, placed_on)
  INCLUDE (is_first_of_product, is_first_of_variant, is_sold, is_delivered, is_back, ordered, net, charges, taxes, pieces, uncosted, COST, packing);

REVOKE ALL ON FUNCTION "public"."sales_report"(date, date, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."sales_report"(date, date, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."sales_report"(date, date, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."add_up_days"(date[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."add_up_days"(date[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."add_up_days"(date[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."add_up_days"(date[]) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."advertised"(date, date, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."advertised"(date, date, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."advertised"(date, date, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."advertised"(date, date, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."earned_by_day"(date, date, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."earned_by_day"(date, date, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."earned_by_day"(date, date, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."earned_by_day"(date, date, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."earned_by_order"(date, date, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."earned_by_order"(date, date, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."earned_by_order"(date, date, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."earned_by_order"(date, date, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."earned_by_piece"(date, date, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."earned_by_piece"(date, date, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."earned_by_piece"(date, date, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."earned_by_piece"(date, date, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."earned_groups"(date, date, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."earned_groups"(date, date, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."earned_groups"(date, date, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."earned_groups"(date, date, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."earned_json"(shop.earned_sums) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."earned_json"(shop.earned_sums) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."earned_json"(shop.earned_sums) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."earned_json"(shop.earned_sums) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."earnings_of"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."earnings_of"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."earnings_of"(text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."earnings_of"(text[]) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."profit_of"(shop.earned_sums) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."profit_of"(shop.earned_sums) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."profit_of"(shop.earned_sums) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."profit_of"(shop.earned_sums) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."rupees"(bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."rupees"(bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."rupees"(bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."rupees"(bigint) TO "service_role";

GRANT DELETE, INSERT, SELECT ON TABLE "shop"."earned_days" TO "service_role";

GRANT DELETE, INSERT, SELECT ON TABLE "shop"."stage_days" TO "service_role";

-- Of what was earned before.
UPDATE shop.earned_orders e
   SET brought = CASE WHEN o.status = 'delivered' THEN ((o.total_amount - o.uncollected) * 100)::bigint ELSE 0 END,
       discounts = ((o.discount + o.delivery_discount) * 100)::bigint
  FROM public.orders o
 WHERE o.id = e.order_id;
SELECT shop.add_up_days(ARRAY(SELECT DISTINCT e.placed_on FROM shop.earned_orders e));
