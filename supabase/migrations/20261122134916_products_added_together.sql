SET local check_function_bodies = off;

DROP TRIGGER "product_variants_words_new" ON "public"."product_variants";

DROP VIEW "public"."shipments_of_orders";

ALTER TABLE "public"."products"
  DROP CONSTRAINT "products_photo_colors_fit";

DROP FUNCTION "public"."list_stock_history"(text, shop.stock_change_kind, timestamp WITH time zone, timestamp WITH time zone, integer, integer, text, boolean);

DROP FUNCTION "shop"."serve_stock_notices"(text);

DROP FUNCTION "shop"."write_variants"(public.products, jsonb, uuid, text);

CREATE OR REPLACE FUNCTION public.create_product (
  fields jsonb,
  actor  uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  made constant text[] := shop.add_products(jsonb_build_array(fields), actor);
begin
  return (select shop.product_json(p) from public.products p where p.id = made[1]);
end;
$function$;

CREATE OR REPLACE FUNCTION public.import_products (
  entries jsonb,
  known   integer,
  actor   uuid
)
  RETURNS integer
  LANGUAGE plpgsql
  SET search_path TO ''
  SET statement_timeout TO '60s'
  AS $function$
begin
  -- One file at a time: two of them could add the same product.
  perform pg_advisory_xact_lock(hashtext('public.import_products'));
  if (select count(*) from public.products) <> known then
    perform shop.refuse(409, 'catalogue_changed', 'The catalogue changed meanwhile');
  end if;
  perform 1 from public.categories c
   where c.slug in (select e -> 'fields' ->> 'category' from jsonb_array_elements(entries) e) order by c.slug for key share;
  perform shop.lock_products(array (select e ->> 'id' from jsonb_array_elements(entries) e where e ->> 'seen' is not null));

  -- First those that are there: a new product may take the SKU that one of them gives up.
  perform public.edit_product(e ->> 'id', e -> 'fields', (e ->> 'seen')::timestamptz, actor, (e ->> 'stock_seen')::integer)
    from jsonb_array_elements(entries) e where e ->> 'seen' is not null;
  perform shop.add_products(jsonb_agg(e.entry -> 'fields' || jsonb_build_object('id', e.entry -> 'id') order by e.place), actor)
    from jsonb_array_elements(entries) with ordinality as e (entry, place) where e.entry ->> 'seen' is null having count(*) > 0;
  return jsonb_array_length(entries);
end;
$function$;

CREATE OR REPLACE FUNCTION public.list_stock_history (
  product_id  text,
  kind        shop.stock_change_kind,
  from_time   timestamp with time zone,
  to_time     timestamp with time zone,
  page_offset integer,
  page_limit  integer,
  sort_by     text                     DEFAULT 'createdAt'::text,
  ascending   boolean                  DEFAULT false,
  reference   text                     DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  ordering constant text := format(case sort_by when 'quantity' then 'h.quantity %1$s, h.created_at %1$s, h.sequence %1$s'
                                               when 'transactionType' then 'h.transaction_type %1$s, h.created_at desc, h.sequence desc'
                                               else 'h.created_at %1$s, h.sequence %1$s' end, case when ascending then 'asc' else 'desc' end);
  conditions constant text := '($2 is null or h.transaction_type = $2) and ($3 is null or h.created_at >= $3) and ($4 is null or h.created_at < $4)';
  source constant text := case
    -- `offset 0` makes Postgres find the few rows by their index and sort them, instead of scanning all rows in order.
    when coalesce(product_id, reference) is not null then
      '(select * from public.stock_history h
         where ($1 is null or h.product_id = $1) and ($7 is null or h.reference_number = $7 or h.reference_number like $8) and %1$s offset 0) h'
    when sort_by = 'createdAt' then '(select * from public.stock_history h where %1$s) h'
    else 'unnest($5) k (kind)
           cross join lateral (select * from public.stock_history h where h.transaction_type = k.kind and %1$s order by %2$s limit $6) h' end;
  receipts constant text := regexp_replace(reference, '([\\%_])', '\\\1', 'g') || '-%';
  ids text[];
  total bigint;
begin
  execute format('select array (select h.id from ' || source || ' order by %2$s limit $6)', conditions, ordering)
     into ids using list_stock_history.product_id, kind, from_time, to_time, enum_range(null::shop.stock_change_kind), page_offset + page_limit,
                    reference, receipts;

  if coalesce(product_id, reference) is null then
    total := shop.count_records('stock', kind::text, from_time, to_time);
  else
    execute format('select count(*) from ' || source, conditions) into total
      using list_stock_history.product_id, kind, from_time, to_time, null, null, reference, receipts;
  end if;
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(to_jsonb(r) order by page.place), '[]')
                from unnest(ids[page_offset + 1 : page_offset + page_limit]) with ordinality as page (id, place)
                join public.stock_records r on r.id = page.id),
    'total', total);
end;
$function$;

REVOKE ALL
  ON FUNCTION "public"."list_stock_history"(text, shop.stock_change_kind, timestamp WITH time zone, timestamp WITH time zone, integer, integer, text, boolean, text)
  FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION shop.add_products (
  entries jsonb,
  actor   uuid
)
  RETURNS text[]
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  wanted public.products[];
  -- What is counted of each.
  choices constant jsonb[] := array (
    select shop.entries_of_variants(e.fields) from jsonb_array_elements(entries) with ordinality as e (fields, place) order by e.place);
begin
  perform 1 from public.categories c where c.slug in (select e ->> 'category' from jsonb_array_elements(entries) e) order by c.slug for key share;
  select array_agg(jsonb_populate_record(null::public.products,
                     jsonb_build_object('id', shop.new_id(), 'photo_colors', '[]'::jsonb) || jsonb_strip_nulls(e.fields)) order by e.place) into wanted
    from jsonb_array_elements(entries) with ordinality as e (fields, place);
  if exists (select from unnest(wanted) w where not exists (select from public.categories c where c.slug = w.category)) then
    perform shop.refuse_field('category', 'There is no such category');
  elsif exists (select from unnest(wanted) w where not shop.photo_colors_fit(w.photo_colors, w.images, w.colors)) then
    perform shop.refuse_field('photoColors', 'Choose one of the photos and one of the colors');
  end if;
  perform shop.refuse_choices_not_offered(wanted[n], choices[n]) from generate_subscripts(wanted, 1) n;

  begin
    -- One statement: products that have variants when it ends get no shared one.
    with made as (
      insert into public.products (id, name, description, material, category, price, original_price, images, photo_colors, is_available, is_new, is_featured,
                                   colors, sizes)
      select w.id, w.name, w.description, w.material, w.category, w.price, w.original_price, w.images, w.photo_colors, w.is_available, w.is_new,
             w.is_featured, w.colors, w.sizes
        from unnest(wanted) w
    )
    insert into public.product_variants (product_id, color, size, sku)
    select w.id, c.color, c.size, coalesce(c.sku, shop.suggest_sku(w.id, w.category, c.color, c.size))
      from unnest(wanted) with ordinality as w cross join lateral shop.choices_in(choices[w.ordinality]) c;
  exception when unique_violation then
    perform shop.refuse_sku_of_another(choices);
    raise;
  end;
  perform shop.book_opening_stock(array (select w.id from unnest(wanted) w), choices, actor);
  return array (select w.id from unnest(wanted) w);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.add_shared_variant()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if not exists (select from public.product_variants v where v.product_id = new.id) then
    insert into public.product_variants (product_id, sku) values (new.id, shop.suggest_sku(new.id, new.category, '', ''));
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.book_opening_stock (
  product_ids text[],
  choices     jsonb[],
  actor       uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  for nth in 0 .. (select max(jsonb_array_length(entries)) - 1 from unnest(choices) entries) loop
    with opened as (
      select p.id as product_id, coalesce(p.entries -> nth ->> 'color', '') as color, coalesce(p.entries -> nth ->> 'size', '') as size,
             (p.entries -> nth ->> 'stockQuantity')::integer as stock
        from unnest(product_ids, choices) as p (id, entries) where (p.entries -> nth ->> 'stockQuantity')::integer > 0
    ), changed as (
      update public.products p set stock_quantity = p.stock_quantity + o.stock from opened o where p.id = o.product_id returning p.id, p.stock_quantity
    ), counted as (
      update public.product_variants v set stock_quantity = o.stock
        from opened o where v.product_id = o.product_id and v.color = o.color and v.size = o.size returning v.id, v.product_id, v.stock_quantity
    )
    insert into public.stock_history (product_id, variant_id, transaction_type, quantity, previous_stock, new_stock, variant_stock, notes, actor)
    select c.id, v.id, 'adjustment', v.stock_quantity, c.stock_quantity - v.stock_quantity, c.stock_quantity, v.stock_quantity, 'Opening stock',
           book_opening_stock.actor
      from changed c join counted v on v.product_id = c.id;
  end loop;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.choices_in (
  entries jsonb
)
  RETURNS TABLE (
    place integer,
    color text,
    size  text,
    sku   text,
    stock integer,
    seen  integer
  )
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select x.ordinality::integer - 1, coalesce(x.entry ->> 'color', ''), coalesce(x.entry ->> 'size', ''), upper(nullif(x.entry ->> 'sku', '')),
         (x.entry ->> 'stockQuantity')::integer, (x.entry ->> 'stockSeen')::integer
    from jsonb_array_elements(entries) with ordinality as x (entry, ordinality) order by x.ordinality;
$function$;

CREATE OR REPLACE FUNCTION shop.entries_of_variants (
  fields     jsonb,
  before     public.products DEFAULT NULL::public.products,
  wanted     public.products DEFAULT NULL::public.products,
  stock_seen integer         DEFAULT NULL::integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  stock constant integer := (fields ->> 'stock_quantity')::integer;
  entries jsonb := fields -> 'variants';
  shared public.product_variants;
  others integer;
  total integer;
begin
  select * into shared from public.product_variants v where v.product_id = before.id and v.archived_at is null and v.color = '' and v.size = '';
  -- Where the way of counting changes, the stock that was seen is that of the whole.
  if (shared.id is null) = (jsonb_array_length(entries) = 0) and stock_seen <> before.stock_quantity then
    perform shop.refuse(409, 'stock_moved', format('The stock moved from %s to %s meanwhile', stock_seen, before.stock_quantity),
      jsonb_build_object('stockQuantity', before.stock_quantity));
  end if;

  if jsonb_array_length(entries) = 0 or (entries is null and (before.id is null or shared.id is not null)) then
    -- Pieces that came back to choices no longer offered count for the product, and are none of the shared ones.
    others := case when shared.id is null then 0 else before.stock_quantity - shared.stock_quantity end;
    if stock < others then
      perform shop.refuse_field('stockQuantity', format('At least %s: so many are of choices that are no longer offered', others));
    end if;
    return jsonb_build_array(jsonb_build_object(
      'sku', fields ->> 'sku', 'stockSeen', case when shared.id is not null then stock_seen - others end,
      'stockQuantity', coalesce(stock - others, case when shared.id is null then coalesce(before.stock_quantity, 0) end)));
  end if;

  if entries is null then
    perform shop.refuse_choices_in_stock(array (
      select v from public.product_variants v
       where v.product_id = before.id and v.archived_at is null and v.stock_quantity > 0
         and (v.color <> all (array_append(wanted.colors, '')) or v.size <> all (array_append(wanted.sizes, '')))));
    select coalesce(jsonb_agg(jsonb_build_object('color', v.color, 'size', v.size) order by v.id), '[{"stockQuantity": 0}]') into entries
      from public.product_variants v
     where v.product_id = before.id and v.archived_at is null
       and v.color = any (array_append(wanted.colors, '')) and v.size = any (array_append(wanted.sizes, ''));
    total := before.stock_quantity;
  else
    select sum(coalesce((e ->> 'stockQuantity')::integer, v.stock_quantity, 0)) into total
      from jsonb_array_elements(entries) e left join public.product_variants v
        on v.product_id = before.id and v.color = coalesce(e ->> 'color', '') and v.size = coalesce(e ->> 'size', '');
  end if;
  if stock <> total then
    perform shop.refuse_field('stockQuantity', format('The sizes and colors have %s pieces together: each is counted on its own', total));
  end if;
  return entries;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.refuse_choices_not_offered (
  product public.products,
  entries jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  wrong record;
begin
  select c.place, c.color <> '' and c.color <> all (product.colors) as by_color into wrong
    from shop.choices_in(entries) c
   where (c.color <> '' and c.color <> all (product.colors)) or (c.size <> '' and c.size <> all (product.sizes))
   order by c.place limit 1;
  if found then
    perform shop.refuse_field(format('variants.%s.%s', wrong.place, case when wrong.by_color then 'color' else 'size' end), 'Choose one that the product offers');
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.refuse_sku_of_another (
  choices jsonb[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  wrong record;
begin
  select c.* into wrong
    from (select x.*, p.place as product, row_number() over (partition by x.sku order by p.place, x.place) as nth
            from unnest(choices) with ordinality as p (entries, place) cross join lateral shop.choices_in(p.entries) x) c
   where c.sku is not null and (c.nth > 1 or exists (select from public.product_variants v where v.sku = c.sku))
   order by c.product, c.place limit 1;
  if found then
    perform shop.refuse_field(case when wrong.color = '' and wrong.size = '' then 'sku' else format('variants.%s.sku', wrong.place) end,
                              format('Another piece has the SKU %s', wrong.sku));
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.serve_stock_notices (
  product_id text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  with served as (
    update public.stock_notices n
       set back_at = now(), told_at = case when n.email is not null then now() end
      from public.products p
     where p.id = serve_stock_notices.product_id and p.archived_at is null and p.is_available and n.product_id = p.id and n.back_at is null
       and exists (select from public.product_variants v
                    where v.product_id = p.id and v.archived_at is null and v.stock_quantity > 0
                      and (n.color = '' or v.color in ('', n.color)) and (n.size = '' or v.size in ('', n.size)))
    returning n.*, p.name
  )
  insert into public.mail_outbox (kind, recipient, payload)
  select 'back_in_stock', s.email, jsonb_build_object('productId', s.product_id, 'productName', s.name, 'color', s.color, 'size', s.size, 'token', s.token)
    from served s where s.email is not null order by s.created_at, s.id;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.store_words_of_new_variants()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.store_words_of(a.product_id) from (select distinct n.product_id from added n) a;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.write_variants (
  product public.products,
  entries jsonb,
  actor   uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  counts_alike boolean;
  complaint record;
  entry record;
  variant public.product_variants;
  old_variant public.product_variants;
begin
  perform shop.refuse_choices_not_offered(product, entries);

  select bool_and((v.color = '') = (coalesce(entries -> 0 ->> 'color', '') = '') and (v.size = '') = (coalesce(entries -> 0 ->> 'size', '') = ''))
    into counts_alike
    from public.product_variants v where v.product_id = product.id and v.archived_at is null;

  if counts_alike then
    perform shop.refuse_choices_in_stock(array (
      select v from public.product_variants v
       where v.product_id = product.id and v.archived_at is null and v.stock_quantity > 0 and not exists (
               select from jsonb_array_elements(entries) e where coalesce(e ->> 'color', '') = v.color and coalesce(e ->> 'size', '') = v.size)));
  else
    select x.ordinality - 1 as place into complaint from jsonb_array_elements(entries) with ordinality as x (entry, ordinality)
     where x.entry ->> 'stockQuantity' is null order by x.ordinality limit 1;
    if found then
      perform shop.refuse_field(format('variants.%s.stockQuantity', complaint.place), 'Enter how many pieces there are');
    end if;
  end if;

  -- What leaves, before what comes: the pieces of a product are never counted twice. Counted as a whole, it also has those of choices long gone.
  for old_variant in
    select v.* from public.product_variants v
     where v.product_id = product.id
       and (v.archived_at is null or (v.stock_quantity > 0 and not counts_alike
                                      and coalesce(entries -> 0 ->> 'color', '') = '' and coalesce(entries -> 0 ->> 'size', '') = ''))
       and not exists (
             select from jsonb_array_elements(entries) e where coalesce(e ->> 'color', '') = v.color and coalesce(e ->> 'size', '') = v.size)
     order by v.id
  loop
    if old_variant.stock_quantity > 0 then
      perform shop.change_stock(product.id, - old_variant.stock_quantity, 'adjustment', null, 'Counted by other choices', actor, old_variant.id);
    end if;
    update public.product_variants v set archived_at = now() where v.id = old_variant.id and v.archived_at is null;
  end loop;

  for entry in select * from shop.choices_in(entries) loop
    begin
      insert into public.product_variants as v (product_id, color, size, sku)
      values (product.id, entry.color, entry.size, coalesce(entry.sku, shop.suggest_sku(product.id, product.category, entry.color, entry.size)))
      on conflict (product_id, color, size) do update set archived_at = null, sku = coalesce(entry.sku, v.sku)
      returning v.* into variant;
    exception when unique_violation then
      perform shop.refuse_field(case when entry.color = '' and entry.size = '' then 'sku' else format('variants.%s.sku', entry.place) end,
                                format('Another piece has the SKU %s', entry.sku));
    end;

    if entry.stock <> variant.stock_quantity then
      if entry.seen <> variant.stock_quantity then
        perform shop.refuse(409, 'stock_moved',
          concat_ws(' ', 'The stock', 'of ' || nullif(shop.choice_name(entry.color, entry.size), ''),
                    format('moved from %s to %s meanwhile', entry.seen, variant.stock_quantity)),
          jsonb_build_object('stockQuantity', variant.stock_quantity, 'color', entry.color, 'size', entry.size));
      end if;
      perform shop.change_stock(product.id, entry.stock - variant.stock_quantity, 'adjustment', null, case when counts_alike then '' else 'Counted by other choices' end, actor, variant.id);
    end if;
  end loop;
end;
$function$;

CREATE VIEW "public"."shipments_of_orders" WITH (security_invoker=true) AS  SELECT s.id,
    s.shipment_number,
    s.order_id,
    s.carrier,
    s.tracking_number,
    s.shipping_method,
    s.shipping_cost,
    s.status,
    s.estimated_delivery_date,
    s.shipped_date,
    s.notes,
    s.created_at,
    s.updated_at,
    s.archived_at,
    o.order_number,
    o.customer_name AS recipient_name,
    o.customer_email AS recipient_email,
    ( SELECT COALESCE(jsonb_agg(jsonb_build_object('product_name', i.product_name, 'quantity', i.quantity, 'selected_color', i.selected_color, 'selected_size', i.selected_size, 'sku', v.sku) ORDER BY i."position"), '[]'::jsonb) AS "coalesce"
           FROM (public.order_items i
             JOIN public.product_variants v ON ((v.id = i.variant_id)))
          WHERE (i.order_id = s.order_id)) AS items
   FROM (public.shipments s
     LEFT JOIN public.orders o ON ((o.id = s.order_id)));

REVOKE ALL ON TABLE "public"."shipments_of_orders" FROM "anon", "authenticated";

CREATE INDEX stock_history_by_reference ON public.stock_history USING btree (reference_number text_pattern_ops)
  WHERE (reference_number IS NOT NULL);

CREATE TRIGGER product_variants_words_new
  AFTER INSERT ON public.product_variants REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT
  EXECUTE FUNCTION shop.store_words_of_new_variants();

REVOKE ALL
  ON FUNCTION "public"."list_stock_history"(text, shop.stock_change_kind, timestamp WITH time zone, timestamp WITH time zone, integer, integer, text, boolean, text)
  FROM "postgres";

GRANT EXECUTE
  ON FUNCTION "public"."list_stock_history"(text, shop.stock_change_kind, timestamp WITH time zone, timestamp WITH time zone, integer, integer, text, boolean, text)
  TO "postgres";

GRANT EXECUTE
  ON FUNCTION "public"."list_stock_history"(text, shop.stock_change_kind, timestamp WITH time zone, timestamp WITH time zone, integer, integer, text, boolean, text)
  TO "service_role";

REVOKE ALL ON FUNCTION "shop"."add_products"(jsonb, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."add_products"(jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."add_products"(jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."add_products"(jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."book_opening_stock"(text[], jsonb[], uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."book_opening_stock"(text[], jsonb[], uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."book_opening_stock"(text[], jsonb[], uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."book_opening_stock"(text[], jsonb[], uuid) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."choices_in"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."choices_in"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."choices_in"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."choices_in"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."refuse_choices_not_offered"(public.products, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."refuse_choices_not_offered"(public.products, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."refuse_choices_not_offered"(public.products, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."refuse_choices_not_offered"(public.products, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."refuse_sku_of_another"(jsonb[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."refuse_sku_of_another"(jsonb[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."refuse_sku_of_another"(jsonb[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."refuse_sku_of_another"(jsonb[]) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."serve_stock_notices"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."serve_stock_notices"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."serve_stock_notices"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."serve_stock_notices"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."store_words_of_new_variants"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."store_words_of_new_variants"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."store_words_of_new_variants"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."store_words_of_new_variants"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."write_variants"(public.products, jsonb, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."write_variants"(public.products, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."write_variants"(public.products, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."write_variants"(public.products, jsonb, uuid) TO "service_role";

REVOKE ALL ON TABLE "public"."shipments_of_orders" FROM "service_role";

GRANT SELECT ON TABLE "public"."shipments_of_orders" TO "service_role";

ALTER TABLE "public"."products"
  ADD CONSTRAINT "products_photo_colors_fit" CHECK (((photo_colors = '[]'::jsonb) OR shop.photo_colors_fit(photo_colors, images, colors)));
