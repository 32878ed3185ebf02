-- Whether an order is real: a row beside each order, while the order's status keeps its meaning. Staff work through what is due, each order
-- taken on by one person at a time. Silence never cancels anything.

create type shop.confirmation_state as enum ('unconfirmed', 'confirmed', 'no_answer', 'call_back', 'unreachable',
                                             'wrong_number', 'refused');

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
create type shop.verdict as (score integer, reasons jsonb, call_because text, confirmed_because text);

create table public.order_confirmations (
  order_id text primary key references public.orders (id) on delete cascade,
  state shop.confirmation_state not null default 'unconfirmed',
  -- How often nobody answered.
  tries integer not null default 0,
  -- When the order is to be asked about; null when there is nothing to ask.
  due_at timestamptz,
  -- Whether the order still waits to be packed: copied by a trigger, so that the queue reads this table alone.
  is_open boolean not null default true,
  -- Who works on it now; a claim that has ended counts for nothing.
  claimed_by uuid references public.staff (id) on delete set null,
  claimed_until timestamptz,
  -- How doubtful the order is: the sum of the reasons' points, and [{code, text, points}].
  score integer not null default 0,
  reasons jsonb not null default '[]',
  -- Why only staff may confirm it; null: the shopper may, too.
  call_because text,
  -- An advance is asked and missing: copied by a trigger (money/advances.sql), so that the gate reads this table alone.
  awaits_advance boolean not null default false,
  -- It is the exchange of pieces that are not back: kept by the requests (returns/requests.sql).
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

create trigger order_confirmations_touched before update on public.order_confirmations for each row
  execute function shop.touch_updated_at();

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

-- Writes every answer to the order's timeline, with the way it came. What a rule answers is nobody's, whoever wrote the order down.
create function shop.log_attempt(new public.confirmation_attempts) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.log_order_event(new.order_id, 'confirmation', new.how::text, null,
    jsonb_strip_nulls(jsonb_build_object('confirmation', new.outcome, 'call_back_at', new.call_back_at)), new.note,
    case when new.how <> 'rule' then shop.acting() end);
end;
$$;

-- Writes to the order's timeline who lets it go out unconfirmed, and why.
create function shop.log_override(new public.order_confirmations) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.log_order_event(new.order_id, 'confirmation', 'override', null, '{"confirmation": "not_needed"}', new.overridden_because);
end;
$$;

-- An order that is shipped, cancelled or deleted leaves the queue, one that is open again returns to it. A corrected phone number is tried
-- anew.
create function shop.follow_order(old public.orders, new public.orders) returns void
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
end;
$$;

-- The open orders that wait for an answer, and how urgent each is. Call-backs come first, the earliest promise before the others; then the
-- day they became due, the oldest first, and within a day the order with the most money at stake.
create view shop.confirmation_queue with (security_invoker = true) as
  select c.order_id, c.due_at, c.claimed_by, c.claimed_until,
         row(c.state <> 'call_back',
             case when c.state = 'call_back' then c.due_at else shop.start_of_day(shop.day_of(c.due_at)) end,
             -- Whoever sees no sums is not told which of two orders is the larger one: asked once for all rows.
             case when (select shop.may(shop.acting(), 'see_sums')) then -o.total_amount else 0 end, c.order_id)::shop.urgency as urgency
    from public.order_confirmations c join public.orders o on o.id = c.order_id
   where c.is_open and c.due_at is not null;
grant select on shop.confirmation_queue to service_role;

-- Stores an answer, or that there was none, and what follows from it. Nobody answering brings the order back in two hours and makes it
-- `unreachable` the third time, a call-back brings it back at its time; neither in quiet hours. Takes the order's confirmation, locked, the
-- way, the outcome, the time of the call-back or null, a note, the staff member or null, and the key it was sent with and its fingerprint,
-- or nulls.
create function shop.store_attempt(confirmation public.order_confirmations, how shop.confirmation_way, outcome shop.confirmation_outcome,
                                   call_back_at timestamptz, note text, actor uuid,
                                   idempotency_key text default null, fingerprint text default null) returns void
language plpgsql set search_path = ''
as $$
declare
  misses constant integer := confirmation.tries + (outcome = 'no_answer')::integer;
begin
  insert into public.confirmation_attempts (order_id, how, outcome, call_back_at, note, actor, idempotency_key, request_fingerprint)
  values (confirmation.order_id, store_attempt.how, store_attempt.outcome, store_attempt.call_back_at,
          store_attempt.note, store_attempt.actor,
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

-- Whether an answer was stored already under its key. Waits for a twin that is being stored. Takes the key and the fingerprint of the
-- request. Refuses 422 `idempotency_mismatch` when the key was used for another request.
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

-- What a shopper agrees to when they confirm: a hash of the pieces and the total. Takes the order's id.
create function shop.order_version(order_id text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (select md5(o.total_amount::text || (select coalesce(jsonb_agg(jsonb_build_array(i.variant_id, i.quantity, i.price)
                                                                        order by i.position), '[]')::text
                                               from public.order_items i where i.order_id = o.id))
            from public.orders o where o.id = order_version.order_id);
end;
$$;

-- Whether there is nothing left to confirm for an order's shopper: they said so, or the shop knows already. Takes the order's id.
create function shop.is_confirmed_for_shopper(order_id text) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from public.order_confirmations c
                  where c.order_id = is_confirmed_for_shopper.order_id and c.state = 'confirmed')
      or exists (select from public.confirmation_attempts a
                  where a.order_id = is_confirmed_for_shopper.order_id and a.how = 'shopper' and a.outcome = 'confirmed');
$$;
