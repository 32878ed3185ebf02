-- What shoppers ordered. Items keep what was bought as it was then: the product may change or be archived later.

create sequence shop.order_numbers start 10001;
grant usage on sequence shop.order_numbers to service_role;

create table public.orders (
  id text primary key default shop.new_id(),
  order_number text not null default 'ORD-' || nextval('shop.order_numbers'),
  customer_name text not null,
  customer_email text not null,
  customer_phone text not null,
  customer_address text not null,
  city text not null default '',
  zip_code text not null default '',
  country text not null default 'pk',
  subtotal numeric(12, 2) not null,
  shipping numeric(12, 2) not null,
  total_amount numeric(12, 2) not null,
  payment_method text not null default 'cash_on_delivery',
  payment_status shop.payment_status not null default 'pending',
  status shop.order_status not null default 'pending',
  notes text not null default '',
  shopper_id uuid references auth.users (id) on delete set null,
  -- One checkout attempt is one order: the key it was sent with, and the fingerprint of what was sent.
  idempotency_key text,
  request_fingerprint text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  constraint orders_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint orders_order_number_unique unique (order_number),
  constraint orders_idempotency_key_unique unique (idempotency_key),
  constraint orders_country_code check (country ~ '^[a-z]{2}$'),
  constraint orders_payment_method_known check (payment_method = 'cash_on_delivery'),
  constraint orders_total_adds_up check (subtotal >= 0 and shipping >= 0 and total_amount = subtotal + shipping)
);

create index orders_newest on public.orders (created_at desc, id) where archived_at is null;
create index orders_by_status on public.orders (status, created_at desc) where archived_at is null;
create index orders_by_total on public.orders (total_amount, id) where archived_at is null;
create index orders_by_shopper on public.orders (shopper_id, created_at desc) where shopper_id is not null;

create table public.order_items (
  id text primary key default shop.new_id(),
  order_id text not null references public.orders (id),
  position integer not null,
  product_id text not null references public.products (id),
  product_name text not null,
  product_image text,
  selected_color text,
  selected_size text,
  quantity integer not null,
  price numeric(12, 2) not null,
  constraint order_items_position_unique unique (order_id, position),
  constraint order_items_quantity_positive check (quantity > 0),
  constraint order_items_price_not_negative check (price >= 0)
);

create index order_items_by_product on public.order_items (product_id);

create trigger orders_touched before update on public.orders for each row execute function shop.touch_updated_at();

alter table public.orders enable row level security;
alter table public.order_items enable row level security;
revoke all on public.orders, public.order_items from public, anon, authenticated;
grant select, insert, update on public.orders to service_role;
grant select, insert on public.order_items to service_role;
