-- News for the phones of the staff, written in the transaction they are about, as mails are (090), for every device that wants them. Whoever has no such
-- device costs nothing. A message says what happened, how much and where, never who: it is shown on a locked screen.

create type shop.push_kind as enum ('new_order', 'answer', 'low_stock', 'parcel', 'trouble', 'access', 'test', 'several');

-- The browsers of the staff that news go to, and how: what the browser's maker calls the device, and the keys that only the device can open.
create table public.push_devices (
  id text primary key default shop.new_id(),
  staff_id uuid not null references public.staff (id) on delete cascade,
  -- The session that last used the back office on it. One that ends before its time takes the device along; one that expired does not: the night is longer.
  session_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  user_agent text not null default '',
  kinds shop.push_kind[] not null,
  -- In Pakistan; both or neither.
  quiet_from time,
  quiet_to time,
  -- Refusals one after another, and when they were enough: nothing goes there until its owner tries again.
  failures integer not null default 0,
  stopped_at timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  constraint push_devices_endpoint_unique unique (endpoint),
  constraint push_devices_endpoint_length check (char_length(endpoint) <= 1000),
  constraint push_devices_user_agent_length check (char_length(user_agent) <= 400),
  constraint push_devices_kinds_wanted check (kinds <@ array['new_order', 'answer', 'low_stock', 'parcel', 'trouble']::shop.push_kind[]),
  constraint push_devices_quiet_both check ((quiet_from is null) = (quiet_to is null) and (quiet_from is null or quiet_from <> quiet_to))
);

create index push_devices_of_member on public.push_devices (staff_id, last_seen_at desc);
create index push_devices_of_session on public.push_devices (session_id);

alter table public.push_devices enable row level security;
grant select, insert, update, delete on public.push_devices to service_role;

create table public.push_outbox (
  id text primary key default shop.new_id(),
  device_id text not null references public.push_devices (id) on delete cascade,
  kind shop.push_kind not null,
  -- What it is about: told once to each device.
  fact text not null,
  payload jsonb not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  -- It waits for the end of quiet hours.
  is_held boolean not null default false,
  -- Also when it was told together with others.
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  constraint push_outbox_fact_unique unique (device_id, fact)
);

create index push_outbox_due on public.push_outbox (next_attempt_at) where sent_at is null and failed_at is null;
create index push_outbox_by_age on public.push_outbox (created_at);

alter table public.push_outbox enable row level security;
grant select, insert, update, delete on public.push_outbox to service_role;

-- Puts a fact into the outbox for every device that wants its kind and whose member has the right to know it, once. Takes the kind, what it is about, what
-- its text is written from, and the right. Who may not see sums gets no `total`.
create function shop.queue_push(kind shop.push_kind, fact text, payload jsonb, needed text) returns void
language plpgsql set search_path = ''
as $$
begin
  -- The lock keeps a device that is being removed from failing the order which tells of it.
  insert into public.push_outbox (device_id, kind, fact, payload)
  select d.id, queue_push.kind, queue_push.fact,
         case when shop.may(d.staff_id, 'see_sums') then queue_push.payload else queue_push.payload - 'total' end
    from public.push_devices d
   where queue_push.kind = any (d.kinds) and d.stopped_at is null and shop.may(d.staff_id, needed)
     for key share of d
  on conflict on constraint push_outbox_fact_unique do nothing;
end;
$$;

-- Trigger: a shopper's new order, by its sum and the city if it is a known one: what was typed there could be anything. What staff wrote down they know.
create function shop.push_new_order() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.queue_push('new_order', 'order ' || new.order_number,
    jsonb_build_object('number', new.order_number, 'total', new.total_amount, 'city', new.city_known), 'see_orders');
  return null;
end;
$$;

create trigger orders_push after insert on public.orders
  for each row when (new.source = 'website' and new.archived_at is null and new.status = 'pending') execute function shop.push_new_order();

-- What a shopper did about an order, for the phones of the staff. Takes the order's id, what was done, and a key that tells it from the next time.
create function shop.push_answer(order_id text, did text, key text) returns void
language plpgsql set search_path = ''
as $$
declare
  number constant text := (select o.order_number from public.orders o where o.id = order_id);
begin
  perform shop.queue_push('answer', concat_ws(' ', did, order_id, key), jsonb_build_object('number', number, 'did', did), 'see_orders');
end;
$$;

-- Trigger: a shopper asks to cancel, on the order's page or by WhatsApp.
create function shop.push_cancellation_wish() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.push_answer(new.id, 'cancel', extract(epoch from new.cancellation_asked_at)::text);
  return null;
end;
$$;

create trigger orders_push_wish after update of cancellation_asked_at on public.orders
  for each row when (new.cancellation_asked_at is distinct from old.cancellation_asked_at and new.cancellation_asked_at is not null)
  execute function shop.push_cancellation_wish();

-- Trigger: a shopper adds pieces on the order's page.
create function shop.push_added_pieces() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.push_answer(new.id, 'add', extract(epoch from new.pieces_added_at)::text);
  return null;
end;
$$;

create trigger orders_push_pieces after update of pieces_added_at on public.orders
  for each row when (new.pieces_added_at is distinct from old.pieces_added_at) execute function shop.push_added_pieces();

-- Trigger: an answer by WhatsApp. Who presses Cancel is told of with the wish, once.
create function shop.push_whatsapp_answer() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.pressed = 'cancel' then
    perform shop.push_answer(new.order_id, 'cancel', extract(epoch from new.sent_at)::text);
  else
    perform shop.push_answer(new.order_id, coalesce(new.pressed::text, 'write'), new.id);
  end if;
  return null;
end;
$$;

create trigger whatsapp_answers_push after insert on public.whatsapp_answers for each row execute function shop.push_whatsapp_answer();

-- Trigger: a shopper confirms on the order's page. By WhatsApp it is told above.
create function shop.push_confirmation() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.push_answer(new.order_id, 'confirm', new.id);
  return null;
end;
$$;

create trigger confirmation_attempts_push after insert on public.confirmation_attempts
  for each row when (new.how = 'shopper' and new.outcome = 'confirmed' and new.note = 'page') execute function shop.push_confirmation();

-- Trigger: a shopper says that money was sent.
create function shop.push_transfer() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.push_answer(new.order_id, 'pay', new.id);
  return null;
end;
$$;

create trigger advance_claims_push after insert on public.advance_claims
  for each row when (not new.is_recorded) execute function shop.push_transfer();

-- Trigger: somebody wrote to the shop.
create function shop.push_message() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.queue_push('answer', 'message ' || new.id, jsonb_build_object('message', new.id, 'did', 'message'), 'answer_messages');
  return null;
end;
$$;

create trigger contact_messages_push after insert on public.contact_messages for each row execute function shop.push_message();

-- From how many pieces on a product is low, as `LOW_STOCK.warning` has it (src/domain/limits.ts).
create function shop.low_stock() returns integer
language plpgsql immutable set search_path = ''
as $$
begin
  return 10;
end;
$$;

-- Trigger: a product has become low, or is sold out; each is told once a day.
create function shop.push_low_stock() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.queue_push('low_stock', concat_ws(' ', case when new.stock_quantity = 0 then 'out' else 'low' end, new.id, shop.day_of(now())::text),
    jsonb_build_object('product', new.id, 'name', new.name, 'left', new.stock_quantity), 'correct_stock');
  return null;
end;
$$;

create trigger products_push_low after update of stock_quantity on public.products
  for each row when (new.archived_at is null and new.stock_quantity < old.stock_quantity
                     and (new.stock_quantity = 0 or (new.stock_quantity <= shop.low_stock() and old.stock_quantity > shop.low_stock())))
  execute function shop.push_low_stock();

-- Trigger: a parcel failed or comes back.
create function shop.push_parcel() returns trigger
language plpgsql set search_path = ''
as $$
declare
  of_order public.orders;
begin
  select * into of_order from public.orders o where o.id = new.order_id;
  perform shop.queue_push('parcel', concat_ws(' ', 'parcel', new.id, new.status::text, extract(epoch from now())::text),
    jsonb_build_object('parcel', new.shipment_number, 'number', of_order.order_number, 'status', new.status, 'city', of_order.city_known), 'see_orders');
  return null;
end;
$$;

create trigger shipments_push after update of status on public.shipments
  for each row when (shop.is_back(new.status) and new.status <> old.status and new.archived_at is null) execute function shop.push_parcel();

-- Trigger: a session that is ended, by whomever and wherever, takes its devices along. One that expired does not.
create function shop.end_pushes_of_session() returns trigger
language plpgsql set search_path = ''
as $$
begin
  delete from public.push_devices d where d.session_id = old.id;
  return null;
end;
$$;

create trigger staff_sessions_end_pushes after delete on public.staff_sessions
  for each row when (old.expires_at > now()) execute function shop.end_pushes_of_session();

-- Trigger: who is locked out, or whose sessions are all ended, keeps no device: a lost phone may have had one whose session expired long ago.
create function shop.end_pushes_of_member() returns trigger
language plpgsql set search_path = ''
as $$
begin
  delete from public.push_devices d where d.staff_id = new.id;
  return null;
end;
$$;

create trigger staff_end_pushes after update of is_active, sessions_from on public.staff
  for each row execute function shop.end_pushes_of_member();

-- When the quiet hours that a moment falls into end; null: it falls into none. Takes the hours, in Pakistan, or nulls. Those that end earlier than they
-- begin go past midnight.
create function shop.quiet_until(quiet_from time, quiet_to time, moment timestamptz) returns timestamptz
language plpgsql immutable set search_path = ''
as $$
declare
  here constant timestamp := moment at time zone 'Asia/Karachi';
  is_quiet constant boolean := case when quiet_from < quiet_to then here::time >= quiet_from and here::time < quiet_to
                                    else here::time >= quiet_from or here::time < quiet_to end;
begin
  return case when is_quiet then (here::date + quiet_to + case when here::time < quiet_to then interval '0' else interval '1 day' end) at time zone 'Asia/Karachi' end;
end;
$$;

-- Puts what owners have to hear of into the outbox for every device of theirs, whatever it is told of otherwise. Takes what `shop.tell_owners` tells.
create function shop.push_owner_news(news jsonb) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into public.push_outbox (device_id, kind, fact, payload)
  select d.id, 'access', concat_ws(' ', 'access', news ->> 'what', news ->> 'subject', extract(epoch from clock_timestamp())::text), news
    from public.push_devices d join public.staff s on s.id = d.staff_id
   where s.is_owner and s.is_active and d.stopped_at is null
     for key share of d;
end;
$$;

-- Prepares what is due: it waits while its device is quiet, unless something is broken or an account is at stake; what was quiet, and whatever is more than three at once, is told
-- in one; and what is older than two days is of no use.
create function shop.prepare_pushes() returns void
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('preparing pushes', 0));
  update public.push_outbox o set failed_at = now(), last_error = 'waited until it was of no use any more'
   where o.sent_at is null and o.failed_at is null and o.created_at < now() - interval '2 days';
  update public.push_outbox o set is_held = true, next_attempt_at = shop.quiet_until(d.quiet_from, d.quiet_to, now())
    from public.push_devices d
   where d.id = o.device_id and o.sent_at is null and o.failed_at is null and o.next_attempt_at <= now() and o.kind not in ('trouble', 'access', 'test')
     and shop.quiet_until(d.quiet_from, d.quiet_to, now()) is not null;
  with due as (
    select o.id, o.device_id, o.kind from public.push_outbox o
     where o.sent_at is null and o.failed_at is null and o.next_attempt_at <= now() and o.kind not in ('trouble', 'access', 'test', 'several')
       and (select count(*) > 3 or (count(*) > 1 and bool_or(e.is_held)) from public.push_outbox e
             where e.device_id = o.device_id and e.sent_at is null and e.failed_at is null and e.next_attempt_at <= now()
               and e.kind not in ('trouble', 'access', 'test', 'several'))
  ), told as (
    update public.push_outbox o set sent_at = now() from due where o.id = due.id
  ), counted as (
    select due.device_id, due.kind, count(*) as facts, min(due.id) as first from due group by due.device_id, due.kind
  )
  insert into public.push_outbox (device_id, kind, fact, payload)
  select c.device_id, 'several', 'several ' || min(c.first), jsonb_build_object('counts', jsonb_object_agg(c.kind, c.facts))
    from counted c group by c.device_id;
end;
$$;

-- Claims news that are due, the longest waiting first; nobody else gets them for at least a minute. Takes how many at most. Returns
-- [{id, kind, fact, payload, endpoint, p256dh, auth, waiting}], `waiting` being how many orders are to be confirmed or packed.
create function public.claim_pushes(max_pushes integer) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  claimed jsonb;
begin
  -- Nearly always nothing is, and that is found at once.
  if not exists (select from public.push_outbox o where o.sent_at is null and o.failed_at is null and o.next_attempt_at <= now()) then
    return '[]';
  end if;
  perform shop.prepare_pushes();
  with due as (
    select o.id, o.next_attempt_at, d.endpoint, d.p256dh, d.auth from public.push_outbox o join public.push_devices d on d.id = o.device_id
     where o.sent_at is null and o.failed_at is null and o.next_attempt_at <= now() and d.stopped_at is null
     order by o.next_attempt_at, o.id limit max_pushes for update of o skip locked
  ), taken as (
    update public.push_outbox o set attempts = o.attempts + 1, next_attempt_at = now() + shop.mail_backoff(o.attempts + 1)
      from due where o.id = due.id
    returning o.id, o.kind, o.fact, o.payload, due.endpoint, due.p256dh, due.auth, due.next_attempt_at as due_at
  )
  select jsonb_agg(to_jsonb(t) - 'due_at' order by t.due_at, t.id) into claimed from taken t;
  if claimed is null then
    return '[]';
  end if;
  return (select jsonb_agg(c.push || jsonb_build_object('waiting', w.orders) order by c.place)
            from jsonb_array_elements(claimed) with ordinality as c (push, place)
           cross join (select count(*) as orders from shop.order_work o where o.work in ('to_confirm', 'to_pack')) w);
end;
$$;

-- Stores what became of claimed news. Takes [{id, outcome, error, wait_seconds}]: `sent`; `gone`, upon which the device is forgotten; `refused`, which stops
-- the device the fifth time in a row; `failed`, tried again, not before the seconds that its service asked for; `too_large`, given up; `untried`, as if it had not been claimed.
create function public.record_pushes(results jsonb) returns void
language plpgsql set search_path = ''
as $$
begin
  with recorded as (
    update public.push_outbox o
       set sent_at = case when r.outcome = 'sent' then now() end,
           failed_at = case when r.outcome = 'too_large' then now() end,
           last_error = case r.outcome when 'sent' then null when 'untried' then o.last_error else r.error end,
           attempts = case when r.outcome = 'untried' then o.attempts - 1 else o.attempts end,
           next_attempt_at = case when r.outcome = 'untried' then now()
                                  else greatest(o.next_attempt_at, now() + make_interval(secs => coalesce(r.wait_seconds, 0))) end
      from jsonb_to_recordset(results) as r (id text, outcome text, error text, wait_seconds integer)
     where r.id = o.id and o.sent_at is null
    returning o.device_id, r.outcome, r.error
  ), devices as (
    select r.device_id, bool_or(r.outcome = 'sent') as has_worked, bool_or(r.outcome = 'gone') as is_gone,
           count(*) filter (where r.outcome = 'refused') as refusals, max(r.error) filter (where r.outcome = 'refused') as error
      from recorded r where r.outcome in ('sent', 'gone', 'refused') group by r.device_id
  ), forgotten as (
    delete from public.push_devices d using devices s where s.device_id = d.id and s.is_gone
  )
  update public.push_devices d
     set failures = case when s.has_worked then 0 else d.failures + s.refusals end,
         stopped_at = case when not s.has_worked and d.failures + s.refusals >= 5 then coalesce(d.stopped_at, now()) end,
         last_error = case when not s.has_worked then s.error end
    from devices s where s.device_id = d.id and not s.is_gone;
end;
$$;

-- A device as its owner sees it. Its address stays here.
create function shop.push_device_json(device public.push_devices) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return to_jsonb(device) - array['endpoint', 'p256dh', 'auth', 'session_id', 'staff_id', 'failures']
    || jsonb_build_object('quiet_from', to_char(device.quiet_from, 'HH24:MI'), 'quiet_to', to_char(device.quiet_to, 'HH24:MI'));
end;
$$;

-- The devices of a staff member, last seen first.
create function public.list_push_devices(actor uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(shop.push_device_json(d) order by d.last_seen_at desc, d.id), '[]') from public.push_devices d where d.staff_id = actor;
$$;

-- Lets news go to a device from now on. Takes {endpoint, p256dh, auth, userAgent, kinds?, quietFrom?, quietTo?, replaces?}, the staff member and their
-- session; `replaces` is the address that the device had before, whose wishes it keeps unless others are given. A phone that a colleague used belongs to who uses
-- it now. Ten devices each: the one seen longest ago goes. Returns the device. Refuses 401 `not_signed_in` when the session was ended meanwhile.
create function public.add_push_device(device jsonb, actor uuid, session uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.push_devices;
  added public.push_devices;
begin
  perform 1 from public.staff_sessions s join public.staff m on m.id = s.staff_id
    where s.id = session and s.staff_id = actor and m.is_active for share;
  if not found then
    perform shop.refuse('not_signed_in');
  end if;
  delete from public.push_devices d
   where d.endpoint = device ->> 'replaces' and d.staff_id = actor and d.endpoint <> device ->> 'endpoint' returning * into before;
  delete from public.push_devices d where d.endpoint = device ->> 'endpoint' and d.staff_id <> actor;
  insert into public.push_devices as d (staff_id, session_id, endpoint, p256dh, auth, user_agent, kinds, quiet_from, quiet_to)
  values (actor, session, device ->> 'endpoint', device ->> 'p256dh', device ->> 'auth', left(device ->> 'userAgent', 400),
          coalesce((select array_agg(k.kind::shop.push_kind) from jsonb_array_elements_text(device -> 'kinds') k (kind)), before.kinds,
                   '{new_order,answer,parcel,trouble}'),
          coalesce((device ->> 'quietFrom')::time, before.quiet_from), coalesce((device ->> 'quietTo')::time, before.quiet_to))
  on conflict on constraint push_devices_endpoint_unique do update
     set session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth, user_agent = excluded.user_agent,
         kinds = case when device -> 'kinds' is null then d.kinds else excluded.kinds end,
         quiet_from = case when device -> 'kinds' is null then d.quiet_from else excluded.quiet_from end,
         quiet_to = case when device -> 'kinds' is null then d.quiet_to else excluded.quiet_to end,
         failures = 0, stopped_at = null, last_error = null, last_seen_at = now()
  returning * into added;
  delete from public.push_devices d
   where d.id in (select e.id from public.push_devices e where e.staff_id = actor order by e.id = added.id desc, e.last_seen_at desc, e.id offset 10);
  return shop.push_device_json(added);
end;
$$;

-- Notes that a device was opened by who it belongs to. Takes its address, the staff member and their session. Returns the device; null when the shop does
-- not know it. A colleague's is forgotten: they no longer use it.
create function public.see_push_device(endpoint text, actor uuid, session uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  seen public.push_devices;
begin
  delete from public.push_devices d where d.endpoint = see_push_device.endpoint and d.staff_id <> actor;
  update public.push_devices d set last_seen_at = now(), session_id = session
   where d.endpoint = see_push_device.endpoint and d.staff_id = actor
     and exists (select from public.staff_sessions s where s.id = session and s.staff_id = actor)
  returning * into seen;
  return case when found then shop.push_device_json(seen) end;
end;
$$;

-- Changes what a device is told of, and when it is quiet. Takes its id, {kinds, quietFrom, quietTo} and the staff member. Returns the device.
-- Refuses 404 `push_device_not_found`.
create function public.change_push_device(device_id text, wishes jsonb, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  changed public.push_devices;
begin
  update public.push_devices d
     set kinds = array (select k.kind::shop.push_kind from jsonb_array_elements_text(wishes -> 'kinds') k (kind)),
         quiet_from = (wishes ->> 'quietFrom')::time, quiet_to = (wishes ->> 'quietTo')::time
   where d.id = device_id and d.staff_id = actor returning * into changed;
  if not found then
    perform shop.refuse('push_device_not_found');
  end if;
  -- What waits for the end of the hours before waits for these.
  update public.push_outbox o set next_attempt_at = now() where o.device_id = changed.id and o.is_held and o.sent_at is null and o.failed_at is null;
  return shop.push_device_json(changed);
end;
$$;

-- Sends a notification to try a device, also one that was stopped, which is tried anew. Takes its id and the staff member. Returns the device.
-- Refuses 404 `push_device_not_found`.
create function public.try_push_device(device_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  tried public.push_devices;
begin
  update public.push_devices d set failures = 0, stopped_at = null, last_error = null
   where d.id = device_id and d.staff_id = actor returning * into tried;
  if not found then
    perform shop.refuse('push_device_not_found');
  end if;
  insert into public.push_outbox (device_id, kind, fact, payload) values (tried.id, 'test', 'test ' || shop.new_id(), '{}');
  return shop.push_device_json(tried);
end;
$$;

-- Ends the news of a device. Takes its id and the staff member. Refuses 404 `push_device_not_found`.
create function public.remove_push_device(device_id text, actor uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from public.push_devices d where d.id = device_id and d.staff_id = actor;
  if not found then
    perform shop.refuse('push_device_not_found');
  end if;
end;
$$;

grant execute on function public.claim_pushes, public.record_pushes, public.list_push_devices, public.add_push_device, public.see_push_device,
  public.change_push_device, public.try_push_device, public.remove_push_device to service_role;
