SET local check_function_bodies = off;

DROP TRIGGER "products_touched" ON "public"."products";

ALTER TABLE "public"."products"
  ADD COLUMN "worn_images" text[] NOT NULL DEFAULT '{}'::text[];

CREATE OR REPLACE FUNCTION public.edit_product (
  product_id       text,
  fields           jsonb,
  expected_version timestamp with time zone,
  actor            uuid,
  stock_seen       integer                  DEFAULT NULL::integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION shop.add_products (
  entries jsonb,
  actor   uuid
)
  RETURNS text[]
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION shop.edited_lines (
  asked public.orders,
  items jsonb
)
  RETURNS TABLE (
    is_kept boolean,
    part    shop.agreed_part
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return query
    with wanted as (
      select l.*, o.code_terms as sold_terms, o.id as sold_id, o.price as sold_price, o.quantity as sold_quantity,
             o.variant_id as sold_variant, o.product_name as sold_name, o.product_image as sold_image, o.selected_color as sold_color,
             coalesce((coalesce(o.selected_color, ''), coalesce(o.selected_size, ''))
                      = (coalesce(l.selected_color, ''), coalesce(l.selected_size, '')), false) as is_same
        from shop.price_lines(items) l
        left join public.order_items o on o.order_id = asked.id and o.product_id = l.product_id and o.id = items -> l.line_position ->> 'id'
    ), parts as (
      select w.*, w.sold_id as part_id, w.sold_price as part_price, least(w.quantity, w.sold_quantity) as units, w.is_same as kept,
             w.sold_terms as part_terms
        from wanted w
       where w.sold_id is not null
      union all
      select w.*, null, w.price, w.quantity - coalesce(w.sold_quantity, 0), false, null from wanted w
      where w.quantity > coalesce(w.sold_quantity, 0)
    ), taken as (
      select i.variant_id, sum(i.quantity) as units from public.order_items i where i.order_id = asked.id group by i.variant_id
    )
    select p.kept, row((row_number() over (order by p.line_position, p.part_id))::integer, p.part_id, p.part_id is null,
           row(p.line_position, p.product_id,
               case when p.part_price = p.sold_price then p.sold_name else p.product_name end,
               case when p.part_price = p.sold_price and p.selected_color is not distinct from p.sold_color
                    then p.sold_image else p.product_image end,
               p.part_price,
               (p.available + coalesce(h.units, 0)
                - coalesce((select sum(k.units) from parts k where k.kept and k.sold_variant = p.variant_id), 0))::integer,
               p.units, p.selected_color, p.selected_size, p.colors, p.sizes,
               case when p.kept then p.sold_variant else p.variant_id end, p.missing_choice, p.part_terms
              )::shop.priced_line)::shop.agreed_part
      from parts p left join taken h on h.variant_id = p.variant_id;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.photo_of (
  images       text[],
  photo_colors jsonb,
  color        text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  -- The empty list first: this is asked for each line of a cart.
  return case when photo_colors = '[]' then images[1] else coalesce(
    (select i.image from unnest(images) with ordinality i (image, place)
      where photo_colors @> jsonb_build_array(jsonb_build_object('image', i.image, 'color', photo_of.color)) order by i.place limit 1),
    images[1]) end;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.price_lines (
  items jsonb
)
  RETURNS TABLE (
    line_position  integer,
    product_id     text,
    product_name   text,
    product_image  text,
    price          numeric,
    available      integer,
    quantity       integer,
    selected_color text,
    selected_size  text,
    colors         text[],
    sizes          text[],
    variant_id     text,
    missing_choice text,
    code_terms     jsonb
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return query
    select i.ordinality::integer - 1, i.item ->> 'productId', p.name, shop.photo_of(p.images, p.photo_colors, i.color),
           p.price,
           case when not p.is_available then 0 when m.choice is null then coalesce(v.stock_quantity, 0) else p.stock_quantity end,
           (i.item ->> 'quantity')::integer, i.color, i.size, p.colors, p.sizes, v.id, m.choice, null::jsonb
      from (select j.ordinality, j.item, nullif(j.item ->> 'selectedColor', '') as color, nullif(j.item ->> 'selectedSize', '') as size
              from jsonb_array_elements(items) with ordinality as j (item, ordinality)) i
           -- `offset 0` makes Postgres look up each product by its key, whatever number of lines it planned for.
           left join lateral (select * from public.products o where o.id = i.item ->> 'productId' offset 0) p on p.archived_at is null
           left join lateral (select o.id, o.stock_quantity from public.product_variants o
                               where o.product_id = p.id and o.archived_at is null
                                 and (o.color = '' or o.color = i.color) and (o.size = '' or o.size = i.size)
                              offset 0) v on true
           left join lateral (select case when o.size <> '' and i.size is null then 'size'
                                          when o.color <> '' and i.color is null then 'color' end as choice
                                from public.product_variants o
                               where v.id is null and o.product_id = p.id and o.archived_at is null limit 1) m on true
     order by i.ordinality;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.reviewable_pieces (
  order_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (
    select jsonb_agg(jsonb_build_object('product_id', p.id, 'name', p.name, 'image', shop.photo_of(p.images, p.photo_colors, i.color))
                     order by i.position)
      from (select l.product_id, min(l.position) as position, (array_agg(l.selected_color order by l.position))[1] as color
              from public.order_items l
             where l.order_id = reviewable_pieces.order_id group by l.product_id order by 2 limit 10) i
      join public.products p on p.id = i.product_id and p.archived_at is null
      join public.orders o on o.id = reviewable_pieces.order_id
     where not exists (select from public.review_edit_tokens t join public.reviews r on r.id = t.review_id
                        where t.buyer_id = o.customer_id and r.product_id = p.id));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.serve_stock_notices (
  product_id text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  with served as (
    update public.stock_notices n
       set back_at = now(), told_at = case when n.email is not null then now() end
      from public.products p
     where p.id = serve_stock_notices.product_id and p.archived_at is null and p.is_available and n.product_id = p.id and n.back_at is null
       and exists (select from public.product_variants v
                    where v.product_id = p.id and v.archived_at is null and v.stock_quantity > 0
                      and (n.color = '' or v.color in ('', n.color)) and (n.size = '' or v.size in ('', n.size)))
    returning n.*, p.name, shop.photo_of(p.images, p.photo_colors, n.color) as image
  )
  insert into public.mail_outbox (kind, recipient, payload)
  select 'back_in_stock', s.email,
         jsonb_build_object('product_id', s.product_id, 'product_name', s.name, 'product_image', s.image,
                            'color', s.color, 'size', s.size, 'token', s.token)
    from served s where s.email is not null order by s.created_at, s.id;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.wanted_json (
  wanted jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select case when wanted is not null then jsonb_build_object(
           'product_id', wanted ->> 'productId', 'product_name', coalesce(p.name, ''),
           'product_image', shop.photo_of(p.images, p.photo_colors, wanted ->> 'selectedColor'),
           'selected_color', wanted ->> 'selectedColor', 'selected_size', wanted ->> 'selectedSize') end
    from (select 1) one left join public.products p on p.id = wanted ->> 'productId';
$function$;

ALTER TABLE "public"."products"
  ADD CONSTRAINT "products_worn_images_shown" CHECK ((worn_images <@ images));

CREATE TRIGGER products_touched
  BEFORE UPDATE OF name,
    description,
    material,
    length_mm,
    width_mm,
    inner_mm,
    chain_mm,
    weight_grams,
    plating,
    base_metal,
    stones,
    closure,
    in_the_box,
    is_nickel_free,
    care,
    occasions,
    no_return_reason, category, price, original_price, images, photo_colors, worn_images, is_available, is_new, is_featured, colors, sizes, archived_at ON public.products
  FOR EACH ROW
  EXECUTE FUNCTION shop.touch_updated_at();

REVOKE ALL ON FUNCTION "shop"."photo_of"(text[], jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."photo_of"(text[], jsonb, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."photo_of"(text[], jsonb, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."photo_of"(text[], jsonb, text) TO "service_role";
