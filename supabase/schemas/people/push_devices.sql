-- News for the phones of the staff, written in the transaction they are about, as mails are, for every device that wants them. Whoever has
-- no such device costs nothing. A message says what happened, how much and where, never who: it is shown on a locked screen.

create type shop.push_kind as enum ('new_order', 'answer', 'low_stock', 'parcel', 'trouble', 'access', 'test', 'several');

-- The browsers of the staff that news go to, and how: what the browser's maker calls the device, and the keys that only the device can
-- open.
create table public.push_devices (
  id text primary key default shop.new_id(),
  staff_id uuid not null references public.staff (id) on delete cascade,
  -- The session that last used the back office on it. One that ends before its time takes the device along; one that expired does not: the
  -- night is longer.
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
  is_delayed boolean not null default false,
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

-- Puts a fact into the outbox for every device that wants its kind and whose member has the right to know it, once. Takes the kind, what it
-- is about, what its text is written from, and the right. Who may not see sums gets no `total`.
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

-- Trigger: a session that somebody ends takes its devices along. One that expires does not.
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

-- Trigger: who is locked out, or whose sessions are all ended, keeps no device: a lost phone may have had one whose session expired long
-- ago.
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

-- Puts what owners have to hear of into the outbox for every device of theirs, whatever it is told of otherwise. Takes what
-- `shop.tell_owners` tells.
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
  select coalesce(jsonb_agg(shop.push_device_json(d) order by d.last_seen_at desc, d.id), '[]') from public.push_devices d
    where d.staff_id = actor;
$$;

-- Lets news go to a device from now on. Takes {endpoint, p256dh, auth, userAgent, kinds?, quietFrom?, quietTo?, replaces?}, the staff
-- member and their session; `replaces` is the address that the device had before, whose wishes it keeps unless others are given. A phone
-- that a colleague used belongs to who uses it now. Ten devices each: the one seen longest ago goes. Returns the device. Refuses 401
-- `not_signed_in` when the session was ended meanwhile.
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
   where d.id in (select e.id from public.push_devices e where e.staff_id = actor order by e.id = added.id desc,
                  e.last_seen_at desc, e.id offset 10);
  return shop.push_device_json(added);
end;
$$;

-- Notes that a device was opened by who it belongs to. Takes its address, the staff member and their session. Returns the device; null when
-- the shop does not know it. A colleague's is forgotten: they no longer use it.
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

-- Changes what a device is told of, and when it is quiet. Takes its id, {kinds, quietFrom, quietTo} and the staff member. Returns the
-- device. Refuses 404 `push_device_not_found`.
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
  update public.push_outbox o set next_attempt_at = now() where o.device_id = changed.id and o.is_delayed and o.sent_at is null
    and o.failed_at is null;
  return shop.push_device_json(changed);
end;
$$;

-- Sends a notification to try a device, also one that was stopped, which is tried anew. Takes its id and the staff member. Returns the
-- device. Refuses 404 `push_device_not_found`.
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

grant execute on function public.list_push_devices, public.add_push_device, public.see_push_device, public.change_push_device,
  public.try_push_device, public.remove_push_device to service_role;
