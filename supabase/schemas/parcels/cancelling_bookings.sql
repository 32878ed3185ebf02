-- A booking is cancelled at its courier first, and here once the courier says so.

-- Notes that a courier cancelled a booking; its parcel can be booked again. Takes the booking and the staff member. Returns it. Refuses 404
-- `booking_not_found`, 409 `booking_settled` for one that is not booked.
create function public.note_cancelled_booking(booking_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.courier_bookings;
begin
  perform shop.act_as(actor);
  perform shop.lock_shipment(b.shipment_id) from public.courier_bookings b where b.id = note_cancelled_booking.booking_id;
  update public.courier_bookings b set state = 'cancelled', problem = '' where b.id = note_cancelled_booking.booking_id
    and b.state = 'booked' returning * into before;
  if not found then
    if not exists (select from public.courier_bookings b where b.id = note_cancelled_booking.booking_id) then
      perform shop.refuse('booking_not_found');
    end if;
    perform shop.refuse('booking_settled');
  end if;
  update public.shipments s
     set tracking_number = '', shipping_cost = case when s.shipping_cost = before.charge then 0 else s.shipping_cost end
   where s.id = before.shipment_id
    and shop.tracking_key(s.tracking_number) = shop.tracking_key(before.tracking_number);
  return shop.booking_json(before);
end;
$$;

-- A booking that is to be cancelled at its courier. Takes its id. Returns it with {booked_from}, the day from which on the courier knows
-- it. Refuses 404 `booking_not_found`, 409 `booking_settled` for one that is not booked.
create function public.booking_to_cancel(booking_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  booked public.courier_bookings;
begin
  select * into booked from public.courier_bookings b where b.id = booking_to_cancel.booking_id;
  if not found then
    perform shop.refuse('booking_not_found');
  elsif booked.state <> 'booked' then
    perform shop.refuse('booking_settled');
  end if;
  return shop.booking_json(booked) || jsonb_build_object('booked_from', shop.day_of(booked.created_at));
end;
$$;

-- Notes why a courier did not cancel a booking, which stays booked. Takes the booking and the problem. Returns it. Refuses like
-- `booking_to_cancel`.
create function public.note_cancel_problem(booking_id text, problem text) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  update public.courier_bookings b set problem = left(note_cancel_problem.problem, 300)
    where b.id = note_cancel_problem.booking_id and b.state = 'booked';
  return public.booking_to_cancel(booking_id);
end;
$$;

grant execute on function public.note_cancelled_booking, public.booking_to_cancel, public.note_cancel_problem to service_role;
