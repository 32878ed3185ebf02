-- What of a parcel is told: to the order's timeline, and to the phones of staff.

-- Writes down a new parcel with all that it says, and what changed of one, with the word of the courier that changed it.
create function shop.log_parcel_change(old public.shipments, new public.shipments) returns void
language plpgsql set search_path = ''
as $$
declare
  differs constant jsonb := case when old.id is not null then shop.different_fields(to_jsonb(new), to_jsonb(old)) end;
begin
  if old.id is null then
    perform shop.log_order_event(new.order_id, 'parcel', new.shipment_number, null,
      jsonb_strip_nulls(jsonb_build_object('status', new.status, 'carrier', nullif(new.carrier, ''),
                                           'tracking_number', nullif(new.tracking_number, ''))));
  else
    perform shop.log_order_event(new.order_id, 'parcel', new.shipment_number,
      shop.different_fields(to_jsonb(old), to_jsonb(new)), differs,
      case when differs ? 'status' then coalesce(current_setting('shop.courier_says', true), '') else '' end);
  end if;
end;
$$;

-- A parcel failed or comes back.
create function shop.push_parcel(new public.shipments) returns void
language plpgsql set search_path = ''
as $$
declare
  of_order public.orders;
begin
  select * into of_order from public.orders o where o.id = new.order_id;
  perform shop.queue_push('parcel', concat_ws(' ', 'parcel', new.id, new.status::text, extract(epoch from now())::text),
    jsonb_build_object(
      'parcel', new.shipment_number, 'number', of_order.order_number, 'status', new.status, 'city', of_order.city_known), 'see_orders');
end;
$$;
