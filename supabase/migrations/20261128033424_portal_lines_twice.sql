-- The same line twice in a file of a portal settles its booking once, and is the same the second time, however close they are.

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.settle_by_reference (
  courier_id      text,
  reference       text,
  tracking_number text,
  actor           uuid,
  preview         boolean DEFAULT false
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  meant public.courier_bookings;
  settled jsonb;
begin
  -- A file may have the same line twice, and lines of a file are done side by side.
  perform shop.lock_orders(array (
    select s.order_id from public.courier_bookings b join public.shipments s on s.id = b.shipment_id
     where b.courier_id = settle_by_reference.courier_id
       and upper(settle_by_reference.reference) in (b.reference, s.order_number)));
  select b.* into meant from public.courier_bookings b join public.shipments s on s.id = b.shipment_id
   where b.courier_id = settle_by_reference.courier_id and upper(settle_by_reference.reference) in (b.reference, s.order_number)
   order by b.reference = upper(settle_by_reference.reference) desc, b.state in ('intended', 'unknown') desc, b.created_at desc limit 1;
  if not found then
    perform shop.refuse('booking_not_found');
  elsif meant.state = 'booked' and shop.tracking_key(meant.tracking_number) = shop.tracking_key(settle_by_reference.tracking_number) then
    return shop.booking_json(meant) || '{"is_same": true}';
  elsif meant.state = 'booked' then
    perform shop.refuse('other_tracking_number', jsonb_build_object('trackingNumber', meant.tracking_number));
  end if;
  begin
    settled := public.settle_booking(meant.id, settle_by_reference.tracking_number, actor);
    if preview then
      raise sqlstate 'UNDO1';
    end if;
  exception when sqlstate 'UNDO1' then null;
  end;
  return settled || '{"is_same": false}';
end;
$function$;
