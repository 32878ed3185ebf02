SET local check_function_bodies = off;

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

CREATE OR REPLACE FUNCTION shop.undoable_since()
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select now() - interval '90 seconds';
$function$;

-- pgls-ignore lint/safety/addingForeignKeyConstraint: the table is new
ALTER TABLE "shop"."bulk_changes"
  ADD CONSTRAINT "bulk_changes_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.products(id);

CREATE INDEX bulk_changes_by_product ON shop.bulk_changes USING btree (product_id);

CREATE INDEX bulk_changes_by_time ON shop.bulk_changes USING btree (created_at);

REVOKE ALL ON FUNCTION "public"."change_products"(jsonb, jsonb, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_products"(jsonb, jsonb, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_products"(jsonb, jsonb, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."find_photo_targets"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_photo_targets"(text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_photo_targets"(text[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."find_products"(text[], text[], text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_products"(text[], text[], text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_products"(text[], text[], text[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."import_products"(jsonb, integer, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."import_products"(jsonb, integer, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."import_products"(jsonb, integer, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."undo_product_changes"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_product_changes"(text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_product_changes"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."change_product"(text, timestamp WITH time zone, jsonb, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."change_product"(text, timestamp WITH time zone, jsonb, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."change_product"(text, timestamp WITH time zone, jsonb, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."change_product"(text, timestamp WITH time zone, jsonb, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."changed_price"(numeric, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."changed_price"(numeric, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."changed_price"(numeric, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."changed_price"(numeric, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."undoable_since"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."undoable_since"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."undoable_since"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."undoable_since"() TO "service_role";

GRANT DELETE, INSERT, SELECT ON TABLE "shop"."bulk_changes" TO "service_role";
