SET local check_function_bodies = off;

ALTER TABLE "public"."products"
  ADD COLUMN "left_over" integer NOT NULL DEFAULT 0;

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
    'items', (select coalesce(jsonb_agg(to_jsonb(f) order by f.product_name, f.sku), '[]')
                from (select * from found_ones order by product_name, sku offset page_offset limit page_limit) f),
    'total', (select count(*) from found_ones));
$function$;

REVOKE ALL ON FUNCTION "public"."list_left_over"(integer, integer) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION shop.after_product_added (
  new public.products
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.note_row(null, to_jsonb(new), 'product', 'id', '', 'name', 'stock_quantity,left_over,in_stock,rating,review_count,search_words');
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
    select case when v.archived_at is null then delta else 0 end as for_sale, case when v.archived_at is null then 0 else delta end as left_over
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

ALTER TABLE "public"."products"
  ADD CONSTRAINT "products_left_over_not_negative" CHECK ((left_over >= 0));

REVOKE ALL ON FUNCTION "public"."list_left_over"(integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_left_over"(integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_left_over"(integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."offer_left_over"(public.product_variants) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."offer_left_over"(public.product_variants) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."offer_left_over"(public.product_variants) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."offer_left_over"(public.product_variants) TO "service_role";

-- Pieces of choices that are no longer offered are counted apart from what can be sold.
update public.products p set stock_quantity = p.stock_quantity - g.pieces, left_over = g.pieces
  from (select v.product_id, sum(v.stock_quantity)::integer as pieces from public.product_variants v
         where v.archived_at is not null and v.stock_quantity > 0 group by v.product_id) g
 where p.id = g.product_id;
