SET local check_function_bodies = off;

DROP TRIGGER "products_words_stored" ON "public"."products";

CREATE SEQUENCE "shop"."stock_count_numbers" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1 NO CYCLE;

CREATE TABLE "public"."stock_counts" (
  "count_number"        text                     NOT NULL DEFAULT ('COUNT-'::text || nextval('shop.stock_count_numbers'::regclass)),
  "entries"             text[]                   NOT NULL DEFAULT '{}'::text[],
  "actor"               uuid,
  "idempotency_key"     text,
  "request_fingerprint" text,
  "created_at"          timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT "stock_counts_key_unique" UNIQUE (idempotency_key),
  CONSTRAINT "stock_counts_number_unique" UNIQUE (count_number),
  "id"                  text                     NOT NULL DEFAULT shop.new_id(),
  CONSTRAINT "stock_counts_id_hex" CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT "stock_counts_pkey" PRIMARY KEY (id)
);

ALTER TABLE "public"."stock_counts"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."stock_counts" FROM "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.count_stock (
  items           jsonb,
  notes           text,
  actor           uuid,
  idempotency_key text  DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  fingerprint constant text := md5(jsonb_build_array(items, notes)::text);
  booked public.stock_counts;
  unknown bigint;
  line record;
  entry public.stock_history;
  entry_ids text[] := '{}';
begin
  insert into public.stock_counts (actor, idempotency_key, request_fingerprint)
  values (count_stock.actor, count_stock.idempotency_key, fingerprint)
  on conflict on constraint stock_counts_key_unique do nothing returning * into booked;
  if not found then
    select * into booked from public.stock_counts c where c.idempotency_key = count_stock.idempotency_key;
    if booked.request_fingerprint <> fingerprint then
      perform shop.refuse(422, 'idempotency_mismatch', 'This Idempotency-Key was already used for another count');
    end if;
    return shop.stock_count_json(booked);
  end if;

  -- In the order in which everybody locks products.
  perform 1 from public.products p
    where p.id in (select v.product_id from jsonb_array_elements(items) i join public.product_variants v on v.id = i ->> 'variantId')
    order by p.id for no key update;
  select i.place - 1 into unknown from jsonb_array_elements(items) with ordinality as i (item, place)
   where not exists (select from public.product_variants v join public.products p on p.id = v.product_id
                      where v.id = i.item ->> 'variantId' and v.archived_at is null and p.archived_at is null)
   order by i.place limit 1;
  if found then
    perform shop.refuse_field(format('items.%s.variantId', unknown), 'This piece is no longer offered');
  end if;

  for line in
    select v.product_id, v.id as variant_id, (i.item ->> 'counted')::integer - (i.item ->> 'stockSeen')::integer as difference
      from jsonb_array_elements(items) with ordinality as i (item, place) join public.product_variants v on v.id = i.item ->> 'variantId'
     order by v.product_id, i.place
  loop
    entry := shop.change_stock(line.product_id, line.difference, 'adjustment', booked.count_number, notes, actor, line.variant_id);
    entry_ids := entry_ids || entry.id;
  end loop;
  update public.stock_counts c set entries = entry_ids where c.id = booked.id returning * into booked;
  return shop.stock_count_json(booked);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."count_stock"(jsonb, text, uuid, text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.list_stock_levels (
  typed_like  text,
  typed_sku   text,
  category    text,
  level       text,
  low_at      integer,
  sort_by     text,
  ascending   boolean,
  page_offset integer,
  page_limit  integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  ordering constant text := format(case sort_by when 'category' then 'f.category %1$s, ' when 'stockQuantity' then 'f.stock_quantity %1$s, ' else '' end
    || case when sort_by = 'name' then 'f.name %1$s, f.id' else 'f.name, f.id' end, case when ascending then 'asc' else 'desc' end);
  ids text[];
  total bigint;
begin
  -- No index on stock on purpose: every piece sold would rewrite all indexes of its product, while ten thousand products are read and sorted in some ten
  -- milliseconds.
  execute $query$
    with variants as materialized (select v.product_id, v.sku, v.stock_quantity from public.product_variants v where v.archived_at is null),
    found_ones as (
      select p.id, p.name, p.category, p.stock_quantity, p.id in (select v.product_id from variants v where v.sku = $2) as is_exact
        from public.products p
       where p.archived_at is null
         and ($1 is null or p.name ilike $1 or p.id in (select v.product_id from variants v where v.sku ilike $1))
         and ($3 is null or p.category = $3)
         and ($4 is distinct from 'low' or p.id in (select v.product_id from variants v where v.stock_quantity <= $5))
         and ($4 is distinct from 'out' or not p.is_available or p.id in (select v.product_id from variants v where v.stock_quantity = 0)))
    select (select array (select f.id from found_ones f order by f.is_exact desc, $query$ || ordering || $query$ offset $6 limit $7)),
           (select count(*) from found_ones)
  $query$ into ids, total using typed_like, typed_sku, list_stock_levels.category, level, low_at, page_offset, page_limit;

  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(shop.product_json(p) order by page.place), '[]')
                from unnest(ids) with ordinality as page (id, place) join public.products p on p.id = page.id),
    'total', total);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."list_stock_levels"(text, text, text, text, integer, text, boolean, integer, integer) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.sku (
  item public.order_items
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select v.sku from public.product_variants v where v.id = item.variant_id;
$function$;

REVOKE ALL ON FUNCTION "public"."sku"(public.order_items) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION shop.change_stock (
  product_id text,
  delta      integer,
  kind       shop.stock_change_kind,
  reference  text,
  notes      text,
  actor      uuid,
  variant_id text                   DEFAULT NULL::text
)
  RETURNS public.stock_history
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  entry public.stock_history;
  variant public.product_variants;
begin
  -- Test and change in one statement: no other order can slip in between. The product comes first, since its row is what everybody waits for.
  with changed as (
    update public.products p
       set stock_quantity = p.stock_quantity + delta
     where p.id = change_stock.product_id and p.stock_quantity::bigint + delta between 0 and 1000000000
       -- The product may have pieces of other choices. Callers hold its lock, so that what is read here is the stock of now.
       and exists (select from public.product_variants v
                    where v.product_id = change_stock.product_id and v.stock_quantity + delta >= 0
                      and case when change_stock.variant_id is null then v.color = '' and v.size = '' else v.id = change_stock.variant_id end)
    returning p.id, p.stock_quantity
  ), counted as (
    update public.product_variants v
       set stock_quantity = v.stock_quantity + delta
      from changed c
     where v.product_id = c.id and v.stock_quantity + delta >= 0
       and case when change_stock.variant_id is null then v.color = '' and v.size = '' else v.id = change_stock.variant_id end
    returning v.id, v.stock_quantity
  )
  insert into public.stock_history (product_id, variant_id, transaction_type, quantity, previous_stock, new_stock, variant_stock, reference_number, notes, actor)
  select c.id, v.id, kind, delta, c.stock_quantity - delta, c.stock_quantity, v.stock_quantity, reference, coalesce(change_stock.notes, ''), change_stock.actor
    from changed c cross join counted v
  returning * into entry;

  if entry.id is null then
    select v.* into variant from public.product_variants v
     where v.product_id = change_stock.product_id
       and case when change_stock.variant_id is null then v.color = '' and v.size = '' else v.id = change_stock.variant_id end;
    if not found then
      perform shop.refuse(404, 'product_not_found', 'Product not found');
    end if;
    if delta > 0 then
      perform shop.refuse(409, 'too_much_stock', 'That is more stock than the books can hold');
    end if;
    perform shop.refuse(409, 'not_enough_stock', concat_ws(' of ', 'Not enough stock', nullif(shop.choice_name(variant.color, variant.size), '')),
      jsonb_strip_nulls(jsonb_build_object('productId', change_stock.product_id, 'available', variant.stock_quantity,
                                           'color', nullif(variant.color, ''), 'size', nullif(variant.size, ''))));
  end if;
  return entry;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.order_json (
  order_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (select to_jsonb(o) || jsonb_build_object(
                   'items', (select coalesce(jsonb_agg(to_jsonb(i) || jsonb_build_object('sku', public.sku(i)) order by i.position), '[]')
                               from public.order_items i where i.order_id = o.id),
                   'shipments', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'shipment_number', s.shipment_number, 'status', s.status,
                                           'carrier', s.carrier, 'tracking_number', s.tracking_number, 'updated_at', s.updated_at)
                                           order by s.created_at, s.id), '[]')
                                   from public.shipments s where s.order_id = o.id and s.archived_at is null))
            from public.orders o
           where o.id = order_json.order_id);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.stock_count_json (
  count public.stock_counts
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('id', count.id, 'count_number', count.count_number, 'created_at', count.created_at,
    'items', (select coalesce(jsonb_agg(to_jsonb(r) order by e.place), '[]')
                from unnest(count.entries) with ordinality as e (id, place) join public.stock_records r on r.id = e.id));
$function$;

CREATE OR REPLACE FUNCTION shop.store_order_words (
  order_id text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  o public.orders;
  words text[];
begin
  select * into o from public.orders f where f.id = store_order_words.order_id and f.archived_at is null;
  if not found then
    delete from shop.order_words w where w.order_id = store_order_words.order_id;
    return;
  end if;
  words := shop.split_words(o.order_number) || shop.split_words(o.customer_name) || shop.split_words(split_part(o.customer_email, '@', 1))
    || shop.phone_words(o.customer_phone) || shop.phone_words(coalesce(o.second_phone, ''))
    || array(select w from public.order_items i, unnest(shop.split_words(i.product_name)) w where i.order_id = o.id)
    || array(select w from public.order_items i join public.product_variants v on v.id = i.variant_id, unnest(shop.split_words(v.sku)) w
              where i.order_id = o.id)
    || array(select w from public.shipments s,
                    unnest(shop.split_words(s.tracking_number) || shop.split_words(regexp_replace(s.tracking_number, '\W', '', 'g'))) w
              where s.order_id = o.id and s.archived_at is null);
  insert into shop.order_words (order_id, created_at, status, words)
  values (o.id, o.created_at, o.status, array_to_tsvector(array(select distinct left(w, 100) from unnest(words) w where w <> '')))
  on conflict on constraint order_words_pkey
    do update set created_at = excluded.created_at, status = excluded.status, words = excluded.words;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.store_product_words()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.store_words_of(new.id);
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.store_words_of (
  product_id text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  insert into public.product_words (product_id, words)
  select p.id, shop.search_words(p.name, p.category, p.material, p.colors, p.description)
            || setweight(to_tsvector('simple', shop.without_signs(
                 (select string_agg(v.sku, ' ') from public.product_variants v where v.product_id = p.id and v.archived_at is null))), 'A')
    from public.products p where p.id = store_words_of.product_id
  on conflict on constraint product_words_pkey do update set words = excluded.words;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.store_words_of_variant()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.store_words_of(new.product_id);
  return null;
end;
$function$;

-- pgls-ignore lint/safety/addingForeignKeyConstraint: the table is new
ALTER TABLE "public"."stock_counts"
  ADD CONSTRAINT "stock_counts_actor_fkey" FOREIGN KEY (actor) REFERENCES auth.users(id) ON DELETE SET NULL;

CREATE INDEX stock_counts_by_actor ON public.stock_counts USING btree (actor)
  WHERE (actor IS NOT NULL);

CREATE TRIGGER product_variants_words_new
  AFTER INSERT ON public.product_variants
  FOR EACH ROW
  EXECUTE FUNCTION shop.store_words_of_variant();

CREATE TRIGGER product_variants_words
  AFTER UPDATE ON public.product_variants
  FOR EACH ROW
  WHEN (((old.sku IS DISTINCT FROM new.sku) OR ((old.archived_at IS NULL) IS DISTINCT FROM (new.archived_at IS NULL))))
  EXECUTE FUNCTION shop.store_words_of_variant();

CREATE TRIGGER products_words_stored
  AFTER UPDATE OF name, category, material, colors, description ON public.products
  FOR EACH ROW
  EXECUTE FUNCTION shop.store_product_words();

REVOKE ALL ON FUNCTION "public"."count_stock"(jsonb, text, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."count_stock"(jsonb, text, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."count_stock"(jsonb, text, uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_stock_levels"(text, text, text, text, integer, text, boolean, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_stock_levels"(text, text, text, text, integer, text, boolean, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_stock_levels"(text, text, text, text, integer, text, boolean, integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."sku"(public.order_items) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."sku"(public.order_items) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."sku"(public.order_items) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."stock_count_json"(public.stock_counts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."stock_count_json"(public.stock_counts) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."stock_count_json"(public.stock_counts) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."stock_count_json"(public.stock_counts) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."store_words_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."store_words_of"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."store_words_of"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."store_words_of"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."store_words_of_variant"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."store_words_of_variant"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."store_words_of_variant"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."store_words_of_variant"() TO "service_role";

GRANT USAGE ON SEQUENCE "shop"."stock_count_numbers" TO "service_role";

REVOKE ALL ON TABLE "public"."stock_counts" FROM "service_role";

GRANT INSERT, SELECT, UPDATE ON TABLE "public"."stock_counts" TO "service_role";

-- What there is already is found by its SKUs, too.
SELECT shop.store_words_of(p.id) FROM public.products p;
SELECT shop.rebuild_order_words();
