-- What every other file stands on: the schema `shop` for functions that only the database calls, no privileges by default, ids that sort by time,
-- refusals that reach the API with a code, and days in Pakistan.

create schema shop;
grant usage on schema shop to service_role;

-- What a file does not grant by name, nobody but the owner may do. The first line has no schema: `in schema … revoke … from public` has no effect.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke execute on functions from anon, authenticated;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
-- The functions of the API run as service_role, and so do the inner functions that they call.
alter default privileges in schema shop grant execute on functions to service_role;

-- A new id: 24 hex characters, the first eight the second it was made in, the rest random.
-- In PL/pgSQL, like everything that placing an order calls: its plan is kept per connection, an SQL function is planned again for each statement.
create function shop.new_id() returns text
language plpgsql volatile set search_path = ''
as $$
declare
  random constant text := gen_random_uuid()::text;
begin
  return lpad(to_hex(extract(epoch from clock_timestamp())::bigint), 8, '0') || left(random, 4) || right(random, 12);
end;
$$;

-- Stops the transaction with an answer for the caller: an HTTP status, a code, a message, and details as JSON or null.
-- PostgREST turns sqlstate PGRST into that answer: https://docs.postgrest.org/en/stable/references/errors.html#raise-errors-with-http-status-codes
create function shop.refuse(status integer, code text, message text, details jsonb default null) returns void
language plpgsql set search_path = ''
as $$
begin
  raise sqlstate 'PGRST' using
    message = json_build_object('code', code, 'message', message, 'details', details::text, 'hint', null)::text,
    detail = json_build_object('status', status, 'headers', json_build_object())::text;
end;
$$;

-- Refuses one field of the request, 422 `validation_failed`, when only the database knows that it is wrong. Takes the field's path and the message.
create function shop.refuse_field(path text, complaint text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.refuse(422, 'validation_failed', 'Please check the highlighted fields',
    jsonb_build_object('errors', jsonb_build_array(jsonb_build_object('path', path, 'message', complaint))));
end;
$$;

-- Stamps a row with the time of its last edit, which is also its version. JSON tells milliseconds, so a version is at least one later than the last.
create function shop.touch_updated_at() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := greatest(now(), date_trunc('milliseconds', old.updated_at) + interval '1 millisecond');
  return new;
end;
$$;

-- Refuses an edit of an old version, 409 `edited_meanwhile`. Takes the row's last edit and the version the editor saw, null when they sent none.
create function shop.check_version(edited_at timestamptz, seen timestamptz) returns void
language plpgsql set search_path = ''
as $$
begin
  if date_trunc('milliseconds', seen) <> date_trunc('milliseconds', edited_at) then
    perform shop.refuse(409, 'edited_meanwhile', 'Somebody else changed this meanwhile. Reload to see their version.');
  end if;
end;
$$;

-- Refuses a status change of an old version, 409 `edited_meanwhile` with {status, updatedAt} as they are now. Takes the row's last edit, the version
-- the editor saw (null when they sent none) and the row's status.
create function shop.check_status_version(edited_at timestamptz, seen timestamptz, status text) returns void
language plpgsql set search_path = ''
as $$
begin
  if date_trunc('milliseconds', seen) <> date_trunc('milliseconds', edited_at) then
    perform shop.refuse(409, 'edited_meanwhile', 'Somebody else changed this meanwhile. Reload to see their version.',
      jsonb_build_object('status', status, 'updatedAt', to_char(edited_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
  end if;
end;
$$;

-- The day in Pakistan that a moment belongs to.
create function shop.day_of(moment timestamptz) returns date
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (moment at time zone 'Asia/Karachi')::date;
end;
$$;

-- The moment a day in Pakistan begins.
create function shop.start_of_day(day date) returns timestamptz
language sql immutable set search_path = ''
as $$
  select day::timestamp at time zone 'Asia/Karachi';
$$;

-- Builds of the prebuilt pages. A change of the catalogue makes one build wait, however many changes follow; never two run at once, the last change is
-- always in one, and the owner decides how long changes are collected, because each build is a deploy and plans count those.

create type shop.build_status as enum ('pending', 'running', 'succeeded', 'failed');

create table public.site_builds (
  id text primary key default shop.new_id(),
  status shop.build_status not null default 'pending',
  requested_at timestamptz not null default now(),
  -- Somebody asked for it: it is due at once.
  asked_for boolean not null default false,
  started_at timestamptz,
  finished_at timestamptz,
  -- When the pages began to be read from the catalogue: whatever was committed by then is in them.
  built_at timestamptz
);

create unique index site_builds_one_pending on public.site_builds (status) where status = 'pending';
create unique index site_builds_one_running on public.site_builds (status) where status = 'running';
create index site_builds_built on public.site_builds (built_at desc) where status = 'succeeded';

alter table public.site_builds enable row level security;
grant select, insert, update, delete on public.site_builds to service_role;

-- Changes that no build has claimed yet, one row per transaction. Writers only add rows, so they never wait for each other.
create table shop.site_changes (
  transaction xid8 primary key default pg_current_xact_id(),
  changed_at timestamptz not null default clock_timestamp()
);

grant select, insert, delete on shop.site_changes to service_role;

-- Trigger: the pages no longer show what the catalogue says. Holds a share lock on the waiting build until the change is committed; otherwise a build
-- could claim the row, read the catalogue without the change, and leave nothing that asks for another build.
create function shop.mark_site_stale() returns trigger
language plpgsql set search_path = ''
as $$
begin
  loop
    perform 1 from public.site_builds b where b.status = 'pending' for share;
    exit when found;
    insert into public.site_builds default values on conflict (status) where status = 'pending' do nothing;
  end loop;
  insert into shop.site_changes default values on conflict (transaction) do nothing;
  return null;
end;
$$;

-- Makes a build wait, unless one does.
create function shop.request_site_build() returns void
language sql set search_path = ''
as $$
  insert into public.site_builds default values on conflict (status) where status = 'pending' do nothing;
$$;

-- Makes a build wait that is due now, or makes the waiting one due.
create function public.ask_for_site_build() returns void
language sql set search_path = ''
as $$
  insert into public.site_builds (asked_for) values (true)
  on conflict (status) where status = 'pending' do update set asked_for = true, requested_at = now();
$$;

-- When changes have been collected long enough by the owner's setting `pages`, given when the first was made. Null when changes are built at once.
create function shop.collected_at(first_change timestamptz) returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  rule jsonb := (select s.content -> 'pages' from public.shop_settings s);
  local_time timestamp := first_change at time zone 'Asia/Karachi';
  tonight timestamp;
begin
  case rule ->> 'rebuild'
    when 'interval' then
      return first_change + make_interval(mins => (rule ->> 'minutes')::integer);
    when 'nightly' then
      tonight := date_trunc('day', local_time) + make_interval(hours => (rule ->> 'hour')::integer);
      return (case when tonight > local_time then tonight else tonight + interval '1 day' end) at time zone 'Asia/Karachi';
    else
      return null;
  end case;
end;
$$;

-- Seconds until the waiting build may begin; 0 or less means now. A build that somebody asked for is due at once, a failed one after 1, 2, 4 … 10
-- minutes. Where changes are built at once, the first after a quiet minute starts immediately; after that a few changes wait for two quiet seconds,
-- twenty or more for five, at most two builds start within a minute, and no change waits longer than a minute.
create function shop.seconds_to_build() returns numeric
language plpgsql stable set search_path = ''
as $$
declare
  clock timestamptz := clock_timestamp();
  changes bigint;
  first_change timestamptz;
  last_change timestamptz;
  last_start timestamptz;
  start_before timestamptz;
  failures bigint;
  failed_at timestamptz;
  retry_at timestamptz;
  due timestamptz;
begin
  if exists (select from public.site_builds b where b.status = 'pending' and b.asked_for) then
    return 0;
  end if;

  select count(*), max(b.finished_at) into failures, failed_at from public.site_builds b
   where b.status = 'failed' and b.finished_at > coalesce((select max(s.finished_at) from public.site_builds s where s.status = 'succeeded'), '-infinity');
  retry_at := failed_at + make_interval(mins => least(10, 2 ^ (least(failures, 5) - 1))::integer);

  select count(*), min(c.changed_at), max(c.changed_at) into changes, first_change, last_change from shop.site_changes c;
  if changes = 0 then
    return coalesce(extract(epoch from retry_at - clock), 0);
  end if;

  due := shop.collected_at(first_change);
  if due is not null then
    return extract(epoch from least(due, retry_at) - clock);
  end if;

  select max(b.started_at) into last_start from public.site_builds b;
  if last_start is null or last_start < clock - interval '1 minute' then
    return 0;
  end if;
  select max(b.started_at) into start_before from public.site_builds b where b.started_at < last_start;
  due := case when changes < 20 then last_change + interval '2 seconds'
              else greatest(last_change + interval '5 seconds', start_before + interval '1 minute') end;
  return extract(epoch from least(due, last_start + interval '1 minute') - clock);
end;
$$;

-- Takes the waiting build for the caller, who then builds. `at_once` skips the waiting and replaces a running build (a host that starts).
-- Returns {id} when it was taken, else {wait}: the seconds after which asking again makes sense, nothing when no build waits or one is running.
-- A build that has not ended after ten minutes counts as failed.
create function public.claim_site_build(at_once boolean default false) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  build text;
  seconds numeric;
begin
  update public.site_builds b set status = 'failed', finished_at = now()
   where b.status = 'running' and (at_once or b.started_at < now() - interval '10 minutes');
  if found then
    perform shop.request_site_build();
  end if;

  -- Another claim, and a claim while a change is being committed, wait here.
  select b.id into build from public.site_builds b where b.status = 'pending' for update;
  if build is null or exists (select from public.site_builds b where b.status = 'running') then
    return '{}';
  end if;
  seconds := case when at_once then 0 else shop.seconds_to_build() end;
  if seconds > 0 then
    return jsonb_build_object('wait', ceil(seconds * 10) / 10);
  end if;

  delete from shop.site_changes where true;
  update public.site_builds b set status = 'running', started_at = clock_timestamp() where b.id = build;
  return jsonb_build_object('id', build);
end;
$$;

-- Says that pages are online, and when they began to be read from the catalogue. The build that was running by then has succeeded; pages that no build
-- was claimed for (a deploy of new code) get a row of their own. Keeps the last hundred builds.
create function public.confirm_site_build(built_at timestamptz) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.site_builds b set status = 'succeeded', finished_at = now(), built_at = confirm_site_build.built_at
   where b.status = 'running' and b.started_at <= confirm_site_build.built_at;
  if not found and not exists (select from public.site_builds b where b.status = 'succeeded' and b.built_at >= confirm_site_build.built_at) then
    insert into public.site_builds (status, started_at, finished_at, built_at)
    values ('succeeded', confirm_site_build.built_at, confirm_site_build.built_at, confirm_site_build.built_at);
  end if;
  delete from public.site_builds b
   where b.finished_at < (select o.finished_at from public.site_builds o where o.finished_at is not null order by o.finished_at desc offset 100 limit 1);
end;
$$;

-- Says that the running build failed: its changes wait again.
create function public.fail_site_build() returns void
language plpgsql set search_path = ''
as $$
begin
  update public.site_builds b set status = 'failed', finished_at = now() where b.status = 'running';
  if found then
    perform shop.request_site_build();
  end if;
end;
$$;

-- Gives a claimed build back that nobody could start. It is due at once, since its changes were collected already.
create function public.release_site_build(build text) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from public.site_builds b where b.id = build and b.status = 'running';
  if found then
    perform public.ask_for_site_build();
  end if;
end;
$$;

-- How the pages stand: {built_at, running_since, changes: how many wait, due_at: when the waiting build may start (past when overdue), failed_at: when
-- the last build failed, if none succeeded since}. Null where there is nothing to tell.
create function public.site_build_status() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'built_at', (select max(b.built_at) from public.site_builds b where b.status = 'succeeded'),
    'running_since', (select b.started_at from public.site_builds b where b.status = 'running'),
    'changes', (select count(*) from shop.site_changes),
    'due_at', (select case when wait.seconds = 0 then b.requested_at else clock_timestamp() + make_interval(secs => wait.seconds) end
                 from public.site_builds b cross join lateral (select shop.seconds_to_build()::double precision as seconds) wait
                where b.status = 'pending'),
    'failed_at', (select max(f.finished_at) from public.site_builds f
                   where f.status = 'failed'
                     and f.finished_at > coalesce((select max(s.finished_at) from public.site_builds s where s.status = 'succeeded'), '-infinity'))
  );
$$;

grant execute on function public.ask_for_site_build, public.claim_site_build, public.confirm_site_build, public.fail_site_build,
  public.release_site_build, public.site_build_status to service_role;

-- What the owner changes without a developer: name, contact, delivery rule, texts of the pages. Pages, carts, orders and mails read the same row.
-- Groups and limits are the schema `settings` of the API; a group that is missing here has its default (src/shared/shop.ts).

-- Whether a value is a delivery rule {freeFrom, fee}, in rupees. Orders are charged by it, so the database checks it, too.
create function shop.is_delivery_rule(rule jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select case when jsonb_typeof(rule -> 'freeFrom') = 'number' and jsonb_typeof(rule -> 'fee') = 'number'
              then (rule ->> 'freeFrom')::numeric >= 0 and (rule ->> 'fee')::numeric >= 0
              else false end;
$$;

-- Whether a value is a rule for builds: {"rebuild": "at_once" | "interval" | "nightly", "minutes": 5 to 1440, "hour": 0 to 23 in Pakistan}.
-- `shop.collected_at` reads it; one that it cannot read would end all building.
create function shop.is_rebuild_rule(rule jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select case when jsonb_typeof(rule -> 'minutes') = 'number' and jsonb_typeof(rule -> 'hour') = 'number'
              then coalesce(rule ->> 'rebuild' in ('at_once', 'interval', 'nightly'), false)
                   and (rule ->> 'minutes')::numeric between 5 and 1440 and (rule ->> 'minutes')::numeric % 1 = 0
                   and (rule ->> 'hour')::numeric between 0 and 23 and (rule ->> 'hour')::numeric % 1 = 0
              else false end;
$$;

create table public.shop_settings (
  id boolean primary key default true,
  content jsonb not null default '{}',
  updated_at timestamptz not null default now(),
  constraint shop_settings_one_row check (id),
  constraint shop_settings_content_object check (jsonb_typeof(content) = 'object'),
  constraint shop_settings_delivery_valid check (not content ? 'delivery' or shop.is_delivery_rule(content -> 'delivery')),
  constraint shop_settings_pages_valid check (not content ? 'pages' or shop.is_rebuild_rule(content -> 'pages'))
);

insert into public.shop_settings default values;

create trigger shop_settings_touched before update on public.shop_settings for each row execute function shop.touch_updated_at();
create trigger shop_settings_rebuild_site_new after insert or delete on public.shop_settings
  for each row execute function shop.mark_site_stale();
-- No page shows the rule for builds.
create trigger shop_settings_rebuild_site after update on public.shop_settings
  for each row when ((old.content - 'pages') is distinct from (new.content - 'pages')) execute function shop.mark_site_stale();

alter table public.shop_settings enable row level security;
-- The build reads it with the public key, and everything in it is on the pages.
create policy "everyone reads the settings" on public.shop_settings for select to anon, authenticated using (true);
grant select on public.shop_settings to anon, authenticated;
grant select, insert, update on public.shop_settings to service_role;

-- Replaces whole groups of settings; other groups stay. Takes the groups and the version the editor saw, or null.
-- Returns {content, updated_at}. Refuses 409 `edited_meanwhile`.
create function public.change_settings(groups jsonb, seen timestamptz) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  current public.shop_settings;
begin
  insert into public.shop_settings default values on conflict (id) do nothing;
  select * into current from public.shop_settings s where s.id for update;
  perform shop.check_version(current.updated_at, seen);
  update public.shop_settings s set content = s.content || groups where s.id returning * into current;
  return jsonb_build_object('content', current.content, 'updated_at', current.updated_at);
end;
$$;

grant execute on function public.change_settings to service_role;

-- Guessing passwords is slow, and nobody is locked out by somebody else's guesses. Wrong tries delay the address (or the known device) they came from,
-- longer each time. Tries of unknown devices on one account also queue, and get a place in that queue that stays theirs. A known device, one that has
-- signed in to the account before, does not queue.
--
-- Per account: ten tries at once, then one each 30 seconds, from however many addresses: at most 130 an hour. A place in the queue is at most 15
-- minutes away; when thirty addresses wait already, each further one gets its try after 15 minutes, which adds 4 an hour each.
-- Codes of a second factor are stricter: when the queue is full, an unknown device has to come back later.
-- Per address, over all accounts: thirty tries at once, then one each 10 seconds.

create table public.sign_in_limits (
  -- The SHA-256 of what is counted: an address, an account, or one of both.
  key text primary key,
  tries integer not null default 0,
  -- When the next try is allowed; for an account or an address as a whole, when the last place in the queue is used up.
  next_at timestamptz not null,
  -- Whether the wait until then is a place in the account's queue.
  has_place boolean not null default false,
  ends_at timestamptz not null
);

create index sign_in_limits_ended on public.sign_in_limits (ends_at);

alter table public.sign_in_limits enable row level security;
grant select, insert, update, delete on public.sign_in_limits to service_role;

-- Devices (browsers) that have signed in to an account. Both are stored as hashes only.
create table public.sign_in_devices (
  account text not null,
  token_hash text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (account, token_hash),
  constraint sign_in_devices_token_hash_sha256 check (token_hash ~ '^[0-9a-f]{64}$')
);

create index sign_in_devices_token on public.sign_in_devices (token_hash);
create index sign_in_devices_last_used on public.sign_in_devices (last_used_at);

alter table public.sign_in_devices enable row level security;
grant select, insert, update, delete on public.sign_in_devices to service_role;

-- The hash under which an account's tries and devices are stored. Takes the e-mail address; the server hashes what was typed in the same way.
create function shop.account_hash(email text) returns text
language sql immutable set search_path = ''
as $$
  select encode(sha256(convert_to(account_hash.email, 'UTF8')), 'hex');
$$;

-- How long to wait after so many wrong tries: nothing for the first three, then 5 seconds, doubled up to 15 minutes.
create function shop.sign_in_delay(tries integer) returns interval
language sql immutable set search_path = ''
as $$
  select case when tries < 3 then interval '0' else least(interval '15 minutes', interval '5 seconds' * power(2, least(tries, 20) - 3)) end;
$$;

-- Locks the row of a limit until the transaction ends. Makes it when there is none, and resets one that has run out.
create function shop.lock_sign_in_limit(key text) returns public.sign_in_limits
language plpgsql set search_path = ''
as $$
declare
  locked public.sign_in_limits;
begin
  insert into public.sign_in_limits as l (key, next_at, ends_at) values (lock_sign_in_limit.key, now(), now() + interval '6 hours')
  on conflict on constraint sign_in_limits_pkey do update
     set tries = case when l.ends_at < clock_timestamp() then 0 else l.tries end,
         next_at = case when l.ends_at < clock_timestamp() then clock_timestamp() else l.next_at end,
         has_place = l.has_place and l.ends_at >= clock_timestamp()
  returning * into locked;
  return locked;
end;
$$;

-- Asks whether a password or code may be tried, and counts the try as a wrong one until `end_sign_in` says otherwise, so that simultaneous tries cannot
-- share one chance. Takes the method (`password`, `code`) and the hashes of the account, the address and the device's token (null without).
-- Returns 0 when it may be tried, else the seconds to wait. Asking again does not prolong the wait.
create function public.begin_sign_in(method text, account text, address text, device text) returns integer
language plpgsql set search_path = ''
as $$
declare
  known constant boolean := exists (
    select from public.sign_in_devices d where d.account = begin_sign_in.account and d.token_hash = device);
  queue_step constant interval := interval '30 seconds';
  queue_burst constant interval := queue_step * 9;
  longest_wait constant interval := interval '15 minutes';
  address_step constant interval := interval '10 seconds';
  address_burst constant interval := address_step * 29;
  by_address public.sign_in_limits;
  queue public.sign_in_limits;
  own public.sign_in_limits;
  turn timestamptz;
  clock timestamptz;
begin
  -- Always locked in this order: address, account, both together.
  if not known then
    by_address := shop.lock_sign_in_limit('address ' || address);
    queue := shop.lock_sign_in_limit(method || ' account ' || account);
  end if;
  own := shop.lock_sign_in_limit(method || ' ' || account || ' ' || case when known then 'device ' || device else 'address ' || address end);
  clock := clock_timestamp();
  -- A place in the queue expires a quarter of an hour after its turn.
  own.has_place := own.has_place and own.next_at > clock - interval '15 minutes';

  if own.next_at > clock then
    return ceil(extract(epoch from own.next_at - clock));
  elsif not known and by_address.next_at > clock + address_burst then
    return ceil(extract(epoch from by_address.next_at - address_burst - clock));
  elsif not known and not own.has_place and queue.next_at > clock + queue_burst then
    turn := queue.next_at - queue_burst;
    if turn > clock + longest_wait then
      turn := clock + longest_wait;
      if method = 'code' then
        return ceil(extract(epoch from longest_wait));
      end if;
    else
      update public.sign_in_limits l set next_at = queue.next_at + queue_step, ends_at = clock + interval '6 hours' where l.key = queue.key;
    end if;
    update public.sign_in_limits l set next_at = turn, has_place = true, ends_at = clock + interval '6 hours' where l.key = own.key;
    return ceil(extract(epoch from turn - clock));
  end if;

  if not known then
    update public.sign_in_limits l
       set next_at = greatest(by_address.next_at, clock) + address_step, ends_at = clock + interval '6 hours' where l.key = by_address.key;
    if not own.has_place then
      update public.sign_in_limits l
         set next_at = greatest(queue.next_at, clock) + queue_step, ends_at = clock + interval '6 hours' where l.key = queue.key;
    end if;
  end if;
  update public.sign_in_limits l
     set tries = own.tries + 1, next_at = clock + shop.sign_in_delay(own.tries + 1), has_place = false, ends_at = clock + interval '6 hours'
   where l.key = own.key;
  return 0;
end;
$$;

-- Takes a try that succeeded, or could not be made, out of the counts. Takes what `begin_sign_in` took.
create function public.end_sign_in(method text, account text, address text, device text) returns void
language plpgsql set search_path = ''
as $$
declare
  known constant boolean := exists (
    select from public.sign_in_devices d where d.account = end_sign_in.account and d.token_hash = device);
begin
  -- In the order of `begin_sign_in`.
  if not known then
    update public.sign_in_limits l set next_at = l.next_at - interval '10 seconds' where l.key = 'address ' || address;
    update public.sign_in_limits l set next_at = l.next_at - interval '30 seconds' where l.key = method || ' account ' || account;
  end if;
  delete from public.sign_in_limits l
   where l.key = method || ' ' || account || ' ' || case when known then 'device ' || device else 'address ' || address end;

  -- Limits that have run out are deleted here; locked ones are left to the next sign-in.
  delete from public.sign_in_limits l
   where l.key in (select o.key from public.sign_in_limits o where o.ends_at < now() order by o.ends_at limit 500 for update skip locked);
end;
$$;

-- Makes a device known to an account that it has just signed in to. Takes the hashes of the account, of the device's token (null without) and of a new
-- token. Returns whether the device has to store the new token: a device that is known already keeps its own.
create function public.remember_device(account text, device text, new_device text) returns boolean
language plpgsql set search_path = ''
as $$
declare
  -- One person hardly has more.
  max_devices constant integer := 10;
begin
  delete from public.sign_in_devices d where d.last_used_at < now() - interval '400 days';
  update public.sign_in_devices d set last_used_at = now() where d.account = remember_device.account and d.token_hash = device;
  if found then
    return false;
  end if;
  -- The browser's new token replaces the old one for all of its accounts: a token that somebody planted in it becomes worthless.
  update public.sign_in_devices d set token_hash = new_device where d.token_hash = device;
  insert into public.sign_in_devices (account, token_hash) values (remember_device.account, new_device);
  delete from public.sign_in_devices d
   where d.account = remember_device.account
     and d.token_hash in (select o.token_hash from public.sign_in_devices o where o.account = remember_device.account
                           order by o.last_used_at desc, o.created_at desc, o.token_hash offset max_devices);
  return true;
end;
$$;

grant execute on function public.begin_sign_in, public.end_sign_in, public.remember_device to service_role;

-- Who works here. Owners decide who does, end other people's sessions and can require a second factor of everybody; `npm run staff:add` makes owners,
-- invitations make members. No change leaves the shop without an owner who may sign in.

create table public.staff (
  id uuid primary key references auth.users (id) on delete cascade,
  username text not null,
  email text not null,
  is_owner boolean not null default false,
  is_active boolean not null default true,
  -- Tokens issued before this moment are refused, however long they would live.
  sessions_from timestamptz,
  created_at timestamptz not null default now(),
  constraint staff_username_shape check (username ~ '^[a-z0-9._-]{2,40}$'),
  constraint staff_username_unique unique (username),
  constraint staff_email_lowercase check (email = lower(email)),
  constraint staff_email_unique unique (email)
);

alter table public.staff enable row level security;
grant select, insert, update, delete on public.staff to service_role;

create table public.staff_invitations (
  id text primary key default shop.new_id(),
  email text not null,
  username text not null,
  token_hash text not null,
  invited_by uuid references public.staff (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  constraint staff_invitations_email_lowercase check (email = lower(email)),
  constraint staff_invitations_email_unique unique (email),
  constraint staff_invitations_username_shape check (username ~ '^[a-z0-9._-]{2,40}$'),
  constraint staff_invitations_username_unique unique (username),
  constraint staff_invitations_token_hash_sha256 check (token_hash ~ '^[0-9a-f]{64}$'),
  constraint staff_invitations_token_hash_unique unique (token_hash)
);

create index staff_invitations_by_person on public.staff_invitations (invited_by);

alter table public.staff_invitations enable row level security;
grant select, insert, update, delete on public.staff_invitations to service_role;

create table public.staff_second_factors (
  staff_id uuid primary key references public.staff (id) on delete cascade,
  -- Encrypted by the server with a key derived from the project's secret key.
  secret text not null,
  -- The time step of the last code used: neither it nor an earlier one is accepted again.
  last_step bigint not null,
  created_at timestamptz not null default now()
);

alter table public.staff_second_factors enable row level security;
grant select, insert, update, delete on public.staff_second_factors to service_role;

-- A staff member as the API shows them: the row, and whether they have a second factor.
create function shop.describe_staff(member public.staff) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(member) || jsonb_build_object('has_second_factor', exists (select from public.staff_second_factors f where f.staff_id = member.id));
$$;

-- Everybody on the staff, by user name.
create function public.list_staff() returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(shop.describe_staff(s) order by s.username), '[]') from public.staff s;
$$;

-- Refuses 403 `owner_only` unless the staff member is an owner who may sign in.
create function shop.assert_owner(actor uuid) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not exists (select from public.staff s where s.id = actor and s.is_owner and s.is_active) then
    perform shop.refuse(403, 'owner_only', 'Only an owner of the shop may do this');
  end if;
end;
$$;

-- Lets a staff member sign in or locks them out; locking out ends their sessions and forgets their devices. Takes who does it. Returns the member.
-- Refuses 401 `not_signed_in` when the actor was locked out meanwhile, 403 `owner_only`, 404 `staff_not_found`, 409 `own_account` for locking
-- oneself out: so one member always remains, even when two lock each other out at the same moment.
create function public.set_staff_active(staff_id uuid, is_active boolean, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  member public.staff;
begin
  perform 1 from public.staff s order by s.id for update;
  if not exists (select from public.staff s where s.id = actor and s.is_active) then
    perform shop.refuse(401, 'not_signed_in', 'Please sign in');
  elsif staff_id = actor and not set_staff_active.is_active then
    perform shop.refuse(409, 'own_account', 'You cannot lock yourself out. Ask a colleague to do it.');
  end if;
  perform shop.assert_owner(actor);

  update public.staff s
     set is_active = set_staff_active.is_active,
         sessions_from = case when set_staff_active.is_active then s.sessions_from else date_trunc('second', now()) + interval '1 second' end
   where s.id = staff_id returning * into member;
  if not found then
    perform shop.refuse(404, 'staff_not_found', 'Staff member not found');
  end if;
  if not member.is_active then
    delete from public.staff_sessions s where s.staff_id = set_staff_active.staff_id;
    delete from public.sign_in_devices d where d.account = shop.account_hash(member.email);
  end if;
  return shop.describe_staff(member);
end;
$$;

-- Ends every session of a staff member and forgets their devices, one of which may be lost. Takes who does it, the member or an owner; null is the
-- command line. Returns the member. Refuses 403 `owner_only`, 404 `staff_not_found`.
create function public.end_staff_sessions(staff_id uuid, actor uuid default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  member public.staff;
begin
  if actor <> staff_id then
    perform shop.assert_owner(actor);
  end if;
  -- Tokens carry the second they were issued in; those of this second end, too.
  update public.staff s set sessions_from = date_trunc('second', now()) + interval '1 second' where s.id = end_staff_sessions.staff_id returning * into member;
  if not found then
    perform shop.refuse(404, 'staff_not_found', 'Staff member not found');
  end if;
  delete from public.staff_sessions s where s.staff_id = end_staff_sessions.staff_id;
  delete from public.sign_in_devices d where d.account = shop.account_hash(member.email);
  return shop.describe_staff(member);
end;
$$;

-- Invites somebody to the staff and writes the mail that says so; an earlier invitation of the same address is replaced. Takes the address, the user
-- name, the SHA-256 of the link's token, the link and the staff member. Returns the invitation. Refuses 422 an address or a name that is taken.
create function public.invite_staff(email text, username text, token_hash text, link text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  invitation public.staff_invitations;
begin
  -- Simultaneous invitations queue here.
  lock table public.staff_invitations in share row exclusive mode;
  delete from public.staff_invitations i where i.expires_at < now() or i.email = invite_staff.email;
  if exists (select from public.staff s where s.email = invite_staff.email) then
    perform shop.refuse_field('email', 'Somebody on the staff has this address');
  elsif exists (select from public.staff s where s.username = invite_staff.username)
     or exists (select from public.staff_invitations i where i.username = invite_staff.username) then
    perform shop.refuse_field('username', 'This user name is taken');
  end if;

  insert into public.staff_invitations (email, username, token_hash, invited_by)
  values (invite_staff.email, invite_staff.username, invite_staff.token_hash, actor)
  returning * into invitation;
  insert into public.mail_outbox (kind, recipient, payload)
  values ('staff_invitation', invitation.email, jsonb_build_object('username', invitation.username, 'link', link,
            'invited_by', (select s.username from public.staff s where s.id = actor)));
  return to_jsonb(invitation) - 'token_hash';
end;
$$;

-- The invitation of a link: {email, username}. Takes the SHA-256 of its token. Refuses 404 `invitation_not_found`, also when it has expired.
create function public.find_invitation(token_hash text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  invitation public.staff_invitations;
begin
  select * into invitation from public.staff_invitations i where i.token_hash = find_invitation.token_hash and i.expires_at > now();
  if not found then
    perform shop.refuse(404, 'invitation_not_found', 'This invitation is no longer good. Ask for a new one.');
  end if;
  return jsonb_build_object('email', invitation.email, 'username', invitation.username);
end;
$$;

-- Puts an account on the staff and uses up its invitation. Takes the SHA-256 of the link's token and the account. Refuses 404 `invitation_not_found`.
create function public.accept_invitation(token_hash text, account uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  invitation public.staff_invitations;
begin
  delete from public.staff_invitations i where i.token_hash = accept_invitation.token_hash and i.expires_at > now() returning * into invitation;
  if not found then
    perform shop.refuse(404, 'invitation_not_found', 'This invitation is no longer good. Ask for a new one.');
  end if;
  insert into public.staff (id, username, email) values (account, invitation.username, invitation.email);
end;
$$;

grant execute on function public.list_staff, public.set_staff_active, public.end_staff_sessions, public.invite_staff, public.find_invitation,
  public.accept_invitation to service_role;

-- Staff sessions and second factors. A token is good for staff work only while its session is in this table: a session can be ended at once, and one that
-- Auth gave to somebody with the password alone, past the shop's own sign-in, opens nothing. The second factor is checked where a session begins, in the
-- same transaction.

create table public.staff_sessions (
  -- The session's id in Auth, which its tokens name.
  id uuid primary key,
  staff_id uuid not null references public.staff (id) on delete cascade,
  user_agent text not null default '',
  -- A second factor has to be switched on before anything else.
  must_enroll boolean not null default false,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint staff_sessions_user_agent_length check (char_length(user_agent) <= 400)
);

create index staff_sessions_staff on public.staff_sessions (staff_id);

alter table public.staff_sessions enable row level security;
grant select, insert, update, delete on public.staff_sessions to service_role;

-- Codes for somebody who has lost their phone. Each works once; stored as hashes.
create table public.staff_recovery_codes (
  staff_id uuid not null references public.staff_second_factors (staff_id) on delete cascade,
  code_hash text not null,
  primary key (staff_id, code_hash),
  constraint staff_recovery_codes_hash_sha256 check (code_hash ~ '^[0-9a-f]{64}$')
);

alter table public.staff_recovery_codes enable row level security;
grant select, insert, update, delete on public.staff_recovery_codes to service_role;

-- One row: what holds for the whole staff.
create table public.staff_policy (
  is_only_row boolean primary key default true,
  second_factor_required boolean not null default false,
  constraint staff_policy_one_row check (is_only_row)
);

insert into public.staff_policy default values;

alter table public.staff_policy enable row level security;
grant select, insert, update, delete on public.staff_policy to service_role;

-- The staff member with this user name or e-mail address, and what signing in needs: {id, username, email, is_active, secret, last_step}. Null for nobody.
create function public.find_staff_login(name text) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', s.id, 'username', s.username, 'email', s.email, 'is_active', s.is_active, 'secret', f.secret, 'last_step', f.last_step)
    from public.staff s left join public.staff_second_factors f on f.staff_id = s.id
   where case when position('@' in find_staff_login.name) > 0 then s.email else s.username end = find_staff_login.name;
$$;

-- Uses up a code of a second factor: takes the time step of a code that fits, or the hash of a recovery code. Returns whether it was still unused.
create function shop.use_second_factor(staff_id uuid, time_step bigint, recovery_hash text) returns boolean
language plpgsql set search_path = ''
as $$
begin
  if time_step is not null then
    update public.staff_second_factors f set last_step = time_step where f.staff_id = use_second_factor.staff_id and f.last_step < time_step;
  else
    delete from public.staff_recovery_codes c where c.staff_id = use_second_factor.staff_id and c.code_hash = recovery_hash;
  end if;
  return found;
end;
$$;

-- Begins a staff session for which Auth has accepted the password. Takes its id and end, the browser's description of itself and, where a second factor
-- is on, the time step of its code or the hash of a recovery code. Returns {must_enroll}: whether a second factor has to be switched on first.
-- Refuses 401 `second_factor_wrong`, also for a code that was used before, and 401 `invalid_credentials` for somebody who may not sign in.
create function public.open_staff_session(
  session_id uuid, staff_id uuid, expires_at timestamptz, user_agent text, time_step bigint default null, recovery_hash text default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  has_factor boolean;
  session public.staff_sessions;
begin
  -- The lock keeps colleagues from locking the member out, and a second factor from being switched on, meanwhile.
  perform 1 from public.staff s where s.id = open_staff_session.staff_id and s.is_active for share;
  if not found then
    perform shop.refuse(401, 'invalid_credentials', 'Invalid username or password');
  end if;
  has_factor := exists (select from public.staff_second_factors f where f.staff_id = open_staff_session.staff_id);
  if has_factor and not shop.use_second_factor(open_staff_session.staff_id, time_step, recovery_hash) then
    perform shop.refuse(401, 'second_factor_wrong', 'This code is not right, or was used already. Wait for the next one.');
  end if;

  delete from public.staff_sessions o where o.staff_id = open_staff_session.staff_id and o.expires_at < now();
  insert into public.staff_sessions (id, staff_id, user_agent, expires_at, must_enroll)
  values (session_id, open_staff_session.staff_id, left(open_staff_session.user_agent, 400), open_staff_session.expires_at,
          not has_factor and (select p.second_factor_required from public.staff_policy p))
  returning * into session;
  return jsonb_build_object('must_enroll', session.must_enroll);
end;
$$;

-- The staff member of a session, asked with every staff request: {id, username, email, is_owner, must_enroll}; null when the account is not staff.
-- Takes the account and session of a token. Refuses 401 `not_signed_in` when the session has ended or the member is locked out.
create function public.staff_of_session(account uuid, session_id uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  member public.staff;
  session public.staff_sessions;
begin
  select * into member from public.staff s where s.id = account;
  if not found then
    return null;
  end if;
  select * into session from public.staff_sessions s where s.id = session_id and s.staff_id = account and s.expires_at > now();
  if not found or not member.is_active then
    perform shop.refuse(401, 'not_signed_in', 'Please sign in');
  end if;
  -- Once a minute is precise enough.
  if session.last_seen_at < now() - interval '1 minute' then
    update public.staff_sessions s set last_seen_at = now() where s.id = session_id;
  end if;
  return jsonb_build_object('id', member.id, 'username', member.username, 'email', member.email, 'is_owner', member.is_owner,
                            'must_enroll', session.must_enroll);
end;
$$;

-- Ends all sessions of a staff member but one, and forgets all devices but the one whose token hash is given (null: none).
-- Returns how many sessions ended.
create function public.end_other_staff_sessions(staff_id uuid, current_session uuid, device text) returns integer
language plpgsql set search_path = ''
as $$
declare
  ended integer;
begin
  delete from public.staff_sessions s where s.staff_id = end_other_staff_sessions.staff_id and s.id is distinct from current_session;
  get diagnostics ended = row_count;
  delete from public.sign_in_devices d
   where d.account = (select shop.account_hash(m.email) from public.staff m where m.id = end_other_staff_sessions.staff_id)
     and d.token_hash is distinct from device;
  return ended;
end;
$$;

-- Switches a second factor on. Takes its encrypted secret, the time step of the code that proved it, and the hashes of the recovery codes.
-- The member's sessions go on. Refuses 409 `second_factor_is_on`.
create function public.switch_on_second_factor(staff_id uuid, secret text, time_step bigint, recovery_hashes text[]) returns void
language plpgsql set search_path = ''
as $$
begin
  perform 1 from public.staff s where s.id = switch_on_second_factor.staff_id for update;
  if exists (select from public.staff_second_factors f where f.staff_id = switch_on_second_factor.staff_id) then
    perform shop.refuse(409, 'second_factor_is_on', 'Your second factor is on already.');
  end if;
  insert into public.staff_second_factors (staff_id, secret, last_step)
  values (switch_on_second_factor.staff_id, switch_on_second_factor.secret, time_step);
  insert into public.staff_recovery_codes (staff_id, code_hash) select switch_on_second_factor.staff_id, unnest(recovery_hashes);
  update public.staff_sessions s set must_enroll = false where s.staff_id = switch_on_second_factor.staff_id;
end;
$$;

-- A staff member's own second factor: {since, codes_left, is_required}; `since` is null while it is off.
create function public.show_second_factor(staff_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'since', (select f.created_at from public.staff_second_factors f where f.staff_id = show_second_factor.staff_id),
    'codes_left', (select count(*) from public.staff_recovery_codes c where c.staff_id = show_second_factor.staff_id),
    'is_required', (select p.second_factor_required from public.staff_policy p));
$$;

-- Replaces the recovery codes. Takes the proof as `open_staff_session` does, and the new hashes. Refuses 401 `second_factor_wrong`.
create function public.replace_recovery_codes(staff_id uuid, time_step bigint, recovery_hash text, recovery_hashes text[]) returns void
language plpgsql set search_path = ''
as $$
begin
  if not shop.use_second_factor(replace_recovery_codes.staff_id, time_step, recovery_hash) then
    perform shop.refuse(401, 'second_factor_wrong', 'This code is not right, or was used already. Wait for the next one.');
  end if;
  delete from public.staff_recovery_codes c where c.staff_id = replace_recovery_codes.staff_id;
  insert into public.staff_recovery_codes (staff_id, code_hash) select replace_recovery_codes.staff_id, unnest(recovery_hashes);
end;
$$;

-- Switches a second factor off. Takes the proof as `open_staff_session` does. Refuses 401 `second_factor_wrong`, and 409 `second_factor_needed_by_all`
-- while everybody needs one.
create function public.switch_off_second_factor(staff_id uuid, time_step bigint, recovery_hash text) returns void
language plpgsql set search_path = ''
as $$
begin
  -- Waits for an owner who is requiring it at this moment.
  if (select p.second_factor_required from public.staff_policy p for share) then
    perform shop.refuse(409, 'second_factor_needed_by_all', 'Everybody on the staff needs a second factor. An owner can change that.');
  elsif not shop.use_second_factor(switch_off_second_factor.staff_id, time_step, recovery_hash) then
    perform shop.refuse(401, 'second_factor_wrong', 'This code is not right, or was used already. Wait for the next one.');
  end if;
  delete from public.staff_second_factors f where f.staff_id = switch_off_second_factor.staff_id;
end;
$$;

-- Removes the second factor of a staff member who lost it, and ends their sessions: they sign in with the password alone, and switch it on again where
-- it is required. Takes who does it, an owner; null is the command line. Returns the member. Refuses 403 `owner_only`, 404 `staff_not_found`.
create function public.reset_second_factor(staff_id uuid, actor uuid default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  member public.staff;
begin
  if actor is not null then
    perform shop.assert_owner(actor);
  end if;
  select * into member from public.staff s where s.id = reset_second_factor.staff_id for update;
  if not found then
    perform shop.refuse(404, 'staff_not_found', 'Staff member not found');
  end if;
  delete from public.staff_second_factors f where f.staff_id = reset_second_factor.staff_id;
  delete from public.staff_sessions s where s.staff_id = reset_second_factor.staff_id;
  return shop.describe_staff(member);
end;
$$;

-- Says whether everybody on the staff needs a second factor; those without one are led to it at their next sign-in. Returns {is_required}.
-- Refuses 403 `owner_only`, 409 `second_factor_first` for an owner without one of their own.
create function public.require_second_factor(is_required boolean, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform shop.assert_owner(actor);
  perform 1 from public.staff_policy p for update;
  if is_required and not exists (select from public.staff_second_factors f where f.staff_id = actor) then
    perform shop.refuse(409, 'second_factor_first', 'Switch on your own second factor first, under Your account.');
  end if;
  update public.staff_policy p set second_factor_required = is_required where true;
  return jsonb_build_object('is_required', is_required);
end;
$$;

grant execute on function public.find_staff_login, public.open_staff_session, public.staff_of_session, public.end_other_staff_sessions,
  public.switch_on_second_factor, public.show_second_factor, public.replace_recovery_codes, public.switch_off_second_factor,
  public.reset_second_factor, public.require_second_factor to service_role;

-- What the shop sells: categories and products. Public rows may be read by everybody; changes go through functions of the server.

create table public.categories (
  id text primary key default shop.new_id(),
  name text not null,
  slug text not null,
  image text,
  is_active boolean not null default true,
  sort_order integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint categories_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint categories_name_length check (char_length(name) between 1 and 80),
  constraint categories_slug_shape check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 80),
  constraint categories_slug_unique unique (slug)
);

create trigger categories_touched before update on public.categories for each row execute function shop.touch_updated_at();
create trigger categories_rebuild_site after insert or update or delete on public.categories for each row execute function shop.mark_site_stale();

alter table public.categories enable row level security;
create policy "everyone reads active categories" on public.categories for select to anon, authenticated using (is_active);
grant select on public.categories to anon, authenticated;
grant select, insert, update, delete on public.categories to service_role;

-- Whether every entry {image, color} names one of the photos and one of the colours.
create function shop.photo_colors_fit(photo_colors jsonb, images text[], colors text[]) returns boolean
language sql immutable set search_path = ''
as $$
  select jsonb_typeof(photo_colors) = 'array'
     and not exists (select 1 from jsonb_array_elements(photo_colors) e
                      where (e ->> 'image' = any (images) and e ->> 'color' = any (colors)) is not true);
$$;

-- The entries {image, color} that still fit, after photos or colours were removed.
create function shop.fitting_photo_colors(photo_colors jsonb, images text[], colors text[]) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_agg(e order by place), '[]')
    from jsonb_array_elements(photo_colors) with ordinality as entries (e, place)
   where e ->> 'image' = any (images) and e ->> 'color' = any (colors);
$$;

create table public.products (
  id text primary key default shop.new_id(),
  name text not null,
  description text not null default '',
  material text not null default '',
  -- Null only for archived products whose category is gone.
  category text references public.categories (slug) on update cascade on delete set null,
  price numeric(12, 2) not null,
  original_price numeric(12, 2),
  images text[] not null default '{}',
  -- Which photo shows which colour: [{image, color}].
  photo_colors jsonb not null default '[]',
  is_available boolean not null default true,
  is_new boolean not null default false,
  is_featured boolean not null default false,
  -- Written by shop.change_stock alone.
  stock_quantity integer not null default 0,
  in_stock boolean not null generated always as (is_available and stock_quantity > 0) stored,
  -- Derived from the reviews, whatever is written here.
  rating numeric(2, 1) not null default 0,
  review_count integer not null default 0,
  colors text[] not null default '{}',
  sizes text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  constraint products_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint products_name_length check (char_length(name) between 1 and 120),
  constraint products_category_present check (category is not null or archived_at is not null),
  constraint products_price_positive check (price > 0),
  constraint products_original_price_above check (original_price > price),
  constraint products_images_count check (cardinality(images) between 1 and 20),
  constraint products_photo_colors_fit check (shop.photo_colors_fit(photo_colors, images, colors)),
  constraint products_colors_count check (cardinality(colors) <= 10),
  constraint products_sizes_count check (cardinality(sizes) <= 15),
  constraint products_stock_not_negative check (stock_quantity >= 0)
);

create index products_newest on public.products (created_at desc, id) where archived_at is null;
create index products_by_category on public.products (category, created_at desc) where archived_at is null;
create index products_by_price on public.products (price, id) where archived_at is null;
create index products_by_name on public.products (name, id) where archived_at is null;
create index products_by_rating on public.products (rating desc, review_count desc, id) where archived_at is null;
create index products_featured on public.products (created_at desc) where is_featured and archived_at is null;
create index products_new on public.products (created_at desc) where is_new and archived_at is null;
create index products_category_reference on public.products (category);
create index products_by_image on public.products using gin (images) where archived_at is null;
create index products_deleted on public.products (archived_at desc) where archived_at is not null;
-- Reports count the products on sale at some moment from this index alone.
create index products_by_lifetime on public.products (created_at) include (archived_at);

-- Sales and reviews are no edits: otherwise every sale would look like a colleague's change to somebody who is editing the product.
create trigger products_touched
  before update of name, description, material, category, price, original_price, images, is_available, is_new, is_featured, colors, sizes, archived_at
  on public.products for each row execute function shop.touch_updated_at();
create trigger products_rebuild_site_new after insert on public.products for each row execute function shop.mark_site_stale();
-- A sale alone changes no page (stock is asked live), unless it was the last piece.
create trigger products_rebuild_site after update on public.products
  for each row when ((to_jsonb(old) - 'stock_quantity' - 'updated_at') is distinct from (to_jsonb(new) - 'stock_quantity' - 'updated_at'))
  execute function shop.mark_site_stale();

alter table public.products enable row level security;
create policy "everyone reads products on sale" on public.products for select to anon, authenticated using (archived_at is null);
grant select on public.products to anon, authenticated;
grant select, insert, update on public.products to service_role;

-- Categories as the API shows them, each with the number of products on sale in it. Rows that the reader may not see stay hidden.
create view public.categories_with_counts with (security_invoker = true) as
  select c.id, c.name, c.slug, c.image, c.is_active, c.sort_order as "order", c.created_at, c.updated_at,
         (select count(*) from public.products p where p.category = c.slug and p.archived_at is null)::integer as count
    from public.categories c;

grant select on public.categories_with_counts to anon, authenticated, service_role;

-- Locks products one by one, lowest id first: two orders for the same pieces queue instead of deadlocking. Takes their ids. Postgres would plan a list
-- of ids each time, since it cannot know how long the next list is.
create function shop.lock_products(product_ids text[]) returns void
language plpgsql set search_path = ''
as $$
declare
  product_id text;
begin
  for product_id in select distinct i.id from unnest(product_ids) as i (id) order by i.id loop
    perform 1 from public.products p where p.id = product_id for no key update;
  end loop;
end;
$$;

-- Staff add and edit products. Pieces come and go through the stock history, here as everywhere.

-- Locks the category that a product names until the transaction ends, so that nobody deletes or renames it meanwhile. Comes before the product's own
-- lock, as when a category is renamed. Takes the slug. Refuses 422 the field `category` when there is none.
create function shop.lock_category_of_product(slug text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform 1 from public.categories c where c.slug = lock_category_of_product.slug for key share;
  if not found then
    perform shop.refuse_field('category', 'There is no such category');
  end if;
end;
$$;

-- Adds a product with its opening stock. Takes its columns and the staff member. Returns the product.
-- Refuses 422 the fields `category` and `photoColors`.
create function public.create_product(fields jsonb, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  wanted public.products := jsonb_populate_record(null::public.products, jsonb_build_object('photo_colors', '[]'::jsonb) || fields);
  made_id text;
begin
  perform shop.lock_category_of_product(wanted.category);
  if not shop.photo_colors_fit(wanted.photo_colors, wanted.images, wanted.colors) then
    perform shop.refuse_field('photoColors', 'Choose one of the photos and one of the colors');
  end if;

  insert into public.products (name, description, material, category, price, original_price, images, photo_colors, is_available, is_new, is_featured,
                               colors, sizes)
  values (wanted.name, wanted.description, wanted.material, wanted.category, wanted.price, wanted.original_price, wanted.images, wanted.photo_colors,
          wanted.is_available, wanted.is_new, wanted.is_featured, wanted.colors, wanted.sizes)
  returning id into made_id;

  if wanted.stock_quantity > 0 then
    perform shop.change_stock(made_id, wanted.stock_quantity, 'adjustment', null, 'Opening stock', actor);
  end if;
  return (select to_jsonb(p) from public.products p where p.id = made_id);
end;
$$;

-- Edits a product: the columns in `fields` change, the others stay. Another `stock_quantity` becomes an adjustment by the difference; photo colours that
-- stand lose what no longer fits. Takes the product's id, the columns, the version the editor saw or null, the staff member, and the stock the editor saw
-- or null. Returns the product. Refuses 404 `product_not_found`, 409 `edited_meanwhile`, 409 `stock_moved` with {stockQuantity} when the stock is not what
-- the editor saw, and 422 the fields `category`, `originalPrice` and `photoColors`.
create function public.edit_product(product_id text, fields jsonb, seen timestamptz, actor uuid, stock_seen integer default null)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.products;
  wanted public.products;
begin
  if fields ? 'category' then
    perform shop.lock_category_of_product(fields ->> 'category');
  end if;

  select * into before from public.products p where p.id = edit_product.product_id and p.archived_at is null for no key update;
  if not found then
    perform shop.refuse(404, 'product_not_found', 'Product not found');
  end if;
  perform shop.check_version(before.updated_at, seen);

  wanted := jsonb_populate_record(before, fields);
  if wanted.original_price <= wanted.price then
    perform shop.refuse_field('originalPrice', 'Must be above the price');
  end if;
  if not fields ? 'photo_colors' then
    wanted.photo_colors := shop.fitting_photo_colors(before.photo_colors, wanted.images, wanted.colors);
  elsif not shop.photo_colors_fit(wanted.photo_colors, wanted.images, wanted.colors) then
    perform shop.refuse_field('photoColors', 'Choose one of the photos and one of the colors');
  end if;
  if wanted.stock_quantity <> before.stock_quantity and stock_seen <> before.stock_quantity then
    perform shop.refuse(409, 'stock_moved', format('The stock moved from %s to %s meanwhile', stock_seen, before.stock_quantity),
      jsonb_build_object('stockQuantity', before.stock_quantity));
  end if;

  update public.products p
     set name = wanted.name, description = wanted.description, material = wanted.material, category = wanted.category,
         price = wanted.price, original_price = wanted.original_price, images = wanted.images, photo_colors = wanted.photo_colors,
         is_available = wanted.is_available, is_new = wanted.is_new, is_featured = wanted.is_featured, colors = wanted.colors, sizes = wanted.sizes
   where p.id = before.id;

  if wanted.stock_quantity <> before.stock_quantity then
    perform shop.change_stock(before.id, wanted.stock_quantity - before.stock_quantity, 'adjustment', null, '', actor);
  end if;
  return (select to_jsonb(p) from public.products p where p.id = before.id);
end;
$$;

grant execute on function public.create_product, public.edit_product to service_role;

-- Staff add, rename, sort, hide and delete categories. Products name their category by its slug, so a new slug reaches all of them.
-- Locks are taken in one order everywhere: the slugs, the category, then its products by id, as orders lock them.

-- A category as the API shows it. Takes its id.
create function shop.category_json(category_id text) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(c) from public.categories_with_counts c where c.id = category_json.category_id;
$$;

-- Reserves a slug until the transaction ends. Takes it and the id of the category that may have it already, or null. Refuses 409 `slug_taken`.
create function shop.reserve_slug(slug text, category_id text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('slugs of categories', 0));
  if exists (select from public.categories c where c.slug = reserve_slug.slug and c.id is distinct from reserve_slug.category_id) then
    perform shop.refuse(409, 'slug_taken', 'Another category already has this slug');
  end if;
end;
$$;

-- The category, locked until the transaction ends; no product can be put into it or taken out meanwhile. Refuses 404 `category_not_found`.
create function shop.lock_category(category_id text) returns public.categories
language plpgsql set search_path = ''
as $$
declare
  found_category public.categories;
begin
  select * into found_category from public.categories c where c.id = lock_category.category_id for update;
  if not found then
    perform shop.refuse(404, 'category_not_found', 'Category not found');
  end if;
  return found_category;
end;
$$;

-- Locks every product of a category, archived ones too: they change with it. Takes the slug.
create function shop.lock_products_of(category text) returns void
language sql set search_path = ''
as $$
  select shop.lock_products(array (select p.id from public.products p where p.category = lock_products_of.category));
$$;

-- Adds a category after the last one. Takes {name, slug, image}. Returns the category. Refuses 409 `slug_taken`.
create function public.create_category(fields jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  made_id text;
begin
  perform shop.reserve_slug(fields ->> 'slug', null);
  insert into public.categories (name, slug, image, sort_order)
  select fields ->> 'name', fields ->> 'slug', fields ->> 'image', coalesce(max(c.sort_order), 0) + 1 from public.categories c
  returning id into made_id;
  return shop.category_json(made_id);
end;
$$;

-- Edits a category: the columns in `fields` change, the others stay. Takes its id, the columns, and the version the editor saw or null.
-- Returns the category. Refuses 404 `category_not_found`, 409 `edited_meanwhile`, 409 `slug_taken`.
create function public.edit_category(category_id text, fields jsonb, seen timestamptz) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.categories;
  wanted public.categories;
begin
  if fields ? 'slug' then
    perform shop.reserve_slug(fields ->> 'slug', edit_category.category_id);
  end if;
  before := shop.lock_category(edit_category.category_id);
  perform shop.check_version(before.updated_at, seen);

  wanted := jsonb_populate_record(before, fields);
  if wanted.slug <> before.slug then
    perform shop.lock_products_of(before.slug);
  end if;
  update public.categories c set name = wanted.name, slug = wanted.slug, image = wanted.image where c.id = before.id;
  return shop.category_json(before.id);
end;
$$;

-- Shows a hidden category, hides a shown one. Takes its id. Returns the category. Refuses 404 `category_not_found`.
create function public.toggle_category(category_id text) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  update public.categories c set is_active = not c.is_active where c.id = toggle_category.category_id;
  if not found then
    perform shop.refuse(404, 'category_not_found', 'Category not found');
  end if;
  return shop.category_json(toggle_category.category_id);
end;
$$;

-- Gives categories their places, all of them or none. Takes [{id, order}]. Returns all categories in the new order.
-- Refuses 404 `category_not_found` when one of them does not exist.
create function public.order_categories(places jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  known integer;
begin
  -- Locked in id order, so that two sortings queue instead of deadlocking; one statement, so that no reader sees half of it.
  with place as (
    select p.id, p."order" from jsonb_to_recordset(places) as p (id text, "order" integer)
  ), locked as materialized (
    select c.id, c.sort_order from public.categories c where c.id in (select place.id from place) order by c.id for no key update
  ), moved as (
    update public.categories c
       set sort_order = place."order"
      from place join locked on locked.id = place.id
     where c.id = place.id and locked.sort_order <> place."order"
  )
  select count(*) into known from locked;

  if known < jsonb_array_length(places) then
    perform shop.refuse(404, 'category_not_found', 'Category not found');
  end if;
  return (select jsonb_agg(to_jsonb(c) order by c."order", c.name) from public.categories_with_counts c);
end;
$$;

-- Deletes a category without products on sale; archived products lose it. Takes its id. Returns the category as it was.
-- Refuses 404 `category_not_found`, 409 `category_in_use` with {count}.
create function public.delete_category(category_id text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.categories := shop.lock_category(delete_category.category_id);
  answer jsonb;
begin
  answer := shop.category_json(before.id);
  if (answer ->> 'count')::integer > 0 then
    perform shop.refuse(409, 'category_in_use', 'This category still has products. Move or delete them first.',
      jsonb_build_object('count', answer -> 'count'));
  end if;
  perform shop.lock_products_of(before.slug);
  delete from public.categories c where c.id = before.id;
  return answer;
end;
$$;

grant execute on function public.create_category, public.edit_category, public.toggle_category, public.order_categories, public.delete_category
  to service_role;

-- What shoppers say about products, and what staff answer. A product's rating and review count follow from its published reviews.

create table public.reviews (
  id text primary key default shop.new_id(),
  product_id text not null references public.products (id),
  user_id text not null,
  user_name text not null,
  rating smallint not null,
  comment text not null,
  is_published boolean not null default true,
  answer text not null default '',
  answered_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  constraint reviews_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint reviews_user_name_length check (char_length(user_name) between 1 and 80),
  constraint reviews_rating_stars check (rating between 1 and 5),
  constraint reviews_comment_length check (char_length(comment) between 1 and 2000),
  constraint reviews_answer_length check (char_length(answer) <= 2000),
  constraint reviews_answer_dated check ((answer = '') = (answered_at is null))
);

create index reviews_by_product on public.reviews (product_id, created_at desc);
create index reviews_newest on public.reviews (created_at desc, id);

create trigger reviews_touched before update of rating, comment on public.reviews for each row execute function shop.touch_updated_at();
create trigger reviews_rebuild_site after insert or update or delete on public.reviews for each row execute function shop.mark_site_stale();

alter table public.reviews enable row level security;
create policy "everyone reads published reviews" on public.reviews for select to anon, authenticated using (is_published);
grant select on public.reviews to anon, authenticated;
grant select, insert, update, delete on public.reviews to service_role;

-- The SHA-256 of the token with which an author proves that a review is theirs. A table of its own, because everybody may read the review.
create table public.review_edit_tokens (
  review_id text primary key references public.reviews (id) on delete cascade,
  token_hash text not null,
  constraint review_edit_tokens_token_hash_sha256 check (token_hash ~ '^[0-9a-f]{64}$')
);

alter table public.review_edit_tokens enable row level security;
grant select, insert, update, delete on public.review_edit_tokens to service_role;

-- Trigger: recomputes rating and review count on every write to either. The product's row is locked by then, so of two simultaneous reviews the second
-- counts the first.
create function shop.derive_rating() returns trigger
language plpgsql set search_path = ''
as $$
begin
  select coalesce(round(avg(r.rating), 1), 0), count(*)
    into new.rating, new.review_count
    from public.reviews r
   where r.product_id = new.id and r.is_published;
  return new;
end;
$$;

create trigger products_rating_derived before insert or update of rating, review_count on public.products
  for each row execute function shop.derive_rating();

-- Makes a product count its reviews again. Takes its id.
create function shop.recount_reviews(product_id text) returns void
language sql set search_path = ''
as $$
  update public.products p set review_count = p.review_count where p.id = recount_reviews.product_id;
$$;

-- Trigger: recounts the reviews of the product that a review belongs to, and of the one it belonged to before.
create function shop.recount_changed_reviews() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' then
    perform shop.recount_reviews(old.product_id);
  end if;
  if tg_op <> 'DELETE' and (tg_op = 'INSERT' or new.product_id <> old.product_id) then
    perform shop.recount_reviews(new.product_id);
  end if;
  return null;
end;
$$;

create trigger reviews_counted after insert or delete or update of rating, is_published, product_id on public.reviews
  for each row execute function shop.recount_changed_reviews();

-- Adds a review of a product on sale. Takes the product's id, {userName, rating, comment} and the SHA-256 of the author's edit token.
-- Returns the review. Refuses 404 `product_not_found`.
create function public.add_review(product_id text, review jsonb, token_hash text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  added public.reviews;
begin
  if not exists (select from public.products p where p.id = add_review.product_id and p.archived_at is null) then
    perform shop.refuse(404, 'product_not_found', 'Product not found');
  end if;

  insert into public.reviews (product_id, user_id, user_name, rating, comment)
  values (add_review.product_id, shop.new_id(), review ->> 'userName', (review ->> 'rating')::smallint, review ->> 'comment')
  returning * into added;
  insert into public.review_edit_tokens (review_id, token_hash) values (added.id, add_review.token_hash);
  return to_jsonb(added);
end;
$$;

-- A page of all reviews, newest first. Takes whether they are published, a number of stars and whether they are answered (each may be null), how many
-- rows to skip and how many to return. Returns {items, total}, each item with the name and first photo of its product.
create function public.list_reviews(published boolean, stars integer, answered boolean, page_offset integer, page_limit integer) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  found_ids text[];
begin
  found_ids := array (
    select r.id from public.reviews r
     where (published is null or r.is_published = published) and (stars is null or r.rating = stars)
       and (answered is null or (r.answer <> '') = answered)
     order by r.created_at desc, r.id);
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(to_jsonb(r) || jsonb_build_object('product_name', p.name, 'product_image', p.images[1],
                                                                         'product_is_on_sale', p.archived_at is null) order by page.place), '[]')
                from unnest(found_ids[page_offset + 1 : page_offset + page_limit]) with ordinality as page (id, place)
                join public.reviews r on r.id = page.id
                join public.products p on p.id = r.product_id),
    'total', cardinality(found_ids));
end;
$$;

grant execute on function public.add_review, public.list_reviews to service_role;

-- Shoppers find products by the beginnings of words. The words of every product are split when it is written, so a search that finds thousands ranks
-- them without reading their descriptions.

create table public.product_words (
  product_id text primary key references public.products (id) on delete cascade,
  words tsvector not null
);

create index product_words_search on public.product_words using gin (words);

alter table public.product_words enable row level security;
grant select, insert, update on public.product_words to service_role;

-- A text with spaces instead of ASCII signs, because the text parser of Postgres takes the `-4876` of `JW-4876` for a number below zero.
-- Points stay, for sizes like 2.4. Null becomes an empty text.
create function shop.without_signs(text text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select regexp_replace(coalesce(text, ''), '[!-,/:-@[-`{-~-]+', ' ', 'g');
$$;

-- The words of a product by weight: name (A), category (B), material and colours (C), description (D).
create function shop.search_words(name text, category text, material text, colors text[], description text) returns tsvector
language sql immutable parallel safe set search_path = ''
as $$
  select setweight(to_tsvector('simple', shop.without_signs(name)), 'A')
      || setweight(to_tsvector('simple', shop.without_signs(category)), 'B')
      || setweight(to_tsvector('simple', shop.without_signs(material || ' ' || array_to_string(colors, ' '))), 'C')
      || setweight(to_tsvector('simple', shop.without_signs(description)), 'D');
$$;

-- What a shopper typed, as a query in which every word matches the beginning of a word. Null when it has no words.
create function shop.search_query(typed text) returns tsquery
language sql immutable parallel safe set search_path = ''
as $$
  select to_tsquery('simple', string_agg(quote_literal(word) || ':*', ' & '))
    from (select distinct lexeme as word from unnest(to_tsvector('simple', shop.without_signs(typed)))) as words;
$$;

-- Trigger: stores the words of a product.
create function shop.store_product_words() returns trigger
language plpgsql set search_path = ''
as $$
begin
  insert into public.product_words (product_id, words)
  values (new.id, shop.search_words(new.name, new.category, new.material, new.colors, new.description))
  on conflict (product_id) do update set words = excluded.words;
  return null;
end;
$$;

create trigger products_words_stored after insert or update of name, category, material, colors, description on public.products
  for each row execute function shop.store_product_words();

-- A page of the products that match every word typed, best match first or sorted. An empty search finds nothing. Takes what was typed, a category and
-- the three switches (null: any), a sort key (`name`, `price`, `rating`, `createdAt`, `sold`: pieces of the last 90 days, null: best match) and its direction, how many rows to skip and how
-- many to return. Returns {items, total}.
create function public.search_products(typed text, category text, in_stock boolean, featured boolean, is_new boolean, sort_by text, ascending boolean,
                                       page_offset integer, page_limit integer)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  query constant tsquery := shop.search_query(typed);
  ids text[];
  ranks real[];
begin
  -- Found before the rest is planned: no planner can estimate how many products a beginning of a word is in.
  select array_agg(w.product_id), array_agg(ts_rank(w.words, query)) into ids, ranks from public.product_words w where w.words @@ query;

  return (
    with matching as materialized (
      select p.id, p.review_count, p.name,
             case when sort_by is null then - f.rank else
               case when ascending then 1 else -1 end
                 * case sort_by when 'price' then p.price::float8 when 'rating' then p.rating::float8
                                when 'createdAt' then extract(epoch from p.created_at)::float8 when 'sold' then coalesce(s.pieces, 0)::float8 end
             end as weight
        from unnest(ids, ranks) as f (id, rank) join public.products p on p.id = f.id
        left join (select l.product_id, sum(l.quantity) as pieces from shop.sold_lines l
                    where sort_by = 'sold' and l.sold_at >= now() - interval '90 days' group by l.product_id) s on s.product_id = p.id
       where p.archived_at is null
         and (search_products.category is null or p.category = search_products.category)
         and (search_products.in_stock is null or p.in_stock = search_products.in_stock)
         and (search_products.featured is null or p.is_featured = search_products.featured)
         and (search_products.is_new is null or p.is_new = search_products.is_new)
    ), page as (
      select m.id, row_number() over () as place
        from (select m.id from matching m
               order by case when sort_by = 'name' and ascending then m.name end, case when sort_by = 'name' and not ascending then m.name end desc,
                        m.weight, case when sort_by is null then - m.review_count end, case when sort_by is null then m.name end, m.id
              offset page_offset limit page_limit) m
    )
    select jsonb_build_object(
      'items', (select coalesce(jsonb_agg(to_jsonb(p) order by page.place), '[]') from page join public.products p on p.id = page.id),
      'total', (select count(*) from matching)));
end;
$$;

grant execute on function public.search_products to service_role;

-- Photos that staff upload. Everybody sees them; only the server stores them, after encoding them again. A row for each stored photo makes them findable,
-- also by whether a product or category shows them.

-- The limits repeat what the server makes, for uploads that get past it.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('photos', 'photos', true, 8388608, array ['image/webp'])
on conflict (id) do update
   set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- Restrictive: it holds whatever other policy is added. The public addresses of photos need none; browsers can neither list nor change the bucket.
create policy "Photos are written by the server alone" on storage.objects
  as restrictive for all to anon, authenticated
  using (bucket_id <> 'photos') with check (bucket_id <> 'photos');

create table public.photos (
  name text primary key,
  folder text not null,
  width integer,
  height integer,
  bytes integer,
  file_name text not null default '',
  uploaded_by uuid references public.staff (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint photos_name_shape check (name ~ '^[a-z0-9-]{1,40}-[0-9a-f]{32}\.webp$'),
  constraint photos_folder_begins_name check (name like folder || '-%')
);

create index photos_newest on public.photos (created_at desc, name);
create index photos_by_folder on public.photos (folder, created_at desc, name);
create index photos_by_person on public.photos (uploaded_by);

alter table public.photos enable row level security;
grant select, insert, delete on public.photos to service_role;

-- A page of the stored photos, newest first. Takes a folder (or null), whether something shows them (null: either), the address that photos are served
-- from (with its closing slash), how many rows to skip and how many to return. Returns {items, total}, each item with `used_by`: [{kind, id, name}].
create function public.list_photos(folder text, used boolean, base text, page_offset integer, page_limit integer) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  found_names text[];
begin
  if used is null then
    found_names := array (
      select p.name from public.photos p where list_photos.folder is null or p.folder = list_photos.folder order by p.created_at desc, p.name);
  else
    found_names := array (
      with shown as (
        select unnest(r.images) as address from public.products r where r.archived_at is null
        union select c.image from public.categories c
      )
      select p.name from public.photos p left join shown s on s.address = base || p.folder || '/' || p.name
       where (list_photos.folder is null or p.folder = list_photos.folder) and (s.address is not null) = used
       order by p.created_at desc, p.name);
  end if;
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(to_jsonb(p) || jsonb_build_object('path', p.folder || '/' || p.name, 'used_by',
                       (select coalesce(jsonb_agg(jsonb_build_object('kind', u.kind, 'id', u.id, 'name', u.name) order by u.kind, u.name), '[]')
                          from (select 'product' as kind, r.id, r.name from public.products r
                                 where r.archived_at is null and r.images @> array[base || p.folder || '/' || p.name]
                                union all
                                select 'category', c.id, c.name from public.categories c where c.image = base || p.folder || '/' || p.name) u))
                       order by page.place), '[]')
                from unnest(found_names[page_offset + 1 : page_offset + page_limit]) with ordinality as page (name, place)
                join public.photos p on p.name = page.name),
    'total', cardinality(found_names));
end;
$$;

-- Folders that hold photos, by name. Reads one index entry per folder, however many photos it holds.
create function public.list_photo_folders() returns table (folder text)
language sql stable set search_path = ''
as $$
  with recursive folders as (
    (select p.folder from public.photos p order by p.folder limit 1)
    union all
    select (select p.folder from public.photos p where p.folder > f.folder order by p.folder limit 1) from folders f where f.folder is not null
  )
  select f.folder from folders f where f.folder is not null;
$$;

-- Refuses 409 `photo_in_use` when a product on sale or a category shows a photo. Takes its path in the bucket, which is the end of its address.
create function public.refuse_photo_in_use(path text) returns void
language plpgsql stable set search_path = ''
as $$
declare
  shown_by text;
begin
  select p.name into shown_by from public.products p
   where p.archived_at is null and exists (select from unnest(p.images) i where right(i, length(path) + 1) = '/' || path)
   limit 1;
  if shown_by is null then
    select c.name into shown_by from public.categories c where right(c.image, length(path) + 1) = '/' || path limit 1;
  end if;
  if shown_by is not null then
    perform shop.refuse(409, 'photo_in_use', format('%s still shows this photo', shown_by));
  end if;
end;
$$;

grant execute on function public.list_photos, public.list_photo_folders, public.refuse_photo_in_use to service_role;

-- Stock and its history. Every piece that comes or goes is a row of the history, and a product's stock is always the sum of its rows:
-- previous + quantity = new, each row beginning where the row before it ended. Triggers enforce that for every writer.

create type shop.stock_change_kind as enum ('purchase', 'sale', 'adjustment', 'return', 'damage', 'transfer');

create table public.stock_history (
  id text primary key default shop.new_id(),
  -- The order of events of one product: drawn while the product is locked, so it never contradicts the time.
  sequence bigint not null generated always as identity,
  product_id text not null references public.products (id),
  transaction_type shop.stock_change_kind not null,
  -- Signed: what the change added or, below zero, took away.
  quantity integer not null,
  previous_stock integer not null,
  new_stock integer not null,
  reference_number text,
  notes text not null default '',
  actor uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  constraint stock_history_adds_up check (previous_stock + quantity = new_stock),
  constraint stock_history_new_stock_not_negative check (new_stock >= 0),
  -- A count that confirms the stock is worth a row; a sale of nothing is not.
  constraint stock_history_quantity_not_zero check (quantity <> 0 or transaction_type = 'adjustment')
);

create unique index stock_history_chain on public.stock_history (product_id, sequence desc);
-- Ascending, and read backwards: rows are written in the order of time, which leaves every second page of a descending index half empty.
create index stock_history_newest on public.stock_history (created_at, sequence);
create index stock_history_by_type on public.stock_history (transaction_type, created_at);
-- By kind first, so that it serves the list of one kind, too; the list of all kinds merges the beginnings of each.
create index stock_history_by_quantity on public.stock_history (transaction_type, quantity, created_at, sequence);
-- For deleting an account. Most rows come from shoppers without one.
create index stock_history_by_actor on public.stock_history (actor) where actor is not null;

alter table public.stock_history enable row level security;
-- Not even the server changes or deletes a row.
revoke all on public.stock_history from service_role;
grant select, insert on public.stock_history to service_role;

-- The only way stock ever changes. Writes the product and its history row in one statement.
-- Takes the product's id, the signed number of pieces, the kind of change, a reference (an order's number) or null, notes, and the staff member or null.
-- Returns the history row. Refuses 404 `product_not_found`, 409 `not_enough_stock` with {productId, available}, 409 `too_much_stock`.
create function shop.change_stock(product_id text, delta integer, kind shop.stock_change_kind, reference text, notes text, actor uuid)
returns public.stock_history
language plpgsql set search_path = ''
as $$
declare
  entry public.stock_history;
  available integer;
begin
  -- Test and change in one statement: no other order can slip in between.
  with changed as (
    update public.products p
       set stock_quantity = p.stock_quantity + delta
     where p.id = change_stock.product_id and p.stock_quantity::bigint + delta between 0 and 1000000000
    returning p.id, p.stock_quantity
  )
  insert into public.stock_history (product_id, transaction_type, quantity, previous_stock, new_stock, reference_number, notes, actor)
  select c.id, kind, delta, c.stock_quantity - delta, c.stock_quantity, reference, coalesce(change_stock.notes, ''), change_stock.actor
    from changed c
  returning * into entry;

  if entry.id is null then
    select p.stock_quantity into available from public.products p where p.id = change_stock.product_id;
    if not found then
      perform shop.refuse(404, 'product_not_found', 'Product not found');
    end if;
    if delta > 0 then
      perform shop.refuse(409, 'too_much_stock', 'That is more stock than the books can hold');
    end if;
    perform shop.refuse(409, 'not_enough_stock', 'Not enough stock',
      jsonb_build_object('productId', change_stock.product_id, 'available', available));
  end if;
  return entry;
end;
$$;

-- Trigger: a product's stock only changes together with a history row that says so.
create function shop.require_history_row() returns trigger
language plpgsql set search_path = ''
as $$
declare
  last_row public.stock_history;
begin
  select * into last_row from public.stock_history h where h.product_id = new.id order by h.sequence desc limit 1;
  if last_row.previous_stock is distinct from old.stock_quantity or last_row.new_stock is distinct from new.stock_quantity then
    raise exception 'the stock of product % changes through shop.change_stock only', new.id using errcode = 'restrict_violation';
  end if;
  return null;
end;
$$;

-- Trigger: a history row is only written together with the stock it speaks of, at the end of the product's history, beginning where the last row ended.
create function shop.require_stock_of_history_row() returns trigger
language plpgsql set search_path = ''
as $$
declare
  stock integer;
  before integer;
begin
  -- Locked, so that no change can be committed between this row and the stock it is compared with.
  select p.stock_quantity into stock from public.products p where p.id = new.product_id for no key update;
  select h.new_stock into before from public.stock_history h
   where h.product_id = new.product_id and h.sequence < new.sequence order by h.sequence desc limit 1;
  if stock <> new.new_stock or coalesce(before, 0) <> new.previous_stock
     or exists (select from public.stock_history h where h.product_id = new.product_id and h.sequence > new.sequence) then
    raise exception 'a history row of product % must continue the history and equal its stock', new.product_id using errcode = 'restrict_violation';
  end if;
  return null;
end;
$$;

-- Trigger: the history only grows. All that a row can lose is its actor, when that account was deleted.
create function shop.refuse_history_rewrite() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) = to_jsonb(old) || '{"actor": null}' then
    if old.actor is not null and not exists (select from auth.users u where u.id = old.actor) then
      return new;
    end if;
  end if;
  raise exception 'the stock history is append-only' using errcode = 'restrict_violation';
end;
$$;

-- Trigger: a product is created without stock.
create function shop.require_no_stock() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'a new product starts with no stock; shop.change_stock adds it' using errcode = 'restrict_violation';
end;
$$;

create trigger products_start_empty before insert on public.products
  for each row when (new.stock_quantity <> 0) execute function shop.require_no_stock();
-- After the statement, when the history row of the same statement can be seen.
create trigger products_stock_in_history after update on public.products
  for each row when (old.stock_quantity is distinct from new.stock_quantity) execute function shop.require_history_row();
create trigger stock_history_follows_stock after insert on public.stock_history
  for each row execute function shop.require_stock_of_history_row();
create trigger stock_history_append_only before update or delete on public.stock_history
  for each row execute function shop.refuse_history_rewrite();
create trigger stock_history_never_truncated before truncate on public.stock_history
  for each statement execute function shop.refuse_history_rewrite();

-- The history as the API shows it, with the name of the product, archived or not, and of the staff member. Rows that the reader may not see stay hidden.
create view public.stock_records with (security_invoker = true) as
  select h.id, h.sequence, h.product_id, (select p.name from public.products p where p.id = h.product_id) as product_name,
         h.transaction_type, h.quantity, h.previous_stock, h.new_stock, h.reference_number, h.notes, h.created_at,
         (select s.username from public.staff s where s.id = h.actor) as actor_name
    from public.stock_history h;

grant select on public.stock_records to service_role;

-- Changes one product's stock by hand: `adjustment` sets it to exactly these pieces, `purchase` and `return` add them, `damage` takes them away.
-- Takes the product's id, the kind, the pieces, notes and the staff member. Returns the history row with the product's name.
-- Refuses 404 `product_not_found`, also for an archived product, 409 `not_enough_stock`.
create function public.adjust_stock(product_id text, kind shop.stock_change_kind, pieces integer, notes text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  stock integer;
  entry public.stock_history;
begin
  -- Locked before it is read, because an exact stock becomes a difference to the current one.
  select p.stock_quantity into stock from public.products p
   where p.id = adjust_stock.product_id and p.archived_at is null for no key update;
  if not found then
    perform shop.refuse(404, 'product_not_found', 'Product not found');
  end if;

  entry := shop.change_stock(
    adjust_stock.product_id,
    case kind when 'adjustment' then pieces - stock when 'damage' then -pieces when 'purchase' then pieces when 'return' then pieces end,
    kind, null, notes, actor);
  return (select to_jsonb(r) from public.stock_records r where r.id = entry.id);
end;
$$;

-- A page of the history. Takes a product, a kind, two moments (beginnings of days in Pakistan; each filter may be null), how many rows to skip and how
-- many to return, a sort key (`createdAt`, `transactionType`: newest first within a kind, `quantity`: signed) and its direction. Returns {items, total}.
create function public.list_stock_history(product_id text, kind shop.stock_change_kind, from_time timestamptz, to_time timestamptz,
                                          page_offset integer, page_limit integer, sort_by text default 'createdAt', ascending boolean default false)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  ordering constant text := format(case sort_by when 'quantity' then 'h.quantity %1$s, h.created_at %1$s, h.sequence %1$s'
                                               when 'transactionType' then 'h.transaction_type %1$s, h.created_at desc, h.sequence desc'
                                               else 'h.created_at %1$s, h.sequence %1$s' end, case when ascending then 'asc' else 'desc' end);
  conditions constant text := '($2 is null or h.transaction_type = $2) and ($3 is null or h.created_at >= $3) and ($4 is null or h.created_at < $4)';
  source constant text := case
    -- `offset 0` makes Postgres find the rows of one product by their index and sort them, instead of scanning the rows of all in order.
    when product_id is not null then '(select * from public.stock_history h where h.product_id = $1 and %1$s offset 0) h'
    when sort_by = 'createdAt' then '(select * from public.stock_history h where %1$s) h'
    else 'unnest($5) k (kind)
           cross join lateral (select * from public.stock_history h where h.transaction_type = k.kind and %1$s order by %2$s limit $6) h' end;
  ids text[];
  total bigint;
begin
  execute format('select array (select h.id from ' || source || ' order by %2$s limit $6)', conditions, ordering)
     into ids using list_stock_history.product_id, kind, from_time, to_time, enum_range(null::shop.stock_change_kind), page_offset + page_limit;

  if list_stock_history.product_id is null then
    total := shop.count_records('stock', kind::text, from_time, to_time);
  else
    select count(*) into total from public.stock_history h
     where h.product_id = list_stock_history.product_id and (kind is null or h.transaction_type = kind)
       and (from_time is null or h.created_at >= from_time) and (to_time is null or h.created_at < to_time);
  end if;
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(to_jsonb(r) order by page.place), '[]')
                from unnest(ids[page_offset + 1 : page_offset + page_limit]) with ordinality as page (id, place)
                join public.stock_records r on r.id = page.id),
    'total', total);
end;
$$;

grant execute on function public.adjust_stock, public.list_stock_history to service_role;

-- What shoppers ordered. Items keep what was bought as it was then: the product may change or be archived later.

create type shop.order_status as enum ('pending', 'processing', 'shipped', 'delivered', 'cancelled');
create type shop.payment_status as enum ('pending', 'paid', 'failed');

create sequence shop.order_numbers start 10001;
grant usage on sequence shop.order_numbers to service_role;

-- An address without its spacing, case and punctuation, hashed: two spellings of one address are equal. Takes the address and the city.
create function shop.address_key(address text, city text) returns text
language sql immutable set search_path = ''
as $$
  select md5(trim(lower(regexp_replace(address || ' ' || city, '[\s,.;:#/()-]+', ' ', 'g'))));
$$;

create table public.orders (
  id text primary key default shop.new_id(),
  order_number text not null default 'ORD-' || nextval('shop.order_numbers'),
  customer_name text not null,
  -- In lower case, so that a search compares it letter by letter.
  customer_email text not null,
  customer_phone text not null,
  -- Where the courier calls when nobody answers the first.
  second_phone text,
  customer_address text not null,
  city text not null default '',
  zip_code text not null default '',
  country text not null default 'pk',
  subtotal numeric(12, 2) not null,
  shipping numeric(12, 2) not null,
  total_amount numeric(12, 2) not null,
  payment_method text not null default 'cash_on_delivery',
  payment_status shop.payment_status not null default 'pending',
  status shop.order_status not null default 'pending',
  notes text not null default '',
  shopper_id uuid references auth.users (id) on delete set null,
  -- One checkout attempt is one order: the key it was sent with, and the fingerprint of what was sent.
  idempotency_key text,
  request_fingerprint text,
  -- What makes two orders the same: phone, address, and the pieces with their choices. Null for an order that came without a key.
  content_fingerprint text,
  -- The browser it came from: a hash of a number that the browser made up. Null when it sent none.
  device_fingerprint text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  constraint orders_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint orders_order_number_unique unique (order_number),
  constraint orders_customer_email_lowercase check (customer_email = lower(customer_email)),
  constraint orders_idempotency_key_unique unique (idempotency_key),
  constraint orders_country_code check (country ~ '^[a-z]{2}$'),
  constraint orders_payment_method_known check (payment_method = 'cash_on_delivery'),
  constraint orders_total_adds_up check (subtotal >= 0 and shipping >= 0 and total_amount = subtotal + shipping)
);

-- Short parts of an e-mail address are found by reading all addresses here: a few hundredths of a second per 100,000 orders.
create index orders_newest on public.orders (created_at desc, id) include (status, customer_email) where archived_at is null;
create index orders_by_status on public.orders (status, created_at desc) where archived_at is null;
create index orders_by_total on public.orders (total_amount, id) where archived_at is null;
create index orders_by_number on public.orders (char_length(order_number), order_number) where archived_at is null;
create index orders_by_customer on public.orders (customer_name, id) where archived_at is null;
create index orders_by_shopper on public.orders (shopper_id, created_at desc) where shopper_id is not null;
create index orders_by_content on public.orders (content_fingerprint, created_at desc) where content_fingerprint is not null;
create index orders_open_by_phone on public.orders (customer_phone, created_at) where status = 'pending';
create index orders_open_by_address on public.orders (shop.address_key(customer_address, city), created_at) where status = 'pending';
create index orders_open_by_device on public.orders (device_fingerprint, created_at) where status = 'pending';
create index orders_archived on public.orders (order_number) where archived_at is not null;
create index orders_deleted on public.orders (archived_at desc) where archived_at is not null;

-- Longer parts of an e-mail address are found by their trigrams. The embedded Postgres has none: there the same search reads all orders, a tenth of a
-- second per 100,000.
do $$
declare
  home text;
begin
  if exists (select from pg_available_extensions e where e.name = 'pg_trgm') then
    create schema if not exists extensions;
    create extension if not exists pg_trgm with schema extensions;
    select n.nspname into home from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';
    execute format('create index orders_by_email_part on public.orders using gin (customer_email %I.gin_trgm_ops) where archived_at is null', home);
  end if;
end;
$$;

create trigger orders_touched before update on public.orders for each row execute function shop.touch_updated_at();

alter table public.orders enable row level security;
grant select, insert, update on public.orders to service_role;

create table public.order_items (
  id text primary key default shop.new_id(),
  order_id text not null references public.orders (id),
  position integer not null,
  product_id text not null references public.products (id),
  product_name text not null,
  product_image text,
  selected_color text,
  selected_size text,
  quantity integer not null,
  price numeric(12, 2) not null,
  -- Reports read the lines of an order from this index alone.
  constraint order_items_position_unique unique (order_id, position) include (product_id, quantity, price),
  constraint order_items_quantity_positive check (quantity > 0),
  constraint order_items_price_not_negative check (price >= 0)
);

create index order_items_by_product on public.order_items (product_id);

alter table public.order_items enable row level security;
grant select, insert on public.order_items to service_role;

-- An order as the API shows it, with its items and its parcels, the latest one last. Takes the order's id.
create function shop.order_json(order_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (select to_jsonb(o) || jsonb_build_object(
                   'items', (select coalesce(jsonb_agg(to_jsonb(i) order by i.position), '[]') from public.order_items i where i.order_id = o.id),
                   'shipments', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'shipment_number', s.shipment_number, 'status', s.status,
                                           'carrier', s.carrier, 'tracking_number', s.tracking_number, 'updated_at', s.updated_at)
                                           order by s.created_at, s.id), '[]')
                                   from public.shipments s where s.order_id = o.id and s.archived_at is null))
            from public.orders o
           where o.id = order_json.order_id);
end;
$$;

-- A page of the orders. Takes a status, a pattern for the e-mail address in lower case, two moments (beginnings of days in Pakistan; each filter may be
-- null), a sort key (`createdAt`, `orderNumber`: ORD-9999 before ORD-10000, `totalAmount`, `status`, `customerName`) and its direction, how many rows to skip and how many to return, and words in
-- lower case, each the beginning of a word of the order (null: any). Returns {items, total}, the orders with their items.
create function public.list_orders(status shop.order_status, email_like text, from_time timestamptz, to_time timestamptz, sort_by text, ascending boolean,
                                   page_offset integer, page_limit integer, typed_words text[] default null)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  -- The table of words has the columns that most searches filter and sort by; orders are joined only for the others.
  is_searched constant boolean := typed_words is not null;
  needs_order constant boolean := not is_searched or email_like is not null or sort_by in ('orderNumber', 'totalAmount', 'customerName');
  source constant text := case when not is_searched then 'public.orders o'
                               when needs_order then 'shop.order_words w join public.orders o on o.id = w.order_id'
                               else 'shop.order_words w' end;
  -- Both tables have `status` and `created_at`.
  alias constant text := case when is_searched then 'w' else 'o' end;
  id constant text := case when is_searched then 'w.order_id' else 'o.id' end;
  conditions constant text := case when is_searched then 'w.words @@ shop.word_prefix_query($5)' else 'o.archived_at is null' end
    || format(' and ($1 is null or %1$s.status = $1) and ($3 is null or %1$s.created_at >= $3) and ($4 is null or %1$s.created_at < $4)', alias)
    || case when email_like is null then '' else ' and o.customer_email like $2' end;
  ordering constant text := format(case sort_by when 'orderNumber' then 'char_length(o.order_number) %1$s, o.order_number %1$s'
                                                when 'totalAmount' then 'o.total_amount %1$s'
                                                when 'customerName' then 'o.customer_name %1$s'
                                                when 'status' then alias || '.status %1$s'
                                                else alias || '.created_at %1$s' end, case when ascending then 'asc' else 'desc' end);
  -- Up to this many matches are counted while they are read; more are counted separately.
  counted_at_once constant integer := 1000;
  ids text[];
  total bigint;
begin
  -- Dynamic, so that each sort key uses its index; ids alone, so that skipped rows are not read.
  execute format('select array (select %s from %s where %s order by %s, %1$s limit $6)', id, source, conditions, ordering)
     into ids using list_orders.status, email_like, from_time, to_time, typed_words,
                    -- A word index returns all matches in any case.
                    case when is_searched then null when email_like is null then page_offset + page_limit
                         else greatest(page_offset + page_limit, counted_at_once) end;
  if not is_searched and email_like is null then
    total := shop.count_records('orders', list_orders.status::text, from_time, to_time);
  elsif is_searched or cardinality(ids) < greatest(page_offset + page_limit, counted_at_once) then
    total := cardinality(ids);
  else
    execute format('select count(*) from public.orders o where %s', conditions)
       into total using list_orders.status, email_like, from_time, to_time, typed_words;
  end if;
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(shop.order_json(page.id) order by page.place), '[]')
                from unnest(ids[page_offset + 1 : page_offset + page_limit]) with ordinality as page (id, place)),
    'total', total);
end;
$$;

-- Where an order is, for somebody who knows its number and one of its phones: {orderNumber, status, createdAt, items, shipments}, nothing else about the
-- person. Takes the number and the normalised phone. Refuses 404 `order_not_found` when they do not belong together.
create function public.track_order(order_number text, phone text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  tracked jsonb;
begin
  select jsonb_build_object(
           'order_number', o.order_number, 'status', o.status, 'created_at', o.created_at, 'updated_at', o.updated_at, 'total_amount', o.total_amount,
           'items', (select jsonb_agg(jsonb_build_object('product_name', i.product_name, 'product_image', i.product_image, 'quantity', i.quantity,
                       'selected_color', i.selected_color, 'selected_size', i.selected_size, 'price', i.price) order by i.position)
                       from public.order_items i where i.order_id = o.id),
           'shipments', (select coalesce(jsonb_agg(jsonb_build_object('shipment_number', s.shipment_number, 'status', s.status, 'carrier', s.carrier,
                       'tracking_number', s.tracking_number, 'shipped_date', s.shipped_date, 'estimated_delivery_date', s.estimated_delivery_date)
                       order by s.created_at), '[]') from public.shipments s where s.order_id = o.id and s.archived_at is null))
    into tracked
    from public.orders o
   where o.order_number = upper(track_order.order_number) and track_order.phone in (o.customer_phone, o.second_phone) and o.archived_at is null;
  if tracked is null then
    perform shop.refuse(404, 'order_not_found', 'Order not found');
  end if;
  return tracked;
end;
$$;

grant execute on function public.list_orders, public.track_order to service_role;

-- Placing an order: one transaction that either sells every piece of the cart at today's price, or changes nothing and says why.
-- The same functions price a cart for the shopper, so that the quote shows what the order charges.

-- A line of a cart at today's price, as `shop.price_lines` returns it.
create type shop.priced_line as (
  line_position integer, product_id text, product_name text, product_image text, price numeric, available integer,
  quantity integer, selected_color text, selected_size text, colors text[], sizes text[]
);

-- Prices the lines of a cart. Takes [{productId, quantity, selectedColor?, selectedSize?}].
-- Returns them in order, with today's name, image and price, and the pieces available (0 when the product is no longer on sale).
create function shop.price_lines(items jsonb)
returns table (line_position integer, product_id text, product_name text, product_image text, price numeric, available integer,
               quantity integer, selected_color text, selected_size text, colors text[], sizes text[])
language plpgsql stable set search_path = ''
as $$
begin
  return query
    select i.ordinality::integer - 1, i.item ->> 'productId', p.name, p.images[1], p.price,
           case when p.is_available then p.stock_quantity else 0 end,
           (i.item ->> 'quantity')::integer, nullif(i.item ->> 'selectedColor', ''), nullif(i.item ->> 'selectedSize', ''), p.colors, p.sizes
      from jsonb_array_elements(items) with ordinality as i (item, ordinality)
           -- `offset 0` makes Postgres look up each product by its key, whatever number of lines it planned for.
           left join lateral (select * from public.products o where o.id = i.item ->> 'productId' offset 0) p on p.archived_at is null
     order by i.ordinality;
end;
$$;

-- The delivery charge in rupees. Takes the subtotal and the rule {freeFrom, fee}; an empty cart ships for nothing.
create function shop.delivery_charge(subtotal numeric, delivery jsonb) returns numeric
language plpgsql immutable set search_path = ''
as $$
begin
  return case when subtotal = 0 or subtotal >= (delivery ->> 'freeFrom')::numeric then 0 else (delivery ->> 'fee')::numeric end;
end;
$$;

-- A cart as it stands now. Takes [{productId, quantity}] and the delivery rule.
-- Returns {items: [{productId, name, image, price, available, quantity}], subtotal, shipping, total}; `quantity` is how many of the pieces asked for are
-- available, so a line that is sold out counts nothing.
create function public.quote_cart(items jsonb, delivery jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  with lines as (
    select l.*, coalesce(l.available, 0) as pieces,
           -- Two lines may be one product in two colours: the first line gets its pieces first.
           greatest(0, least(l.quantity, coalesce(l.available, 0) - coalesce(sum(l.quantity) over (
             partition by l.product_id order by l.line_position rows between unbounded preceding and 1 preceding), 0)))::integer as granted
      from shop.price_lines(items) l
  ), sums as (
    select coalesce(sum(granted * coalesce(price, 0)), 0) as subtotal from lines
  )
  select jsonb_build_object(
    'items', coalesce((select jsonb_agg(jsonb_build_object(
        'productId', product_id, 'name', coalesce(product_name, ''), 'image', product_image,
        'price', coalesce(price, 0), 'available', pieces, 'quantity', granted) order by line_position) from lines), '[]'),
    'subtotal', subtotal,
    'shipping', shop.delivery_charge(subtotal, delivery),
    'total', subtotal + shop.delivery_charge(subtotal, delivery))
  from sums;
$$;

-- The order that an idempotency key stands for already, or null. Waits for a twin that is being placed with the same key. Takes the key and the
-- fingerprint of the request. Refuses 422 `idempotency_mismatch` when the key was used for another request.
create function shop.find_order_of_key(idempotency_key text, fingerprint text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  twin public.orders;
begin
  perform pg_advisory_xact_lock(hashtextextended(find_order_of_key.idempotency_key, 0));
  select * into twin from public.orders o where o.idempotency_key = find_order_of_key.idempotency_key;
  if not found then
    return null;
  end if;
  if twin.request_fingerprint <> fingerprint then
    perform shop.refuse(422, 'idempotency_mismatch', 'This Idempotency-Key was already used for another order');
  end if;
  return shop.order_json(twin.id);
end;
$$;

-- A hash of what makes two orders the same: phone, address and pieces. The spacing and case of the address do not matter, nor how the cart is sorted or
-- split into lines. Takes the order payload.
create function shop.content_fingerprint(payload jsonb) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return md5(jsonb_build_array(
    payload ->> 'customerPhone',
    lower(regexp_replace(payload ->> 'customerAddress', '[\s,.]+', ' ', 'g')),
    (select jsonb_agg(to_jsonb(l) order by l.product_id, l.color, l.size)
       from (select i ->> 'productId' as product_id, coalesce(i ->> 'selectedColor', '') as color, coalesce(i ->> 'selectedSize', '') as size,
                    sum((i ->> 'quantity')::integer) as pieces
               from jsonb_array_elements(payload -> 'items') i group by 1, 2, 3) l))::text);
end;
$$;

-- Refuses 409 `order_repeated` {orderNumber, totalAmount, createdAt} when the same order was placed within the last two minutes and still stands.
-- Waits for a twin that is being placed: of any number sent at once, one is placed. Takes the content fingerprint.
create function shop.refuse_repeated_order(fingerprint text) returns void
language plpgsql set search_path = ''
as $$
declare
  first_order record;
begin
  perform pg_advisory_xact_lock(hashtextextended(fingerprint, 1));
  select o.order_number, o.total_amount, o.created_at into first_order
    -- `offset 0` keeps the lookup to the fingerprint: without statistics the planner prefers the index of the newest orders.
    from (select * from public.orders same where same.content_fingerprint = fingerprint offset 0) o
   where o.created_at > now() - interval '2 minutes' and o.status <> 'cancelled' and o.archived_at is null
   order by o.created_at desc limit 1;
  if found then
    perform shop.refuse(409, 'order_repeated', format('You placed this same order a moment ago: %s. Do you want to order it again?', first_order.order_number),
      jsonb_build_object('orderNumber', first_order.order_number, 'totalAmount', first_order.total_amount,
        'createdAt', to_char(first_order.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
  end if;
end;
$$;

-- Orders cost a shopper nothing to place, and each takes pieces until staff look at it. Refuses 429 `too_many_orders` {retryAfter: seconds} when as many
-- orders as `limits` allow, of the same phone, address or device, wait to be confirmed. Takes the order payload, the device's fingerprint or null, and
-- {"phone": {"perHour", "perDay"}, "address": …, "device": …}; what is not named is not limited. Orders that staff have looked at no longer count.
create function shop.refuse_order_flood(payload jsonb, device text, limits jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  phone_sent text := payload ->> 'customerPhone';
  address_sent text := shop.address_key(payload ->> 'customerAddress', coalesce(payload ->> 'city', ''));
  lock bigint;
  retry_after integer;
begin
  -- Always in the same order, so that two orders cannot wait for each other.
  for lock in select distinct hashtextextended(k, 2) from unnest(array['phone ' || phone_sent, 'address ' || address_sent, 'device ' || device]) k
               where k is not null order by 1 loop
    perform pg_advisory_xact_lock(lock);
  end loop;

  with open_orders as (
    select 'phone' as kind, o.created_at from public.orders o
     where o.status = 'pending' and o.archived_at is null and o.customer_phone = phone_sent
    union all
    select 'address', o.created_at from public.orders o
     where o.status = 'pending' and o.archived_at is null and shop.address_key(o.customer_address, o.city) = address_sent
    union all
    select 'device', o.created_at from public.orders o
     where o.status = 'pending' and o.archived_at is null and o.device_fingerprint = device
  ), rules as (
    select l.key as kind, (l.value ->> 'perHour')::integer as max_orders, interval '1 hour' as period from jsonb_each(limits) l
    union all
    select l.key, (l.value ->> 'perDay')::integer, interval '1 day' from jsonb_each(limits) l
  )
  select max(ceil(extract(epoch from counted.since + counted.period - now()))) into retry_after
    from (select r.period, (select o.created_at from open_orders o where o.kind = r.kind and o.created_at > now() - r.period
                             order by o.created_at desc offset r.max_orders - 1 limit 1) as since
            from rules r) counted;
  if retry_after is not null then
    perform shop.refuse(429, 'too_many_orders', 'Several orders wait to be confirmed already', jsonb_build_object('retryAfter', retry_after));
  end if;
end;
$$;

-- Refuses lines that cannot be sold as asked: 409 `out_of_stock` {items: [{productId, name, requested, available}]}, 409 `choice_unavailable` when a
-- colour or size is not offered (any more). Takes the lines, their products locked.
create function shop.check_order_lines(lines shop.priced_line[]) returns void
language plpgsql set search_path = ''
as $$
declare
  short jsonb;
  line shop.priced_line;
begin
  select jsonb_agg(jsonb_build_object('productId', s.product_id, 'name', coalesce(s.name, ''), 'requested', s.requested, 'available', s.available)
                   order by s.first_line)
    into short
    from (select l.product_id, min(l.product_name) as name, sum(l.quantity) as requested, coalesce(min(l.available), 0) as available,
                 min(l.line_position) as first_line
            from unnest(lines) l group by l.product_id) s
   where s.requested > s.available;
  if short is not null then
    perform shop.refuse(409, 'out_of_stock', 'Some items are no longer available in the quantity you asked for', jsonb_build_object('items', short));
  end if;

  foreach line in array lines loop
    if (line.selected_color is not null and line.selected_color <> all (line.colors))
       or (line.selected_size is not null and line.selected_size <> all (line.sizes)) then
      perform shop.refuse(409, 'choice_unavailable', format('%s is not available in the colour or size you chose', line.product_name),
        jsonb_build_object('items', jsonb_build_array(jsonb_build_object('productId', line.product_id, 'line', line.line_position))));
    end if;
  end loop;
end;
$$;

-- Writes the order and its items at the prices of the lines. Returns the order's row.
create function shop.insert_order(payload jsonb, lines shop.priced_line[], subtotal numeric, shipping numeric, idempotency_key text, fingerprint text,
                                  content_fingerprint text, device_fingerprint text, shopper uuid) returns public.orders
language plpgsql set search_path = ''
as $$
declare
  placed public.orders;
begin
  insert into public.orders (customer_name, customer_email, customer_phone, second_phone, customer_address, city, zip_code, country,
                             subtotal, shipping, total_amount, payment_method, notes, shopper_id, idempotency_key, request_fingerprint, content_fingerprint,
                             device_fingerprint)
  values (payload ->> 'customerName', payload ->> 'customerEmail', payload ->> 'customerPhone', payload ->> 'secondPhone', payload ->> 'customerAddress',
          coalesce(payload ->> 'city', ''), coalesce(payload ->> 'zipCode', ''), coalesce(payload ->> 'country', 'pk'),
          insert_order.subtotal, insert_order.shipping, insert_order.subtotal + insert_order.shipping,
          payload ->> 'paymentMethod', coalesce(payload ->> 'notes', ''), shopper, insert_order.idempotency_key, fingerprint, insert_order.content_fingerprint,
          insert_order.device_fingerprint)
  returning * into placed;

  insert into public.order_items (order_id, position, product_id, product_name, product_image, selected_color, selected_size, quantity, price)
  select placed.id, l.line_position, l.product_id, l.product_name, l.product_image, l.selected_color, l.selected_size, l.quantity, l.price
    from unnest(lines) l;
  return placed;
end;
$$;

-- Takes an order's pieces out of stock with direction -1, puts them back with 1. One history row per product, lowest id first, and each change locks its
-- product until the transaction ends: two orders for the same pieces queue instead of deadlocking.
-- Takes the order's id and number, the direction and the staff member or null. Refuses 409 `not_enough_stock`.
create function shop.move_order_stock(order_id text, order_number text, direction integer, actor uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  line record;
begin
  for line in
    select i.product_id, sum(i.quantity)::integer as pieces from public.order_items i
     where i.order_id = move_order_stock.order_id group by i.product_id order by i.product_id
  loop
    perform shop.change_stock(line.product_id, direction * line.pieces,
      case when direction < 0 then 'sale' else 'return' end::shop.stock_change_kind, order_number, '', actor);
  end loop;
end;
$$;

-- Places an order. Takes the order payload of the API, the delivery rule {freeFrom, fee}, the key of this checkout attempt or null, the signed-in shopper
-- or null, the device's fingerprint or null, and the limits of `shop.refuse_order_flood` or null. Returns the order with its items; for a key that was
-- used before, the order it made then. An order without a key is not compared with others.
-- Refuses 409 `out_of_stock`, `choice_unavailable`, `price_changed` with the quote, `order_repeated` unless the payload says `repeat`,
-- 422 `idempotency_mismatch`, 429 `too_many_orders`. Nothing is written then.
-- Locks are taken in one order: the key, the content, the person, the products by id.
create function public.place_order(payload jsonb, delivery jsonb, idempotency_key text default null, shopper uuid default null,
                                   device text default null, limits jsonb default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  fingerprint text := md5(payload::text);
  content_fingerprint text;
  lines shop.priced_line[];
  subtotal numeric;
  shipping numeric;
  placed public.orders;
  answer jsonb;
begin
  if idempotency_key is not null then
    answer := shop.find_order_of_key(idempotency_key, fingerprint);
    if answer is not null then
      return answer;
    end if;
    content_fingerprint := shop.content_fingerprint(payload);
    if not coalesce((payload ->> 'repeat')::boolean, false) then
      perform shop.refuse_repeated_order(content_fingerprint);
    end if;
  end if;
  if limits is not null then
    perform shop.refuse_order_flood(payload, device, limits);
  end if;

  perform shop.lock_products(array (select i ->> 'productId' from jsonb_array_elements(payload -> 'items') i));
  select array_agg(row(l.*)::shop.priced_line order by l.line_position), sum(l.price * l.quantity) into lines, subtotal
    from shop.price_lines(payload -> 'items') l;
  perform shop.check_order_lines(lines);
  shipping := shop.delivery_charge(subtotal, delivery);
  if subtotal + shipping <> (payload ->> 'totalAmount')::numeric then
    perform shop.refuse(409, 'price_changed', 'Prices have changed since you filled your cart', public.quote_cart(payload -> 'items', delivery));
  end if;
  placed := shop.insert_order(payload, lines, subtotal, shipping, idempotency_key, fingerprint, content_fingerprint, device, shopper);
  perform shop.move_order_stock(placed.id, placed.order_number, -1, null);

  answer := shop.order_json(placed.id);
  insert into public.mail_outbox (kind, recipient, payload)
  values ('order_confirmation', placed.customer_email,
          answer - array['idempotency_key', 'request_fingerprint', 'content_fingerprint', 'device_fingerprint']);
  return answer;
end;
$$;

grant execute on function public.quote_cart, public.place_order to service_role;

-- What staff do with an order: change its status, archive it. Stock follows exactly once in either direction.

-- The order, locked until the transaction ends. Refuses 404 `order_not_found`, also for an archived one.
create function shop.lock_order(order_id text) returns public.orders
language plpgsql set search_path = ''
as $$
declare
  locked public.orders;
begin
  select * into locked from public.orders o where o.id = lock_order.order_id and o.archived_at is null for update;
  if not found then
    perform shop.refuse(404, 'order_not_found', 'Order not found');
  end if;
  return locked;
end;
$$;

-- Gives an order a status. Any may follow any; repeating one changes nothing. Cancelling puts the pieces back, un-cancelling takes them again, delivering
-- marks it as paid. Takes the order's id, the status, the staff member, the version their screen showed (null: any), and whether to cancel although a
-- parcel is under way, which is only asked of callers who send a version. Returns the order with its items.
-- Refuses 404 `order_not_found`, 409 `edited_meanwhile` with {status, updatedAt}, 409 `parcel_under_way` with {shipments: [numbers]},
-- 409 `not_enough_stock` when an un-cancelled order's pieces are gone.
create function public.set_order_status(order_id text, status shop.order_status, actor uuid, seen timestamptz default null,
                                        despite_parcel boolean default false) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.orders := shop.lock_order(order_id);
  parcels text[];
begin
  if status <> before.status then
    perform shop.check_status_version(before.updated_at, seen, before.status::text);

    if status = 'cancelled' then
      if seen is not null and not despite_parcel then
        -- No parcel can leave meanwhile: that takes the order's lock as well.
        select array_agg(s.shipment_number order by s.created_at, s.id) into parcels from public.shipments s
         where s.order_id = before.id and s.archived_at is null and s.status in ('shipped', 'in_transit', 'out_for_delivery');
        if parcels is not null then
          perform shop.refuse(409, 'parcel_under_way',
            format('A parcel of this order is under way: %s', array_to_string(parcels, ', ')), jsonb_build_object('shipments', parcels));
        end if;
      end if;
      perform shop.move_order_stock(before.id, before.order_number, 1, actor);
    elsif before.status = 'cancelled' then
      perform shop.move_order_stock(before.id, before.order_number, -1, actor);
    end if;

    update public.orders o
       set status = set_order_status.status,
           payment_status = case when set_order_status.status = 'delivered' then 'paid' else 'pending' end::shop.payment_status
     where o.id = before.id;
  end if;
  return shop.order_json(before.id);
end;
$$;

-- Archives an order. An open order's stock is returned first. Takes its id and the staff member. Returns the order with its items.
-- Refuses 404 `order_not_found`, also when it is archived already.
create function public.archive_order(order_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.orders := shop.lock_order(order_id);
begin
  if before.status in ('pending', 'processing', 'shipped') then
    perform shop.move_order_stock(before.id, before.order_number, 1, actor);
  end if;
  update public.orders o set archived_at = now() where o.id = before.id;
  return shop.order_json(before.id);
end;
$$;

grant execute on function public.set_order_status, public.archive_order to service_role;

-- Parcels. Recipient and items come from the order; the order's status follows its parcels.

create type shop.shipment_status as enum ('preparing', 'shipped', 'in_transit', 'out_for_delivery', 'delivered', 'failed', 'returned');
create type shop.shipping_method as enum ('standard', 'express', 'overnight', 'international');

create sequence shop.shipment_numbers start 1001;
grant usage on sequence shop.shipment_numbers to service_role;

create table public.shipments (
  id text primary key default shop.new_id(),
  shipment_number text not null default 'SHP-' || nextval('shop.shipment_numbers'),
  order_id text not null references public.orders (id),
  -- Copied by a trigger, whatever is written here: lists search and sort by it from an index alone.
  order_number text not null default '',
  carrier text not null default '',
  tracking_number text not null default '',
  shipping_method shop.shipping_method not null default 'standard',
  shipping_cost numeric(12, 2) not null default 0,
  status shop.shipment_status not null default 'preparing',
  estimated_delivery_date date,
  shipped_date timestamptz,
  notes text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  constraint shipments_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint shipments_shipment_number_unique unique (shipment_number),
  constraint shipments_shipping_cost_not_negative check (shipping_cost >= 0)
);

-- An index for each sort key, with the columns that the list filters by.
create index shipments_newest on public.shipments (created_at, id)
  include (status, shipping_cost, tracking_number, order_number, carrier, shipped_date) where archived_at is null;
create index shipments_by_status on public.shipments (status, id) include (tracking_number, order_number, created_at) where archived_at is null;
create index shipments_by_order_number on public.shipments (char_length(order_number), order_number, id) include (status, tracking_number, created_at)
  where archived_at is null;
create index shipments_by_carrier on public.shipments (carrier, id) include (status, tracking_number, order_number, created_at) where archived_at is null;
create index shipments_by_shipped_date on public.shipments (coalesce(shipped_date, '-infinity'), id)
  include (status, tracking_number, order_number, created_at, shipped_date) where archived_at is null;
create index shipments_by_tracking_number on public.shipments (lower(tracking_number) text_pattern_ops)
  where archived_at is null and tracking_number <> '';
create index shipments_by_order on public.shipments (order_id);
create index shipments_deleted on public.shipments (archived_at desc) where archived_at is not null;
create index shipments_under_way on public.shipments (created_at, id) include (status, estimated_delivery_date, shipped_date)
  where archived_at is null and status in ('preparing', 'shipped', 'in_transit', 'out_for_delivery');

-- Trigger: copies the number of the shipment's order.
create function shop.copy_order_number() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.order_number := coalesce((select o.order_number from public.orders o where o.id = new.order_id), '');
  return new;
end;
$$;

create trigger shipments_order_number before insert or update of order_id, order_number on public.shipments
  for each row execute function shop.copy_order_number();
create trigger shipments_touched before update on public.shipments for each row execute function shop.touch_updated_at();

alter table public.shipments enable row level security;
grant select, insert, update on public.shipments to service_role;

-- Shipments as the API shows them, with the recipient and items of the order. A left join, so that counting reads shipments alone.
create view public.shipments_of_orders with (security_invoker = true) as
  select s.id, s.shipment_number, s.order_id, s.carrier, s.tracking_number, s.shipping_method, s.shipping_cost, s.status,
         s.estimated_delivery_date, s.shipped_date, s.notes, s.created_at, s.updated_at, s.archived_at,
         o.order_number, o.customer_name as recipient_name, o.customer_email as recipient_email,
         (select coalesce(jsonb_agg(jsonb_build_object('product_name', i.product_name, 'quantity', i.quantity) order by i.position), '[]')
            from public.order_items i where i.order_id = s.order_id) as items
    from public.shipments s left join public.orders o on o.id = s.order_id;

grant select on public.shipments_of_orders to service_role;

-- Makes a shipment of an order. Takes {orderId, carrier?, trackingNumber?, shippingMethod?, shippingCost?, estimatedDeliveryDate?, notes?}.
-- Returns the shipment. Refuses 404 `order_not_found`, also for an archived order, 409 `order_cancelled`.
create function public.create_shipment(shipment jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  -- Locked, so that it cannot be cancelled between this check and the shipment.
  sent public.orders := shop.lock_order(shipment ->> 'orderId');
  created_id text;
begin
  if sent.status = 'cancelled' then
    perform shop.refuse(409, 'order_cancelled', 'A cancelled order cannot be shipped');
  end if;
  insert into public.shipments (order_id, carrier, tracking_number, shipping_method, shipping_cost, estimated_delivery_date, notes)
  values (sent.id, coalesce(shipment ->> 'carrier', ''), coalesce(shipment ->> 'trackingNumber', ''),
          coalesce(shipment ->> 'shippingMethod', 'standard')::shop.shipping_method, coalesce((shipment ->> 'shippingCost')::numeric, 0),
          (shipment ->> 'estimatedDeliveryDate')::date, coalesce(shipment ->> 'notes', ''))
  returning id into created_id;
  return (select to_jsonb(s) from public.shipments_of_orders s where s.id = created_id);
end;
$$;

-- Gives an order the status that its parcel implies: a parcel under way makes a pending or processing order `shipped`, a delivered one makes it
-- `delivered` and paid. A cancelled or archived order stays what it is, because its pieces are in stock again. A failed or returned parcel changes
-- nothing. Takes the order's id, the shipment's status and the staff member.
create function shop.update_order_of_shipment(order_id text, status shop.shipment_status, actor uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  followed public.orders;
begin
  if status not in ('shipped', 'in_transit', 'out_for_delivery', 'delivered') then
    return;
  end if;
  select * into followed from public.orders o where o.id = update_order_of_shipment.order_id and o.archived_at is null for update;
  if status = 'delivered' and followed.status <> 'cancelled' then
    perform public.set_order_status(followed.id, 'delivered', actor);
  elsif status <> 'delivered' and followed.status in ('pending', 'processing') then
    perform public.set_order_status(followed.id, 'shipped', actor);
  end if;
end;
$$;

-- Gives a shipment a status; the order follows. Any may follow any; repeating one changes nothing. The first status under way, or `delivered`, sets the
-- shipping date. The parcel of a cancelled or deleted order can only become failed or returned.
-- Locks the shipment, then its order, then (through the order) products, never the other way round.
-- Takes its id, the status, the staff member and the version their screen showed (null: any). Returns the shipment.
-- Refuses 404 `shipment_not_found`, also for an archived one, 409 `edited_meanwhile` with {status, updatedAt}, 409 `order_cancelled`, `order_deleted`.
create function public.set_shipment_status(shipment_id text, status shop.shipment_status, actor uuid, seen timestamptz default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.shipments;
  sent public.orders;
begin
  select * into before from public.shipments s where s.id = set_shipment_status.shipment_id and s.archived_at is null for update;
  if not found then
    perform shop.refuse(404, 'shipment_not_found', 'Shipment not found');
  end if;
  if status <> before.status then
    perform shop.check_status_version(before.updated_at, seen, before.status::text);
    -- Locked, so that it cannot be cancelled between this check and the shipment.
    select * into sent from public.orders o where o.id = before.order_id for update;
    if status not in ('failed', 'returned') then
      if sent.archived_at is not null then
        perform shop.refuse(409, 'order_deleted',
          format('Order %s was deleted: its parcel can only be set to Failed or Returned', sent.order_number));
      elsif sent.status = 'cancelled' then
        perform shop.refuse(409, 'order_cancelled',
          format('Order %s is cancelled: its parcel can only be set to Failed or Returned', sent.order_number));
      end if;
    end if;

    update public.shipments s
       set status = set_shipment_status.status,
           shipped_date = case when set_shipment_status.status in ('shipped', 'in_transit', 'out_for_delivery', 'delivered')
                               then coalesce(s.shipped_date, now()) else s.shipped_date end
     where s.id = before.id;
    perform shop.update_order_of_shipment(before.order_id, status, actor);
  end if;
  return (select to_jsonb(s) from public.shipments_of_orders s where s.id = before.id);
end;
$$;

-- A page of the shipments, without those of deleted orders. Takes a status, patterns for the order's number and the tracking number, two moments (each
-- filter may be null), how many rows to skip and how many to return, a sort key (`createdAt`, `orderNumber`: ORD-9999 before ORD-10000, `carrier`,
-- `status`, `shippedDate`: not yet shipped first) and its direction. Returns {items, total}, the items as in `shipments_of_orders`.
create function public.list_shipments(status shop.shipment_status, order_number_like text, tracking_number_like text,
                                      from_time timestamptz, to_time timestamptz, page_offset integer, page_limit integer,
                                      sort_by text default 'createdAt', ascending boolean default false)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  conditions constant text := 's.archived_at is null and ($1 is null or s.status = $1) and ($2 is null or s.order_number ilike $2)
    and ($3 is null or s.tracking_number ilike $3) and ($4 is null or s.created_at >= $4) and ($5 is null or s.created_at < $5)
    and not exists (select from public.orders o where o.order_number = s.order_number and o.archived_at is not null)';
  ordering constant text := format(case sort_by when 'orderNumber' then 'char_length(s.order_number) %1$s, s.order_number %1$s, s.id %1$s'
                                               when 'carrier' then 's.carrier %1$s, s.id %1$s'
                                               when 'status' then 's.status %1$s, s.id %1$s'
                                               when 'shippedDate' then 'coalesce(s.shipped_date, ''-infinity'') %1$s, s.id %1$s'
                                               else 's.created_at %1$s, s.id %1$s' end, case when ascending then 'asc' else 'desc' end);
  -- Up to this many matches are counted while they are read; more are counted separately.
  ids_limit constant integer := greatest(page_offset + page_limit, 1000);
  ids text[];
  total bigint;
begin
  -- Dynamic, so that each sort key uses its index.
  execute format('select array (select s.id from public.shipments s where %s order by %s limit $6)', conditions, ordering)
     into ids using list_shipments.status, order_number_like, tracking_number_like, from_time, to_time, ids_limit;
  total := cardinality(ids);
  if total = ids_limit then
    execute format('select count(*) from public.shipments s where %s', conditions)
       into total using list_shipments.status, order_number_like, tracking_number_like, from_time, to_time;
  end if;
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(to_jsonb(s) order by page.place), '[]')
                from unnest(ids[page_offset + 1 : page_offset + page_limit]) with ordinality as page (id, place)
                join public.shipments_of_orders s on s.id = page.id),
    'total', total);
end;
$$;

-- Shipments between two moments (null: no limit), without those of deleted orders: {totalShipments, totalShippingCost, statusCounts: [{status, count}, …]}.
create function public.shipment_stats(from_time timestamptz default null, to_time timestamptz default null) returns jsonb
language sql stable set search_path = ''
as $$
  with counted as (
    select s.status, count(*) as shipments, sum(s.shipping_cost) as cost
      from public.shipments s
     where s.archived_at is null
       and s.created_at >= coalesce(shipment_stats.from_time, '-infinity') and s.created_at < coalesce(shipment_stats.to_time, 'infinity')
       and not exists (select from public.orders o where o.order_number = s.order_number and o.archived_at is not null)
     group by s.status
  )
  select jsonb_build_object(
    'totalShipments', coalesce(sum(c.shipments), 0),
    'totalShippingCost', coalesce(sum(c.cost), 0),
    'statusCounts', jsonb_agg(jsonb_build_object('status', s, 'count', coalesce(c.shipments, 0)) order by s))
  from unnest(enum_range(null::shop.shipment_status)) s left join counted c on c.status = s;
$$;

grant execute on function public.create_shipment, public.set_shipment_status, public.list_shipments, public.shipment_stats to service_role;

-- Staff find orders by number, name, e-mail, phone in any spelling, tracking number or product. The words of each order are stored in a table with a word
-- index; what was typed is the beginning of some of them. Needs no trigrams, which the embedded Postgres lacks, and never reads a whole list.

create table shop.order_words (
  order_id text primary key references public.orders (id) on delete cascade,
  created_at timestamptz not null,
  status shop.order_status not null,
  words tsvector not null
-- Room on each page, so that a new status is written in place.
) with (fillfactor = 90);

-- Without a list of pending entries, which each search would have to read as well.
create index order_words_search on shop.order_words using gin (words) with (fastupdate = off);

alter table shop.order_words enable row level security;
grant select, insert, update, delete on shop.order_words to service_role;

-- The words of a text in lower case: what stands between spaces and ASCII signs.
create function shop.split_words(typed text) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select array_remove(regexp_split_to_array(lower(typed), '[\s!-/:-@[-`{-~]+'), '');
$$;

-- The ends of a phone number, from its last four digits to all of them without the 92 of Pakistan: any part of it is the beginning of one.
create function shop.phone_words(phone text) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select array(select right(digits, n) from regexp_replace(phone, '^\+92|\D', '', 'g') as digits, generate_series(4, greatest(length(digits), 4)) n);
$$;

-- Stores the words of an order, or removes them when it is archived. Takes the order's id.
create function shop.store_order_words(order_id text) returns void
language plpgsql set search_path = ''
as $$
declare
  o public.orders;
  words text[];
begin
  select * into o from public.orders f where f.id = store_order_words.order_id and f.archived_at is null;
  if not found then
    delete from shop.order_words w where w.order_id = store_order_words.order_id;
    return;
  end if;
  words := shop.split_words(o.order_number) || shop.split_words(o.customer_name) || shop.split_words(split_part(o.customer_email, '@', 1))
    || shop.phone_words(o.customer_phone) || shop.phone_words(coalesce(o.second_phone, ''))
    || array(select w from public.order_items i, unnest(shop.split_words(i.product_name)) w where i.order_id = o.id)
    || array(select w from public.shipments s,
                    unnest(shop.split_words(s.tracking_number) || shop.split_words(regexp_replace(s.tracking_number, '\W', '', 'g'))) w
              where s.order_id = o.id and s.archived_at is null);
  insert into shop.order_words (order_id, created_at, status, words)
  values (o.id, o.created_at, o.status, array_to_tsvector(array(select distinct left(w, 100) from unnest(words) w where w <> '')))
  on conflict on constraint order_words_pkey
    do update set created_at = excluded.created_at, status = excluded.status, words = excluded.words;
end;
$$;

-- Trigger: an order's lines are written once, with the order.
create function shop.store_words_of_new_items() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.store_order_words(a.order_id) from (select distinct order_id from added) a;
  return null;
end;
$$;

create trigger order_items_words after insert on public.order_items
  referencing new table as added for each statement execute function shop.store_words_of_new_items();

-- Trigger: stores the words of an order that changed.
create function shop.store_words_of_order() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.store_order_words(new.id);
  return null;
end;
$$;

create trigger orders_words after update on public.orders
  for each row when ((old.customer_name, old.customer_email, old.customer_phone, old.second_phone, old.created_at, old.archived_at is null)
                     is distinct from (new.customer_name, new.customer_email, new.customer_phone, new.second_phone, new.created_at, new.archived_at is null))
  execute function shop.store_words_of_order();

-- Trigger: copies an order's new status.
create function shop.copy_status_to_words() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update shop.order_words w set status = new.status where w.order_id = new.id;
  return null;
end;
$$;

create trigger orders_words_status after update of status on public.orders
  for each row when (old.status <> new.status) execute function shop.copy_status_to_words();

-- Trigger: stores the words of an order whose parcel got another tracking number, or was archived or restored.
create function shop.store_words_of_shipment() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.store_order_words(new.order_id);
  return null;
end;
$$;

create trigger shipments_words_new after insert on public.shipments
  for each row when (new.tracking_number <> '') execute function shop.store_words_of_shipment();
create trigger shipments_words after update on public.shipments
  for each row when ((old.tracking_number, old.archived_at is null) is distinct from (new.tracking_number, new.archived_at is null))
  execute function shop.store_words_of_shipment();

-- Stores the words of all orders again, after a bulk load that bypassed the triggers.
create function shop.rebuild_order_words() returns void
language plpgsql set search_path = ''
as $$
begin
  delete from shop.order_words where true;
  perform shop.store_order_words(o.id) from (select id from public.orders where archived_at is null order by created_at) o;
end;
$$;

-- A query for rows that have, for each word, one that begins with it. Null for no words.
create function shop.word_prefix_query(typed text[]) returns tsquery
language sql immutable parallel safe set search_path = ''
as $$
  select string_agg(quote_literal(w) || ':*', ' & ')::tsquery from unnest(typed) w;
$$;

-- What staff look for, in one box: {orders, products, shipments, purchaseOrders}, a few of each, the newest first, and before all others the record with
-- exactly this number. Takes words as `list_orders` does, a pattern for the e-mail address (null: any), a number in upper case (`ORD-10042`, or `10042`
-- for every record that has it; null when what was typed is no number), a pattern for the beginning of a tracking number in lower case, one for the name
-- of a supplier, and how many of each.
create function public.search_records(typed_words text[], email_like text, number text, tracking_like text, supplier_like text, page_limit integer)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  -- Of more matches than these, any so many are considered.
  max_considered constant integer := 1000;
begin
  return jsonb_build_object(
    'orders', (
      select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'order_number', o.order_number, 'customer_name', o.customer_name, 'city', o.city,
                        'status', o.status, 'total_amount', o.total_amount, 'created_at', o.created_at) order by f.place, o.created_at desc, o.id), '[]')
        from (select m.id, min(m.place) as place
                from ((select e.id, 0 as place from public.orders e where e.order_number in (number, 'ORD-' || number) and e.archived_at is null)
                      union all
                      (select w.order_id, 1 from shop.order_words w left join public.orders o on o.id = w.order_id and email_like is not null
                        where w.words @@ shop.word_prefix_query(typed_words) and (email_like is null or o.customer_email like email_like)
                        order by w.created_at desc, w.order_id limit page_limit)
                      union all
                      (select a.id, 1 from public.orders a where typed_words is null and a.archived_at is null and a.customer_email like email_like
                        order by a.created_at desc, a.id limit page_limit)) m
               group by m.id order by 2, m.id desc limit page_limit) f
        join public.orders o on o.id = f.id),
    'products', (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'image', p.images[1], 'price', p.price, 'stock_quantity', p.stock_quantity)
                        order by p.review_count desc, p.name, p.id), '[]')
        from (select n.* from (select f.* from (select string_agg(quote_literal(t) || ':*A', ' & ')::tsquery as words from unnest(typed_words) t) query
                                 join public.product_words w on w.words @@ query.words join public.products f on f.id = w.product_id
                                where f.archived_at is null limit max_considered) n
               order by n.review_count desc, n.name, n.id limit page_limit) p),
    'shipments', (
      select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'shipment_number', s.shipment_number, 'order_number', s.order_number,
                        'carrier', s.carrier, 'tracking_number', s.tracking_number, 'status', s.status) order by s.created_at desc, s.id), '[]')
        from (select f.* from ((select n.id from public.shipments n where n.shipment_number in (number, 'SHP-' || number))
                               union
                               (select t.id from public.shipments t where t.archived_at is null and t.tracking_number <> ''
                                   and lower(t.tracking_number) like tracking_like limit max_considered)) m
                join public.shipments f on f.id = m.id
               where f.archived_at is null
               order by f.created_at desc, f.id limit page_limit) s),
    'purchaseOrders', (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'order_number', p.order_number, 'supplier_name', p.supplier_name, 'status', p.status,
                        'total_amount', p.total_amount) order by p.created_at desc, p.id), '[]')
        from (select * from public.purchase_orders f
               where f.archived_at is null and (f.order_number in (number, 'PO-' || number) or f.supplier_name ilike supplier_like)
               order by f.created_at desc, f.id limit page_limit) p));
end;
$$;

grant execute on function public.search_records to service_role;

-- What the shop orders from its suppliers. Items are written as a whole, and the total is computed here and nowhere else.

create type shop.purchase_order_status as enum ('pending', 'ordered', 'received', 'partial', 'cancelled');

create sequence shop.purchase_order_numbers start 1001;
grant usage on sequence shop.purchase_order_numbers to service_role;

create table public.purchase_orders (
  id text primary key default shop.new_id(),
  order_number text not null default 'PO-' || nextval('shop.purchase_order_numbers'),
  supplier_name text not null,
  supplier_email text not null default '',
  supplier_phone text not null default '',
  supplier_address text not null default '',
  total_amount numeric(12, 2) not null default 0,
  status shop.purchase_order_status not null default 'pending',
  expected_delivery_date date,
  order_date timestamptz,
  -- The date that lists show: when it was first ordered or received, before that when it was created.
  dated_at timestamptz not null generated always as (coalesce(order_date, created_at)) stored,
  notes text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  constraint purchase_orders_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint purchase_orders_order_number_unique unique (order_number),
  constraint purchase_orders_supplier_name_length check (char_length(supplier_name) between 1 and 120)
);

create index purchase_orders_newest on public.purchase_orders (created_at desc, id) where archived_at is null;
create index purchase_orders_by_date on public.purchase_orders (dated_at desc, id) where archived_at is null;
create index purchase_orders_by_status on public.purchase_orders (status, created_at desc) where archived_at is null;
create index purchase_orders_by_supplier on public.purchase_orders (supplier_name, id) where archived_at is null;
create index purchase_orders_by_total on public.purchase_orders (total_amount, id) where archived_at is null;
create index purchase_orders_expected on public.purchase_orders (expected_delivery_date, id) include (status)
  where archived_at is null and expected_delivery_date is not null and status in ('pending', 'ordered', 'partial');
create index purchase_orders_deleted on public.purchase_orders (archived_at desc) where archived_at is not null;

create trigger purchase_orders_touched before update on public.purchase_orders for each row execute function shop.touch_updated_at();

alter table public.purchase_orders enable row level security;
grant select, insert, update on public.purchase_orders to service_role;

create table public.purchase_order_items (
  id text primary key default shop.new_id(),
  purchase_order_id text not null references public.purchase_orders (id) on delete cascade,
  position integer not null,
  product_id text not null references public.products (id),
  product_name text not null,
  quantity integer not null,
  unit_cost numeric(12, 2) not null,
  total_cost numeric(14, 2) not null generated always as (quantity * unit_cost) stored,
  -- What its receipts brought, without those taken back.
  received integer not null default 0,
  damaged integer not null default 0,
  -- What is missing is no longer expected.
  closed_short boolean not null default false,
  -- Somebody agreed to take more than was ordered.
  more_allowed boolean not null default false,
  constraint purchase_order_items_position_unique unique (purchase_order_id, position),
  constraint purchase_order_items_quantity_positive check (quantity > 0),
  constraint purchase_order_items_unit_cost_not_negative check (unit_cost >= 0),
  constraint purchase_order_items_received_of_ordered check (received >= 0 and (received <= quantity or more_allowed)),
  constraint purchase_order_items_damaged_of_received check (damaged between 0 and received)
);

create index purchase_order_items_by_product on public.purchase_order_items (product_id);

alter table public.purchase_order_items enable row level security;
grant select, insert, update, delete on public.purchase_order_items to service_role;

-- A purchase order as the API shows it, with its items. Takes its id.
create function shop.purchase_order_json(purchase_order_id text) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(o) || jsonb_build_object('items', (
           select coalesce(jsonb_agg(to_jsonb(i) order by i.position), '[]') from public.purchase_order_items i where i.purchase_order_id = o.id))
    from public.purchase_orders o
   where o.id = purchase_order_json.purchase_order_id;
$$;

-- The purchase order, locked until the transaction ends. Refuses 404 `purchase_order_not_found`, also for an archived one.
create function shop.lock_purchase_order(purchase_order_id text) returns public.purchase_orders
language plpgsql set search_path = ''
as $$
declare
  locked public.purchase_orders;
begin
  select * into locked from public.purchase_orders o
   where o.id = lock_purchase_order.purchase_order_id and o.archived_at is null for update;
  if not found then
    perform shop.refuse(404, 'purchase_order_not_found', 'Purchase order not found');
  end if;
  return locked;
end;
$$;

-- Replaces the items of a purchase order, under the products' names of today, and computes its total. Takes its id and [{productId, quantity, unitCost}].
-- Refuses 422 `validation_failed` with an error per item whose product is unknown or archived.
create function shop.write_purchase_order_items(purchase_order_id text, items jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  complaints jsonb;
begin
  select jsonb_agg(jsonb_build_object('path', format('items.%s.productId', i.ordinality - 1), 'message', 'Product not found') order by i.ordinality)
    into complaints
    from jsonb_array_elements(items) with ordinality as i (item, ordinality)
   where not exists (select from public.products p where p.id = i.item ->> 'productId' and p.archived_at is null);
  if complaints is not null then
    perform shop.refuse(422, 'validation_failed', 'Please check the highlighted fields', jsonb_build_object('errors', complaints));
  end if;

  delete from public.purchase_order_items i where i.purchase_order_id = write_purchase_order_items.purchase_order_id;
  insert into public.purchase_order_items (purchase_order_id, position, product_id, product_name, quantity, unit_cost)
  select write_purchase_order_items.purchase_order_id, i.ordinality - 1, p.id, p.name, (i.item ->> 'quantity')::integer, (i.item ->> 'unitCost')::numeric
    from jsonb_array_elements(items) with ordinality as i (item, ordinality)
    join public.products p on p.id = i.item ->> 'productId';
  update public.purchase_orders o
     set total_amount = (select sum(i.total_cost) from public.purchase_order_items i where i.purchase_order_id = o.id)
   where o.id = write_purchase_order_items.purchase_order_id;
end;
$$;

-- Creates a purchase order. Takes {supplierName, supplierEmail?, supplierPhone?, supplierAddress?, items, expectedDeliveryDate?, notes?}.
-- Returns it with its items. Refuses 422 when a product is unknown or archived.
create function public.create_purchase_order(purchase jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  created_id text;
begin
  insert into public.purchase_orders (supplier_name, supplier_email, supplier_phone, supplier_address, expected_delivery_date, notes)
  values (purchase ->> 'supplierName', coalesce(purchase ->> 'supplierEmail', ''), coalesce(purchase ->> 'supplierPhone', ''),
          coalesce(purchase ->> 'supplierAddress', ''), (purchase ->> 'expectedDeliveryDate')::date, coalesce(purchase ->> 'notes', ''))
  returning id into created_id;
  perform shop.write_purchase_order_items(created_id, purchase -> 'items');
  return shop.purchase_order_json(created_id);
end;
$$;

-- Edits a purchase order. Takes its id, the fields to change (those of `create_purchase_order`, all optional; the date may become null) and the version
-- the editor saw, or null. Returns it with its items. Refuses 404 `purchase_order_not_found`, 409 `edited_meanwhile`,
-- 409 `already_received` when the items would change although pieces were received, 422 when a product is unknown or archived.
create function public.edit_purchase_order(purchase_order_id text, changes jsonb, seen timestamptz default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.purchase_orders := shop.lock_purchase_order(purchase_order_id);
begin
  perform shop.check_version(before.updated_at, seen);
  if changes ? 'items' and (before.status = 'received' or exists (
       select from public.purchase_order_receipts r where r.purchase_order_id = before.id and r.taken_back_at is null)) then
    perform shop.refuse(409, 'already_received', 'Pieces of this purchase order were received. Take them back before its items are changed.');
  end if;

  update public.purchase_orders o
     set supplier_name = coalesce(changes ->> 'supplierName', o.supplier_name),
         supplier_email = coalesce(changes ->> 'supplierEmail', o.supplier_email),
         supplier_phone = coalesce(changes ->> 'supplierPhone', o.supplier_phone),
         supplier_address = coalesce(changes ->> 'supplierAddress', o.supplier_address),
         notes = coalesce(changes ->> 'notes', o.notes),
         expected_delivery_date = case when changes ? 'expectedDeliveryDate' then (changes ->> 'expectedDeliveryDate')::date
                                       else o.expected_delivery_date end
   where o.id = before.id;
  if changes ? 'items' then
    perform shop.write_purchase_order_items(before.id, changes -> 'items');
  end if;
  return shop.purchase_order_json(before.id);
end;
$$;

-- Purchase orders dated between two moments (null: no limit): {totalPurchaseOrders, totalAmount (without cancelled ones), statusCounts: {pending: n, …}}.
create function public.purchase_order_stats(from_time timestamptz default null, to_time timestamptz default null) returns jsonb
language sql stable set search_path = ''
as $$
  with counted as (
    select o.status, count(*) as orders, sum(o.total_amount) as amount
      from public.purchase_orders o
     where o.archived_at is null
       and o.dated_at >= coalesce(purchase_order_stats.from_time, '-infinity') and o.dated_at < coalesce(purchase_order_stats.to_time, 'infinity')
     group by o.status
  )
  select jsonb_build_object(
    'totalPurchaseOrders', coalesce(sum(c.orders), 0),
    'totalAmount', coalesce(sum(c.amount) filter (where s <> 'cancelled'), 0),
    'statusCounts', jsonb_object_agg(s, coalesce(c.orders, 0)))
  from unnest(enum_range(null::shop.purchase_order_status)) s left join counted c on c.status = s;
$$;

grant execute on function public.create_purchase_order, public.edit_purchase_order, public.purchase_order_stats to service_role;

-- Receiving what suppliers deliver, line by line. A receipt says how many pieces of each line came, how many of them are damaged, by whom and when; it books
-- the good ones under its own number. A receipt that is taken back stays, and says so.

create table public.purchase_order_receipts (
  id text primary key default shop.new_id(),
  purchase_order_id text not null references public.purchase_orders (id),
  -- The reference of its rows in the stock history.
  receipt_number text not null,
  notes text not null default '',
  actor uuid references auth.users (id) on delete set null,
  -- One attempt is one receipt: the key it was sent with, and the fingerprint of what was sent.
  idempotency_key text,
  request_fingerprint text,
  created_at timestamptz not null default clock_timestamp(),
  taken_back_at timestamptz,
  taken_back_by uuid references auth.users (id) on delete set null,
  constraint purchase_order_receipts_number_unique unique (receipt_number),
  constraint purchase_order_receipts_key_unique unique (purchase_order_id, idempotency_key),
  constraint purchase_order_receipts_taken_back_later check (taken_back_at >= created_at)
);

create index purchase_order_receipts_of_order on public.purchase_order_receipts (purchase_order_id, created_at);
create index purchase_order_receipts_by_actor on public.purchase_order_receipts (actor);
create index purchase_order_receipts_by_taken_back_by on public.purchase_order_receipts (taken_back_by) where taken_back_by is not null;

alter table public.purchase_order_receipts enable row level security;
-- Not even the server deletes a receipt.
revoke all on public.purchase_order_receipts from service_role;
grant select, insert, update on public.purchase_order_receipts to service_role;

create table public.purchase_order_receipt_items (
  receipt_id text not null references public.purchase_order_receipts (id),
  position integer not null,
  -- Null when the line was replaced since, which is possible once the receipt was taken back.
  item_id text references public.purchase_order_items (id) on delete set null,
  product_id text not null references public.products (id),
  product_name text not null,
  received integer not null,
  -- Of those received. They never become stock.
  damaged integer not null default 0,
  primary key (receipt_id, position),
  constraint purchase_order_receipt_items_received_positive check (received > 0),
  constraint purchase_order_receipt_items_damaged_of_received check (damaged between 0 and received)
);

create index purchase_order_receipt_items_by_item on public.purchase_order_receipt_items (item_id);
create index purchase_order_receipt_items_by_product on public.purchase_order_receipt_items (product_id);

alter table public.purchase_order_receipt_items enable row level security;
revoke all on public.purchase_order_receipt_items from service_role;
grant select, insert on public.purchase_order_receipt_items to service_role;

-- Trigger: the only change of a receipt is that it is taken back, once. All else that it can lose is a person whose account was deleted.
create function shop.guard_receipt() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    if old.taken_back_at is null and new.taken_back_at is not null
       and to_jsonb(new) = to_jsonb(old) || jsonb_build_object('taken_back_at', new.taken_back_at, 'taken_back_by', new.taken_back_by) then
      return new;
    elsif to_jsonb(new) = to_jsonb(old) || '{"actor": null}' and old.actor is not null then
      if not exists (select from auth.users u where u.id = old.actor) then
        return new;
      end if;
    elsif to_jsonb(new) = to_jsonb(old) || '{"taken_back_by": null}' and old.taken_back_by is not null then
      if not exists (select from auth.users u where u.id = old.taken_back_by) then
        return new;
      end if;
    end if;
  end if;
  raise exception 'a receipt is taken back, never changed' using errcode = 'restrict_violation';
end;
$$;

-- Trigger: all that a line of a receipt can lose is the line of the purchase order it came for, when that was deleted.
create function shop.guard_receipt_item() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) = to_jsonb(old) || '{"item_id": null}' then
    if not exists (select from public.purchase_order_items i where i.id = old.item_id) then
      return new;
    end if;
  end if;
  raise exception 'a receipt is taken back, never changed' using errcode = 'restrict_violation';
end;
$$;

-- Trigger: at the end of a transaction the lines of a purchase order count what its receipts brought.
create function shop.require_receipts_of_items() returns trigger
language plpgsql set search_path = ''
as $$
declare
  receipt_id constant text := case tg_table_name when 'purchase_order_receipts' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'receipt_id' end;
  order_id constant text := coalesce(to_jsonb(new) ->> 'purchase_order_id',
    (select r.purchase_order_id from public.purchase_order_receipts r where r.id = receipt_id));
begin
  if exists (
    select from public.purchase_order_items i
      left join lateral (
        select sum(ri.received) as received, sum(ri.damaged) as damaged
          from public.purchase_order_receipt_items ri join public.purchase_order_receipts r on r.id = ri.receipt_id
         where ri.item_id = i.id and r.taken_back_at is null) booked on true
     where i.purchase_order_id = order_id
       and (i.received <> coalesce(booked.received, 0) or i.damaged <> coalesce(booked.damaged, 0))) then
    raise exception 'the lines of purchase order % must count what its receipts brought', order_id using errcode = 'restrict_violation';
  end if;
  return null;
end;
$$;

create trigger purchase_order_receipts_guarded before update or delete on public.purchase_order_receipts
  for each row execute function shop.guard_receipt();
create trigger purchase_order_receipt_items_guarded before update or delete on public.purchase_order_receipt_items
  for each row execute function shop.guard_receipt_item();
create constraint trigger purchase_order_receipts_counted after update of taken_back_at on public.purchase_order_receipts
  deferrable initially deferred for each row execute function shop.require_receipts_of_items();
create constraint trigger purchase_order_receipt_items_counted after insert on public.purchase_order_receipt_items
  deferrable initially deferred for each row execute function shop.require_receipts_of_items();
create constraint trigger purchase_order_items_counted after insert or update of received, damaged on public.purchase_order_items
  deferrable initially deferred for each row execute function shop.require_receipts_of_items();

-- Receiving pieces of a purchase order, taking receipts back, closing lines short. The status follows from the lines; staff can also set it by hand.

-- The status that the lines of a purchase order imply: `received` when nothing is missing, `partial` when something came, null when nothing did.
create function shop.status_of_items(purchase_order_id text) returns shop.purchase_order_status
language sql stable set search_path = ''
as $$
  select case when not bool_or(i.received > 0) then null
              when bool_and(i.received >= i.quantity or i.closed_short) then 'received'
              else 'partial' end::shop.purchase_order_status
    from public.purchase_order_items i where i.purchase_order_id = status_of_items.purchase_order_id;
$$;

-- Books one receipt: the good pieces of each product in one history row under the receipt's number, lowest product id first. Takes the locked purchase
-- order, [{itemId, received, damaged}] (its own lines, each once), notes, the staff member, and the key and fingerprint of the attempt.
create function shop.book_receipt(purchase public.purchase_orders, lines jsonb, notes text, actor uuid, idempotency_key text, fingerprint text)
returns void
language plpgsql set search_path = ''
as $$
declare
  booked public.purchase_order_receipts;
  line record;
begin
  perform shop.lock_products(array (select i.product_id from public.purchase_order_items i where i.purchase_order_id = purchase.id));

  insert into public.purchase_order_receipts (purchase_order_id, receipt_number, notes, actor, idempotency_key, request_fingerprint)
  values (purchase.id,
          purchase.order_number || '-R' || (select count(*) + 1 from public.purchase_order_receipts r where r.purchase_order_id = purchase.id),
          book_receipt.notes, book_receipt.actor, book_receipt.idempotency_key, fingerprint)
  returning * into booked;

  insert into public.purchase_order_receipt_items (receipt_id, position, item_id, product_id, product_name, received, damaged)
  select booked.id, l.ordinality - 1, i.id, i.product_id, i.product_name, (l.line ->> 'received')::integer, coalesce((l.line ->> 'damaged')::integer, 0)
    from jsonb_array_elements(lines) with ordinality as l (line, ordinality)
    join public.purchase_order_items i on i.id = l.line ->> 'itemId';

  update public.purchase_order_items i
     set received = i.received + r.received, damaged = i.damaged + r.damaged, more_allowed = i.more_allowed or i.received + r.received > i.quantity
    from public.purchase_order_receipt_items r
   where r.receipt_id = booked.id and i.id = r.item_id;

  for line in
    select r.product_id, sum(r.received - r.damaged)::integer as pieces from public.purchase_order_receipt_items r
     where r.receipt_id = booked.id group by r.product_id having sum(r.received - r.damaged) > 0 order by r.product_id
  loop
    perform shop.change_stock(line.product_id, line.pieces, 'purchase', booked.receipt_number, booked.notes, actor);
  end loop;
end;
$$;

-- Takes back one receipt of a locked purchase order, or all of them (null), the newest first: their pieces leave the stock under the same numbers.
-- Takes the purchase order's id, the receipt's and the staff member. Refuses 409 `not_enough_stock` with {productId, available}.
create function shop.reverse_receipts(purchase_order_id text, receipt_id text, actor uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  ids constant text[] := array (
    select r.id from public.purchase_order_receipts r
     where r.purchase_order_id = reverse_receipts.purchase_order_id and r.taken_back_at is null
       and (reverse_receipts.receipt_id is null or r.id = reverse_receipts.receipt_id));
  short record;
  line record;
begin
  perform shop.lock_products(array (select r.product_id from public.purchase_order_receipt_items r where r.receipt_id = any (ids)));
  select p.id, p.name, p.stock_quantity, sum(r.received - r.damaged) as pieces into short
    from public.purchase_order_receipt_items r join public.products p on p.id = r.product_id
   where r.receipt_id = any (ids) group by p.id having sum(r.received - r.damaged) > p.stock_quantity order by p.id limit 1;
  if found then
    perform shop.refuse(409, 'not_enough_stock',
      format('Not enough stock: %s pieces of %s would be taken back, and only %s are left', short.pieces, short.name, short.stock_quantity),
      jsonb_build_object('productId', short.id, 'available', short.stock_quantity));
  end if;

  update public.purchase_order_items i
     set received = i.received - r.received, damaged = i.damaged - r.damaged, more_allowed = i.received - r.received > i.quantity
    from (select ri.item_id, sum(ri.received)::integer as received, sum(ri.damaged)::integer as damaged
            from public.purchase_order_receipt_items ri where ri.receipt_id = any (ids) group by ri.item_id) r
   where i.id = r.item_id;
  update public.purchase_order_receipts r set taken_back_at = clock_timestamp(), taken_back_by = reverse_receipts.actor where r.id = any (ids);

  for line in
    select ri.product_id, r.receipt_number, sum(ri.received - ri.damaged)::integer as pieces
      from public.purchase_order_receipt_items ri join public.purchase_order_receipts r on r.id = ri.receipt_id
     where r.id = any (ids) group by ri.product_id, r.receipt_number, r.created_at, r.id having sum(ri.received - ri.damaged) > 0
     order by r.created_at desc, r.id desc, ri.product_id
  loop
    perform shop.change_stock(line.product_id, - line.pieces, 'purchase', line.receipt_number, 'Taken back', actor);
  end loop;
end;
$$;

-- Receives pieces of a purchase order. Takes its id, {items: [{itemId, received, damaged}], notes, overDelivery}, the staff member, the key of the attempt
-- or null, and the version their screen showed or null. The same key and receipt book once. Returns the purchase order with its items.
-- Refuses 404 `purchase_order_not_found`, 409 `edited_meanwhile`, `purchase_order_cancelled`, 422 for a line of another order or a closed one,
-- 422 `idempotency_mismatch`, and without `overDelivery` 409 `more_than_ordered` with {items: [{itemId, productName, missing, received}]}.
create function public.receive_purchase_order(purchase_order_id text, receipt jsonb, actor uuid, idempotency_key text default null,
                                              seen timestamptz default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.purchase_orders := shop.lock_purchase_order(purchase_order_id);
  fingerprint constant text := md5(receipt::text);
  twin public.purchase_order_receipts;
  complaints jsonb;
  surplus jsonb;
begin
  select * into twin from public.purchase_order_receipts r
   where r.purchase_order_id = before.id and r.idempotency_key = receive_purchase_order.idempotency_key;
  if found then
    if twin.request_fingerprint <> fingerprint then
      perform shop.refuse(422, 'idempotency_mismatch', 'This Idempotency-Key was already used for another receipt');
    end if;
    return shop.purchase_order_json(before.id);
  end if;

  perform shop.check_version(before.updated_at, seen);
  if before.status = 'cancelled' then
    perform shop.refuse(409, 'purchase_order_cancelled', 'This purchase order is cancelled. Change its status before you receive pieces.');
  end if;

  select jsonb_agg(jsonb_build_object('path', format('items.%s.itemId', l.ordinality - 1), 'message',
           case when i.id is null then 'This line is not in the purchase order' else 'This line is closed. Reopen it to receive pieces.' end)
           order by l.ordinality)
    into complaints
    from jsonb_array_elements(receipt -> 'items') with ordinality as l (line, ordinality)
    left join public.purchase_order_items i on i.id = l.line ->> 'itemId' and i.purchase_order_id = before.id
   where i.id is null or i.closed_short;
  if complaints is not null then
    perform shop.refuse(422, 'validation_failed', 'Please check the highlighted fields', jsonb_build_object('errors', complaints));
  end if;

  if not coalesce((receipt ->> 'overDelivery')::boolean, false) then
    select jsonb_agg(jsonb_build_object('itemId', i.id, 'productName', i.product_name, 'missing', greatest(i.quantity - i.received, 0),
             'received', (l.line ->> 'received')::integer) order by l.ordinality)
      into surplus
      from jsonb_array_elements(receipt -> 'items') with ordinality as l (line, ordinality)
      join public.purchase_order_items i on i.id = l.line ->> 'itemId'
     where i.received + (l.line ->> 'received')::integer > i.quantity;
    if surplus is not null then
      perform shop.refuse(409, 'more_than_ordered',
        format('More than was ordered. %s', (
          select string_agg(format('%s: %s arrived, %s missing', s ->> 'productName', s ->> 'received', s ->> 'missing'), '; ')
            from jsonb_array_elements(surplus) s)),
        jsonb_build_object('items', surplus));
    end if;
  end if;

  perform shop.book_receipt(before, receipt -> 'items', coalesce(receipt ->> 'notes', ''), actor, idempotency_key, fingerprint);
  update public.purchase_orders o
     set status = shop.status_of_items(o.id), order_date = coalesce(o.order_date, now())
   where o.id = before.id;
  return shop.purchase_order_json(before.id);
end;
$$;

-- Takes a receipt back; repeating it changes nothing. A partial or received purchase order then becomes what its lines imply, `ordered` when nothing is
-- left. Takes the purchase order's id, the receipt's and the staff member. Returns the purchase order with its items.
-- Refuses 404 `purchase_order_not_found`, 404 `receipt_not_found`, 409 `not_enough_stock` when the pieces are gone.
create function public.take_back_receipt(purchase_order_id text, receipt_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.purchase_orders := shop.lock_purchase_order(purchase_order_id);
  receipt public.purchase_order_receipts;
begin
  select * into receipt from public.purchase_order_receipts r where r.id = take_back_receipt.receipt_id and r.purchase_order_id = before.id;
  if not found then
    perform shop.refuse(404, 'receipt_not_found', 'Receipt not found');
  end if;
  if receipt.taken_back_at is null then
    perform shop.reverse_receipts(before.id, receipt.id, actor);
    update public.purchase_orders o
       set status = case when o.status in ('partial', 'received') then coalesce(shop.status_of_items(o.id), 'ordered') else o.status end
     where o.id = before.id;
  end if;
  return shop.purchase_order_json(before.id);
end;
$$;

-- Closes a line short, so that what is missing is no longer expected, or reopens it; the status follows unless nothing came at all.
-- Takes the purchase order's id, the line's and whether to close it. Returns the purchase order with its items.
-- Refuses 404 `purchase_order_not_found`, 404 `item_not_found`, 409 `nothing_missing`.
create function public.close_purchase_order_item(purchase_order_id text, item_id text, closed boolean) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.purchase_orders := shop.lock_purchase_order(purchase_order_id);
  line public.purchase_order_items;
begin
  select * into line from public.purchase_order_items i where i.id = close_purchase_order_item.item_id and i.purchase_order_id = before.id;
  if not found then
    perform shop.refuse(404, 'item_not_found', 'This line is not in the purchase order');
  end if;
  if closed and line.received >= line.quantity then
    perform shop.refuse(409, 'nothing_missing', format('Nothing of %s is missing', line.product_name));
  end if;
  if closed <> line.closed_short then
    update public.purchase_order_items i set closed_short = closed where i.id = line.id;
    update public.purchase_orders o
       set status = case when o.status = 'cancelled' then o.status
                         -- `received` means that nothing is missing; a reopened line misses something.
                         when not closed and o.status = 'received' then coalesce(shop.status_of_items(o.id), 'ordered')
                         else coalesce(shop.status_of_items(o.id), o.status) end
     where o.id = before.id;
  end if;
  return shop.purchase_order_json(before.id);
end;
$$;

-- The receipts of a purchase order, newest first, each with its lines and the names of who made and who took it back. Takes its id.
-- Refuses 404 `purchase_order_not_found`.
create function public.list_purchase_order_receipts(purchase_order_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  if not exists (select from public.purchase_orders o where o.id = list_purchase_order_receipts.purchase_order_id and o.archived_at is null) then
    perform shop.refuse(404, 'purchase_order_not_found', 'Purchase order not found');
  end if;
  return (
    select coalesce(jsonb_agg(to_jsonb(r) || jsonb_build_object(
             'actor_name', (select s.username from public.staff s where s.id = r.actor),
             'taken_back_by_name', (select s.username from public.staff s where s.id = r.taken_back_by),
             'items', (select jsonb_agg(to_jsonb(i) order by i.position) from public.purchase_order_receipt_items i where i.receipt_id = r.id))
             order by r.created_at desc, r.id desc), '[]')
      from public.purchase_order_receipts r
     where r.purchase_order_id = list_purchase_order_receipts.purchase_order_id);
end;
$$;

-- Gives a purchase order a status. Any may follow any; repeating one changes nothing. `received` receives what is still missing, in one receipt; leaving
-- it takes every receipt back and reopens closed lines; other changes move nothing. The first `ordered` or `received` sets the order date.
-- Takes its id, the status, the staff member and the version their screen showed (null: any). Returns it with its items.
-- Refuses 404 `purchase_order_not_found`, 409 `edited_meanwhile` with {status, updatedAt}, 409 `not_enough_stock` when pieces to take back are gone.
create function public.set_purchase_order_status(purchase_order_id text, status shop.purchase_order_status, actor uuid,
                                                 seen timestamptz default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.purchase_orders := shop.lock_purchase_order(purchase_order_id);
  missing jsonb;
begin
  if status <> before.status then
    perform shop.check_status_version(before.updated_at, seen, before.status::text);
    if status = 'received' then
      select jsonb_agg(jsonb_build_object('itemId', i.id, 'received', i.quantity - i.received) order by i.position) into missing
        from public.purchase_order_items i
       where i.purchase_order_id = before.id and i.received < i.quantity and not i.closed_short;
      if missing is not null then
        perform shop.book_receipt(before, missing, '', actor, null, null);
      end if;
    elsif before.status = 'received' then
      perform shop.reverse_receipts(before.id, null, actor);
      update public.purchase_order_items i set closed_short = false where i.purchase_order_id = before.id and i.closed_short;
    end if;

    update public.purchase_orders o
       set status = set_purchase_order_status.status,
           order_date = case when set_purchase_order_status.status in ('ordered', 'received') then coalesce(o.order_date, now())
                             else o.order_date end
     where o.id = before.id;
  end if;
  return shop.purchase_order_json(before.id);
end;
$$;

grant execute on function public.receive_purchase_order, public.take_back_receipt, public.close_purchase_order_item,
  public.list_purchase_order_receipts, public.set_purchase_order_status to service_role;

-- Mails to send, written in the transaction they are about: a mail can be late, but it is never lost, and never about something that did not happen.
-- A sender claims a mail by putting off its next attempt: nobody else sends it meanwhile, and one that dies while sending leaves it to the next.

create type shop.mail_kind as enum ('order_confirmation', 'contact_message', 'message_answer', 'staff_invitation');

create table public.mail_outbox (
  id text primary key default shop.new_id(),
  kind shop.mail_kind not null,
  recipient text not null,
  payload jsonb not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text,
  created_at timestamptz not null default now()
);

create index mail_outbox_due on public.mail_outbox (next_attempt_at) where sent_at is null and failed_at is null;

alter table public.mail_outbox enable row level security;
grant select, insert, update, delete on public.mail_outbox to service_role;

-- How long to wait before a mail is tried again. Takes how often it was tried.
create function shop.mail_backoff(attempts integer) returns interval
language sql immutable set search_path = ''
as $$
  select make_interval(mins => (array [1, 2, 5, 15, 60])[greatest(1, least(attempts, 5))]);
$$;

-- Claims mails that are due, the longest waiting first. Takes how many at most. Returns [{id, kind, recipient, payload}].
-- Skips mails that another sender is claiming.
create function public.claim_mails(max_mails integer) returns jsonb
language sql set search_path = ''
as $$
  with due as (
    select m.id, m.next_attempt_at from public.mail_outbox m
     where m.sent_at is null and m.failed_at is null and m.next_attempt_at <= now()
     order by m.next_attempt_at, m.id limit max_mails for update skip locked
  ), claimed as (
    update public.mail_outbox m
       set attempts = m.attempts + 1, next_attempt_at = now() + shop.mail_backoff(m.attempts + 1)
      from due where m.id = due.id
    returning m.id, m.kind, m.recipient, m.payload, due.next_attempt_at as due_at
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'kind', c.kind, 'recipient', c.recipient, 'payload', c.payload)
                            order by c.due_at, c.id), '[]')
    from claimed c;
$$;

-- Stores what became of claimed mails. Takes [{id, outcome, error}]: `sent`; `failed`, tried again until the mail is a day old; `waiting`, tried again
-- however old it is; `untried`, as if it had not been claimed. Returns the ids of those given up.
create function public.record_mails(results jsonb) returns text[]
language sql set search_path = ''
as $$
  with recorded as (
    update public.mail_outbox m
       set sent_at = case when r.outcome = 'sent' then now() end,
           failed_at = case when r.outcome = 'failed' and m.created_at <= now() - interval '24 hours' then now() end,
           last_error = case r.outcome when 'sent' then null when 'untried' then m.last_error else r.error end,
           attempts = case when r.outcome = 'untried' then m.attempts - 1 else m.attempts end,
           next_attempt_at = case when r.outcome = 'untried' then now() else m.next_attempt_at end
      from jsonb_to_recordset(results) as r (id text, outcome text, error text)
     where m.id = r.id and m.sent_at is null
    returning m.id, m.failed_at
  )
  select coalesce(array_agg(d.id) filter (where d.failed_at is not null), '{}') from recorded d;
$$;

grant execute on function public.claim_mails, public.record_mails to service_role;

-- What visitors write to the shop: messages, which staff read, answer by mail and close, and addresses for the newsletter.

create type shop.message_status as enum ('new', 'read', 'done');

create table public.contact_messages (
  id text primary key default shop.new_id(),
  first_name text not null,
  last_name text not null default '',
  email text not null,
  subject text not null default '',
  message text not null,
  status shop.message_status not null default 'new',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint contact_messages_message_length check (char_length(message) between 1 and 5000)
);

create index contact_messages_newest on public.contact_messages (created_at desc, id);
create index contact_messages_by_status on public.contact_messages (status, created_at desc, id);

create trigger contact_messages_touched before update on public.contact_messages for each row execute function shop.touch_updated_at();

alter table public.contact_messages enable row level security;
grant select, insert, update, delete on public.contact_messages to service_role;

-- Answers stay as they were sent.
create table public.contact_answers (
  id text primary key default shop.new_id(),
  message_id text not null references public.contact_messages (id) on delete cascade,
  answer text not null,
  answered_by uuid references public.staff (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint contact_answers_answer_length check (char_length(answer) between 1 and 5000)
);

create index contact_answers_by_message on public.contact_answers (message_id, created_at);
create index contact_answers_by_person on public.contact_answers (answered_by);

alter table public.contact_answers enable row level security;
grant select, insert, delete on public.contact_answers to service_role;

create table public.newsletter_subscribers (
  email text primary key,
  -- The API names subscribers by id: no e-mail address is part of a URL.
  id text not null default shop.new_id(),
  created_at timestamptz not null default now(),
  constraint newsletter_subscribers_email_lowercase check (email = lower(email)),
  constraint newsletter_subscribers_id_unique unique (id)
);

create index newsletter_subscribers_newest on public.newsletter_subscribers (created_at desc, id);

alter table public.newsletter_subscribers enable row level security;
grant select, insert, update, delete on public.newsletter_subscribers to service_role;

-- Stores a message together with the mail about it. Takes {firstName, lastName, email, subject, message} and who gets the mail.
create function public.add_contact_message(message jsonb, recipient text) returns void
language plpgsql set search_path = ''
as $$
declare
  stored public.contact_messages;
begin
  insert into public.contact_messages (first_name, last_name, email, subject, message)
  values (add_contact_message.message ->> 'firstName', add_contact_message.message ->> 'lastName', add_contact_message.message ->> 'email',
          add_contact_message.message ->> 'subject', add_contact_message.message ->> 'message')
  returning * into stored;
  insert into public.mail_outbox (kind, recipient, payload) values ('contact_message', add_contact_message.recipient, to_jsonb(stored));
end;
$$;

-- A message as the API shows it, with its answers, oldest first, and who wrote them. Takes its id.
create function shop.message_json(message_id text) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(m) || jsonb_build_object('answers',
           (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'answer', a.answer, 'answered_by', coalesce(s.username, ''), 'created_at', a.created_at)
                                      order by a.created_at, a.id), '[]')
              from public.contact_answers a left join public.staff s on s.id = a.answered_by where a.message_id = m.id))
    from public.contact_messages m where m.id = message_json.message_id;
$$;

-- A page of the messages, newest first. Takes a status (or null), how many rows to skip and how many to return. Returns {items, total}.
create function public.list_messages(status shop.message_status, page_offset integer, page_limit integer) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  found_ids text[];
begin
  found_ids := array (
    select m.id from public.contact_messages m
     where list_messages.status is null or m.status = list_messages.status
     order by m.created_at desc, m.id);
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(shop.message_json(page.id) order by page.place), '[]')
                from unnest(found_ids[page_offset + 1 : page_offset + page_limit]) with ordinality as page (id, place)),
    'total', cardinality(found_ids));
end;
$$;

-- Gives a message a status. Returns the message. Refuses 404 `message_not_found`.
create function public.set_message_status(message_id text, status shop.message_status) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  update public.contact_messages m set status = set_message_status.status
   where m.id = message_id and m.status <> set_message_status.status;
  if not exists (select from public.contact_messages m where m.id = message_id) then
    perform shop.refuse(404, 'message_not_found', 'Message not found');
  end if;
  return shop.message_json(message_id);
end;
$$;

-- Answers a message by mail: answer, mail and status `done` are written together. Takes the text and the staff member. Returns the message.
-- Refuses 404 `message_not_found`.
create function public.answer_message(message_id text, answer text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  message public.contact_messages;
begin
  update public.contact_messages m set status = 'done' where m.id = message_id returning * into message;
  if not found then
    perform shop.refuse(404, 'message_not_found', 'Message not found');
  end if;
  insert into public.contact_answers (message_id, answer, answered_by) values (message.id, answer_message.answer, actor);
  insert into public.mail_outbox (kind, recipient, payload)
  values ('message_answer', message.email, to_jsonb(message) || jsonb_build_object('answer', answer_message.answer));
  return shop.message_json(message.id);
end;
$$;

grant execute on function public.add_contact_message, public.list_messages, public.set_message_status, public.answer_message to service_role;

-- Figures that are stored while orders and stock change, because counting and adding up the rows takes longer than lists and reports may take.
-- At 100,000 orders and 500,000 rows of stock history, in CPU time: a count of the history 42 ms (a list may take 50), its sums 150 ms instead of 5, the
-- products sold in two years 315 ms instead of 152 (a report may take 300), the revenue of each of their days 60 ms instead of 2, and the bestsellers
-- of 90 days 46 ms instead of 11.
--
-- Daily counts: every transaction adds a row {subject, day in Pakistan, kind, records, added, taken}, with negative numbers for what it took back, so that
-- no transaction waits for another one's counter. Every 64th row folds the rows of its day into one per subject and kind. Their sum is always the count.
-- Sold lines: the lines of every order that is neither cancelled nor archived, by the order's time, in a table so narrow that a period of it is read from
-- its index alone. Bestsellers and reports add it up.
-- Triggers write both; `shop.rebuild_daily_counts` and `shop.rebuild_sold_lines` write them again after a bulk load that bypassed the triggers.

create type shop.counted_subject as enum ('orders', 'stock');

create table shop.daily_counts (
  id bigint primary key generated always as identity,
  subject shop.counted_subject not null,
  day date not null,
  -- The status of orders; the kind of stock changes.
  kind text not null,
  records bigint not null,
  -- Rupees of orders; pieces that came.
  added numeric not null,
  -- Pieces that went.
  taken numeric not null
);

create index daily_counts_by_day on shop.daily_counts (day);

grant select, insert, update, delete on shop.daily_counts to service_role;

-- Trigger: folds the rows of a day into one for each subject and kind. Skips rows that another transaction is folding.
create function shop.fold_daily_counts() returns trigger
language plpgsql set search_path = ''
as $$
begin
  with folded as (
    delete from shop.daily_counts t
     where t.id in (select f.id from shop.daily_counts f where f.day = new.day for update skip locked)
    returning t.subject, t.kind, t.records, t.added, t.taken
  )
  insert into shop.daily_counts (subject, day, kind, records, added, taken)
  select f.subject, new.day, f.kind, sum(f.records), sum(f.added), sum(f.taken) from folded f group by f.subject, f.kind;
  return null;
end;
$$;

create trigger daily_counts_folded after insert on shop.daily_counts for each row when (new.id % 64 = 0) execute function shop.fold_daily_counts();

-- Trigger: counts new rows of the stock history, which never change.
create function shop.count_stock_changes() returns trigger
language plpgsql set search_path = ''
as $$
begin
  insert into shop.daily_counts (subject, day, kind, records, added, taken)
  select 'stock', shop.day_of(a.created_at), a.transaction_type::text, count(*), sum(greatest(a.quantity, 0)), sum(greatest(-a.quantity, 0))
    from added a group by shop.day_of(a.created_at), a.transaction_type;
  return null;
end;
$$;

create trigger stock_history_counted after insert on public.stock_history
  referencing new table as added for each statement execute function shop.count_stock_changes();

-- Trigger: takes an order out of where it was counted, and counts it where it is now. Archived orders are not counted.
create function shop.count_order() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' and old.archived_at is null then
    insert into shop.daily_counts (subject, day, kind, records, added, taken)
    values ('orders', shop.day_of(old.created_at), old.status::text, -1, -old.total_amount, 0);
  end if;
  if tg_op <> 'DELETE' and new.archived_at is null then
    insert into shop.daily_counts (subject, day, kind, records, added, taken)
    values ('orders', shop.day_of(new.created_at), new.status::text, 1, new.total_amount, 0);
  end if;
  return null;
end;
$$;

create trigger orders_counted after insert or delete on public.orders for each row execute function shop.count_order();
create trigger orders_recounted after update on public.orders
  for each row when ((old.status, old.total_amount, old.created_at, old.archived_at)
                     is distinct from (new.status, new.total_amount, new.created_at, new.archived_at))
  execute function shop.count_order();

-- Counts everything again.
create function shop.rebuild_daily_counts() returns void
language sql set search_path = ''
as $$
  delete from shop.daily_counts where true;
  insert into shop.daily_counts (subject, day, kind, records, added, taken)
  select 'stock'::shop.counted_subject, shop.day_of(h.created_at), h.transaction_type::text, count(*),
         sum(greatest(h.quantity, 0)), sum(greatest(-h.quantity, 0))
    from public.stock_history h group by shop.day_of(h.created_at), h.transaction_type
  union all
  select 'orders', shop.day_of(o.created_at), o.status::text, count(*), sum(o.total_amount), 0
    from public.orders o where o.archived_at is null group by shop.day_of(o.created_at), o.status;
$$;

-- How many orders or stock changes there are. Takes the subject, a kind or null, and two moments, each the beginning of a day in Pakistan or null.
create function shop.count_records(subject shop.counted_subject, kind text, from_time timestamptz, to_time timestamptz) returns bigint
language sql stable set search_path = ''
as $$
  select coalesce(sum(t.records), 0)::bigint
    from shop.daily_counts t
   where t.subject = count_records.subject and (count_records.kind is null or t.kind = count_records.kind)
     and t.day >= coalesce(shop.day_of(count_records.from_time), '-infinity') and t.day < coalesce(shop.day_of(count_records.to_time), 'infinity');
$$;

create table shop.sold_lines (
  order_id text not null,
  position integer not null,
  product_id text not null,
  sold_at timestamptz not null,
  quantity integer not null,
  revenue numeric(14, 2) not null,
  primary key (order_id, position)
);

create index sold_lines_by_time on shop.sold_lines (sold_at) include (product_id, quantity, revenue);

grant select, insert, delete on shop.sold_lines to service_role;

-- Trigger: the lines of a new order are sold. They never change.
-- The order is looked up by its key alone (`offset 0`): without statistics, as in a young shop, Postgres would read a whole index of orders per line.
create function shop.add_sold_lines() returns trigger
language plpgsql set search_path = ''
as $$
begin
  insert into shop.sold_lines (order_id, position, product_id, sold_at, quantity, revenue)
  select i.order_id, i.position, i.product_id, o.created_at, i.quantity, i.quantity * i.price
    from added i cross join lateral (select * from public.orders s where s.id = i.order_id offset 0) o
   where o.status <> 'cancelled' and o.archived_at is null;
  return null;
end;
$$;

create trigger order_items_sold after insert on public.order_items
  referencing new table as added for each statement execute function shop.add_sold_lines();

-- Trigger: the lines of an order that is cancelled or archived are not sold any more; those of one that comes back are.
create function shop.update_sold_lines() returns trigger
language plpgsql set search_path = ''
as $$
begin
  delete from shop.sold_lines s where s.order_id = new.id;
  if new.status <> 'cancelled' and new.archived_at is null then
    insert into shop.sold_lines (order_id, position, product_id, sold_at, quantity, revenue)
    select i.order_id, i.position, i.product_id, new.created_at, i.quantity, i.quantity * i.price
      from public.order_items i where i.order_id = new.id;
  end if;
  return null;
end;
$$;

create trigger orders_sold_lines_updated after update on public.orders
  for each row when ((old.status = 'cancelled', old.archived_at is null, old.created_at)
                     is distinct from (new.status = 'cancelled', new.archived_at is null, new.created_at))
  execute function shop.update_sold_lines();

-- Writes all sold lines again.
create function shop.rebuild_sold_lines() returns void
language sql set search_path = ''
as $$
  delete from shop.sold_lines where true;
  insert into shop.sold_lines (order_id, position, product_id, sold_at, quantity, revenue)
  select i.order_id, i.position, i.product_id, o.created_at, i.quantity, i.quantity * i.price
    from public.orders o join public.order_items i on i.order_id = o.id
   where o.status <> 'cancelled' and o.archived_at is null
   order by o.created_at;
$$;

-- The shop in figures: totals of lists, the dashboard, sales reports, bestsellers. Revenue is what every order charged (delivery included) except cancelled
-- and archived ones; a product or category earns its lines alone. Days are days in Pakistan, both ends included.

-- Orders at a glance: {totalOrders, totalRevenue (without cancelled ones), averageOrderValue, statusCounts: {pending: n, …}}.
create function public.order_stats() returns jsonb
language sql stable set search_path = ''
as $$
  with counted as (
    select t.kind as status, sum(t.records) as orders, sum(t.added) as revenue from shop.daily_counts t where t.subject = 'orders' group by t.kind
  ), standing as (
    select coalesce(sum(orders), 0) as orders, coalesce(sum(revenue), 0) as revenue from counted where status <> 'cancelled'
  )
  select jsonb_build_object(
    'totalOrders', (select coalesce(sum(orders), 0) from counted),
    'totalRevenue', standing.revenue,
    'averageOrderValue', case when standing.orders = 0 then 0 else round(standing.revenue / standing.orders, 2) end,
    'statusCounts', (select jsonb_object_agg(s, coalesce((select c.orders from counted c where c.status = s::text), 0))
                       from unnest(enum_range(null::shop.order_status)) s))
  from standing;
$$;

-- The stock history from the beginning of one day in Pakistan to that of another (null: no limit):
-- {totalRecords, totalIn, totalOut, byType: {purchase: {count, quantity}, …}}, `quantity` signed.
create function public.stock_stats(from_time timestamptz default null, to_time timestamptz default null) returns jsonb
language sql stable set search_path = ''
as $$
  with counted as (
    select t.kind, sum(t.records) as records, sum(t.added) as pieces_in, sum(t.taken) as pieces_out
      from shop.daily_counts t
     where t.subject = 'stock'
       and t.day >= coalesce(shop.day_of(stock_stats.from_time), '-infinity') and t.day < coalesce(shop.day_of(stock_stats.to_time), 'infinity')
     group by t.kind
  )
  select jsonb_build_object(
    'totalRecords', coalesce(sum(c.records), 0),
    'totalIn', coalesce(sum(c.pieces_in), 0),
    'totalOut', coalesce(sum(c.pieces_out), 0),
    'byType', jsonb_object_agg(k, jsonb_build_object('count', coalesce(c.records, 0), 'quantity', coalesce(c.pieces_in - c.pieces_out, 0))))
  from unnest(enum_range(null::shop.stock_change_kind)) k left join counted c on c.kind = k::text;
$$;

-- Pieces and rupees of every product sold between two moments (the second excluded), under its name and category of today.
-- Always read in the order of the index: for a long period a planner thinks the table as good, which it is not.
create function shop.product_sales(since timestamptz, till timestamptz)
returns table (product_id text, product_name text, category text, pieces bigint, revenue numeric)
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan' set enable_seqscan = off
as $$
begin
  return query
    select p.id, p.name, coalesce(p.category, 'uncategorized'), s.pieces, s.revenue
      from (select l.product_id, sum(l.quantity) as pieces, sum(l.revenue) as revenue
              from shop.sold_lines l where l.sold_at >= since and l.sold_at < till group by l.product_id) s
      join public.products p on p.id = s.product_id;
end;
$$;

-- Revenue and number of orders by day, month or year. Every step of the period is there, also without orders.
create function shop.sales_over_time(first_day date, last_day date, step text)
returns table (begins date, revenue numeric, orders bigint)
language sql stable set search_path = ''
as $$
  select steps.begins::date, coalesce(sold.revenue, 0), coalesce(sold.orders, 0)
    from generate_series(date_trunc(step, first_day::timestamp), last_day::timestamp, ('1 ' || step)::interval) as steps (begins)
    left join (select date_trunc(step, t.day::timestamp) as begins, sum(t.added) as revenue, sum(t.records)::bigint as orders
                 from shop.daily_counts t
                where t.subject = 'orders' and t.kind <> 'cancelled' and t.day between first_day and last_day
                group by 1) sold on sold.begins = steps.begins;
$$;

-- A period in one line: {totalOrders, totalSales, totalRevenue, totalPurchaseOrders, totalShipments, totalProducts}. Takes the pieces sold, `totalSales`.
-- `totalOrders` counts cancelled ones, too; `totalProducts` are the products on sale when the period ended.
create function shop.period_figures(first_day date, last_day date, pieces bigint) returns jsonb
language sql stable set search_path = ''
as $$
  with period as (
    select shop.start_of_day(first_day) as since, shop.start_of_day(last_day + 1) as till
  ), counted as (
    select coalesce(sum(t.records), 0) as orders, coalesce(sum(t.added) filter (where t.kind <> 'cancelled'), 0) as revenue
      from shop.daily_counts t where t.subject = 'orders' and t.day between first_day and last_day
  )
  select jsonb_build_object(
    'totalOrders', counted.orders,
    'totalSales', coalesce(pieces, 0),
    'totalRevenue', counted.revenue,
    'totalPurchaseOrders', (select count(*) from public.purchase_orders o where o.created_at >= since and o.created_at < till and o.archived_at is null),
    'totalShipments', (select count(*) from public.shipments s where s.created_at >= since and s.created_at < till and s.archived_at is null),
    'totalProducts', (select count(*) from public.products p where p.created_at < till and (p.archived_at is null or p.archived_at >= till)))
  from period, counted;
$$;

-- Everything the dashboard shows of a period, and the figures of as many days before it. Products, stock and recent orders are those of now.
-- Takes the first and the last day, and the stock from which a product is low.
create function public.sales_dashboard(first_day date, last_day date, low_stock integer) returns jsonb
language sql stable set search_path = ''
as $$
  with period as (
    select first_day - (last_day - first_day + 1) as day_before, shop.start_of_day(first_day) as since, shop.start_of_day(last_day + 1) as till
  ), sold as materialized (
    select s.* from period, shop.product_sales(period.since, period.till) s
  ), on_sale as (
    select p.category, count(*) as products from public.products p where p.archived_at is null group by p.category
  ), earned as (
    select s.category, sum(s.revenue) as revenue from sold s group by s.category
  ), counted as (
    select t.kind as status, sum(t.records) as orders
      from shop.daily_counts t where t.subject = 'orders' and t.day between first_day and last_day group by t.kind
  )
  select jsonb_build_object(
    'overview', shop.period_figures(first_day, last_day, (select sum(s.pieces)::bigint from sold s))
      || jsonb_build_object('totalProducts', (select coalesce(sum(o.products), 0) from on_sale o)),
    'previous', shop.period_figures(period.day_before, first_day - 1, (select sum(l.quantity) from shop.sold_lines l
                  where l.sold_at >= shop.start_of_day(period.day_before) and l.sold_at < period.since)),
    'recentOrders', (select coalesce(jsonb_agg(shop.order_json(o.id) order by o.created_at desc, o.id), '[]')
                       from (select r.id, r.created_at from public.orders r where r.archived_at is null order by r.created_at desc, r.id limit 5) o),
    'topProducts', (select coalesce(jsonb_agg(jsonb_build_object('productId', t.product_id, 'productName', t.product_name,
                             'totalQuantity', t.pieces, 'totalRevenue', t.revenue) order by t.pieces desc, t.revenue desc, t.product_id), '[]')
                      from (select * from sold order by pieces desc, revenue desc, product_id limit 10) t),
    'categoryStats', (select coalesce(jsonb_agg(jsonb_build_object('category', coalesce(c.slug, e.category), 'name', coalesce(c.name, 'Uncategorized'),
                               'productCount', coalesce(o.products, 0), 'totalRevenue', coalesce(e.revenue, 0))
                               order by coalesce(e.revenue, 0) desc, c.sort_order, c.slug), '[]')
                        from public.categories c
                        left join on_sale o on o.category = c.slug
                        full join earned e on e.category = c.slug),
    'orderStatusCounts', (select jsonb_object_agg(s, coalesce((select c.orders from counted c where c.status = s::text), 0))
                            from unnest(enum_range(null::shop.order_status)) s),
    'salesByDate', (select jsonb_agg(jsonb_build_object('_id', t.begins, 'total', t.revenue, 'count', t.orders) order by t.begins)
                      from shop.sales_over_time(first_day, last_day, 'day') t),
    'lowStockProducts', (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name, 'category', l.category,
                                  'stockQuantity', l.stock_quantity) order by l.stock_quantity, l.name, l.id), '[]')
                           from (select p.id, p.name, p.category, p.stock_quantity from public.products p
                                  where p.archived_at is null and p.stock_quantity <= low_stock
                                  order by p.stock_quantity, p.name, p.id limit 10) l))
  from period;
$$;

-- The sales of a period by `day`, `month` or `year`, its ten best products and its categories by revenue, its totals and those of as many days before it.
create function public.sales_report(first_day date, last_day date, step text) returns jsonb
language sql stable set search_path = ''
as $$
  with sold as materialized (
    select * from shop.product_sales(shop.start_of_day(first_day), shop.start_of_day(last_day + 1))
  ), over_time as materialized (
    select * from shop.sales_over_time(first_day, last_day, step)
  )
  select jsonb_build_object(
    'salesOverTime', (select jsonb_agg(jsonb_build_object('totalRevenue', t.revenue, 'orderCount', t.orders,
                        '_id', to_char(t.begins, case step when 'day' then 'YYYY-MM-DD' when 'month' then 'YYYY-MM' else 'YYYY' end)) order by t.begins)
                        from over_time t),
    'topProducts', (select coalesce(jsonb_agg(jsonb_build_object('productId', t.product_id, 'productName', t.product_name,
                             'totalQuantity', t.pieces, 'totalRevenue', t.revenue) order by t.revenue desc, t.pieces desc, t.product_id), '[]')
                      from (select * from sold order by revenue desc, pieces desc, product_id limit 10) t),
    'categorySales', (select coalesce(jsonb_agg(jsonb_build_object('_id', c.category, 'totalRevenue', c.revenue) order by c.revenue desc, c.category), '[]')
                        from (select s.category, sum(s.revenue) as revenue from sold s group by s.category) c),
    'totals', (select jsonb_build_object('totalRevenue', sum(t.revenue), 'orderCount', sum(t.orders)) from over_time t),
    'previous', (select jsonb_build_object('totalRevenue', sum(t.revenue), 'orderCount', sum(t.orders))
                   from shop.sales_over_time(first_day - (last_day - first_day + 1), first_day - 1, 'year') t));
$$;

-- The work of a day: {toConfirm, toPack, toHandOver, lowStock, lateCount, late: [shipments], expectedCount, expected: [purchase orders]}. A parcel is late
-- after its estimated day or, without one, after so many days under way. Expected deliveries are those with a date, the earliest first.
-- Takes today, the stock from which a product is low, those days, and how many to list.
create function public.desk_work(today date, low_stock integer, late_after integer, page_limit integer) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  late text[] := array(
    select s.id from public.shipments s
     where s.archived_at is null and s.status in ('preparing', 'shipped', 'in_transit', 'out_for_delivery')
       and (s.estimated_delivery_date < today
            or (s.estimated_delivery_date is null and s.status <> 'preparing' and s.shipped_date < shop.start_of_day(today - late_after)))
     order by coalesce(s.estimated_delivery_date, shop.day_of(s.shipped_date) + late_after), s.id);
begin
  return jsonb_build_object(
    'toConfirm', shop.count_records('orders', 'pending', null, null),
    'toPack', shop.count_records('orders', 'processing', null, null),
    'toHandOver', (select count(*) from public.shipments s where s.archived_at is null and s.status = 'preparing'),
    'lowStock', (select count(*) from public.products p where p.archived_at is null and p.stock_quantity <= low_stock),
    'lateCount', cardinality(late),
    'late', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'shipment_number', s.shipment_number, 'order_number', s.order_number, 'status', s.status,
                      'carrier', s.carrier, 'recipient_name', o.customer_name, 'estimated_delivery_date', s.estimated_delivery_date,
                      'shipped_date', s.shipped_date) order by listed.place), '[]')
               from unnest(late[1 : page_limit]) with ordinality as listed (id, place)
               join public.shipments s on s.id = listed.id join public.orders o on o.id = s.order_id),
    'expectedCount', (select count(*) from public.purchase_orders p
                       where p.archived_at is null and p.expected_delivery_date is not null and p.status in ('pending', 'ordered', 'partial')),
    'expected', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'order_number', p.order_number, 'supplier_name', p.supplier_name,
                          'status', p.status, 'expected_delivery_date', p.expected_delivery_date) order by p.expected_delivery_date, p.id), '[]')
                   from (select * from public.purchase_orders e
                          where e.archived_at is null and e.expected_delivery_date is not null and e.status in ('pending', 'ordered', 'partial')
                          order by e.expected_delivery_date, e.id limit page_limit) p));
end;
$$;

-- Products by how many pieces the last 90 days sold (without cancelled orders), then by reviews; so many of them, or all.
-- Security definer: the public may know the order of bestsellers, but not read the orders behind it.
create function public.bestselling_products(max_products integer default null) returns setof public.products
language sql stable security definer set search_path = ''
as $$
  with sold as (
    select s.product_id, sum(s.quantity) as pieces from shop.sold_lines s where s.sold_at >= now() - interval '90 days' group by s.product_id
  ), best as (
    select p.id, row_number() over (order by coalesce(s.pieces, 0) desc, p.review_count desc, p.rating desc, p.id) as place
      from public.products p left join sold s on s.product_id = p.id
     where p.archived_at is null
     order by place
     limit max_products
  )
  select p.* from best join public.products p on p.id = best.id order by best.place;
$$;

-- A page of the products by how many pieces the last 90 days sold, then by reviews. Takes a category and the three switches (null: any), how many rows to
-- skip and how many to return. Returns {items, total}.
create function public.list_bestsellers(category text, in_stock boolean, featured boolean, is_new boolean, page_offset integer, page_limit integer)
returns jsonb
language sql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
  with sold as (
    select s.product_id, sum(s.quantity) as pieces from shop.sold_lines s where s.sold_at >= now() - interval '90 days' group by s.product_id
  ), matching as materialized (
    select p.id, coalesce(s.pieces, 0) as pieces, p.review_count, p.rating
      from public.products p left join sold s on s.product_id = p.id
     where p.archived_at is null
       and (list_bestsellers.category is null or p.category = list_bestsellers.category)
       and (list_bestsellers.in_stock is null or p.in_stock = list_bestsellers.in_stock)
       and (featured is null or p.is_featured = featured)
       and (list_bestsellers.is_new is null or p.is_new = list_bestsellers.is_new)
  ), page as (
    select m.id, row_number() over () as place
      from (select m.id from matching m order by m.pieces desc, m.review_count desc, m.rating desc, m.id offset page_offset limit page_limit) m
  )
  select jsonb_build_object(
    'items', (select coalesce(jsonb_agg(to_jsonb(p) order by page.place), '[]') from page join public.products p on p.id = page.id),
    'total', (select count(*) from matching));
$$;

grant execute on function public.bestselling_products to anon, authenticated, service_role;
grant execute on function public.order_stats, public.stock_stats, public.sales_dashboard, public.sales_report, public.desk_work,
  public.list_bestsellers to service_role;

-- Records deleted by mistake come back for thirty days, with everything that went with them. After that they stay for the books only.

create type shop.deletable_kind as enum ('product', 'order', 'purchase_order', 'shipment');

-- Records deleted after this moment can be restored.
create function shop.restorable_since() returns timestamptz
language sql stable set search_path = ''
as $$
  select now() - interval '30 days';
$$;

-- Refuses 404 `deleted_not_found`.
create function shop.refuse_restore() returns void
language sql set search_path = ''
as $$
  select shop.refuse(404, 'deleted_not_found', 'There is nothing to restore here. Records can be restored for 30 days.');
$$;

-- A page of what can be restored, last deleted first. Takes the kind, how many rows to skip and how many to return.
-- Returns {items, total}, each item {id, kind, name, detail, deletedAt, needsCategory: a product whose category is gone}.
create function public.list_deleted_records(kind shop.deletable_kind, page_offset integer, page_limit integer) returns jsonb
language sql stable set search_path = ''
as $$
  with deleted as (
    select p.id, p.name, p.category as detail, p.archived_at, p.category is null as needs_category from public.products p
     where kind = 'product' and p.archived_at > shop.restorable_since()
    union all
    select o.id, o.order_number, o.customer_name, o.archived_at, false from public.orders o
     where kind = 'order' and o.archived_at > shop.restorable_since()
    union all
    select o.id, o.order_number, o.supplier_name, o.archived_at, false from public.purchase_orders o
     where kind = 'purchase_order' and o.archived_at > shop.restorable_since()
    union all
    select s.id, s.shipment_number, s.order_number, s.archived_at, false from public.shipments s
     where kind = 'shipment' and s.archived_at > shop.restorable_since()
  ), page as (
    select d.* from deleted d order by d.archived_at desc, d.id limit page_limit offset page_offset
  )
  select jsonb_build_object(
    'items', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'kind', kind, 'name', p.name, 'detail', coalesce(p.detail, ''),
                                          'deleted_at', p.archived_at, 'needs_category', p.needs_category) order by p.archived_at desc, p.id), '[]')
                from page p),
    'total', (select count(*) from deleted));
$$;

-- Puts a product back on sale, its stock as it was. Takes its id and a category for one whose own is gone (null: the one it has). Returns the product.
-- Refuses 404 `deleted_not_found`, 422 the field `category` when it is missing or unknown.
create function public.restore_product(product_id text, category text default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  product public.products;
begin
  select * into product from public.products p
   where p.id = product_id and p.archived_at > shop.restorable_since() for no key update;
  if not found then
    perform shop.refuse_restore();
  elsif coalesce(restore_product.category, product.category) is null then
    perform shop.refuse_field('category', 'Its category was deleted. Choose another one.');
  elsif restore_product.category is not null and not exists (select from public.categories c where c.slug = restore_product.category) then
    perform shop.refuse_field('category', 'There is no such category');
  end if;

  update public.products p set archived_at = null, category = coalesce(restore_product.category, p.category)
   where p.id = product.id returning * into product;
  return to_jsonb(product);
end;
$$;

-- Brings an order back; an open one takes its pieces out of stock again. Takes its id and the staff member. Returns the order with its items.
-- Refuses 404 `deleted_not_found`, 409 `not_enough_stock`.
create function public.restore_order(order_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  restored public.orders;
begin
  select * into restored from public.orders o where o.id = restore_order.order_id and o.archived_at > shop.restorable_since() for update;
  if not found then
    perform shop.refuse_restore();
  end if;
  if restored.status in ('pending', 'processing', 'shipped') then
    perform shop.move_order_stock(restored.id, restored.order_number, -1, actor);
  end if;
  update public.orders o set archived_at = null where o.id = restored.id;
  return shop.order_json(restored.id);
end;
$$;

-- Brings a purchase order back; deleting it left its pieces in stock, so nothing moves. Returns its id. Refuses 404 `deleted_not_found`.
create function public.restore_purchase_order(purchase_order_id text) returns text
language plpgsql set search_path = ''
as $$
begin
  update public.purchase_orders o set archived_at = null
   where o.id = restore_purchase_order.purchase_order_id and o.archived_at > shop.restorable_since();
  if not found then
    perform shop.refuse_restore();
  end if;
  return purchase_order_id;
end;
$$;

-- Brings a shipment back. Returns its id. Refuses 404 `deleted_not_found`, 409 `order_deleted` when its order has to be restored first.
create function public.restore_shipment(shipment_id text) returns text
language plpgsql set search_path = ''
as $$
declare
  shipment public.shipments;
begin
  select * into shipment from public.shipments s where s.id = restore_shipment.shipment_id and s.archived_at > shop.restorable_since() for update;
  if not found then
    perform shop.refuse_restore();
  elsif exists (select from public.orders o where o.id = shipment.order_id and o.archived_at is not null) then
    perform shop.refuse(409, 'order_deleted', format('Order %s was deleted, too. Restore it first.', shipment.order_number));
  end if;
  update public.shipments s set archived_at = null where s.id = shipment.id;
  return shipment_id;
end;
$$;

grant execute on function public.list_deleted_records, public.restore_product, public.restore_order, public.restore_purchase_order, public.restore_shipment
  to service_role;

-- Limits of calls, and a scheduled function that runs every five minutes and does whatever is due: what has served its purpose goes, so that neither the
-- database nor what it knows about people grows for ever.

-- Calls per bucket (an operation and a hashed address) in the current window.
create table public.rate_limits (
  bucket text primary key,
  window_ends_at timestamptz not null,
  hits integer not null
);

create index rate_limits_ended on public.rate_limits (window_ends_at);

alter table public.rate_limits enable row level security;
grant select, insert, update, delete on public.rate_limits to service_role;

-- Counts a call. Takes the bucket, the calls allowed and the length of a window. Returns 0 when it is allowed, else the seconds to wait.
create function public.hit_rate_limit(bucket text, hits_allowed integer, window_seconds integer) returns integer
language sql set search_path = ''
as $$
  insert into public.rate_limits as r (bucket, window_ends_at, hits)
  values (hit_rate_limit.bucket, now() + make_interval(secs => window_seconds), 1)
  on conflict on constraint rate_limits_pkey do update
     set hits = case when r.window_ends_at <= now() then 1 else r.hits + 1 end,
         window_ends_at = case when r.window_ends_at <= now() then excluded.window_ends_at else r.window_ends_at end
  returning case when r.hits <= hits_allowed then 0 else greatest(1, ceil(extract(epoch from r.window_ends_at - now())))::integer end;
$$;

-- When each chore was last done.
create table shop.job_runs (
  name text primary key,
  done_at timestamptz not null
);

grant select, insert, update, delete on shop.job_runs to service_role;

-- Deletes mails that were sent or given up a month ago (orders and messages have tables of their own) and limits whose window has ended.
-- Returns how many rows were deleted.
create function public.purge_expired() returns integer
language sql set search_path = ''
as $$
  with mails as (
    delete from public.mail_outbox m
     where coalesce(m.sent_at, m.failed_at) < now() - interval '30 days'
    returning 1
  ), limits as (
    delete from public.rate_limits r
     where r.window_ends_at < now()
    returning 1
  )
  select (select count(*) from mails)::integer + (select count(*) from limits)::integer;
$$;

-- Runs `public.purge_expired` once a night, from two o'clock in Pakistan on. A run that fails rolls back its mark as well, so the next one tries again.
-- Returns whether it ran.
create function public.purge_expired_nightly() returns boolean
language plpgsql set search_path = ''
as $$
declare
  tonight timestamptz := (((now() at time zone 'Asia/Karachi') - interval '2 hours')::date + interval '2 hours') at time zone 'Asia/Karachi';
begin
  -- A simultaneous call waits here, and finds it done.
  insert into shop.job_runs as c (name, done_at) values ('purge_expired', now())
  on conflict (name) do update set done_at = now() where c.done_at < tonight;
  if not found then
    return false;
  end if;
  perform public.purge_expired();
  return true;
end;
$$;

-- Stores that housekeeping ran, for `npm run doctor`: schedules stop silently when a deploy lost them or a plan ran out.
create function public.record_housekeeping() returns void
language sql set search_path = ''
as $$
  insert into shop.job_runs (name, done_at) values ('housekeeping', now())
  on conflict (name) do update set done_at = now();
$$;

grant execute on function public.hit_rate_limit, public.purge_expired, public.purge_expired_nightly, public.record_housekeeping to service_role;

-- What `npm run doctor` asks of a live project: how it is set up, and whether the shop's work can be done there.

-- {migrations: versions applied, open: tables of the API without row level security, housekeeping_at: when it last ran, or null}.
-- Security definer: the Data API shows none of this.
create function public.project_report() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'migrations', (select coalesce(jsonb_agg(m.version order by m.version), '[]') from supabase_migrations.schema_migrations m),
    'open', (select coalesce(jsonb_agg(c.relname order by c.relname), '[]')
               from pg_catalog.pg_class c
              where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relrowsecurity),
    'housekeeping_at', (select c.done_at from shop.job_runs c where c.name = 'housekeeping')
  );
end;
$$;

-- Does the work that needs no visitor, and rolls all of it back: a hosted database refuses what another allows (an UPDATE without WHERE, a missing
-- privilege), and only doing it shows that. Returns what cannot be done: [{work, problem}]. Locks what it touches for a few milliseconds.
create function public.rehearse() returns jsonb
language plpgsql set search_path = ''
as $$
declare
  work text;
  build text;
  product text;
  problems jsonb := '[]';
begin
  foreach work in array array['claim and finish a build', 'repeat a build', 'remove what has served its purpose', 'send mails', 'count calls',
                              'save settings', 'move stock', 'note that housekeeping ran'] loop
    begin
      case work
        when 'claim and finish a build' then
          perform shop.request_site_build();
          build := public.claim_site_build(true) ->> 'id';
          perform public.confirm_site_build(clock_timestamp());
          if not exists (select from public.site_builds b where b.id = build and b.status = 'succeeded') then
            raise exception 'no build could be claimed and finished';
          end if;
        when 'repeat a build' then
          perform public.ask_for_site_build();
          perform public.claim_site_build(true);
          perform public.fail_site_build();
          build := public.claim_site_build(true) ->> 'id';
          perform public.release_site_build(build);
          if not exists (select from public.site_builds b where b.status = 'pending') then
            raise exception 'a build that failed does not wait again';
          end if;
        when 'remove what has served its purpose' then
          perform public.purge_expired();
        when 'send mails' then
          perform public.record_mails(coalesce(
            (select jsonb_agg(jsonb_build_object('id', m ->> 'id', 'outcome', 'untried')) from jsonb_array_elements(public.claim_mails(1)) m), '[]'));
        when 'count calls' then
          perform public.hit_rate_limit('rehearsal', 1, 1);
          perform public.hit_rate_limit('rehearsal', 1, 1);
        when 'save settings' then
          perform public.change_settings('{"returns": {"days": 1}}', null);
        when 'move stock' then
          select p.id into product from public.products p where p.archived_at is null limit 1;
          if found then
            perform shop.change_stock(product, 1, 'adjustment', null, 'rehearsal', null);
            perform shop.change_stock(product, -1, 'adjustment', null, 'rehearsal', null);
          end if;
        when 'note that housekeeping ran' then
          perform public.record_housekeeping();
      end case;
      -- Ends the block, which rolls back what was done in it.
      raise exception using errcode = 'SHP00';
    exception
      when sqlstate 'SHP00' then
        null;
      when others then
        problems := problems || jsonb_build_object('work', work, 'problem', sqlerrm);
    end;
  end loop;
  return problems;
end;
$$;

-- As many rows as the build asks for at once: fewer arrive where the Data API is set to return fewer (`max_rows`).
create function public.thousand_rows() returns table (n integer)
language sql immutable set search_path = ''
as $$
  select n from generate_series(1, 1000) n;
$$;

grant execute on function public.project_report, public.rehearse, public.thousand_rows to service_role;
