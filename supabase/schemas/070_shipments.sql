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
  -- When the pieces of a parcel that failed or came back were counted in the shop (073_returns.sql).
  received_at timestamptz,
  notes text not null default '',
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
create index shipments_by_status on public.shipments (status, id) include (tracking_number, order_number, created_at) where archived_at is null;
create index shipments_by_order_number on public.shipments (char_length(order_number), order_number, id) include (status, tracking_number, created_at)
  where archived_at is null;
create index shipments_by_carrier on public.shipments (carrier, id) include (status, tracking_number, order_number, created_at) where archived_at is null;
create index shipments_by_shipped_date on public.shipments (coalesce(shipped_date, '-infinity'), id)
  include (status, tracking_number, order_number, created_at, shipped_date) where archived_at is null;
create index shipments_by_tracking_number on public.shipments (lower(tracking_number) text_pattern_ops)
  where archived_at is null and tracking_number <> '';
create index shipments_by_tracking_key on public.shipments (shop.tracking_key(tracking_number)) where archived_at is null and tracking_number <> '';
create index shipments_by_order on public.shipments (order_id);
create index shipments_deleted on public.shipments (archived_at desc) where archived_at is not null;
create index shipments_to_receive on public.shipments (order_id) where archived_at is null and status in ('failed', 'returned') and received_at is null;
create index shipments_not_over on public.shipments (created_at, id) include (status, estimated_delivery_date, shipped_date)
  where archived_at is null and status not in ('delivered', 'failed', 'returned');

-- Trigger: copies the number of the shipment's order.
create function shop.copy_order_number() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.order_number := coalesce((select o.order_number from public.orders o where o.id = new.order_id), '');
  return new;
end;
$$;

create trigger shipments_order_number before insert or update of order_id, order_number on public.shipments
  for each row execute function shop.copy_order_number();
create trigger shipments_touched before update on public.shipments for each row execute function shop.touch_updated_at();
create trigger shipments_logged after insert or update on public.shipments for each row execute function shop.log_parcel_change();
create trigger shipments_prove after insert on public.shipments for each row execute function shop.end_proof();

create constraint trigger shipments_dispatch_gate after insert or update of status, order_id on public.shipments
  for each row when (not shop.is_back(new.status)) execute function shop.hold_shipment_at_gate();

alter table public.shipments enable row level security;
grant select, insert, update on public.shipments to service_role;

-- What each parcel of an order collects, in rupees, where staff said so: then each of its parcels has a row (079_parcel_sums.sql).
create table shop.parcel_sums (
  shipment_id text primary key references public.shipments (id),
  order_id text not null references public.orders (id),
  collect numeric(12, 2) not null,
  constraint parcel_sums_collect_not_negative check (collect >= 0)
);

create index parcel_sums_of_order on shop.parcel_sums (order_id);

alter table shop.parcel_sums enable row level security;
grant select, insert, update, delete on shop.parcel_sums to service_role;

-- Shipments as the API shows them, with the recipient and items of the order. A left join, so that counting reads shipments alone. `to_collect` is what its rider
-- asks for at the door: what staff said of this parcel, or else what is due of the order, once, at the first of its parcels that did not fail or come back.
create view public.shipments_of_orders with (security_invoker = true) as
  select s.id, s.shipment_number, s.order_id, s.carrier, s.tracking_number, s.shipping_method, s.shipping_cost, s.status,
         s.weight, s.estimated_delivery_date, s.shipped_date, s.received_at, s.notes, s.created_at, s.updated_at, s.archived_at,
         o.order_number, o.status as order_status, o.customer_name as recipient_name, o.customer_email as recipient_email,
         o.customer_phone as recipient_phone, o.city, o.city_known,
         case when shop.is_over(s.status) then 0
              when p.collect is not null then case when shop.is_open(o.status) then p.collect else 0 end
              when exists (select from public.shipments e where e.order_id = s.order_id and e.archived_at is null and not shop.is_back(e.status)
                              and (e.created_at, e.id) < (s.created_at, s.id))
              then 0 else o.due_on_delivery end as to_collect,
         (select coalesce(jsonb_agg(jsonb_build_object('product_name', i.product_name, 'quantity', i.quantity, 'selected_color', i.selected_color,
                                                       'selected_size', i.selected_size, 'sku', v.sku) order by i.position), '[]')
            from public.order_items i join public.product_variants v on v.id = i.variant_id where i.order_id = s.order_id) as items
    from public.shipments s left join public.orders o on o.id = s.order_id left join shop.parcel_sums p on p.shipment_id = s.id;

grant select on public.shipments_of_orders to service_role;

-- Makes a shipment of an order; one whose parcels all failed or came back is being packed again. Takes {orderId, carrier?, trackingNumber?, shippingMethod?,
-- shippingCost?, weight?, estimatedDeliveryDate?, notes?, collect?: what this one of several parcels collects}, the staff member, and whether it may only be the
-- order's first, beside those that failed or came back. Returns the shipment. Refuses 404 `order_not_found`, also for an archived order, 409 `shipment_exists`,
-- `order_cancelled`, 422 `collect` that the other parcels cannot give up.
create function public.create_shipment(shipment jsonb, actor uuid default null, only_first boolean default false) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  -- Locked, so that it cannot be cancelled or given another parcel between these checks and the shipment.
  sent public.orders := shop.lock_order(shipment ->> 'orderId');
  created_id text;
begin
  perform shop.act_as(actor);
  if only_first then
    perform shop.refuse('shipment_exists', null, jsonb_build_object('shipmentNumber', s.shipment_number))
       from public.shipments s where s.order_id = sent.id and s.archived_at is null and not shop.is_back(s.status)
      order by s.created_at, s.id limit 1;
  end if;
  if sent.status = 'cancelled' then
    perform shop.refuse('order_cancelled');
  end if;
  if sent.customer_address = '' then
    perform shop.refuse_field('orderId', 'This order is collected in the shop. To ship it, give it an address first.');
  end if;
  insert into public.shipments (order_id, carrier, tracking_number, shipping_method, shipping_cost, weight, estimated_delivery_date, notes)
  values (sent.id, coalesce(shipment ->> 'carrier', ''), coalesce(shipment ->> 'trackingNumber', ''),
          coalesce(shipment ->> 'shippingMethod', 'standard')::shop.shipping_method, coalesce((shipment ->> 'shippingCost')::numeric, 0),
          (shipment ->> 'weight')::integer, (shipment ->> 'estimatedDeliveryDate')::date, coalesce(shipment ->> 'notes', ''))
  returning id into created_id;
  if (shipment ->> 'collect') is not null then
    perform shop.take_share(sent, created_id, (shipment ->> 'collect')::numeric, actor);
  end if;
  if sent.status = 'shipped' and shop.came_back(sent.id, created_id) is not null then
    update public.orders o set status = 'processing' where o.id = sent.id;
  end if;
  return (select to_jsonb(s) from public.shipments_of_orders s where s.id = created_id);
end;
$$;

-- A shipment, locked until the transaction ends, and its order before it, which is the order everywhere. Takes its id. Refuses 404 `shipment_not_found`,
-- also for an archived one.
create function shop.lock_shipment(shipment_id text) returns public.shipments
language plpgsql set search_path = ''
as $$
declare
  locked public.shipments;
begin
  perform 1 from public.orders o where o.id = (select s.order_id from public.shipments s where s.id = lock_shipment.shipment_id) for update;
  select * into locked from public.shipments s where s.id = lock_shipment.shipment_id and s.archived_at is null for update;
  if not found then
    perform shop.refuse('shipment_not_found');
  end if;
  return locked;
end;
$$;

-- Corrects a shipment. Takes its id, the fields to change by their columns, the staff member and the version they saw (null: any). Returns the shipment.
-- Refuses 404 `shipment_not_found`, also for an archived one, 409 `edited_meanwhile`.
create function public.edit_shipment(shipment_id text, changes jsonb, actor uuid, expected_version timestamptz default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.shipments := shop.lock_shipment(shipment_id);
begin
  perform shop.act_as(actor);
  perform shop.check_version(before.updated_at, expected_version);
  update public.shipments s
     set (carrier, tracking_number, shipping_method, shipping_cost, weight, estimated_delivery_date, notes) =
         (select f.carrier, f.tracking_number, f.shipping_method, f.shipping_cost, f.weight, f.estimated_delivery_date, f.notes
            from jsonb_populate_record(before, changes) f)
   where s.id = before.id;
  return (select to_jsonb(s) from public.shipments_of_orders s where s.id = before.id);
end;
$$;

-- Gives a shipment the tracking number that was pasted beside it; one that it has already, in any spelling, changes nothing. With `preview` it
-- changes nothing at all and only refuses. Takes its id, the number, the staff member and the version they saw (null: any). Returns the shipment. Refuses 404 `shipment_not_found`, also for an
-- archived one, 409 `edited_meanwhile`, `tracking_number_used` with {shipmentNumber} when another shipment has it, however close the two calls are.
create function public.set_tracking_number(shipment_id text, tracking_number text, actor uuid, expected_version timestamptz default null, preview boolean default false)
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

-- Archives a shipment; its order stays as it is. Takes its id and the staff member. Returns the shipment. Refuses 404 `shipment_not_found`.
create function public.archive_shipment(shipment_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.shipments := shop.lock_shipment(shipment_id);
begin
  perform shop.act_as(actor);
  update public.shipments s set archived_at = now() where s.id = before.id;
  return (select to_jsonb(s) from public.shipments_of_orders s where s.id = before.id);
end;
$$;

-- Gives a shipment a status; the order moves along (`shop.move_together`). Any may follow any; repeating one changes nothing. The parcel of a cancelled or
-- deleted order can only become failed or returned. Locks the order, then the shipment, then products, never the other way round.
-- Takes its id, the status, the staff member, the version their screen showed (null: any), and why one that failed or came back is delivered after all, which
-- is only asked of callers who send a version. Returns the shipment. Refuses 404 `shipment_not_found`, also for an archived one, 409 `edited_meanwhile` with
-- {status, updatedAt}, 409 `order_cancelled`, `order_deleted`, `parcel_came_back` with {shipments: [numbers]}.
create function public.set_shipment_status(shipment_id text, status shop.shipment_status, actor uuid, expected_version timestamptz default null,
                                           reason text default '') returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.shipments := shop.lock_shipment(shipment_id);
  sent public.orders;
begin
  perform shop.act_as(actor);
  if status <> before.status then
    perform shop.check_status_version(before.updated_at, expected_version, before.status::text);
    select * into sent from public.orders o where o.id = before.order_id;
    if not shop.is_back(status) then
      if sent.archived_at is not null then
        perform shop.refuse('order_deleted', null, jsonb_build_object('orderNumber', sent.order_number, 'to', 'change a parcel'));
      elsif sent.status = 'cancelled' then
        perform shop.refuse('order_cancelled', null, jsonb_build_object('orderNumber', sent.order_number));
      end if;
    end if;
    if status = 'delivered' and shop.is_back(before.status) and (expected_version is not null or reason <> '') then
      perform shop.need_reason(sent.id, array[before.shipment_number], reason);
    end if;
    perform shop.move_together(sent, null, actor, before.id, status);
  end if;
  return (select to_jsonb(s) from public.shipments_of_orders s where s.id = before.id);
end;
$$;

-- What `set_shipment_status` would make of a shipment and its order, or why it would refuse: does it and takes it back. Takes, returns and refuses the same.
create function public.try_shipment_status(shipment_id text, status shop.shipment_status, actor uuid, expected_version timestamptz default null, reason text default '')
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  outcome jsonb;
begin
  begin
    outcome := public.set_shipment_status(shipment_id, status, actor, expected_version, reason);
    raise sqlstate 'UNDO1';
  exception when sqlstate 'UNDO1' then null;
  end;
  return outcome;
end;
$$;

-- The shipments that numbers may mean, as couriers and staff write them: a shipment's number, a tracking number in any spelling, or an order's number. Takes the
-- numbers, and beside each the number of an order that it may be. Returns for each, in this order, {order_number: of an order that has it, or null,
-- shipments: as in `shipments_of_orders`, the latest last}.
create function public.find_shipments(numbers text[], order_numbers text[]) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  places bigint[];
  ids text[];
begin
  -- Ids first: the view is then read by them, however many shipments there are.
  select array_agg(asked.place), array_agg(meant.id) into places, ids
    from unnest(find_shipments.numbers, find_shipments.order_numbers) with ordinality as asked (number, order_number, place)
   cross join lateral (select s.id from public.shipments s where s.shipment_number = upper(asked.number)
                       union select s.id from public.shipments s
                              where shop.tracking_key(s.tracking_number) = shop.tracking_key(asked.number)
                                and s.tracking_number <> '' and s.archived_at is null
                       union select s.id from public.shipments s join public.orders o on o.id = s.order_id
                              where o.order_number = asked.order_number) meant;
  return (
    with shown as (
      select m.place, jsonb_agg(to_jsonb(s) order by s.created_at, s.id) as shipments
        from unnest(places, ids) as m (place, id) join public.shipments_of_orders s on s.id = m.id
       where s.archived_at is null group by m.place)
    select jsonb_agg(jsonb_build_object(
             'order_number', (select o.order_number from public.orders o where o.order_number = asked.order_number and o.archived_at is null),
             'shipments', coalesce(shown.shipments, '[]')) order by asked.place)
      from unnest(find_shipments.order_numbers) with ordinality as asked (order_number, place) left join shown on shown.place = asked.place);
end;
$$;

-- A page of the shipments, without those of deleted orders. Takes a status, patterns for the order's number and the tracking number, two moments (each
-- filter may be null), how many rows to skip and how many to return, a sort key (`createdAt`, `orderNumber`: ORD-9999 before ORD-10000, `carrier`,
-- `status`, `shippedDate`: not yet shipped first) and its direction. Returns {items, total}, the items as in `shipments_of_orders`.
create function public.list_shipments(status shop.shipment_status, order_number_like text, tracking_number_like text,
                                      from_time timestamptz, to_time timestamptz, page_offset integer, page_limit integer,
                                      sort_by text default 'createdAt', ascending boolean default false)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  conditions constant text := 's.archived_at is null and ($1 is null or s.status = $1) and ($2 is null or s.order_number ilike $2)
    and ($3 is null or s.tracking_number ilike $3) and ($4 is null or s.created_at >= $4) and ($5 is null or s.created_at < $5)
    and not exists (select from public.orders o where o.order_number = s.order_number and o.archived_at is not null)';
  ordering constant text := format(case sort_by when 'orderNumber' then 'char_length(s.order_number) %1$s, s.order_number %1$s, s.id %1$s'
                                               when 'carrier' then 's.carrier %1$s, s.id %1$s'
                                               when 'status' then 's.status %1$s, s.id %1$s'
                                               when 'shippedDate' then 'coalesce(s.shipped_date, ''-infinity'') %1$s, s.id %1$s'
                                               else 's.created_at %1$s, s.id %1$s' end, case when ascending then 'asc' else 'desc' end);
  -- Up to this many matches are counted while they are read; more are counted separately.
  ids_limit constant integer := greatest(page_offset + page_limit, 1000);
  ids text[];
  total bigint;
begin
  -- Dynamic, so that each sort key uses its index.
  execute format('select array (select s.id from public.shipments s where %s order by %s limit $6)', conditions, ordering)
     into ids using list_shipments.status, order_number_like, tracking_number_like, from_time, to_time, ids_limit;
  total := cardinality(ids);
  if total = ids_limit then
    execute format('select count(*) from public.shipments s where %s', conditions)
       into total using list_shipments.status, order_number_like, tracking_number_like, from_time, to_time;
  end if;
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(to_jsonb(s) order by page.place), '[]')
                from unnest(ids[page_offset + 1 : page_offset + page_limit]) with ordinality as page (id, place)
                join public.shipments_of_orders s on s.id = page.id),
    'total', total);
end;
$$;

-- Shipments between two moments (null: no limit), without those of deleted orders: {total_shipments, total_shipping_cost, status_counts: [{status, count}, …]}.
create function public.shipment_stats(from_time timestamptz default null, to_time timestamptz default null) returns jsonb
language sql stable set search_path = ''
as $$
  with counted as (
    select s.status, count(*) as shipments, sum(s.shipping_cost) as cost
      from public.shipments s
     where s.archived_at is null
       and s.created_at >= coalesce(shipment_stats.from_time, '-infinity') and s.created_at < coalesce(shipment_stats.to_time, 'infinity')
       and not exists (select from public.orders o where o.order_number = s.order_number and o.archived_at is not null)
     group by s.status
  )
  select jsonb_build_object(
    'total_shipments', coalesce(sum(c.shipments), 0),
    'total_shipping_cost', coalesce(sum(c.cost), 0),
    'status_counts', jsonb_agg(jsonb_build_object('status', s, 'count', coalesce(c.shipments, 0)) order by s))
  from unnest(enum_range(null::shop.shipment_status)) s left join counted c on c.status = s;
$$;

grant execute on function public.create_shipment, public.edit_shipment, public.archive_shipment, public.set_shipment_status, public.try_shipment_status, public.set_tracking_number, public.find_shipments,
  public.list_shipments, public.shipment_stats to service_role;
