-- What the shop sends to its shoppers. Who gets it and what is in it is what the order says; the order follows where the parcel is.

-- Shipments as the API shows them, with number, recipient and items of their order. Rows hidden from the reader stay hidden.
create view public.shipments_of_orders with (security_invoker = true) as
  select s.id, s.shipment_number, s.order_id, s.carrier, s.tracking_number, s.shipping_method, s.shipping_cost, s.status,
         s.estimated_delivery_date, s.shipped_date, s.notes, s.created_at, s.updated_at, s.archived_at,
         (select o.order_number from public.orders o where o.id = s.order_id) as order_number,
         (select o.customer_name from public.orders o where o.id = s.order_id) as recipient_name,
         (select o.customer_email from public.orders o where o.id = s.order_id) as recipient_email,
         (select coalesce(jsonb_agg(jsonb_build_object('product_name', i.product_name, 'quantity', i.quantity) order by i.position), '[]')
            from public.order_items i where i.order_id = s.order_id) as items
    from public.shipments s;

-- Begins a shipment of an order. Takes {orderId, carrier?, trackingNumber?, shippingMethod?, shippingCost?, estimatedDeliveryDate?, notes?}.
-- Returns the shipment. Refuses 404 `order_not_found`, also for an archived one, 409 `order_cancelled`.
create function public.create_shipment(shipment jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  -- Locked, so that it cannot be cancelled between this look and the parcel.
  sent public.orders := shop.lock_order(shipment ->> 'orderId');
  created_id text;
begin
  if sent.status = 'cancelled' then
    perform shop.refuse(409, 'order_cancelled', 'A cancelled order cannot be shipped');
  end if;
  insert into public.shipments (order_id, carrier, tracking_number, shipping_method, shipping_cost, estimated_delivery_date, notes)
  values (sent.id, coalesce(shipment ->> 'carrier', ''), coalesce(shipment ->> 'trackingNumber', ''),
          coalesce(shipment ->> 'shippingMethod', 'standard')::shop.shipping_method, coalesce((shipment ->> 'shippingCost')::numeric, 0),
          (shipment ->> 'estimatedDeliveryDate')::date, coalesce(shipment ->> 'notes', ''))
  returning id into created_id;
  return (select to_jsonb(s) from public.shipments_of_orders s where s.id = created_id);
end;
$$;

-- Moves an order to where its parcel is: on its way makes a pending or processing order `shipped`, delivered makes it `delivered`, and its cash is
-- collected. A cancelled or archived order stays what it is: its pieces are back on the shelf, and no parcel may sell them again. A failed or
-- returned parcel leaves the order to the staff. Takes the order's id, the shipment's status and the staff member.
create function shop.follow_shipment(order_id text, status shop.shipment_status, actor uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  followed public.orders;
begin
  if status not in ('shipped', 'in_transit', 'out_for_delivery', 'delivered') then
    return;
  end if;
  select * into followed from public.orders o where o.id = follow_shipment.order_id and o.archived_at is null for update;
  if status = 'delivered' and followed.status <> 'cancelled' then
    perform public.set_order_status(followed.id, 'delivered', actor);
  elsif status <> 'delivered' and followed.status in ('pending', 'processing') then
    perform public.set_order_status(followed.id, 'shipped', actor);
  end if;
end;
$$;

-- Gives a shipment a status; any may follow any, and repeating one changes nothing. The first one on its way is its shipping date; the order follows.
-- Locks the shipment, then its order, then (through the order) products: nothing locks them the other way round.
-- Takes its id, the status and the staff member. Returns the shipment. Refuses 404 `shipment_not_found`, also for an archived one.
create function public.set_shipment_status(shipment_id text, status shop.shipment_status, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.shipments;
begin
  select * into before from public.shipments s where s.id = set_shipment_status.shipment_id and s.archived_at is null for update;
  if not found then
    perform shop.refuse(404, 'shipment_not_found', 'Shipment not found');
  end if;
  if status <> before.status then
    update public.shipments s
       set status = set_shipment_status.status,
           shipped_date = case when set_shipment_status.status in ('shipped', 'in_transit', 'out_for_delivery') then coalesce(s.shipped_date, now())
                               else s.shipped_date end
     where s.id = before.id;
    perform shop.follow_shipment(before.order_id, status, actor);
  end if;
  return (select to_jsonb(s) from public.shipments_of_orders s where s.id = before.id);
end;
$$;

-- Shipments in figures, from one moment to before another (null: without an end):
-- {totalShipments, totalShippingCost, statusCounts: [{status, count}, …]}, every status in it.
create function public.shipment_stats(from_time timestamptz default null, to_time timestamptz default null) returns jsonb
language sql stable set search_path = ''
as $$
  with counted as (
    select s.status, count(*) as shipments, sum(s.shipping_cost) as cost
      from public.shipments s
     where s.archived_at is null
       and s.created_at >= coalesce(shipment_stats.from_time, '-infinity') and s.created_at < coalesce(shipment_stats.to_time, 'infinity')
     group by s.status
  )
  select jsonb_build_object(
    'totalShipments', coalesce(sum(c.shipments), 0),
    'totalShippingCost', coalesce(sum(c.cost), 0),
    'statusCounts', jsonb_agg(jsonb_build_object('status', s, 'count', coalesce(c.shipments, 0)) order by s))
  from unnest(enum_range(null::shop.shipment_status)) s left join counted c on c.status = s;
$$;

revoke all on public.shipments_of_orders from public, anon, authenticated;
grant select on public.shipments_of_orders to service_role;
grant execute on all functions in schema shop to service_role;
revoke execute on function public.create_shipment, public.set_shipment_status, public.shipment_stats from public, anon, authenticated;
grant execute on function public.create_shipment, public.set_shipment_status, public.shipment_stats to service_role;
