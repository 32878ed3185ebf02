-- An attempt to deliver that failed: what the customer is asked, and what the courier is told.

create type shop.delivery_answer as enum ('nobody_came', 'tomorrow', 'address', 'transfer', 'open_first', 'not_wanted');

-- One for each attempt that waits for advice.
create table public.delivery_questions (
  id text primary key default shop.new_id(),
  booking_id text not null references public.courier_bookings (id),
  attempted_at timestamptz not null,
  -- From when on the customer may be asked: never at night.
  ask_at timestamptz not null,
  -- The mail that asks. Null: the order has no mail address, so that the desk asks.
  mail_id text,
  -- When somebody at the desk asked.
  asked_at timestamptz,
  asked_by uuid references auth.users (id) on delete set null,
  answer shop.delivery_answer,
  answered_at timestamptz,
  -- Nothing waits for an answer any more.
  closed_at timestamptz,
  constraint delivery_questions_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint delivery_questions_once unique (booking_id, attempted_at),
  constraint delivery_questions_answered check ((answer is null) = (answered_at is null))
);

create unique index delivery_questions_one_open on public.delivery_questions (booking_id) where closed_at is null;
create index delivery_questions_by_asker on public.delivery_questions (asked_by) where asked_by is not null;

alter table public.delivery_questions enable row level security;
grant select, insert, update on public.delivery_questions to service_role;

create type shop.advice_action as enum ('retry', 'return');

-- `intended`: to be sent. `calling`: the courier is being called, or whoever called it is gone. `unknown`: nobody knows whether it has the
-- advice. `failed`: it has not. `dropped`: it came too late to be sent.
create type shop.advice_state as enum ('intended', 'calling', 'sent', 'unknown', 'failed', 'dropped');

create table public.parcel_advices (
  id text primary key default shop.new_id(),
  booking_id text not null references public.courier_bookings (id),
  attempted_at timestamptz not null,
  -- The answer that it follows from; of staff there need be none.
  question_id text references public.delivery_questions (id),
  actor uuid references auth.users (id) on delete set null,
  is_by_staff boolean not null,
  action shop.advice_action not null,
  remarks text not null default '',
  state shop.advice_state not null default 'intended',
  problem text not null default '',
  -- Not before then; while it is called, until when it is theirs.
  wait_until timestamptz not null default now(),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  constraint parcel_advices_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint parcel_advices_of_somebody check (is_by_staff or question_id is not null),
  constraint parcel_advices_sent check ((sent_at is not null) = (state = 'sent')),
  constraint parcel_advices_length check (char_length(remarks) <= 300 and char_length(problem) <= 300)
);

-- An answer becomes advice once, and an attempt has one advice.
create unique index parcel_advices_of_question on public.parcel_advices (question_id) where not is_by_staff;
create unique index parcel_advices_one_per_attempt on public.parcel_advices (booking_id, attempted_at)
  where state in ('intended', 'calling', 'sent', 'unknown');
create index parcel_advices_to_send on public.parcel_advices (wait_until) where state in ('intended', 'calling');
create index parcel_advices_of_parcel on public.parcel_advices (booking_id, created_at);
create index parcel_advices_by_actor on public.parcel_advices (actor) where actor is not null;

-- Trigger: advice is given only while a parcel waits for it, never after its return began; what was decided stays, and no state is left
-- that is the end.
create function shop.guard_advice() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    if not exists (select from public.parcel_progress p where p.booking_id = new.booking_id and p.status in ('attempted', 'advice_due')
                   and p.attempted_at = new.attempted_at) then
      raise exception 'this parcel waits for no advice' using errcode = 'restrict_violation';
    end if;
    if not new.is_by_staff and not exists (select from public.delivery_questions q where q.id = new.question_id
                                           and q.booking_id = new.booking_id and q.answer is not null) then
      raise exception 'nobody answered this question' using errcode = 'restrict_violation';
    end if;
  elsif (new.booking_id, new.attempted_at, new.question_id, new.is_by_staff, new.action, new.remarks)
          is distinct from (old.booking_id, old.attempted_at, old.question_id, old.is_by_staff, old.action, old.remarks)
     or new.state <> old.state and old.state in ('sent', 'failed', 'dropped') then
    raise exception 'advice that is % stays as it is', old.state using errcode = 'restrict_violation';
  end if;
  return new;
end;
$$;

create trigger parcel_advices_guarded_new after insert on public.parcel_advices for each row execute function shop.guard_advice();
create trigger parcel_advices_guarded before update on public.parcel_advices for each row execute function shop.guard_advice();

alter table public.parcel_advices enable row level security;
grant select, insert, update on public.parcel_advices to service_role;

-- Whether a courier of this kind takes advice by its API.
create function shop.takes_advice(adapter shop.courier_adapter) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select adapter in ('postex', 'leopards', 'trax');
$$;

-- Keeps the question about an attempt as the parcel's row says: opens it, with the mail that asks, and closes it when nothing waits for an
-- answer any more; a mail that has not gone is then dropped. Takes the booking and the time.
create function shop.ask_about_attempt(booking_id text, at timestamptz default now()) returns void
language plpgsql set search_path = ''
as $$
declare
  progress public.parcel_progress;
  sent public.orders;
  parcel public.shipments;
  asked constant timestamptz := shop.after_quiet_hours(ask_about_attempt.at);
  question public.delivery_questions;
begin
  select * into progress from public.parcel_progress p where p.booking_id = ask_about_attempt.booking_id;
  if progress.status in ('attempted', 'advice_due')
     and exists (select from public.delivery_questions q where q.booking_id = progress.booking_id
                 and q.attempted_at >= progress.attempted_at) then
    return;
  end if;
  with closed as (
    update public.delivery_questions q set closed_at = ask_about_attempt.at where q.booking_id = progress.booking_id
    and q.closed_at is null returning q.mail_id
  )
  delete from public.mail_outbox m using closed c where m.id = c.mail_id and m.sent_at is null and m.attempts = 0;
  select s.* into parcel from public.shipments s join public.courier_bookings b on b.shipment_id = s.id where b.id = progress.booking_id;
  select o.* into sent from public.orders o where o.id = parcel.order_id;
  if progress.status not in ('attempted', 'advice_due') or shop.is_over(parcel.status) or parcel.archived_at is not null
    or not shop.is_open(sent.status)
     or sent.archived_at is not null then
    return;
  end if;
  insert into public.delivery_questions (booking_id, attempted_at, ask_at) values (progress.booking_id, progress.attempted_at, asked)
    returning * into question;
  -- After the deadline an answer helps nobody: the desk calls.
  if sent.customer_email <> '' and asked < progress.advice_due_by then
    question.mail_id := shop.new_id();
    insert into public.mail_outbox (id, kind, recipient, next_attempt_at, payload)
    values (question.mail_id, 'delivery_attempt', sent.customer_email, asked,
            jsonb_build_object('order_number', sent.order_number, 'customer_name', sent.customer_name, 'page_key', shop.page_key(sent.id),
                               'reason', progress.reason, 'due_by', progress.advice_due_by));
    update public.delivery_questions q set mail_id = question.mail_id where q.id = question.id;
  end if;
end;
$$;

-- Whether the shop has parcels opened before they are paid for. Default as in src/domain/settings/defaults.ts.
create function shop.may_open_before_paying() returns boolean
language sql stable set search_path = ''
as $$
  select coalesce((select s.content #>> '{door,opening}' = 'before_paying' from public.shop_settings s), false);
$$;

-- Whether an answer says what the courier is to do. After another one the customer is called.
create function shop.is_advice(answer shop.delivery_answer) returns boolean
language sql stable set search_path = ''
as $$
  select answer::text in ('tomorrow', 'address', 'not_wanted') or answer::text = 'open_first' and shop.may_open_before_paying();
$$;

-- What an answer is in words that the courier and the timeline read. Takes the answer and the address that was typed, or an empty text.
create function shop.answer_text(answer shop.delivery_answer, address text) returns text
language sql immutable set search_path = ''
as $$
  select case answer::text when 'nobody_came' then 'Nobody came' when 'tomorrow' then 'Please deliver tomorrow after 4 pm'
                           when 'transfer' then 'No cash, pays by transfer' when 'open_first' then 'Please let me open it before I pay'
                           when 'not_wanted' then 'The customer does not want it' else left('Correct address: ' || address, 300) end;
$$;

-- `deliver_again`, `send_back`: the courier is told so. `call_later`: they asked for another call.
create type shop.call_outcome as enum ('no_answer', 'call_later', 'deliver_again', 'send_back');

-- Calls of the desk about a parcel that nobody took, as they were; rows are only added.
create table public.parcel_calls (
  id text primary key default shop.new_id(),
  booking_id text not null references public.courier_bookings (id),
  attempted_at timestamptz not null,
  outcome shop.call_outcome not null,
  note text not null default '',
  actor uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  constraint parcel_calls_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint parcel_calls_note_length check (char_length(note) <= 300)
);

create index parcel_calls_of_parcel on public.parcel_calls (booking_id, created_at);
create index parcel_calls_by_actor on public.parcel_calls (actor) where actor is not null;

create trigger parcel_calls_append_only before update or delete on public.parcel_calls for each row execute function shop.refuse_change();

alter table public.parcel_calls enable row level security;
grant select, insert on public.parcel_calls to service_role;

-- Calls at the desk, and what follows from them, are also for those who send parcels.
create trigger parcel_advices_need_right after insert or update on public.parcel_advices
  for each row execute function shop.require_one_right('send_parcels', 'confirm_orders');
create trigger parcel_calls_need_right after insert on public.parcel_calls
  for each row execute function shop.require_one_right('send_parcels', 'confirm_orders');
create trigger delivery_questions_need_right_to_ask after update of asked_at on public.delivery_questions
  for each row execute function shop.require_one_right('send_parcels', 'confirm_orders');
