-- Parcels that somebody has to do something about, each with its age and what is known of it; claims for those that a courier lost; and the
-- steps of a parcel as its customer may see them.

-- So many working days after a day: couriers deliver on every day but Sunday.
create function shop.working_day_after(day date, days integer) returns date
language sql immutable set search_path = ''
as $$
  select d::date from generate_series(day + 1, day + days * 2 + 2, interval '1 day') d where extract(isodow from d) <> 7
    order by d offset days - 1 limit 1;
$$;

-- What about a parcel does not fit together, as a key by which staff settle it; null where all is well. Takes its row, the shop's status of
-- it and of its order.
create function shop.unclear_key(progress public.parcel_progress, parcel shop.shipment_status, of_order shop.order_status) returns text
language sql immutable set search_path = ''
as $$
  select case when progress.contradiction is not null or progress.refused_because is not null
                or progress.status = 'delivered' and (shop.is_back(parcel) or of_order = 'cancelled')
                or progress.status in ('return_started', 'returned', 'lost') and parcel = 'delivered'
              then concat_ws('/', progress.status, progress.contradiction, progress.refused_because, parcel, of_order) end;
$$;

-- What the desk owes a parcel that nobody took. `settle`: nobody knows whether the courier has the advice. `advise`: tell the courier what
-- is clear. `call`: the customer. `ask`: nobody has asked them yet. `wait`: for an answer, or until the courier has heard.
create type shop.desk_step as enum ('settle', 'advise', 'call', 'ask', 'wait');

-- What the desk does next about a parcel of the list `attempts`; null for another. Takes its row, its latest question, advice and call, and
-- the time.
create function shop.desk_step_of(progress public.parcel_progress, question public.delivery_questions, advice public.parcel_advices,
                                  called public.parcel_calls,
                                  at timestamptz) returns shop.desk_step
language sql stable set search_path = ''
as $$
  select case when advice.state = 'unknown' then 'settle'
              when progress.status not in ('attempted', 'advice_due') then null
              when advice.attempted_at = progress.attempted_at and advice.state in ('intended', 'calling') then 'wait'
              when advice.attempted_at = progress.attempted_at and advice.state in ('failed', 'dropped') then 'advise'
              -- They did not pick up, or asked for another call: two hours later, or before it is too late.
              when called.attempted_at = progress.attempted_at and called.outcome in ('no_answer', 'call_later')
                then case when called.created_at > at - interval '2 hours' and progress.advice_due_by > at + interval '2 hours'
                          then 'wait' else 'call' end
              when question.attempted_at is null or question.attempted_at < progress.attempted_at then 'call'
              when shop.is_advice(question.answer) then 'advise'
              when question.answer is not null then 'call'
              -- Neither an answer nor much time.
              when progress.advice_due_by < at + interval '2 hours' then 'call'
              when question.asked_at is null
                   and (question.mail_id is null or exists (select from public.mail_outbox m where m.id = question.mail_id
                                                            and m.failed_at is not null))
                then case when question.ask_at <= at then 'ask' else 'wait' end
              else 'wait' end::shop.desk_step;
$$;

create type shop.parcel_list as enum ('attempts', 'late', 'stale', 'not_received', 'lost', 'unclear');

-- The steps of an order's parcels for its customer, from a list of what may be said: which step, when, and of an attempt the reason, never
-- a courier's own words, a station, a name or a number. Returns {parcels: [{shipment_number, steps: [{step, reason, at}]}]}, or {} where no
-- parcel is booked.
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
       and shop.is_word_kept(e.id)
      left join public.courier_labels l on l.courier_id = e.courier_id and l.label_key = e.label_key and e.label_key <> ''
     cross join lateral (select split_part(coalesce(l.meaning, e.meaning), ':', 1) as step,
                         split_part(coalesce(l.meaning, e.meaning), ':', 2) as reason) m
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
     where t.step = 'delivered' and (t.p).status = 'delivered' or t.step in ('return_started', 'returned')
       and (t.p).status in ('return_started', 'returned')
     group by 1, 2
  )
  select coalesce((
    select jsonb_build_object('parcels', jsonb_agg(jsonb_build_object('shipment_number', k.shipment_number, 'steps', (
             select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('step', s.step, 'reason', nullif(s.reason, ''), 'at', s.at))
                              order by s.at, array_position(array['booked', 'picked', 'in_transit', 'out_for_delivery', 'attempted',
                                                                  'delivered', 'coming_back'], s.step))
               from steps s where s.shipment_number = k.shipment_number)) order by k.created_at))
      from booked k having count(*) > 0), '{}');
$$;

-- What the page of an order asks about a parcel that the rider could not hand over: {delivery_question: {id, reason, due_by, answer,
-- answered_at, outcome}}, or {} where nothing waits. `outcome` is what the answer became: `advice`, or `call` when the desk calls.
create function shop.page_question_json(order_id text) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce((
    select jsonb_build_object('delivery_question', jsonb_build_object(
             'id', q.id, 'reason', p.reason, 'due_by', p.advice_due_by, 'answer', q.answer, 'answered_at', q.answered_at,
             'outcome', case when q.answer is null then null
                             when exists (select from public.parcel_advices a where a.question_id = q.id
                                          and a.state in ('intended', 'calling', 'sent', 'unknown')) then 'advice'
                             else 'call' end))
      from public.shipments s
      join public.courier_bookings b on b.shipment_id = s.id and b.state = 'booked'
      join public.parcel_progress p on p.booking_id = b.id and p.status in ('attempted', 'advice_due', 'advised')
      join public.delivery_questions q on q.booking_id = b.id and q.attempted_at >= p.attempted_at
      and (q.closed_at is null or q.answer is not null)
     where s.order_id = page_question_json.order_id and s.archived_at is null and not shop.is_over(s.status)
     order by q.attempted_at desc limit 1), '{}');
$$;
