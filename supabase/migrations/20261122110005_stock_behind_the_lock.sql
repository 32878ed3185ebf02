SET local check_function_bodies = off;

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
