-- What the shop sells: categories and products. Public rows may be read by everybody; changes go through functions of the server.

create table public.categories (
  id text primary key default shop.new_id(),
  name text not null,
  slug text not null,
  -- What it was called in addresses before: they forward, and name it in orders and filters of then.
  old_slugs text[] not null default '{}',
  image text,
  -- One sentence below its headline.
  description text not null default '',
  is_active boolean not null default true,
  sort_order integer not null default 0,
  -- Why its pieces are not taken back, `for hygiene`; empty: they are.
  no_return_reason text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint categories_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint categories_name_length check (char_length(name) between 1 and 80),
  constraint categories_slug_shape check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 80),
  constraint categories_slug_unique unique (slug),
  constraint categories_description_length check (char_length(description) <= 200),
  constraint categories_no_return_reason_length check (char_length(no_return_reason) <= 60)
);

create trigger categories_touched before update on public.categories for each row execute function shop.touch_updated_at();

alter table public.categories enable row level security;
create policy "everyone reads active categories" on public.categories for select to anon, authenticated using (is_active);
grant select on public.categories to anon, authenticated;
grant select, insert, update, delete on public.categories to service_role;

-- Whether every entry {image, color} names one of the photos and one of the colours.
create function shop.photo_colors_fit(photo_colors jsonb, images text[], colors text[]) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return jsonb_typeof(photo_colors) = 'array'
     and not exists (select 1 from jsonb_array_elements(photo_colors) e
                      where (e ->> 'image' = any (images) and e ->> 'color' = any (colors)) is not true);
end;
$$;

-- The entries {image, color} that still fit, after photos or colours were removed.
create function shop.fitting_photo_colors(photo_colors jsonb, images text[], colors text[]) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_agg(e order by place), '[]')
    from jsonb_array_elements(photo_colors) with ordinality as entries (e, place)
   where e ->> 'image' = any (images) and e ->> 'color' = any (colors);
$$;

-- The photo that shows a piece in a colour: the first one of that colour, else the first of all. Takes the photos, which of them show which
-- colour as [{image, color}], and the colour (null or empty: none). `photoOf` in src/domain/products does the same.
create function shop.photo_of(images text[], photo_colors jsonb, color text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  -- The empty list first: this is asked for each line of a cart.
  return case when photo_colors = '[]' then images[1] else coalesce(
    (select i.image from unnest(images) with ordinality i (image, place)
      where photo_colors @> jsonb_build_array(jsonb_build_object('image', i.image, 'color', photo_of.color)) order by i.place limit 1),
    images[1]) end;
end;
$$;

-- What pieces are worn at or given for, in the order of lists. Stable and without `set search_path`, so that Postgres puts it into the
-- check of products, which each sale asks: an immutable function without arguments is called instead.
create function shop.known_occasions() returns text[]
language sql stable parallel safe
return array['everyday', 'party', 'mehndi', 'barat', 'walima', 'eid', 'gift'];

create table public.products (
  id text primary key default shop.new_id(),
  name text not null,
  description text not null default '',
  material text not null default '',
  -- What one asks before buying. Null and empty: not stated. From top to bottom as it is worn, across, across the opening, of the chain or
  -- strap.
  length_mm numeric(5, 1),
  width_mm numeric(5, 1),
  inner_mm numeric(5, 1),
  chain_mm numeric(5, 1),
  -- The weight of everything that is sold as one piece.
  weight_grams numeric(5, 1),
  plating text not null default '',
  base_metal text not null default '',
  stones text not null default '',
  closure text not null default '',
  in_the_box text not null default '',
  is_nickel_free boolean,
  care text not null default '',
  occasions text[] not null default '{}',
  -- Why this piece is not taken back; empty: as its category says.
  no_return_reason text not null default '',
  -- Null only for archived products whose category is gone.
  category text references public.categories (slug) on update cascade on delete set null,
  price numeric(12, 2) not null,
  original_price numeric(12, 2),
  images text[] not null default '{}',
  -- Which photo shows which colour: [{image, color}].
  photo_colors jsonb not null default '[]',
  -- Photos that show the piece worn.
  worn_images text[] not null default '{}',
  is_available boolean not null default true,
  is_new boolean not null default false,
  is_featured boolean not null default false,
  -- Pieces that can be sold: those of choices that are offered. Written by shop.change_stock alone.
  stock_quantity integer not null default 0,
  -- Pieces of choices that are no longer offered, which came back from orders. Both together are what the ledger says.
  left_over integer not null default 0,
  in_stock boolean not null generated always as (is_available and stock_quantity > 0) stored,
  -- Derived from the reviews, whatever is written here.
  rating numeric(2, 1) not null default 0,
  review_count integer not null default 0,
  colors text[] not null default '{}',
  sizes text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  constraint products_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint products_name_length check (char_length(name) between 1 and 120),
  constraint products_category_present check (category is not null or archived_at is not null),
  constraint products_price_positive check (price > 0),
  constraint products_original_price_above check (original_price > price),
  constraint products_images_count check (cardinality(images) between 1 and 20),
  -- The empty list first: this is looked at with every piece that is sold.
  constraint products_photo_colors_fit check (photo_colors = '[]' or shop.photo_colors_fit(photo_colors, images, colors)),
  constraint products_worn_images_shown check (worn_images <@ images),
  constraint products_colors_count check (cardinality(colors) <= 10),
  constraint products_sizes_count check (cardinality(sizes) <= 15),
  constraint products_measures_positive check (least(length_mm, width_mm, inner_mm, chain_mm, weight_grams) > 0),
  constraint products_measures_plausible check (greatest(length_mm, width_mm, chain_mm) <= 2000 and inner_mm <= 500
                                                and weight_grams <= 5000),
  constraint products_occasions_known check (occasions <@ shop.known_occasions()),
  constraint products_occasions_count check (cardinality(occasions) <= 7),
  constraint products_no_return_reason_length check (char_length(no_return_reason) <= 60),
  constraint products_stock_not_negative check (stock_quantity >= 0),
  constraint products_left_over_not_negative check (left_over >= 0)
);

create index products_newest on public.products (created_at desc, id) where archived_at is null;
create index products_by_category on public.products (category, created_at desc) where archived_at is null;
create index products_by_price on public.products (price, id) where archived_at is null;
create index products_by_name on public.products (name, id) where archived_at is null;
create index products_by_rating on public.products (rating desc, review_count desc, id) where archived_at is null;
create index products_featured on public.products (created_at desc) where is_featured and archived_at is null;
create index products_new on public.products (created_at desc) where is_new and archived_at is null;
create index products_category_reference on public.products (category);
create index products_by_image on public.products using gin (images) where archived_at is null;
create index products_by_occasion on public.products using gin (occasions) where archived_at is null;
create index products_by_color on public.products using gin (colors) where archived_at is null;
create index products_by_size on public.products using gin (sizes) where archived_at is null;
create index products_deleted on public.products (archived_at desc) where archived_at is not null;
-- Reports count the products on sale at some moment from this index alone.
create index products_by_lifetime on public.products (created_at) include (archived_at);

-- Sales and reviews are no edits: otherwise every sale would look like a colleague's change to somebody who is editing the product.
create trigger products_touched
  before update of name, description, material, length_mm, width_mm, inner_mm, chain_mm, weight_grams, plating, base_metal,
    stones, closure, in_the_box,
    is_nickel_free, care, occasions, no_return_reason, category, price, original_price, images, photo_colors, worn_images,
      is_available, is_new, is_featured, colors, sizes, archived_at
  on public.products for each row execute function shop.touch_updated_at();

alter table public.products enable row level security;
create policy "everyone reads products on sale" on public.products for select to anon, authenticated using (archived_at is null);
grant select on public.products to anon, authenticated;
grant select, insert, update on public.products to service_role;

-- The slug that a category has now. Takes one that it has or had; another comes back as it is.
create function shop.current_slug(typed text) returns text
language sql stable set search_path = ''
as $$
  select coalesce((select c.slug from public.categories c where typed = any (c.old_slugs)), typed);
$$;

-- The same for several, each once.
create function shop.current_slugs(typed text[]) returns text[]
language plpgsql stable set search_path = ''
as $$
begin
  return (select coalesce(array_agg(t.slug order by t.place), '{}')
           from (select shop.current_slug(g.slug) as slug, min(g.place) as place
                   from unnest(typed) with ordinality as g (slug, place) group by 1) t);
end;
$$;

-- Categories as the API shows them, each with the number of products on sale in it. Rows that the reader may not see stay hidden.
create view public.categories_with_counts with (security_invoker = true) as
  select c.id, c.name, c.slug, c.image, c.description, c.is_active, c.sort_order as "order", c.no_return_reason, c.old_slugs,
         c.created_at, c.updated_at,
         (select count(*) from public.products p where p.category = c.slug and p.archived_at is null)::integer as count
    from public.categories c;
grant select on public.categories_with_counts to anon, authenticated, service_role;

-- Locks products one by one, lowest id first: two orders for the same pieces queue instead of deadlocking. Takes their ids. Postgres would
-- plan a list of ids each time, since it cannot know how long the next list is.
create function shop.lock_products(product_ids text[]) returns void
language plpgsql set search_path = ''
as $$
declare
  product_id text;
begin
  for product_id in select distinct i.id from unnest(product_ids) as i (id) order by i.id loop
    perform 1 from public.products p where p.id = product_id for no key update;
  end loop;
end;
$$;
