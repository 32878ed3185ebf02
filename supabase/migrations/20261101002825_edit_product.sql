-- An edit of a product minds both what its editor saw of the stock and which photo shows which colour.

-- Edits a product: the columns in `fields` change, the rest stays, and another `stock_quantity` is an adjustment by the difference. Photo colours in
-- `fields` must fit, those that stand lose what no longer fits.
-- Takes the product's id, the columns, the version the editor saw or null, the staff member, and the stock the editor saw or null.
-- Returns the product. Refuses 404 `product_not_found`, 409 `edited_meanwhile`, 409 `stock_moved` with {stockQuantity} when there is another stock now
-- than the editor saw, and the fields `category`, `originalPrice` and `photoColors`.
create or replace function public.edit_product(product_id text, fields jsonb, seen timestamptz, actor uuid, stock_seen integer default null)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.products;
  wanted public.products;
begin
  if fields ? 'category' then
    perform shop.hold_category(fields ->> 'category');
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
  if wanted.stock_quantity <> before.stock_quantity and stock_seen <> before.stock_quantity then
    perform shop.refuse(409, 'stock_moved', format('The stock moved from %s to %s meanwhile', stock_seen, before.stock_quantity),
      jsonb_build_object('stockQuantity', before.stock_quantity));
  end if;

  update public.products p
     set name = wanted.name, description = wanted.description, material = wanted.material, category = wanted.category,
         price = wanted.price, original_price = wanted.original_price, images = wanted.images, photo_colors = wanted.photo_colors,
         is_available = wanted.is_available, is_new = wanted.is_new, is_featured = wanted.is_featured, colors = wanted.colors, sizes = wanted.sizes
   where p.id = before.id;

  if wanted.stock_quantity <> before.stock_quantity then
    perform shop.change_stock(before.id, wanted.stock_quantity - before.stock_quantity, 'adjustment', null, '', actor);
  end if;
  return (select to_jsonb(p) from public.products p where p.id = before.id);
end;
$$;
