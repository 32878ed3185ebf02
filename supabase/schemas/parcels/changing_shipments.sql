-- What staff do with a parcel. Its order moves along.

-- Makes a shipment of an order; one whose parcels all failed or came back is being packed again, one of which a part did goes on. Takes
-- {orderId, carrier?, trackingNumber?, shippingMethod?, shippingCost?, weight?, estimatedDeliveryDate?, notes?, collect?: what this one of
-- several parcels collects}, the staff member, and whether it may only be the order's first, beside those that failed or came back. Returns
-- the shipment. Refuses 404 `order_not_found`, also for an archived order, 409 `shipment_exists`, `order_cancelled`, 422 `collect` that the
-- other parcels cannot give up.
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
  elsif sent.uncollected > 0 and sent.status = 'delivered' then
    update public.orders o set status = shop.status_by_parcels(sent) where o.id = sent.id;
  end if;
  return (select to_jsonb(s) from public.shipments_of_orders s where s.id = created_id);
end;
$$;

-- Corrects a shipment. Takes its id, the fields to change by their columns, the staff member and the version they saw (null: any). Returns
-- the shipment. Refuses 404 `shipment_not_found`, also for an archived one, 409 `edited_meanwhile`.
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

-- Gives a shipment a status; the order moves along (`shop.move_together`). Any may follow any; repeating one changes nothing. The parcel of
-- a cancelled or deleted order can only become failed or returned. Locks the order, then the shipment, then products, never the other way
-- round. Takes its id, the status, the staff member, the version their screen showed (null: any), and why one that failed or came back is
-- delivered after all, which is only asked of callers who send a version. Returns the shipment. Refuses 404 `shipment_not_found`, also for
-- an archived one, 409 `edited_meanwhile` with {status, updatedAt}, 409 `order_cancelled`, `order_deleted`, `parcel_came_back` with
-- {shipments: [numbers]}.
create function public.set_shipment_status(shipment_id text, status shop.shipment_status, actor uuid,
                                           expected_version timestamptz default null,
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

-- What `set_shipment_status` would make of a shipment and its order, or why it would refuse: does it and takes it back. Takes, returns and
-- refuses the same.
create function public.try_shipment_status(shipment_id text, status shop.shipment_status, actor uuid,
                                           expected_version timestamptz default null, reason text default '')
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

grant execute on function public.create_shipment, public.edit_shipment, public.archive_shipment, public.set_shipment_status,
  public.try_shipment_status to service_role;
