-- Bookings of parcels with couriers. No courier knows an idempotency key, so the intent is written before the courier is called, under a
-- reference that only this parcel has; whoever goes on after a crash or a timeout first asks the courier for that reference. What couriers
-- tell of a parcel is kept as it came.

-- `intended`: a courier is being called, or whoever called it is gone. `unknown`: it was called and nobody knows what came of it.
create type shop.booking_state as enum ('intended', 'unknown', 'booked', 'failed', 'cancelled');

create table public.courier_bookings (
  id text primary key default shop.new_id(),
  shipment_id text not null references public.shipments (id),
  courier_id text not null references public.couriers (id),
  -- What the courier knows the parcel by until it has a tracking number.
  reference text not null,
  state shop.booking_state not null default 'intended',
  -- What the rider asks for, in rupees, and what it weighs, in grams, as the courier was told.
  collect numeric(12, 2) not null,
  grams integer not null,
  tracking_number text not null default '',
  -- Where the courier has its label; some tell it only once.
  label_url text not null default '',
  -- Why it failed, or why nobody knows.
  problem text not null default '',
  -- What it costs by the price list of the day, without tax. Null: no list says it.
  charge numeric(10, 2),
  -- Counts who took it on: only the last one may say what came of it.
  turn integer not null default 1,
  -- Until then it is theirs; after that it may have come to nothing.
  claimed_until timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint courier_bookings_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint courier_bookings_collect_range check (collect between 0 and 200000),
  constraint courier_bookings_grams_range check (grams between 1 and 100000),
  constraint courier_bookings_tracking_when_booked check ((tracking_number <> '') = (state in ('booked', 'cancelled'))),
  constraint courier_bookings_length check (char_length(tracking_number) <= 120 and char_length(label_url) <= 500
                                            and char_length(problem) <= 300)
);

-- No parcel is booked twice, whatever is pressed, repeated or killed.
create unique index courier_bookings_one_per_parcel on public.courier_bookings (shipment_id)
  where state in ('intended', 'unknown', 'booked');
create unique index courier_bookings_reference on public.courier_bookings (courier_id, reference)
  where state in ('intended', 'unknown', 'booked');
create unique index courier_bookings_tracking_number on public.courier_bookings (courier_id, shop.tracking_key(tracking_number))
  where tracking_number <> '';
create index courier_bookings_by_shipment on public.courier_bookings (shipment_id, created_at);
create index courier_bookings_open on public.courier_bookings (created_at, id) where state in ('intended', 'unknown');

-- A booking moves on in one direction, and what the courier was told stays.
create function shop.guard_booking(old public.courier_bookings, new public.courier_bookings) returns void
language plpgsql set search_path = ''
as $$
begin
  if (new.shipment_id, new.courier_id, new.reference, new.collect, new.grams) is distinct from (old.shipment_id, old.courier_id,
    old.reference, old.collect, old.grams)
     or new.state <> old.state and not (old.state in ('intended', 'unknown') and new.state <> 'cancelled' or old.state = 'booked'
                                        and new.state = 'cancelled') then
    raise exception 'a booking that is % cannot become %', old.state, new.state using errcode = 'restrict_violation';
  end if;
end;
$$;

alter table public.courier_bookings enable row level security;
grant select, insert, update on public.courier_bookings to service_role;

-- A booking as staff see it: the row with the numbers of parcel and order, and the courier's name.
create function shop.booking_json(booking public.courier_bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(booking) || jsonb_build_object('shipment_number', s.shipment_number, 'order_number', s.order_number, 'courier', c.name,
                                                 'adapter', c.adapter)
    from public.shipments s, public.couriers c where s.id = booking.shipment_id and c.id = booking.courier_id;
$$;

-- What a courier is told of a booked parcel (src/domain/couriers/booking-file.ts). Takes the booking.
create function shop.parcel_to_book(booking public.courier_bookings) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('reference', booking.reference, 'order_number', o.order_number, 'name', v.recipient_name,
                              'phone', v.recipient_phone, 'address', o.customer_address,
                              'city', coalesce(place.courier_name, o.city_known, o.city), 'city_code', coalesce(place.courier_code, ''),
                              'collect', booking.collect, 'grams', booking.grams, 'pickup_code', c.pickup_code,
                              'booked_from', shop.day_of(booking.created_at),
                              'pieces', (select coalesce(sum((i ->> 'quantity')::integer), 0) from jsonb_array_elements(v.items) i))
      from public.shipments_of_orders v
      join public.orders o on o.id = v.order_id
      join public.couriers c on c.id = booking.courier_id
      left join public.courier_cities place on place.courier_id = c.id and place.city = coalesce(o.city_known, o.city)
     where v.id = booking.shipment_id);
end;
$$;

-- Writes down that a parcel is to be booked with a courier. Takes the parcel, its order, the courier, until when nobody else may call it,
-- and the problem that stays where whoever calls is killed in between. Returns the booking. Refuses 409 `parcel_left`, 422 `courierId` of
-- one that is not in use.
create function shop.add_booking(parcel public.shipments, sent public.orders, courier public.couriers, claim_ends timestamptz, problem text)
returns public.courier_bookings
language plpgsql set search_path = ''
as $$
declare
  booking public.courier_bookings;
begin
  if parcel.status <> 'preparing' or sent.archived_at is not null or sent.status = 'cancelled' then
    perform shop.refuse('parcel_left');
  elsif not courier.is_active then
    perform shop.refuse_field('courierId', 'This courier is set aside');
  end if;
  insert into public.courier_bookings (shipment_id, courier_id, reference, collect, grams, claimed_until, problem)
  values (parcel.id, courier.id,
          -- Another one after each that was cancelled there, so that the cancelled one is not found in its place.
          parcel.shipment_number || coalesce((select '-' || count(*) + 1 from public.courier_bookings b
                                               where b.shipment_id = parcel.id and b.courier_id = courier.id and b.state = 'cancelled'
                                              having count(*) > 0), ''),
          (select v.to_collect from public.shipments_of_orders v where v.id = parcel.id),
          coalesce(parcel.weight, shop.parcel_grams(sent.id)), claim_ends, add_booking.problem)
  returning * into booking;
  return booking;
end;
$$;

-- Takes on the booking of a parcel before a courier is called. Takes the shipment, the courier, for how many seconds nobody else may, and
-- the staff member. Returns {step, booking, parcel}: step `book` for one that no courier was called for; `look_up` when somebody called
-- before and did not say what came of it, so that the courier is asked for the reference first; `done` when it is booked with this courier.
-- `parcel` is what the courier is told. Refuses 404 `shipment_not_found`, `courier_not_found`, 409 `booking_under_way` while somebody else
-- has it, `booked_elsewhere` with {courier}, `parcel_left` when it is not being prepared or its order is not to be shipped, 422 `courierId`
-- of one that does not serve the city or is not in use.
create function public.begin_booking(shipment_id text, courier_id text, claim_seconds integer, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  parcel public.shipments := shop.lock_shipment(shipment_id);
  sent public.orders;
  courier public.couriers;
  place public.courier_cities;
  booking public.courier_bookings;
  next_step text := 'book';
  claim_ends timestamptz;
  being_called text;
begin
  perform shop.act_as(actor);
  select * into courier from public.couriers c where c.id = begin_booking.courier_id;
  if not found then
    perform shop.refuse('courier_not_found');
  end if;
  being_called := case when courier.adapter = 'generic' then format('Waits for the tracking number from the portal of %s', courier.name)
                       else format('The call of %s has not ended. Look it up two minutes after it.', courier.name) end;
  -- Nobody is called where a file goes to a portal.
  claim_ends := now() + case when courier.adapter = 'generic' then interval '0' else make_interval(secs => claim_seconds) end;
  select * into sent from public.orders o where o.id = parcel.order_id;
  select * into booking from public.courier_bookings b
   where b.shipment_id = parcel.id and b.state in ('intended', 'unknown', 'booked') for update;
  if found and booking.courier_id <> courier.id then
    perform shop.refuse('booked_elsewhere',
                        jsonb_build_object('courier', (select c.name from public.couriers c where c.id = booking.courier_id)));
  elsif booking.state = 'booked' then
    return jsonb_build_object('step', 'done', 'booking', shop.booking_json(booking), 'parcel', null);
  elsif booking.claimed_until > now() then
    perform shop.refuse('booking_under_way');
  end if;

  if booking.id is null then
    booking := shop.add_booking(parcel, sent, courier, claim_ends, being_called);
  else
    next_step := 'look_up';
    update public.courier_bookings b
       set turn = b.turn + 1, state = 'intended', claimed_until = claim_ends, problem = being_called
     where b.id = booking.id returning * into booking;
  end if;

  select * into place from public.courier_cities c where c.courier_id = courier.id and c.city = coalesce(sent.city_known, sent.city);
  if next_step = 'book' and place.city is null and exists (select from public.courier_cities c where c.courier_id = courier.id) then
    perform shop.refuse_field('courierId', format('%s does not serve %s', courier.name, coalesce(sent.city_known, sent.city)));
  end if;
  update public.courier_bookings b
     set charge = shop.courier_charge(courier.id, coalesce(place.zone, ''), b.grams, shop.day_of(now()))
   where b.id = booking.id returning * into booking;
  return jsonb_build_object('step', next_step, 'booking', shop.booking_json(booking), 'parcel', shop.parcel_to_book(booking));
end;
$$;

-- The number of the parcel that has a courier's tracking number already, null for none. Takes the booking that wants it, and the tracking
-- number, for which others wait until the transaction ends. A number that the courier gave before, for what was cancelled since, is taken,
-- too; couriers do not know each other's.
create function shop.parcel_with_number(booking public.courier_bookings, tracking_number text) returns text
language plpgsql set search_path = ''
as $$
declare
  key constant text := shop.tracking_key(parcel_with_number.tracking_number);
begin
  perform pg_advisory_xact_lock(hashtextextended('tracking number ' || key, 0));
  return (
    select t.shipment_number
      from (select s.shipment_number from public.courier_bookings b join public.shipments s on s.id = b.shipment_id
             where b.courier_id = booking.courier_id and b.id <> booking.id and b.tracking_number <> ''
               and shop.tracking_key(b.tracking_number) = key
            union all
            select s.shipment_number from public.shipments s join public.couriers c on c.id = booking.courier_id
            and lower(c.name) = lower(s.carrier)
             where shop.tracking_key(s.tracking_number) = key and s.tracking_number <> '' and s.archived_at is null
               and s.id <> booking.shipment_id) t
     limit 1);
end;
$$;

-- Writes down what came of a call. Takes the booking, the turn in which the courier was called, `booked` with the tracking number and
-- perhaps the label's address, or `failed` or `unknown` with the problem. One that is booked gives its shipment carrier, tracking
-- number and, where none was typed, what the courier takes. Whoever booked too late, because somebody else did
-- meanwhile, gets `surplus`: their tracking number is to be cancelled. A
-- tracking number that another parcel has leaves it unknown, with that problem. Returns {surplus, booking}. Refuses 404
-- `booking_not_found`, 409 `booking_settled` for a turn that was taken over or a booking that is over.
create function public.note_booking(booking_id text, turn integer, state shop.booking_state, tracking_number text default '',
                                    label_url text default '', problem text default '')
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.courier_bookings;
  taken_by text;
begin
  perform shop.lock_shipment(b.shipment_id) from public.courier_bookings b where b.id = note_booking.booking_id;
  select * into before from public.courier_bookings b where b.id = note_booking.booking_id for update;
  if not found then
    perform shop.refuse('booking_not_found');
  elsif note_booking.state = 'booked' and before.state = 'booked' then
    return jsonb_build_object('surplus', shop.tracking_key(note_booking.tracking_number) <> shop.tracking_key(before.tracking_number),
                              'booking', shop.booking_json(before));
  elsif before.state not in ('intended', 'unknown') or (before.turn <> note_booking.turn and note_booking.state <> 'booked') then
    perform shop.refuse('booking_settled');
  end if;
  if note_booking.state = 'booked' then
    taken_by := shop.parcel_with_number(before, note_booking.tracking_number);
  end if;
  if taken_by is not null then
    note_booking.state := 'unknown';
    note_booking.problem := format('%s gave the tracking number %s, which %s has already. Look it up in its portal.',
                                   (select c.name from public.couriers c where c.id = before.courier_id),
                                   note_booking.tracking_number, taken_by);
    note_booking.tracking_number := '';
    note_booking.label_url := '';
  end if;
  update public.courier_bookings b
     set state = note_booking.state, tracking_number = note_booking.tracking_number, label_url = note_booking.label_url,
         problem = left(note_booking.problem, 300),
         -- What may still reach the courier is left alone until it must have.
         claimed_until = case when note_booking.state = 'unknown' then b.claimed_until else now() end
   where b.id = before.id returning * into before;
  if before.state = 'booked' then
    update public.shipments s
       set carrier = (select c.name from public.couriers c where c.id = before.courier_id),
         tracking_number = before.tracking_number, weight = before.grams,
         -- What staff typed stays.
         shipping_cost = case when s.shipping_cost = 0 then coalesce(before.charge, 0) else s.shipping_cost end
     where s.id = before.shipment_id;
  end if;
  return jsonb_build_object('surplus', false, 'booking', shop.booking_json(before));
end;
$$;

-- Settles by hand what nobody knows: staff looked into the courier's portal. Takes the booking, the tracking number they found, or an empty
-- one when it is not there, and the staff member. Returns the booking. Refuses 404 `booking_not_found`, 409 `booking_settled`,
-- `booking_under_way` while a courier is being called, `tracking_number_used`.
create function public.settle_booking(booking_id text, tracking_number text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.courier_bookings;
begin
  perform shop.act_as(actor);
  select * into before from public.courier_bookings b where b.id = settle_booking.booking_id;
  if not found then
    perform shop.refuse('booking_not_found');
  elsif before.state not in ('intended', 'unknown') then
    perform shop.refuse('booking_settled');
  elsif before.claimed_until > now() then
    perform shop.refuse('booking_under_way');
  end if;
  if tracking_number <> '' then
    -- Also refuses the number of another parcel, however close the two calls are.
    perform public.set_tracking_number(before.shipment_id, settle_booking.tracking_number, actor);
    perform shop.refuse('tracking_number_used', jsonb_build_object('shipmentNumber', t.taken_by),
              (select jsonb_build_object('orderNumber', s.order_number) from public.shipments s where s.shipment_number = t.taken_by))
       from shop.parcel_with_number(before, settle_booking.tracking_number) as t (taken_by) where t.taken_by is not null;
  end if;
  return public.note_booking(
    before.id, before.turn,
    case when settle_booking.tracking_number = '' then 'failed' else 'booked' end::shop.booking_state,
    settle_booking.tracking_number, '',
    case when settle_booking.tracking_number = '' then 'Not found in the portal of the courier' else '' end) -> 'booking';
end;
$$;

create trigger courier_bookings_need_right after insert or update of state on public.courier_bookings
  for each row execute function shop.require_right('send_parcels');

grant execute on function public.begin_booking, public.note_booking, public.settle_booking to service_role;
