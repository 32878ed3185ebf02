SET local check_function_bodies = off;

DROP TRIGGER "products_words_stored" ON "public"."products";

DROP VIEW "public"."stock_records";

DROP FUNCTION "public"."adjust_stock"(text, shop.stock_change_kind, integer, text, uuid);

DROP FUNCTION "shop"."change_stock"(text, integer, shop.stock_change_kind, text, text, uuid);

DROP FUNCTION "shop"."price_lines"(jsonb);

CREATE SEQUENCE "shop"."product_numbers" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "shop"."stock_count_numbers" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1 NO CYCLE;

CREATE TABLE "public"."product_variants" (
  "product_id"     text                     NOT NULL,
  "color"          text                     NOT NULL DEFAULT ''::text,
  "size"           text                     NOT NULL DEFAULT ''::text,
  "sku"            text                     NOT NULL,
  "stock_quantity" integer                  NOT NULL DEFAULT 0,
  "created_at"     timestamp with time zone NOT NULL DEFAULT now(),
  "archived_at"    timestamp with time zone,
  CONSTRAINT "product_variants_choice_unique" UNIQUE (product_id, color, size),
  CONSTRAINT "product_variants_sku_shape" CHECK ((sku ~ '^[A-Z0-9]([A-Z0-9._/-]{0,38}[A-Z0-9])?$'::text)),
  CONSTRAINT "product_variants_sku_unique" UNIQUE (sku),
  CONSTRAINT "product_variants_stock_not_negative" CHECK ((stock_quantity >= 0)),
  "id"             text                     NOT NULL DEFAULT shop.new_id(),
  CONSTRAINT "product_variants_id_hex" CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT "product_variants_pkey" PRIMARY KEY (id)
);

ALTER TABLE "public"."product_variants"
  ENABLE ROW LEVEL SECURITY;

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

CREATE TABLE "public"."stock_notices" (
  "product_id" text                     NOT NULL,
  "color"      text                     NOT NULL DEFAULT ''::text,
  "size"       text                     NOT NULL DEFAULT ''::text,
  "email"      text,
  "phone"      text,
  "token"      text                     NOT NULL DEFAULT replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-'::text, ''::text),
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "back_at"    timestamp with time zone,
  "told_at"    timestamp with time zone,
  CONSTRAINT "stock_notices_email_lowercase" CHECK ((email = lower(email))),
  CONSTRAINT "stock_notices_one_contact" CHECK ((num_nonnulls(email, phone) = 1)),
  CONSTRAINT "stock_notices_token_unique" UNIQUE (token),
  CONSTRAINT "stock_notices_told_when_back" CHECK (((told_at IS NULL) OR (back_at IS NOT NULL))),
  "id"         text                     NOT NULL DEFAULT shop.new_id(),
  CONSTRAINT "stock_notices_id_hex" CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT "stock_notices_pkey" PRIMARY KEY (id)
);

ALTER TABLE "public"."stock_notices"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."stock_notices" FROM "anon", "authenticated";

CREATE TABLE "shop"."bulk_changes" (
  "id"         text                     NOT NULL,
  "product_id" text                     NOT NULL,
  "before"     jsonb                    NOT NULL,
  "version"    timestamp with time zone NOT NULL,
  "actor"      uuid,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "bulk_changes_pkey" PRIMARY KEY (id, product_id)
);

ALTER TABLE "shop"."bulk_changes"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."order_items"
  ADD COLUMN "variant_id" text;

ALTER TABLE "public"."purchase_order_items"
  ADD COLUMN "variant_id" text;

ALTER TABLE "public"."purchase_order_receipt_items"
  ADD COLUMN "variant_id" text;

ALTER TABLE "public"."stock_history"
  ADD COLUMN "variant_id" text;

ALTER TABLE "public"."stock_history"
  ADD COLUMN "variant_stock" integer;

ALTER TYPE "shop"."mail_kind" ADD VALUE 'back_in_stock' AFTER 'staff_invitation';


SET local check_function_bodies = off;

ALTER TYPE "shop"."priced_line" ADD ATTRIBUTE "variant_id" text CASCADE;

ALTER TYPE "shop"."priced_line" ADD ATTRIBUTE "missing_choice" text CASCADE;

CREATE OR REPLACE FUNCTION public.add_stock_notice (
  product_id text,
  notice     jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  product public.products;
  contact constant text := coalesce(notice ->> 'email', notice ->> 'phone');
  by_color boolean;
  by_size boolean;
  wanted_color text := '';
  wanted_size text := '';
begin
  -- Shared, so that pieces cannot come back between the look at the stock and the notice.
  select * into product from public.products p where p.id = add_stock_notice.product_id and p.archived_at is null for share;
  if not found then
    perform shop.refuse(404, 'product_not_found', 'Product not found');
  end if;

  select bool_or(v.color <> ''), bool_or(v.size <> '') into by_color, by_size
    from public.product_variants v where v.product_id = product.id and v.archived_at is null;
  if by_size then
    wanted_size := coalesce(notice ->> 'size', '');
    if wanted_size <> all (product.sizes) then
      perform shop.refuse_field('size', 'Choose a size');
    end if;
  end if;
  if by_color then
    wanted_color := coalesce(notice ->> 'color', '');
    if wanted_color <> all (product.colors) then
      perform shop.refuse_field('color', 'Choose a color');
    end if;
  end if;

  if product.is_available and exists (select from public.product_variants v
       where v.product_id = product.id and v.archived_at is null and v.stock_quantity > 0 and v.color = wanted_color and v.size = wanted_size) then
    perform shop.refuse(409, 'already_in_stock', format('%s is in stock: you can order it now', product.name));
  end if;
  if (select count(*) from public.stock_notices n where coalesce(n.email, n.phone) = contact and n.back_at is null) >= 20 then
    perform shop.refuse(429, 'too_many_notices', 'You wait for twenty pieces already');
  end if;
  insert into public.stock_notices (product_id, color, size, email, phone)
  values (product.id, wanted_color, wanted_size, notice ->> 'email', notice ->> 'phone')
  on conflict do nothing;
end;
$function$;

REVOKE ALL ON FUNCTION "public"."add_stock_notice"(text, jsonb) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.adjust_stock (
  product_id text,
  kind       shop.stock_change_kind,
  pieces     integer,
  notes      text,
  actor      uuid,
  color      text                   DEFAULT NULL::text,
  size       text                   DEFAULT NULL::text,
  sku        text                   DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  variant public.product_variants;
  entry public.stock_history;
begin
  -- Locked before it is read, because an exact stock becomes a difference to the current one.
  perform 1 from public.products p where p.id = adjust_stock.product_id and p.archived_at is null for no key update;
  if not found then
    perform shop.refuse(404, 'product_not_found', 'Product not found');
  end if;

  variant := shop.require_variant(adjust_stock.product_id, color, size, sku);
  entry := shop.change_stock(
    adjust_stock.product_id,
    case kind when 'adjustment' then pieces - variant.stock_quantity when 'damage' then -pieces when 'purchase' then pieces when 'return' then pieces end,
    kind, null, notes, actor, variant.id);
  return (select to_jsonb(r) from public.stock_records r where r.id = entry.id);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."adjust_stock"(text, shop.stock_change_kind, integer, text, uuid, text, text, text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.change_products (
  products jsonb,
  change   jsonb,
  bulk_id  text,
  actor    uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  entry record;
  refusals jsonb := '{}';
  refusal text;
begin
  delete from shop.bulk_changes b where b.created_at < shop.undoable_since();
  if change ? 'category' then
    perform shop.lock_category_of_product(change ->> 'category');
  end if;

  -- Lowest id first, like orders, so that they queue instead of deadlocking.
  for entry in select e ->> 'id' as id, (e ->> 'updatedAt')::timestamptz as seen from jsonb_array_elements(products) e order by e ->> 'id' loop
    begin
      perform shop.change_product(entry.id, entry.seen, change, bulk_id, actor);
    exception when sqlstate 'PGRST' then
      get stacked diagnostics refusal = message_text;
      refusals := refusals || jsonb_build_object(entry.id, refusal::jsonb);
    end;
  end loop;
  return (select jsonb_agg(jsonb_build_object('id', e ->> 'id', 'refusal', refusals -> (e ->> 'id')) order by place)
            from jsonb_array_elements(products) with ordinality as given (e, place));
end;
$function$;

REVOKE ALL ON FUNCTION "public"."change_products"(jsonb, jsonb, text, uuid) FROM PUBLIC, "anon", "authenticated";

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
  entry_ids text[] := array[]::text[];
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
    where p.id in (select v.product_id from jsonb_array_elements(items) i join public.product_variants v on v.sku = i ->> 'sku')
    order by p.id for no key update;
  select i.place - 1 into unknown from jsonb_array_elements(items) with ordinality as i (item, place)
   where not exists (select from public.product_variants v join public.products p on p.id = v.product_id
                      where v.sku = i.item ->> 'sku' and v.archived_at is null and p.archived_at is null)
   order by i.place limit 1;
  if found then
    perform shop.refuse_field(format('items.%s.sku', unknown), 'No piece on offer has this SKU');
  end if;

  for line in
    select v.product_id, v.id as variant_id, (i.item ->> 'counted')::integer - (i.item ->> 'stockSeen')::integer as difference
      from jsonb_array_elements(items) with ordinality as i (item, place) join public.product_variants v on v.sku = i.item ->> 'sku'
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

CREATE OR REPLACE FUNCTION public.create_product (
  fields jsonb,
  actor  uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  wanted public.products := jsonb_populate_record(null::public.products, jsonb_build_object('photo_colors', '[]'::jsonb) || fields);
  variants constant jsonb := shop.entries_of_variants(fields);
  made public.products;
begin
  perform shop.lock_category_of_product(wanted.category);
  if not shop.photo_colors_fit(wanted.photo_colors, wanted.images, wanted.colors) then
    perform shop.refuse_field('photoColors', 'Choose one of the photos and one of the colors');
  end if;

  insert into public.products (id, name, description, material, category, price, original_price, images, photo_colors, is_available, is_new, is_featured,
                               colors, sizes)
  values (coalesce(wanted.id, shop.new_id()), wanted.name, wanted.description, wanted.material, wanted.category, wanted.price, wanted.original_price,
          wanted.images, wanted.photo_colors, wanted.is_available, wanted.is_new, wanted.is_featured, wanted.colors, wanted.sizes)
  returning * into made;

  perform shop.write_variants(made, variants, actor, 'Opening stock');
  return (select shop.product_json(p) from public.products p where p.id = made.id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.edit_product (
  product_id text,
  fields     jsonb,
  seen       timestamp with time zone,
  actor      uuid,
  stock_seen integer                  DEFAULT NULL::integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  before public.products;
  wanted public.products;
begin
  if fields ? 'category' then
    perform shop.lock_category_of_product(fields ->> 'category');
  end if;

  select * into before from public.products p where p.id = edit_product.product_id and p.archived_at is null for no key update;
  if not found then
    perform shop.refuse(404, 'product_not_found', 'Product not found');
  end if;
  perform shop.check_version(before.updated_at, seen);

  wanted := jsonb_populate_record(before, fields);
  if wanted.original_price <= wanted.price then
    perform shop.refuse_field('originalPrice', 'Must be above the price');
  end if;
  if not fields ? 'photo_colors' then
    wanted.photo_colors := shop.fitting_photo_colors(before.photo_colors, wanted.images, wanted.colors);
  elsif not shop.photo_colors_fit(wanted.photo_colors, wanted.images, wanted.colors) then
    perform shop.refuse_field('photoColors', 'Choose one of the photos and one of the colors');
  end if;
  update public.products p
     set name = wanted.name, description = wanted.description, material = wanted.material, category = wanted.category,
         price = wanted.price, original_price = wanted.original_price, images = wanted.images, photo_colors = wanted.photo_colors,
         is_available = wanted.is_available, is_new = wanted.is_new, is_featured = wanted.is_featured, colors = wanted.colors, sizes = wanted.sizes
   where p.id = before.id;

  perform shop.write_variants(wanted, shop.entries_of_variants(fields, before, wanted, stock_seen), actor);
  return (select shop.product_json(p) from public.products p where p.id = before.id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.find_photo_targets (
  skus text[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('sku', v.sku, 'color', v.color, 'product_id', p.id, 'name', p.name, 'images', p.images,
                                               'photo_colors', p.photo_colors, 'updated_at', p.updated_at, 'file_names', array (
           select f.file_name from unnest(p.images) as i (address) join public.photos f on f.name = regexp_replace(i.address, '^.*/', '')))
         order by v.sku), '[]')
    from public.product_variants v join public.products p on p.id = v.product_id
   where v.sku = any (skus) and p.archived_at is null;
$function$;

REVOKE ALL ON FUNCTION "public"."find_photo_targets"(text[]) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.find_products (
  product_ids text[],
  skus        text[],
  names       text[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with wanted as (
    select p.id from public.products p where p.id = any (product_ids) or (p.name = any (names) and p.archived_at is null)
    union select v.product_id from public.product_variants v where v.sku = any (skus)
  )
  select jsonb_build_object(
    'count', (select count(*) from public.products),
    'products', (select coalesce(jsonb_agg(to_jsonb(p) || jsonb_build_object(
        'variants', (select jsonb_agg(jsonb_build_object('color', v.color, 'size', v.size, 'sku', v.sku, 'stock_quantity', v.stock_quantity,
                                                         'is_archived', v.archived_at is not null)
                                      order by array_position(p.sizes, v.size), array_position(p.colors, v.color), v.id)
                       from public.product_variants v where v.product_id = p.id)) order by p.id), '[]')
                   from wanted w join public.products p on p.id = w.id));
$function$;

REVOKE ALL ON FUNCTION "public"."find_products"(text[], text[], text[]) FROM PUBLIC, "anon", "authenticated";

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
declare
  entry record;
begin
  -- One file at a time: two of them could add the same product.
  perform pg_advisory_xact_lock(hashtext('public.import_products'));
  if (select count(*) from public.products) <> known then
    perform shop.refuse(409, 'catalogue_changed', 'The catalogue changed meanwhile');
  end if;
  perform 1 from public.categories c
   where c.slug in (select e -> 'fields' ->> 'category' from jsonb_array_elements(entries) e) order by c.slug for key share;
  perform shop.lock_products(array (select e ->> 'id' from jsonb_array_elements(entries) e where e ->> 'seen' is not null));

  for entry in
    select e ->> 'id' as id, (e ->> 'seen')::timestamptz as seen, e -> 'fields' as fields, (e ->> 'stock_seen')::integer as stock_seen
      from jsonb_array_elements(entries) with ordinality as given (e, place) order by place
  loop
    if entry.seen is null then
      perform public.create_product(entry.fields || jsonb_strip_nulls(jsonb_build_object('id', entry.id)), actor);
    else
      perform public.edit_product(entry.id, entry.fields, entry.seen, actor, entry.stock_seen);
    end if;
  end loop;
  return jsonb_array_length(entries);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."import_products"(jsonb, integer, uuid) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.list_bestsellers (
  category    text,
  in_stock    boolean,
  featured    boolean,
  is_new      boolean,
  page_offset integer,
  page_limit  integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  with sold as (
    select s.product_id, sum(s.quantity) as pieces from shop.sold_lines s where s.sold_at >= now() - interval '90 days' group by s.product_id
  ), matching as materialized (
    select p.id, coalesce(s.pieces, 0) as pieces, p.review_count, p.rating
      from public.products p left join sold s on s.product_id = p.id
     where p.archived_at is null
       and (list_bestsellers.category is null or p.category = list_bestsellers.category)
       and (list_bestsellers.in_stock is null or p.in_stock = list_bestsellers.in_stock)
       and (featured is null or p.is_featured = featured)
       and (list_bestsellers.is_new is null or p.is_new = list_bestsellers.is_new)
  ), page as (
    select m.id, row_number() over () as place
      from (select m.id from matching m order by m.pieces desc, m.review_count desc, m.rating desc, m.id offset page_offset limit page_limit) m
  )
  select jsonb_build_object(
    'items', (select coalesce(jsonb_agg(shop.product_json(p) order by page.place), '[]') from page join public.products p on p.id = page.id),
    'total', (select count(*) from matching));
$function$;

CREATE OR REPLACE FUNCTION public.list_purchase_order_receipts (
  purchase_order_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  if not exists (select from public.purchase_orders o where o.id = list_purchase_order_receipts.purchase_order_id and o.archived_at is null) then
    perform shop.refuse(404, 'purchase_order_not_found', 'Purchase order not found');
  end if;
  return (
    select coalesce(jsonb_agg(to_jsonb(r) || jsonb_build_object(
             'actor_name', (select s.username from public.staff s where s.id = r.actor),
             'taken_back_by_name', (select s.username from public.staff s where s.id = r.taken_back_by),
             'items', (select jsonb_agg(to_jsonb(i) || jsonb_build_object('color', v.color, 'size', v.size, 'sku', v.sku) order by i.position)
                         from public.purchase_order_receipt_items i join public.product_variants v on v.id = i.variant_id where i.receipt_id = r.id))
             order by r.created_at desc, r.id desc), '[]')
      from public.purchase_order_receipts r
     where r.purchase_order_id = list_purchase_order_receipts.purchase_order_id);
end;
$function$;

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

CREATE OR REPLACE FUNCTION public.list_stock_notices (
  status      text,
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
  found_ids constant text[] := array (
    select n.id from public.stock_notices n
     where case list_stock_notices.status when 'waiting' then n.back_at is null when 'back' then n.back_at is not null and n.told_at is null
                      when 'told' then n.told_at is not null else true end
     order by n.created_at desc, n.id);
begin
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(shop.stock_notice_json(n) order by page.place), '[]')
                from unnest(found_ids[page_offset + 1 : page_offset + page_limit]) with ordinality as page (id, place)
                join public.stock_notices n on n.id = page.id),
    'total', cardinality(found_ids));
end;
$function$;

REVOKE ALL ON FUNCTION "public"."list_stock_notices"(text, integer, integer) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.mark_notice_told (
  notice_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  told public.stock_notices;
begin
  update public.stock_notices n set told_at = coalesce(n.told_at, now()) where n.id = notice_id and n.back_at is not null returning * into told;
  if not found then
    if exists (select from public.stock_notices n where n.id = notice_id) then
      perform shop.refuse(409, 'not_back_yet', 'It is still sold out');
    end if;
    perform shop.refuse(404, 'notice_not_found', 'Notice not found');
  end if;
  return shop.stock_notice_json(told);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."mark_notice_told"(text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.purge_expired()
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  with mails as (
    delete from public.mail_outbox m
     where coalesce(m.sent_at, m.failed_at) < now() - interval '30 days'
    returning 1
  ), limits as (
    delete from public.rate_limits r
     where r.window_ends_at < now()
    returning 1
  ), notices as (
    -- Past those that stock is serving right now.
    delete from public.stock_notices n
     where n.id in (select e.id from public.stock_notices e
                     where e.back_at < now() - interval '30 days' or e.created_at < now() - interval '180 days' for update skip locked)
    returning 1
  )
  select ((select count(*) from mails) + (select count(*) from limits) + (select count(*) from notices))::integer;
$function$;

CREATE OR REPLACE FUNCTION public.quote_cart (
  items    jsonb,
  delivery jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with lines as (
    select l.*, coalesce(l.available, 0) as pieces,
           -- Two lines may be the same pieces: the first line gets them first.
           greatest(0, least(l.quantity, coalesce(l.available, 0) - coalesce(sum(l.quantity) over (
             partition by l.product_id, l.variant_id order by l.line_position rows between unbounded preceding and 1 preceding), 0)))::integer as granted
      from shop.price_lines(items) l
  ), sums as (
    select coalesce(sum(granted * coalesce(price, 0)), 0) as subtotal from lines
  )
  select jsonb_build_object(
    'items', coalesce((select jsonb_agg(jsonb_build_object(
        'productId', product_id, 'name', coalesce(product_name, ''), 'image', product_image,
        'price', coalesce(price, 0), 'available', pieces, 'quantity', granted)
        || jsonb_strip_nulls(jsonb_build_object('selectedColor', selected_color, 'selectedSize', selected_size,
                                                'countedBy', nullif(shop.counted_by(product_id), '[]'))) order by line_position) from lines), '[]'),
    'subtotal', subtotal,
    'shipping', shop.delivery_charge(subtotal, delivery),
    'total', subtotal + shop.delivery_charge(subtotal, delivery))
  from sums;
$function$;

CREATE OR REPLACE FUNCTION public.rehearse()
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  work text;
  build text;
  variant public.product_variants;
  problems jsonb := '[]';
begin
  foreach work in array array['claim and finish a build', 'repeat a build', 'remove what has served its purpose', 'send mails', 'count calls',
                              'save settings', 'move stock', 'note that housekeeping ran'] loop
    begin
      case work
        when 'claim and finish a build' then
          perform shop.request_site_build();
          build := public.claim_site_build(true) ->> 'id';
          perform public.confirm_site_build(clock_timestamp());
          if not exists (select from public.site_builds b where b.id = build and b.status = 'succeeded') then
            raise exception 'no build could be claimed and finished';
          end if;
        when 'repeat a build' then
          perform public.ask_for_site_build();
          perform public.claim_site_build(true);
          perform public.fail_site_build();
          build := public.claim_site_build(true) ->> 'id';
          perform public.release_site_build(build);
          if not exists (select from public.site_builds b where b.status = 'pending') then
            raise exception 'a build that failed does not wait again';
          end if;
        when 'remove what has served its purpose' then
          perform public.purge_expired();
        when 'send mails' then
          perform public.record_mails(coalesce(
            (select jsonb_agg(jsonb_build_object('id', m ->> 'id', 'outcome', 'untried')) from jsonb_array_elements(public.claim_mails(1)) m), '[]'));
        when 'count calls' then
          perform public.hit_rate_limit('rehearsal', 1, 1);
          perform public.hit_rate_limit('rehearsal', 1, 1);
        when 'save settings' then
          perform public.change_settings('{"returns": {"days": 1}}', null);
        when 'move stock' then
          select v.* into variant from public.product_variants v where v.archived_at is null limit 1;
          if found then
            perform shop.change_stock(variant.product_id, 1, 'adjustment', null, 'rehearsal', null, variant.id);
            perform shop.change_stock(variant.product_id, -1, 'adjustment', null, 'rehearsal', null, variant.id);
          end if;
        when 'note that housekeeping ran' then
          perform public.record_housekeeping();
      end case;
      -- Ends the block, which rolls back what was done in it.
      raise exception using errcode = 'SHP00';
    exception
      when sqlstate 'SHP00' then
        null;
      when others then
        problems := problems || jsonb_build_object('work', work, 'problem', sqlerrm);
    end;
  end loop;
  return problems;
end;
$function$;

CREATE OR REPLACE FUNCTION public.restore_product (
  product_id text,
  category   text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  product public.products;
begin
  select * into product from public.products p
   where p.id = product_id and p.archived_at > shop.restorable_since() for no key update;
  if not found then
    perform shop.refuse_restore();
  elsif coalesce(restore_product.category, product.category) is null then
    perform shop.refuse_field('category', 'Its category was deleted. Choose another one.');
  elsif restore_product.category is not null and not exists (select from public.categories c where c.slug = restore_product.category) then
    perform shop.refuse_field('category', 'There is no such category');
  end if;

  update public.products p set archived_at = null, category = coalesce(restore_product.category, p.category)
   where p.id = product.id returning * into product;
  return shop.product_json(product);
end;
$function$;

CREATE OR REPLACE FUNCTION public.search_products (
  typed       text,
  category    text,
  in_stock    boolean,
  featured    boolean,
  is_new      boolean,
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
  query constant tsquery := shop.search_query(typed);
  ids text[];
  ranks real[];
begin
  -- Found before the rest is planned: no planner can estimate how many products a beginning of a word is in.
  select array_agg(w.product_id), array_agg(ts_rank(w.words, query)) into ids, ranks from public.product_words w where w.words @@ query;

  return (
    with matching as materialized (
      select p.id, p.review_count, p.name,
             case when sort_by is null then - f.rank else
               case when ascending then 1 else -1 end
                 * case sort_by when 'price' then p.price::float8 when 'rating' then p.rating::float8
                                when 'createdAt' then extract(epoch from p.created_at)::float8 when 'sold' then coalesce(s.pieces, 0)::float8 end
             end as weight
        from unnest(ids, ranks) as f (id, rank) join public.products p on p.id = f.id
        left join (select l.product_id, sum(l.quantity) as pieces from shop.sold_lines l
                    where sort_by = 'sold' and l.sold_at >= now() - interval '90 days' group by l.product_id) s on s.product_id = p.id
       where p.archived_at is null
         and (search_products.category is null or p.category = search_products.category)
         and (search_products.in_stock is null or p.in_stock = search_products.in_stock)
         and (search_products.featured is null or p.is_featured = search_products.featured)
         and (search_products.is_new is null or p.is_new = search_products.is_new)
    ), page as (
      select m.id, row_number() over () as place
        from (select m.id from matching m
               order by case when sort_by = 'name' and ascending then m.name end, case when sort_by = 'name' and not ascending then m.name end desc,
                        m.weight, case when sort_by is null then - m.review_count end, case when sort_by is null then m.name end, m.id
              offset page_offset limit page_limit) m
    )
    select jsonb_build_object(
      'items', (select coalesce(jsonb_agg(shop.product_json(p) order by page.place), '[]') from page join public.products p on p.id = page.id),
      'total', (select count(*) from matching)));
end;
$function$;

CREATE OR REPLACE FUNCTION public.sku (
  product public.products
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select v.sku from public.product_variants v where v.product_id = product.id and v.archived_at is null and v.color = '' and v.size = '';
$function$;

CREATE OR REPLACE FUNCTION public.stop_stock_notices (
  token text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  person text;
begin
  select coalesce(n.email, n.phone) into person from public.stock_notices n where n.token = stop_stock_notices.token;
  perform 1 from public.products p
    where p.id in (select n.product_id from public.stock_notices n where coalesce(n.email, n.phone) = person) order by p.id for share;
  delete from public.stock_notices n where coalesce(n.email, n.phone) = person;
end;
$function$;

REVOKE ALL ON FUNCTION "public"."stop_stock_notices"(text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.undo_product_changes (
  bulk_id text,
  actor   uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  change shop.bulk_changes;
  outcomes jsonb := '[]';
  refusal text;
begin
  -- Categories come before products, as in every edit.
  perform 1 from public.categories c
   where c.slug in (select b.before ->> 'category' from shop.bulk_changes b where b.id = bulk_id) order by c.slug for key share;
  for change in
    select * from shop.bulk_changes b
     where b.id = bulk_id and b.actor = undo_product_changes.actor and b.created_at > shop.undoable_since() order by b.product_id
  loop
    begin
      refusal := null;
      perform public.edit_product(change.product_id, change.before, change.version, undo_product_changes.actor);
    exception when sqlstate 'PGRST' then
      get stacked diagnostics refusal = message_text;
    end;
    outcomes := outcomes || jsonb_build_object('id', change.product_id, 'refusal', refusal::jsonb);
  end loop;
  if outcomes = '[]' then
    perform shop.refuse(404, 'undo_expired', 'This can no longer be undone');
  end if;
  delete from shop.bulk_changes b where b.id = bulk_id;
  return outcomes;
end;
$function$;

REVOKE ALL ON FUNCTION "public"."undo_product_changes"(text, uuid) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.variants (
  product public.products
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'color', v.color, 'size', v.size, 'sku', v.sku, 'stock_quantity', v.stock_quantity,
                                               'in_stock', product.is_available and v.stock_quantity > 0)
                            order by array_position(product.sizes, v.size), array_position(product.colors, v.color), v.id), '[]')
    from public.product_variants v
   where v.product_id = product.id and v.archived_at is null and (v.color <> '' or v.size <> '');
$function$;

CREATE OR REPLACE FUNCTION shop.add_shared_variant()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  insert into public.product_variants (product_id, sku) values (new.id, shop.suggest_sku(new.id, new.category, '', ''));
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.book_receipt (
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
  booked public.purchase_order_receipts;
  line record;
begin
  perform shop.lock_products(array (select i.product_id from public.purchase_order_items i where i.purchase_order_id = purchase.id));

  insert into public.purchase_order_receipts (purchase_order_id, receipt_number, notes, actor, idempotency_key, request_fingerprint)
  values (purchase.id,
          purchase.order_number || '-R' || (select count(*) + 1 from public.purchase_order_receipts r where r.purchase_order_id = purchase.id),
          book_receipt.notes, book_receipt.actor, book_receipt.idempotency_key, fingerprint)
  returning * into booked;

  insert into public.purchase_order_receipt_items (receipt_id, position, item_id, product_id, variant_id, product_name, received, damaged)
  select booked.id, l.ordinality - 1, i.id, i.product_id, i.variant_id, i.product_name, (l.line ->> 'received')::integer, coalesce((l.line ->> 'damaged')::integer, 0)
    from jsonb_array_elements(lines) with ordinality as l (line, ordinality)
    join public.purchase_order_items i on i.id = l.line ->> 'itemId';

  update public.purchase_order_items i
     set received = i.received + r.received, damaged = i.damaged + r.damaged, more_allowed = i.more_allowed or i.received + r.received > i.quantity
    from public.purchase_order_receipt_items r
   where r.receipt_id = booked.id and i.id = r.item_id;

  for line in
    select r.product_id, r.variant_id, sum(r.received - r.damaged)::integer as pieces from public.purchase_order_receipt_items r
     where r.receipt_id = booked.id group by r.product_id, r.variant_id having sum(r.received - r.damaged) > 0 order by r.product_id, r.variant_id
  loop
    perform shop.change_stock(line.product_id, line.pieces, 'purchase', booked.receipt_number, booked.notes, actor, line.variant_id);
  end loop;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.change_product (
  product_id text,
  seen       timestamp with time zone,
  change     jsonb,
  bulk_id    text,
  actor      uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  before public.products;
  after jsonb;
  fields jsonb := change - 'price' - 'archive';
  price numeric;
begin
  select * into before from public.products p where p.id = change_product.product_id and p.archived_at is null for no key update;
  if not found then
    perform shop.refuse(404, 'product_not_found', 'Product not found');
  end if;
  perform shop.check_version(before.updated_at, seen);

  if change ? 'archive' then
    update public.products p set archived_at = now() where p.id = before.id;
    return;
  end if;

  if change ? 'price' then
    price := shop.changed_price(before.price, change -> 'price');
    if price not between 0.01 and 10000000 then
      perform shop.refuse_field('price', format('The new price would be %s', price));
    elsif before.original_price <= price then
      perform shop.refuse_field('originalPrice', format('The new price of %s would not be below the original price of %s', price, before.original_price));
    end if;
    fields := fields || jsonb_build_object('price', price);
  end if;
  -- What is so already stays the same version, and is not undone.
  if to_jsonb(before) @> fields then
    return;
  end if;
  after := public.edit_product(before.id, fields, null, actor);
  insert into shop.bulk_changes (id, product_id, before, version, actor)
  select bulk_id, before.id, jsonb_object_agg(f.name, to_jsonb(before) -> f.name), (after ->> 'updated_at')::timestamptz, change_product.actor
    from jsonb_object_keys(fields) as f (name);
end;
$function$;

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
  -- The product's row is what everybody waits for. Behind it, what the statement below reads is the stock of now.
  perform 1 from public.products p where p.id = change_stock.product_id for no key update;
  with changed as (
    update public.products p
       set stock_quantity = p.stock_quantity + delta
     where p.id = change_stock.product_id and p.stock_quantity::bigint + delta between 0 and 1000000000
       -- The product may have pieces of other choices.
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

CREATE OR REPLACE FUNCTION shop.changed_price (
  price  numeric,
  change jsonb
)
  RETURNS numeric
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case when c.step is null then round(c.wanted, 2) else greatest(round(c.wanted / c.step), 1) * c.step end
    from (select coalesce((change ->> 'set')::numeric, price * (1 + (change ->> 'percent')::numeric / 100)) as wanted,
                 (change ->> 'roundTo')::numeric as step) c;
$function$;

CREATE OR REPLACE FUNCTION shop.check_order_lines (
  lines shop.priced_line[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  missing jsonb;
  short jsonb;
  line shop.priced_line;
begin
  select jsonb_agg(jsonb_build_object('path', format('items.%s.selected%s', l.line_position, initcap(l.missing_choice)),
                                      'message', format('Choose a %s of %s', l.missing_choice, l.product_name)) order by l.line_position)
    into missing from unnest(lines) l where l.missing_choice is not null;
  if missing is not null then
    perform shop.refuse(422, 'choice_required', missing -> 0 ->> 'message', jsonb_build_object('errors', missing));
  end if;

  select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('productId', s.product_id, 'name', coalesce(s.name, ''), 'requested', s.requested,
                                                        'available', s.available, 'color', s.color, 'size', s.size)) order by s.first_line)
    into short
    from (select l.product_id, c.color, c.size, min(l.product_name) as name, sum(l.quantity) as requested, coalesce(min(l.available), 0) as available,
                 min(l.line_position) as first_line
            from unnest(lines) l
            left join public.product_variants v on v.id = l.variant_id
            -- What the pieces are counted by. A combination that nobody counts has none.
            cross join lateral (select case when l.variant_id is null then l.selected_color else nullif(v.color, '') end as color,
                                       case when l.variant_id is null then l.selected_size else nullif(v.size, '') end as size) c
           -- The others are refused below.
           where not shop.is_not_offered(l)
           group by l.product_id, l.variant_id, c.color, c.size) s
   where s.requested > s.available;
  if short is not null then
    perform shop.refuse(409, 'out_of_stock', 'Some items are no longer available in the quantity you asked for', jsonb_build_object('items', short));
  end if;

  foreach line in array lines loop
    if shop.is_not_offered(line) then
      perform shop.refuse(409, 'choice_unavailable', format('%s is not available in the colour or size you chose', line.product_name),
        jsonb_build_object('items', jsonb_build_array(jsonb_build_object('productId', line.product_id, 'line', line.line_position))));
    end if;
  end loop;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.choice_name (
  color text,
  size  text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select concat_ws(', ', nullif(size, ''), nullif(color, ''));
$function$;

CREATE OR REPLACE FUNCTION shop.counted_by (
  product_id text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select coalesce((select to_jsonb(array_remove(array[case when v.color <> '' then 'color' end, case when v.size <> '' then 'size' end], null))
                     from public.product_variants v where v.product_id = counted_by.product_id and v.archived_at is null limit 1), '[]');
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
  if jsonb_array_length(entries) = 0 or (entries is null and (before.id is null or shared.id is not null)) then
    -- Pieces that came back to choices no longer offered count for the product, and are none of the shared ones.
    others := case when shared.id is null then 0 else before.stock_quantity - shared.stock_quantity end;
    if stock < others then
      perform shop.refuse_field('stockQuantity', format('At least %s: so many are of choices that are no longer offered', others));
    end if;
    return jsonb_build_array(jsonb_build_object(
      'sku', fields ->> 'sku', 'stockSeen', stock_seen - others,
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
    if shared.id is not null and stock_seen <> before.stock_quantity then
      perform shop.refuse(409, 'stock_moved', format('The stock moved from %s to %s meanwhile', stock_seen, before.stock_quantity),
        jsonb_build_object('stockQuantity', before.stock_quantity));
    end if;
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

CREATE OR REPLACE FUNCTION shop.insert_order (
  payload             jsonb,
  lines               shop.priced_line[],
  subtotal            numeric,
  shipping            numeric,
  idempotency_key     text,
  fingerprint         text,
  content_fingerprint text,
  device_fingerprint  text,
  shopper             uuid
)
  RETURNS public.orders
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  placed public.orders;
begin
  insert into public.orders (customer_name, customer_email, customer_phone, second_phone, customer_address, city, zip_code, country,
                             subtotal, shipping, total_amount, payment_method, notes, shopper_id, idempotency_key, request_fingerprint, content_fingerprint,
                             device_fingerprint)
  values (payload ->> 'customerName', payload ->> 'customerEmail', payload ->> 'customerPhone', payload ->> 'secondPhone', payload ->> 'customerAddress',
          coalesce(payload ->> 'city', ''), coalesce(payload ->> 'zipCode', ''), coalesce(payload ->> 'country', 'pk'),
          insert_order.subtotal, insert_order.shipping, insert_order.subtotal + insert_order.shipping,
          payload ->> 'paymentMethod', coalesce(payload ->> 'notes', ''), shopper, insert_order.idempotency_key, fingerprint, insert_order.content_fingerprint,
          insert_order.device_fingerprint)
  returning * into placed;

  insert into public.order_items (order_id, position, product_id, variant_id, product_name, product_image, selected_color, selected_size, quantity, price)
  select placed.id, l.line_position, l.product_id, l.variant_id, l.product_name, l.product_image, l.selected_color, l.selected_size, l.quantity, l.price
    from unnest(lines) l;
  return placed;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.is_not_offered (
  line shop.priced_line
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  return coalesce((line.selected_color is not null and line.selected_color <> all (line.colors))
               or (line.selected_size is not null and line.selected_size <> all (line.sizes)), false);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.move_order_stock (
  order_id     text,
  order_number text,
  direction    integer,
  actor        uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  line record;
begin
  for line in
    select i.product_id, i.variant_id, sum(i.quantity)::integer as pieces from public.order_items i
     where i.order_id = move_order_stock.order_id group by i.product_id, i.variant_id order by i.product_id, i.variant_id
  loop
    perform shop.change_stock(line.product_id, direction * line.pieces,
      case when direction < 0 then 'sale' else 'return' end::shop.stock_change_kind, order_number, '', actor, line.variant_id);
  end loop;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.notice_product_on_sale()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.serve_stock_notices(new.id);
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.notice_stock_of_variant()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.serve_stock_notices(new.product_id);
  return null;
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
                   'items', (select coalesce(jsonb_agg(to_jsonb(i) || jsonb_build_object('sku', v.sku) order by i.position), '[]')
                               from public.order_items i join public.product_variants v on v.id = i.variant_id where i.order_id = o.id),
                   'shipments', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'shipment_number', s.shipment_number, 'status', s.status,
                                           'carrier', s.carrier, 'tracking_number', s.tracking_number, 'updated_at', s.updated_at)
                                           order by s.created_at, s.id), '[]')
                                   from public.shipments s where s.order_id = o.id and s.archived_at is null))
            from public.orders o
           where o.id = order_json.order_id);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.price_lines (
  items jsonb
)
  RETURNS TABLE (
    line_position  integer,
    product_id     text,
    product_name   text,
    product_image  text,
    price          numeric,
    available      integer,
    quantity       integer,
    selected_color text,
    selected_size  text,
    colors         text[],
    sizes          text[],
    variant_id     text,
    missing_choice text
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return query
    select i.ordinality::integer - 1, i.item ->> 'productId', p.name, p.images[1], p.price,
           case when not p.is_available then 0 when m.choice is null then coalesce(v.stock_quantity, 0) else p.stock_quantity end,
           (i.item ->> 'quantity')::integer, i.color, i.size, p.colors, p.sizes, v.id, m.choice
      from (select j.ordinality, j.item, nullif(j.item ->> 'selectedColor', '') as color, nullif(j.item ->> 'selectedSize', '') as size
              from jsonb_array_elements(items) with ordinality as j (item, ordinality)) i
           -- `offset 0` makes Postgres look up each product by its key, whatever number of lines it planned for.
           left join lateral (select * from public.products o where o.id = i.item ->> 'productId' offset 0) p on p.archived_at is null
           left join lateral (select o.id, o.stock_quantity from public.product_variants o
                               where o.product_id = p.id and o.archived_at is null and (o.color = '' or o.color = i.color) and (o.size = '' or o.size = i.size)
                              offset 0) v on true
           left join lateral (select case when o.size <> '' and i.size is null then 'size' when o.color <> '' and i.color is null then 'color' end as choice
                                from public.product_variants o where v.id is null and o.product_id = p.id and o.archived_at is null limit 1) m on true
     order by i.ordinality;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.product_json (
  product public.products
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select to_jsonb(product) || jsonb_build_object('variants', public.variants(product), 'sku', public.sku(product));
$function$;

CREATE OR REPLACE FUNCTION shop.purchase_order_json (
  purchase_order_id text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select to_jsonb(o) || jsonb_build_object('items', (
           select coalesce(jsonb_agg(to_jsonb(i) || jsonb_build_object('color', v.color, 'size', v.size, 'sku', v.sku) order by i.position), '[]')
             from public.purchase_order_items i join public.product_variants v on v.id = i.variant_id where i.purchase_order_id = o.id))
    from public.purchase_orders o
   where o.id = purchase_order_json.purchase_order_id;
$function$;

CREATE OR REPLACE FUNCTION shop.refuse_archiving_stock()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  raise exception 'variant % has pieces: they are booked out before it is archived', new.sku using errcode = 'restrict_violation';
end;
$function$;

CREATE OR REPLACE FUNCTION shop.refuse_choices_in_stock (
  leaving public.product_variants[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if cardinality(leaving) > 0 then
    perform shop.refuse(409, 'choice_in_stock',
      (select string_agg(format('%s still has %s pieces', coalesce(nullif(shop.choice_name(v.color, v.size), ''), v.sku), v.stock_quantity), '; ')
         from unnest(leaving) v) || '. Set the stock to 0 first.',
      jsonb_build_object('variants', (select jsonb_agg(jsonb_build_object('color', v.color, 'size', v.size, 'stockQuantity', v.stock_quantity))
                                        from unnest(leaving) v)));
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.require_history_row_of_variant()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  last_row public.stock_history;
begin
  select * into last_row from public.stock_history h where h.variant_id = new.id order by h.sequence desc limit 1;
  if last_row.variant_stock - last_row.quantity is distinct from old.stock_quantity or last_row.variant_stock is distinct from new.stock_quantity then
    raise exception 'the stock of variant % changes through shop.change_stock only', new.sku using errcode = 'restrict_violation';
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.require_no_stock()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  raise exception 'a new product or variant starts with no stock; shop.change_stock adds it' using errcode = 'restrict_violation';
end;
$function$;

CREATE OR REPLACE FUNCTION shop.require_one_way_of_counting()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if (select count(distinct (v.color = '', v.size = '')) from public.product_variants v where v.product_id = new.product_id and v.archived_at is null) <> 1 then
    raise exception 'product % is counted as a whole, or by the same choices in all its variants', new.product_id using errcode = 'restrict_violation';
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.require_stock_of_history_row()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  stock integer;
  variant_stock integer;
  before integer;
  variant_before integer;
begin
  -- Locked, so that no change can be committed between this row and the stock it is compared with.
  select p.stock_quantity into stock from public.products p where p.id = new.product_id for no key update;
  select v.stock_quantity into variant_stock from public.product_variants v where v.id = new.variant_id and v.product_id = new.product_id;
  select h.new_stock into before from public.stock_history h
   where h.product_id = new.product_id and h.sequence < new.sequence order by h.sequence desc limit 1;
  select h.variant_stock into variant_before from public.stock_history h
   where h.variant_id = new.variant_id and h.sequence < new.sequence order by h.sequence desc limit 1;
  if (stock = new.new_stock and coalesce(before, 0) = new.previous_stock
      and variant_stock = new.variant_stock and coalesce(variant_before, 0) = new.variant_stock - new.quantity) is not true
     or exists (select from public.stock_history h where h.product_id = new.product_id and h.sequence > new.sequence) then
    raise exception 'a history row of product % must continue the history and equal its stock', new.product_id using errcode = 'restrict_violation';
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.require_variant (
  product_id text,
  color      text,
  size       text,
  sku        text,
  path       text DEFAULT ''::text
)
  RETURNS public.product_variants
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  found_ones public.product_variants[];
  by_size boolean;
begin
  select array_agg(v order by v.archived_at nulls first) into found_ones from public.product_variants v
   where v.product_id = require_variant.product_id and (v.archived_at is null or v.stock_quantity > 0)
     and (nullif(require_variant.sku, '') is null or v.sku = upper(require_variant.sku))
     and (nullif(require_variant.color, '') is null or v.color in ('', require_variant.color))
     and (nullif(require_variant.size, '') is null or v.size in ('', require_variant.size));
  if found_ones is null then
    perform shop.refuse_field(path || case when nullif(sku, '') is not null then 'sku' when nullif(size, '') is not null then 'size' else 'color' end,
                              'This product is not kept that way');
  elsif cardinality(found_ones) > 1 then
    by_size := nullif(size, '') is null and exists (select from unnest(found_ones) v where v.size <> '');
    perform shop.refuse_field(path || case when by_size then 'size' else 'color' end,
                              case when by_size then 'Choose a size: each is counted on its own' else 'Choose a color: each is counted on its own' end);
  end if;
  return found_ones[1];
end;
$function$;

CREATE OR REPLACE FUNCTION shop.reverse_receipts (
  purchase_order_id text,
  receipt_id        text,
  actor             uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  ids constant text[] := array (
    select r.id from public.purchase_order_receipts r
     where r.purchase_order_id = reverse_receipts.purchase_order_id and r.taken_back_at is null
       and (reverse_receipts.receipt_id is null or r.id = reverse_receipts.receipt_id));
  short record;
  line record;
begin
  perform shop.lock_products(array (select r.product_id from public.purchase_order_receipt_items r where r.receipt_id = any (ids)));
  select p.id, concat_ws(' ', p.name, '(' || nullif(shop.choice_name(v.color, v.size), '') || ')') as name, v.stock_quantity,
         sum(r.received - r.damaged) as pieces
    into short
    from public.purchase_order_receipt_items r join public.products p on p.id = r.product_id join public.product_variants v on v.id = r.variant_id
   where r.receipt_id = any (ids) group by p.id, v.id having sum(r.received - r.damaged) > v.stock_quantity order by p.id, v.id limit 1;
  if found then
    perform shop.refuse(409, 'not_enough_stock',
      format('Not enough stock: %s pieces of %s would be taken back, and only %s are left', short.pieces, short.name, short.stock_quantity),
      jsonb_build_object('productId', short.id, 'available', short.stock_quantity));
  end if;

  update public.purchase_order_items i
     set received = i.received - r.received, damaged = i.damaged - r.damaged, more_allowed = i.received - r.received > i.quantity
    from (select ri.item_id, sum(ri.received)::integer as received, sum(ri.damaged)::integer as damaged
            from public.purchase_order_receipt_items ri where ri.receipt_id = any (ids) group by ri.item_id) r
   where i.id = r.item_id;
  update public.purchase_order_receipts r set taken_back_at = clock_timestamp(), taken_back_by = reverse_receipts.actor where r.id = any (ids);

  for line in
    select ri.product_id, ri.variant_id, r.receipt_number, sum(ri.received - ri.damaged)::integer as pieces
      from public.purchase_order_receipt_items ri join public.purchase_order_receipts r on r.id = ri.receipt_id
     where r.id = any (ids) group by ri.product_id, ri.variant_id, r.receipt_number, r.created_at, r.id having sum(ri.received - ri.damaged) > 0
     order by r.created_at desc, r.id desc, ri.product_id, ri.variant_id
  loop
    perform shop.change_stock(line.product_id, - line.pieces, 'purchase', line.receipt_number, 'Taken back', actor, line.variant_id);
  end loop;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.serve_stock_notices (
  product_id text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION shop.sku_letters (
  word  text,
  count integer
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select left(left(w.letters, 1) || regexp_replace(substr(w.letters, 2), '[AEIOU]', '', 'g'), count)
    from (select regexp_replace(upper(word), '[^A-Z]', '', 'g') as letters) w;
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

CREATE OR REPLACE FUNCTION shop.stock_notice_json (
  notice public.stock_notices
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select to_jsonb(notice) - 'token' || jsonb_build_object('product_name', (select p.name from public.products p where p.id = notice.product_id));
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

CREATE OR REPLACE FUNCTION shop.suggest_sku (
  product_id text,
  category   text,
  color      text,
  size       text
)
  RETURNS text
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  known constant text := (select substring(v.sku from '^[A-Z]{1,3}-\d{4,}') from public.product_variants v
                           where v.product_id = suggest_sku.product_id and v.sku ~ '^[A-Z]{1,3}-\d{4,}' order by v.created_at, v.id limit 1);
  wanted constant text := concat_ws('-',
    coalesce(known, coalesce(nullif(shop.sku_letters(coalesce(category, ''), 3), ''), 'PRD') || '-' || lpad(nextval('shop.product_numbers')::text, 4, '0')),
    nullif(left(regexp_replace(upper(size), '[^A-Z0-9]', '', 'g'), 6), ''),
    nullif(shop.sku_letters(color, 3), ''));
  suggested text := wanted;
  attempt integer := 1;
begin
  while exists (select from public.product_variants v where v.sku = suggested) loop
    attempt := attempt + 1;
    suggested := wanted || '-' || attempt;
  end loop;
  return suggested;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.undoable_since()
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select now() - interval '90 seconds';
$function$;

CREATE OR REPLACE FUNCTION shop.write_purchase_order_items (
  purchase_order_id text,
  items             jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  complaints jsonb;
begin
  select jsonb_agg(jsonb_build_object('path', format('items.%s.productId', i.ordinality - 1), 'message', 'Product not found') order by i.ordinality)
    into complaints
    from jsonb_array_elements(items) with ordinality as i (item, ordinality)
   where not exists (select from public.products p where p.id = i.item ->> 'productId' and p.archived_at is null);
  if complaints is not null then
    perform shop.refuse(422, 'validation_failed', 'Please check the highlighted fields', jsonb_build_object('errors', complaints));
  end if;

  delete from public.purchase_order_items i where i.purchase_order_id = write_purchase_order_items.purchase_order_id;
  insert into public.purchase_order_items (purchase_order_id, position, product_id, variant_id, product_name, quantity, unit_cost)
  select write_purchase_order_items.purchase_order_id, i.ordinality - 1, p.id,
         (shop.require_variant(p.id, i.item ->> 'color', i.item ->> 'size', i.item ->> 'sku', format('items.%s.', i.ordinality - 1))).id,
         p.name, (i.item ->> 'quantity')::integer, (i.item ->> 'unitCost')::numeric
    from jsonb_array_elements(items) with ordinality as i (item, ordinality)
    join public.products p on p.id = i.item ->> 'productId'
   order by i.ordinality;
  update public.purchase_orders o
     set total_amount = (select sum(i.total_cost) from public.purchase_order_items i where i.purchase_order_id = o.id)
   where o.id = write_purchase_order_items.purchase_order_id;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.write_variants (
  product public.products,
  entries jsonb,
  actor   uuid,
  reason  text            DEFAULT ''::text
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
  select 'variants.' || e.place || '.' || case when e.color <> '' and e.color <> all (product.colors) then 'color' else 'size' end as path,
         'Choose one that the product offers' as message into complaint
    from (select x.ordinality - 1 as place, coalesce(x.entry ->> 'color', '') as color, coalesce(x.entry ->> 'size', '') as size
            from jsonb_array_elements(entries) with ordinality as x (entry, ordinality)) e
   where (e.color <> '' and e.color <> all (product.colors)) or (e.size <> '' and e.size <> all (product.sizes))
   order by e.place limit 1;
  if found then
    perform shop.refuse_field(complaint.path, complaint.message);
  end if;

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

  for entry in
    select x.ordinality - 1 as place, coalesce(x.entry ->> 'color', '') as color, coalesce(x.entry ->> 'size', '') as size,
           upper(nullif(x.entry ->> 'sku', '')) as sku, (x.entry ->> 'stockQuantity')::integer as stock, (x.entry ->> 'stockSeen')::integer as seen
      from jsonb_array_elements(entries) with ordinality as x (entry, ordinality) order by x.ordinality
  loop
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
      perform shop.change_stock(product.id, entry.stock - variant.stock_quantity, 'adjustment', null, case when counts_alike is false then 'Counted by other choices' else reason end, actor, variant.id);
    end if;
  end loop;
end;
$function$;

-- pgls-ignore lint/safety/addingForeignKeyConstraint: the table is new
ALTER TABLE "public"."product_variants"
  ADD CONSTRAINT "product_variants_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.products(id);

-- pgls-ignore lint/safety/addingForeignKeyConstraint: the table is new
ALTER TABLE "public"."stock_counts"
  ADD CONSTRAINT "stock_counts_actor_fkey" FOREIGN KEY (actor) REFERENCES auth.users(id) ON DELETE SET NULL;

-- pgls-ignore lint/safety/addingForeignKeyConstraint: the table is new
ALTER TABLE "public"."stock_notices"
  ADD CONSTRAINT "stock_notices_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE;

-- pgls-ignore lint/safety/addingForeignKeyConstraint: the table is new
ALTER TABLE "shop"."bulk_changes"
  ADD CONSTRAINT "bulk_changes_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.products(id);

-- What exists is counted as a whole: every product gets its shared variant with the pieces it has, and all that named the product now names it, too.
INSERT INTO "public"."product_variants" (product_id, sku, stock_quantity)
SELECT p.id, shop.suggest_sku(p.id, p.category, '', ''), p.stock_quantity
  FROM (SELECT * FROM "public"."products" ORDER BY created_at, id) p;

UPDATE "public"."order_items" i SET variant_id = v.id FROM "public"."product_variants" v WHERE v.product_id = i.product_id;

UPDATE "public"."purchase_order_items" i SET variant_id = v.id FROM "public"."product_variants" v WHERE v.product_id = i.product_id;

-- What nobody may change afterwards is completed here, once.
ALTER TABLE "public"."purchase_order_receipt_items" DISABLE TRIGGER "purchase_order_receipt_items_guarded";

UPDATE "public"."purchase_order_receipt_items" i SET variant_id = v.id FROM "public"."product_variants" v WHERE v.product_id = i.product_id;

ALTER TABLE "public"."purchase_order_receipt_items" ENABLE TRIGGER "purchase_order_receipt_items_guarded";

ALTER TABLE "public"."stock_history" DISABLE TRIGGER "stock_history_append_only";

UPDATE "public"."stock_history" h SET variant_id = v.id, variant_stock = h.new_stock FROM "public"."product_variants" v WHERE v.product_id = h.product_id;

ALTER TABLE "public"."stock_history" ENABLE TRIGGER "stock_history_append_only";

-- pgls-ignore lint/safety/addingNotNullField: filled just above, and the scan takes less than a second
ALTER TABLE "public"."order_items" ALTER COLUMN "variant_id" SET NOT NULL;

-- pgls-ignore lint/safety/addingNotNullField: filled just above, and the scan takes less than a second
ALTER TABLE "public"."purchase_order_items" ALTER COLUMN "variant_id" SET NOT NULL;

-- pgls-ignore lint/safety/addingNotNullField: filled just above, and the scan takes less than a second
ALTER TABLE "public"."purchase_order_receipt_items" ALTER COLUMN "variant_id" SET NOT NULL;

-- pgls-ignore lint/safety/addingNotNullField: filled just above, and the scan takes less than a second
ALTER TABLE "public"."stock_history" ALTER COLUMN "variant_id" SET NOT NULL;

-- pgls-ignore lint/safety/addingNotNullField: filled just above, and the scan takes less than a second
ALTER TABLE "public"."stock_history" ALTER COLUMN "variant_stock" SET NOT NULL;

CREATE INDEX order_items_by_variant ON public.order_items USING btree (variant_id);

CREATE INDEX purchase_order_items_by_variant ON public.purchase_order_items USING btree (variant_id);

CREATE INDEX purchase_order_receipt_items_by_variant ON public.purchase_order_receipt_items USING btree (variant_id);

CREATE INDEX stock_counts_by_actor ON public.stock_counts USING btree (actor)
  WHERE (actor IS NOT NULL);

CREATE UNIQUE INDEX stock_history_of_variant ON public.stock_history USING btree (variant_id, SEQUENCE DESC);

CREATE INDEX stock_notices_by_contact ON public.stock_notices USING btree (COALESCE(email, phone));

CREATE UNIQUE INDEX stock_notices_waiting ON public.stock_notices USING btree (product_id, color, size, COALESCE(email, phone))
  WHERE (back_at IS NULL);

CREATE INDEX bulk_changes_by_product ON shop.bulk_changes USING btree (product_id);

CREATE INDEX bulk_changes_by_time ON shop.bulk_changes USING btree (created_at);

CREATE TRIGGER product_variants_archived_empty
  BEFORE UPDATE ON public.product_variants
  FOR EACH ROW
  WHEN (((old.archived_at IS NULL) AND (new.archived_at IS NOT NULL) AND (new.stock_quantity <> 0)))
  EXECUTE FUNCTION shop.refuse_archiving_stock();

CREATE TRIGGER product_variants_back_in_stock
  AFTER UPDATE ON public.product_variants
  FOR EACH ROW
  WHEN (((new.archived_at IS NULL) AND (new.stock_quantity > 0) AND ((old.stock_quantity = 0) OR (old.archived_at IS NOT NULL))))
  EXECUTE FUNCTION shop.notice_stock_of_variant();

CREATE CONSTRAINT TRIGGER product_variants_counted_alike
  AFTER INSERT OR UPDATE OF color, size, archived_at ON public.product_variants DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  EXECUTE FUNCTION shop.require_one_way_of_counting();

CREATE TRIGGER product_variants_rebuild_site_new
  AFTER INSERT ON public.product_variants
  FOR EACH ROW
  WHEN (((new.color <> ''::text) OR (new.size <> ''::text)))
  EXECUTE FUNCTION shop.mark_site_stale();

create trigger product_variants_rebuild_site after update on public.product_variants
  for each row when ((new.color <> '' or new.size <> '')
                     and ((old.stock_quantity > 0, old.archived_at is null, old.sku) is distinct from (new.stock_quantity > 0, new.archived_at is null, new.sku)))
  execute function shop.mark_site_stale();

CREATE TRIGGER product_variants_start_empty
  BEFORE INSERT ON public.product_variants
  FOR EACH ROW
  WHEN ((new.stock_quantity <> 0))
  EXECUTE FUNCTION shop.require_no_stock();

CREATE TRIGGER product_variants_stock_in_history
  AFTER UPDATE ON public.product_variants
  FOR EACH ROW
  WHEN ((old.stock_quantity IS DISTINCT FROM new.stock_quantity))
  EXECUTE FUNCTION shop.require_history_row_of_variant();

CREATE TRIGGER product_variants_words_new
  AFTER INSERT ON public.product_variants
  FOR EACH ROW
  EXECUTE FUNCTION shop.store_words_of_variant();

CREATE TRIGGER product_variants_words
  AFTER UPDATE ON public.product_variants
  FOR EACH ROW
  WHEN (((old.sku IS DISTINCT FROM new.sku) OR ((old.archived_at IS NULL) IS DISTINCT FROM (new.archived_at IS NULL))))
  EXECUTE FUNCTION shop.store_words_of_variant();

CREATE TRIGGER products_back_on_sale
  AFTER UPDATE ON public.products
  FOR EACH ROW
  WHEN ((new.is_available AND (new.archived_at IS NULL) AND (new.stock_quantity > 0) AND ((NOT old.is_available) OR (old.archived_at IS NOT NULL))))
  EXECUTE FUNCTION shop.notice_product_on_sale();

CREATE TRIGGER products_have_variant
  AFTER INSERT ON public.products
  FOR EACH ROW
  EXECUTE FUNCTION shop.add_shared_variant();

CREATE TRIGGER products_words_stored
  AFTER UPDATE OF name, category, material, colors, description ON public.products
  FOR EACH ROW
  EXECUTE FUNCTION shop.store_product_words();

CREATE POLICY "everyone reads variants on sale" ON "public"."product_variants"
  FOR SELECT
  TO "anon", "authenticated"
  USING (((archived_at IS NULL) AND (EXISTS ( SELECT
   FROM public.products p
  WHERE ((p.id = product_variants.product_id) AND (p.archived_at IS NULL))))));

REVOKE ALL ON FUNCTION "public"."add_stock_notice"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_stock_notice"(text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_stock_notice"(text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."adjust_stock"(text, shop.stock_change_kind, integer, text, uuid, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."adjust_stock"(text, shop.stock_change_kind, integer, text, uuid, text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."adjust_stock"(text, shop.stock_change_kind, integer, text, uuid, text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."change_products"(jsonb, jsonb, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_products"(jsonb, jsonb, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_products"(jsonb, jsonb, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."count_stock"(jsonb, text, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."count_stock"(jsonb, text, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."count_stock"(jsonb, text, uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."find_photo_targets"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_photo_targets"(text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_photo_targets"(text[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."find_products"(text[], text[], text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_products"(text[], text[], text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_products"(text[], text[], text[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."import_products"(jsonb, integer, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."import_products"(jsonb, integer, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."import_products"(jsonb, integer, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_stock_levels"(text, text, text, text, integer, text, boolean, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_stock_levels"(text, text, text, text, integer, text, boolean, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_stock_levels"(text, text, text, text, integer, text, boolean, integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_stock_notices"(text, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_stock_notices"(text, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_stock_notices"(text, integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."mark_notice_told"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."mark_notice_told"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."mark_notice_told"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."sku"(public.products) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."sku"(public.products) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."sku"(public.products) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."sku"(public.products) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."sku"(public.products) TO "service_role";

REVOKE ALL ON FUNCTION "public"."stop_stock_notices"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."stop_stock_notices"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."stop_stock_notices"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."undo_product_changes"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_product_changes"(text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_product_changes"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."variants"(public.products) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."variants"(public.products) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."variants"(public.products) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."variants"(public.products) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."variants"(public.products) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."add_shared_variant"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."add_shared_variant"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."add_shared_variant"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."add_shared_variant"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."change_product"(text, timestamp WITH time zone, jsonb, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."change_product"(text, timestamp WITH time zone, jsonb, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."change_product"(text, timestamp WITH time zone, jsonb, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."change_product"(text, timestamp WITH time zone, jsonb, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."change_stock"(text, integer, shop.stock_change_kind, text, text, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."change_stock"(text, integer, shop.stock_change_kind, text, text, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."change_stock"(text, integer, shop.stock_change_kind, text, text, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."change_stock"(text, integer, shop.stock_change_kind, text, text, uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."changed_price"(numeric, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."changed_price"(numeric, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."changed_price"(numeric, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."changed_price"(numeric, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."choice_name"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."choice_name"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."choice_name"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."choice_name"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."counted_by"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."counted_by"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."counted_by"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."counted_by"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."entries_of_variants"(jsonb, public.products, public.products, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."entries_of_variants"(jsonb, public.products, public.products, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."entries_of_variants"(jsonb, public.products, public.products, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."entries_of_variants"(jsonb, public.products, public.products, integer) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."is_not_offered"(shop.priced_line) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."is_not_offered"(shop.priced_line) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_not_offered"(shop.priced_line) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_not_offered"(shop.priced_line) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."notice_product_on_sale"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."notice_product_on_sale"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."notice_product_on_sale"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."notice_product_on_sale"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."notice_stock_of_variant"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."notice_stock_of_variant"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."notice_stock_of_variant"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."notice_stock_of_variant"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."price_lines"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."price_lines"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."price_lines"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."price_lines"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."product_json"(public.products) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."product_json"(public.products) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."product_json"(public.products) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."product_json"(public.products) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."refuse_archiving_stock"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."refuse_archiving_stock"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."refuse_archiving_stock"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."refuse_archiving_stock"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."refuse_choices_in_stock"(public.product_variants[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."refuse_choices_in_stock"(public.product_variants[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."refuse_choices_in_stock"(public.product_variants[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."refuse_choices_in_stock"(public.product_variants[]) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."require_history_row_of_variant"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."require_history_row_of_variant"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."require_history_row_of_variant"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."require_history_row_of_variant"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."require_one_way_of_counting"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."require_one_way_of_counting"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."require_one_way_of_counting"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."require_one_way_of_counting"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."require_variant"(text, text, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."require_variant"(text, text, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."require_variant"(text, text, text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."require_variant"(text, text, text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."serve_stock_notices"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."serve_stock_notices"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."serve_stock_notices"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."serve_stock_notices"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."sku_letters"(text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."sku_letters"(text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."sku_letters"(text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."sku_letters"(text, integer) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."stock_count_json"(public.stock_counts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."stock_count_json"(public.stock_counts) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."stock_count_json"(public.stock_counts) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."stock_count_json"(public.stock_counts) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."stock_notice_json"(public.stock_notices) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."stock_notice_json"(public.stock_notices) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."stock_notice_json"(public.stock_notices) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."stock_notice_json"(public.stock_notices) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."store_words_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."store_words_of"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."store_words_of"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."store_words_of"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."store_words_of_variant"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."store_words_of_variant"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."store_words_of_variant"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."store_words_of_variant"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."suggest_sku"(text, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."suggest_sku"(text, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."suggest_sku"(text, text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."suggest_sku"(text, text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."undoable_since"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."undoable_since"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."undoable_since"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."undoable_since"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."write_variants"(public.products, jsonb, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."write_variants"(public.products, jsonb, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."write_variants"(public.products, jsonb, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."write_variants"(public.products, jsonb, uuid, text) TO "service_role";

GRANT USAGE ON SEQUENCE "shop"."product_numbers" TO "service_role";

GRANT USAGE ON SEQUENCE "shop"."stock_count_numbers" TO "service_role";

REVOKE ALL ON TABLE "public"."product_variants" FROM "anon";

GRANT SELECT ON TABLE "public"."product_variants" TO "anon";

REVOKE ALL ON TABLE "public"."product_variants" FROM "authenticated";

GRANT SELECT ON TABLE "public"."product_variants" TO "authenticated";

REVOKE ALL ON TABLE "public"."product_variants" FROM "service_role";

GRANT INSERT, SELECT, UPDATE ON TABLE "public"."product_variants" TO "service_role";

REVOKE ALL ON TABLE "public"."stock_counts" FROM "service_role";

GRANT INSERT, SELECT, UPDATE ON TABLE "public"."stock_counts" TO "service_role";

REVOKE ALL ON TABLE "public"."stock_notices" FROM "service_role";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."stock_notices" TO "service_role";

GRANT DELETE, INSERT, SELECT ON TABLE "shop"."bulk_changes" TO "service_role";

-- pgls-ignore lint/safety/addingForeignKeyConstraint: filled just above, and the scan takes less than a second
ALTER TABLE "public"."order_items"
  ADD CONSTRAINT "order_items_variant_id_fkey" FOREIGN KEY (variant_id) REFERENCES public.product_variants(id);

-- pgls-ignore lint/safety/addingForeignKeyConstraint: filled just above, and the scan takes less than a second
ALTER TABLE "public"."purchase_order_items"
  ADD CONSTRAINT "purchase_order_items_variant_id_fkey" FOREIGN KEY (variant_id) REFERENCES public.product_variants(id);

-- pgls-ignore lint/safety/addingForeignKeyConstraint: filled just above, and the scan takes less than a second
ALTER TABLE "public"."purchase_order_receipt_items"
  ADD CONSTRAINT "purchase_order_receipt_items_variant_id_fkey" FOREIGN KEY (variant_id) REFERENCES public.product_variants(id);

-- pgls-ignore lint/safety/addingForeignKeyConstraint: filled just above, and the scan takes less than a second
ALTER TABLE "public"."stock_history"
  ADD CONSTRAINT "stock_history_variant_id_fkey" FOREIGN KEY (variant_id) REFERENCES public.product_variants(id);

CREATE VIEW "public"."stock_records" WITH (security_invoker=true) AS  SELECT h.id,
    h.sequence,
    h.product_id,
    ( SELECT p.name
           FROM public.products p
          WHERE (p.id = h.product_id)) AS product_name,
    h.transaction_type,
    h.quantity,
    h.previous_stock,
    h.new_stock,
    h.reference_number,
    h.notes,
    h.created_at,
    ( SELECT s.username
           FROM public.staff s
          WHERE (s.id = h.actor)) AS actor_name,
    v.color,
    v.size,
    v.sku,
    h.variant_stock
   FROM (public.stock_history h
     JOIN public.product_variants v ON ((v.id = h.variant_id)));

REVOKE ALL ON TABLE "public"."stock_records" FROM "anon", "authenticated";

REVOKE ALL ON TABLE "public"."stock_records" FROM "service_role";

GRANT SELECT ON TABLE "public"."stock_records" TO "service_role";

CREATE INDEX stock_notices_newest ON public.stock_notices USING btree (created_at DESC, id);

-- What there is already is found by its SKUs, too.
SELECT shop.store_words_of(p.id) FROM public.products p;
SELECT shop.rebuild_order_words();
