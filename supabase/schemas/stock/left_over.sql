-- Pieces of choices that are no longer offered. They came back from orders, are in the books, and are not for sale.

-- A choice that is offered again has its pieces for sale again. Takes the variant.
create function shop.offer_left_over(new public.product_variants) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.products p set stock_quantity = p.stock_quantity + new.stock_quantity, left_over = p.left_over - new.stock_quantity
   where p.id = new.product_id;
end;
$$;

-- A page of the pieces of choices that products on sale no longer offer, by product. Takes how many rows to skip and how many to return.
-- Returns {items: [{id, product_id, product_name, image, color, size, sku, stock_quantity}], total}.
create function public.list_left_over(page_offset integer, page_limit integer) returns jsonb
language sql stable set search_path = ''
as $$
  with found_ones as (
    select v.id, v.product_id, p.name as product_name, shop.photo_of(p.images, p.photo_colors, v.color) as image,
           v.color, v.size, v.sku, v.stock_quantity
      from public.product_variants v join public.products p on p.id = v.product_id
     where v.archived_at is not null and v.stock_quantity > 0 and p.left_over > 0 and p.archived_at is null
  )
  select jsonb_build_object(
    'items', (select coalesce(jsonb_agg(to_jsonb(f) - 'place' order by f.place), '[]')
                from (select o.*, row_number() over (order by shop.sort_key(o.product_name) collate "C", o.sku) as place from found_ones o
                       order by place offset page_offset limit page_limit) f),
    'total', (select count(*) from found_ones));
$$;

grant execute on function public.list_left_over to service_role;
