-- What the shop orders from its suppliers, and what it sends to its shoppers.

create sequence shop.purchase_order_numbers start 1001;
create sequence shop.shipment_numbers start 1001;
grant usage on sequence shop.purchase_order_numbers, shop.shipment_numbers to service_role;

create table public.purchase_orders (
  id text primary key default shop.new_id(),
  order_number text not null default 'PO-' || nextval('shop.purchase_order_numbers'),
  supplier_name text not null,
  supplier_email text not null default '',
  supplier_phone text not null default '',
  supplier_address text not null default '',
  total_amount numeric(12, 2) not null default 0,
  status shop.purchase_order_status not null default 'pending',
  expected_delivery_date date,
  order_date timestamptz,
  notes text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  constraint purchase_orders_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint purchase_orders_order_number_unique unique (order_number),
  constraint purchase_orders_supplier_name_length check (char_length(supplier_name) between 1 and 120)
);

create index purchase_orders_newest on public.purchase_orders (created_at desc, id) where archived_at is null;
create index purchase_orders_by_status on public.purchase_orders (status, created_at desc) where archived_at is null;

create table public.purchase_order_items (
  id text primary key default shop.new_id(),
  purchase_order_id text not null references public.purchase_orders (id) on delete cascade,
  position integer not null,
  product_id text not null references public.products (id),
  product_name text not null,
  quantity integer not null,
  unit_cost numeric(12, 2) not null,
  total_cost numeric(14, 2) not null generated always as (quantity * unit_cost) stored,
  constraint purchase_order_items_position_unique unique (purchase_order_id, position),
  constraint purchase_order_items_quantity_positive check (quantity > 0),
  constraint purchase_order_items_unit_cost_not_negative check (unit_cost >= 0)
);

create index purchase_order_items_by_product on public.purchase_order_items (product_id);

create table public.shipments (
  id text primary key default shop.new_id(),
  shipment_number text not null default 'SHP-' || nextval('shop.shipment_numbers'),
  order_id text not null references public.orders (id),
  carrier text not null default '',
  tracking_number text not null default '',
  shipping_method shop.shipping_method not null default 'standard',
  shipping_cost numeric(12, 2) not null default 0,
  status shop.shipment_status not null default 'preparing',
  estimated_delivery_date date,
  shipped_date timestamptz,
  notes text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  constraint shipments_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint shipments_shipment_number_unique unique (shipment_number),
  constraint shipments_shipping_cost_not_negative check (shipping_cost >= 0)
);

create index shipments_newest on public.shipments (created_at desc, id) where archived_at is null;
create index shipments_by_status on public.shipments (status, created_at desc) where archived_at is null;
create index shipments_by_order on public.shipments (order_id);

create trigger purchase_orders_touched before update on public.purchase_orders for each row execute function shop.touch_updated_at();
create trigger shipments_touched before update on public.shipments for each row execute function shop.touch_updated_at();

alter table public.purchase_orders enable row level security;
alter table public.purchase_order_items enable row level security;
alter table public.shipments enable row level security;
revoke all on public.purchase_orders, public.purchase_order_items, public.shipments from public, anon, authenticated;
grant select, insert, update on public.purchase_orders, public.shipments to service_role;
grant select, insert, update, delete on public.purchase_order_items to service_role;
