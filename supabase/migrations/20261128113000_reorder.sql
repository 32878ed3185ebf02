SET local check_function_bodies = off;

CREATE TABLE "shop"."reorders" (
  "id"                  text                     NOT NULL DEFAULT shop.new_id(),
  "purchase_orders"     text[]                   NOT NULL DEFAULT '{}'::text[],
  "idempotency_key"     text,
  "request_fingerprint" text                     NOT NULL,
  "created_at"          timestamp WITH time zone NOT NULL DEFAULT now(),
  CONSTRAINT "reorders_key_unique" UNIQUE (idempotency_key),
  CONSTRAINT "reorders_pkey" PRIMARY KEY (id)
);

ALTER TABLE "shop"."reorders"
  ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION public.list_reorder (
  page_offset integer,
  page_limit integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with selling as materialized (
    select i.variant_id, sum(s.quantity - s.returned) as sold
      from shop.sold_lines s join public.order_items i on i.order_id = s.order_id and i.position = s.position
     where s.sold_at >= now() - interval '28 days'
     group by i.variant_id having sum(s.quantity - s.returned) > 0
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
      left join lateral shop.last_purchase(v.id) last on true
     cross join lateral (select shop.lead_days(v.id, last.supplier_name) as days) known
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

REVOKE ALL ON FUNCTION "public"."list_reorder"(integer, integer) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION shop.last_purchase (
  variant_id text
)
  RETURNS TABLE(supplier_name text, unit_cost numeric)
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select o.supplier_name, i.unit_cost
    from public.purchase_order_items i join public.purchase_orders o on o.id = i.purchase_order_id
   where i.variant_id = last_purchase.variant_id and o.status <> 'cancelled' and o.archived_at is null
   order by o.created_at desc, o.id, i.position desc limit 1;
$function$;

CREATE OR REPLACE FUNCTION shop.lead_days (
  variant_id text,
  supplier_name text
)
  RETURNS integer
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select ceil(percentile_cont(0.5) within group (order by shop.day_of(came.received_at) - shop.day_of(came.ordered_at)))::integer
    from (select r.created_at as received_at,
                 -- What nobody marked as ordered has its receipt for its order's date, and was written down before.
                 case when r.created_at - o.order_date > interval '1 minute' then o.order_date else o.created_at end as ordered_at
            from public.purchase_order_delivery_items l
            join public.purchase_order_deliveries r on r.id = l.delivery_id and r.taken_back_at is null
            join public.purchase_orders o on o.id = r.purchase_order_id
           where l.variant_id = lead_days.variant_id and lower(o.supplier_name) = lower(lead_days.supplier_name)
             and o.archived_at is null) came;
$function$;

CREATE OR REPLACE FUNCTION shop.check_reorder (
  lines jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  complaints jsonb;
begin
  select jsonb_agg(jsonb_build_object('path', format('lines.%s.%s', l.place - 1, wrong.field), 'message', wrong.message)
                   order by l.place, wrong.field)
    into complaints
    from jsonb_array_elements(lines) with ordinality as l (line, place)
    left join (public.product_variants v join public.products p on p.id = v.product_id and p.archived_at is null)
           on v.id = l.line ->> 'variantId' and v.archived_at is null
    left join lateral shop.last_purchase(v.id) last on true
   cross join lateral (
     values ('variantId', 'This piece is no longer on offer', v.id is null),
            ('supplierName', 'Who supplies it?', v.id is not null and coalesce(l.line ->> 'supplierName', last.supplier_name) is null),
            ('unitCost', 'What does a piece cost?', v.id is not null and coalesce(l.line ->> 'unitCost', last.unit_cost::text) is null)
   ) as wrong (field, message, is_so)
   where wrong.is_so;
  if complaints is not null then
    perform shop.refuse('validation_failed', jsonb_build_object('errors', complaints));
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION public.reorder_pieces (
  lines jsonb,
  idempotency_key text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  fingerprint constant text := md5(lines::text);
  pressed shop.reorders;
  purchase record;
begin
  insert into shop.reorders (idempotency_key, request_fingerprint) values (reorder_pieces.idempotency_key, fingerprint)
  on conflict on constraint reorders_key_unique do nothing returning * into pressed;
  if not found then
    select * into pressed from shop.reorders r where r.idempotency_key = reorder_pieces.idempotency_key;
    if pressed.request_fingerprint <> fingerprint then
      perform shop.refuse('idempotency_mismatch', null, '{"of": "reorder"}');
    end if;
    return (select jsonb_agg(shop.purchase_order_json(made.id) order by made.place)
              from unnest(pressed.purchase_orders) with ordinality as made (id, place));
  end if;

  perform shop.check_reorder(lines);
  for purchase in
    select wanted.supplier_name, wanted.total, wanted.items, before.supplier_email, before.supplier_phone, before.supplier_address
      from (select (array_agg(n.supplier_name order by n.place))[1] as supplier_name, min(n.place) as place,
                   sum(n.quantity * n.unit_cost) as total,
                   jsonb_agg(jsonb_build_object('productId', n.product_id, 'sku', n.sku, 'quantity', n.quantity,
                                                'unitCost', n.unit_cost) order by n.place) as items
              from (select l.place, v.product_id, v.sku, (l.line ->> 'quantity')::integer as quantity,
                           coalesce(l.line ->> 'supplierName', last.supplier_name) as supplier_name,
                           coalesce((l.line ->> 'unitCost')::numeric, last.unit_cost) as unit_cost
                      from jsonb_array_elements(lines) with ordinality as l (line, place)
                      join public.product_variants v on v.id = l.line ->> 'variantId'
                      left join lateral shop.last_purchase(v.id) last on true) n
             group by lower(n.supplier_name)) wanted
      left join lateral (
        select o.supplier_email, o.supplier_phone, o.supplier_address from public.purchase_orders o
         where lower(o.supplier_name) = lower(wanted.supplier_name) and o.archived_at is null
         order by o.created_at desc, o.id limit 1) before on true
     order by wanted.place
  loop
    if purchase.total > 9999999999 then
      perform shop.refuse_field('lines', 'The total is too large');
    end if;
    pressed.purchase_orders := pressed.purchase_orders || (public.create_purchase_order(jsonb_build_object(
      'supplierName', purchase.supplier_name, 'supplierEmail', purchase.supplier_email, 'supplierPhone', purchase.supplier_phone,
      'supplierAddress', purchase.supplier_address, 'items', purchase.items)) ->> 'id');
  end loop;
  update shop.reorders r set purchase_orders = pressed.purchase_orders where r.id = pressed.id;
  return (select jsonb_agg(shop.purchase_order_json(made.id) order by made.place)
            from unnest(pressed.purchase_orders) with ordinality as made (id, place));
end;
$function$;

REVOKE ALL ON FUNCTION "public"."reorder_pieces"(jsonb, text) FROM PUBLIC, "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."list_reorder"(integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_reorder"(integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_reorder"(integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."reorder_pieces"(jsonb, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."reorder_pieces"(jsonb, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."reorder_pieces"(jsonb, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."check_reorder"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."check_reorder"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."check_reorder"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."check_reorder"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."last_purchase"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."last_purchase"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."last_purchase"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."last_purchase"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."lead_days"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."lead_days"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."lead_days"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."lead_days"(text, text) TO "service_role";

GRANT INSERT, SELECT, UPDATE ON TABLE "shop"."reorders" TO "service_role";
