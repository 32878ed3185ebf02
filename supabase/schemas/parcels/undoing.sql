-- What was pressed or typed by mistake is undone at once: a delivery, and what staff wrote down of a courier without an API. Statuses go
-- back through the one door (`shop.move_together`), and what was booked with them goes back with them.

-- The last word that staff wrote down of a booked parcel, and did not take back; null where there is none. Takes the booking.
create function shop.last_typed_word(booking public.courier_bookings) returns public.courier_events
language plpgsql stable set search_path = ''
as $$
declare
  typed public.courier_events;
begin
  select e.* into typed from public.courier_events e
   where e.courier_id = booking.courier_id and e.tracking_key = shop.tracking_key(booking.tracking_number)
     and e.event_key like booking.id || '/%' and shop.is_word_kept(e.id)
   order by e.id desc limit 1;
  return typed;
end;
$$;

-- How long a delivery or a typed word can be undone.
create function shop.undo_time() returns interval
language sql immutable parallel safe
return interval '1 day';

-- The event by which an order, or a parcel of it, was delivered: the last that gave it a status. Its row is null where that was another
-- one, or is longer ago than things can be undone. Takes the order's id, and the parcel's number or an empty text.
create function shop.delivery_event(order_id text, parcel text) returns public.order_events
language plpgsql stable set search_path = ''
as $$
declare
  event public.order_events;
begin
  select e.* into event from public.order_events e
   where e.order_id = delivery_event.order_id and e.kind = case parcel when '' then 'order' else 'parcel' end::shop.order_event_kind
     and (parcel = '' or e.subject = parcel) and e.after ? 'status' and e.before ? 'status'
   order by e.created_at desc limit 1;
  if event.after ->> 'status' is distinct from 'delivered' or event.created_at < now() - shop.undo_time() then
    return null;
  end if;
  return event;
end;
$$;

-- Gives an order the status of before its delivery, where its parcels do not say it: one that was never begun, or whose only parcel had
-- come back. While another of its parcels is delivered, that says it. Takes its id, and the event of the delivery or null.
create function shop.restore_order_status(order_id text, event public.order_events) returns void
language sql set search_path = ''
as $$
  update public.orders o set status = (event.before ->> 'status')::shop.order_status
   where o.id = restore_order_status.order_id and o.status <> 'delivered' and o.status::text <> event.before ->> 'status'
     and not exists (select from public.shipments s where s.order_id = o.id and s.archived_at is null and s.status = 'delivered');
$$;

-- Takes back that a parcel was delivered: it has the status of before, its order follows, and what it collected is booked no more. What
-- staff wrote down of its courier goes with it. Takes the parcel, locked with its order, and the staff member. Refuses 409
-- `delivery_not_undone`, `money_refunded`.
create function shop.undo_parcel(parcel public.shipments, actor uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  event constant public.order_events := shop.delivery_event(parcel.order_id, parcel.shipment_number);
  of_delivery constant public.order_events := shop.delivery_event(parcel.order_id, '');
  booking constant public.courier_bookings := shop.booking_of(parcel.id);
  typed constant public.courier_events := shop.last_typed_word(booking);
  of_order public.orders;
begin
  if event.id is null or parcel.status <> 'delivered' then
    perform shop.refuse('delivery_not_undone', jsonb_build_object('number', parcel.shipment_number));
  elsif typed.meaning = 'delivered' then
    insert into shop.words_taken_back (event_id, actor) values (typed.id, undo_parcel.actor);
  elsif exists (select from public.parcel_progress p where p.booking_id = booking.id and p.status = 'delivered') then
    perform shop.refuse('delivery_not_undone', jsonb_build_object('number', parcel.shipment_number));
  end if;
  select * into of_order from public.orders o where o.id = parcel.order_id;
  perform shop.move_together(of_order, null, actor, parcel.id, (event.before ->> 'status')::shop.shipment_status);
  -- What one press did is written within moments.
  if of_delivery.created_at between event.created_at and event.created_at + interval '2 seconds' then
    perform shop.restore_order_status(of_order.id, of_delivery);
  end if;
  if typed.meaning = 'delivered' then
    perform shop.update_progress(booking.id);
  end if;
end;
$$;

-- Takes back that a parcel was delivered, within a day. Takes its id and the staff member. Returns the shipment. Refuses 404
-- `shipment_not_found`, 409 `delivery_not_undone` {number} where it is longer ago, or a courier says so by itself, and `money_refunded`
-- where what it collected went back.
create function public.undo_parcel_delivery(shipment_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  parcel constant public.shipments := shop.lock_shipment(shipment_id);
begin
  perform shop.act_as(actor);
  perform shop.undo_parcel(parcel, actor);
  return (select to_jsonb(s) from public.shipments_of_orders s where s.id = parcel.id);
end;
$$;

-- Takes back that an order was delivered, within a day: with those of its parcels that were delivered by that, or where it has none, what
-- was paid. Takes its id and the staff member. Returns the order with its items. Refuses 404 `order_not_found`, 409 `delivery_not_undone`
-- {number}, `money_refunded`.
create function public.undo_order_delivery(order_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  delivered constant public.orders := shop.lock_order(order_id);
  event constant public.order_events := shop.delivery_event(delivered.id, '');
  parcel public.shipments;
  parcels integer := 0;
begin
  perform shop.act_as(actor);
  if delivered.status <> 'delivered' or event.id is null then
    perform shop.refuse('delivery_not_undone', jsonb_build_object('number', delivered.order_number));
  end if;
  for parcel in
    select s.* from public.shipments s
      join public.order_events e on e.order_id = s.order_id and e.kind = 'parcel' and e.subject = s.shipment_number
       and e.after ->> 'status' = 'delivered'
     where s.order_id = delivered.id and s.archived_at is null and s.status = 'delivered'
       and e.created_at between event.created_at - interval '2 seconds' and event.created_at
     order by s.created_at, s.id
  loop
    perform shop.undo_parcel(parcel, actor);
    parcels := parcels + 1;
  end loop;
  if parcels = 0 then
    perform shop.move_together(delivered, (event.before ->> 'status')::shop.order_status, actor);
  else
    perform shop.restore_order_status(delivered.id, event);
  end if;
  return shop.staff_order_json(delivered.id);
end;
$$;

-- Takes back the last word that staff wrote down of a courier without an API, within a day: the parcel is where it was by what was said
-- before. Takes the booking and the staff member. Refuses 404 `booking_not_found`, 409 `word_not_undone` where there is none, or it is
-- longer ago, and `money_refunded`.
create function public.undo_courier_word(booking_id text, actor uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  booking public.courier_bookings;
  parcel public.shipments;
  typed public.courier_events;
  before shop.shipment_status;
  of_order public.orders;
begin
  perform shop.act_as(actor);
  select b.* into booking from public.courier_bookings b where b.id = undo_courier_word.booking_id and b.state = 'booked';
  if not found then
    perform shop.refuse('booking_not_found');
  end if;
  parcel := shop.lock_shipment(booking.shipment_id);
  typed := shop.last_typed_word(booking);
  if typed.id is null or typed.received_at < now() - shop.undo_time() then
    perform shop.refuse('word_not_undone');
  end if;
  insert into shop.words_taken_back (event_id, actor) values (typed.id, undo_courier_word.actor);
  -- What the word made of the parcel, and nothing else since.
  if parcel.status = shop.shipment_status_by(split_part(typed.meaning, ':', 1)::shop.parcel_status) then
    select (e.before ->> 'status')::shop.shipment_status into before from public.order_events e
     where e.order_id = parcel.order_id and e.kind = 'parcel' and e.subject = parcel.shipment_number and e.before ? 'status'
       and e.after ->> 'status' = parcel.status::text and e.created_at >= typed.received_at
     order by e.created_at limit 1;
  end if;
  if before is not null then
    select * into of_order from public.orders o where o.id = parcel.order_id;
    perform shop.move_together(of_order, null, actor, parcel.id, before);
  end if;
  perform shop.update_progress(booking.id);
  perform shop.log_order_event(parcel.order_id, 'parcel', parcel.shipment_number, null, null, 'Taken back: ' || typed.label);
end;
$$;

grant execute on function public.undo_parcel_delivery, public.undo_order_delivery, public.undo_courier_word to service_role;
