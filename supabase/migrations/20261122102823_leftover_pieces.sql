SET local check_function_bodies = off;

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
