-- What the shop orders from its suppliers. Items are written as a whole, and the total is computed here and nowhere else.

create type shop.purchase_order_status as enum ('pending', 'ordered', 'received', 'partial', 'cancelled');

-- Whether a delivery is still to come.
create function shop.is_expected(status shop.purchase_order_status) returns boolean
language sql immutable parallel safe
return status in ('pending', 'ordered', 'partial');

create sequence shop.purchase_order_numbers start 1001;
grant usage on sequence shop.purchase_order_numbers to service_role;

create table public.purchase_orders (
  id text primary key default shop.new_id(),
  order_number text not null default 'PO-' || nextval('shop.purchase_order_numbers'),
  supplier_id text not null references public.suppliers (id),
  -- What the order was written to, as it was then.
  supplier_name text not null,
  supplier_email text not null default '',
  supplier_phone text not null default '',
  supplier_address text not null default '',
  total_amount numeric(12, 2) not null default 0,
  -- Freight and whatever else bringing the pieces here costs, beside what the supplier gets for them. Their costs share it by value.
  charges numeric(12, 2) not null default 0,
  status shop.purchase_order_status not null default 'pending',
  expected_delivery_date date,
  order_date timestamptz,
  -- The date that lists show: when it was first ordered or received, before that when it was created.
  dated_at timestamptz not null generated always as (coalesce(order_date, created_at)) stored,
  notes text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  constraint purchase_orders_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint purchase_orders_order_number_unique unique (order_number),
  constraint purchase_orders_charges_not_negative check (charges >= 0),
  constraint purchase_orders_supplier_name_length check (char_length(supplier_name) between 1 and 120)
);

create index purchase_orders_newest on public.purchase_orders (created_at desc, id) where archived_at is null;
create index purchase_orders_by_date on public.purchase_orders (dated_at desc, id) where archived_at is null;
create index purchase_orders_by_status on public.purchase_orders (status, created_at desc) where archived_at is null;
create index purchase_orders_by_supplier on public.purchase_orders (supplier_name, id) where archived_at is null;
create index purchase_orders_of_supplier on public.purchase_orders (supplier_id, dated_at desc);
create index purchase_orders_by_total on public.purchase_orders (total_amount, id) where archived_at is null;
create index purchase_orders_expected on public.purchase_orders (expected_delivery_date, id) include (status)
  where archived_at is null and expected_delivery_date is not null and status in ('pending', 'ordered', 'partial');
create index purchase_orders_deleted on public.purchase_orders (archived_at desc) where archived_at is not null;

create trigger purchase_orders_touched before update on public.purchase_orders for each row execute function shop.touch_updated_at();

alter table public.purchase_orders enable row level security;
grant select, insert, update on public.purchase_orders to service_role;

create table public.purchase_order_items (
  id text primary key default shop.new_id(),
  purchase_order_id text not null references public.purchase_orders (id) on delete cascade,
  position integer not null,
  product_id text not null references public.products (id),
  variant_id text not null references public.product_variants (id),
  product_name text not null,
  quantity integer not null,
  unit_cost numeric(12, 2) not null,
  total_cost numeric(14, 2) not null generated always as (quantity * unit_cost) stored,
  -- What its deliveries brought, without those taken back.
  received integer not null default 0,
  damaged integer not null default 0,
  -- What is missing is no longer expected.
  closed_short boolean not null default false,
  -- Somebody agreed to take more than was ordered.
  more_allowed boolean not null default false,
  constraint purchase_order_items_position_unique unique (purchase_order_id, position),
  constraint purchase_order_items_quantity_positive check (quantity > 0),
  constraint purchase_order_items_unit_cost_not_negative check (unit_cost >= 0),
  constraint purchase_order_items_received_of_ordered check (received >= 0 and (received <= quantity or more_allowed)),
  constraint purchase_order_items_damaged_of_received check (damaged between 0 and received)
);

create index purchase_order_items_by_product on public.purchase_order_items (product_id);
create index purchase_order_items_by_variant on public.purchase_order_items (variant_id);

alter table public.purchase_order_items enable row level security;
grant select, insert, update, delete on public.purchase_order_items to service_role;

-- What a piece of a line costs with its share of the charges: by value, or by pieces where all are free. Rupees. Takes the line.
create function shop.landed_cost(line public.purchase_order_items) returns numeric
language sql stable set search_path = ''
as $$
  select case when sum(i.total_cost) > 0 then line.unit_cost * (1 + max(o.charges) / sum(i.total_cost))
              else max(o.charges) / sum(i.quantity) end
    from public.purchase_order_items i join public.purchase_orders o on o.id = i.purchase_order_id
   where i.purchase_order_id = line.purchase_order_id;
$$;

-- A purchase order as the API shows it, with its items. Takes its id.
create function shop.purchase_order_json(purchase_order_id text) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(o) || jsonb_build_object('items', (
           select coalesce(jsonb_agg(to_jsonb(i) || jsonb_build_object('color', v.color, 'size', v.size, 'sku', v.sku) order by i.position),
                           '[]')
             from public.purchase_order_items i join public.product_variants v on v.id = i.variant_id where i.purchase_order_id = o.id))
    from public.purchase_orders o
   where o.id = purchase_order_json.purchase_order_id;
$$;

-- The purchase order, locked until the transaction ends. Refuses 404 `purchase_order_not_found`, also for an archived one.
create function shop.lock_purchase_order(purchase_order_id text) returns public.purchase_orders
language plpgsql set search_path = ''
as $$
declare
  locked public.purchase_orders;
begin
  select * into locked from public.purchase_orders o
   where o.id = lock_purchase_order.purchase_order_id and o.archived_at is null for update;
  if not found then
    perform shop.refuse('purchase_order_not_found');
  end if;
  return locked;
end;
$$;

-- Replaces the items of a purchase order, under the products' names of today, and computes its total. Takes its id and
-- [{productId, color?, size?, sku?, quantity, unitCost}]. Refuses 422 `validation_failed` with an error per item whose product is unknown
-- or archived, or for the first item where it is not clear what is ordered.
create function shop.write_purchase_order_items(purchase_order_id text, items jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  complaints jsonb;
begin
  select jsonb_agg(jsonb_build_object(
    'path', format('items.%s.productId', i.ordinality - 1), 'message', 'Product not found') order by i.ordinality)
    into complaints
    from jsonb_array_elements(items) with ordinality as i (item, ordinality)
   where not exists (select from public.products p where p.id = i.item ->> 'productId' and p.archived_at is null);
  if complaints is not null then
    perform shop.refuse('validation_failed', jsonb_build_object('errors', complaints));
  end if;

  delete from public.purchase_order_items i where i.purchase_order_id = write_purchase_order_items.purchase_order_id;
  insert into public.purchase_order_items (purchase_order_id, position, product_id, variant_id, product_name, quantity, unit_cost)
  select write_purchase_order_items.purchase_order_id, i.ordinality - 1, p.id,
         (shop.require_variant(p.id, i.item ->> 'color', i.item ->> 'size', i.item ->> 'sku', format('items.%s.', i.ordinality - 1))).id,
         p.name, (i.item ->> 'quantity')::integer, (i.item ->> 'unitCost')::numeric
    from jsonb_array_elements(items) with ordinality as i (item, ordinality)
    join public.products p on p.id = i.item ->> 'productId'
   order by i.ordinality;
  update public.purchase_orders o
     set total_amount = (select sum(i.total_cost) from public.purchase_order_items i where i.purchase_order_id = o.id)
   where o.id = write_purchase_order_items.purchase_order_id;
end;
$$;

-- Creates a purchase order. Takes {supplierName, supplierEmail?, supplierPhone?, supplierAddress?, items, charges?, expectedDeliveryDate?,
-- notes?}. Its supplier is the one of that name (`shop.supplier_named`). Returns it with its items. Refuses 422 when a product is unknown
-- or archived.
create function public.create_purchase_order(purchase jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  created_id text;
begin
  insert into public.purchase_orders (supplier_id, supplier_name, supplier_email, supplier_phone, supplier_address, charges,
                                      expected_delivery_date, notes)
  values (shop.supplier_named(purchase ->> 'supplierName', purchase ->> 'supplierPhone', purchase ->> 'supplierEmail',
                              purchase ->> 'supplierAddress'),
          purchase ->> 'supplierName', coalesce(purchase ->> 'supplierEmail', ''), coalesce(purchase ->> 'supplierPhone', ''),
          coalesce(purchase ->> 'supplierAddress', ''), coalesce((purchase ->> 'charges')::numeric, 0),
          (purchase ->> 'expectedDeliveryDate')::date, coalesce(purchase ->> 'notes', ''))
  returning id into created_id;
  perform shop.write_purchase_order_items(created_id, purchase -> 'items');
  return shop.purchase_order_json(created_id);
end;
$$;

grant execute on function public.create_purchase_order to service_role;
