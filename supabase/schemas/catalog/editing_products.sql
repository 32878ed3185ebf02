-- Staff add and edit products. Pieces come and go through the stock history, here as everywhere.

-- Adds products with their variants and opening stock, in a few statements however many they are. Takes their fields as
-- `public.create_product` does, and the staff member. Returns their ids in the order given. Refuses like `public.create_product`.
create function shop.add_products(entries jsonb, actor uuid) returns text[]
language plpgsql set search_path = ''
as $$
declare
  wanted public.products[];
  -- What is counted of each.
  choices constant jsonb[] := array (
    select shop.entries_of_variants(e.fields) from jsonb_array_elements(entries) with ordinality as e (fields, place) order by e.place);
begin
  perform 1 from public.categories c where c.slug in (select e ->> 'category' from jsonb_array_elements(entries) e)
    order by c.slug for key share;
  select array_agg(jsonb_populate_record(null::public.products,
                     jsonb_build_object('id', shop.new_id(), 'photo_colors', '[]'::jsonb, 'worn_images', '[]'::jsonb, 'plating', '',
                                        'base_metal', '', 'stones', '', 'closure', '',
                                        'in_the_box', '', 'care', '', 'occasions', '[]'::jsonb, 'no_return_reason', '')
                       || jsonb_strip_nulls(e.fields)) order by e.place) into wanted
    from jsonb_array_elements(entries) with ordinality as e (fields, place);
  if exists (select from unnest(wanted) w where not exists (select from public.categories c where c.slug = w.category)) then
    perform shop.refuse_field('category', 'There is no such category');
  elsif exists (select from unnest(wanted) w where not shop.photo_colors_fit(w.photo_colors, w.images, w.colors)) then
    perform shop.refuse_field('photoColors', 'Choose one of the photos and one of the colors');
  elsif exists (select from unnest(wanted) w where not w.worn_images <@ w.images) then
    perform shop.refuse_field('wornImages', 'Choose from the photos');
  end if;
  perform shop.refuse_choices_not_offered(wanted[n], choices[n]) from generate_subscripts(wanted, 1) n;

  begin
    -- One statement: products that have variants when it ends get no shared one.
    with made as (
      insert into public.products (id, name, description, material, length_mm, width_mm, inner_mm, chain_mm, weight_grams,
                                   plating, base_metal, stones,
                                   closure, in_the_box, is_nickel_free, care, occasions, no_return_reason, category, price,
                                   original_price, images, photo_colors, worn_images,
                                   is_available, is_new, is_featured, colors, sizes)
      select w.id, w.name, w.description, w.material, w.length_mm, w.width_mm, w.inner_mm, w.chain_mm, w.weight_grams,
      w.plating, w.base_metal, w.stones,
             w.closure, w.in_the_box, w.is_nickel_free, w.care, w.occasions, w.no_return_reason, w.category, w.price, w.original_price,
             w.images, w.photo_colors, w.worn_images,
             w.is_available, w.is_new, w.is_featured, w.colors, w.sizes
        from unnest(wanted) w
    )
    insert into public.product_variants (product_id, color, size, sku)
    select w.id, c.color, c.size, coalesce(c.sku, shop.suggest_sku(w.id, w.category, c.color, c.size))
      from unnest(wanted) with ordinality as w cross join lateral shop.choices_in(choices[w.ordinality]) c;
  exception when unique_violation then
    perform shop.refuse_sku_of_another(choices);
    raise;
  end;
  perform shop.book_opening_stock(array (select w.id from unnest(wanted) w), choices, actor);
  perform shop.write_picks(wanted[e.place].id, array (select jsonb_array_elements_text(e.fields -> 'goes_with')))
     from jsonb_array_elements(entries) with ordinality as e (fields, place) where e.fields ? 'goes_with';
  return array (select w.id from unnest(wanted) w);
end;
$$;

-- Adds a product with its opening stock. Takes its columns (without an id it gets one), `sku` and `variants` for `shop.choices_in`,
-- `goes_with`, and the staff member. Returns the product. Refuses 422 the fields `category`, `photoColors`, `wornImages`, `stockQuantity`,
-- `goesWith`, those of `variants` that it does not offer, and a SKU that another piece has.
create function public.create_product(fields jsonb, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  made constant text[] := shop.add_products(jsonb_build_array(fields), actor);
begin
  return (select shop.product_json(p) from public.products p where p.id = made[1]);
end;
$$;

-- Edits a product: the columns in `fields` change, the others stay. Another `stock_quantity` becomes an adjustment by the difference; photo
-- colours, worn photos and choices that stand lose what no longer fits. Takes the product's id, the columns with `sku` and `variants` for
-- `shop.write_variants`, the version the editor saw or null, the staff member, and the stock the editor saw or null. Returns the product.
-- Refuses 404 `product_not_found`, 409 `edited_meanwhile`, 409 `stock_moved` and `choice_in_stock` like `shop.write_variants`, and 422 the
-- fields `category`, `originalPrice`, `photoColors`, `wornImages`, `stockQuantity`, `goesWith` and those of `variants`.
create function public.edit_product(product_id text, fields jsonb, expected_version timestamptz, actor uuid,
                                    stock_seen integer default null)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.products;
  wanted public.products;
begin
  if fields ? 'category' then
    perform shop.lock_category_of_product(fields ->> 'category');
  end if;

  select * into before from public.products p where p.id = edit_product.product_id and p.archived_at is null for no key update;
  if not found then
    perform shop.refuse('product_not_found');
  end if;
  perform shop.check_version(before.updated_at, expected_version);

  wanted := jsonb_populate_record(before, fields);
  if wanted.original_price <= wanted.price then
    perform shop.refuse_field('originalPrice', 'Must be above the price');
  end if;
  if not fields ? 'photo_colors' then
    wanted.photo_colors := shop.fitting_photo_colors(before.photo_colors, wanted.images, wanted.colors);
  elsif not shop.photo_colors_fit(wanted.photo_colors, wanted.images, wanted.colors) then
    perform shop.refuse_field('photoColors', 'Choose one of the photos and one of the colors');
  end if;
  if not fields ? 'worn_images' then
    wanted.worn_images := array (select w from unnest(before.worn_images) with ordinality as worn (w, place)
                                  where w = any (wanted.images) order by place);
  elsif not wanted.worn_images <@ wanted.images then
    perform shop.refuse_field('wornImages', 'Choose from the photos');
  end if;
  update public.products p
     set name = wanted.name, description = wanted.description, material = wanted.material, length_mm = wanted.length_mm,
       width_mm = wanted.width_mm,
         inner_mm = wanted.inner_mm, chain_mm = wanted.chain_mm, weight_grams = wanted.weight_grams, plating = wanted.plating,
         base_metal = wanted.base_metal, stones = wanted.stones, closure = wanted.closure, in_the_box = wanted.in_the_box,
         is_nickel_free = wanted.is_nickel_free, care = wanted.care, occasions = wanted.occasions,
         no_return_reason = wanted.no_return_reason, category = wanted.category,
         price = wanted.price, original_price = wanted.original_price, images = wanted.images, photo_colors = wanted.photo_colors,
         worn_images = wanted.worn_images,
         is_available = wanted.is_available, is_new = wanted.is_new, is_featured = wanted.is_featured,
           colors = wanted.colors, sizes = wanted.sizes
   where p.id = before.id;

  if fields ? 'goes_with' then
    perform shop.write_picks(before.id, array (select jsonb_array_elements_text(fields -> 'goes_with')));
  end if;
  perform shop.write_variants(wanted, shop.entries_of_variants(fields, before, wanted, stock_seen), actor);
  return (select shop.product_json(p) from public.products p where p.id = before.id);
end;
$$;

grant execute on function public.create_product, public.edit_product to service_role;
