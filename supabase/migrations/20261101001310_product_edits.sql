-- Staff add and edit products. Pieces come and go through the ledger here as everywhere.

-- Holds the category a product names until the transaction ends: nobody deletes or renames it meanwhile. Taken before a product's own lock,
-- as a renaming does. Refuses the field `category` when there is no such category.
create function shop.hold_category(slug text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform 1 from public.categories c where c.slug = hold_category.slug for key share;
  if not found then
    perform shop.refuse_field('category', 'There is no such category');
  end if;
end;
$$;

-- Puts a product into the catalogue with its opening stock. Takes all of its columns and the staff member. Returns the product.
-- Refuses the field `category`.
create function public.create_product(fields jsonb, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  wanted public.products := jsonb_populate_record(null::public.products, fields);
  made_id text;
begin
  perform shop.hold_category(wanted.category);

  insert into public.products (name, description, material, category, price, original_price, images, is_available, is_new, is_featured, colors, sizes)
  values (wanted.name, wanted.description, wanted.material, wanted.category, wanted.price, wanted.original_price, wanted.images,
          wanted.is_available, wanted.is_new, wanted.is_featured, wanted.colors, wanted.sizes)
  returning id into made_id;

  if wanted.stock_quantity > 0 then
    perform shop.change_stock(made_id, wanted.stock_quantity, 'adjustment', null, 'Opening stock', actor);
  end if;
  return (select to_jsonb(p) from public.products p where p.id = made_id);
end;
$$;

-- Edits a product: the columns in `fields` change, the rest stays, and another `stock_quantity` is an adjustment by the difference.
-- Takes the product's id, the columns, the version the editor saw or null, and the staff member. Returns the product.
-- Refuses 404 `product_not_found`, 409 `edited_meanwhile`, and the fields `category` and `originalPrice`.
create function public.edit_product(product_id text, fields jsonb, seen timestamptz, actor uuid) returns jsonb
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

  update public.products p
     set name = wanted.name, description = wanted.description, material = wanted.material, category = wanted.category,
         price = wanted.price, original_price = wanted.original_price, images = wanted.images, is_available = wanted.is_available,
         is_new = wanted.is_new, is_featured = wanted.is_featured, colors = wanted.colors, sizes = wanted.sizes
   where p.id = before.id;

  if wanted.stock_quantity <> before.stock_quantity then
    perform shop.change_stock(before.id, wanted.stock_quantity - before.stock_quantity, 'adjustment', null, '', actor);
  end if;
  return (select to_jsonb(p) from public.products p where p.id = before.id);
end;
$$;

grant execute on all functions in schema shop to service_role;
revoke execute on function public.create_product, public.edit_product from public, anon, authenticated;
grant execute on function public.create_product, public.edit_product to service_role;
