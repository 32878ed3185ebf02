-- Whether an order is real: a row beside each order, while the order's status keeps its meaning. Staff work through what is due, each order held by one
-- person at a time. Silence never cancels anything.

create type shop.confirmation_state as enum ('unconfirmed', 'confirmed', 'no_answer', 'call_back', 'unreachable', 'wrong_number', 'refused');
create type shop.confirmation_outcome as enum ('confirmed', 'no_answer', 'call_back', 'wrong_number', 'refused');
create type shop.confirmation_way as enum ('call', 'whatsapp', 'shopper', 'rule', 'other');

-- The same moment, or the next nine o'clock in Pakistan when it lies between ten at night and nine in the morning: nobody is called then.
create function shop.after_quiet_hours(moment timestamptz) returns timestamptz
language plpgsql immutable set search_path = ''
as $$
declare
  local constant timestamp := moment at time zone 'Asia/Karachi';
begin
  return case when local::time < '09:00' then local::date + time '09:00'
              when local::time >= '22:00' then local::date + 1 + time '09:00'
              else local end at time zone 'Asia/Karachi';
end;
$$;

-- How an order is sorted in the queue: whether it is no call-back, since when it waits, the money at stake (negative), its id.
create type shop.urgency as (is_no_call_back boolean, since timestamptz, negative_stake numeric, order_id text);

-- What the shop makes of a new order. At most one of the last two says something: why only staff may confirm it, or which rule confirms it.
create type shop.verdict as (score integer, reasons jsonb, held_because text, confirmed_because text);

create table public.order_confirmations (
  order_id text primary key references public.orders (id) on delete cascade,
  state shop.confirmation_state not null default 'unconfirmed',
  -- How often nobody answered.
  tries integer not null default 0,
  -- When the order is to be asked about; null when there is nothing to ask.
  due_at timestamptz,
  -- Whether the order still waits to be packed: copied by a trigger, so that the queue reads this table alone.
  is_open boolean not null default true,
  -- Who works on it now; a claim that has ended is none.
  claimed_by uuid references public.staff (id) on delete set null,
  claimed_until timestamptz,
  -- How doubtful the order is: the sum of the reasons' points, and [{code, text, points}].
  score integer not null default 0,
  reasons jsonb not null default '[]',
  -- Why only staff may confirm it; null: the shopper may, too.
  held_because text,
  -- An advance is asked and missing: copied by a trigger (079_advances.sql), so that the gate reads this table alone.
  awaits_advance boolean not null default false,
  -- It is the exchange of pieces that are not back: kept by the requests (097_return_requests.sql).
  awaits_return boolean not null default false,
  -- Who lets it go out unconfirmed, and why.
  overridden_by uuid references public.staff (id) on delete set null,
  overridden_because text,
  overridden_at timestamptz,
  updated_at timestamptz not null default now(),
  constraint order_confirmations_due_when_waiting check ((due_at is not null) = (state in ('unconfirmed', 'no_answer', 'call_back'))),
  constraint order_confirmations_override_has_reason check ((overridden_at is null) = (overridden_because is null)),
  constraint order_confirmations_tries_not_negative check (tries >= 0)
);

create index order_confirmations_open on public.order_confirmations (state, due_at) where is_open;
create index order_confirmations_awaiting_returns on public.order_confirmations (order_id) where awaits_return;
create index order_confirmations_by_claimer on public.order_confirmations (claimed_by) where claimed_by is not null;
create index order_confirmations_by_overrider on public.order_confirmations (overridden_by) where overridden_by is not null;

create trigger order_confirmations_touched before update on public.order_confirmations for each row execute function shop.touch_updated_at();

alter table public.order_confirmations enable row level security;
grant select, insert, update on public.order_confirmations to service_role;

-- Every time somebody asked or answered. Rows are only added.
create table public.confirmation_attempts (
  id text primary key default shop.new_id(),
  order_id text not null references public.orders (id) on delete cascade,
  how shop.confirmation_way not null,
  outcome shop.confirmation_outcome not null,
  call_back_at timestamptz,
  -- What the person said, or the rule that confirmed.
  note text not null default '',
  -- The staff member; null for a rule and for the shopper's own answer.
  actor uuid references public.staff (id) on delete set null,
  -- One answer of staff is one row: the key it was sent with, and the fingerprint of what was sent.
  idempotency_key text,
  request_fingerprint text,
  created_at timestamptz not null default now(),
  constraint confirmation_attempts_key_unique unique (idempotency_key),
  constraint confirmation_attempts_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint confirmation_attempts_call_back_has_time check ((outcome = 'call_back') = (call_back_at is not null))
);

create index confirmation_attempts_by_order on public.confirmation_attempts (order_id, created_at, id);
create index confirmation_attempts_by_actor on public.confirmation_attempts (actor) where actor is not null;

alter table public.confirmation_attempts enable row level security;
grant select, insert on public.confirmation_attempts to service_role;

-- Trigger: writes every answer to the order's timeline, with the way it came. What a rule answers is nobody's, whoever wrote the order down.
create function shop.log_attempt() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.log_order_event(new.order_id, 'confirmation', new.how::text, null,
    jsonb_strip_nulls(jsonb_build_object('confirmation', new.outcome, 'call_back_at', new.call_back_at)), new.note,
    case when new.how <> 'rule' then shop.acting() end);
  return null;
end;
$$;

create trigger confirmation_attempts_logged after insert on public.confirmation_attempts for each row execute function shop.log_attempt();

-- Trigger: writes to the order's timeline who lets it go out unconfirmed, and why.
create function shop.log_override() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.log_order_event(new.order_id, 'confirmation', 'override', null, '{"confirmation": "not_needed"}', new.overridden_because);
  return null;
end;
$$;

create trigger order_confirmations_logged after update of overridden_at on public.order_confirmations
  for each row when (new.overridden_at is distinct from old.overridden_at) execute function shop.log_override();

-- Trigger: every new order waits for a confirmation, however it was inserted, unless a rule of the shop confirms it at once.
create function shop.begin_confirmation() returns trigger
language plpgsql set search_path = ''
as $$
declare
  verdict shop.verdict;
begin
  if not shop.is_unshipped(new.status) or new.archived_at is not null then
    insert into public.order_confirmations (order_id, due_at, is_open) values (new.id, shop.after_quiet_hours(new.created_at), false);
    return null;
  end if;
  verdict := shop.assess_risk(new);
  insert into public.order_confirmations (order_id, state, due_at, score, reasons, held_because)
  values (new.id, case when verdict.confirmed_because is null then 'unconfirmed' else 'confirmed' end::shop.confirmation_state,
          case when verdict.confirmed_because is null then shop.after_quiet_hours(new.created_at) end,
          verdict.score, verdict.reasons, verdict.held_because);
  if verdict.confirmed_because is not null then
    insert into public.confirmation_attempts (order_id, how, outcome, note) values (new.id, 'rule', 'confirmed', verdict.confirmed_because);
  end if;
  perform shop.ask_by_rule(new, verdict.score);
  return null;
end;
$$;

create trigger orders_confirmation_begins after insert on public.orders for each row execute function shop.begin_confirmation();

-- Trigger: an order that is shipped, cancelled or deleted leaves the queue, one that is open again returns to it. A corrected phone number is tried anew.
create function shop.follow_order() returns trigger
language plpgsql set search_path = ''
as $$
declare
  still_open constant boolean := shop.is_unshipped(new.status) and new.archived_at is null;
begin
  insert into public.order_confirmations (order_id, due_at, is_open) values (new.id, shop.after_quiet_hours(now()), still_open)
  on conflict on constraint order_confirmations_pkey do update
     set is_open = still_open,
         claimed_until = case when still_open then order_confirmations.claimed_until end;
  if new.customer_phone <> old.customer_phone then
    update public.order_confirmations c set state = 'unconfirmed', tries = 0, due_at = shop.after_quiet_hours(now())
     where c.order_id = new.id and c.state in ('no_answer', 'unreachable', 'wrong_number');
  end if;
  return null;
end;
$$;

create trigger orders_confirmation_follows after update on public.orders
  for each row when (old.status <> new.status or (old.archived_at is null) <> (new.archived_at is null) or old.customer_phone <> new.customer_phone)
  execute function shop.follow_order();

-- An order for staff, by its id or its number. Refuses 404 `order_not_found`, also for an archived one.
create function public.find_order(order_id text default null, order_number text default null) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  found_id text;
begin
  select o.id into found_id from public.orders o
   where (o.id = find_order.order_id or o.order_number = find_order.order_number) and o.archived_at is null;
  if not found then
    perform shop.refuse('order_not_found');
  end if;
  return shop.staff_order_json(found_id);
end;
$$;

-- The open orders that wait for an answer, and how urgent each is. Call-backs come first, the earliest promise before the others; then the day they became
-- due, the oldest first, and within a day the order with the most money at stake.
create view shop.confirmation_queue with (security_invoker = true) as
  select c.order_id, c.due_at, c.claimed_by, c.claimed_until,
         row(c.state <> 'call_back',
             case when c.state = 'call_back' then c.due_at else shop.start_of_day(shop.day_of(c.due_at)) end,
             -- Whoever sees no sums is not told which of two orders is the larger one: asked once for all rows.
             case when (select shop.may(shop.acting(), 'see_sums')) then -o.total_amount else 0 end, c.order_id)::shop.urgency as urgency
    from public.order_confirmations c join public.orders o on o.id = c.order_id
   where c.is_open and c.due_at is not null;

grant select on shop.confirmation_queue to service_role;

-- What the desk shows of an order: {order, customer: {id, name, tags, block, notes, record}, attempts: [{how, outcome, callBackAt, note, by, createdAt}]},
-- the latest attempt last. Takes the order's id.
create function shop.confirmation_json(order_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'order', shop.staff_order_json(order_id),
    'customer', (select jsonb_build_object('id', u.id, 'name', u.name, 'tags', u.tags, 'block', u.block, 'notes', u.notes,
                          'record', shop.customer_record(u.id))
                   from public.orders o join public.customers u on u.id = o.customer_id where o.id = confirmation_json.order_id),
    'attempts', (select coalesce(jsonb_agg(jsonb_build_object('how', a.how, 'outcome', a.outcome, 'call_back_at', a.call_back_at, 'note', a.note,
                          'by', s.username, 'created_at', a.created_at) order by a.created_at, a.id), '[]')
                   from public.confirmation_attempts a left join public.staff s on s.id = a.actor where a.order_id = confirmation_json.order_id));
end;
$$;

-- A page of the open orders by confirmation, the most urgent first and those that are not due yet after them, the soonest first. Takes a state (null: all that wait for an
-- answer), how many rows to skip and how many to return. Returns {items, counts: [{state, count}], due, total}; the counts are of open orders, too,
-- and `due` of those to ask about now.
create function public.list_confirmations(state shop.confirmation_state, page_offset integer, page_limit integer) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  ids constant text[] := array (
    select c.order_id from public.order_confirmations c left join shop.confirmation_queue q on q.order_id = c.order_id
     where c.is_open and case when list_confirmations.state is null then c.due_at is not null else c.state = list_confirmations.state end
     order by q.due_at > now(), case when q.due_at > now() then q.due_at end, q.urgency, c.updated_at desc, c.order_id);
begin
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(shop.confirmation_json(page.id) order by page.place), '[]')
                from unnest(ids[page_offset + 1 : page_offset + page_limit]) with ordinality as page (id, place)),
    'counts', (select jsonb_agg(jsonb_build_object('state', s, 'count', (select count(*) from public.order_confirmations c where c.is_open and c.state = s)))
                 from unnest(enum_range(null::shop.confirmation_state)) s),
    'due', (select count(*) from shop.confirmation_queue q where q.due_at <= now()),
    'total', cardinality(ids));
end;
$$;

-- Gives an order to a staff member for fifteen minutes, its reasons as they are now. Takes the order's id and the staff member, its confirmation locked.
create function shop.hold_for(order_id text, actor uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  factors constant jsonb := (select shop.risk_factors(o, shop.customer_record(o.customer_id)) from public.orders o where o.id = hold_for.order_id);
begin
  update public.order_confirmations c
     set claimed_by = actor, claimed_until = now() + interval '15 minutes', reasons = factors, score = shop.sum_of_points(factors)
   where c.order_id = hold_for.order_id;
end;
$$;

-- Refuses 409 `claimed_by_other` {name, until} when somebody else works on the order now. Takes its confirmation, locked, and who asks.
create function shop.check_claim(confirmation public.order_confirmations, actor uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  holder text;
begin
  if confirmation.claimed_until > now() and confirmation.claimed_by <> actor then
    select s.username into holder from public.staff s where s.id = confirmation.claimed_by;
    perform shop.refuse('claimed_by_other',
      jsonb_build_object('name', holder, 'until', to_char(confirmation.claimed_until at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
  end if;
end;
$$;

-- The confirmation of an open order, locked until the transaction ends. Refuses 404 `order_not_found`, 409 `order_closed`.
create function shop.lock_confirmation(order_id text) returns public.order_confirmations
language plpgsql set search_path = ''
as $$
declare
  asked constant public.orders := shop.lock_order(order_id);
  locked public.order_confirmations;
begin
  select * into locked from public.order_confirmations c where c.order_id = asked.id for update;
  if not locked.is_open or locked.order_id is null then
    perform shop.refuse('order_closed', null, jsonb_build_object('orderNumber', asked.order_number, 'status', asked.status));
  end if;
  return locked;
end;
$$;

-- Claims an order for whoever opens it; repeating it begins the fifteen minutes anew. Takes its id and the staff member. Returns it as the desk shows it.
-- Refuses 404 `order_not_found`, 409 `order_closed` when it is shipped or cancelled, `claimed_by_other` {name, until}.
create function public.claim_confirmation(order_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform shop.act_as(actor);
  perform shop.check_claim(shop.lock_confirmation(order_id), actor);
  perform shop.hold_for(order_id, actor);
  return shop.confirmation_json(order_id);
end;
$$;

-- Gives an order back before its claim ends. Takes its id and the staff member; a claim of somebody else stays.
create function public.release_confirmation(order_id text, actor uuid) returns void
language sql set search_path = ''
as $$
  update public.order_confirmations c set claimed_by = null, claimed_until = null
   where c.order_id = release_confirmation.order_id and c.claimed_by = actor;
$$;

-- Claims the most urgent order that is due and that nobody else holds. Takes the staff member and the order they come from, which is given back: the next
-- is the one behind it in the queue, so that skipping leads through all of them. Returns it as the desk shows it, null when nothing is due.
create function public.next_confirmation(actor uuid, after_order text default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  reached constant shop.urgency := (select q.urgency from shop.confirmation_queue q where q.order_id = after_order);
  candidate text;
begin
  perform shop.act_as(actor);
  if after_order is not null then
    perform public.release_confirmation(after_order, actor);
  end if;
  for candidate in
    select q.order_id from shop.confirmation_queue q
     where q.due_at <= now() and q.order_id is distinct from after_order
     order by (q.urgency > reached) is false, q.urgency
  loop
    -- Whoever is faster has it: others go on to the next one instead of waiting.
    perform 1 from public.order_confirmations c
     where c.order_id = candidate and c.is_open and c.due_at <= now()
       and (c.claimed_until > now() and c.claimed_by <> actor) is not true for update skip locked;
    if found then
      perform shop.hold_for(candidate, actor);
      return shop.confirmation_json(candidate);
    end if;
  end loop;
  return null;
end;
$$;

-- Stores an answer, or that there was none, and what follows from it. Nobody answering brings the order back in two hours and makes it `unreachable` the
-- third time, a call-back brings it back at its time; neither in quiet hours. Takes the order's confirmation, locked, the way, the outcome, the time of the
-- call-back or null, a note, the staff member or null, and the key it was sent with and its fingerprint, or nulls.
create function shop.store_attempt(confirmation public.order_confirmations, how shop.confirmation_way, outcome shop.confirmation_outcome,
                                   call_back_at timestamptz, note text, actor uuid,
                                   idempotency_key text default null, fingerprint text default null) returns void
language plpgsql set search_path = ''
as $$
declare
  misses constant integer := confirmation.tries + (outcome = 'no_answer')::integer;
begin
  insert into public.confirmation_attempts (order_id, how, outcome, call_back_at, note, actor, idempotency_key, request_fingerprint)
  values (confirmation.order_id, store_attempt.how, store_attempt.outcome, store_attempt.call_back_at, store_attempt.note, store_attempt.actor,
          store_attempt.idempotency_key, fingerprint);
  update public.order_confirmations c
     set state = case when outcome = 'no_answer' and misses >= 3 then 'unreachable' else outcome::text::shop.confirmation_state end,
         tries = misses,
         due_at = case when outcome = 'no_answer' and misses < 3 then shop.after_quiet_hours(now() + interval '2 hours')
                       when outcome = 'call_back' then shop.after_quiet_hours(store_attempt.call_back_at) end,
         claimed_by = null, claimed_until = null
   where c.order_id = confirmation.order_id;
end;
$$;

-- Whether an answer was stored already under its key. Waits for a twin that is being stored. Takes the key and the fingerprint of the request. Refuses 422
-- `idempotency_mismatch` when the key was used for another request.
create function shop.is_attempt_stored(idempotency_key text, fingerprint text) returns boolean
language plpgsql set search_path = ''
as $$
declare
  twin public.confirmation_attempts;
begin
  perform pg_advisory_xact_lock(hashtextextended(is_attempt_stored.idempotency_key, 0));
  select * into twin from public.confirmation_attempts a where a.idempotency_key = is_attempt_stored.idempotency_key;
  if twin.request_fingerprint <> fingerprint then
    perform shop.refuse('idempotency_mismatch', null, '{"of": "answer"}');
  end if;
  return twin.id is not null;
end;
$$;

-- Stores what came of asking about an order, and gives the order back. Takes its id, {how, outcome, callBackAt?, note?}, the staff member and the key of the
-- answer or null; a repeated key stores nothing more, whatever became of the order since. Who confirms an order keeps it, although its shopper asked to
-- cancel it before. Returns the order. Refuses 404 `order_not_found`, 409
-- `order_closed`, `claimed_by_other` {name, until}, 422 `idempotency_mismatch`, and a call-back without a time to come.
create function public.record_attempt(order_id text, attempt jsonb, actor uuid, idempotency_key text default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  fingerprint constant text := md5(jsonb_build_array(order_id, attempt)::text);
  confirmation public.order_confirmations;
  outcome constant shop.confirmation_outcome := (attempt ->> 'outcome')::shop.confirmation_outcome;
  call_back_at constant timestamptz := case when outcome = 'call_back' then (attempt ->> 'callBackAt')::timestamptz end;
begin
  if idempotency_key is not null and shop.is_attempt_stored(idempotency_key, fingerprint) then
    return shop.staff_order_json(order_id);
  end if;
  confirmation := shop.lock_confirmation(order_id);
  perform shop.act_as(actor);
  perform shop.check_claim(confirmation, actor);
  if outcome = 'call_back' and (call_back_at > now()) is not true then
    perform shop.refuse_field('callBackAt', 'Choose a time to come');
  end if;
  perform shop.store_attempt(confirmation, (attempt ->> 'how')::shop.confirmation_way, outcome, call_back_at, coalesce(attempt ->> 'note', ''), actor,
                             idempotency_key, fingerprint);
  update public.orders o set cancellation_answered_at = now()
   where o.id = record_attempt.order_id and outcome = 'confirmed' and o.cancellation_asked_at is not null and o.cancellation_answered_at is null;
  return shop.staff_order_json(order_id);
end;
$$;

-- What a shopper agrees to when they confirm: a hash of the pieces and the total. Takes the order's id.
create function shop.order_version(order_id text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (select md5(o.total_amount::text || (select coalesce(jsonb_agg(jsonb_build_array(i.variant_id, i.quantity, i.price) order by i.position), '[]')::text
                                               from public.order_items i where i.order_id = o.id))
            from public.orders o where o.id = order_version.order_id);
end;
$$;

-- Stores that the shopper confirms the order. Takes its id, where they said so (`page`, `whatsapp`) and the version they saw, as `shop.order_version` has it
-- (null: whatever it is now). Returns what came of it: `confirmed`, also when it was already; `held` when it is noted and staff still call; without any
-- effect `changed` when pieces or total are others now, `cancelled`, and `closed` for an order that is shipped or gone.
create function public.confirm_by_shopper(order_id text, source text, expected_version text default null) returns text
language plpgsql set search_path = ''
as $$
declare
  asked public.orders;
  confirmation public.order_confirmations;
begin
  select * into asked from public.orders o where o.id = confirm_by_shopper.order_id and o.archived_at is null for update;
  select * into confirmation from public.order_confirmations c where c.order_id = asked.id for update;
  if asked.status = 'cancelled' then
    return 'cancelled';
  elsif confirmation.is_open is not true then
    return 'closed';
  elsif expected_version <> shop.order_version(asked.id) then
    return 'changed';
  elsif confirmation.state = 'confirmed' then
    return 'confirmed';
  elsif confirmation.held_because is null and not confirmation.awaits_advance then
    perform shop.store_attempt(confirmation, 'shopper', 'confirmed', null, source, null);
    return 'confirmed';
  end if;
  -- Once: a shopper may press as often as they like.
  if not exists (select from public.confirmation_attempts a where a.order_id = asked.id and a.how = 'shopper' and a.outcome = 'confirmed') then
    insert into public.confirmation_attempts (order_id, how, outcome, note) values (asked.id, 'shopper', 'confirmed', source);
  end if;
  return 'held';
end;
$$;

-- Lets an order go out although nobody confirmed it. Takes its id, the reason and the staff member. Returns the order. Refuses 404 `order_not_found`,
-- 409 `order_closed`.
create function public.override_confirmation(order_id text, reason text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform shop.act_as(actor);
  perform shop.lock_confirmation(order_id);
  update public.order_confirmations c set overridden_by = actor, overridden_because = reason, overridden_at = now()
   where c.order_id = override_confirmation.order_id;
  return shop.staff_order_json(order_id);
end;
$$;

grant execute on function public.find_order, public.list_confirmations, public.claim_confirmation, public.release_confirmation, public.next_confirmation,
  public.record_attempt, public.confirm_by_shopper, public.override_confirmation to service_role;
