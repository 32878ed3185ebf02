-- Parcels that somebody has to do something about, each with its age and what is known of it; claims for those that a courier lost; and the steps of a parcel as
-- its customer may see them.

create type shop.courier_claim_state as enum ('open', 'asked', 'paid', 'refused');

-- What a courier owes for a parcel that it lost, as far as staff brought it. Money is booked nowhere by it.
create table public.courier_claims (
  id text primary key default shop.new_id(),
  booking_id text not null references public.courier_bookings (id),
  -- In rupees.
  amount numeric(12, 2) not null,
  -- Until when the courier takes the claim.
  deadline date not null,
  state shop.courier_claim_state not null default 'open',
  notes text not null default '',
  opened_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint courier_claims_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint courier_claims_once unique (booking_id),
  constraint courier_claims_amount_range check (amount between 1 and 1000000),
  constraint courier_claims_notes_length check (char_length(notes) <= 1000)
);

create index courier_claims_by_opener on public.courier_claims (opened_by) where opened_by is not null;
create trigger courier_claims_touched before update on public.courier_claims for each row execute function shop.touch_updated_at();

alter table public.courier_claims enable row level security;
grant select, insert, update on public.courier_claims to service_role;

-- Opens a claim for a parcel, or changes it. Takes the booking, {amount, deadline, state, notes}, the staff member, and the version they saw, null for a new one.
-- The order's timeline keeps each step. Refuses 404 `booking_not_found`, 409 `edited_meanwhile`, also when somebody opened one meanwhile.
create function public.save_courier_claim(booking_id text, fields jsonb, actor uuid, expected_version timestamptz default null) returns void
language plpgsql set search_path = ''
as $$
declare
  booking public.courier_bookings;
  parcel public.shipments;
  before public.courier_claims;
  saved public.courier_claims;
begin
  perform shop.act_as(actor);
  select b.* into booking from public.courier_bookings b where b.id = save_courier_claim.booking_id;
  if not found then
    perform shop.refuse('booking_not_found');
  end if;
  parcel := shop.lock_shipment(booking.shipment_id);
  select c.* into before from public.courier_claims c where c.booking_id = booking.id for update;
  if before.id is not null then
    perform shop.check_version(before.updated_at, coalesce(expected_version, '-infinity'));
  end if;
  insert into public.courier_claims as c (booking_id, amount, deadline, state, notes, opened_by)
  values (booking.id, (fields ->> 'amount')::numeric, (fields ->> 'deadline')::date, (fields ->> 'state')::shop.courier_claim_state, fields ->> 'notes', actor)
  on conflict on constraint courier_claims_once do update
     set (amount, deadline, state, notes) = (excluded.amount, excluded.deadline, excluded.state, excluded.notes)
  returning * into saved;
  perform shop.log_order_event(parcel.order_id, 'parcel', parcel.shipment_number, null,
    jsonb_build_object('claim_with', (select c.name from public.couriers c where c.id = booking.courier_id), 'claimed', saved.amount,
                       'claim_until', saved.deadline, 'claim', saved.state), saved.notes);
end;
$$;

-- So many working days after a day: couriers deliver on every day but Sunday.
create function shop.working_day_after(day date, days integer) returns date
language sql immutable set search_path = ''
as $$
  select d::date from generate_series(day + 1, day + days * 2 + 2, interval '1 day') d where extract(isodow from d) <> 7 order by d offset days - 1 limit 1;
$$;

-- What about a parcel does not fit together, as a key by which staff settle it; null where all is well. Takes its row, the shop's status of it and of its order.
create function shop.unclear_key(progress public.parcel_progress, parcel shop.shipment_status, of_order shop.order_status) returns text
language sql immutable set search_path = ''
as $$
  select case when progress.contradiction is not null or progress.held_because is not null
                or progress.status = 'delivered' and (shop.is_back(parcel) or of_order = 'cancelled')
                or progress.status in ('return_started', 'returned', 'lost') and parcel = 'delivered'
              then concat_ws('/', progress.status, progress.contradiction, progress.held_because, parcel, of_order) end;
$$;

-- Whether pieces of a parcel that came back, or may, are still to be counted, as receipts say. Takes the parcel and its order.
create function shop.awaits_receipt(parcel public.shipments, of_order public.orders) returns boolean
language sql stable set search_path = ''
as $$
  select -- Not counted as complete,
         parcel.received_at is null
     -- some of the order is out,
     and exists (select from shop.pieces_out(of_order) p where p.out > 0)
     -- and it is not just in other parcels that some of it lies.
     and not (exists (select from public.receipts r where r.shipment_id = parcel.id and r.inspects is null)
              and exists (select from public.shipments o where o.order_id = parcel.order_id and o.id <> parcel.id and o.archived_at is null and not shop.is_back(o.status)));
$$;

-- What the desk owes a parcel that nobody took. `settle`: nobody knows whether the courier has the advice. `advise`: tell the courier what is clear. `call`: the customer.
-- `ask`: nobody has asked them yet. `wait`: for an answer, or until the courier has heard.
create type shop.desk_step as enum ('settle', 'advise', 'call', 'ask', 'wait');

-- What the desk does next about a parcel of the list `attempts`; null for another. Takes its row, its latest question, advice and call, and the time.
create function shop.desk_step_of(progress public.parcel_progress, question public.delivery_questions, advice public.parcel_advices, called public.parcel_calls,
                                  at timestamptz) returns shop.desk_step
language sql stable set search_path = ''
as $$
  select case when advice.state = 'unknown' then 'settle'
              when progress.status not in ('attempted', 'advice_due') then null
              when advice.attempted_at = progress.attempted_at and advice.state in ('intended', 'calling') then 'wait'
              when advice.attempted_at = progress.attempted_at and advice.state in ('failed', 'dropped') then 'advise'
              -- They did not pick up, or asked for another call: two hours later, or before it is too late.
              when called.attempted_at = progress.attempted_at and called.outcome in ('no_answer', 'call_later')
                then case when called.created_at > at - interval '2 hours' and progress.advice_due_by > at + interval '2 hours' then 'wait' else 'call' end
              when question.attempted_at is null or question.attempted_at < progress.attempted_at then 'call'
              when question.answer in ('tomorrow', 'address', 'not_wanted') then 'advise'
              when question.answer is not null then 'call'
              -- Neither an answer nor much time.
              when progress.advice_due_by < at + interval '2 hours' then 'call'
              when question.asked_at is null
                   and (question.mail_id is null or exists (select from public.mail_outbox m where m.id = question.mail_id and m.failed_at is not null))
                then case when question.ask_at <= at then 'ask' else 'wait' end
              else 'wait' end::shop.desk_step;
$$;

create type shop.parcel_list as enum ('attempts', 'late', 'stale', 'not_received', 'lost', 'unclear');

-- Booked parcels with the lists that each is on. Takes the most working days that a parcel takes to each city {city: days}, the time, and a booking, or null for
-- all that may be on one. What the desk owes comes first, then what waits longest.
create function shop.listed_parcels(days_by_city jsonb, at timestamptz, only_booking text default null)
returns table (booking_id text, lists shop.parcel_list[], promised_by date, desk_step shop.desk_step, sort_at timestamptz)
language sql stable set search_path = ''
as $$
  select b.id, array_remove(array[
           case when p.status in ('attempted', 'advice_due') and not shop.is_over(s.status) or (a.advice).state = 'unknown' and p.status < 'delivered' then 'attempts' end,
           case when d.promised_by < shop.day_of(at) and p.status not in ('attempted', 'advice_due', 'return_started', 'lost') and not shop.has_ended(p.status)
                     and not shop.is_over(s.status) then 'late' end,
           case when coalesce(p.last_event_at, p.status_since) < at - interval '10 days' and not shop.has_ended(p.status) and p.status <> 'lost'
                     and (not shop.is_over(s.status) or p.status = 'return_started') then 'stale' end,
           case when (p.status = 'returned' and p.status_since < at - interval '7 days' or s.status = 'returned' and s.updated_at < at - interval '7 days')
                     and shop.is_back(s.status) and shop.awaits_receipt(s, o) then 'not_received' end,
           case when c.state in ('open', 'asked')
                     or p.status = 'lost' and c.id is null
                        -- What is written off as missing is owed all the same.
                        and not exists (select from public.receipts r where r.shipment_id = s.id and r.disposition <> 'missing') then 'lost' end,
           case when u.key is not null and u.key <> p.settled or (a.advice).state = 'unknown' then 'unclear' end]::shop.parcel_list[], null),
         d.promised_by, shop.desk_step_of(p, q.question, a.advice, l.called, at), coalesce(p.advice_due_by, p.last_event_at, p.status_since)
    from public.courier_bookings b
    join public.shipments s on s.id = b.shipment_id and s.archived_at is null
    join public.orders o on o.id = s.order_id and o.archived_at is null
    join public.parcel_progress p on p.booking_id = b.id
    left join public.courier_claims c on c.booking_id = b.id
    left join lateral (select x as advice from public.parcel_advices x where x.booking_id = b.id order by x.created_at desc, x.id desc limit 1) a on true
    left join lateral (select x as question from public.delivery_questions x where x.booking_id = b.id order by x.attempted_at desc limit 1) q on true
    left join lateral (select x as called from public.parcel_calls x where x.booking_id = b.id order by x.created_at desc, x.id desc limit 1) l on true
   cross join lateral (select shop.unclear_key(p, s.status, o.status) as key) u
   cross join lateral (select coalesce(s.estimated_delivery_date, shop.working_day_after(shop.day_of(coalesce(s.shipped_date, b.created_at)),
                                coalesce((days_by_city ->> coalesce(o.city_known, o.city))::integer, 5))) as promised_by) d
   where b.state = 'booked'
     and (b.id = only_booking
          or only_booking is null
             -- What arrived and is settled is most of the table.
             and (p.status <> 'delivered' or s.status <> 'delivered' or o.status <> 'delivered' or p.contradiction is not null or c.state in ('open', 'asked')));
$$;

-- A parcel of these lists as staff see it. Takes what `shop.listed_parcels` says of it.
create function shop.parcel_row(booking_id text, promised_by date, desk_step shop.desk_step) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
           'id', b.id, 'shipment_id', s.id, 'shipment_number', s.shipment_number, 'shipment_status', s.status, 'shipment_updated_at', s.updated_at,
           'order_id', o.id, 'order_number', o.order_number, 'courier', c.name, 'takes_advice', shop.takes_advice(c.adapter), 'is_generic', c.adapter = 'generic',
           'tracking_number', b.tracking_number, 'collect', b.collect, 'worth', greatest(o.subtotal - o.discount, 0),
           'status', p.status, 'reason', p.reason, 'attempts', p.attempts, 'status_since', p.status_since, 'last_event_at', p.last_event_at,
           'last_label', p.last_label, 'promised_by', parcel_row.promised_by, 'advice_due_by', p.advice_due_by, 'contradiction', p.contradiction,
           'held_because', p.held_because, 'is_unclear', coalesce(shop.unclear_key(p, s.status, o.status) <> p.settled, false),
           'poll_problem', p.poll_problem, 'recipient_name', o.customer_name, 'recipient_phone', o.customer_phone, 'city', coalesce(o.city_known, o.city),
           'desk_step', parcel_row.desk_step,
           'question', (select jsonb_build_object('ask_at', q.ask_at, 'by_mail', q.mail_id is not null, 'asked_at', q.asked_at, 'answer', q.answer,
                                                  'answered_at', q.answered_at)
                          from public.delivery_questions q where q.booking_id = b.id and q.attempted_at >= coalesce(p.attempted_at, q.attempted_at)
                         order by q.attempted_at desc limit 1),
           'advice', (select jsonb_build_object('action', a.action, 'state', a.state, 'problem', a.problem, 'remarks', a.remarks, 'created_at', a.created_at)
                        from public.parcel_advices a where a.booking_id = b.id order by a.created_at desc, a.id desc limit 1),
           'calls', (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'outcome', l.outcome, 'note', l.note, 'created_at', l.created_at,
                                                                  'actor_name', (select t.username from public.staff t where t.id = l.actor)) order by l.created_at desc, l.id), '[]')
                       from public.parcel_calls l where l.booking_id = b.id and l.attempted_at >= coalesce(p.attempted_at, l.attempted_at)),
           'claim', (select jsonb_build_object('amount', l.amount, 'deadline', l.deadline, 'state', l.state, 'notes', l.notes, 'updated_at', l.updated_at)
                       from public.courier_claims l where l.booking_id = b.id))
    from public.courier_bookings b
    join public.shipments s on s.id = b.shipment_id
    join public.orders o on o.id = s.order_id
    join public.couriers c on c.id = b.courier_id
    join public.parcel_progress p on p.booking_id = b.id
   where b.id = parcel_row.booking_id;
$$;

-- A page of a list of parcels: attempts for which the desk has to do something by their deadline, then those that wait; all others the longest waiting first. Takes
-- the list, the most working days that a parcel takes to each city {city: days}, a pattern for order, parcel and tracking number and a courier (each may be null), how
-- many rows to skip and to return, and the time. Returns {items, total}.
create function public.list_parcels_under_way(list shop.parcel_list, days_by_city jsonb, number_like text, courier_id text, page_offset integer, page_limit integer,
                                              at timestamptz default now()) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  answer jsonb;
begin
  with listed as materialized (
    select l.* from shop.listed_parcels(days_by_city, list_parcels_under_way.at) l
      join public.courier_bookings b on b.id = l.booking_id join public.shipments s on s.id = b.shipment_id
     where list = any (l.lists)
       and (list_parcels_under_way.courier_id is null or b.courier_id = list_parcels_under_way.courier_id)
       and (number_like is null or s.order_number ilike number_like or s.shipment_number ilike number_like or b.tracking_number ilike number_like)
  ), shown as (
    select l.booking_id, l.promised_by, l.desk_step, row_number() over (order by list = 'attempts' and l.desk_step = 'wait', l.sort_at, l.booking_id) as place
      from listed l order by place offset page_offset limit page_limit
  )
  select jsonb_build_object(
           'items', (select coalesce(jsonb_agg(shop.parcel_row(s.booking_id, s.promised_by, s.desk_step) order by s.place), '[]') from shown s),
           'total', (select count(*) from listed))
    into answer;
  return answer;
end;
$$;

-- How many parcels each list has: {list: number}, and {desk: for how many of the attempts the desk has to do something now, unknown_labels: words of couriers that nobody
-- understands}. Takes {city: days} and the time.
create function public.count_parcels_under_way(days_by_city jsonb, at timestamptz default now()) returns jsonb
language sql stable set search_path = ''
as $$
  with listed as materialized (
    select * from shop.listed_parcels(days_by_city, count_parcels_under_way.at) l where l.lists <> '{}'
  )
  select (select jsonb_object_agg(k, (select count(*) from listed l where k = any (l.lists))) from unnest(enum_range(null::shop.parcel_list)) k)
      || jsonb_build_object('desk', (select count(*) from listed l where 'attempts' = any (l.lists) and l.desk_step <> 'wait'),
                            'unknown_labels', (select count(*) from public.courier_labels c where c.meaning is null));
$$;

-- One booked parcel as the lists have it. Takes the booking and {city: days}. Refuses 404 `booking_not_found`.
create function public.parcel_under_way(booking_id text, days_by_city jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  found_row jsonb;
begin
  select shop.parcel_row(l.booking_id, l.promised_by, l.desk_step) into found_row
    from shop.listed_parcels(days_by_city, now(), parcel_under_way.booking_id) l;
  if found_row is null then
    perform shop.refuse('booking_not_found');
  end if;
  return found_row;
end;
$$;

-- Settles what does not fit together about a parcel: staff looked. Takes the booking, the status that the parcel has (null: the one that it has already), why,
-- and the staff member. Refuses 404 `booking_not_found`, and as `set_shipment_status` does.
create function public.settle_parcel(booking_id text, status shop.shipment_status, reason text, actor uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  parcel public.shipments;
begin
  perform shop.act_as(actor);
  select s.* into parcel from public.shipments s join public.courier_bookings b on b.shipment_id = s.id where b.id = settle_parcel.booking_id;
  if not found then
    perform shop.refuse('booking_not_found');
  end if;
  parcel := shop.lock_shipment(parcel.id);
  if settle_parcel.status is not null then
    perform public.set_shipment_status(parcel.id, settle_parcel.status, actor, null, settle_parcel.reason);
  end if;
  perform shop.log_order_event(parcel.order_id, 'parcel', parcel.shipment_number, null, null, concat_ws(': ', 'looked into what the courier says', nullif(settle_parcel.reason, '')));
  update public.parcel_progress p set settled = coalesce(shop.unclear_key(p, s.status, o.status), '')
    from public.shipments s join public.orders o on o.id = s.order_id where p.booking_id = settle_parcel.booking_id and s.id = parcel.id;
end;
$$;

-- The steps of an order's parcels for its customer, from a list of what may be said: which step, when, and of an attempt the reason, never a courier's own
-- words, a station, a name or a number. Returns {parcels: [{shipment_number, steps: [{step, reason, at}]}]}, or {} where no parcel is booked.
create function shop.parcel_steps_json(order_id text) returns jsonb
language sql stable set search_path = ''
as $$
  with booked as (
    select b, p, s.shipment_number, s.created_at from public.courier_bookings b
      join public.shipments s on s.id = b.shipment_id and s.archived_at is null
      join public.parcel_progress p on p.booking_id = b.id
     where s.order_id = parcel_steps_json.order_id and b.state = 'booked'
  ), told as (
    select k.shipment_number, k.p, m.step, m.reason, coalesce(e.happened_at, e.received_at) as at
      from booked k
      join public.courier_events e on e.courier_id = (k.b).courier_id and e.tracking_key = shop.tracking_key((k.b).tracking_number)
      left join public.courier_labels l on l.courier_id = e.courier_id and l.label_key = e.label_key and e.label_key <> ''
     cross join lateral (select split_part(coalesce(l.meaning, e.meaning), ':', 1) as step, split_part(coalesce(l.meaning, e.meaning), ':', 2) as reason) m
  ), steps as (
    select k.shipment_number, 'booked' as step, '' as reason, (k.b).created_at as at from booked k
    union all
    -- The first of what comes once.
    select t.shipment_number, t.step, '', min(t.at) from told t where t.step in ('picked', 'in_transit') group by 1, 2
    union all
    -- Each day that the rider sets out and comes in vain.
    select t.shipment_number, t.step, max(t.reason), min(t.at) from told t where t.step in ('out_for_delivery', 'attempted')
     group by t.shipment_number, t.step, shop.day_of(t.at)
    union all
    -- How it ended, where that is clear.
    select t.shipment_number, case when t.step = 'delivered' then 'delivered' else 'coming_back' end, '', min(t.at) from told t
     where t.step = 'delivered' and (t.p).status = 'delivered' or t.step in ('return_started', 'returned') and (t.p).status in ('return_started', 'returned')
     group by 1, 2
  )
  select coalesce((
    select jsonb_build_object('parcels', jsonb_agg(jsonb_build_object('shipment_number', k.shipment_number, 'steps', (
             select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('step', s.step, 'reason', nullif(s.reason, ''), 'at', s.at))
                              order by s.at, array_position(array['booked', 'picked', 'in_transit', 'out_for_delivery', 'attempted', 'delivered', 'coming_back'], s.step))
               from steps s where s.shipment_number = k.shipment_number)) order by k.created_at))
      from booked k having count(*) > 0), '{}');
$$;

-- What the page of an order asks about a parcel that the rider could not hand over: {delivery_question: {id, reason, due_by, answer, answered_at, outcome}}, or {}
-- where nothing waits. `outcome` is what the answer became: `advice`, or `call` when the desk calls.
create function shop.page_question_json(order_id text) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce((
    select jsonb_build_object('delivery_question', jsonb_build_object(
             'id', q.id, 'reason', p.reason, 'due_by', p.advice_due_by, 'answer', q.answer, 'answered_at', q.answered_at,
             'outcome', case when q.answer is null then null
                             when exists (select from public.parcel_advices a where a.question_id = q.id and a.state in ('intended', 'calling', 'sent', 'unknown')) then 'advice'
                             else 'call' end))
      from public.shipments s
      join public.courier_bookings b on b.shipment_id = s.id and b.state = 'booked'
      join public.parcel_progress p on p.booking_id = b.id and p.status in ('attempted', 'advice_due', 'advised')
      join public.delivery_questions q on q.booking_id = b.id and q.attempted_at >= p.attempted_at and (q.closed_at is null or q.answer is not null)
     where s.order_id = page_question_json.order_id and s.archived_at is null and not shop.is_over(s.status)
     order by q.attempted_at desc limit 1), '{}');
$$;

grant execute on function public.save_courier_claim, public.list_parcels_under_way, public.count_parcels_under_way, public.parcel_under_way, public.settle_parcel to service_role;
