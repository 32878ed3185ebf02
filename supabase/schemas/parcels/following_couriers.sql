-- What couriers tell moves the parcel, and the parcel its order.

-- The row of a booking as its events make it now, with when its courier is asked next. Takes the booking, the row before (all null for
-- none) and the time. Nothing is written.
create function shop.progress_now(booking public.courier_bookings, before public.parcel_progress, at timestamptz)
returns public.parcel_progress
language plpgsql stable set search_path = ''
as $$
declare
  progress public.parcel_progress := shop.progress_of(booking);
  is_asked constant boolean := (select c.adapter <> 'generic' from public.couriers c where c.id = booking.courier_id);
begin
  progress.polled_at := before.polled_at;
  progress.poll_failures := coalesce(before.poll_failures, 0);
  progress.poll_problem := coalesce(before.poll_problem, '');
  progress.claimed_until := before.claimed_until;
  progress.settled := coalesce(before.settled, '');
  progress.next_poll_at := case
    when not is_asked or shop.has_ended(progress.status) then null
    when before.next_poll_at is null then progress_now.at + interval '30 minutes'
    when progress.status <> before.status then least(before.next_poll_at, progress_now.at + shop.poll_pause(progress, progress_now.at))
    else before.next_poll_at end;
  return progress;
end;
$$;

-- Moves a parcel to the status that its courier told, and its order with it. Takes the order, locked, the booking, the parcel's progress
-- and the status. Returns the code of what refused it, null where it moved.
create function shop.move_by_courier(sent public.orders, booking public.courier_bookings, progress public.parcel_progress,
                                     status shop.shipment_status)
returns text
language plpgsql set search_path = ''
as $$
declare
  refusal text;
begin
  begin
    perform shop.quote_courier(concat_ws(': ', (select c.name from public.couriers c where c.id = booking.courier_id),
                                         nullif(progress.last_label, '')));
    perform shop.move_together(sent, null, null, booking.shipment_id, move_by_courier.status);
  exception when sqlstate 'PGRST' then
    get stacked diagnostics refusal = message_text;
  end;
  perform shop.quote_courier('');
  return left(refusal::jsonb ->> 'code', 60);
end;
$$;

-- Brings the row of a booking up to date with its events, and the shop's status of the parcel after it. Takes the booking's id and the
-- time.
create function shop.update_progress(booking_id text, at timestamptz default now()) returns void
language plpgsql set search_path = ''
as $$
declare
  booking public.courier_bookings;
  sent public.orders;
  parcel public.shipments;
  before public.parcel_progress;
  progress public.parcel_progress;
  wanted shop.shipment_status;
begin
  perform shop.lock_orders(array (select s.order_id from public.shipments s join public.courier_bookings b on b.shipment_id = s.id
                                  where b.id = update_progress.booking_id));
  select o.* into sent from public.orders o join public.shipments s on s.order_id = o.id
    join public.courier_bookings b on b.shipment_id = s.id
   where b.id = update_progress.booking_id;
  select b.* into booking from public.courier_bookings b where b.id = update_progress.booking_id and b.tracking_number <> '';
  if not found then
    return;
  end if;
  select s.* into parcel from public.shipments s where s.id = booking.shipment_id for no key update;
  select p.* into before from public.parcel_progress p where p.booking_id = booking.id for update;
  progress := shop.progress_now(booking, before, update_progress.at);

  wanted := shop.shipment_status_by(progress.status);
  if booking.state = 'booked' and parcel.archived_at is null and progress.contradiction is null and shop.may_follow(parcel.status, wanted)
     -- Where the order was cancelled or deleted, its parcel can only come back.
     and (shop.is_back(wanted) or sent.archived_at is null and sent.status <> 'cancelled') then
    progress.refused_because := shop.move_by_courier(sent, booking, progress, wanted);
  end if;

  insert into public.parcel_progress as p select progress.*
  on conflict on constraint parcel_progress_pkey do update
     set (status, status_since, attempts, reason, attempted_at, advice_due_by, last_event_at, last_label, contradiction,
          refused_because, next_poll_at) =
         (excluded.status, excluded.status_since, excluded.attempts, excluded.reason, excluded.attempted_at,
          excluded.advice_due_by, excluded.last_event_at, excluded.last_label, excluded.contradiction,
          excluded.refused_because, excluded.next_poll_at);
  if progress.status in ('attempted', 'advice_due') or before.status in ('attempted', 'advice_due') then
    perform shop.ask_about_attempt(booking.id, update_progress.at);
  end if;
end;
$$;

-- Brings parcels up to date that a courier told something about. Takes the courier, the parcels' tracking numbers and the time. What nobody
-- booked is passed over.
create function shop.follow_courier(courier_id text, tracking_numbers text[], at timestamptz default now()) returns void
language plpgsql set search_path = ''
as $$
declare
  booked constant text[] := array (
    select b.id from public.courier_bookings b
     where b.courier_id = follow_courier.courier_id and b.tracking_number <> ''
       and shop.tracking_key(b.tracking_number) = any (array (select shop.tracking_key(n) from unnest(tracking_numbers) n)) order by b.id);
begin
  perform shop.lock_orders(array (select s.order_id from public.shipments s join public.courier_bookings b on b.shipment_id = s.id
                                  where b.id = any (booked)));
  perform shop.update_progress(t.id, follow_courier.at) from unnest(booked) as t (id);
end;
$$;

-- Keeps what a courier told. Takes the courier and [{tracking_number, event_key, label, label_key, code, reason, station, happened_at,
-- meaning}]. What is there already changes nothing. A label without a meaning becomes a row for staff, as long as there is room for it.
-- Their parcels follow (parcels/reading_progress.sql). Takes the time, too. Returns {stored: how many were new, refused: how many new ones
-- their parcels have no room for}.
create function public.store_courier_events(courier_id text, events jsonb, at timestamptz default now()) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  stored integer;
  wanted integer;
begin
  with told as (
    select distinct on (e.event_key) e.*, shop.tracking_key(e.tracking_number) as tracking_key
      from jsonb_to_recordset(events) as e (tracking_number text, event_key text, label text, label_key text, code text, reason text,
                                            station text, happened_at timestamptz, meaning text)
     order by e.event_key
  ), fresh as (
    select t.*, row_number() over (partition by t.tracking_key order by t.happened_at nulls last, t.event_key) as place
      from told t
     where not exists (select from public.courier_events o where o.event_key = t.event_key
                       and o.courier_id = store_courier_events.courier_id)
  ), counted as (
    select k.tracking_key, (select count(*) from public.courier_events o where o.courier_id = store_courier_events.courier_id
                            and o.tracking_key = k.tracking_key) as kept
      from (select distinct f.tracking_key from fresh f) k
  ), added as (
    insert into public.courier_events (courier_id, tracking_key, event_key, label, label_key, code, reason, station, happened_at, meaning)
    select store_courier_events.courier_id, t.tracking_key, t.event_key, left(t.label, 200), coalesce(t.label_key, ''),
    left(coalesce(t.code, ''), 40), left(coalesce(t.reason, ''), 200),
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

-- Says what a label means, from now on and of what was told before: those parcels follow. Takes its id, the meaning and the staff member.
-- Returns what `unknown_courier_labels` does. Refuses 404 `courier_label_not_found`.
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
    select distinct e.tracking_key from public.courier_events e where e.courier_id = explained.courier_id
    and e.label_key = explained.label_key));
  return public.unknown_courier_labels();
end;
$$;

-- Trigger: a parcel has a row from when it is booked, with what its courier told before we knew its number.
create function shop.begin_progress() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.update_progress(new.id);
  return null;
end;
$$;

create trigger courier_bookings_progress after insert or update of state on public.courier_bookings
  for each row when (new.state in ('booked', 'cancelled')) execute function shop.begin_progress();

-- Writes down what a courier without an API says of a parcel, as its portal shows it or its rider told. It counts as any courier's word
-- does. Takes the booking, what it means (src/domain/couriers/parcel-status.ts) and in words, when it happened, and the staff member. The
-- same of the same minute is kept once. Refuses 404 `booking_not_found`, 409 `courier_answers` where the courier is asked by its API, 422
-- `happenedAt` in the future or before the booking.
create function public.note_courier_word(booking_id text, meaning text, words text, happened_at timestamptz, actor uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  booking public.courier_bookings;
  courier public.couriers;
  parcel public.shipments;
  minute constant timestamptz := date_trunc('minute', happened_at);
begin
  perform shop.act_as(actor);
  select b.* into booking from public.courier_bookings b where b.id = note_courier_word.booking_id and b.state = 'booked'
    and b.tracking_number <> '';
  if not found then
    perform shop.refuse('booking_not_found');
  end if;
  select c.* into courier from public.couriers c where c.id = booking.courier_id;
  if courier.adapter <> 'generic' then
    perform shop.refuse('courier_answers', jsonb_build_object('courier', courier.name));
  elsif minute > now() then
    perform shop.refuse_field('happenedAt', 'This is in the future');
  elsif minute < date_trunc('minute', booking.created_at) then
    perform shop.refuse_field('happenedAt', 'The parcel was booked later');
  end if;
  parcel := shop.lock_shipment(booking.shipment_id);
  insert into public.courier_events (courier_id, tracking_key, event_key, label, happened_at, meaning)
  values (courier.id, shop.tracking_key(booking.tracking_number), concat_ws('/', booking.id, meaning, extract(epoch from minute)::bigint),
          words, minute, meaning)
  on conflict on constraint courier_events_unique do nothing;
  if not found then
    -- Said again after it was taken back, it counts again.
    delete from shop.words_taken_back t using public.courier_events e
     where e.id = t.event_id and e.courier_id = courier.id
       and e.event_key = concat_ws('/', booking.id, note_courier_word.meaning, extract(epoch from minute)::bigint);
    if not found then
      return;
    end if;
  end if;
  perform shop.update_progress(booking.id);
  -- Where the parcel moved, the timeline says so already.
  if exists (select from public.shipments s where s.id = parcel.id and s.status = parcel.status) then
    perform shop.log_order_event(parcel.order_id, 'parcel', parcel.shipment_number, null, null, concat_ws(': ', courier.name, words));
  end if;
end;
$$;

grant execute on function public.store_courier_events, public.explain_courier_label, public.note_courier_word to service_role;
