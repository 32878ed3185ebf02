-- An order and its parcels never contradict each other: whichever is given a status, the other moves along, backwards, too.

-- The status that its parcels give an order, null when they say nothing: delivered when all have arrived, shipped while one is under way, processing again
-- when none has left any more. Those that failed or came back count only where there is no other: then the order was not delivered.
-- Takes the order, locked.
create function shop.status_by_parcels(of_order public.orders) returns shop.order_status
language sql stable set search_path = ''
as $$
  select case when bool_and(shop.is_back(s.status)) is not false
                then case when of_order.status = 'delivered' then 'shipped' end
              when bool_and(shop.is_over(s.status)) then 'delivered'
              when bool_or(shop.has_left(s.status)) then 'shipped'
              when shop.has_left(of_order.status) then 'processing' end::shop.order_status
    from public.shipments s where s.order_id = of_order.id and s.archived_at is null;
$$;

-- The only place that gives orders and parcels a status. Takes the order as it was, locked, and either its new status or null, the staff member, and a
-- parcel of it with its new status. A parcel's status moves the order as `shop.status_by_parcels` says, but never one that is cancelled or deleted.
-- An order's status moves its parcels: `delivered` those on their way and, where there is no other, the last that failed or came back; `shipped` those
-- that have not left or have arrived; `pending` and `processing` those that left. `cancelled` moves none: nobody can tell where they are.
-- Cancelling puts the pieces back, or awaits those that have left (073_returns.sql); un-cancelling takes them again. The first status under way sets a parcel's
-- shipping date. Refuses 409 `not_enough_stock` when an un-cancelled order's pieces are gone, `not_confirmed` at the dispatch gate.
create function shop.move_together(before public.orders, order_status shop.order_status, actor uuid, shipment_id text default null,
                                   shipment_status shop.shipment_status default null) returns void
language plpgsql set search_path = ''
as $$
declare
  order_to shop.order_status := order_status;
begin
  update public.shipments s
     set status = m.status, received_at = case when shop.is_back(m.status) then s.received_at end, shipped_date = case when shop.has_left(m.status) then coalesce(s.shipped_date, now()) else s.shipped_date end
    from (select p.id,
                 case when p.id = move_together.shipment_id then move_together.shipment_status
                      when shop.is_back(p.status)
                        then case when order_to = 'delivered' and not p.has_other and p.is_last then 'delivered'::shop.shipment_status end
                      when order_to = 'delivered' then 'delivered'
                      when order_to = 'shipped' and p.status in ('preparing', 'delivered') then 'shipped'
                      when shop.is_unshipped(order_to) then 'preparing' end::shop.shipment_status as status
            from (select l.*, bool_or(not shop.is_back(l.status)) over () as has_other,
                         row_number() over (order by l.created_at desc, l.id desc) = 1 as is_last
                    from public.shipments l where l.order_id = before.id and l.archived_at is null) p) m
   where s.id = m.id and s.status <> m.status;

  if shipment_id is not null and before.status <> 'cancelled' and before.archived_at is null then
    order_to := shop.status_by_parcels(before);
  end if;
  if order_to <> before.status then
    if order_to = 'cancelled' then
      perform shop.give_up_pieces(before, actor);
    elsif before.status = 'cancelled' then
      delete from shop.awaited_orders a where a.order_id = before.id;
      perform shop.take_pieces(before.id, before.order_number, actor);
    end if;
    update public.orders o set status = order_to where o.id = before.id;
  end if;
end;
$$;
