-- Bookings of parcels with couriers. No courier knows an idempotency key, so the intent is written before the courier is called, under a reference that only
-- this parcel has; whoever goes on after a crash or a timeout first asks the courier for that reference. What couriers tell of a parcel is kept as it came.

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
  constraint courier_bookings_length check (char_length(tracking_number) <= 120 and char_length(label_url) <= 500 and char_length(problem) <= 300)
);

-- No parcel is booked twice, whatever is pressed, repeated or killed.
create unique index courier_bookings_one_per_parcel on public.courier_bookings (shipment_id) where state in ('intended', 'unknown', 'booked');
create unique index courier_bookings_reference on public.courier_bookings (courier_id, reference) where state in ('intended', 'unknown', 'booked');
create unique index courier_bookings_tracking_number on public.courier_bookings (courier_id, shop.tracking_key(tracking_number)) where tracking_number <> '';
create index courier_bookings_by_shipment on public.courier_bookings (shipment_id, created_at);
create index courier_bookings_open on public.courier_bookings (created_at, id) where state in ('intended', 'unknown');

create trigger courier_bookings_touched before update on public.courier_bookings for each row execute function shop.touch_updated_at();

-- Trigger: a booking moves on in one direction, and what the courier was told stays.
create function shop.guard_booking() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if (new.shipment_id, new.courier_id, new.reference, new.collect, new.grams) is distinct from (old.shipment_id, old.courier_id, old.reference, old.collect, old.grams)
     or new.state <> old.state and not (old.state in ('intended', 'unknown') and new.state <> 'cancelled' or old.state = 'booked' and new.state = 'cancelled') then
    raise exception 'a booking that is % cannot become %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  return new;
end;
$$;

create trigger courier_bookings_guarded before update on public.courier_bookings for each row execute function shop.guard_booking();

alter table public.courier_bookings enable row level security;
grant select, insert, update on public.courier_bookings to service_role;

-- What a courier told of a parcel, as it came, without names and numbers of people. Repeated events are one row.
create table public.courier_events (
  id bigint generated always as identity primary key,
  courier_id text not null references public.couriers (id),
  tracking_key text not null,
  -- The courier's own id of the event, or a hash of it.
  event_key text not null,
  label text not null,
  -- As mappings compare it (src/domain/couriers/courier-labels.ts): what staff say later of the label counts for it, too.
  label_key text not null default '',
  code text not null default '',
  reason text not null default '',
  station text not null default '',
  -- As the courier dates it; null where it does not.
  happened_at timestamptz,
  -- What it means (src/domain/couriers/parcel-status.ts), null when nobody knew when it came.
  meaning text,
  received_at timestamptz not null default now(),
  -- The courier comes second: no search for the events of a parcel goes through all of its courier.
  constraint courier_events_unique unique (event_key, courier_id),
  constraint courier_events_length check (char_length(label) <= 200 and char_length(code) <= 40 and char_length(reason) <= 200 and char_length(station) <= 80)
);

create index courier_events_by_parcel on public.courier_events (courier_id, tracking_key, happened_at);
create trigger courier_events_append_only before update or delete on public.courier_events for each row execute function shop.refuse_change();

alter table public.courier_events enable row level security;
grant select, insert on public.courier_events to service_role;

-- Labels that no mapping knows, for staff: each once, until somebody says what it means.
create table public.courier_labels (
  id text primary key default shop.new_id(),
  courier_id text not null references public.couriers (id) on delete cascade,
  -- Compared without case, punctuation and spaces (src/domain/couriers/courier-labels.ts).
  label_key text not null,
  label text not null,
  example_tracking_number text not null,
  times integer not null default 1,
  meaning text,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  constraint courier_labels_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint courier_labels_unique unique (courier_id, label_key)
);

alter table public.courier_labels enable row level security;
grant select, insert, update on public.courier_labels to service_role;

-- A booking as staff see it: the row with the numbers of parcel and order, and the courier's name.
create function shop.booking_json(booking public.courier_bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(booking) || jsonb_build_object('shipment_number', s.shipment_number, 'order_number', s.order_number, 'courier', c.name, 'adapter', c.adapter)
    from public.shipments s, public.couriers c where s.id = booking.shipment_id and c.id = booking.courier_id;
$$;

-- What a courier is told of a booked parcel (src/domain/couriers/booking-file.ts). Takes the booking.
create function shop.parcel_to_book(booking public.courier_bookings) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
             'reference', booking.reference, 'order_number', o.order_number, 'name', o.customer_name, 'phone', o.customer_phone,
             'address', o.customer_address, 'city', coalesce(place.courier_name, o.city_known, o.city), 'city_code', coalesce(place.courier_code, ''),
             'collect', booking.collect, 'grams', booking.grams, 'pickup_code', c.pickup_code, 'booked_from', shop.day_of(booking.created_at),
             'pieces', (select coalesce(sum((i ->> 'quantity')::integer), 0) from jsonb_array_elements(v.items) i))
      from public.shipments_of_orders v
      join public.orders o on o.id = v.order_id
      join public.couriers c on c.id = booking.courier_id
      left join public.courier_cities place on place.courier_id = c.id and place.city = coalesce(o.city_known, o.city)
     where v.id = booking.shipment_id);
end;
$$;

-- Takes on the booking of a parcel before a courier is called. Takes the shipment, the courier, for how many seconds nobody else may, and the staff member.
-- Returns {step, booking, parcel}: step `book` for one that no courier was called for; `look_up` when somebody called before and did not say what came of it,
-- so that the courier is asked for the reference first; `done` when it is booked with this courier. `parcel` is what the courier is told.
-- Refuses 404 `shipment_not_found`, `courier_not_found`, 409 `booking_under_way` while somebody else has it, `booked_elsewhere` with {courier}, `parcel_left`
-- when it is not being prepared or its order is not to be shipped, 422 `courierId` of one that does not serve the city or is not in use.
create function public.begin_booking(shipment_id text, courier_id text, claim_seconds integer, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  parcel public.shipments := shop.lock_shipment(shipment_id);
  sent public.orders;
  courier public.couriers;
  place public.courier_cities;
  booking public.courier_bookings;
  to_collect numeric;
  next_step text := 'book';
  claim_ends timestamptz;
  being_called text;
begin
  perform shop.act_as(actor);
  select * into courier from public.couriers c where c.id = begin_booking.courier_id;
  if not found then
    perform shop.refuse('courier_not_found');
  end if;
  -- It stays where whoever calls is killed in between.
  being_called := case when courier.adapter = 'generic' then format('Waits for the tracking number from the portal of %s', courier.name)
                       else format('The call of %s has not ended. Look it up two minutes after it.', courier.name) end;
  -- Nobody is called where a file goes to a portal.
  claim_ends := now() + case when courier.adapter = 'generic' then interval '0' else make_interval(secs => claim_seconds) end;
  select * into sent from public.orders o where o.id = parcel.order_id;
  select * into booking from public.courier_bookings b
   where b.shipment_id = parcel.id and b.state in ('intended', 'unknown', 'booked') for update;
  if found and booking.courier_id <> courier.id then
    perform shop.refuse('booked_elsewhere', jsonb_build_object('courier', (select c.name from public.couriers c where c.id = booking.courier_id)));
  elsif booking.state = 'booked' then
    return jsonb_build_object('step', 'done', 'booking', shop.booking_json(booking), 'parcel', null);
  elsif booking.claimed_until > now() then
    perform shop.refuse('booking_under_way');
  end if;

  select v.to_collect into to_collect from public.shipments_of_orders v where v.id = parcel.id;
  if booking.id is not null then
    next_step := 'look_up';
    update public.courier_bookings b
       set turn = b.turn + 1, state = 'intended', claimed_until = claim_ends, problem = being_called
     where b.id = booking.id returning * into booking;
  else
    if parcel.status <> 'preparing' or sent.archived_at is not null or sent.status = 'cancelled' then
      perform shop.refuse('parcel_left');
    elsif not courier.is_active then
      perform shop.refuse_field('courierId', 'This courier is set aside');
    end if;
    insert into public.courier_bookings (shipment_id, courier_id, reference, collect, grams, claimed_until, problem)
    values (parcel.id, courier.id,
            -- Another one after each that was cancelled there, so that the cancelled one is not found in its place.
            parcel.shipment_number || coalesce((select '-' || count(*) + 1 from public.courier_bookings b
                                                 where b.shipment_id = parcel.id and b.courier_id = courier.id and b.state = 'cancelled' having count(*) > 0), ''),
            to_collect, coalesce(parcel.weight, shop.parcel_grams(sent.id)), claim_ends, being_called)
    returning * into booking;
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

-- The number of the parcel that has a courier's tracking number already, null for none. Takes the booking that wants it, and the tracking number, for which others
-- wait until the transaction ends. A number that the courier gave before, for what was cancelled since, is taken, too; couriers do not know each other's.
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
             where b.courier_id = booking.courier_id and b.id <> booking.id and b.tracking_number <> '' and shop.tracking_key(b.tracking_number) = key
            union all
            select s.shipment_number from public.shipments s join public.couriers c on c.id = booking.courier_id and lower(c.name) = lower(s.carrier)
             where shop.tracking_key(s.tracking_number) = key and s.tracking_number <> '' and s.archived_at is null and s.id <> booking.shipment_id) t
     limit 1);
end;
$$;

-- Writes down what came of a call. Takes the booking, the turn in which the courier was called, `booked` with the tracking number and perhaps the label's
-- address, or `failed` or `unknown` with the problem. One that is booked gives its shipment carrier and tracking number. Whoever booked too late, because
-- somebody else did meanwhile, gets `surplus`: their tracking number is to be cancelled. A tracking number that another parcel has leaves it unknown, with that
-- problem. Returns {surplus, booking}. Refuses 404 `booking_not_found`, 409 `booking_settled` for a turn that was taken over or a booking that is over.
create function public.note_booking(booking_id text, turn integer, state shop.booking_state, tracking_number text default '', label_url text default '', problem text default '')
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
    return jsonb_build_object('surplus', shop.tracking_key(note_booking.tracking_number) <> shop.tracking_key(before.tracking_number), 'booking', shop.booking_json(before));
  elsif before.state not in ('intended', 'unknown') or (before.turn <> note_booking.turn and note_booking.state <> 'booked') then
    perform shop.refuse('booking_settled');
  end if;
  if note_booking.state = 'booked' then
    taken_by := shop.parcel_with_number(before, note_booking.tracking_number);
  end if;
  if taken_by is not null then
    note_booking.state := 'unknown';
    note_booking.problem := format('%s gave the tracking number %s, which %s has already. Look it up in its portal.',
                                   (select c.name from public.couriers c where c.id = before.courier_id), note_booking.tracking_number, taken_by);
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
       set carrier = (select c.name from public.couriers c where c.id = before.courier_id), tracking_number = before.tracking_number, weight = before.grams
     where s.id = before.shipment_id;
  end if;
  return jsonb_build_object('surplus', false, 'booking', shop.booking_json(before));
end;
$$;

-- Settles by hand what nobody knows: staff looked into the courier's portal. Takes the booking, the tracking number they found, or an empty one when it is not
-- there, and the staff member. Returns the booking. Refuses 404 `booking_not_found`, 409 `booking_settled`, `booking_under_way` while a courier is being called,
-- `tracking_number_used`.
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
  return public.note_booking(before.id, before.turn, case when settle_booking.tracking_number = '' then 'failed' else 'booked' end::shop.booking_state,
                             settle_booking.tracking_number, '', case when settle_booking.tracking_number = '' then 'Not found in the portal of the courier' else '' end) -> 'booking';
end;
$$;

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
  update public.courier_bookings b set state = 'cancelled', problem = '' where b.id = note_cancelled_booking.booking_id and b.state = 'booked' returning * into before;
  if not found then
    if not exists (select from public.courier_bookings b where b.id = note_cancelled_booking.booking_id) then
      perform shop.refuse('booking_not_found');
    end if;
    perform shop.refuse('booking_settled');
  end if;
  update public.shipments s set tracking_number = '' where s.id = before.shipment_id and shop.tracking_key(s.tracking_number) = shop.tracking_key(before.tracking_number);
  return shop.booking_json(before);
end;
$$;

-- A booking that is to be cancelled at its courier. Takes its id. Returns it with {booked_from}, the day from which on the courier knows it. Refuses 404 `booking_not_found`, 409 `booking_settled` for one that is not booked.
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

-- Notes why a courier did not cancel a booking, which stays booked. Takes the booking and the problem. Returns it. Refuses like `booking_to_cancel`.
create function public.note_cancel_problem(booking_id text, problem text) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  update public.courier_bookings b set problem = left(note_cancel_problem.problem, 300) where b.id = note_cancel_problem.booking_id and b.state = 'booked';
  return public.booking_to_cancel(booking_id);
end;
$$;

-- Parcels that stood in a file for a courier's portal, so that the next file has only new ones.
create table public.portal_file_rows (
  booking_id text not null references public.courier_bookings (id),
  created_at timestamptz not null default clock_timestamp(),
  actor uuid references auth.users (id) on delete set null,
  primary key (booking_id, created_at)
);

create index portal_file_rows_by_actor on public.portal_file_rows (actor) where actor is not null;
create trigger portal_file_rows_append_only before update or delete on public.portal_file_rows for each row execute function shop.refuse_change();

alter table public.portal_file_rows enable row level security;
grant select, insert on public.portal_file_rows to service_role;

-- What waits for the portals of couriers that work by files, by their names: [{courier_id, courier, fresh: parcels that stood in no file, waiting: those that did and
-- have no tracking number yet, reference_header, tracking_header: how the answer of its portal is read}].
create function public.portal_work() returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('courier_id', c.id, 'courier', c.name, 'fresh', counted.fresh, 'waiting', counted.waiting,
                                               'reference_header', coalesce(c.file_mapping ->> 'referenceHeader', ''),
                                               'tracking_header', coalesce(c.file_mapping ->> 'trackingHeader', '')) order by lower(c.name)), '[]')
    from public.couriers c
   cross join lateral (select count(*) filter (where not f.is_in_file) as fresh, count(*) filter (where f.is_in_file) as waiting
                         from public.courier_bookings b
                        cross join lateral (select exists (select from public.portal_file_rows r where r.booking_id = b.id) as is_in_file) f
                        where b.courier_id = c.id and b.state in ('intended', 'unknown')) counted
   where c.adapter = 'generic' and (c.is_active or counted.fresh + counted.waiting > 0);
$$;

-- The parcels of a file for a courier's portal, which are written down as in it. Takes the courier, whether those that stood in one before are in it, too, and the
-- staff member, who has to see names, contacts and sums. Returns {courier, file_mapping, parcels: as `shop.parcel_to_book` has them, left: [{shipment_number, reason}]}:
-- left out are parcels that are not to be delivered any more (`over`), and those whose sum is another one by now (`differs`). Refuses 403 `not_allowed`, 404
-- `courier_not_found`, also for one that is reached by its API.
create function public.take_portal_file(courier_id text, again boolean, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  courier public.couriers;
  open_bookings jsonb;
begin
  perform shop.act_as(actor);
  perform shop.assert_may(actor, needed) from unnest(array['see_contacts', 'see_names', 'see_sums']) needed;
  select * into courier from public.couriers c where c.id = take_portal_file.courier_id and c.adapter = 'generic' for update;
  if not found then
    perform shop.refuse('courier_not_found');
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'shipment_number', s.shipment_number, 'parcel', shop.parcel_to_book(b),
                              'reason', case when not shop.is_to_deliver(s) then 'over' when shop.booking_differs(b) then 'differs' end) order by b.created_at, b.id), '[]')
    into open_bookings
    from public.courier_bookings b join public.shipments s on s.id = b.shipment_id
   where b.courier_id = courier.id and b.state in ('intended', 'unknown')
     and (again or not exists (select from public.portal_file_rows r where r.booking_id = b.id));
  insert into public.portal_file_rows (booking_id, actor)
  select o ->> 'id', take_portal_file.actor from jsonb_array_elements(open_bookings) o where o ->> 'reason' is null;
  -- Phones and addresses leave the shop.
  perform shop.write_audit(actor, 'export', courier.id, 'file for the portal of ' || courier.name, '{}',
    jsonb_build_object('parcels', (select count(*) from jsonb_array_elements(open_bookings) o where o ->> 'reason' is null), 'again', again));
  return jsonb_build_object('courier', courier.name, 'file_mapping', courier.file_mapping,
    'parcels', (select coalesce(jsonb_agg(o -> 'parcel' order by n), '[]') from jsonb_array_elements(open_bookings) with ordinality as e (o, n) where o ->> 'reason' is null),
    'left', (select coalesce(jsonb_agg(o - array['id', 'parcel'] order by n), '[]') from jsonb_array_elements(open_bookings) with ordinality as e (o, n)
              where o ->> 'reason' is not null));
end;
$$;

-- Settles a booking by a line of what a portal gave back. Takes the courier, the reference or the order's number, the tracking number, the staff member, and whether
-- it only says what would be. Returns the booking with {is_same}: one that has this number already stays as it is. Refuses 404 `booking_not_found`, 409
-- `other_tracking_number` {trackingNumber} for one that has another, and as `settle_booking` does.
create function public.settle_by_reference(courier_id text, reference text, tracking_number text, actor uuid, preview boolean default false) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  meant public.courier_bookings;
  settled jsonb;
begin
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
$$;

-- Bookings that somebody has to look at, the oldest first: those that nobody knows the end of, and those whose caller is gone.
create function public.open_bookings() returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(shop.booking_json(b) order by b.created_at, b.id), '[]')
    from (select * from public.courier_bookings o where o.state in ('intended', 'unknown') order by o.created_at, o.id limit 200) b;
$$;

-- How many events of a parcel are kept, and how many labels of a courier wait to be explained: more tells nobody anything.
create function shop.most_events() returns integer
language sql immutable parallel safe
return 500;

create function shop.most_unknown_labels() returns integer
language sql immutable parallel safe
return 100;

-- Keeps what a courier told. Takes the courier and [{tracking_number, event_key, label, label_key, code, reason, station, happened_at, meaning}]. What is there already
-- changes nothing. A label without a meaning becomes a row for staff, as long as there is room for it. Their parcels follow (089_under_way.sql). Takes the time, too.
-- Returns {stored: how many were new, refused: how many new ones their parcels have no room for}.
create function public.store_courier_events(courier_id text, events jsonb, at timestamptz default now()) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  stored integer;
  wanted integer;
begin
  with told as (
    select distinct on (e.event_key) e.*, shop.tracking_key(e.tracking_number) as tracking_key
      from jsonb_to_recordset(events) as e (tracking_number text, event_key text, label text, label_key text, code text, reason text, station text, happened_at timestamptz, meaning text)
     order by e.event_key
  ), fresh as (
    select t.*, row_number() over (partition by t.tracking_key order by t.happened_at nulls last, t.event_key) as place
      from told t
     where not exists (select from public.courier_events o where o.event_key = t.event_key and o.courier_id = store_courier_events.courier_id)
  ), counted as (
    select k.tracking_key, (select count(*) from public.courier_events o where o.courier_id = store_courier_events.courier_id and o.tracking_key = k.tracking_key) as kept
      from (select distinct f.tracking_key from fresh f) k
  ), added as (
    insert into public.courier_events (courier_id, tracking_key, event_key, label, label_key, code, reason, station, happened_at, meaning)
    select store_courier_events.courier_id, t.tracking_key, t.event_key, left(t.label, 200), coalesce(t.label_key, ''), left(coalesce(t.code, ''), 40), left(coalesce(t.reason, ''), 200),
           left(coalesce(t.station, ''), 80), t.happened_at, t.meaning
      from fresh t join counted c on c.tracking_key = t.tracking_key where t.place <= shop.most_events() - c.kept
    on conflict on constraint courier_events_unique do nothing
    returning event_key
  ), unknown as (
    select t.label_key, left(min(t.label), 200) as label, min(t.tracking_key) as example, count(*) as times, l.id is null as is_new
      from told t join added a on a.event_key = t.event_key
      left join public.courier_labels l on l.courier_id = store_courier_events.courier_id and l.label_key = t.label_key
     where t.meaning is null group by t.label_key, l.id
  ), noticed as (
    insert into public.courier_labels as l (courier_id, label_key, label, example_tracking_number, times)
    select store_courier_events.courier_id, u.label_key, u.label, u.example, u.times
      from (select u.*, row_number() over (partition by u.is_new order by u.label_key) as place from unknown u) u
     where not u.is_new
        or u.place <= shop.most_unknown_labels() - (select count(*) from public.courier_labels w
                                                     where w.courier_id = store_courier_events.courier_id and w.meaning is null)
    on conflict on constraint courier_labels_unique do update set times = l.times + excluded.times, last_at = now()
  )
  select (select count(*) from added), (select count(*) from fresh) into stored, wanted;
  if stored > 0 then
    perform shop.follow_courier(store_courier_events.courier_id, array (select t ->> 'tracking_number' from jsonb_array_elements(events) t),
                                store_courier_events.at);
  end if;
  return jsonb_build_object('stored', stored, 'refused', wanted - stored);
end;
$$;

-- Labels that nobody has given a meaning yet, the latest first: [{id, courier_id, courier, label, example_tracking_number, times, first_at, last_at}].
create function public.unknown_courier_labels() returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(l) - 'label_key' - 'meaning' || jsonb_build_object('courier', c.name) order by l.last_at desc, l.id), '[]')
    from public.courier_labels l join public.couriers c on c.id = l.courier_id where l.meaning is null;
$$;

-- Says what a label means, from now on and of what was told before: those parcels follow. Takes its id, the meaning and the staff member. Returns what `unknown_courier_labels` does. Refuses 404 `courier_label_not_found`.
create function public.explain_courier_label(label_id text, meaning text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  explained public.courier_labels;
begin
  perform shop.act_as(actor);
  update public.courier_labels l set meaning = explain_courier_label.meaning where l.id = label_id returning * into explained;
  if not found then
    perform shop.refuse('courier_label_not_found');
  end if;
  perform shop.follow_courier(explained.courier_id, array (
    select distinct e.tracking_key from public.courier_events e where e.courier_id = explained.courier_id and e.label_key = explained.label_key));
  return public.unknown_courier_labels();
end;
$$;

grant execute on function public.begin_booking, public.note_booking, public.settle_booking, public.note_cancelled_booking, public.booking_to_cancel, public.note_cancel_problem,
  public.portal_work, public.take_portal_file, public.settle_by_reference, public.open_bookings,
  public.store_courier_events, public.unknown_courier_labels, public.explain_courier_label to service_role;
