SET local check_function_bodies = off;

DROP INDEX "shop"."sold_lines_by_time";

ALTER TABLE "shop"."sold_lines"
  ADD COLUMN "variant_id" text;

-- Lines that are there say which choice they are.
UPDATE "shop"."sold_lines" s
  SET "variant_id" = i."variant_id"
  FROM "public"."order_items" i
  WHERE i."order_id" = s."order_id" AND i."position" = s."position";

-- pgls-ignore lint/safety/addingNotNullField: a lean table, which takes a moment to read
ALTER TABLE "shop"."sold_lines"
  ALTER COLUMN "variant_id" SET NOT NULL;

CREATE OR REPLACE FUNCTION public.list_reorder (
  page_offset integer,
  page_limit  integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with selling as materialized (
    select s.variant_id, sum(s.quantity - s.returned) as sold
      from shop.sold_lines s
     where s.sold_at >= now() - interval '28 days'
     group by s.variant_id having sum(s.quantity - s.returned) > 0
  ), expected as materialized (
    select i.variant_id, sum(greatest(i.quantity - i.received, 0)) as pieces
      from public.purchase_orders o join public.purchase_order_items i on i.purchase_order_id = o.id
     where shop.is_expected(o.status) and o.archived_at is null and not i.closed_short
     group by i.variant_id
  ), short as materialized (
    select v.id, v.product_id, p.name, v.color, v.size, v.sku, s.sold, v.stock_quantity as on_hand, coalesce(e.pieces, 0) as expected,
           last.supplier_name, last.unit_cost, known.days is not null as is_lead_known, coalesce(known.days, 14) as lead_days,
           -- What is expected lasts as well: what was ordered again is not short any more.
           (v.stock_quantity + coalesce(e.pieces, 0)) * 28.0 / s.sold - coalesce(known.days, 14) as spare_days
      from selling s
      join public.product_variants v on v.id = s.variant_id and v.archived_at is null
      join public.products p on p.id = v.product_id and p.archived_at is null
      left join expected e on e.variant_id = v.id
      left join shop.last_purchases last on last.variant_id = v.id
      left join shop.lead_times known on known.variant_id = v.id
  ), page as (
    select n.*, row_number() over (order by n.spare_days, n.sold desc, n.id) as place
      from short n where n.spare_days < 7
     order by place offset page_offset limit page_limit
  )
  select jsonb_build_object(
    'total', (select count(*) from short n where n.spare_days < 7),
    'items', (select coalesce(jsonb_agg(jsonb_build_object(
                'id', n.id, 'product_id', n.product_id, 'name', n.name, 'color', n.color, 'size', n.size, 'sku', n.sku,
                'sold', n.sold, 'sold_a_week', round(n.sold / 4.0, 1), 'on_hand', n.on_hand, 'expected', n.expected,
                'days_left', floor(n.on_hand * 28.0 / n.sold), 'lead_days', n.lead_days, 'is_lead_known', n.is_lead_known,
                'supplier_name', n.supplier_name, 'unit_cost', n.unit_cost,
                'suggested', greatest(ceil(n.sold * (n.lead_days + 28) / 28.0) - n.on_hand - n.expected, 1)) order by n.place), '[]')
                from page n));
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
    select l.variant_id, sum(l.quantity) as of_weeks
      from shop.sold_lines l where l.sold_at >= now() - interval '28 days' group by l.variant_id
  ), lying as materialized (
    select v.id, v.product_id, v.sku, v.color, v.size, v.stock_quantity as pieces, c.unit_cost, last.sold_at as last_at,
           coalesce(s.of_weeks, 0) as of_weeks,
           shop.day_of(now()) - shop.day_of(coalesce(last.sold_at, v.created_at)) as days,
           case when s.of_weeks > 0 then floor(v.stock_quantity * 28 / s.of_weeks) end as days_left
      from public.product_variants v
      join public.products p on p.id = v.product_id and p.archived_at is null
      left join shop.piece_costs c on c.variant_id = v.id
      left join sold s on s.variant_id = v.id
      left join lateral (select l.sold_at from shop.sold_lines l where l.product_id = v.product_id and l.variant_id = v.id
                          order by l.sold_at desc limit 1) last on true
     where v.archived_at is null
       and case sorted_by when 'short' then s.of_weeks > 0 when 'uncosted' then v.stock_quantity > 0 and c.unit_cost is null
                          else v.stock_quantity > 0 end
  ), page as (
    select l.*, row_number() over (
             order by case sorted_by when 'dead' then - l.days when 'short' then l.days_left when 'worth' then - l.pieces * l.unit_cost end,
                      case when sorted_by = 'uncosted' then l.id end desc, l.id) as place
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

CREATE OR REPLACE FUNCTION shop.add_sold_lines()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  insert into shop.sold_lines (order_id, position, product_id, variant_id, sold_at, quantity, paisas)
  select i.order_id, i.position, i.product_id, i.variant_id, o.created_at, i.quantity, (i.quantity * i.price - i.discount) * 100
    from added i cross join lateral (select * from public.orders s where s.id = i.order_id offset 0) o
   where o.status <> 'cancelled' and o.archived_at is null;
  return null;
end;
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
  SET enable_hashagg TO 'off'
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
  insert into shop.sold_lines (order_id, position, product_id, variant_id, sold_at, quantity, paisas)
  select i.order_id, i.position, i.product_id, i.variant_id, o.created_at, i.quantity, (i.quantity * i.price - i.discount) * 100
    from public.orders o join public.order_items i on i.order_id = o.id
   where o.status <> 'cancelled' and o.archived_at is null
   order by o.created_at;
  perform shop.count_returned(moved.order_id)
     from (select s.order_id from shop.sent_pieces s union select p.order_id from shop.return_pieces p
           union select s.order_id from public.shipments s where shop.is_back(s.status)) moved;
end;
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
    insert into shop.sold_lines (order_id, position, product_id, variant_id, sold_at, quantity, paisas)
    select i.order_id, i.position, i.product_id, i.variant_id, new.created_at, i.quantity, (i.quantity * i.price - i.discount) * 100
      from public.order_items i where i.order_id = new.id;
    perform shop.count_returned(new.id);
  end if;
end;
$function$;

CREATE INDEX sold_lines_by_piece ON shop.sold_lines USING btree (product_id, variant_id, sold_at) INCLUDE (quantity, paisas, returned, returned_paisas);

CREATE INDEX sold_lines_by_time ON shop.sold_lines USING btree (sold_at) INCLUDE (product_id, variant_id, quantity, paisas, returned, returned_paisas);
