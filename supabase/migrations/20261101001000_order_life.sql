-- What staff do with an order: change its status, archive it, count them. Stock follows exactly once in either direction.

-- The order, locked until the transaction ends. Refuses 404 `order_not_found`, also for an archived one.
create function shop.lock_order(order_id text) returns public.orders
language plpgsql set search_path = ''
as $$
declare
  found_order public.orders;
begin
  select * into found_order from public.orders o where o.id = lock_order.order_id and o.archived_at is null for update;
  if not found then
    perform shop.refuse(404, 'order_not_found', 'Order not found');
  end if;
  return found_order;
end;
$$;

-- Gives an order a status; any may follow any, and repeating one changes nothing. Cancelling puts the pieces back, un-cancelling takes them
-- again, delivering collects the cash. Takes the order's id, the status and the staff member. Returns the order with its items.
-- Refuses 404 `order_not_found`, 409 `not_enough_stock` when an un-cancelled order's pieces are gone.
create function public.set_order_status(order_id text, status shop.order_status, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.orders := shop.lock_order(order_id);
begin
  if status <> before.status then
    if status = 'cancelled' then
      perform shop.move_order_stock(before.id, before.order_number, 1, actor);
    elsif before.status = 'cancelled' then
      perform shop.move_order_stock(before.id, before.order_number, -1, actor);
    end if;

    update public.orders o
       set status = set_order_status.status,
           payment_status = case when set_order_status.status = 'delivered' then 'paid' else 'pending' end::shop.payment_status
     where o.id = before.id;
  end if;
  return shop.order_json(before.id);
end;
$$;

-- Archives an order: it leaves every list, and the pieces of one still open go back to the shelf. Takes its id and the staff member.
-- Returns the order with its items. Refuses 404 `order_not_found`, also when it was archived before.
create function public.archive_order(order_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.orders := shop.lock_order(order_id);
begin
  if before.status in ('pending', 'processing', 'shipped') then
    perform shop.move_order_stock(before.id, before.order_number, 1, actor);
  end if;
  update public.orders o set archived_at = now() where o.id = before.id;
  return shop.order_json(before.id);
end;
$$;

-- Orders at a glance: {totalOrders, totalRevenue (without cancelled ones), averageOrderValue, statusCounts: {pending: n, …}}.
create function public.order_stats() returns jsonb
language sql stable set search_path = ''
as $$
  with counted as (
    select o.status, count(*) as orders, sum(o.total_amount) as revenue from public.orders o where o.archived_at is null group by o.status
  ), kept as (
    select coalesce(sum(orders), 0) as orders, coalesce(sum(revenue), 0) as revenue from counted where status <> 'cancelled'
  )
  select jsonb_build_object(
    'totalOrders', (select coalesce(sum(orders), 0) from counted),
    'totalRevenue', kept.revenue,
    'averageOrderValue', case when kept.orders = 0 then 0 else round(kept.revenue / kept.orders, 2) end,
    'statusCounts', (select jsonb_object_agg(s, coalesce((select c.orders from counted c where c.status = s), 0))
                       from unnest(enum_range(null::shop.order_status)) s))
  from kept;
$$;

-- Where an order is, for whoever knows its number and phone: {orderNumber, status, createdAt, items, shipments}, nothing else of the person.
-- Takes the number and the normalised phone. Refuses 404 `order_not_found` when they do not belong together.
create function public.track_order(order_number text, phone text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  tracked jsonb;
begin
  select jsonb_build_object(
           'order_number', o.order_number, 'status', o.status, 'created_at', o.created_at, 'updated_at', o.updated_at, 'total_amount', o.total_amount,
           'items', (select jsonb_agg(jsonb_build_object('product_name', i.product_name, 'product_image', i.product_image, 'quantity', i.quantity,
                       'selected_color', i.selected_color, 'selected_size', i.selected_size, 'price', i.price) order by i.position)
                       from public.order_items i where i.order_id = o.id),
           'shipments', (select coalesce(jsonb_agg(jsonb_build_object('shipment_number', s.shipment_number, 'status', s.status, 'carrier', s.carrier,
                       'tracking_number', s.tracking_number, 'shipped_date', s.shipped_date, 'estimated_delivery_date', s.estimated_delivery_date)
                       order by s.created_at), '[]') from public.shipments s where s.order_id = o.id and s.archived_at is null))
    into tracked
    from public.orders o
   where o.order_number = upper(track_order.order_number) and o.customer_phone = track_order.phone and o.archived_at is null;
  if tracked is null then
    perform shop.refuse(404, 'order_not_found', 'Order not found');
  end if;
  return tracked;
end;
$$;

grant execute on all functions in schema shop to service_role;
revoke execute on function public.set_order_status, public.archive_order, public.order_stats, public.track_order from public, anon, authenticated;
grant execute on function public.set_order_status, public.archive_order, public.order_stats, public.track_order to service_role;
