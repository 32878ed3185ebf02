SET local check_function_bodies = off;

DROP FUNCTION "shop"."update_order_of_shipment"(text, shop.shipment_status, uuid);

CREATE OR REPLACE FUNCTION public.archive_shipment (
  shipment_id text,
  actor       uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  before public.shipments := shop.lock_shipment(shipment_id);
begin
  perform shop.act_as(actor);
  update public.shipments s set archived_at = now() where s.id = before.id;
  return (select to_jsonb(s) from public.shipments_of_orders s where s.id = before.id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.edit_shipment (
  shipment_id text,
  changes     jsonb,
  actor       uuid,
  seen        timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  before public.shipments := shop.lock_shipment(shipment_id);
begin
  perform shop.act_as(actor);
  perform shop.check_version(before.updated_at, seen);
  update public.shipments s
     set (carrier, tracking_number, shipping_method, shipping_cost, estimated_delivery_date, notes) =
         (select f.carrier, f.tracking_number, f.shipping_method, f.shipping_cost, f.estimated_delivery_date, f.notes
            from jsonb_populate_record(before, changes) f)
   where s.id = before.id;
  return (select to_jsonb(s) from public.shipments_of_orders s where s.id = before.id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.restore_shipment (
  shipment_id text,
  actor       uuid DEFAULT NULL::uuid
)
  RETURNS text
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  shipment public.shipments;
begin
  perform shop.act_as(actor);
  perform 1 from public.orders o where o.id = (select s.order_id from public.shipments s where s.id = restore_shipment.shipment_id) for update;
  select * into shipment from public.shipments s where s.id = restore_shipment.shipment_id and s.archived_at > shop.restorable_since() for update;
  if not found then
    perform shop.refuse_restore();
  elsif exists (select from public.orders o where o.id = shipment.order_id and o.archived_at is not null) then
    perform shop.refuse(409, 'order_deleted', format('Order %s was deleted, too. Restore it first.', shipment.order_number));
  end if;
  update public.shipments s set archived_at = null where s.id = shipment.id;
  return shipment_id;
end;
$function$;

CREATE OR REPLACE FUNCTION public.set_order_status (
  order_id       text,
  status         shop.order_status,
  actor          uuid,
  seen           timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  despite_parcel boolean                  DEFAULT false
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  before public.orders := shop.lock_order(order_id);
  parcels text[];
begin
  perform shop.act_as(actor);
  if status <> before.status then
    perform shop.check_status_version(before.updated_at, seen, before.status::text);

    if status = 'cancelled' and seen is not null and not despite_parcel then
      -- No parcel can leave meanwhile: that takes the order's lock as well.
      select array_agg(s.shipment_number order by s.created_at, s.id) into parcels from public.shipments s
       where s.order_id = before.id and s.archived_at is null and s.status in ('shipped', 'in_transit', 'out_for_delivery');
      if parcels is not null then
        perform shop.refuse(409, 'parcel_under_way',
          format('A parcel of this order is under way: %s', array_to_string(parcels, ', ')), jsonb_build_object('shipments', parcels));
      end if;
    end if;
    perform shop.move_together(before, status, actor);
  end if;
  return shop.staff_order_json(before.id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.set_shipment_status (
  shipment_id text,
  status      shop.shipment_status,
  actor       uuid,
  seen        timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  before public.shipments := shop.lock_shipment(shipment_id);
  sent public.orders;
begin
  perform shop.act_as(actor);
  if status <> before.status then
    perform shop.check_status_version(before.updated_at, seen, before.status::text);
    select * into sent from public.orders o where o.id = before.order_id;
    if status not in ('failed', 'returned') then
      if sent.archived_at is not null then
        perform shop.refuse(409, 'order_deleted',
          format('Order %s was deleted: its parcel can only be set to Failed or Returned', sent.order_number));
      elsif sent.status = 'cancelled' then
        perform shop.refuse(409, 'order_cancelled',
          format('Order %s is cancelled: its parcel can only be set to Failed or Returned', sent.order_number));
      end if;
    end if;
    perform shop.move_together(sent, null, actor, before.id, status);
  end if;
  return (select to_jsonb(s) from public.shipments_of_orders s where s.id = before.id);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.lock_shipment (
  shipment_id text
)
  RETURNS public.shipments
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  locked public.shipments;
begin
  perform 1 from public.orders o where o.id = (select s.order_id from public.shipments s where s.id = lock_shipment.shipment_id) for update;
  select * into locked from public.shipments s where s.id = lock_shipment.shipment_id and s.archived_at is null for update;
  if not found then
    perform shop.refuse(404, 'shipment_not_found', 'Shipment not found');
  end if;
  return locked;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.move_together (
  before          public.orders,
  order_status    shop.order_status,
  actor           uuid,
  shipment_id     text                 DEFAULT NULL::text,
  shipment_status shop.shipment_status DEFAULT NULL::shop.shipment_status
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  order_to shop.order_status := order_status;
begin
  update public.shipments s
     set status = m.status, shipped_date = case when m.status in ('preparing', 'failed', 'returned') then s.shipped_date else coalesce(s.shipped_date, now()) end
    from (select p.id,
                 case when p.id = move_together.shipment_id then move_together.shipment_status
                      when p.status in ('failed', 'returned')
                        then case when order_to = 'delivered' and not p.has_other and p.is_last then 'delivered'::shop.shipment_status end
                      when order_to = 'delivered' then 'delivered'
                      when order_to = 'shipped' and p.status in ('preparing', 'delivered') then 'shipped'
                      when order_to in ('pending', 'processing') then 'preparing' end::shop.shipment_status as status
            from (select l.*, bool_or(l.status not in ('failed', 'returned')) over () as has_other,
                         row_number() over (order by l.created_at desc, l.id desc) = 1 as is_last
                    from public.shipments l where l.order_id = before.id and l.archived_at is null) p) m
   where s.id = m.id and s.status <> m.status;

  if shipment_id is not null and before.status <> 'cancelled' and before.archived_at is null then
    order_to := shop.status_by_parcels(before);
  end if;
  if order_to <> before.status then
    if order_to = 'cancelled' then
      perform shop.move_order_stock(before.id, before.order_number, 1, actor);
    elsif before.status = 'cancelled' then
      perform shop.move_order_stock(before.id, before.order_number, -1, actor);
    end if;
    update public.orders o
       set status = order_to, payment_status = case when order_to = 'delivered' then 'paid' else 'pending' end::shop.payment_status
     where o.id = before.id;
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.status_by_parcels (
  of_order public.orders
)
  RETURNS shop.order_status
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select case when bool_or(s.status not in ('failed', 'returned')) is not true
                then case when of_order.status = 'delivered' then 'shipped' end
              when bool_and(s.status in ('delivered', 'failed', 'returned')) then 'delivered'
              when bool_or(s.status in ('shipped', 'in_transit', 'out_for_delivery', 'delivered')) then 'shipped'
              when of_order.status in ('shipped', 'delivered') then 'processing' end::shop.order_status
    from public.shipments s where s.order_id = of_order.id and s.archived_at is null;
$function$;

REVOKE ALL ON FUNCTION "shop"."lock_shipment"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."lock_shipment"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."lock_shipment"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."lock_shipment"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."move_together"(public.orders, shop.order_status, uuid, text, shop.shipment_status) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."move_together"(public.orders, shop.order_status, uuid, text, shop.shipment_status) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."move_together"(public.orders, shop.order_status, uuid, text, shop.shipment_status) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."move_together"(public.orders, shop.order_status, uuid, text, shop.shipment_status) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."status_by_parcels"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."status_by_parcels"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."status_by_parcels"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."status_by_parcels"(public.orders) TO "service_role";

-- Orders that were set to delivered while their parcel stayed where it was: the parcels arrived, too. The dispatch gate may still ask some; they stay.
update public.shipments s
   set status = 'delivered', shipped_date = coalesce(s.shipped_date, now())
  from public.orders o
 where o.id = s.order_id and o.status = 'delivered' and o.archived_at is null and s.archived_at is null
   and s.status in ('preparing', 'shipped', 'in_transit', 'out_for_delivery')
   and not exists (select from shop.orders_held_by_gate h where h.order_id = o.id);
