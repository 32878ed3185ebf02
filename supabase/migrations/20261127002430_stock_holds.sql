SET local check_function_bodies = off;

DROP VIEW "public"."categories_with_counts";

ALTER TABLE "public"."categories"
  ADD COLUMN "old_slugs" text[] NOT NULL DEFAULT '{}'::text[];

ALTER TABLE "public"."products"
  ADD COLUMN "left_over" integer NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION public.edit_category (
  category_id      text,
  fields           jsonb,
  expected_version timestamp with time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  before public.categories;
  wanted public.categories;
begin
  if fields ? 'slug' then
    perform shop.reserve_slug(fields ->> 'slug', edit_category.category_id);
  end if;
  before := shop.lock_category(edit_category.category_id);
  perform shop.check_version(before.updated_at, expected_version);

  wanted := jsonb_populate_record(before, fields);
  if wanted.slug <> before.slug then
    perform shop.lock_products_of(before.slug);
    wanted.old_slugs := array_remove(before.old_slugs, wanted.slug) || before.slug;
  end if;
  update public.categories c set name = wanted.name, slug = wanted.slug, old_slugs = wanted.old_slugs, image = wanted.image,
         no_return_reason = wanted.no_return_reason
   where c.id = before.id;
  return shop.category_json(before.id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.list_left_over (
  page_offset integer,
  page_limit  integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with found_ones as (
    select v.id, v.product_id, p.name as product_name, p.images[1] as image, v.color, v.size, v.sku, v.stock_quantity
      from public.product_variants v join public.products p on p.id = v.product_id
     where v.archived_at is not null and v.stock_quantity > 0 and p.left_over > 0 and p.archived_at is null
  )
  select jsonb_build_object(
    'items', (select coalesce(jsonb_agg(to_jsonb(f) - 'place' order by f.place), '[]')
                from (select o.*, row_number() over (order by shop.sort_key(o.product_name) collate "C", o.sku) as place from found_ones o
                       order by place offset page_offset limit page_limit) f),
    'total', (select count(*) from found_ones));
$function$;

REVOKE ALL ON FUNCTION "public"."list_left_over"(integer, integer) FROM PUBLIC, "anon", "authenticated";

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
        left join (select l.product_id, sum(l.quantity) as pieces from shop.sold_lines l
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
  ordering constant text := format(case sort_by when 'category' then 'f.category %1$s, ' when 'stockQuantity'
                                        then 'f.stock_quantity %1$s, ' else '' end
    || case when sort_by = 'name' then 'f.name %1$s, f.id' else 'f.name, f.id' end, case when ascending then 'asc' else 'desc' end);
  ids text[];
  total bigint;
begin
  -- No index on stock on purpose: every piece sold would rewrite all indexes of its product, while ten thousand products are read and
  -- sorted in some ten milliseconds.
  execute $query$
    with variants as materialized (select v.product_id, v.sku, v.stock_quantity from public.product_variants v where v.archived_at is null),
    found_ones as (
      select p.id, shop.sort_key(p.name) collate "C" as name, p.category, p.stock_quantity,
             p.id in (select v.product_id from variants v where v.sku = $2) as is_exact
        from public.products p
       where p.archived_at is null
         and ($1 is null or p.name ilike $1 or p.id in (select v.product_id from variants v where v.sku ilike $1))
         and ($3 is null or p.category = (select shop.current_slug($3)))
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

CREATE OR REPLACE FUNCTION public.save_discount_code (
  code_id          text,
  fields           jsonb,
  actor            uuid,
  expected_version timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  before public.discount_codes;
  wanted public.discount_codes;
  taken text;
begin
  perform shop.act_as(actor);
  if code_id is not null then
    select * into before from public.discount_codes c where c.id = save_discount_code.code_id for update;
    if not found then
      perform shop.refuse('code_not_found');
    end if;
    perform shop.check_version(before.updated_at, expected_version);
  end if;
  wanted := jsonb_populate_record(before, fields);
  wanted.categories := shop.current_slugs(wanted.categories);

  if exists (select from unnest(wanted.product_ids) p where not exists (select from public.products t where t.id = p)) then
    perform shop.refuse_field('productIds', 'There is no such product');
  elsif exists (select from unnest(wanted.categories) g
                 where g <> all (shop.current_slugs(before.categories))
                   and not exists (select from public.categories t where t.slug = g)) then
    perform shop.refuse_field('categories', 'There is no such category');
  elsif wanted.max_uses < before.uses then
    perform shop.refuse_field('maxUses', format('Used %s times already', before.uses));
  end if;

  begin
    if code_id is null then
      insert into public.discount_codes (code, name, kind, target, value, starts_at, ends_at, minimum, product_ids, categories,
                                         max_uses, once_per_phone,
                                         new_customers_only, is_paused)
      values (wanted.code, wanted.name, wanted.kind, wanted.target, wanted.value, wanted.starts_at, wanted.ends_at,
              wanted.minimum, wanted.product_ids,
              wanted.categories, wanted.max_uses, wanted.once_per_phone, wanted.new_customers_only, wanted.is_paused)
      returning id into wanted.id;
    else
      update public.discount_codes c
         set (code, name, kind, target, value, starts_at, ends_at, minimum, product_ids, categories, max_uses, once_per_phone,
              new_customers_only, is_paused) =
             (wanted.code, wanted.name, wanted.kind, wanted.target, wanted.value, wanted.starts_at, wanted.ends_at,
              wanted.minimum, wanted.product_ids,
              wanted.categories, wanted.max_uses, wanted.once_per_phone, wanted.new_customers_only, wanted.is_paused)
       where c.id = before.id;
    end if;
  exception when unique_violation then
    select c.code into taken from public.discount_codes c where c.code_key = shop.code_key(wanted.code);
    perform shop.refuse('code_taken', '{}', jsonb_build_object('code', taken));
  end;
  return shop.discount_codes_json(array[wanted.id]) -> 0;
end;
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
        left join (select l.product_id, sum(l.quantity) as pieces from shop.sold_lines l
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

CREATE OR REPLACE FUNCTION shop.after_product_added (
  new public.products
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.note_row(null, to_jsonb(new), 'product', 'id', '', 'name',
                        'stock_quantity,left_over,in_stock,rating,review_count,search_words');
  perform shop.add_shared_variant(new);
  perform shop.need_right('edit_products');
  perform shop.need_right('change_prices');
  perform shop.mark_pages_stale();
end;
$function$;

CREATE OR REPLACE FUNCTION shop.after_product_changed (
  old public.products,
  new public.products
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  is_priced_anew constant boolean := (old.price, old.original_price) is distinct from (new.price, new.original_price);
  -- Whatever staff edit makes a new version, but the shop itself counts stock and reviews.
  is_edited constant boolean := old.updated_at <> new.updated_at;
  is_shown_anew constant boolean := (old.in_stock, old.rating, old.review_count) <> (new.in_stock, new.rating, new.review_count)
    or is_edited and to_jsonb(old) - array['stock_quantity', 'left_over', 'updated_at']
                  <> to_jsonb(new) - array['stock_quantity', 'left_over', 'updated_at'];
begin
  if new.is_available and new.archived_at is null and new.stock_quantity > 0 and (not old.is_available or old.archived_at is not null) then
    perform shop.notice_product_on_sale(new);
  end if;
  if (old.stock_quantity, old.left_over) = (new.stock_quantity, new.left_over) then
    perform shop.note_row(to_jsonb(old), to_jsonb(new), 'product', 'id', '', 'name',
                          'price,original_price,in_stock,rating,review_count,search_words');
  end if;
  if is_edited and shop.edited_of(to_jsonb(old)) <> shop.edited_of(to_jsonb(new)) then
    perform shop.need_right('edit_products');
  end if;
  if is_priced_anew then perform shop.need_right('change_prices'); end if;
  if is_priced_anew then perform shop.note_row(to_jsonb(old), to_jsonb(new), 'price', 'id', '', 'name', '', 'price,original_price'); end if;
  if shop.runs_low(old, new) then perform shop.push_low_stock(new); end if;
  if is_shown_anew then perform shop.mark_pages_stale(); end if;
  if old.stock_quantity + old.left_over <> new.stock_quantity + new.left_over then perform shop.require_history_row(old, new); end if;
  if (old.name, old.category, old.material, old.colors, old.occasions, old.description)
     is distinct from (new.name, new.category, new.material, new.colors, new.occasions, new.description) then
    perform shop.store_words_of(new.id);
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.after_variant_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  is_choice constant boolean := new.color <> '' or new.size <> '';
begin
  if tg_op = 'INSERT' then
    if is_choice then perform shop.mark_pages_stale(); end if;
    return null;
  end if;

  if old.archived_at is not null and new.archived_at is null and new.stock_quantity > 0 then perform shop.offer_left_over(new); end if;
  if new.archived_at is null and new.stock_quantity > 0 and (old.stock_quantity = 0 or old.archived_at is not null) then
    perform shop.notice_stock_of_variant(new);
  end if;
  if old.stock_quantity = new.stock_quantity then
    perform shop.note_row(to_jsonb(old), to_jsonb(new), 'product', 'product_id', 'stock number', 'sku', 'product_id');
  end if;
  if is_choice
     and (old.stock_quantity > 0, old.archived_at is null, old.sku) <> (new.stock_quantity > 0, new.archived_at is null, new.sku) then
    perform shop.mark_pages_stale();
  end if;
  if old.stock_quantity <> new.stock_quantity then perform shop.require_history_row_of_variant(old, new); end if;
  if (old.sku, old.archived_at is null) <> (new.sku, new.archived_at is null) then perform shop.store_words_of(new.product_id); end if;
  return null;
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
  -- A shopper's order, not one that staff wrote down: whoever sells out a piece with it hurries no build.
  if actor is null and kind = 'sale' then
    perform shop.act_as_stranger();
  end if;
  -- The product's row is what everybody waits for. Behind it, what the statement below reads is the stock of now.
  perform 1 from public.products p where p.id = change_stock.product_id for no key update;
  with wanted as (
    select case when v.archived_at is null then delta else 0 end as for_sale,
           case when v.archived_at is null then 0 else delta end as left_over
      from public.product_variants v
     where v.product_id = change_stock.product_id and v.stock_quantity + delta >= 0
       and case when change_stock.variant_id is null then v.color = '' and v.size = '' else v.id = change_stock.variant_id end
  ), changed as (
    update public.products p
       set stock_quantity = p.stock_quantity + w.for_sale, left_over = p.left_over + w.left_over
      from wanted w
     where p.id = change_stock.product_id and p.stock_quantity::bigint + p.left_over + delta between 0 and 1000000000
    returning p.id, p.stock_quantity + p.left_over as stock_quantity
  ), counted as (
    update public.product_variants v
       set stock_quantity = v.stock_quantity + delta
      from changed c
     where v.product_id = c.id and v.stock_quantity + delta >= 0
       and case when change_stock.variant_id is null then v.color = '' and v.size = '' else v.id = change_stock.variant_id end
    returning v.id, v.stock_quantity
  )
  insert into public.stock_history (product_id, variant_id, transaction_type, quantity, previous_stock, new_stock, variant_stock,
                                    reference_number, notes, actor)
  select c.id, v.id, kind, delta, c.stock_quantity - delta, c.stock_quantity, v.stock_quantity, reference,
    coalesce(change_stock.notes, ''), change_stock.actor
    from changed c cross join counted v
  returning * into entry;

  if entry.id is null then
    select v.* into variant from public.product_variants v
     where v.product_id = change_stock.product_id
       and case when change_stock.variant_id is null then v.color = '' and v.size = '' else v.id = change_stock.variant_id end;
    if not found then
      perform shop.refuse('product_not_found');
    end if;
    if delta > 0 then
      perform shop.refuse('too_much_stock');
    end if;
    perform shop.refuse('not_enough_stock',
      jsonb_strip_nulls(jsonb_build_object('productId', change_stock.product_id, 'available', variant.stock_quantity,
                                           'color', nullif(variant.color, ''), 'size', nullif(variant.size, ''))));
  end if;
  return entry;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.current_slug (
  typed text
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select coalesce((select c.slug from public.categories c where typed = any (c.old_slugs)), typed);
$function$;

CREATE OR REPLACE FUNCTION shop.current_slugs (
  typed text[]
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select coalesce(array_agg(t.slug order by t.place), '{}')
    from (select shop.current_slug(g.slug) as slug, min(g.place) as place
            from unnest(typed) with ordinality as g (slug, place) group by 1) t;
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
                            || jsonb_build_object('categories', shop.current_slugs(c.categories), 'placed', sums.placed,
                                                  'delivered', sums.delivered, 'returned', sums.returned)
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
                               'total', coalesce(sum(u.total_amount) filter (where u.is_back), 0)) as returned
       from (select r.amount, o.total_amount, o.status = 'delivered' and not back.is_back as arrived, back.is_back
               from public.code_redemptions r
               join public.orders o on o.id = r.order_id
              cross join lateral (select exists (select from public.shipments s where s.order_id = o.id and s.archived_at is null
                                                 and s.status = 'returned') as is_back) back
              where r.code_id = c.id and r.released_at is null) u) sums
   where ids is null or c.id = any (ids);
$function$;

CREATE OR REPLACE FUNCTION shop.edited_of (
  row_of jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
RETURN
  (row_of - ARRAY['price'::text, 'original_price'::text, 'stock_quantity'::text, 'left_over'::text, 'in_stock'::text, 'rating'::text, 'review_count'::text, 'search_words'::text,
  'updated_at'::text]);

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
  total integer;
begin
  select * into shared from public.product_variants v where v.product_id = before.id and v.archived_at is null
    and v.color = '' and v.size = '';
  -- Where the way of counting changes, the stock that was seen is that of the whole.
  if (shared.id is null) = (jsonb_array_length(entries) = 0) and stock_seen <> before.stock_quantity then
    perform shop.refuse('stock_moved', jsonb_build_object('stockQuantity', before.stock_quantity),
                        jsonb_build_object('expected', stock_seen));
  end if;

  if jsonb_array_length(entries) = 0 or (entries is null and (before.id is null or shared.id is not null)) then
    -- Counted as a whole from now on, a product has all its pieces, those that were left over of choices, too.
    return jsonb_build_array(jsonb_build_object(
      'sku', fields ->> 'sku', 'stockSeen', case when shared.id is not null then stock_seen end,
      'stockQuantity', coalesce(stock, case when shared.id is null then coalesce(before.stock_quantity + before.left_over, 0) end)));
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

CREATE OR REPLACE FUNCTION shop.make_exchange (
  request     public.return_requests,
  charges     numeric,
  sends_first boolean
)
  RETURNS public.return_requests
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  old constant public.orders := (select o from public.orders o where o.id = request.order_id);
  lines shop.priced_line[];
  pieces numeric;
  made public.orders;
  confirmation public.order_confirmations;
  credit numeric;
  exchanged public.return_requests;
begin
  perform shop.lock_products(array (select l.product_id from unnest(shop.exchange_lines(request.id)) l));
  lines := shop.exchange_lines(request.id);
  perform shop.check_exchange(lines);
  pieces := (select sum(l.price * l.quantity) from unnest(lines) l);
  credit := least((select s.refund from shop.return_sums(request) s), pieces + charges);
  made := shop.write_exchange(request, old, lines, charges, (pieces + charges - credit) % 1);
  perform shop.take_pieces(made.id, made.order_number, shop.acting(), true);

  -- Agreed with the customer: nobody asks again, and no rule asks for an advance.
  update public.advance_requests r set ended_at = clock_timestamp() where r.order_id = made.id and r.ended_at is null;
  select * into confirmation from public.order_confirmations c where c.order_id = made.id;
  if confirmation.state <> 'confirmed' then
    perform shop.store_attempt(confirmation, 'rule', 'confirmed', null, 'Exchange for ' || old.order_number, null);
  end if;
  update public.order_confirmations c set call_because = null, awaits_return = request.comes_back and not make_exchange.sends_first
    where c.order_id = made.id;

  if credit > shop.received_of(old) then
    perform shop.refuse('refund_too_large', jsonb_build_object('received', shop.received_of(old)),
                        jsonb_build_object('received', shop.rupees_text(shop.received_of(old))));
  end if;
  update public.return_requests r set exchange_order_id = made.id, sends_first = make_exchange.sends_first where r.id = request.id
    returning * into exchanged;
  if credit > 0 then
    -- Spent at once: what comes back pays for what goes out, in the one ledger.
    exchanged.credit_payment_id := (shop.pay('refund', 'store_credit', 'credit', 'customer', credit, old.id, made.customer_id, '',
                                             'Exchanged for ' || made.order_number)).id;
    update public.return_requests r set credit_payment_id = exchanged.credit_payment_id where r.id = request.id;
    perform shop.spend_credit((select o from public.orders o where o.id = made.id), credit);
  end if;
  perform shop.log_order_event(made.id, 'note', '', null, null, format('Exchange for %s, %s', old.order_number, request.return_number));
  perform shop.log_order_event(old.id, 'note', '', null, null, format('%s is exchanged for %s', request.return_number, made.order_number));
  return exchanged;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.off_by_terms (
  terms    jsonb,
  lines    shop.priced_line[],
  amounts  numeric[],
  subtotal numeric,
  charge   numeric
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  rule constant public.discount_codes := jsonb_populate_record(null::public.discount_codes, terms);
  categories constant text[] := shop.current_slugs(rule.categories);
  weights constant numeric[] := array (
    select case when l.code_terms = terms
                 and (cardinality(rule.product_ids || rule.categories) = 0 or p.id = any (rule.product_ids)
                      or p.category = any (categories))
                then amounts[l.ordinality] else 0 end
      from unnest(lines) with ordinality l left join public.products p on p.id = l.product_id order by l.ordinality);
  eligible constant numeric := (select coalesce(sum(w), 0) from unnest(weights) w);
  most constant numeric := case when rule.target = 'lines' then eligible when eligible > 0 then charge else 0 end;
  taken constant numeric := least(most, case rule.kind when 'sum' then rule.value else round(most * rule.value / 100) end);
begin
  return case
    when subtotal < rule.minimum then jsonb_build_object(
      'refusal', jsonb_build_object('reason', 'minimum', 'missing', rule.minimum - subtotal))
    when taken > 0 then jsonb_build_object('weights', weights,
                                           case rule.target when 'lines' then 'discount' else 'deliveryDiscount' end, taken)
    else jsonb_build_object('refusal', jsonb_build_object('reason', case when eligible = 0 then 'other_pieces' else 'nothing_off' end)) end;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.offer_left_over (
  new public.product_variants
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  update public.products p set stock_quantity = p.stock_quantity + new.stock_quantity, left_over = p.left_over - new.stock_quantity
   where p.id = new.product_id;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.phone_refusal (
  use       public.code_redemptions,
  merged_id text                    DEFAULT ''::text
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return case
    when use.is_once and exists (select from public.code_redemptions r
                                  where r.code_id = use.code_id and r.phone = use.phone and r.order_id not in (use.order_id, merged_id)
                                    and r.released_at is null)
      then 'used_by_phone'
    when use.is_first and exists (select from public.orders o
                                   where o.customer_phone = use.phone and o.id not in (use.order_id, merged_id) and o.status <> 'cancelled'
                                     and o.archived_at is null)
      then 'new_customers' end;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.price_order (
  lines         shop.priced_line[],
  delivery      jsonb,
  off           jsonb              DEFAULT NULL::jsonb,
  is_granted    boolean            DEFAULT false,
  most_shipping numeric            DEFAULT NULL::numeric
)
  RETURNS shop.order_price
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  priced shop.order_price;
  amounts constant numeric[] := array (select coalesce(l.price, 0) * l.quantity from unnest(lines) with ordinality l order by l.ordinality);
begin
  priced.subtotal := (select coalesce(sum(a), 0) from unnest(amounts) a);
  priced.shipping := case when delivery is null then 0 else least(shop.delivery_charge(priced.subtotal, delivery), most_shipping) end;
  priced.discount := 0;
  priced.delivery_discount := 0;
  priced.shares := array_fill(0::numeric, array[cardinality(amounts)]);

  if off ? 'amount' then
    priced.discount := least((off ->> 'amount')::numeric, priced.subtotal);
    if priced.discount > 0 then
      priced.shares := shop.shares_of(priced.discount, amounts);
    end if;
  elsif off ? 'code' then
    priced := shop.take_off_code(priced, lines, amounts, off ->> 'code', is_granted);
  end if;

  priced.shipping := priced.shipping - priced.delivery_discount;
  priced.total := priced.subtotal - priced.discount + priced.shipping;
  return case when priced.code_id is not null then shop.take_off_paisa(priced, amounts) else priced end;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.require_history_row (
  old public.products,
  new public.products
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  last_row public.stock_history;
begin
  select * into last_row from public.stock_history h where h.product_id = new.id order by h.sequence desc limit 1;
  if last_row.previous_stock is distinct from old.stock_quantity + old.left_over
    or last_row.new_stock is distinct from new.stock_quantity + new.left_over then
    raise exception 'the stock of product % changes through shop.change_stock only', new.id using errcode = 'restrict_violation';
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.require_stock_of_history_row (
  new public.stock_history
)
  RETURNS void
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
  select p.stock_quantity + p.left_over into stock from public.products p where p.id = new.product_id for no key update;
  select v.stock_quantity into variant_stock from public.product_variants v where v.id = new.variant_id and v.product_id = new.product_id;
  select h.new_stock into before from public.stock_history h
   where h.product_id = new.product_id and h.sequence < new.sequence order by h.sequence desc limit 1;
  select h.variant_stock into variant_before from public.stock_history h
   where h.variant_id = new.variant_id and h.sequence < new.sequence order by h.sequence desc limit 1;
  if (stock = new.new_stock and coalesce(before, 0) = new.previous_stock
      and variant_stock = new.variant_stock and coalesce(variant_before, 0) = new.variant_stock - new.quantity) is not true
     or exists (select from public.stock_history h where h.product_id = new.product_id and h.sequence > new.sequence) then
    raise exception 'a history row of product % must continue the history and equal its stock',
      new.product_id using errcode = 'restrict_violation';
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.reserve_slug (
  slug        text,
  category_id text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('slugs of categories', 0));
  if exists (select from public.categories c where c.slug = reserve_slug.slug and c.id is distinct from reserve_slug.category_id) then
    perform shop.refuse('slug_taken');
  end if;
  -- An address is of one category: what another had before leads to this one from now on.
  update public.categories c set old_slugs = array_remove(c.old_slugs, reserve_slug.slug)
   where reserve_slug.slug = any (c.old_slugs) and c.id is distinct from reserve_slug.category_id;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.rupees_text (
  amount numeric
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return 'Rs ' || to_char(amount, case when amount = trunc(amount) then 'FM999,999,999,990' else 'FM999,999,999,990.00' end);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.sort_key (
  name text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select case when name ~ '^[ -~]*$' then lower(name) else (
    select string_agg(coalesce(chr(57344 + nullif(position(letter in 'ءابٻپةتثٹجچحخدذڈرزڑژسشصضطظعغفقکكگلمنںهھہۃوىيیے'), 0)), letter), ''
                      order by place)
      from unnest(string_to_array(regexp_replace(lower(normalize(name, nfkd)), '[\u0300-\u036f\u064b-\u065f\u0670]', '', 'g'), null))
           with ordinality as t (letter, place)) end;
$function$;

CREATE OR REPLACE FUNCTION shop.take_off_paisa (
  so_far  shop.order_price,
  amounts numeric[]
)
  RETURNS shop.order_price
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  priced shop.order_price := so_far;
  paisa constant numeric := least(so_far.total - trunc(so_far.total), so_far.subtotal - so_far.discount);
  left_of_lines constant numeric[] := array (select a - s from unnest(amounts, so_far.shares) with ordinality l (a, s, n) order by n);
  under_code constant numeric[] := array (select case when s > 0 then a - s else 0 end
                                            from unnest(amounts, so_far.shares) with ordinality l (a, s, n) order by n);
begin
  if paisa > 0 then
    priced.discount := priced.discount + paisa;
    priced.total := priced.total - paisa;
    priced.shares := array (
      select s + more from unnest(priced.shares, shop.shares_of(paisa, case when (select sum(u) from unnest(under_code) u) >= paisa
                                                                            then under_code else left_of_lines end))
             with ordinality l (s, more, n) order by n);
  end if;
  return priced;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.write_exchange (
  request public.return_requests,
  old     public.orders,
  lines   shop.priced_line[],
  charges numeric,
  paisa   numeric
)
  RETURNS public.orders
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  amounts constant numeric[] := array (select l.price * l.quantity from unnest(lines) with ordinality l order by l.ordinality);
  pieces constant numeric := (select sum(a) from unnest(amounts) a);
  off constant numeric := least(paisa, pieces);
  made public.orders;
begin
  insert into public.orders (customer_name, customer_email, customer_phone, second_phone, customer_address, city, city_known,
                             city_takes_cash, zip_code, country, subtotal, discount, discount_reason, shipping, total_amount,
                             status, shopper_id, source, notes)
  values (old.customer_name, old.customer_email, old.customer_phone, old.second_phone, old.customer_address, old.city, old.city_known,
          old.city_takes_cash, old.zip_code, old.country, pieces, off, case when off > 0 then 'Rounded to whole rupees' end, charges,
          pieces - off + charges, 'processing', old.shopper_id, old.source,
          format('Exchange for %s (%s)', old.order_number, request.return_number))
  returning * into made;
  insert into public.order_items (order_id, position, product_id, variant_id, product_name, product_image, selected_color,
                                  selected_size, quantity, price, discount)
  select made.id, l.line_position, l.product_id, l.variant_id, l.product_name, l.product_image, l.selected_color,
    l.selected_size, l.quantity, l.price, s.share
    from unnest(lines) with ordinality l
    join unnest(shop.shares_of(off, amounts)) with ordinality s (share, place) on s.place = l.ordinality;
  return made;
end;
$function$;

ALTER TABLE "public"."products"
  ADD CONSTRAINT "products_left_over_not_negative" CHECK ((left_over >= 0));

CREATE VIEW "public"."categories_with_counts" WITH (security_invoker=true) AS  SELECT c.id,
    c.name,
    c.slug,
    c.image,
    c.is_active,
    c.sort_order AS "order",
    c.no_return_reason,
    c.old_slugs,
    c.created_at,
    c.updated_at,
    (( SELECT count(*) AS count
           FROM public.products p
          WHERE ((p.category = c.slug) AND (p.archived_at IS NULL))))::integer AS count
   FROM public.categories c;

REVOKE ALL ON FUNCTION "public"."list_left_over"(integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_left_over"(integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_left_over"(integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."current_slug"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."current_slug"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."current_slug"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."current_slug"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."current_slugs"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."current_slugs"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."current_slugs"(text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."current_slugs"(text[]) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."offer_left_over"(public.product_variants) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."offer_left_over"(public.product_variants) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."offer_left_over"(public.product_variants) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."offer_left_over"(public.product_variants) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."sort_key"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."sort_key"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."sort_key"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."sort_key"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."take_off_paisa"(shop.order_price, numeric[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."take_off_paisa"(shop.order_price, numeric[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."take_off_paisa"(shop.order_price, numeric[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."take_off_paisa"(shop.order_price, numeric[]) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."write_exchange"(public.return_requests, public.orders, shop.priced_line[], numeric, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."write_exchange"(public.return_requests, public.orders, shop.priced_line[], numeric, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."write_exchange"(public.return_requests, public.orders, shop.priced_line[], numeric, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."write_exchange"(public.return_requests, public.orders, shop.priced_line[], numeric, numeric) TO "service_role";

REVOKE ALL ON TABLE "public"."categories_with_counts" FROM "anon";

GRANT SELECT ON TABLE "public"."categories_with_counts" TO "anon";

REVOKE ALL ON TABLE "public"."categories_with_counts" FROM "authenticated";

GRANT SELECT ON TABLE "public"."categories_with_counts" TO "authenticated";

REVOKE ALL ON TABLE "public"."categories_with_counts" FROM "service_role";

GRANT SELECT ON TABLE "public"."categories_with_counts" TO "service_role";

-- Pieces of choices that are no longer offered are counted apart from what can be sold.
update public.products p set stock_quantity = p.stock_quantity - g.pieces, left_over = g.pieces
  from (select v.product_id, sum(v.stock_quantity)::integer as pieces from public.product_variants v
         where v.archived_at is not null and v.stock_quantity > 0 group by v.product_id) g
 where p.id = g.product_id;
