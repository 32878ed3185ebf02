-- A status is changed from the version that its editor's screen showed: who sees an old one is told, instead of undoing what a colleague did.

-- Refuses a status change made from an old version, and says what the row is now. Takes when the row was last edited, the version the editor saw
-- (null when they did not say) and the status the row has. Refuses 409 `edited_meanwhile` with {status, updatedAt}.
create function shop.check_status_version(edited_at timestamptz, seen timestamptz, status text) returns void
language plpgsql set search_path = ''
as $$
begin
  if date_trunc('milliseconds', seen) <> date_trunc('milliseconds', edited_at) then
    perform shop.refuse(409, 'edited_meanwhile', 'Somebody else changed this meanwhile. Reload to see their version.',
      jsonb_build_object('status', status, 'updatedAt', to_char(edited_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
  end if;
end;
$$;

drop function public.set_order_status(text, shop.order_status, uuid);

-- Gives an order a status; any may follow any, and repeating one changes nothing. Cancelling puts the pieces back, un-cancelling takes them
-- again, delivering collects the cash. Takes the order's id, the status, the staff member, the version their screen showed (null: whichever),
-- and whether to cancel although a parcel is under way: who tells a version is asked first. Returns the order with its items.
-- Refuses 404 `order_not_found`, 409 `edited_meanwhile` with {status, updatedAt}, 409 `parcel_under_way` with {shipments: [numbers]},
-- 409 `not_enough_stock` when an un-cancelled order's pieces are gone.
create function public.set_order_status(order_id text, status shop.order_status, actor uuid, seen timestamptz default null,
                                        despite_parcel boolean default false) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.orders := shop.lock_order(order_id);
  parcels text[];
begin
  if status <> before.status then
    perform shop.check_status_version(before.updated_at, seen, before.status::text);

    if status = 'cancelled' then
      if seen is not null and not despite_parcel then
        -- A parcel cannot leave meanwhile: it asks for the order's lock as well.
        select array_agg(s.shipment_number order by s.created_at, s.id) into parcels from public.shipments s
         where s.order_id = before.id and s.archived_at is null and s.status in ('shipped', 'in_transit', 'out_for_delivery');
        if parcels is not null then
          perform shop.refuse(409, 'parcel_under_way',
            format('A parcel of this order is under way: %s', array_to_string(parcels, ', ')), jsonb_build_object('shipments', parcels));
        end if;
      end if;
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

drop function public.set_purchase_order_status(text, shop.purchase_order_status, uuid);

-- Gives a purchase order a status; any may follow any, and repeating one changes nothing. Becoming `received` puts the pieces on the shelf,
-- leaving it takes them back; the first `ordered` or `received` is its order date. Takes its id, the status, the staff member and the version
-- their screen showed (null: whichever). Returns the purchase order with its items.
-- Refuses 404 `purchase_order_not_found`, 409 `edited_meanwhile` with {status, updatedAt}, 409 `not_enough_stock` when pieces to take back are sold.
create function public.set_purchase_order_status(purchase_order_id text, status shop.purchase_order_status, actor uuid,
                                                 seen timestamptz default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.purchase_orders := shop.lock_purchase_order(purchase_order_id);
begin
  if status <> before.status then
    perform shop.check_status_version(before.updated_at, seen, before.status::text);
    if status = 'received' then
      perform shop.move_purchased_stock(before.id, before.order_number, 1, actor);
    elsif before.status = 'received' then
      perform shop.move_purchased_stock(before.id, before.order_number, -1, actor);
    end if;

    update public.purchase_orders o
       set status = set_purchase_order_status.status,
           order_date = case when set_purchase_order_status.status in ('ordered', 'received') then coalesce(o.order_date, now())
                             else o.order_date end
     where o.id = before.id;
  end if;
  return shop.purchase_order_json(before.id);
end;
$$;

drop function public.set_shipment_status(text, shop.shipment_status, uuid);

-- Gives a shipment a status; any may follow any, and repeating one changes nothing. The first one on its way, or delivered, is its shipping date;
-- the order follows. The parcel of a cancelled or deleted order can only have failed or come back.
-- Locks the shipment, then its order, then (through the order) products: nothing locks them the other way round.
-- Takes its id, the status, the staff member and the version their screen showed (null: whichever). Returns the shipment.
-- Refuses 404 `shipment_not_found`, also for an archived one, 409 `edited_meanwhile` with {status, updatedAt}, 409 `order_cancelled`, 409 `order_deleted`.
create function public.set_shipment_status(shipment_id text, status shop.shipment_status, actor uuid, seen timestamptz default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.shipments;
  sent public.orders;
begin
  select * into before from public.shipments s where s.id = set_shipment_status.shipment_id and s.archived_at is null for update;
  if not found then
    perform shop.refuse(404, 'shipment_not_found', 'Shipment not found');
  end if;
  if status <> before.status then
    perform shop.check_status_version(before.updated_at, seen, before.status::text);
    -- Locked, so that it cannot be cancelled between this look and the parcel.
    select * into sent from public.orders o where o.id = before.order_id for update;
    if status not in ('failed', 'returned') then
      if sent.archived_at is not null then
        perform shop.refuse(409, 'order_deleted',
          format('Order %s was deleted: its parcel can only be set to Failed or Returned', sent.order_number));
      elsif sent.status = 'cancelled' then
        perform shop.refuse(409, 'order_cancelled',
          format('Order %s is cancelled: its parcel can only be set to Failed or Returned', sent.order_number));
      end if;
    end if;

    update public.shipments s
       set status = set_shipment_status.status,
           shipped_date = case when set_shipment_status.status in ('shipped', 'in_transit', 'out_for_delivery', 'delivered')
                               then coalesce(s.shipped_date, now()) else s.shipped_date end
     where s.id = before.id;
    perform shop.follow_shipment(before.order_id, status, actor);
  end if;
  return (select to_jsonb(s) from public.shipments_of_orders s where s.id = before.id);
end;
$$;

-- What was delivered was shipped, at the latest when it was last edited. No edit of anybody's.
alter table public.shipments disable trigger shipments_touched;
update public.shipments s set shipped_date = s.updated_at where s.status = 'delivered' and s.shipped_date is null;
alter table public.shipments enable trigger shipments_touched;

grant execute on all functions in schema shop to service_role;
revoke execute on function public.set_order_status, public.set_purchase_order_status, public.set_shipment_status from public, anon, authenticated;
grant execute on function public.set_order_status, public.set_purchase_order_status, public.set_shipment_status to service_role;
