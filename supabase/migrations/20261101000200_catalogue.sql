-- What the shop shows: categories, products and reviews. The only tables the public may read, and only their public rows.

create table public.categories (
  id text primary key default shop.new_id(),
  name text not null,
  slug text not null,
  image text,
  is_active boolean not null default true,
  sort_order integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint categories_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint categories_name_length check (char_length(name) between 1 and 80),
  constraint categories_slug_shape check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 80),
  constraint categories_slug_unique unique (slug)
);

create table public.products (
  id text primary key default shop.new_id(),
  name text not null,
  description text not null default '',
  material text not null default '',
  -- Null only for archived products whose category is gone.
  category text references public.categories (slug) on update cascade on delete set null,
  price numeric(12, 2) not null,
  original_price numeric(12, 2),
  images text[] not null default '{}',
  is_available boolean not null default true,
  is_new boolean not null default false,
  is_featured boolean not null default false,
  -- Written by shop.change_stock alone.
  stock_quantity integer not null default 0,
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
  constraint products_colors_count check (cardinality(colors) <= 10),
  constraint products_sizes_count check (cardinality(sizes) <= 15),
  constraint products_stock_not_negative check (stock_quantity >= 0)
);

create index products_newest on public.products (created_at desc, id) where archived_at is null;
create index products_by_category on public.products (category, created_at desc) where archived_at is null;
create index products_by_price on public.products (price, id) where archived_at is null;
create index products_by_name on public.products (name, id) where archived_at is null;
create index products_by_rating on public.products (rating desc, review_count desc, id) where archived_at is null;
create index products_featured on public.products (created_at desc) where is_featured and archived_at is null;
create index products_new on public.products (created_at desc) where is_new and archived_at is null;
create index products_category_reference on public.products (category);

create table public.reviews (
  id text primary key default shop.new_id(),
  product_id text not null references public.products (id),
  user_id text not null,
  user_name text not null,
  rating smallint not null,
  comment text not null,
  is_published boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  constraint reviews_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint reviews_user_name_length check (char_length(user_name) between 1 and 80),
  constraint reviews_rating_stars check (rating between 1 and 5),
  constraint reviews_comment_length check (char_length(comment) between 1 and 2000)
);

-- What proves that a review is one's own: the SHA-256 of the token its author keeps. A table of its own, since nobody may read it with the review.
create table public.review_edit_tokens (
  review_id text primary key references public.reviews (id) on delete cascade,
  token_hash text not null,
  constraint review_edit_tokens_token_hash_sha256 check (token_hash ~ '^[0-9a-f]{64}$')
);

create index reviews_by_product on public.reviews (product_id, created_at desc);

-- Sales and reviews do not count as an edit, or every sale would look like a colleague's change to whoever edits the product.
create trigger products_touched
  before update of name, description, material, category, price, original_price, images, is_available, is_new, is_featured, colors, sizes, archived_at
  on public.products for each row execute function shop.touch_updated_at();
create trigger categories_touched before update on public.categories for each row execute function shop.touch_updated_at();
create trigger reviews_touched before update of rating, comment on public.reviews for each row execute function shop.touch_updated_at();

alter table public.categories enable row level security;
alter table public.products enable row level security;
alter table public.reviews enable row level security;
alter table public.review_edit_tokens enable row level security;

revoke all on public.categories, public.products, public.reviews, public.review_edit_tokens from public, anon, authenticated;
grant select on public.categories, public.products, public.reviews to anon, authenticated;
grant select, insert, update, delete on public.categories, public.reviews, public.review_edit_tokens to service_role;
grant select, insert, update on public.products to service_role;

create policy "everyone reads active categories" on public.categories for select to anon, authenticated using (is_active);
create policy "everyone reads products on sale" on public.products for select to anon, authenticated using (archived_at is null);
create policy "everyone reads published reviews" on public.reviews for select to anon, authenticated using (is_published);
