-- A rider came in vain: the customer is asked what to do, and the answer becomes advice for the courier, once and before its deadline, or a
-- call at the desk. As with bookings the intent is written before the courier is called, and what nobody knows the end of is not repeated.

-- What a customer wants done with a parcel that the rider could not hand over: kept once, and before the deadline turned into advice where
-- the answer says what to do and the courier takes advice; anything else is a call for the desk. Takes the order's number and key, the
-- question, the answer, with `address` the new one {customerAddress, city, zipCode, cityKnown, cityTakesCash}, and the time. Returns the
-- page. The same answer again changes nothing. Refuses like `shop.open_order_page`, 404 `delivery_question_not_found`, 409
-- `attempt_answered` for another answer, `attempt_over` when the parcel goes on or comes back.
create function public.answer_attempt(order_number text, key text, question_id text, answer shop.delivery_answer,
                                      address jsonb default null, at timestamptz default now())
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  opened public.orders := shop.open_order_page(order_number, key);
  question public.delivery_questions;
  progress public.parcel_progress;
  parcel public.shipments;
  adapter shop.courier_adapter;
  words text;
begin
  opened := shop.lock_order(opened.id);
  select q.* into question
    from public.delivery_questions q join public.courier_bookings b on b.id = q.booking_id join public.shipments s on s.id = b.shipment_id
   where q.id = answer_attempt.question_id and s.order_id = opened.id for update of q;
  if not found then
    perform shop.refuse('delivery_question_not_found');
  elsif question.answer = answer_attempt.answer then
    return public.order_page(order_number, key);
  elsif question.answer is not null then
    perform shop.refuse('attempt_answered');
  end if;
  select s.* into parcel from public.shipments s join public.courier_bookings b on b.shipment_id = s.id
    where b.id = question.booking_id for update of s;
  select p.* into progress from public.parcel_progress p where p.booking_id = question.booking_id for update;
  if question.closed_at is not null or progress.status not in ('attempted', 'advice_due') or shop.is_over(parcel.status) then
    perform shop.refuse('attempt_over');
  end if;
  select c.adapter into adapter from public.courier_bookings b join public.couriers c on c.id = b.courier_id
    where b.id = question.booking_id;
  words := shop.answer_text(answer_attempt.answer, concat_ws(', ', address ->> 'customerAddress',
                                                             nullif(coalesce(address ->> 'city', ''), '')));
  if answer_attempt.answer = 'address' then
    if coalesce(address ->> 'customerAddress', '') = '' then
      perform shop.refuse_field('customerAddress', 'Please enter your address');
    end if;
    update public.orders o
       set customer_address = address ->> 'customerAddress', city = coalesce(address ->> 'city', ''),
         zip_code = coalesce(address ->> 'zipCode', ''),
           city_known = address ->> 'cityKnown', city_takes_cash = (address ->> 'cityTakesCash')::boolean
     where o.id = opened.id;
  end if;
  update public.delivery_questions q set answer = answer_attempt.answer, answered_at = answer_attempt.at where q.id = question.id;
  perform shop.log_order_event(opened.id, 'parcel', parcel.shipment_number, null, null, 'the customer answers: ' || words);
  if shop.is_advice(answer_attempt.answer) and answer_attempt.at <= progress.advice_due_by
    and shop.takes_advice(adapter)
     and not exists (select from public.parcel_advices a where a.booking_id = progress.booking_id and a.attempted_at = progress.attempted_at
                        and a.state in ('intended', 'calling', 'sent', 'unknown')) then
    insert into public.parcel_advices (booking_id, attempted_at, question_id, is_by_staff, action, remarks, wait_until, created_at)
    values (progress.booking_id, progress.attempted_at, question.id, false,
            case answer_attempt.answer when 'not_wanted' then 'return' else 'retry' end::shop.advice_action,
            words, answer_attempt.at, answer_attempt.at);
  end if;
  return public.order_page(order_number, key);
end;
$$;

-- Advice of the staff. Takes the booking, what is to be done, remarks for the rider, whether they gave it in the courier's portal or on the
-- phone, so that nothing is sent, the staff member and the time. Refuses 404 `booking_not_found`, 409 `attempt_over`, `advice_given` when
-- there is one for this attempt already, `advice_not_offered` for a courier that takes none by its API.
create function public.advise_parcel(booking_id text, action shop.advice_action, remarks text, is_given boolean, actor uuid,
                                     at timestamptz default now()) returns void
language plpgsql set search_path = ''
as $$
declare
  booking public.courier_bookings;
  parcel public.shipments;
  progress public.parcel_progress;
  courier public.couriers;
begin
  perform shop.act_as(actor);
  select b.* into booking from public.courier_bookings b where b.id = advise_parcel.booking_id;
  if not found then
    perform shop.refuse('booking_not_found');
  end if;
  parcel := shop.lock_shipment(booking.shipment_id);
  select p.* into progress from public.parcel_progress p where p.booking_id = booking.id for update;
  select c.* into courier from public.couriers c where c.id = booking.courier_id;
  if progress.status is null or progress.status not in ('attempted', 'advice_due') then
    perform shop.refuse('attempt_over');
  elsif exists (select from public.parcel_advices a where a.booking_id = booking.id and a.attempted_at = progress.attempted_at
                   and a.state in ('intended', 'calling', 'sent', 'unknown')) then
    perform shop.refuse('advice_given');
  elsif not is_given and not shop.takes_advice(courier.adapter) then
    perform shop.refuse('advice_not_offered', jsonb_build_object('courier', courier.name));
  end if;
  insert into public.parcel_advices (booking_id, attempted_at, is_by_staff, actor, action, remarks, state, sent_at, wait_until, created_at)
  values (booking.id, progress.attempted_at, true, actor, action, remarks,
          case when is_given then 'sent' else 'intended' end::shop.advice_state,
          case when is_given then advise_parcel.at end, advise_parcel.at, advise_parcel.at);
  perform shop.log_order_event(parcel.order_id, 'parcel', parcel.shipment_number, null, null,
    format('%s advised to %s%s', courier.name, case action when 'retry' then 'try again' else 'send it back' end,
           case when remarks <> '' then ': ' || remarks else '' end));
  perform shop.update_progress(booking.id, advise_parcel.at);
end;
$$;

-- Takes on advice that is to be sent, the most urgent first. What was taken on before and never answered for becomes `unknown` and is not
-- repeated; what comes too late is dropped. Takes how many, for how many seconds, and the time. Returns [{id, adapter, name,
-- tracking_number, action, remarks}].
create function public.claim_advices(max_advices integer, claim_seconds integer, at timestamptz default now()) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  claimed jsonb;
begin
  update public.parcel_advices a set state = 'unknown', problem = 'The shop broke off while it called the courier'
   where a.state = 'calling' and a.wait_until <= claim_advices.at;
  update public.parcel_advices a
     set state = 'dropped',
         problem = case when p.status in ('attempted', 'advice_due') then 'Too late for the courier' else 'The parcel goes on already' end
    from public.parcel_progress p
   where a.state = 'intended' and p.booking_id = a.booking_id
     and (p.status not in ('attempted', 'advice_due') or not a.is_by_staff and p.advice_due_by < claim_advices.at);
  with due as (
    select a.id, p.advice_due_by from public.parcel_advices a join public.parcel_progress p on p.booking_id = a.booking_id
     where a.state = 'intended' and a.wait_until <= claim_advices.at
     order by p.advice_due_by, a.id limit max_advices for update of a skip locked
  ), taken as (
    update public.parcel_advices a set state = 'calling', wait_until = claim_advices.at + make_interval(secs => claim_seconds)
      from due where due.id = a.id returning a.*, due.advice_due_by
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'adapter', c.adapter, 'name', c.name, 'tracking_number', b.tracking_number,
                                               'action', t.action, 'remarks', t.remarks) order by t.advice_due_by, t.id), '[]')
    into claimed
    from taken t join public.courier_bookings b on b.id = t.booking_id join public.couriers c on c.id = b.courier_id;
  return claimed;
end;
$$;

-- Writes down what came of a call with advice: `sent`; `failed`, refused by the courier; `unknown`; or `intended` again, when the courier
-- was not reached and has heard nothing. Takes the advice, that, what went wrong, and the time. Only whoever called may say it, once.
create function public.note_advice(advice_id text, outcome shop.advice_state, problem text default '',
                                   at timestamptz default now()) returns void
language plpgsql set search_path = ''
as $$
declare
  noted public.parcel_advices;
begin
  update public.parcel_advices a
     set state = note_advice.outcome, problem = left(note_advice.problem, 300),
       sent_at = case when note_advice.outcome = 'sent' then note_advice.at end,
         wait_until = note_advice.at + interval '2 minutes'
   where a.id = note_advice.advice_id and a.state in ('calling', 'unknown') returning * into noted;
  if noted.state = 'sent' then
    perform shop.update_progress(noted.booking_id, note_advice.at);
  end if;
end;
$$;

-- Settles by hand whether a courier received advice that went unanswered: staff asked it. Takes the booking, whether it has, and the staff
-- member. Refuses 409 `advice_settled` where nothing is unknown.
create function public.settle_advice(booking_id text, was_taken boolean, actor uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  unknown_id constant text := (select a.id from public.parcel_advices a
                               where a.booking_id = settle_advice.booking_id and a.state = 'unknown'
                                order by a.created_at desc limit 1);
begin
  perform shop.act_as(actor);
  if unknown_id is null then
    perform shop.refuse('advice_settled');
  end if;
  perform public.note_advice(unknown_id, case when was_taken then 'sent' else 'failed' end::shop.advice_state,
                             case when was_taken then '' else 'The courier has no such advice' end);
end;
$$;

-- Notes that somebody at the desk asked the customer. Takes the booking and the staff member; a second time changes nothing. Refuses 404
-- `booking_not_found`, 409 `attempt_over` where nothing waits for an answer.
create function public.note_attempt_asked(booking_id text, actor uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  parcel public.shipments;
begin
  perform shop.act_as(actor);
  select s.* into parcel from public.shipments s join public.courier_bookings b on b.shipment_id = s.id
    where b.id = note_attempt_asked.booking_id;
  if not found then
    perform shop.refuse('booking_not_found');
  end if;
  parcel := shop.lock_shipment(parcel.id);
  if not exists (select from public.delivery_questions q where q.booking_id = note_attempt_asked.booking_id and q.closed_at is null) then
    perform shop.refuse('attempt_over');
  end if;
  update public.delivery_questions q set asked_at = now(), asked_by = actor
   where q.booking_id = note_attempt_asked.booking_id and q.closed_at is null and q.asked_at is null;
  if found then
    perform shop.log_order_event(parcel.order_id, 'parcel', parcel.shipment_number, null, null,
                                 'the customer was asked what to do with the parcel');
  end if;
end;
$$;

-- Keeps what came of a call about a parcel that nobody took; `deliver_again` and `send_back` become advice as `advise_parcel` says. Takes
-- the booking, the outcome, a note, which is what the rider reads, whether the courier was told already, the staff member and the time.
-- Refuses 404 `booking_not_found`, 409 `attempt_over`, and as `advise_parcel` does; then nothing is kept.
create function public.record_parcel_call(booking_id text, outcome shop.call_outcome, note text, is_given boolean, actor uuid,
                                          at timestamptz default now()) returns void
language plpgsql set search_path = ''
as $$
declare
  parcel public.shipments;
  progress public.parcel_progress;
begin
  perform shop.act_as(actor);
  select s.* into parcel from public.shipments s join public.courier_bookings b on b.shipment_id = s.id
    where b.id = record_parcel_call.booking_id;
  if not found then
    perform shop.refuse('booking_not_found');
  end if;
  parcel := shop.lock_shipment(parcel.id);
  select p.* into progress from public.parcel_progress p where p.booking_id = record_parcel_call.booking_id for update;
  if progress.status is null or progress.status not in ('attempted', 'advice_due') then
    perform shop.refuse('attempt_over');
  end if;
  insert into public.parcel_calls (booking_id, attempted_at, outcome, note, actor)
  values (progress.booking_id, progress.attempted_at, outcome, note, record_parcel_call.actor);
  perform shop.log_order_event(parcel.order_id, 'parcel', parcel.shipment_number, null, null,
    concat_ws(': ', case outcome when 'no_answer' then 'called, nobody picked up' when 'call_later' then 'called, to be called again'
                                 when 'deliver_again' then 'called, the customer wants the parcel'
                                 else 'called, the customer does not want the parcel' end, nullif(note, '')));
  if outcome in ('deliver_again', 'send_back') then
    perform public.advise_parcel(progress.booking_id, case outcome when 'deliver_again' then 'retry' else 'return' end::shop.advice_action,
                                 note, is_given,
                                 record_parcel_call.actor, record_parcel_call.at);
  end if;
end;
$$;

-- Settles what does not fit together about a parcel: staff looked. Takes the booking, the status that the parcel has (null: the one that it
-- has already), why, and the staff member. Refuses 404 `booking_not_found`, and as `set_shipment_status` does.
create function public.settle_parcel(booking_id text, status shop.shipment_status, reason text, actor uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  parcel public.shipments;
begin
  perform shop.act_as(actor);
  select s.* into parcel from public.shipments s join public.courier_bookings b on b.shipment_id = s.id
    where b.id = settle_parcel.booking_id;
  if not found then
    perform shop.refuse('booking_not_found');
  end if;
  parcel := shop.lock_shipment(parcel.id);
  if settle_parcel.status is not null then
    perform public.set_shipment_status(parcel.id, settle_parcel.status, actor, null, settle_parcel.reason);
  end if;
  perform shop.log_order_event(parcel.order_id, 'parcel', parcel.shipment_number, null, null,
                               concat_ws(': ', 'looked into what the courier says', nullif(settle_parcel.reason, '')));
  update public.parcel_progress p set settled = coalesce(shop.unclear_key(p, s.status, o.status), '')
    from public.shipments s join public.orders o on o.id = s.order_id where p.booking_id = settle_parcel.booking_id and s.id = parcel.id;
end;
$$;

grant execute on function public.answer_attempt, public.advise_parcel, public.claim_advices, public.note_advice, public.settle_advice,
  public.note_attempt_asked, public.record_parcel_call, public.settle_parcel to service_role;
