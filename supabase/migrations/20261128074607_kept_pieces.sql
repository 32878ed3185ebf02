-- What was sold says what of it stayed with customers.

SET local check_function_bodies = off;

DROP INDEX "shop"."sold_lines_by_time";

DROP FUNCTION "shop"."product_sales"(timestamp WITH time zone, timestamp WITH time zone);

DROP FUNCTION "shop"."rebuild_sold_lines"();

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
    from (select p.total_amount, case when p.status = 'delivered' then p.total_amount - p.uncollected end as cost, shop.net_of(p) as net
            from public.orders p
           where p.archived_at is null and p.status <> 'cancelled'
             and p.created_at >= shop.start_of_day(first_day) and p.created_at < shop.start_of_day(last_day + 1)) o;
$function$;

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

CREATE INDEX sold_lines_by_time ON shop.sold_lines USING btree (sold_at) INCLUDE (product_id, quantity, paisas, returned, returned_paisas);

REVOKE ALL ON FUNCTION "shop"."count_returned"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."count_returned"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."count_returned"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."count_returned"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."net_of"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."net_of"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."net_of"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."net_of"(public.orders) TO "service_role";

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

REVOKE ALL ("returned_paisas") ON TABLE "shop"."sold_lines" FROM "service_role";

GRANT UPDATE ("returned_paisas") ON TABLE "shop"."sold_lines" TO "service_role";

REVOKE ALL ("returned") ON TABLE "shop"."sold_lines" FROM "service_role";

GRANT UPDATE ("returned") ON TABLE "shop"."sold_lines" TO "service_role";

-- Of orders that came back before.
SELECT shop.rebuild_sold_lines();
