-- Which colour a photo shows: a list of {image, color} beside the images. Choosing a colour in the shop then shows its photo.

-- Whether every entry names one of the photos and one of the colours.
create function shop.photo_colors_fit(photo_colors jsonb, images text[], colors text[]) returns boolean
language sql immutable set search_path = ''
as $$
  select jsonb_typeof(photo_colors) = 'array'
     and not exists (select 1 from jsonb_array_elements(photo_colors) e
                      where (e ->> 'image' = any (images) and e ->> 'color' = any (colors)) is not true);
$$;

grant execute on function shop.photo_colors_fit to service_role;

alter table public.products
  add column photo_colors jsonb not null default '[]',
  add constraint products_photo_colors_fit check (shop.photo_colors_fit(photo_colors, images, colors));

-- The entries that still fit: what named a photo or a colour that is gone is left out.
create function shop.fitting_photo_colors(photo_colors jsonb, images text[], colors text[]) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_agg(e order by place), '[]')
    from jsonb_array_elements(photo_colors) with ordinality as entries (e, place)
   where e ->> 'image' = any (images) and e ->> 'color' = any (colors);
$$;

grant execute on function shop.fitting_photo_colors to service_role;

-- As before, with photo colours. Refuses the fields `category` and `photoColors`.
create or replace function public.create_product(fields jsonb, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  wanted public.products := jsonb_populate_record(null::public.products, jsonb_build_object('photo_colors', '[]'::jsonb) || fields);
  made_id text;
begin
  perform shop.hold_category(wanted.category);
  if not shop.photo_colors_fit(wanted.photo_colors, wanted.images, wanted.colors) then
    perform shop.refuse_field('photoColors', 'Choose one of the photos and one of the colors');
  end if;

  insert into public.products (name, description, material, category, price, original_price, images, photo_colors, is_available, is_new, is_featured,
                               colors, sizes)
  values (wanted.name, wanted.description, wanted.material, wanted.category, wanted.price, wanted.original_price, wanted.images, wanted.photo_colors,
          wanted.is_available, wanted.is_new, wanted.is_featured, wanted.colors, wanted.sizes)
  returning id into made_id;

  if wanted.stock_quantity > 0 then
    perform shop.change_stock(made_id, wanted.stock_quantity, 'adjustment', null, 'Opening stock', actor);
  end if;
  return (select to_jsonb(p) from public.products p where p.id = made_id);
end;
$$;

-- As before, with photo colours: those in `fields` must fit, those that stand lose what no longer fits.
-- Refuses 404 `product_not_found`, 409 `edited_meanwhile`, and the fields `category`, `originalPrice` and `photoColors`.
create or replace function public.edit_product(product_id text, fields jsonb, seen timestamptz, actor uuid) returns jsonb
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
