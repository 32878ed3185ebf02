-- Where each booked parcel is. It follows from what its courier told and from the advice that was sent, in whatever order that arrived and
-- however often: the events are the truth, the row is their sum. The courier's word moves the shop's own status of the parcel forward only,
-- through the one door (`shop.move_together`); what contradicts itself moves nothing and waits for staff.

-- Until when a courier takes advice about an attempt: so many hours after it, by courier and reason (parcels/couriers.sql), and on that day
-- before its cut-off.
create function shop.advice_due_by(courier_id text, reason text, attempted_at timestamptz) returns timestamptz
language sql stable set search_path = ''
as $$
  select case when cut.off > advice_due_by.attempted_at then least(due.at, cut.off) else due.at end
    from public.couriers c
   cross join lateral (select advice_due_by.attempted_at + make_interval(hours => coalesce(
             (select h.hours from public.courier_advice_hours h
               where h.courier_id = c.id and h.reason in (advice_due_by.reason, '') order by h.reason desc limit 1), 24)) as at) due
   cross join lateral (select (shop.day_of(due.at) + c.cut_off) at time zone 'Asia/Karachi' as off) cut
   where c.id = advice_due_by.courier_id;
$$;

-- Whether two words of a courier exclude each other. A parcel that is on its way back, is back, was lost or called off is not delivered,
-- and the other way round.
create function shop.contradicts(told shop.parcel_status, before shop.parcel_status) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select case when before < 'delivered' or told = before or told in ('booked', 'attempted', 'advice_due', 'advised') then false
              -- Scans that arrive late say nothing against an end; a parcel that moves was neither lost nor called off.
              when told < 'delivered' then before in ('lost', 'cancelled')
              when before = 'return_started' then told in ('delivered', 'cancelled')
              when before = 'returned' then told in ('delivered', 'lost', 'cancelled')
              -- What was lost or called off may come back.
              when before in ('lost', 'cancelled') then told in ('delivered', 'lost', 'cancelled')
              else true end;
$$;

-- A word about a parcel: what it means (null: nobody knows), the reason of an attempt or an empty text, when, whether the courier gave no
-- date, and its own words, empty where they are ours.
create type shop.parcel_word as (status shop.parcel_status, reason text, at timestamptz, is_undated boolean, label text);

-- What was told and advised about a booked parcel, in the order in which the courier dates it; what has no date comes last. Takes the
-- booking.
create function shop.words_about(booking public.courier_bookings) returns setof shop.parcel_word
language sql stable set search_path = ''
as $$
  select w.status, w.reason, coalesce(w.dated_at, w.received_at), w.dated_at is null, w.label
    from (select split_part(m.meaning, ':', 1)::shop.parcel_status as status, split_part(m.meaning, ':', 2) as reason,
                 e.happened_at as dated_at, e.received_at, e.label, e.event_key
            from public.courier_events e
            left join public.courier_labels l on l.courier_id = e.courier_id and l.label_key = e.label_key and e.label_key <> ''
           cross join lateral (select coalesce(l.meaning, e.meaning) as meaning) m
           where e.courier_id = booking.courier_id and e.tracking_key = shop.tracking_key(booking.tracking_number)
             and shop.is_word_kept(e.id)
           union all
          select 'advised', '', a.sent_at, a.sent_at, '', a.id
            from public.parcel_advices a where a.booking_id = booking.id and a.state = 'sent'
           union all
          -- We called it off ourselves.
          select 'cancelled', '', null, booking.updated_at, '', '' where booking.state = 'cancelled') w
   order by w.dated_at nulls last, w.status nulls first, w.reason, w.event_key;
$$;

-- Where a parcel is that has ended, after one more word: what contradicts its end is noted, and what was lost or called off may come back.
create function shop.after_end(so_far public.parcel_progress, told shop.parcel_word) returns public.parcel_progress
language plpgsql immutable set search_path = ''
as $$
declare
  progress public.parcel_progress := so_far;
begin
  if shop.contradicts(told.status, progress.status) then
    progress.contradiction := told.status;
  elsif told.status in ('return_started', 'returned') and (told.status > progress.status or progress.status in ('lost', 'cancelled')) then
    progress.status := told.status;
    progress.status_since := told.at;
  end if;
  return progress;
end;
$$;

-- Where a parcel under way is after one more word.
create function shop.after_word(so_far public.parcel_progress, told shop.parcel_word) returns public.parcel_progress
language plpgsql immutable set search_path = ''
as $$
declare
  progress public.parcel_progress := so_far;
begin
  case told.status
    when 'attempted' then
      if so_far.attempted_at is not null and so_far.status <> 'advised' and told.at < so_far.attempted_at + interval '6 hours' then
        progress.reason := case when told.reason = 'other' then so_far.reason else told.reason end;
        return progress;
      end if;
      progress.attempts := so_far.attempts + 1;
      progress.attempted_at := told.at;
      progress.reason := told.reason;
    when 'advice_due' then
      if so_far.status in ('advice_due', 'advised') then
        return so_far;
      elsif so_far.status <> 'attempted' then
        progress.attempted_at := told.at;
        progress.reason := 'other';
      end if;
    when 'advised' then
      if so_far.status not in ('attempted', 'advice_due') then
        return so_far;
      end if;
    when 'out_for_delivery' then
      progress.attempted_at := null;
      if so_far.status = 'out_for_delivery' then
        return progress;
      end if;
    else
      -- A parcel that waits for advice lies in a warehouse: that it is scanned there moves nothing.
      if told.status <= so_far.status then
        return so_far;
      end if;
  end case;
  progress.status := told.status;
  progress.status_since := told.at;
  return progress;
end;
$$;

-- Where a parcel is, as its events say. Takes the booking. Returns the part of its row that follows from them: nothing is written. Events
-- count in the order in which the courier dates them; those without a date say only how far the parcel has come. Repeated attempts within
-- six hours are one.
create function shop.progress_of(booking public.courier_bookings) returns public.parcel_progress
language plpgsql stable set search_path = ''
as $$
declare
  progress public.parcel_progress;
  told shop.parcel_word;
  has_dates boolean := false;
begin
  progress.booking_id := booking.id;
  progress.status := 'booked';
  progress.status_since := booking.created_at;
  progress.attempts := 0;
  progress.reason := '';
  progress.last_label := '';
  for told in select * from shop.words_about(booking) loop
    if told.label <> '' and (not told.is_undated or not has_dates) then
      has_dates := not told.is_undated;
      progress.last_event_at := greatest(progress.last_event_at, told.at);
      progress.last_label := told.label;
    end if;
    if told.status is null then
      continue;
    elsif progress.status >= 'delivered' then
      progress := shop.after_end(progress, told);
    elsif not told.is_undated or told.status > progress.status then
      progress := shop.after_word(progress, told);
    end if;
  end loop;
  if progress.status >= 'delivered' then
    progress.attempted_at := null;
  elsif progress.status in ('attempted', 'advice_due') then
    progress.advice_due_by := shop.advice_due_by(booking.courier_id, progress.reason, progress.attempted_at);
  end if;
  return progress;
end;
$$;

-- The shop's status for what a courier says of a parcel; null where that says nothing of it.
create function shop.shipment_status_by(status shop.parcel_status) returns shop.shipment_status
language sql immutable parallel safe set search_path = ''
as $$
  select case when status = 'picked' then 'shipped'
              when status in ('in_transit', 'delivered', 'returned') then status::text
              when status in ('out_for_delivery', 'attempted', 'advice_due', 'advised') then 'out_for_delivery'
              when status in ('return_started', 'lost') then 'failed' end::shop.shipment_status;
$$;

-- Whether a shipment may go from one status to another by a courier's word: forward, and never from where it is over, but that what failed
-- is back.
create function shop.may_follow(before shop.shipment_status, wanted shop.shipment_status) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select wanted is not null and wanted > before and (not shop.is_over(before) or before = 'failed' and wanted = 'returned');
$$;

-- Whether there is nothing more to hear of a parcel. A lost one may be found.
create function shop.has_ended(status shop.parcel_status) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select status in ('delivered', 'returned', 'cancelled');
$$;

-- How long to wait before a courier is asked again about a parcel that it answered: often while something may happen, rarely where nothing
-- does.
create function shop.poll_pause(progress public.parcel_progress, at timestamptz) returns interval
language sql immutable set search_path = ''
as $$
  select case when coalesce(progress.last_event_at, progress.status_since) < at - interval '10 days' then interval '12 hours'
              when progress.status in ('out_for_delivery', 'attempted', 'advice_due') then interval '15 minutes'
              when progress.status = 'advised' then interval '1 hour'
              when progress.status in ('return_started', 'lost') then interval '6 hours'
              when progress.status_since < at - interval '1 day' then interval '2 hours'
              else interval '1 hour' end;
$$;

-- The couriers that are to be asked now, for parcels that nobody asks about: [{id, name, adapter}]. Takes the time.
create function public.couriers_to_poll(at timestamptz default now()) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'adapter', c.adapter) order by c.id), '[]')
    from public.couriers c
   where c.adapter <> 'generic'
     and not exists (select from public.courier_polls f where f.courier_id = c.id and f.next_try_at > couriers_to_poll.at)
     and exists (select from public.parcel_progress p join public.courier_bookings b on b.id = p.booking_id
                  where b.courier_id = c.id and p.next_poll_at <= couriers_to_poll.at
                    and coalesce(p.claimed_until, '-infinity') <= couriers_to_poll.at);
$$;

-- Takes on parcels of a courier that are due, the longest waiting first, so that no other run asks about them. Takes the courier, how many,
-- for how many seconds, and the time. Returns their tracking numbers.
create function public.claim_polls(courier_id text, max_parcels integer, claim_seconds integer, at timestamptz default now()) returns text[]
language sql set search_path = ''
as $$
  with due as (
    select p.booking_id, b.tracking_number from public.parcel_progress p join public.courier_bookings b on b.id = p.booking_id
     where b.courier_id = claim_polls.courier_id and p.next_poll_at <= claim_polls.at
       and coalesce(p.claimed_until, '-infinity') <= claim_polls.at
     order by p.next_poll_at, p.booking_id limit max_parcels for update of p skip locked
  ), claimed as (
    update public.parcel_progress p set claimed_until = claim_polls.at + make_interval(secs => claim_seconds)
      from due where due.booking_id = p.booking_id returning due.tracking_number
  )
  select coalesce(array_agg(c.tracking_number order by c.tracking_number), '{}') from claimed c;
$$;

-- Writes down that a courier was asked. Takes the courier, the tracking numbers, what went wrong (null: it answered), whether that was the
-- courier and not these parcels, the time, and what of its answer was left out because it cannot be true. After each failure a parcel waits
-- twice as long, six hours at most; a courier that fails, five minutes.
create function public.note_polls(courier_id text, tracking_numbers text[], problem text, is_courier_down boolean default false,
                                  at timestamptz default now(), left_out text default '')
returns void
language plpgsql set search_path = ''
as $$
begin
  update public.parcel_progress p
     set polled_at = note_polls.at, claimed_until = null, poll_problem = left(coalesce(note_polls.problem, note_polls.left_out), 300),
         poll_failures = case when note_polls.problem is null then 0 else p.poll_failures + 1 end,
         next_poll_at = case when shop.has_ended(p.status) then null
                             when note_polls.problem is null then note_polls.at + shop.poll_pause(p, note_polls.at)
                             else note_polls.at + least(interval '15 minutes' * power(2, least(p.poll_failures, 10)),
                                                        interval '6 hours') end
    from public.courier_bookings b
   where b.id = p.booking_id and b.courier_id = note_polls.courier_id and b.tracking_number = any (note_polls.tracking_numbers);
  insert into public.courier_polls as c (courier_id, answered_at, failing_since, problem, next_try_at)
  values (note_polls.courier_id, case when not is_courier_down then note_polls.at end, case when is_courier_down then note_polls.at end,
          case when is_courier_down then left(coalesce(note_polls.problem, ''), 300) else '' end,
          case when is_courier_down then note_polls.at + interval '5 minutes' end)
  on conflict on constraint courier_polls_pkey do update
     set answered_at = coalesce(excluded.answered_at, c.answered_at), problem = excluded.problem, next_try_at = excluded.next_try_at,
         failing_since = case when is_courier_down then coalesce(c.failing_since, excluded.failing_since) end;
end;
$$;

-- Hints that there is news of parcels: their courier is asked next. Takes couriers' adapter and tracking numbers. Whoever sends it learns
-- and changes nothing else; a courier that fails is still given its pause.
create function public.hint_parcels(adapter shop.courier_adapter, tracking_numbers text[]) returns void
language sql set search_path = ''
as $$
  update public.parcel_progress p set next_poll_at = now()
    from public.courier_bookings b join public.couriers c on c.id = b.courier_id
   where b.id = p.booking_id and c.adapter = hint_parcels.adapter and b.tracking_number <> '' and p.next_poll_at > now()
     -- Somebody who knows the address cannot make the shop ask all the time.
     and coalesce(p.polled_at, '-infinity') < now() - interval '1 minute'
     and shop.tracking_key(b.tracking_number) = any (select shop.tracking_key(n) from unnest(tracking_numbers) n);
$$;

grant execute on function public.couriers_to_poll, public.claim_polls, public.note_polls, public.hint_parcels to service_role;
