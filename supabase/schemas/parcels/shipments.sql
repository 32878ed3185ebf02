-- Parcels. Recipient and items come from the order; the order's status follows its parcels.

create type shop.shipment_status as enum ('preparing', 'shipped', 'in_transit', 'out_for_delivery', 'delivered', 'failed', 'returned');

-- The groups of statuses stand here once, for queries as for those of orders.

-- Whether a parcel failed or was returned: it never reached the shopper.
create function shop.is_back(status shop.shipment_status) returns boolean
language sql immutable parallel safe
return status in ('failed', 'returned');

-- Whether nothing more is expected of the courier: the parcel arrived, failed or was returned.
create function shop.is_over(status shop.shipment_status) returns boolean
language sql immutable parallel safe
return status in ('delivered', 'failed', 'returned');

-- Whether a parcel is with the courier.
create function shop.is_under_way(status shop.shipment_status) returns boolean
language sql immutable parallel safe
return status in ('shipped', 'in_transit', 'out_for_delivery');

-- Whether a parcel was handed over, and is under way or has arrived.
create function shop.has_left(status shop.shipment_status) returns boolean
language sql immutable parallel safe
return status in ('shipped', 'in_transit', 'out_for_delivery', 'delivered');

create type shop.shipping_method as enum ('standard', 'express', 'overnight', 'international');

create sequence shop.shipment_numbers start 1001;
grant usage on sequence shop.shipment_numbers to service_role;

-- A tracking number without spaces and in capitals: two spellings of one are equal.
create function shop.tracking_key(tracking_number text) returns text
language sql immutable set search_path = ''
as $$
  select upper(regexp_replace(tracking_number, '\s', '', 'g'));
$$;

create table public.shipments (
  id text primary key default shop.new_id(),
  shipment_number text not null default 'SHP-' || nextval('shop.shipment_numbers'),
  order_id text not null references public.orders (id),
  -- Copied by a trigger, whatever is written here: lists search and sort by it from an index alone.
  order_number text not null default '',
  carrier text not null default '',
  tracking_number text not null default '',
  shipping_method shop.shipping_method not null default 'standard',
  shipping_cost numeric(12, 2) not null default 0,
  status shop.shipment_status not null default 'preparing',
  -- In grams, as packed. Null: nobody has weighed it.
  weight integer,
  estimated_delivery_date date,
  shipped_date timestamptz,
  -- When the pieces of a parcel that failed or came back were counted in the shop (returns/pieces.sql).
  received_at timestamptz,
  -- When another one was made in its place, after it failed or came back: what was in it is in that one.
  sent_again_at timestamptz,
  notes text not null default '',
  -- In rupees, as packing cost when the parcel was made (orders/packing_costs.sql); set by a trigger, whatever is written here.
  packing_cost numeric(10, 2) not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  constraint shipments_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint shipments_shipment_number_unique unique (shipment_number),
  constraint shipments_shipping_cost_not_negative check (shipping_cost >= 0),
  constraint shipments_weight_in_grams check (weight between 1 and 100000),
  constraint shipments_received_came_back check (received_at is null or status in ('failed', 'returned'))
);

-- An index for each sort key, with the columns that the list filters by.
create index shipments_newest on public.shipments (created_at, id)
  include (status, shipping_cost, tracking_number, order_number, carrier, shipped_date) where archived_at is null;
create index shipments_by_status on public.shipments (status, id) include (tracking_number, order_number, created_at)
  where archived_at is null;
create index shipments_by_order_number on public.shipments (char_length(order_number), order_number,
                                                            id) include (status, tracking_number, created_at)
  where archived_at is null;
create index shipments_by_carrier on public.shipments (carrier, id) include (status, tracking_number, order_number, created_at)
  where archived_at is null;
create index shipments_by_shipped_date on public.shipments (coalesce(shipped_date, '-infinity'), id)
  include (status, tracking_number, order_number, created_at, shipped_date) where archived_at is null;
create index shipments_by_tracking_number on public.shipments (lower(tracking_number) text_pattern_ops)
  where archived_at is null and tracking_number <> '';
create index shipments_by_tracking_key on public.shipments (shop.tracking_key(tracking_number)) where archived_at is null
  and tracking_number <> '';
create index shipments_by_order on public.shipments (order_id);
create index shipments_deleted on public.shipments (archived_at desc) where archived_at is not null;
create index shipments_to_receive on public.shipments (order_id) where archived_at is null and status in ('failed', 'returned')
  and received_at is null;
create index shipments_not_over on public.shipments (created_at, id) include (status, estimated_delivery_date, shipped_date)
  where archived_at is null and status not in ('delivered', 'failed', 'returned');

-- Copies the number of the shipment's order.
create function shop.copy_order_number(new public.shipments) returns public.shipments
language plpgsql set search_path = ''
as $$
begin
  new.order_number := coalesce((select o.order_number from public.orders o where o.id = new.order_id), '');
  return new;
end;
$$;

alter table public.shipments enable row level security;
grant select, insert, update on public.shipments to service_role;

-- What each parcel of an order collects, in rupees, where staff said so: then each of its parcels has a row (parcels/sums.sql).
create table shop.parcel_sums (
  shipment_id text primary key references public.shipments (id),
  order_id text not null references public.orders (id),
  collect numeric(12, 2) not null,
  -- What it would have collected before it came back, and another one in its place does. It is its own again if it was delivered after all.
  passed_on numeric(12, 2) not null default 0,
  constraint parcel_sums_collect_not_negative check (collect >= 0 and passed_on >= 0),
  -- Riders have no paisa.
  constraint parcel_sums_whole_rupees check (collect = floor(collect) and passed_on = floor(passed_on))
);

create index parcel_sums_of_order on shop.parcel_sums (order_id);

alter table shop.parcel_sums enable row level security;
grant select, insert, update, delete on shop.parcel_sums to service_role;

-- What a parcel collects at its door in all, in rupees: what staff said of it, or else, once, at the first parcel that is to be delivered,
-- what is due on the order. The one answer to what is due of a parcel. Takes the parcel, its order and what was said, null for nothing.
create function shop.share_of(parcel public.shipments, of_order public.orders, said numeric) returns numeric
language plpgsql stable set search_path = ''
as $$
begin
  return case when said is not null then said
              when shop.is_over(parcel.status)
                or exists (select from public.shipments e where e.order_id = parcel.order_id and e.archived_at is null
                           and not shop.is_over(e.status) and (e.created_at, e.id) < (parcel.created_at, parcel.id)) then 0
              else of_order.due_on_delivery end;
end;
$$;

-- Shipments as the API shows them, with the recipient and items of the order. A left join, so that counting reads shipments alone.
-- `to_collect` is what its rider asks for at the door (`shop.share_of`), until it is over.
create view public.shipments_of_orders with (security_invoker = true) as
  select s.id, s.shipment_number, s.order_id, s.carrier, s.tracking_number, s.shipping_method, s.shipping_cost, s.status,
         s.weight, s.estimated_delivery_date, s.shipped_date, s.received_at, s.notes, s.created_at, s.updated_at, s.archived_at,
         o.order_number, o.status as order_status, coalesce(o.recipient_name, o.customer_name) as recipient_name,
         o.customer_email as recipient_email, coalesce(o.recipient_phone, o.customer_phone) as recipient_phone, o.city, o.city_known,
         case when shop.is_over(s.status) or o.status is null or not shop.is_open(o.status) then 0
              else shop.share_of(s, o, p.collect) end as to_collect,
         (select coalesce(jsonb_agg(jsonb_build_object('product_name', i.product_name, 'quantity', i.quantity,
                                                       'selected_color', i.selected_color,
                                                       'selected_size', i.selected_size, 'sku', v.sku) order by i.position), '[]')
            from public.order_items i join public.product_variants v on v.id = i.variant_id where i.order_id = s.order_id) as items
    from public.shipments s left join public.orders o on o.id = s.order_id left join shop.parcel_sums p on p.shipment_id = s.id;
grant select on public.shipments_of_orders to service_role;

-- A shipment, locked until the transaction ends, and its order before it. Takes its id. Refuses 404
-- `shipment_not_found`, also for an archived one.
create function shop.lock_shipment(shipment_id text) returns public.shipments
language plpgsql set search_path = ''
as $$
declare
  locked public.shipments;
begin
  perform shop.lock_orders(array (select s.order_id from public.shipments s where s.id = lock_shipment.shipment_id));
  select * into locked from public.shipments s where s.id = lock_shipment.shipment_id and s.archived_at is null for no key update;
  if not found then
    perform shop.refuse('shipment_not_found');
  end if;
  return locked;
end;
$$;

-- Gives a shipment the tracking number that was pasted beside it; one that it has already, in any spelling, changes nothing. With `preview`
-- it changes nothing at all and only refuses. Takes its id, the number, the staff member and the version they saw (null: any). Returns the
-- shipment. Refuses 404 `shipment_not_found`, also for an archived one, 409 `edited_meanwhile`, `tracking_number_used` with
-- {shipmentNumber} when another shipment has it, however close the two calls are.
create function public.set_tracking_number(shipment_id text, tracking_number text, actor uuid, expected_version timestamptz default null,
                                           preview boolean default false)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.shipments := shop.lock_shipment(shipment_id);
  key constant text := shop.tracking_key(tracking_number);
begin
  perform shop.act_as(actor);
  if key <> shop.tracking_key(before.tracking_number) then
    perform shop.check_version(before.updated_at, expected_version);
    perform pg_advisory_xact_lock(hashtextextended('tracking number ' || key, 0));
    perform shop.refuse('tracking_number_used', jsonb_build_object('shipmentNumber', s.shipment_number),
              jsonb_build_object('orderNumber', s.order_number))
       from public.shipments s
      where shop.tracking_key(s.tracking_number) = key and s.tracking_number <> '' and s.archived_at is null and s.id <> before.id limit 1;
    if not preview then
      update public.shipments s set tracking_number = set_tracking_number.tracking_number where s.id = before.id;
    end if;
  end if;
  return (select to_jsonb(s) from public.shipments_of_orders s where s.id = before.id);
end;
$$;

create trigger parcel_sums_need_right after insert or update on shop.parcel_sums
  -- That they follow what is due is nobody's choice.
  for each row when (coalesce(current_setting('shop.due_changes', true), '') <> 'on') execute function shop.require_right('send_parcels');

grant execute on function public.set_tracking_number to service_role;
