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
create function shop.new_id() returns text
language sql volatile
return lpad(to_hex(extract(epoch from clock_timestamp())::bigint), 8, '0') || right(replace(gen_random_uuid()::text, '-', ''), 16);

-- Stops the transaction with an answer for the caller. Takes a code of src/server/errors.ts, where its status and text stand, details that the caller needs to
-- continue, and what else the text names; both are JSON objects or null. PostgREST turns sqlstate PGRST into that answer: https://docs.postgrest.org/en/stable/references/errors.html#raise-errors-with-http-status-codes
create function shop.refuse(code text, details jsonb default null, words jsonb default null) returns void
language plpgsql set search_path = ''
as $$
begin
  raise sqlstate 'PGRST' using
    message = json_build_object('code', code, 'message', code, 'details', details::text, 'hint', words::text)::text,
    detail = '{"status": 400, "headers": {}}';
end;
$$;

-- Refuses one field of the request, 422 `validation_failed`, when only the database knows that it is wrong. Takes the field's path and the message.
create function shop.refuse_field(path text, complaint text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.refuse('validation_failed',
    jsonb_build_object('errors', jsonb_build_array(jsonb_build_object('path', path, 'message', complaint))));
end;
$$;

-- Trigger: a table only grows. All that a row can lose is its actor, when that account was deleted.
create function shop.refuse_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) = to_jsonb(old) || '{"actor": null}' then
    if old.actor is not null and not exists (select from auth.users u where u.id = old.actor) then
      return new;
    end if;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
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
create function shop.check_version(edited_at timestamptz, expected_version timestamptz) returns void
language plpgsql set search_path = ''
as $$
begin
  if date_trunc('milliseconds', expected_version) <> date_trunc('milliseconds', edited_at) then
    perform shop.refuse('edited_meanwhile');
  end if;
end;
$$;

-- Refuses a status change of an old version, 409 `edited_meanwhile` with {status, updatedAt} as they are now. Takes the row's last edit, the version
-- the editor saw (null when they sent none) and the row's status.
create function shop.check_status_version(edited_at timestamptz, expected_version timestamptz, status text) returns void
language plpgsql set search_path = ''
as $$
begin
  if date_trunc('milliseconds', expected_version) <> date_trunc('milliseconds', edited_at) then
    perform shop.refuse('edited_meanwhile',
      jsonb_build_object('status', status, 'updatedAt', to_char(edited_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
  end if;
end;
$$;

-- The day in Pakistan that a moment belongs to.
create function shop.day_of(moment timestamptz) returns date
language sql immutable parallel safe
return (moment at time zone 'Asia/Karachi')::date;

-- The moment a day in Pakistan begins.
create function shop.start_of_day(day date) returns timestamptz
language sql immutable parallel safe
return day::timestamp at time zone 'Asia/Karachi';

-- Remembers until the transaction ends which staff member acts, for the triggers that write down who changed what. Takes their id, or null for nobody.
-- Every function that staff call to change an order or a parcel begins with it.
create function shop.act_as(actor uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform set_config('shop.actor', coalesce(actor::text, ''), true);
end;
$$;

-- What the server says of the request that the transaction belongs to, by the header `x-shop-NAME`; null outside of requests.
create function shop.request_says(name text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return nullif(current_setting('request.headers', true), '')::jsonb ->> ('x-shop-' || name);
end;
$$;

-- The staff member who acts in this transaction, null when it is nobody of the staff: who was named by `shop.act_as`, else who asked the server for it.
create function shop.acting() returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(nullif(current_setting('shop.actor', true), ''), shop.request_says('actor'))::uuid;
end;
$$;

-- Builds of the prebuilt pages. A change of the catalogue makes one build wait, however many changes follow; never two run at once, the last change is
-- always in one, and the owner decides how long changes are collected, because each build is a deploy and plans count those. What strangers cause (a
-- review, the last piece sold) never asks for a build of its own at once: it is in the next one of the staff, or in one after half an hour.

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
  changed_at timestamptz not null default clock_timestamp(),
  by_stranger boolean not null default false
);

grant select, insert, delete on shop.site_changes to service_role;

-- Says that nobody of the staff causes what this transaction changes from here on, so that no build is hurried for it.
create function shop.act_as_stranger() returns void
language plpgsql set search_path = ''
as $$
begin
  perform set_config('shop.stranger', 'yes', true);
end;
$$;

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
  insert into shop.site_changes (by_stranger) values (coalesce(current_setting('shop.stranger', true), '') = 'yes') on conflict (transaction) do nothing;
  return null;
end;
$$;

-- Makes a build wait, unless one does.
create function shop.request_site_build() returns void
language sql set search_path = ''
as $$
  insert into public.site_builds default values on conflict (status) where status = 'pending' do nothing;
$$;

-- How many builds began today in Pakistan: each is a deploy. One that nobody could start does not count.
create function shop.builds_today() returns bigint
language sql stable set search_path = ''
as $$
  select count(*) from public.site_builds b where b.started_at >= shop.start_of_day(shop.day_of(clock_timestamp()));
$$;

-- Makes a build wait that is due now, or makes the waiting one due. Refuses 409 `builds_used_up` {buildsPerDay} when a day's builds are used up, unless
-- whoever asks says that they know.
create function public.ask_for_site_build(beyond_budget boolean default false) returns void
language plpgsql set search_path = ''
as $$
declare
  budget constant integer := (shop.limits()).builds_per_day;
begin
  if not beyond_budget and shop.builds_today() >= budget then
    perform shop.refuse('builds_used_up', jsonb_build_object('buildsPerDay', budget));
  end if;
  insert into public.site_builds (asked_for) values (true)
  on conflict (status) where status = 'pending' do update set asked_for = true, requested_at = now();
end;
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
-- minutes. Where changes are built at once, the first after a quiet minute starts immediately; after that a few changes wait for one quiet second,
-- twenty or more for five, at most two builds start within a minute, and no change waits longer than a minute. Changes by strangers wait for half an
-- hour, or as long as the owner collects changes, whichever is longer. When the day's builds are used up, all but what somebody asked for waits for the
-- next day in Pakistan.
create function shop.seconds_to_build() returns numeric
language plpgsql stable set search_path = ''
as $$
declare
  clock timestamptz := clock_timestamp();
  changes bigint;
  first_change timestamptz;
  last_change timestamptz;
  strangers_change timestamptz;
  last_start timestamptz;
  start_before timestamptz;
  failures bigint;
  failed_at timestamptz;
  retry_at timestamptz;
  strangers_due timestamptz;
  due timestamptz;
  tomorrow timestamptz;
begin
  if exists (select from public.site_builds b where b.status = 'pending' and b.asked_for) then
    return 0;
  end if;
  if shop.builds_today() >= (shop.limits()).builds_per_day then
    tomorrow := shop.start_of_day(shop.day_of(clock) + 1);
  end if;

  select count(*), max(b.finished_at) into failures, failed_at from public.site_builds b
   where b.status = 'failed' and b.finished_at > coalesce((select max(s.finished_at) from public.site_builds s where s.status = 'succeeded'), '-infinity');
  retry_at := failed_at + make_interval(mins => least(10, 2 ^ (least(failures, 5) - 1))::integer);

  select count(*) filter (where not c.by_stranger), min(c.changed_at) filter (where not c.by_stranger), max(c.changed_at) filter (where not c.by_stranger),
         min(c.changed_at) filter (where c.by_stranger)
    into changes, first_change, last_change, strangers_change from shop.site_changes c;
  strangers_due := greatest(strangers_change + interval '30 minutes', shop.collected_at(strangers_change));
  if changes > 0 then
    due := shop.collected_at(first_change);
    if due is null then
      select max(b.started_at) into last_start from public.site_builds b;
      select max(b.started_at) into start_before from public.site_builds b where b.started_at < last_start;
      due := least(coalesce(last_start, clock) + interval '1 minute',
                   case when last_start is null or last_start < clock - interval '1 minute' then clock
                        when changes < 20 then last_change + interval '1 second'
                        else greatest(last_change + interval '5 seconds', start_before + interval '1 minute') end);
      retry_at := null;
    end if;
  end if;
  -- None of them: a build that waits for no change, as after one that was lost.
  return coalesce(extract(epoch from greatest(tomorrow, least(due, strangers_due, retry_at)) - clock), 0);
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
-- was claimed for (a deploy of new code) get a row of their own. Keeps the last hundred builds, and today's.
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
   where b.finished_at < (select o.finished_at from public.site_builds o where o.finished_at is not null order by o.finished_at desc offset 100 limit 1)
     and b.started_at < shop.start_of_day(shop.day_of(clock_timestamp()));
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
    perform public.ask_for_site_build(true);
  end if;
end;
$$;

-- How the pages stand: {built_at, running_since, changes: how many wait, by_strangers: how many of them strangers caused, due_at: when the waiting build may start (past when overdue), failed_at: when
-- the last build failed, if none succeeded since, builds_today, builds_per_day: how many there may be}. Null where there is nothing to tell.
create function public.site_build_status() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'built_at', (select max(b.built_at) from public.site_builds b where b.status = 'succeeded'),
    'running_since', (select b.started_at from public.site_builds b where b.status = 'running'),
    'changes', (select count(*) from shop.site_changes),
    'by_strangers', (select count(*) from shop.site_changes c where c.by_stranger),
    'due_at', (select case when wait.seconds = 0 then b.requested_at else clock_timestamp() + make_interval(secs => wait.seconds) end
                 from public.site_builds b cross join lateral (select shop.seconds_to_build()::double precision as seconds) wait
                where b.status = 'pending'),
    'failed_at', (select max(f.finished_at) from public.site_builds f
                   where f.status = 'failed'
                     and f.finished_at > coalesce((select max(s.finished_at) from public.site_builds s where s.status = 'succeeded'), '-infinity')),
    'builds_today', shop.builds_today(),
    'builds_per_day', (shop.limits()).builds_per_day
  );
end;
$$;

grant execute on function public.ask_for_site_build, public.claim_site_build, public.confirm_site_build, public.fail_site_build,
  public.release_site_build, public.site_build_status to service_role;

-- What the owner changes without a developer: name, contact, delivery rule, texts of the pages. Pages, carts, orders and mails read the same row.
-- Groups and limits are the schema `settings` of the API; a group that is missing here has its default (src/domain/settings/defaults.ts).

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

-- Whether a value is a rule for mails that ask for reviews: {"isOn": boolean, "days": 1 to 60 after the delivery}. `queue_review_mails` reads it.
create function shop.is_review_mail_rule(rule jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select case when jsonb_typeof(rule -> 'isOn') = 'boolean' and jsonb_typeof(rule -> 'days') = 'number'
              then (rule ->> 'days')::numeric between 1 and 60 and (rule ->> 'days')::numeric % 1 = 0
              else false end;
$$;

create table public.shop_settings (
  id boolean primary key default true,
  content jsonb not null default '{}',
  updated_at timestamptz not null default now(),
  constraint shop_settings_one_row check (id),
  constraint shop_settings_content_object check (jsonb_typeof(content) = 'object'),
  constraint shop_settings_delivery_valid check (not content ? 'delivery' or shop.is_delivery_rule(content -> 'delivery')),
  constraint shop_settings_pages_valid check (not content ? 'pages' or shop.is_rebuild_rule(content -> 'pages')),
  constraint shop_settings_review_mails_valid check (not content ? 'reviewMails' or shop.is_review_mail_rule(content -> 'reviewMails'))
);

insert into public.shop_settings default values;

create trigger shop_settings_touched before update on public.shop_settings for each row execute function shop.touch_updated_at();
create trigger shop_settings_rebuild_site_new after insert or delete on public.shop_settings
  for each row execute function shop.mark_site_stale();
-- No page shows the rules for builds and for mails.
create trigger shop_settings_rebuild_site after update on public.shop_settings
  for each row when ((old.content - 'pages' - 'reviewMails') is distinct from (new.content - 'pages' - 'reviewMails')) execute function shop.mark_site_stale();

alter table public.shop_settings enable row level security;
-- The build reads it with the public key, and everything in it is on the pages.
create policy "everyone reads the settings" on public.shop_settings for select to anon, authenticated using (true);
grant select on public.shop_settings to anon, authenticated;
grant select, insert, update on public.shop_settings to service_role;

-- Trigger: every group of settings that changes is noted in the audit log; what owners keep, and what searches mean, also when the command line writes it.
create function shop.note_kept_settings() returns trigger
language plpgsql set search_path = ''
as $$
declare
  -- What groups have that were never changed, where the caller says so.
  defaults constant jsonb := coalesce(nullif(current_setting('shop.setting_defaults', true), ''), '{}')::jsonb;
  kept text;
begin
  for kept in select jsonb_object_keys(coalesce(old.content, '{}') || coalesce(new.content, '{}')) loop
    -- The command line is noted where owners decide; all others always.
    continue when shop.acting() is null and kept not in ('contact', 'delivery', 'payment', 'search');
    perform shop.write_audit(shop.acting(), 'settings', null, kept, coalesce(defaults -> kept, '{}') || coalesce(old.content -> kept, '{}'),
                             coalesce(defaults -> kept, '{}') || coalesce(new.content -> kept, '{}'));
  end loop;
  return null;
end;
$$;

create trigger shop_settings_noted after insert or update or delete on public.shop_settings
  for each row execute function shop.note_kept_settings();

-- Replaces whole groups of settings; other groups stay. Takes the groups, the version the editor saw, or null, who changes them (null: the command
-- line), and what groups have that were never changed. Returns {content, updated_at}.
-- Refuses 403 `owner_only` for what owners keep, 409 `edited_meanwhile`.
create function public.change_settings(groups jsonb, expected_version timestamptz, actor uuid default null, defaults jsonb default '{}') returns jsonb
language plpgsql set search_path = ''
as $$
declare
  current public.shop_settings;
begin
  if actor is not null and groups ?| array['contact', 'delivery', 'payment'] then
    perform shop.assert_owner(actor);
  end if;
  perform shop.act_as(actor);
  perform set_config('shop.setting_defaults', defaults::text, true);
  insert into public.shop_settings default values on conflict (id) do nothing;
  select * into current from public.shop_settings s where s.id for update;
  perform shop.check_version(current.updated_at, expected_version);
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

-- Roles: what somebody on the staff may do. A right belongs to an effect (moves money, changes a price, shows a number), not to a screen; src/domain/staff
-- names them, and 126_rights.sql asks for them where the effect is, by whichever way it comes about.

-- Every right there is. A test compares them with src/domain/staff/rights.ts.
create function shop.all_rights() returns text[]
language sql immutable set search_path = ''
return array['see_orders', 'see_names', 'see_contacts', 'reveal_contacts', 'see_sums', 'place_orders', 'confirm_orders', 'override_confirmation',
  'cancel_orders', 'discount_orders', 'send_parcels', 'receive_returns', 'edit_customers', 'verify_payments', 'refund', 'edit_products', 'change_prices',
  'correct_stock', 'buy_stock', 'moderate_reviews', 'answer_messages', 'see_reports', 'export', 'restore_records', 'change_settings', 'manage_staff',
  'set_rules', 'manage_bank_accounts', 'see_activity'];

-- Rights that no role but the owner's has: with them, one could give oneself all others, or lead the shop's money elsewhere.
create function shop.rights_of_owners() returns text[]
language sql immutable set search_path = ''
return array['manage_staff', 'set_rules', 'manage_bank_accounts', 'see_activity'];

-- Rights with which money is led out of the shop, or said to have come in: whoever has one signs in with a second factor. Owners are asked for one by
-- the rule for everybody (staff_policy).
create function shop.rights_over_money() returns text[]
language sql immutable set search_path = ''
return array['verify_payments', 'refund'];

create table public.staff_roles (
  -- A word for those that every shop has, which stay as they are; an id for the shop's own.
  id text primary key default shop.new_id(),
  name text not null,
  -- For whom it is, in a sentence.
  description text not null default '',
  is_preset boolean not null default false,
  rights text[] not null,
  -- Phones and addresses that it may reveal in a day, one by one.
  reveals_a_day integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint staff_roles_name_length check (char_length(name) between 2 and 40 and name = btrim(name)),
  constraint staff_roles_description_length check (char_length(description) <= 200),
  constraint staff_roles_rights_known check (rights <@ shop.all_rights()),
  constraint staff_roles_owner_alone check (id = 'owner' or not rights && shop.rights_of_owners()),
  constraint staff_roles_owner_may_all check (id <> 'owner' or rights @> shop.all_rights()),
  constraint staff_roles_contacts_of_orders check (not rights && array['see_names', 'see_contacts', 'reveal_contacts', 'see_sums'] or 'see_orders' = any (rights)),
  constraint staff_roles_reveals_in_range check (reveals_a_day between 0 and 1000)
);

create unique index staff_roles_by_name on public.staff_roles (lower(name));

alter table public.staff_roles enable row level security;
grant select, insert, update, delete on public.staff_roles to service_role;

insert into public.staff_roles (id, name, description, is_preset, rights, reveals_a_day) values
  ('owner', 'Owner', 'May do everything, and decides who works here.', true, shop.all_rights(), 0),
  ('manager', 'Manager', 'Runs the shop day by day: everything but the staff, the rules and the bank accounts.', true,
   array(select r from unnest(shop.all_rights()) r where r <> all (shop.rights_of_owners() || array['reveal_contacts'])), 0),
  ('desk', 'Desk', 'Confirms orders, corrects them before they are packed, and writes those down that begin in a chat.', true,
   array['see_orders', 'see_names', 'see_contacts', 'see_sums', 'place_orders', 'confirm_orders', 'cancel_orders', 'edit_customers', 'answer_messages'], 0),
  ('packer', 'Packer', 'Packs, hands parcels over, counts what comes back and what lies on the shelf. Sees no prices, and of customers the name and the city.', true,
   array['see_orders', 'see_names', 'reveal_contacts', 'send_parcels', 'receive_returns', 'correct_stock'], 200),
  ('catalogue', 'Catalogue', 'Looks after products, photos, prices, purchases and reviews. Sees nothing of customers.', true,
   array['edit_products', 'change_prices', 'correct_stock', 'buy_stock', 'moderate_reviews'], 0),
  ('accounts', 'Accounts', 'Finds payments at the bank, pays refunds and reads the figures. Sees of customers the city.', true,
   array['see_orders', 'see_sums', 'verify_payments', 'refund', 'see_reports', 'export'], 0);

-- Who works here, and in which role. Owners decide both, end other people's sessions and can require a second factor of everybody; `npm run staff:add`
-- makes owners, and their invitations make all others. No change leaves the shop without an owner who may sign in.

create table public.staff (
  id uuid primary key references auth.users (id) on delete cascade,
  username text not null,
  email text not null,
  role text not null default 'desk',
  is_owner boolean not null generated always as (role = 'owner') stored,
  is_active boolean not null default true,
  -- Tokens issued before this moment are refused, however long they would live.
  sessions_from timestamptz,
  created_at timestamptz not null default now(),
  -- Null for owners added by command.
  invited_by uuid references public.staff (id) on delete set null,
  constraint staff_username_shape check (username ~ '^[a-z0-9._-]{2,40}$'),
  constraint staff_username_unique unique (username),
  constraint staff_email_lowercase check (email = lower(email)),
  constraint staff_email_unique unique (email),
  constraint staff_role foreign key (role) references public.staff_roles (id)
);

alter table public.staff enable row level security;
grant select, insert, update, delete on public.staff to service_role;

create index staff_by_inviter on public.staff (invited_by);
create index staff_by_role on public.staff (role);

create table public.staff_invitations (
  id text primary key default shop.new_id(),
  email text not null,
  username text not null,
  token_hash text not null,
  role text not null default 'desk',
  invited_by uuid not null references public.staff (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  constraint staff_invitations_email_lowercase check (email = lower(email)),
  constraint staff_invitations_email_unique unique (email),
  constraint staff_invitations_username_shape check (username ~ '^[a-z0-9._-]{2,40}$'),
  constraint staff_invitations_username_unique unique (username),
  constraint staff_invitations_token_hash_sha256 check (token_hash ~ '^[0-9a-f]{64}$'),
  constraint staff_invitations_token_hash_unique unique (token_hash),
  constraint staff_invitations_role foreign key (role) references public.staff_roles (id)
);

create index staff_invitations_by_person on public.staff_invitations (invited_by);
create index staff_invitations_by_role on public.staff_invitations (role);

alter table public.staff_invitations enable row level security;
grant select, insert, update, delete on public.staff_invitations to service_role;

-- Withdraws what somebody gave out who no longer is an owner that may sign in, by whichever way that came about.
create function shop.withdraw_given_invitations() returns trigger
language plpgsql set search_path = ''
as $$
declare
  withdrawn text;
begin
  for withdrawn in delete from public.staff_invitations i where i.invited_by = new.id returning i.username loop
    perform shop.write_audit(shop.acting(), 'staff', null, 'invitation of ' || withdrawn, '{"state": "open"}', '{"state": "withdrawn"}');
  end loop;
  return null;
end;
$$;

create trigger staff_invitations_withdrawn after update of role, is_active on public.staff
  for each row when (not (new.is_owner and new.is_active)) execute function shop.withdraw_given_invitations();

-- What somebody on the staff is, in words: the name of their role, or locked out. Null for nobody.
create function shop.role_of(member public.staff) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return case when not member.is_active then 'Locked out' else (select r.name from public.staff_roles r where r.id = member.role) end;
end;
$$;

-- Whether somebody on the staff has a right. Takes their id, null for nobody of the staff: the command line, a shopper, the clock, who are not asked.
create function shop.may(actor uuid, needed text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return actor is null
      or exists (select from public.staff s join public.staff_roles r on r.id = s.role where s.id = actor and s.is_active and needed = any (r.rights));
end;
$$;

-- Refuses 403 `not_allowed` unless a staff member has a right, `owner_only` where only owners have it. Takes their id as `shop.may` does, and the right.
create function shop.assert_may(actor uuid, needed text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not shop.may(actor, needed) then
    if needed = any (shop.rights_of_owners()) then
      perform shop.refuse('owner_only');
    end if;
    perform shop.refuse('not_allowed', jsonb_build_object('right', needed));
  end if;
end;
$$;

-- Trigger: the audit log notes who comes, goes, is locked out or becomes an owner, by whichever way.
create function shop.note_role() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.write_audit(shop.acting(), 'staff', coalesce(new.id, old.id)::text, 'staff ' || coalesce(new.username, old.username),
    jsonb_strip_nulls(jsonb_build_object('role', shop.role_of(old))), jsonb_strip_nulls(jsonb_build_object('role', shop.role_of(new))));
  return null;
end;
$$;

create trigger staff_roles_noted after insert or delete or update of role, is_active on public.staff
  for each row execute function shop.note_role();

-- Trigger: an owner who may sign in always remains.
create function shop.keep_an_owner() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if not exists (select from public.staff s where s.is_owner and s.is_active) and exists (select from public.staff) then
    perform shop.refuse('last_owner');
  end if;
  return null;
end;
$$;

create trigger staff_keep_an_owner after update of role, is_active on public.staff
  for each row when (old.is_owner and old.is_active and not (new.is_owner and new.is_active)) execute function shop.keep_an_owner();
create trigger staff_keep_an_owner_of_deleted after delete on public.staff
  for each row when (old.is_owner and old.is_active) execute function shop.keep_an_owner();

create table public.staff_second_factors (
  staff_id uuid primary key references public.staff (id) on delete cascade,
  -- Encrypted by the server with SECOND_FACTOR_KEY.
  secret text not null,
  -- The time step of the last code used: neither it nor an earlier one is accepted again.
  last_step bigint not null,
  created_at timestamptz not null default now()
);

alter table public.staff_second_factors enable row level security;
grant select, insert, update, delete on public.staff_second_factors to service_role;

-- The user name of a staff member; null for nobody.
create function shop.username_of(staff_id uuid) returns text
language sql stable set search_path = ''
as $$
  select s.username from public.staff s where s.id = staff_id;
$$;

-- A staff member as the API shows them: the row, the name of their role, whether they have a second factor, and the user name of who invited them.
create function shop.describe_staff(member public.staff) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(member) || jsonb_build_object('invited_by', shop.username_of(member.invited_by),
    'role_name', (select r.name from public.staff_roles r where r.id = member.role), 'has_second_factor', exists (select from public.staff_second_factors f where f.staff_id = member.id));
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
    perform shop.refuse('owner_only');
  end if;
end;
$$;

-- Lets a staff member sign in or locks them out; locking out ends their sessions, forgets their devices and withdraws their invitations. Takes who does it. Returns the member.
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
    perform shop.refuse('not_signed_in');
  elsif staff_id = actor and not set_staff_active.is_active then
    perform shop.refuse('own_account');
  end if;
  perform shop.assert_owner(actor);

  perform shop.act_as(actor);
  update public.staff s
     set is_active = set_staff_active.is_active,
         sessions_from = case when set_staff_active.is_active then s.sessions_from else date_trunc('second', now()) + interval '1 second' end
   where s.id = staff_id returning * into member;
  if not found then
    perform shop.refuse('staff_not_found');
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
    perform shop.refuse('staff_not_found');
  end if;
  delete from public.staff_sessions s where s.staff_id = end_staff_sessions.staff_id;
  delete from public.sign_in_devices d where d.account = shop.account_hash(member.email);
  return shop.describe_staff(member);
end;
$$;

-- Refuses 422 a role that the shop has not.
create function shop.assert_role(role text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not exists (select from public.staff_roles r where r.id = assert_role.role) then
    perform shop.refuse_field('role', 'There is no such role');
  end if;
end;
$$;

-- Gives a staff member another role, and ends their sessions. Takes who does it, an owner. Returns the member.
-- Refuses 403 `owner_only`, 404 `staff_not_found`, 409 `last_owner`, 422 a role that there is not.
create function public.set_staff_role(staff_id uuid, role text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  member public.staff;
begin
  -- In the order of their ids, as locking out does: two owners who lower each other take turns.
  perform 1 from public.staff s order by s.id for update;
  perform shop.assert_owner(actor);
  perform shop.act_as(actor);
  perform shop.assert_role(set_staff_role.role);
  update public.staff s set role = set_staff_role.role where s.id = set_staff_role.staff_id and s.role <> set_staff_role.role;
  if not found and not exists (select from public.staff s where s.id = set_staff_role.staff_id) then
    perform shop.refuse('staff_not_found');
  end if;
  select * into member from public.staff s where s.id = set_staff_role.staff_id;
  return shop.describe_staff(member);
end;
$$;

-- An invitation as the API shows it: the row without what opens it, the name of the role and the user name of who gave it out.
create function shop.describe_invitation(invitation public.staff_invitations) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(invitation) - 'token_hash' || jsonb_build_object('invited_by', shop.username_of(invitation.invited_by),
    'role_name', (select r.name from public.staff_roles r where r.id = invitation.role));
$$;

-- Invitations that are still good, newest first.
create function public.list_invitations() returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(shop.describe_invitation(i) order by i.created_at desc), '[]') from public.staff_invitations i where i.expires_at > now();
$$;

-- Invites somebody to the staff and writes the mail that says so; an earlier invitation of the same address is replaced. Takes the address, the user
-- name, the role, the SHA-256 of the link's token, the link and the owner. Returns the invitation. Refuses 403 `owner_only`, 422 an address or a name that is
-- taken, by somebody locked out, too.
create function public.invite_staff(email text, username text, role text, token_hash text, link text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  invitation public.staff_invitations;
begin
  -- Staff before invitations, as locking out does: the owner stays one until this is committed.
  perform 1 from public.staff s where s.id = actor for share;
  perform shop.assert_owner(actor);
  perform shop.assert_role(invite_staff.role);
  -- Simultaneous invitations queue here.
  lock table public.staff_invitations in share row exclusive mode;
  delete from public.staff_invitations i where i.expires_at < now() or i.email = invite_staff.email;
  if exists (select from public.staff s where s.email = invite_staff.email) then
    perform shop.refuse_field('email', 'Somebody on the staff has this address');
  elsif exists (select from public.staff s where s.username = invite_staff.username)
     or exists (select from public.staff_invitations i where i.username = invite_staff.username) then
    perform shop.refuse_field('username', 'This user name is taken');
  end if;

  insert into public.staff_invitations (email, username, role, token_hash, invited_by)
  values (invite_staff.email, invite_staff.username, invite_staff.role, invite_staff.token_hash, actor)
  returning * into invitation;
  perform shop.write_audit(actor, 'staff', null, 'invitation of ' || invitation.username, null, '{"state": "open"}');
  insert into public.mail_outbox (kind, recipient, payload)
  values ('staff_invitation', invitation.email,
    jsonb_build_object('username', invitation.username, 'link', link, 'invited_by', shop.username_of(actor)));
  return shop.describe_invitation(invitation);
end;
$$;

-- Withdraws an invitation. Takes the owner. Returns it. Refuses 403 `owner_only`, 404 `invitation_not_found`.
create function public.withdraw_invitation(invitation_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  invitation public.staff_invitations;
begin
  perform shop.assert_owner(actor);
  delete from public.staff_invitations i where i.id = invitation_id returning * into invitation;
  if not found then
    perform shop.refuse('invitation_not_found', null, '{"to": "withdraw"}');
  end if;
  perform shop.write_audit(actor, 'staff', null, 'invitation of ' || invitation.username, '{"state": "open"}', '{"state": "withdrawn"}');
  return shop.describe_invitation(invitation);
end;
$$;

-- The invitation of a link: {email, username}. Takes the SHA-256 of its token. Refuses 404 `invitation_not_found`, also when it has expired, when who
-- gave it out no longer is an owner that may sign in, and when its address or user name is on the staff, locked out or not.
create function public.find_invitation(token_hash text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  invitation public.staff_invitations;
begin
  select i.* into invitation
    from public.staff_invitations i
    join public.staff s on s.id = i.invited_by and s.is_owner and s.is_active
   where i.token_hash = find_invitation.token_hash and i.expires_at > now()
     and not exists (select from public.staff taken where taken.email = i.email or taken.username = i.username);
  if not found then
    perform shop.refuse('invitation_not_found');
  end if;
  return jsonb_build_object('email', invitation.email, 'username', invitation.username);
end;
$$;

-- Puts an account on the staff and uses up its invitation. Takes the SHA-256 of the link's token and the account. Refuses 404 `invitation_not_found`
-- as `find_invitation` does, and for an account that is on the staff already.
create function public.accept_invitation(token_hash text, account uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  invitation public.staff_invitations;
begin
  -- Staff before invitations, as locking out does: whoever is being locked out at this moment is waited for, and then has no invitations.
  perform 1 from public.staff s
    where s.id = (select i.invited_by from public.staff_invitations i where i.token_hash = accept_invitation.token_hash) for share;
  perform public.find_invitation(accept_invitation.token_hash);
  perform shop.act_as(account);
  delete from public.staff_invitations i where i.token_hash = accept_invitation.token_hash returning * into invitation;
  if found then
    insert into public.staff (id, username, email, role, invited_by)
    values (account, invitation.username, invitation.email, invitation.role, invitation.invited_by) on conflict do nothing;
  end if;
  if not found then
    perform shop.refuse('invitation_not_found');
  end if;
end;
$$;

grant execute on function public.list_staff, public.set_staff_active, public.set_staff_role, public.end_staff_sessions, public.list_invitations, public.invite_staff,
  public.withdraw_invitation, public.find_invitation, public.accept_invitation to service_role;

-- Staff sessions and second factors. A token is good for staff work only while its session is in this table: a session can be ended at once, and one that
-- Auth gave to somebody with the password alone, past the shop's own sign-in, opens nothing. The second factor is checked where a session begins, in the
-- same transaction.

create table public.staff_sessions (
  -- The session's id in Auth, which its tokens name.
  id uuid primary key,
  staff_id uuid not null references public.staff (id) on delete cascade,
  -- SHA-256 of the session's only token, by which its requests are known.
  token_hash text not null,
  user_agent text not null default '',
  -- A second factor has to be switched on before anything else.
  must_enroll boolean not null default false,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint staff_sessions_token_hash_sha256 check (token_hash ~ '^[0-9a-f]{64}$'),
  constraint staff_sessions_token_hash_unique unique (token_hash),
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

-- Uses up a code that proves once more who is signed in. Takes the time step of a code that fits. Refuses 401 `second_factor_wrong`, also for a code
-- that was used before.
create function public.prove_second_factor(staff_id uuid, time_step bigint) returns void
language plpgsql set search_path = ''
as $$
begin
  if not shop.use_second_factor(staff_id, time_step, null) then
    perform shop.refuse('second_factor_wrong');
  end if;
end;
$$;

-- Stores the secret of a second factor as another key encrypts it. Takes the member, the secret as it was stored, and as it is stored from now on; does
-- nothing when the factor was replaced meanwhile.
create function public.renew_second_factor(staff_id uuid, stored text, renewed text) returns void
language sql set search_path = ''
as $$
  update public.staff_second_factors f set secret = renewed where f.staff_id = renew_second_factor.staff_id and f.secret = stored;
$$;

-- Whether somebody on the staff has to have a second factor: when everybody has to, and whoever moves money as a member.
create function shop.needs_second_factor(staff_id uuid) returns boolean
language sql stable set search_path = ''
as $$
  select (select p.second_factor_required from public.staff_policy p)
      or exists (select from public.staff s join public.staff_roles r on r.id = s.role
                  where s.id = needs_second_factor.staff_id and not s.is_owner and r.rights && shop.rights_over_money());
$$;

-- What somebody on the staff is and may do: {is_owner, role, rights}, the role by its name.
create function shop.standing_of(staff_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('is_owner', s.is_owner, 'role', r.name, 'rights', r.rights)
    from public.staff s join public.staff_roles r on r.id = s.role where s.id = standing_of.staff_id;
$$;

-- Trigger: who gets another role signs in again, and what another has to be proved for is asked for then.
create function shop.end_sessions_of_role() returns trigger
language plpgsql set search_path = ''
as $$
begin
  delete from public.staff_sessions s where s.staff_id = new.id;
  return null;
end;
$$;

create trigger staff_sessions_of_role after update of role on public.staff
  for each row when (new.role <> old.role) execute function shop.end_sessions_of_role();

-- Trigger: so does everybody whose role may do something else from now on.
create function shop.end_sessions_of_changed_role() returns trigger
language plpgsql set search_path = ''
as $$
begin
  delete from public.staff_sessions s using public.staff m where m.id = s.staff_id and m.role = new.id;
  return null;
end;
$$;

create trigger staff_sessions_of_changed_role after update of rights on public.staff_roles
  for each row when (new.rights <> old.rights) execute function shop.end_sessions_of_changed_role();

-- Begins a staff session for which Auth has accepted the password. Takes its id and end, the browser's description of itself, the SHA-256 of
-- its token, and where a second factor is on the time step of its code or the hash of a recovery code. Returns {must_enroll, is_owner, role, rights}: whether a second factor has to be
-- switched on first, whether the member is an owner, the role's name and its rights.
-- Refuses 401 `second_factor_wrong`, also for a code that was used before, and 401 `invalid_credentials` for somebody who may not sign in.
create function public.open_staff_session(
  session_id uuid, staff_id uuid, expires_at timestamptz, user_agent text, token_hash text, time_step bigint default null,
  recovery_hash text default null
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
    perform shop.refuse('invalid_credentials');
  end if;
  has_factor := exists (select from public.staff_second_factors f where f.staff_id = open_staff_session.staff_id);
  if has_factor and not shop.use_second_factor(open_staff_session.staff_id, time_step, recovery_hash) then
    perform shop.refuse('second_factor_wrong');
  end if;

  delete from public.staff_sessions o where o.staff_id = open_staff_session.staff_id and o.expires_at < now();
  insert into public.staff_sessions (id, staff_id, token_hash, user_agent, expires_at, must_enroll)
  values (session_id, open_staff_session.staff_id, open_staff_session.token_hash, left(open_staff_session.user_agent, 400), open_staff_session.expires_at,
          not has_factor and shop.needs_second_factor(open_staff_session.staff_id))
  returning * into session;
  return jsonb_build_object('must_enroll', session.must_enroll) || shop.standing_of(session.staff_id);
end;
$$;

-- The staff member whose session a token belongs to, asked with every staff request: {id, username, email, is_owner, role, rights, must_enroll, session_id}.
-- Takes the token's SHA-256. Null for any other token, for one whose session has ended, and for a member who is locked out.
create function public.staff_of_token(token_hash text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  session public.staff_sessions;
  member public.staff;
begin
  select * into session from public.staff_sessions s where s.token_hash = staff_of_token.token_hash;
  if not found or session.expires_at <= now() then
    return null;
  end if;
  select * into member from public.staff s where s.id = session.staff_id;
  if not member.is_active then
    return null;
  end if;
  -- Once a minute is precise enough.
  if session.last_seen_at < now() - interval '1 minute' then
    update public.staff_sessions s set last_seen_at = now() where s.id = session.id;
  end if;
  return jsonb_build_object('id', member.id, 'username', member.username, 'email', member.email, 'must_enroll', session.must_enroll,
                            'session_id', session.id) || shop.standing_of(member.id);
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
  -- Of sessions that expired, too.
  delete from public.push_devices p where p.staff_id = end_other_staff_sessions.staff_id and p.session_id is distinct from current_session;
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
    perform shop.refuse('second_factor_is_on');
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
    'is_required', shop.needs_second_factor(show_second_factor.staff_id));
$$;

-- Replaces the recovery codes. Takes the proof as `open_staff_session` does, and the new hashes. Refuses 401 `second_factor_wrong`.
create function public.replace_recovery_codes(staff_id uuid, time_step bigint, recovery_hash text, recovery_hashes text[]) returns void
language plpgsql set search_path = ''
as $$
begin
  if not shop.use_second_factor(replace_recovery_codes.staff_id, time_step, recovery_hash) then
    perform shop.refuse('second_factor_wrong');
  end if;
  delete from public.staff_recovery_codes c where c.staff_id = replace_recovery_codes.staff_id;
  insert into public.staff_recovery_codes (staff_id, code_hash) select replace_recovery_codes.staff_id, unnest(recovery_hashes);
end;
$$;

-- Switches a second factor off. Takes the proof as `open_staff_session` does. Refuses 401 `second_factor_wrong`, and 409 `second_factor_needed_by_all`
-- while everybody needs one, or the member's role does.
create function public.switch_off_second_factor(staff_id uuid, time_step bigint, recovery_hash text) returns void
language plpgsql set search_path = ''
as $$
begin
  -- Waits for an owner who is requiring it at this moment.
  perform 1 from public.staff_policy p for share;
  if shop.needs_second_factor(switch_off_second_factor.staff_id) then
    perform shop.refuse('second_factor_needed_by_all');
  elsif not shop.use_second_factor(switch_off_second_factor.staff_id, time_step, recovery_hash) then
    perform shop.refuse('second_factor_wrong');
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
    perform shop.refuse('staff_not_found');
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
    perform shop.refuse('second_factor_first');
  end if;
  update public.staff_policy p set second_factor_required = is_required where true;
  return jsonb_build_object('is_required', is_required);
end;
$$;

grant execute on function public.find_staff_login, public.prove_second_factor, public.renew_second_factor, public.open_staff_session, public.staff_of_token,
  public.end_other_staff_sessions,
  public.switch_on_second_factor, public.show_second_factor, public.replace_recovery_codes, public.switch_off_second_factor,
  public.reset_second_factor, public.require_second_factor to service_role;

-- Links that are mailed to the owner of an account of Auth, shopper or staff: one sets a new password (30 minutes), one proves the address (three days).
-- Each works once. The database knows only a link's hash: the server makes its token of its id, when it writes the mail.

create table public.account_links (
  id text primary key,
  kind text not null,
  -- SHA-256 of the token.
  token_hash text not null,
  account uuid not null references auth.users (id) on delete cascade,
  -- Where it was sent. An account may have another address by the time it is opened.
  email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint account_links_kind_known check (kind in ('reset', 'proof')),
  constraint account_links_email_lowercase check (email = lower(email)),
  constraint account_links_token_hash_sha256 check (token_hash ~ '^[0-9a-f]{64}$'),
  constraint account_links_token_hash_unique unique (token_hash)
);

create index account_links_by_account on public.account_links (account);
create index account_links_expired on public.account_links (expires_at);

alter table public.account_links enable row level security;
grant select, insert, update, delete on public.account_links to service_role;

-- Addresses that somebody proved to be theirs, by a link that was mailed there. One that the account no longer has proves nothing.
create table public.proved_addresses (
  account uuid primary key references auth.users (id) on delete cascade,
  email text not null,
  proved_at timestamptz not null default now(),
  constraint proved_addresses_email_lowercase check (email = lower(email))
);

alter table public.proved_addresses enable row level security;
grant select, insert, update, delete on public.proved_addresses to service_role;

-- The account with this e-mail address, or null. Auth's tables are nobody's but its own, so this runs as the owner of the database.
create function public.account_of(email text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select u.id from auth.users u where u.email = account_of.email;
$$;

-- Mails a link to an account. Takes the kind (`reset`, `proof`), its id and SHA-256, the account, the address and whether it leads to the back office.
create function shop.mail_account_link(kind text, link_id text, token_hash text, account uuid, email text, for_staff boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into public.account_links (id, kind, token_hash, account, email, expires_at)
  values (link_id, mail_account_link.kind, mail_account_link.token_hash, mail_account_link.account, mail_account_link.email,
          now() + case mail_account_link.kind when 'reset' then interval '30 minutes' else interval '3 days' end);
  insert into public.mail_outbox (kind, recipient, payload)
  values (case mail_account_link.kind when 'reset' then 'password_reset'::shop.mail_kind else 'address_proof'::shop.mail_kind end,
          mail_account_link.email, jsonb_build_object('link_id', link_id, 'for_staff', for_staff));
end;
$$;

-- Mails a link that sets a new password. Takes an e-mail address, or with `for_staff` a staff member's address or user name, and the link's id and SHA-256.
-- Whoever calls learns nothing: nothing happens for somebody unknown, for a staff member who is locked out, and after the third mail in an hour.
create function public.ask_for_password_reset(name text, link_id text, token_hash text, for_staff boolean) returns void
language plpgsql set search_path = ''
as $$
declare
  member public.staff;
  account uuid;
  address text := ask_for_password_reset.name;
begin
  if for_staff then
    select * into member from public.staff s
     where case when position('@' in ask_for_password_reset.name) > 0 then s.email else s.username end = ask_for_password_reset.name;
    account := member.id;
    address := coalesce(member.email, address);
  else
    account := public.account_of(address);
    select * into member from public.staff s where s.id = account;
  end if;
  -- Unknown ones are counted, too, so that they take as long.
  if public.hit_rate_limit(shop.bucket('password reset', address), 3, 3600) = 0 and account is not null and member.is_active is not false then
    perform shop.mail_account_link('reset', link_id, token_hash, account, address, for_staff);
  end if;
end;
$$;

-- Mails a link that proves an account's address. Takes the account, its address, and the link's id and SHA-256. Returns 0, or the seconds until the next one
-- may be sent: three an hour. An address that is proved gets none.
create function public.ask_for_address_proof(account uuid, email text, link_id text, token_hash text) returns integer
language plpgsql set search_path = ''
as $$
declare
  wait integer;
begin
  if exists (select from public.proved_addresses p where p.account = ask_for_address_proof.account and p.email = ask_for_address_proof.email) then
    return 0;
  end if;
  wait := public.hit_rate_limit(shop.bucket('address proof', email), 3, 3600);
  if wait = 0 then
    perform shop.mail_account_link('proof', link_id, token_hash, account, email, false);
  end if;
  return wait;
end;
$$;

-- Locks the link that has this hash. Takes its kind. Refuses 404 `link_not_found`, also when the account is that of a staff member who is locked out,
-- 410 `link_used` and 410 `link_expired`.
create function shop.open_account_link(kind text, token_hash text) returns public.account_links
language plpgsql set search_path = ''
as $$
declare
  link public.account_links;
begin
  select * into link from public.account_links l
   where l.token_hash = open_account_link.token_hash and l.kind = open_account_link.kind for update;
  if not found or exists (select from public.staff s where s.id = link.account and not s.is_active) then
    perform shop.refuse('link_not_found');
  elsif link.used_at is not null then
    perform shop.refuse('link_used');
  elsif link.expires_at <= now() then
    perform shop.refuse('link_expired');
  end if;
  return link;
end;
$$;

-- The address of the account whose password a link sets: {email}. Takes its SHA-256. Refuses as `shop.open_account_link`.
create function public.find_reset_link(token_hash text) returns jsonb
language sql set search_path = ''
as $$
  select jsonb_build_object('email', (shop.open_account_link('reset', find_reset_link.token_hash)).email);
$$;

-- Uses up a link that sets a new password, before Auth is told. Takes its SHA-256. Returns {account, email}. Refuses as `shop.open_account_link`.
create function public.use_reset_link(token_hash text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  link public.account_links := shop.open_account_link('reset', use_reset_link.token_hash);
begin
  update public.account_links l set used_at = now() where l.id = link.id;
  return jsonb_build_object('account', link.account, 'email', link.email);
end;
$$;

-- Makes a link good again whose password Auth did not take. Takes its SHA-256.
create function public.give_back_reset_link(token_hash text) returns void
language sql set search_path = ''
as $$
  update public.account_links l set used_at = null where l.token_hash = give_back_reset_link.token_hash;
$$;

-- After Auth has taken a new password: ends the staff sessions of the account and forgets its devices, uses up its other links, and keeps that the
-- address is proved, because somebody read what was sent there. Takes the account and the address. Auth has ended its own sessions.
create function public.finish_password_reset(account uuid, email text) returns void
language plpgsql set search_path = ''
as $$
declare
  hash constant text := shop.account_hash(finish_password_reset.email);
begin
  -- Tokens carry the second they were issued in; those of this second end, too.
  update public.staff s set sessions_from = date_trunc('second', now()) + interval '1 second' where s.id = finish_password_reset.account;
  delete from public.staff_sessions s where s.staff_id = finish_password_reset.account;
  delete from public.sign_in_devices d where d.account = hash;
  -- Whoever guessed before asking need not wait.
  delete from public.sign_in_limits l where l.key = 'password account ' || hash or starts_with(l.key, 'password ' || hash || ' ');
  update public.account_links l set used_at = now()
   where l.account = finish_password_reset.account and l.kind = 'reset' and l.used_at is null;
  perform shop.keep_proof(finish_password_reset.account, finish_password_reset.email);
end;
$$;

-- Keeps that an account's address is proved.
create function shop.keep_proof(account uuid, email text) returns void
language sql set search_path = ''
as $$
  insert into public.proved_addresses as p (account, email) values (keep_proof.account, keep_proof.email)
  on conflict on constraint proved_addresses_pkey do update set email = excluded.email, proved_at = now() where p.email <> excluded.email;
$$;

-- Proves the address that a link was sent to. Takes its SHA-256 and the account that is signed in: who only opens a link somebody else asked for must not
-- prove an address to a stranger's account. Doing it again changes nothing. Refuses 403 `other_account`, else as `shop.open_account_link`.
create function public.prove_address(token_hash text, account uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  link public.account_links;
begin
  if exists (select from public.account_links l join public.proved_addresses p on p.account = l.account and p.email = l.email
              where l.token_hash = prove_address.token_hash and l.kind = 'proof' and l.account = prove_address.account) then
    return;
  end if;
  link := shop.open_account_link('proof', prove_address.token_hash);
  if link.account <> prove_address.account then
    perform shop.refuse('other_account');
  end if;
  update public.account_links l set used_at = now() where l.id = link.id;
  perform shop.keep_proof(link.account, link.email);
end;
$$;

grant execute on function public.account_of, public.ask_for_password_reset, public.ask_for_address_proof, public.find_reset_link, public.use_reset_link,
  public.give_back_reset_link, public.finish_password_reset, public.prove_address to service_role;

-- Who of the staff did what: written with the change itself, in its transaction, by whichever way it comes about. Nobody alters a row, and it goes after two
-- years. What an order's timeline tells already is not stored twice: the row names its event.

-- What it was about, or what kind of act it was. `session`: signing in and out. `other`: what has no word of its own.
create type shop.activity_kind as enum ('order', 'parcel', 'payment', 'customer', 'product', 'price', 'stock', 'purchase', 'review', 'discount_code', 'message',
                                        'settings', 'bank_account', 'staff', 'role', 'session', 'export', 'reveal', 'other');

create table public.audit_log (
  id text primary key default shop.new_id(),
  created_at timestamptz not null default clock_timestamp(),
  -- Null for the command line. Name and role stay as they were then.
  actor uuid,
  actor_name text not null,
  role text not null default '',
  -- `PUT /api/orders/:id`, the request it belongs to, and the session that asked; empty and null outside of requests.
  operation text not null default '',
  request_id text,
  session_id uuid,
  -- How the session's browser described itself.
  user_agent text not null default '',
  kind shop.activity_kind not null,
  -- The order, product, customer … at which it is shown. Ids are unique across tables.
  record_id text,
  -- What people call it: limits, order ORD-10042, staff bilal.
  subject text not null,
  -- Refused, because the role did not have the right.
  is_refused boolean not null default false,
  -- Only the fields that differ, without secrets. Empty where the event has them.
  before jsonb not null default '{}',
  after jsonb not null default '{}',
  -- Of order_events.
  event_id text,
  constraint audit_log_subject_given check (subject <> '')
);

create index audit_log_latest on public.audit_log (created_at desc, id desc);
create index audit_log_by_actor on public.audit_log (actor, created_at desc, id desc);
create index audit_log_by_kind on public.audit_log (kind, created_at desc, id desc);
create index audit_log_by_record on public.audit_log (record_id, created_at desc, id desc) where record_id is not null;

alter table public.audit_log enable row level security;
-- Not even the server writes here: `shop.add_to_audit_log` does.
revoke all on public.audit_log from service_role;
grant select on public.audit_log to service_role;

create trigger audit_log_never_changed before update on public.audit_log for each row execute function shop.refuse_change();
create trigger audit_log_kept before delete on public.audit_log
  for each row when (old.created_at > now() - interval '2 years') execute function shop.refuse_change();
create trigger audit_log_never_truncated before truncate on public.audit_log for each statement execute function shop.refuse_change();

-- A row without what must not be read in a log, by the names of its columns: passwords, secrets, tokens, keys, hashes and fingerprints; without what
-- every row has; and with long texts cut short. Takes the row, and columns that say nothing.
create function shop.without_secrets(of_row jsonb, unnoted text[] default '{}') returns jsonb
language sql immutable set search_path = ''
return (select coalesce(jsonb_object_agg(f.key, case when jsonb_typeof(f.value) = 'string' and char_length(f.value #>> '{}') > 400
                                                     then to_jsonb(left(f.value #>> '{}', 400) || '…') else f.value end), '{}')
          from jsonb_each(of_row) f
         where f.key !~* '(password|secret|token|hash|fingerprint|idempotency|(^|_)keys?$)' and f.key <> all (unnoted)
           and f.key <> all ('{id,created_at,updated_at}'));

-- Adds a row. Takes who acts (null: the command line), the kind, the record, what people call it, the fields that differ, the event that has them, whether it
-- was refused, and the browser where no session of the request tells it.
create function shop.add_to_audit_log(
  actor uuid, kind shop.activity_kind, record_id text, subject text, before jsonb default '{}', after jsonb default '{}', event_id text default null,
  is_refused boolean default false, session uuid default null, user_agent text default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  of_request constant uuid := shop.request_says('session');
begin
  insert into public.audit_log (actor, actor_name, role, operation, request_id, session_id, user_agent, kind, record_id, subject, is_refused, before, after, event_id)
  select add_to_audit_log.actor,
         case when add_to_audit_log.actor is null then 'Command line' else coalesce(s.username, 'Somebody who left') end,
         coalesce(s.role, ''), coalesce(shop.request_says('operation'), ''), shop.request_says('request'),
         coalesce(session, of_request),
         coalesce(add_to_audit_log.user_agent, (select o.user_agent from public.staff_sessions o where o.id = of_request), ''),
         add_to_audit_log.kind, add_to_audit_log.record_id, add_to_audit_log.subject, add_to_audit_log.is_refused,
         shop.without_secrets(add_to_audit_log.before), shop.without_secrets(add_to_audit_log.after), add_to_audit_log.event_id
    from (values (1)) one left join (select m.username, r.name as role from public.staff m join public.staff_roles r on r.id = m.role
                                      where m.id = add_to_audit_log.actor) s on true;
end;
$$;

-- Notes a change. Takes who made it (null: the command line), its kind, the record, what it is called, and two objects of its fields before and after, of
-- which only those that differ are kept; when none does, nothing is written.
create function shop.write_audit(actor uuid, kind shop.activity_kind, record_id text, subject text, before jsonb, after jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  was jsonb;
  becomes jsonb;
begin
  select jsonb_object_agg(k.key, write_audit.before -> k.key), jsonb_object_agg(k.key, write_audit.after -> k.key) into was, becomes
    from jsonb_object_keys(coalesce(write_audit.before, '{}') || coalesce(write_audit.after, '{}')) k (key)
   where write_audit.before -> k.key is distinct from write_audit.after -> k.key;
  if was is not null then
    perform shop.add_to_audit_log(actor, kind, record_id, subject, was, becomes);
  end if;
end;
$$;

-- Trigger: notes a change of the table's one row, of a rule or of limits, named by the trigger in words; also by the command line.
create function shop.note_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.write_audit(shop.acting(), 'settings', null, tg_argv[0], to_jsonb(old) - 'updated_at', to_jsonb(new) - 'updated_at');
  return null;
end;
$$;

-- Trigger: notes what whoever of the staff acts did to a row; nobody else is noted. Takes the kind, the column of the record's id, words before the name, the
-- column of the name (empty: the words alone), columns that are not noted, and those that alone are, with commas between.
create function shop.note_activity() returns trigger
language plpgsql set search_path = ''
as $$
declare
  actor constant uuid := shop.acting();
  unnoted constant text[] := case when tg_nargs > 4 then string_to_array(tg_argv[4], ',') else '{}' end;
  before jsonb;
  after jsonb;
  either jsonb;
  name text;
begin
  if actor is null then
    return null;
  end if;
  before := shop.without_secrets(to_jsonb(old), unnoted);
  after := shop.without_secrets(to_jsonb(new), unnoted);
  either := coalesce(to_jsonb(new), to_jsonb(old));
  if tg_nargs > 5 then
    before := (select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(before) f where f.key = any (string_to_array(tg_argv[5], ',')));
    after := (select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(after) f where f.key = any (string_to_array(tg_argv[5], ',')));
  end if;
  name := concat_ws(' ', nullif(tg_argv[2], ''), nullif(either ->> nullif(tg_argv[3], ''), ''));
  if tg_op = 'INSERT' then
    -- What nobody filled in says nothing.
    after := (select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(after) f where f.value not in ('null', '""', '[]', '{}', 'false'));
    perform shop.add_to_audit_log(actor, tg_argv[0]::shop.activity_kind, either ->> tg_argv[1], name, '{}', after);
  else
    perform shop.write_audit(actor, tg_argv[0]::shop.activity_kind, either ->> tg_argv[1], name, before, after);
  end if;
  return null;
end;
$$;

-- Deletes what is older than two years. Returns how many rows.
create function shop.purge_audit_log() returns bigint
language sql security definer set search_path = ''
as $$
  with gone as (delete from public.audit_log a where a.created_at < now() - interval '2 years' returning 1)
  select count(*) from gone;
$$;

-- How much strangers may take before somebody has spoken to them: pieces, mails, charged messages, builds. Each is enforced where it is used up.

-- One row that owners change.
create table public.limits (
  id boolean primary key default true,
  -- One unconfirmed website order, and all open ones of a phone or of a device together: of one product, pieces in all, rupees.
  piece_units integer not null default 20,
  order_units integer not null default 40,
  -- The law caps cash on delivery at Rs 200,000.
  order_value integer not null default 100000,
  -- Pieces that open, unconfirmed website orders of one network, or of all strangers, hold before more of them have to prove who they are.
  network_units integer not null default 200,
  shop_units integer not null default 300,
  -- Mails in a day in Pakistan, to one address and in all. Resend's free plan sends 100 a day.
  mails_per_recipient integer not null default 12,
  mails_per_day integer not null default 90,
  -- WhatsApp messages that the shop begins in a day, which are charged: to one number and in all.
  whatsapp_per_number integer not null default 4,
  whatsapp_per_day integer not null default 200,
  -- Builds of the pages in a day; each is charged by the host.
  builds_per_day integer not null default 60,
  updated_at timestamptz not null default now(),
  constraint limits_one_row check (id),
  constraint limits_positive check (least(piece_units, order_units, order_value, network_units, shop_units, mails_per_recipient, mails_per_day,
                                          whatsapp_per_number, whatsapp_per_day, builds_per_day) > 0),
  constraint limits_cash_cap check (order_value <= 200000)
);

insert into public.limits default values;

create trigger limits_touched before update on public.limits for each row execute function shop.touch_updated_at();
create trigger limits_noted after insert or update or delete on public.limits for each row execute function shop.note_change('limits');

alter table public.limits enable row level security;
grant select, insert, update on public.limits to service_role;

-- The limits as they are now.
create function shop.limits() returns public.limits
language sql stable set search_path = ''
as $$
  select l from public.limits l where l.id;
$$;

-- Replaces the limits. Takes {pieceUnits, orderUnits, orderValue, networkUnits, shopUnits, mailsPerRecipient, mailsPerDay,
-- whatsappPerNumber, whatsappPerDay, buildsPerDay}, the version the editor saw (or null) and the owner. Returns the row. Refuses 403 `owner_only`,
-- 409 `edited_meanwhile`.
create function public.change_limits(changed jsonb, expected_version timestamptz, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  old public.limits;
  new public.limits;
begin
  perform shop.assert_owner(actor);
  perform shop.act_as(actor);
  select * into old from public.limits l where l.id for update;
  perform shop.check_version(old.updated_at, expected_version);
  update public.limits l
     set piece_units = (changed ->> 'pieceUnits')::integer, order_units = (changed ->> 'orderUnits')::integer,
         order_value = (changed ->> 'orderValue')::integer,
         network_units = (changed ->> 'networkUnits')::integer, shop_units = (changed ->> 'shopUnits')::integer,
         mails_per_recipient = (changed ->> 'mailsPerRecipient')::integer, mails_per_day = (changed ->> 'mailsPerDay')::integer,
         whatsapp_per_number = (changed ->> 'whatsappPerNumber')::integer, whatsapp_per_day = (changed ->> 'whatsappPerDay')::integer,
         builds_per_day = (changed ->> 'buildsPerDay')::integer
   where l.id returning * into new;
  return to_jsonb(new) - 'id';
end;
$$;

grant execute on function public.change_limits to service_role;

-- Roles that owners make beside the presets.

-- Trigger: the audit log notes roles that come, go and change.
create function shop.note_staff_role() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.write_audit(shop.acting(), 'role', coalesce(new.id, old.id), 'role ' || coalesce(new.name, old.name), to_jsonb(old) - '{id,is_preset,created_at,updated_at}'::text[],
                           to_jsonb(new) - '{id,is_preset,created_at,updated_at}'::text[]);
  return null;
end;
$$;

create trigger staff_roles_noted after insert or delete or update on public.staff_roles
  for each row execute function shop.note_staff_role();

-- Trigger: the presets are the same in every shop.
create function shop.refuse_preset_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.refuse('role_is_preset');
  return null;
end;
$$;

create trigger staff_roles_presets_stay before update or delete on public.staff_roles
  for each row when (old.is_preset) execute function shop.refuse_preset_change();

create trigger staff_roles_touch before update on public.staff_roles for each row execute function shop.touch_updated_at();

-- A role as the API shows it: the row, and how many on the staff have it.
create function shop.describe_role(role public.staff_roles) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(role) - 'created_at' || jsonb_build_object('members', (select count(*) from public.staff s where s.role = describe_role.role.id));
$$;

-- All roles: the presets from the one that may most, then the shop's own by name.
create function public.list_roles() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_agg(shop.describe_role(r)
           order by not r.is_preset, array_position(array['owner', 'manager', 'desk', 'packer', 'catalogue', 'accounts'], r.id), lower(r.name))
    from public.staff_roles r;
$$;

-- Refuses 422 rights that no role of the shop's own can have, and a name that is taken. Takes the role's id, null for a new one.
create function shop.check_role(role_id text, name text, rights text[]) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if exists (select from public.staff_roles r where lower(r.name) = lower(check_role.name) and r.id is distinct from role_id) then
    perform shop.refuse_field('name', 'There is a role of this name');
  elsif check_role.rights && shop.rights_of_owners() then
    perform shop.refuse_field('rights', 'Only owners may do this');
  end if;
end;
$$;

-- Makes a role. Takes the owner who does. Returns the role. Refuses 403 `owner_only`, 422 as `shop.check_role` does.
create function public.add_role(name text, description text, rights text[], reveals_a_day integer, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  made public.staff_roles;
begin
  perform shop.assert_owner(actor);
  perform shop.act_as(actor);
  lock table public.staff_roles in share row exclusive mode;
  perform shop.check_role(null, add_role.name, add_role.rights);
  insert into public.staff_roles (name, description, rights, reveals_a_day)
  values (add_role.name, add_role.description, add_role.rights, add_role.reveals_a_day) returning * into made;
  return shop.describe_role(made);
end;
$$;

-- Changes a role of the shop's own; whoever has it signs in again when it may do something else. Takes the version that was seen, and the owner.
-- Returns the role. Refuses 403 `owner_only`, 404 `role_not_found`, 409 `role_is_preset` and `edited_meanwhile`, 422 as `shop.check_role` does.
create function public.change_role(
  role_id text, name text, description text, rights text[], reveals_a_day integer, expected_version timestamptz, actor uuid
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  changed public.staff_roles;
begin
  perform shop.assert_owner(actor);
  perform shop.act_as(actor);
  lock table public.staff_roles in share row exclusive mode;
  select * into changed from public.staff_roles r where r.id = role_id;
  if not found then
    perform shop.refuse('role_not_found');
  elsif changed.is_preset then
    perform shop.refuse('role_is_preset');
  end if;
  perform shop.check_version(changed.updated_at, expected_version);
  perform shop.check_role(role_id, change_role.name, change_role.rights);
  update public.staff_roles r
     set name = change_role.name, description = change_role.description, rights = change_role.rights, reveals_a_day = change_role.reveals_a_day
   where r.id = role_id returning * into changed;
  return shop.describe_role(changed);
end;
$$;

-- Deletes a role of the shop's own that nobody has, invited ones neither. Takes the owner who does. Returns the role.
-- Refuses 403 `owner_only`, 404 `role_not_found`, 409 `role_is_preset` and `role_in_use`.
create function public.delete_role(role_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  gone public.staff_roles;
begin
  perform shop.assert_owner(actor);
  perform shop.act_as(actor);
  select * into gone from public.staff_roles r where r.id = role_id for update;
  if not found then
    perform shop.refuse('role_not_found');
  end if;
  delete from public.staff_invitations i where i.role = role_id and i.expires_at < now();
  if exists (select from public.staff s where s.role = role_id) or exists (select from public.staff_invitations i where i.role = role_id) then
    perform shop.refuse('role_in_use');
  end if;
  delete from public.staff_roles r where r.id = role_id;
  return shop.describe_role(gone);
end;
$$;

grant execute on function public.list_roles, public.add_role, public.change_role, public.delete_role to service_role;

-- Where customers pay by transfer. Whoever steals an owner's session must not send their money elsewhere: what somebody changes waits for an hour, of
-- which all owners have a mail, unless an owner who took no part in it approves it, or one proves their second factor. Until then customers see the
-- account as it was.

create table public.bank_accounts (
  id text primary key default shop.new_id(),
  -- The account's holder, as the bank has it.
  title text not null,
  bank_name text not null,
  iban text not null,
  -- A mobile number or an IBAN by which Raast knows the account; empty: none.
  raast_id text not null default '',
  is_shown boolean not null default true,
  position integer not null,
  changed_at timestamptz not null default now(),
  -- Everybody who took part in it since it last was as customers see it. They cannot approve it.
  changed_by uuid[] not null default '{}',
  -- From when on customers see it as it is here.
  counts_from timestamptz not null,
  -- Who made it count at once.
  approved_by uuid references public.staff (id) on delete set null,
  -- What customers see until then {title, bank_name, iban, raast_id}; null: nothing.
  former jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint bank_accounts_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint bank_accounts_title_length check (char_length(title) between 1 and 80),
  constraint bank_accounts_bank_name_length check (char_length(bank_name) between 1 and 80),
  -- The check digits are the API's part (src/domain/payments/iban.ts).
  constraint bank_accounts_iban_shape check (iban ~ '^PK[0-9]{2}[A-Z]{4}[0-9A-Z]{16}$'),
  constraint bank_accounts_iban_unique unique (iban),
  constraint bank_accounts_raast_id_shape check (raast_id ~ '^(03[0-9]{9}|PK[0-9]{2}[A-Z]{4}[0-9A-Z]{16})?$')
);

create index bank_accounts_by_approver on public.bank_accounts (approved_by);

-- The order alone is no edit.
create trigger bank_accounts_touched before update of title, bank_name, iban, raast_id, is_shown, counts_from on public.bank_accounts
  for each row execute function shop.touch_updated_at();

alter table public.bank_accounts enable row level security;
grant select, insert, update, delete on public.bank_accounts to service_role;

-- What customers need of an account: {title, bank_name, iban, raast_id}.
create function shop.account_details(account public.bank_accounts) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('title', account.title, 'bank_name', account.bank_name, 'iban', account.iban, 'raast_id', account.raast_id);
$$;

-- What customers see of an account now, as `shop.account_details` has it. Null: nothing.
create function shop.account_as_shown(account public.bank_accounts) returns jsonb
language sql stable set search_path = ''
as $$
  select case when not account.is_shown then null when account.counts_from <= now() then shop.account_details(account) else account.former end;
$$;

-- The accounts that a customer may be told to pay to now, in their order: [{id, title, bank_name, iban, raast_id}]. Pages, mails and staff who write to
-- customers take them from here and from nowhere else.
create function public.payable_accounts() returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', a.id) || shop.account_as_shown(a) order by a.position, a.id), '[]')
    from public.bank_accounts a
   where shop.account_as_shown(a) is not null;
$$;

-- An account as the audit log has it, for owners: in full, so that whom it belonged to can be found. Null for none.
create function shop.noted_account(account public.bank_accounts) returns jsonb
language sql stable set search_path = ''
as $$
  select case when account.id is not null then
    jsonb_build_object('title', account.title, 'bankName', account.bank_name, 'iban', account.iban, 'raastId', account.raast_id,
                       'shown', account.is_shown, 'customersSeeItFrom', case when account.is_shown then account.counts_from end) end;
$$;

-- Trigger: the audit log notes what is added, changed or deleted, by whichever way.
create function shop.note_bank_account() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.write_audit(shop.acting(), 'bank_account', coalesce(old.id, new.id), 'bank account ' || coalesce(old.title, new.title), shop.noted_account(old), shop.noted_account(new));
  return null;
end;
$$;

create trigger bank_accounts_noted after insert or update or delete on public.bank_accounts
  for each row execute function shop.note_bank_account();

-- An account as owners see it: the row; `waits_until` while customers do not see it as it is here, else null; what they see; who changed and who
-- approved it, by user name; and whether the owner given took part in the change.
create function shop.describe_bank_account(account public.bank_accounts, actor uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(account) - 'former' || jsonb_build_object(
    'waits_until', case when account.is_shown and account.counts_from > now() then account.counts_from end,
    'customers_see', shop.account_as_shown(account),
    'changed_by', (select coalesce(jsonb_agg(coalesce(shop.username_of(c.id), 'somebody who left') order by c.place), '[]')
                     from unnest(account.changed_by) with ordinality c (id, place)),
    'approved_by', shop.username_of(account.approved_by),
    'is_own_change', actor = any (account.changed_by));
$$;

-- All accounts as `shop.describe_bank_account` has them, in their order. Takes the owner. Refuses 403 `owner_only`.
create function public.list_bank_accounts(actor uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform shop.assert_owner(actor);
  return (select coalesce(jsonb_agg(shop.describe_bank_account(a, actor) order by a.position, a.id), '[]') from public.bank_accounts a);
end;
$$;

-- Uses up the code of an owner's second factor for a change. Takes the time step of a code that fits. Refuses 401 `second_factor_wrong`, also for a code
-- that was used before, and 422 `code` while the second factor is younger than an hour: whoever has just got into the account may have switched it on.
create function shop.prove_by_second_factor(actor uuid, time_step bigint) returns void
language plpgsql set search_path = ''
as $$
begin
  if not shop.use_second_factor(actor, time_step, null) then
    perform shop.refuse('second_factor_wrong');
  elsif exists (select from public.staff_second_factors f where f.staff_id = actor and f.created_at > now() - interval '1 hour') then
    perform shop.refuse_field('code', 'Your second factor was switched on less than an hour ago. Leave this empty: customers see the change after an hour.');
  end if;
end;
$$;

-- Writes all owners a mail about a change: who made it, what it was, and from when on customers see it; also
-- those who were locked out within a day, perhaps to keep it from them.
create function shop.mail_about_account(account public.bank_accounts, what text, former jsonb, actor uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into public.mail_outbox (kind, recipient, payload)
  select 'bank_account', s.email,
         jsonb_build_object('what', what, 'account', shop.account_details(account), 'former', former, 'is_shown', account.is_shown,
                            'changed_by', shop.username_of(actor),
                            'waits_until', case when account.is_shown and account.counts_from > now() and what <> 'deleted' then account.counts_from end)
    from public.staff s
   where s.is_owner and (s.is_active or s.sessions_from > now() - interval '1 day');
end;
$$;

-- Adds an account, or changes one. Takes its id or null, {title, bank_name, iban, raast_id, is_shown}, the owner, the version they saw, and the time
-- step of a code of their second factor that fits, or null: then customers see it after an hour. Hiding it, and changing it back to what customers see,
-- counts at once. Returns it as `shop.describe_bank_account` has it. Refuses 403 `owner_only`, 404 `bank_account_not_found`, 409 `edited_meanwhile`, 422
-- `iban` that another account has, `title` when there are ten; and what `shop.prove_by_second_factor` refuses.
create function public.save_bank_account(account_id text, fields jsonb, actor uuid, expected_version timestamptz default null, time_step bigint default null)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.bank_accounts;
  wanted public.bank_accounts;
  seen jsonb;
begin
  perform shop.assert_owner(actor);
  perform shop.act_as(actor);
  -- Positions and the number of accounts are counted by one at a time.
  perform pg_advisory_xact_lock(hashtextextended('bank accounts', 0));
  if account_id is not null then
    select * into before from public.bank_accounts a where a.id = account_id for update;
    if not found then
      perform shop.refuse('bank_account_not_found');
    end if;
    perform shop.check_version(before.updated_at, expected_version);
    seen := shop.account_as_shown(before);
  elsif (select count(*) from public.bank_accounts) >= 10 then
    perform shop.refuse_field('title', 'There are ten accounts already. Delete one first.');
  end if;
  wanted := jsonb_populate_record(before, fields);
  if before.id is not null and (shop.account_details(wanted), wanted.is_shown) = (shop.account_details(before), before.is_shown) and time_step is null then
    return shop.describe_bank_account(before, actor);
  end if;

  if time_step is not null then
    perform shop.prove_by_second_factor(actor, time_step);
  end if;
  wanted.changed_at := now();
  -- Null: customers did not see it, so whoever had a hand in it is not forgotten.
  wanted.changed_by := case when before.id is null or seen = shop.account_details(before) then array[actor]
                            else array_remove(before.changed_by, actor) || actor end;
  wanted.counts_from := case when not wanted.is_shown or time_step is not null or shop.account_details(wanted) = seen then now()
                             else now() + interval '1 hour' end;
  wanted.approved_by := case when time_step is not null then actor end;
  wanted.former := case when wanted.counts_from > now() then seen end;

  begin
    if before.id is null then
      insert into public.bank_accounts (title, bank_name, iban, raast_id, is_shown, position, changed_at, changed_by, counts_from, approved_by)
      values (wanted.title, wanted.bank_name, wanted.iban, wanted.raast_id, wanted.is_shown,
              (select coalesce(max(a.position), 0) + 1 from public.bank_accounts a), now(), wanted.changed_by, wanted.counts_from, wanted.approved_by)
      returning * into wanted;
    else
      update public.bank_accounts a
         set (title, bank_name, iban, raast_id, is_shown, changed_at, changed_by, counts_from, approved_by, former) =
             (wanted.title, wanted.bank_name, wanted.iban, wanted.raast_id, wanted.is_shown, wanted.changed_at, wanted.changed_by, wanted.counts_from,
              wanted.approved_by, wanted.former)
       where a.id = before.id returning * into wanted;
    end if;
  exception when unique_violation then
    perform shop.refuse_field('iban', 'Another account has this IBAN');
  end;
  perform shop.mail_about_account(wanted, case when before.id is null then 'added' when before.is_shown and not wanted.is_shown then 'hidden' else 'changed' end,
                                  case when before.id is not null then shop.account_details(before) end, actor);
  return shop.describe_bank_account(wanted, actor);
end;
$$;

-- Makes a change that waits count at once. Takes the account, the version that was looked at, the owner, who took no part in it, or the time step of a code
-- of their second factor. One that does not wait stays as it is. Returns it as `shop.describe_bank_account` has it. Refuses 403 `owner_only`, 404
-- `bank_account_not_found`, 409 `edited_meanwhile`, 422 `code` that whoever took part has to give; and what `shop.prove_by_second_factor` refuses.
create function public.approve_bank_account(account_id text, actor uuid, expected_version timestamptz, time_step bigint default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  account public.bank_accounts;
begin
  perform shop.assert_owner(actor);
  perform shop.act_as(actor);
  select * into account from public.bank_accounts a where a.id = account_id for update;
  if not found then
    perform shop.refuse('bank_account_not_found');
  end if;
  perform shop.check_version(account.updated_at, expected_version);
  if not account.is_shown or account.counts_from <= now() then
    return shop.describe_bank_account(account, actor);
  end if;
  if time_step is not null then
    perform shop.prove_by_second_factor(actor, time_step);
  elsif actor = any (account.changed_by) then
    perform shop.refuse_field('code', 'You took part in this change: enter the code of your second factor, or ask another owner');
  end if;
  update public.bank_accounts a set counts_from = now(), approved_by = actor, former = null where a.id = account_id returning * into account;
  return shop.describe_bank_account(account, actor);
end;
$$;

-- Puts the accounts into an order. Takes all of their ids, and the owner. Returns them as `list_bank_accounts` does. Refuses 403 `owner_only`, 409
-- `edited_meanwhile` when there are others by now.
create function public.order_bank_accounts(ids text[], actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  titles text[];
begin
  perform shop.assert_owner(actor);
  perform shop.act_as(actor);
  perform pg_advisory_xact_lock(hashtextextended('bank accounts', 0));
  if ids is distinct from (select array_agg(i.id order by i.place) from unnest(ids) with ordinality i (id, place) join public.bank_accounts a on a.id = i.id)
     or cardinality(ids) <> (select count(*) from public.bank_accounts) or cardinality(ids) <> (select count(distinct i) from unnest(ids) i) then
    perform shop.refuse('edited_meanwhile');
  end if;
  select array_agg(a.title order by a.position, a.id) into titles from public.bank_accounts a;
  update public.bank_accounts a set position = array_position(ids, a.id) where a.position <> array_position(ids, a.id);
  perform shop.write_audit(actor, 'bank_account', null, 'order of bank accounts', jsonb_build_object('accounts', titles),
    jsonb_build_object('accounts', (select array_agg(a.title order by a.position) from public.bank_accounts a)));
  return public.list_bank_accounts(actor);
end;
$$;

-- Deletes an account at once; nothing refers to it. Takes the owner. Returns it as `shop.describe_bank_account` has it. Refuses 403 `owner_only`, 404
-- `bank_account_not_found`.
create function public.delete_bank_account(account_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  account public.bank_accounts;
begin
  perform shop.assert_owner(actor);
  perform shop.act_as(actor);
  delete from public.bank_accounts a where a.id = account_id returning * into account;
  if not found then
    perform shop.refuse('bank_account_not_found');
  end if;
  perform shop.mail_about_account(account, 'deleted', null, actor);
  return shop.describe_bank_account(account, actor);
end;
$$;

grant execute on function public.payable_accounts, public.list_bank_accounts, public.save_bank_account, public.approve_bank_account,
  public.order_bank_accounts, public.delete_bank_account to service_role;

-- What the shop sells: categories and products. Public rows may be read by everybody; changes go through functions of the server.

create table public.categories (
  id text primary key default shop.new_id(),
  name text not null,
  slug text not null,
  image text,
  is_active boolean not null default true,
  sort_order integer not null default 0,
  -- Why its pieces are not taken back, `for hygiene`; empty: they are.
  no_return_reason text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint categories_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint categories_name_length check (char_length(name) between 1 and 80),
  constraint categories_slug_shape check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 80),
  constraint categories_slug_unique unique (slug),
  constraint categories_no_return_reason_length check (char_length(no_return_reason) <= 60)
);

create trigger categories_touched before update on public.categories for each row execute function shop.touch_updated_at();
create trigger categories_rebuild_site after insert or update or delete on public.categories for each row execute function shop.mark_site_stale();

alter table public.categories enable row level security;
create policy "everyone reads active categories" on public.categories for select to anon, authenticated using (is_active);
grant select on public.categories to anon, authenticated;
grant select, insert, update, delete on public.categories to service_role;

-- Whether every entry {image, color} names one of the photos and one of the colours.
create function shop.photo_colors_fit(photo_colors jsonb, images text[], colors text[]) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return jsonb_typeof(photo_colors) = 'array'
     and not exists (select 1 from jsonb_array_elements(photo_colors) e
                      where (e ->> 'image' = any (images) and e ->> 'color' = any (colors)) is not true);
end;
$$;

-- The entries {image, color} that still fit, after photos or colours were removed.
create function shop.fitting_photo_colors(photo_colors jsonb, images text[], colors text[]) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_agg(e order by place), '[]')
    from jsonb_array_elements(photo_colors) with ordinality as entries (e, place)
   where e ->> 'image' = any (images) and e ->> 'color' = any (colors);
$$;

-- What pieces are worn at or given for, in the order of lists. Without `set search_path`, so that Postgres puts it into the check of products, which each
-- sale asks.
create function shop.known_occasions() returns text[]
language sql immutable parallel safe
return array['everyday', 'party', 'mehndi', 'barat', 'walima', 'eid', 'gift'];

create table public.products (
  id text primary key default shop.new_id(),
  name text not null,
  description text not null default '',
  material text not null default '',
  -- What one asks before buying. Null and empty: not stated. From top to bottom as it is worn, across, across the opening, of the chain or strap.
  length_mm numeric(5, 1),
  width_mm numeric(5, 1),
  inner_mm numeric(5, 1),
  chain_mm numeric(5, 1),
  -- Of all that is sold as one piece.
  weight_grams numeric(5, 1),
  plating text not null default '',
  base_metal text not null default '',
  stones text not null default '',
  closure text not null default '',
  in_the_box text not null default '',
  is_nickel_free boolean,
  care text not null default '',
  occasions text[] not null default '{}',
  -- Why this piece is not taken back; empty: as its category says.
  no_return_reason text not null default '',
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
  -- The empty list first: this is looked at with every piece that is sold.
  constraint products_photo_colors_fit check (photo_colors = '[]' or shop.photo_colors_fit(photo_colors, images, colors)),
  constraint products_colors_count check (cardinality(colors) <= 10),
  constraint products_sizes_count check (cardinality(sizes) <= 15),
  constraint products_measures_positive check (least(length_mm, width_mm, inner_mm, chain_mm, weight_grams) > 0),
  constraint products_measures_plausible check (greatest(length_mm, width_mm, chain_mm) <= 2000 and inner_mm <= 500 and weight_grams <= 5000),
  constraint products_occasions_known check (occasions <@ shop.known_occasions()),
  constraint products_occasions_count check (cardinality(occasions) <= 7),
  constraint products_no_return_reason_length check (char_length(no_return_reason) <= 60),
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
create index products_by_occasion on public.products using gin (occasions) where archived_at is null;
create index products_by_color on public.products using gin (colors) where archived_at is null;
create index products_by_size on public.products using gin (sizes) where archived_at is null;
create index products_deleted on public.products (archived_at desc) where archived_at is not null;
-- Reports count the products on sale at some moment from this index alone.
create index products_by_lifetime on public.products (created_at) include (archived_at);

-- Sales and reviews are no edits: otherwise every sale would look like a colleague's change to somebody who is editing the product.
create trigger products_touched
  before update of name, description, material, length_mm, width_mm, inner_mm, chain_mm, weight_grams, plating, base_metal, stones, closure, in_the_box,
    is_nickel_free, care, occasions, no_return_reason, category, price, original_price, images, photo_colors, is_available, is_new, is_featured, colors, sizes, archived_at
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
  select c.id, c.name, c.slug, c.image, c.is_active, c.sort_order as "order", c.no_return_reason, c.created_at, c.updated_at,
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

-- Adds products with their variants and opening stock, in a few statements however many they are. Takes their fields as `public.create_product` does, and
-- the staff member. Returns their ids in the order given. Refuses like `public.create_product`.
create function shop.add_products(entries jsonb, actor uuid) returns text[]
language plpgsql set search_path = ''
as $$
declare
  wanted public.products[];
  -- What is counted of each.
  choices constant jsonb[] := array (
    select shop.entries_of_variants(e.fields) from jsonb_array_elements(entries) with ordinality as e (fields, place) order by e.place);
begin
  perform 1 from public.categories c where c.slug in (select e ->> 'category' from jsonb_array_elements(entries) e) order by c.slug for key share;
  select array_agg(jsonb_populate_record(null::public.products,
                     jsonb_build_object('id', shop.new_id(), 'photo_colors', '[]'::jsonb, 'plating', '', 'base_metal', '', 'stones', '', 'closure', '',
                                        'in_the_box', '', 'care', '', 'occasions', '[]'::jsonb, 'no_return_reason', '')
                       || jsonb_strip_nulls(e.fields)) order by e.place) into wanted
    from jsonb_array_elements(entries) with ordinality as e (fields, place);
  if exists (select from unnest(wanted) w where not exists (select from public.categories c where c.slug = w.category)) then
    perform shop.refuse_field('category', 'There is no such category');
  elsif exists (select from unnest(wanted) w where not shop.photo_colors_fit(w.photo_colors, w.images, w.colors)) then
    perform shop.refuse_field('photoColors', 'Choose one of the photos and one of the colors');
  end if;
  perform shop.refuse_choices_not_offered(wanted[n], choices[n]) from generate_subscripts(wanted, 1) n;

  begin
    -- One statement: products that have variants when it ends get no shared one.
    with made as (
      insert into public.products (id, name, description, material, length_mm, width_mm, inner_mm, chain_mm, weight_grams, plating, base_metal, stones,
                                   closure, in_the_box, is_nickel_free, care, occasions, no_return_reason, category, price, original_price, images, photo_colors,
                                   is_available, is_new, is_featured, colors, sizes)
      select w.id, w.name, w.description, w.material, w.length_mm, w.width_mm, w.inner_mm, w.chain_mm, w.weight_grams, w.plating, w.base_metal, w.stones,
             w.closure, w.in_the_box, w.is_nickel_free, w.care, w.occasions, w.no_return_reason, w.category, w.price, w.original_price, w.images, w.photo_colors,
             w.is_available, w.is_new, w.is_featured, w.colors, w.sizes
        from unnest(wanted) w
    )
    insert into public.product_variants (product_id, color, size, sku)
    select w.id, c.color, c.size, coalesce(c.sku, shop.suggest_sku(w.id, w.category, c.color, c.size))
      from unnest(wanted) with ordinality as w cross join lateral shop.choices_in(choices[w.ordinality]) c;
  exception when unique_violation then
    perform shop.refuse_sku_of_another(choices);
    raise;
  end;
  perform shop.book_opening_stock(array (select w.id from unnest(wanted) w), choices, actor);
  perform shop.write_picks(wanted[e.place].id, array (select jsonb_array_elements_text(e.fields -> 'goes_with')))
     from jsonb_array_elements(entries) with ordinality as e (fields, place) where e.fields ? 'goes_with';
  return array (select w.id from unnest(wanted) w);
end;
$$;

-- Adds a product with its opening stock. Takes its columns (without an id it gets one), `sku` and `variants` for `shop.choices_in`, `goes_with`, and the
-- staff member.
-- Returns the product. Refuses 422 the fields `category`, `photoColors`, `stockQuantity`, `goesWith`, those of `variants` that it does not offer, and a SKU
-- that another piece has.
create function public.create_product(fields jsonb, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  made constant text[] := shop.add_products(jsonb_build_array(fields), actor);
begin
  return (select shop.product_json(p) from public.products p where p.id = made[1]);
end;
$$;

-- Edits a product: the columns in `fields` change, the others stay. Another `stock_quantity` becomes an adjustment by the difference; photo colours and
-- choices that stand lose what no longer fits. Takes the product's id, the columns with `sku` and `variants` for `shop.write_variants`, the version the editor
-- saw or null, the staff member, and the stock the editor saw or null. Returns the product. Refuses 404 `product_not_found`, 409 `edited_meanwhile`,
-- 409 `stock_moved` and `choice_in_stock` like `shop.write_variants`, and 422 the fields `category`, `originalPrice`, `photoColors`, `stockQuantity`,
-- `goesWith` and those of `variants`.
create function public.edit_product(product_id text, fields jsonb, expected_version timestamptz, actor uuid, stock_seen integer default null)
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
    perform shop.refuse('product_not_found');
  end if;
  perform shop.check_version(before.updated_at, expected_version);

  wanted := jsonb_populate_record(before, fields);
  if wanted.original_price <= wanted.price then
    perform shop.refuse_field('originalPrice', 'Must be above the price');
  end if;
  if not fields ? 'photo_colors' then
    wanted.photo_colors := shop.fitting_photo_colors(before.photo_colors, wanted.images, wanted.colors);
  elsif not shop.photo_colors_fit(wanted.photo_colors, wanted.images, wanted.colors) then
    perform shop.refuse_field('photoColors', 'Choose one of the photos and one of the colors');
  end if;
  update public.products p
     set name = wanted.name, description = wanted.description, material = wanted.material, length_mm = wanted.length_mm, width_mm = wanted.width_mm,
         inner_mm = wanted.inner_mm, chain_mm = wanted.chain_mm, weight_grams = wanted.weight_grams, plating = wanted.plating,
         base_metal = wanted.base_metal, stones = wanted.stones, closure = wanted.closure, in_the_box = wanted.in_the_box,
         is_nickel_free = wanted.is_nickel_free, care = wanted.care, occasions = wanted.occasions,
         no_return_reason = wanted.no_return_reason, category = wanted.category,
         price = wanted.price, original_price = wanted.original_price, images = wanted.images, photo_colors = wanted.photo_colors,
         is_available = wanted.is_available, is_new = wanted.is_new, is_featured = wanted.is_featured, colors = wanted.colors, sizes = wanted.sizes
   where p.id = before.id;

  if fields ? 'goes_with' then
    perform shop.write_picks(before.id, array (select jsonb_array_elements_text(fields -> 'goes_with')));
  end if;
  perform shop.write_variants(wanted, shop.entries_of_variants(fields, before, wanted, stock_seen), actor);
  return (select shop.product_json(p) from public.products p where p.id = before.id);
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
    perform shop.refuse('slug_taken');
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
    perform shop.refuse('category_not_found');
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

-- Adds a category after the last one. Takes {name, slug, image, no_return_reason?}. Returns the category. Refuses 409 `slug_taken`.
create function public.create_category(fields jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  made_id text;
begin
  perform shop.reserve_slug(fields ->> 'slug', null);
  insert into public.categories (name, slug, image, no_return_reason, sort_order)
  select fields ->> 'name', fields ->> 'slug', fields ->> 'image', coalesce(fields ->> 'no_return_reason', ''), coalesce(max(c.sort_order), 0) + 1 from public.categories c
  returning id into made_id;
  return shop.category_json(made_id);
end;
$$;

-- Edits a category: the columns in `fields` change, the others stay. Takes its id, the columns, and the version the editor saw or null.
-- Returns the category. Refuses 404 `category_not_found`, 409 `edited_meanwhile`, 409 `slug_taken`.
create function public.edit_category(category_id text, fields jsonb, expected_version timestamptz) returns jsonb
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
  perform shop.check_version(before.updated_at, expected_version);

  wanted := jsonb_populate_record(before, fields);
  if wanted.slug <> before.slug then
    perform shop.lock_products_of(before.slug);
  end if;
  update public.categories c set name = wanted.name, slug = wanted.slug, image = wanted.image, no_return_reason = wanted.no_return_reason
   where c.id = before.id;
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
    perform shop.refuse('category_not_found');
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
    perform shop.refuse('category_not_found');
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
    perform shop.refuse('category_in_use',
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
  -- The phone or e-mail address that came with it has a delivered order of the product.
  bought_here boolean not null default false,
  -- Not shown until staff have decided.
  awaits_staff boolean not null default false,
  answer text not null default '',
  answered_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  constraint reviews_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint reviews_user_name_length check (char_length(user_name) between 1 and 80),
  constraint reviews_rating_stars check (rating between 1 and 5),
  constraint reviews_comment_length check (char_length(comment) between 1 and 2000),
  constraint reviews_answer_length check (char_length(answer) <= 2000),
  constraint reviews_awaiting_hidden check (not (awaits_staff and is_published)),
  constraint reviews_answer_dated check ((answer = '') = (answered_at is null))
);

create index reviews_by_product on public.reviews (product_id, created_at desc);
create index reviews_newest on public.reviews (created_at desc, id);
create index reviews_awaiting on public.reviews (created_at desc, id) where awaits_staff;

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
  -- The customer who bought the product, when it is their review of it: each has one.
  buyer_id text,
  constraint review_edit_tokens_token_hash_sha256 check (token_hash ~ '^[0-9a-f]{64}$')
);

create index review_edit_tokens_buyer on public.review_edit_tokens (buyer_id) where buyer_id is not null;

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

-- The customer of a delivered order of a product. Takes the product's id, the phone or e-mail address of the order, however it is written, and the id of an
-- order that was proven to be theirs (each may be null). Null when there is none.
create function shop.buyer_of(product_id text, contact text, proven_order text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (select o.customer_id
    from public.orders o
   where (o.id = proven_order or o.customer_phone = shop.normal_phone(contact) or o.customer_email = lower(nullif(contact, '')))
     and o.status = 'delivered' and o.archived_at is null
     and exists (select from public.order_items i where i.order_id = o.id and i.product_id = buyer_of.product_id)
   order by o.created_at limit 1);
end;
$$;

-- Adds a review of a product on sale. Takes the product's id, {userName, rating, comment, contact?, photos?: ids of `public.add_review_photo`}, the SHA-256
-- of the author's edit token, a hash of the network it comes from, null where nothing is limited, and the id of the order whose mail asked for it, null for
-- none. The first review of somebody who bought the product is marked; what others write counts three times a day and network and five times an hour and
-- product, and then waits for staff. One with photos always does. The contact is not kept. Returns the review. Refuses 404 `product_not_found`, 422 the field
-- `photos`.
create function public.add_review(product_id text, review jsonb, token_hash text, network text default null, asked_order text default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  added public.reviews;
  buyer text;
  photo_ids constant text[] := array (select jsonb_array_elements_text(review -> 'photos'));
  must_wait boolean := false;
begin
  perform shop.act_as_stranger();
  -- Locked, so that simultaneous reviews of one product are counted one after the other.
  perform 1 from public.products p where p.id = add_review.product_id and p.archived_at is null for no key update;
  if not found then
    perform shop.refuse('product_not_found');
  end if;

  buyer := shop.buyer_of(add_review.product_id, review ->> 'contact', add_review.asked_order);
  if exists (select from public.review_edit_tokens t join public.reviews r on r.id = t.review_id
              where t.buyer_id = buyer and r.product_id = add_review.product_id) then
    buyer := null;
  end if;
  if buyer is null and network is not null then
    must_wait := 5 <= (select count(*) from public.reviews r
                        where r.product_id = add_review.product_id and r.created_at > now() - interval '1 hour' and not r.bought_here and not r.awaits_staff)
      or public.hit_rate_limit(shop.bucket('counted review', network), 3, 86400) > 0;
  end if;

  must_wait := must_wait or cardinality(photo_ids) > 0;

  insert into public.reviews (product_id, user_id, user_name, rating, comment, bought_here, awaits_staff, is_published)
  values (add_review.product_id, shop.new_id(), review ->> 'userName', (review ->> 'rating')::smallint, review ->> 'comment', buyer is not null,
          must_wait, not must_wait)
  returning * into added;
  insert into public.review_edit_tokens (review_id, token_hash, buyer_id) values (added.id, add_review.token_hash, buyer);
  perform shop.attach_photos(added.id, photo_ids);
  return shop.review_json(added);
end;
$$;

-- Locks a review for somebody who edits it. Takes its id and the SHA-256 of the author's edit token, null for staff, who may edit every one.
-- Refuses 404 `review_not_found`, 403 `not_your_review`.
create function shop.lock_review(review_id text, token_hash text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform 1 from public.reviews r where r.id = lock_review.review_id for update;
  if not found then
    perform shop.refuse('review_not_found');
  end if;
  if lock_review.token_hash is null then
    return;
  end if;
  perform shop.act_as_stranger();
  if not exists (select from public.review_edit_tokens t where t.review_id = lock_review.review_id and t.token_hash = lock_review.token_hash) then
    perform shop.refuse('not_your_review');
  end if;
end;
$$;

-- Changes the stars or the text of a review. Takes its id, {rating?, comment?} and whose it is, as `shop.lock_review` does. Returns the review.
create function public.edit_review(review_id text, edit jsonb, token_hash text default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  edited public.reviews;
begin
  perform shop.lock_review(review_id, token_hash);
  update public.reviews r set rating = coalesce((edit ->> 'rating')::smallint, r.rating), comment = coalesce(edit ->> 'comment', r.comment)
   where r.id = edit_review.review_id returning * into edited;
  return shop.review_json(edited);
end;
$$;

-- Deletes a review; its photos are unused from then on. Takes its id and whose it is, as `shop.lock_review` does. Returns what it was.
create function public.delete_review(review_id text, token_hash text default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  deleted public.reviews;
begin
  perform shop.lock_review(review_id, token_hash);
  update public.review_photos h set kept_until = now() where h.review_id = delete_review.review_id;
  delete from public.reviews r where r.id = delete_review.review_id returning * into deleted;
  return shop.review_json(deleted);
end;
$$;

-- A page of all reviews, newest first. Takes whether they are published, a number of stars, whether they are answered and whether they wait for staff (each may be
-- null), how many rows to skip and how many to return. Returns {items, total}, each item with the name and first photo of its product, and all its
-- photos: [{id, address, is_shown}].
create function public.list_reviews(published boolean, stars integer, answered boolean, page_offset integer, page_limit integer, waiting boolean default null) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  found_ids text[];
begin
  found_ids := array (
    select r.id from public.reviews r
     where (published is null or r.is_published = published) and (stars is null or r.rating = stars)
       and (answered is null or (r.answer <> '') = answered) and (waiting is null or r.awaits_staff = waiting)
     order by r.created_at desc, r.id);
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(to_jsonb(r) || jsonb_build_object('product_name', p.name, 'product_image', p.images[1],
                                                                         'product_is_on_sale', p.archived_at is null,
                                                                         'photos', (select coalesce(jsonb_agg(jsonb_build_object('id', h.id, 'address', h.address, 'is_shown', h.is_shown)
                                                                                                              order by h.place), '[]')
                                                                                      from public.review_photos h where h.review_id = r.id)) order by page.place), '[]')
                from unnest(found_ids[page_offset + 1 : page_offset + page_limit]) with ordinality as page (id, place)
                join public.reviews r on r.id = page.id
                join public.products p on p.id = r.product_id),
    'total', cardinality(found_ids));
end;
$$;

grant execute on function public.add_review, public.edit_review, public.delete_review, public.list_reviews to service_role;

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

-- The words of a product by weight: name (A), category (B), material, colours and occasions (C), description (D).
create function shop.search_words(name text, category text, material text, colors text[], occasions text[], description text) returns tsvector
language sql immutable parallel safe set search_path = ''
as $$
  select setweight(to_tsvector('simple', shop.without_signs(name)), 'A')
      || setweight(to_tsvector('simple', shop.without_signs(category)), 'B')
      || setweight(to_tsvector('simple', shop.without_signs(material || ' ' || array_to_string(colors || occasions, ' '))), 'C')
      || setweight(to_tsvector('simple', shop.without_signs(description)), 'D');
$$;

-- What a shopper typed, as a query in which every word matches the beginning of a word. Null when it has no words.
create function shop.search_query(typed text) returns tsquery
language sql immutable parallel safe set search_path = ''
as $$
  select to_tsquery('simple', string_agg(quote_literal(word) || ':*', ' & '))
    from (select distinct lexeme as word from unnest(to_tsvector('simple', shop.without_signs(typed)))) as words;
$$;

-- Stores the words of a product; those of its SKUs weigh like its name. Takes the product's id.
create function shop.store_words_of(product_id text) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into public.product_words (product_id, words)
  select p.id, shop.search_words(p.name, p.category, p.material, p.colors, p.occasions, p.description)
            || setweight(to_tsvector('simple', shop.without_signs(
                 (select string_agg(v.sku, ' ') from public.product_variants v where v.product_id = p.id and v.archived_at is null))), 'A')
    from public.products p where p.id = store_words_of.product_id
  on conflict on constraint product_words_pkey do update set words = excluded.words;
end;
$$;

-- Trigger: stores the words of a product.
create function shop.store_product_words() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.store_words_of(new.id);
  return null;
end;
$$;

-- The words of a new product are stored with its first variant.
create trigger products_words_stored after update of name, category, material, colors, occasions, description on public.products
  for each row execute function shop.store_product_words();

-- The words of products by which a search is understood, without numbers: {looks: those of materials, colours and occasions, pieces: all others of names, SKUs and
-- categories}.
create function public.search_vocabulary() returns jsonb
language sql stable set search_path = ''
as $$
  with looks as (
    select s.word from ts_stat('select w.words from public.product_words w join public.products p on p.id = w.product_id where p.archived_at is null', 'c') s
     where s.word !~ '[0-9]'
  ), pieces as (
    select s.word from ts_stat('select w.words from public.product_words w join public.products p on p.id = w.product_id where p.archived_at is null', 'ab') s
     where s.word !~ '[0-9]'
    except select l.word from looks l
  )
  select jsonb_build_object('looks', (select coalesce(jsonb_agg(l.word), '[]') from looks l),
                            'pieces', (select coalesce(jsonb_agg(p.word), '[]') from pieces p));
$$;

grant execute on function public.search_vocabulary to service_role;

-- Groups of words as two queries: one word of every group, and any word at all. Words match beginnings, but not in descriptions, which mention a lot.
-- Takes [["hoop", "earring"], ["gold"]].
create function shop.queries_of(groups jsonb, out every tsquery, out any_of tsquery)
language sql immutable parallel safe set search_path = ''
as $$
  select to_tsquery('simple', string_agg('(' || alternatives || ')', ' & ')), to_tsquery('simple', string_agg(alternatives, ' | '))
    from (select (select string_agg(quote_literal(word) || ':*ABC', ' | ') from jsonb_array_elements_text(g.words) as word) as alternatives
            from jsonb_array_elements(groups) as g (words)) each;
$$;

-- A page of the products that match every word typed, and after them those that match what the words mean. Best match first or sorted. An empty search
-- finds nothing. Takes what was typed, its meaning as groups of words (`queries_of`; null or empty: nothing but what was typed), a category and
-- the three switches (null: any), a sort key (`name`, `price`, `rating`, `createdAt`, `sold`: pieces of the last 90 days, null: best match) and its direction,
-- how many rows to skip and how many to return, and the filters of `list_products`. Returns {items, total}.
create function public.search_products(typed text, meant jsonb, category text, in_stock boolean, featured boolean, is_new boolean, sort_by text,
                                       ascending boolean, page_offset integer, page_limit integer, min_price numeric default null,
                                       max_price numeric default null, occasions text[] default null, colors text[] default null,
                                       sizes text[] default null, nickel_free boolean default null)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  query constant tsquery := shop.search_query(typed);
  wider record;
  wider_query tsquery;
  -- Above any rank of a meaning.
  as_typed constant real := 100;
  ids text[];
  ranks real[];
begin
  -- A number that is found, as of an SKU, says what is meant.
  if jsonb_array_length(meant) > 0
     and not (typed ~ '[0-9]' and exists (select 1 from public.product_words w join public.products p on p.id = w.product_id
                                           where w.words @@ query and p.archived_at is null)) then
    select * into wider from shop.queries_of(meant);
    wider_query := case when exists (select 1 from public.product_words w join public.products p on p.id = w.product_id
                                     where w.words @@ wider.every and p.archived_at is null) then wider.every else wider.any_of end;
  end if;

  -- Found before the rest is planned: no planner can estimate how many products a beginning of a word is in.
  select array_agg(f.product_id), array_agg(f.rank) into ids, ranks
    from (select w.product_id, case when w.words @@ query then as_typed + ts_rank(w.words, query) else ts_rank(w.words, wider_query) end as rank
            from public.product_words w where w.words @@ query or w.words @@ wider_query) f;

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
         and (min_price is null or p.price >= min_price)
         and (max_price is null or p.price <= max_price)
         and (search_products.occasions is null or p.occasions && search_products.occasions)
         and (search_products.colors is null or p.colors && search_products.colors or p.colors = '{}')
         and (search_products.sizes is null or p.sizes && search_products.sizes or p.sizes = '{}')
         and (nickel_free is null or (p.is_nickel_free is true) = nickel_free)
    ), page as (
      select m.id, row_number() over () as place
        from (select m.id from matching m
               order by case when sort_by = 'name' and ascending then m.name end, case when sort_by = 'name' and not ascending then m.name end desc,
                        m.weight, case when sort_by is null then - m.review_count end, case when sort_by is null then m.name end, m.id
              offset page_offset limit page_limit) m
    )
    select jsonb_build_object(
      'items', (select coalesce(jsonb_agg(shop.product_json(p) order by page.place), '[]') from page join public.products p on p.id = page.id),
      'total', (select count(*) from matching)));
end;
$$;

-- A page of products. Takes a category and the three switches (null: any), a sort key (`name`, `price`, `rating`, `createdAt`, `sold`: most pieces of the
-- last 90 days first, then by reviews) and its direction, how many rows to skip and how many to return, and filters (null: any): the lowest and highest
-- price, occasions, colours and sizes, and whether it is stated to be nickel-free. A product passes with one of the wanted values; one that comes in no colours or sizes passes whatever is wanted
-- (src/domain/products/filters.ts). Returns {items, total}.
create function public.list_products(category text, in_stock boolean, featured boolean, is_new boolean, sort_by text, ascending boolean,
                                     page_offset integer, page_limit integer, min_price numeric default null, max_price numeric default null,
                                     occasions text[] default null, colors text[] default null, sizes text[] default null,
                                     nickel_free boolean default null)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  return (
    with matching as materialized (
      select p.id, p.name, case when sort_by = 'sold' then p.review_count end as review_count, case when sort_by = 'sold' then p.rating end as rating,
             case when ascending and sort_by <> 'sold' then 1 else -1 end
               * case sort_by when 'price' then p.price::float8 when 'rating' then p.rating::float8
                              when 'createdAt' then extract(epoch from p.created_at)::float8 when 'sold' then coalesce(s.pieces, 0)::float8 end as weight
        from public.products p
        left join (select l.product_id, sum(l.quantity) as pieces from shop.sold_lines l
                    where sort_by = 'sold' and l.sold_at >= now() - interval '90 days' group by l.product_id) s on s.product_id = p.id
       where p.archived_at is null
         and (list_products.category is null or p.category = list_products.category)
         and (list_products.in_stock is null or p.in_stock = list_products.in_stock)
         and (list_products.featured is null or p.is_featured = list_products.featured)
         and (list_products.is_new is null or p.is_new = list_products.is_new)
         and (min_price is null or p.price >= min_price)
         and (max_price is null or p.price <= max_price)
         and (list_products.occasions is null or p.occasions && list_products.occasions)
         and (list_products.colors is null or p.colors && list_products.colors or p.colors = '{}')
         and (list_products.sizes is null or p.sizes && list_products.sizes or p.sizes = '{}')
         and (nickel_free is null or (p.is_nickel_free is true) = nickel_free)
    ), page as (
      select m.id, row_number() over () as place
        from (select m.id from matching m
               order by case when sort_by = 'name' and ascending then m.name end, case when sort_by = 'name' and not ascending then m.name end desc,
                        m.weight, m.review_count desc, m.rating desc, m.id
              offset page_offset limit page_limit) m
    )
    select jsonb_build_object(
      'items', (select coalesce(jsonb_agg(shop.product_json(p) order by page.place), '[]') from page join public.products p on p.id = page.id),
      'total', (select count(*) from matching)));
end;
$$;

grant execute on function public.search_products, public.list_products to service_role;

-- Photographs that shoppers send with a review. They lie in the bucket `photos` under names that nobody can guess and that the shop tells nobody but staff
-- before they have approved the review; the id with which they are sent says nothing about the name.

create table public.review_photos (
  -- Random, because whoever knows it may send the photo with a review.
  id text primary key,
  -- Null before it is sent, and after staff or the review's end took it away: then the photo goes (`public.unused_review_photos`).
  review_id text references public.reviews (id) on delete set null,
  place smallint not null default 1,
  name text not null,
  address text not null,
  bytes integer not null,
  -- Staff may hide one photo of a review.
  is_shown boolean not null default true,
  created_at timestamptz not null default now(),
  kept_until timestamptz not null default now() + interval '1 day',
  constraint review_photos_id_random check (id ~ '^[0-9a-f]{32}$'),
  constraint review_photos_name_unique unique (name),
  constraint review_photos_place_unique unique (review_id, place),
  constraint review_photos_place_range check (place between 1 and 3),
  constraint review_photos_bytes_positive check (bytes > 0)
);

create index review_photos_unused on public.review_photos (kept_until) where review_id is null;
create index review_photos_newest on public.review_photos (created_at) include (bytes);

-- A review that comes or goes, or is approved, says so itself.
create trigger review_photos_rebuild_site after update on public.review_photos
  for each row when (old.review_id is not null) execute function shop.mark_site_stale();

alter table public.review_photos enable row level security;
create policy "everyone reads shown photos of published reviews" on public.review_photos for select to anon, authenticated
  using (is_shown and exists (select from public.reviews r where r.id = review_id and r.is_published));
grant select on public.review_photos to anon, authenticated;
grant select, insert, update, delete on public.review_photos to service_role;

-- The photos of a review that are shown with it, in order: [{id, address}]. In `public`, because the Data API offers it as a column of reviews.
create function public.photos(review public.reviews) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', h.id, 'address', h.address) order by h.place), '[]')
    from public.review_photos h where h.review_id = review.id and h.is_shown;
$$;

grant execute on function public.photos to anon, authenticated, service_role;

-- A review as the API shows it.
create function shop.review_json(review public.reviews) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(review) || jsonb_build_object('photos', public.photos(review));
$$;

-- Notes a photo before it is stored, for a day: by then it is sent with a review, or goes. Takes {id, name, address, bytes} and a hash of the network it
-- comes from, null where nothing is limited. Refuses 429 `too_many_photos` beyond 60 a day from one network, which thousands of phones may share, and 100 MB
-- a day in all.
create function public.add_review_photo(photo jsonb, network text default null) returns void
language plpgsql set search_path = ''
as $$
begin
  if network is not null and (public.hit_rate_limit(shop.bucket('review photo', network), 60, 86400) > 0
                              or (select coalesce(sum(h.bytes), 0) from public.review_photos h where h.created_at > now() - interval '1 day') > 100000000) then
    perform shop.refuse('too_many_photos');
  end if;
  insert into public.review_photos (id, name, address, bytes)
  values (photo ->> 'id', photo ->> 'name', photo ->> 'address', (photo ->> 'bytes')::integer);
end;
$$;

-- Gives photos to the review they were sent with. Takes its id and theirs, in order. Refuses 422 the field `photos` when one is not kept any more, or belongs
-- to another review.
create function shop.attach_photos(review_id text, photo_ids text[]) returns void
language plpgsql set search_path = ''
as $$
declare
  attached integer;
begin
  update public.review_photos h set review_id = attach_photos.review_id, place = p.place
    from unnest(photo_ids) with ordinality as p (id, place)
   where h.id = p.id and h.review_id is null and h.kept_until > now();
  get diagnostics attached = row_count;
  if attached <> cardinality(photo_ids) then
    perform shop.refuse_field('photos', 'A photo was not kept. Please add it again.');
  end if;
end;
$$;

-- Shows one photo of a review or hides it. Takes the ids of both. Returns the review. Refuses 404 `review_not_found`, `photo_not_found`.
create function public.show_review_photo(review_id text, photo_id text, is_shown boolean) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform shop.lock_review(review_id, null);
  update public.review_photos h set is_shown = show_review_photo.is_shown where h.id = photo_id and h.review_id = show_review_photo.review_id;
  if not found then
    perform shop.refuse('photo_not_found');
  end if;
  return (select shop.review_json(r) from public.reviews r where r.id = show_review_photo.review_id);
end;
$$;

-- Takes one photo from a review, so that it goes. Takes the ids of both. Returns the review. Refuses 404 `review_not_found`, `photo_not_found`.
create function public.remove_review_photo(review_id text, photo_id text) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform shop.lock_review(review_id, null);
  update public.review_photos h set review_id = null, kept_until = now() where h.id = photo_id and h.review_id = remove_review_photo.review_id;
  if not found then
    perform shop.refuse('photo_not_found');
  end if;
  return (select shop.review_json(r) from public.reviews r where r.id = remove_review_photo.review_id);
end;
$$;

-- The names of at most 100 photos that no review has and none may get any more. Whoever asks removes them from the storage, and then their rows.
create function public.unused_review_photos() returns table (name text)
language sql stable set search_path = ''
as $$
  select h.name from public.review_photos h where h.review_id is null and h.kept_until <= now() order by h.kept_until limit 100;
$$;

grant execute on function public.add_review_photo, public.show_review_photo, public.remove_review_photo, public.unused_review_photos to service_role;

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
    perform shop.refuse('photo_in_use', null, jsonb_build_object('name', shown_by));
  end if;
end;
$$;

grant execute on function public.list_photos, public.list_photo_folders, public.refuse_photo_in_use to service_role;

-- What staff say goes well with a product, in the order in which it is shown. Products that are not on sale fall out, and are back when they are.

create table public.product_picks (
  product_id text not null references public.products (id) on delete cascade,
  place smallint not null,
  pick_id text not null references public.products (id) on delete cascade,
  primary key (product_id, place),
  constraint product_picks_pick_once unique (product_id, pick_id),
  constraint product_picks_place_range check (place between 1 and 8),
  constraint product_picks_pick_other check (pick_id <> product_id)
);

create index product_picks_by_pick on public.product_picks (pick_id);

create trigger product_picks_rebuild_site after insert or update or delete on public.product_picks
  for each row execute function shop.mark_site_stale();

alter table public.product_picks enable row level security;
create policy "everyone reads picks of products on sale" on public.product_picks for select to anon, authenticated
  using (exists (select from public.products p where p.id = product_id and p.archived_at is null)
         and exists (select from public.products p where p.id = pick_id and p.archived_at is null));
grant select on public.product_picks to anon, authenticated;
grant select, insert, update, delete on public.product_picks to service_role;

-- The ids of what goes with a product, as far as it is on sale, in order. In `public`, because the Data API offers it as a column of products.
create function public.goes_with(product public.products) returns text[]
language sql stable set search_path = ''
as $$
  select coalesce(array_agg(k.pick_id order by k.place), '{}')
    from public.product_picks k join public.products p on p.id = k.pick_id
   where k.product_id = product.id and p.archived_at is null;
$$;

grant execute on function public.goes_with to anon, authenticated, service_role;

-- Replaces what goes with a product. Takes its id and the ids in order. Writes nothing where they are so already. Refuses 422 the field `goesWith` for
-- the product itself and for one that there never was.
create function shop.write_picks(product_id text, picks text[]) returns void
language plpgsql set search_path = ''
as $$
begin
  if write_picks.product_id = any (picks) then
    perform shop.refuse_field('goesWith', 'A product cannot go with itself');
  elsif exists (select from unnest(picks) k where not exists (select from public.products p where p.id = k)) then
    perform shop.refuse_field('goesWith', 'There is no such product');
  end if;
  if picks = array (select k.pick_id from public.product_picks k where k.product_id = write_picks.product_id order by k.place) then
    return;
  end if;
  delete from public.product_picks k where k.product_id = write_picks.product_id;
  insert into public.product_picks (product_id, place, pick_id)
  select write_picks.product_id, k.place, k.id from unnest(picks) with ordinality as k (id, place);
end;
$$;

-- What is counted of a product: one shared variant ('', ''), or one for each offered choice of colour, size or both. A piece of stock belongs to exactly
-- one variant. Choices that are no longer offered stay, archived, for the orders and the history that name them.

-- Numbers that new SKUs begin with: BNG-0042.
create sequence shop.product_numbers;
grant usage on sequence shop.product_numbers to service_role;

create table public.product_variants (
  id text primary key default shop.new_id(),
  product_id text not null references public.products (id),
  -- Empty where pieces are not counted by it.
  color text not null default '',
  size text not null default '',
  sku text not null,
  -- Written by shop.change_stock alone.
  stock_quantity integer not null default 0,
  created_at timestamptz not null default now(),
  archived_at timestamptz,
  constraint product_variants_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint product_variants_choice_unique unique (product_id, color, size),
  -- Also of archived ones: a label on a piece stays what it is.
  constraint product_variants_sku_unique unique (sku),
  constraint product_variants_sku_shape check (sku ~ '^[A-Z0-9]([A-Z0-9._/-]{0,38}[A-Z0-9])?$'),
  constraint product_variants_stock_not_negative check (stock_quantity >= 0)
);

alter table public.product_variants enable row level security;
create policy "everyone reads variants on sale" on public.product_variants for select to anon, authenticated
  using (archived_at is null and exists (select from public.products p where p.id = product_id and p.archived_at is null));
grant select on public.product_variants to anon, authenticated;
grant select, insert, update on public.product_variants to service_role;

-- The letters that stand for a word in a SKU: its first one and the next consonants. Bangles become BNG, Rose Gold RSG. Takes the word and how many.
create function shop.sku_letters(word text, count integer) returns text
language sql immutable set search_path = ''
as $$
  select left(left(w.letters, 1) || regexp_replace(substr(w.letters, 2), '[AEIOU]', '', 'g'), count)
    from (select regexp_replace(upper(word), '[^A-Z]', '', 'g') as letters) w;
$$;

-- A SKU that no piece has yet, for a variant without one: BNG-0042 for what is counted as a whole, BNG-0042-26-GLD for a size and colour. The number is
-- that of the product's other SKUs, or a new one. Takes the product's id and category, and the choice.
create function shop.suggest_sku(product_id text, category text, color text, size text) returns text
language plpgsql set search_path = ''
as $$
declare
  known constant text := (select substring(v.sku from '^[A-Z]{1,3}-\d{4,}') from public.product_variants v
                           where v.product_id = suggest_sku.product_id and v.sku ~ '^[A-Z]{1,3}-\d{4,}' order by v.created_at, v.id limit 1);
  wanted constant text := concat_ws('-',
    coalesce(known, coalesce(nullif(shop.sku_letters(coalesce(category, ''), 3), ''), 'PRD') || '-' || lpad(nextval('shop.product_numbers')::text, 4, '0')),
    nullif(left(regexp_replace(upper(size), '[^A-Z0-9]', '', 'g'), 6), ''),
    nullif(shop.sku_letters(color, 3), ''));
  suggested text := wanted;
  attempt integer := 1;
begin
  while exists (select from public.product_variants v where v.sku = suggested) loop
    attempt := attempt + 1;
    suggested := wanted || '-' || attempt;
  end loop;
  return suggested;
end;
$$;

-- Trigger: every product has a variant from the start, a shared one unless it came with others.
create function shop.add_shared_variant() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if not exists (select from public.product_variants v where v.product_id = new.id) then
    insert into public.product_variants (product_id, sku) values (new.id, shop.suggest_sku(new.id, new.category, '', ''));
  end if;
  return null;
end;
$$;

create trigger products_have_variant after insert on public.products for each row execute function shop.add_shared_variant();

-- Trigger: products are found by their SKUs, too. Stored once for all variants that a statement adds.
create function shop.store_words_of_new_variants() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.store_words_of(a.product_id) from (select distinct n.product_id from added n) a;
  return null;
end;
$$;

create trigger product_variants_words_new after insert on public.product_variants
  referencing new table as added for each statement execute function shop.store_words_of_new_variants();

-- Trigger: the same for one that changed.
create function shop.store_words_of_variant() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.store_words_of(new.product_id);
  return null;
end;
$$;

create trigger product_variants_words after update on public.product_variants
  for each row when ((old.sku, old.archived_at is null) is distinct from (new.sku, new.archived_at is null)) execute function shop.store_words_of_variant();

-- Trigger: pieces are never put away with the choice they are of. Those that come back later go to where they came from.
create function shop.refuse_archiving_stock() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'variant % has pieces: they are booked out before it is archived', new.sku using errcode = 'restrict_violation';
end;
$$;

create trigger product_variants_archived_empty before update on public.product_variants
  for each row when (old.archived_at is null and new.archived_at is not null and new.stock_quantity <> 0) execute function shop.refuse_archiving_stock();

-- Trigger: all pieces of a product are counted in one way, so that a choice belongs to one variant. Compared when the transaction ends.
create function shop.require_one_way_of_counting() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if (select count(distinct (v.color = '', v.size = '')) from public.product_variants v where v.product_id = new.product_id and v.archived_at is null) <> 1 then
    raise exception 'product % is counted as a whole, or by the same choices in all its variants', new.product_id using errcode = 'restrict_violation';
  end if;
  return null;
end;
$$;

create constraint trigger product_variants_counted_alike after insert or update of color, size, archived_at on public.product_variants
  deferrable initially deferred for each row execute function shop.require_one_way_of_counting();

-- Pages say which choices there are and which of them are sold out. How many are left is asked live.
create trigger product_variants_rebuild_site_new after insert on public.product_variants
  for each row when (new.color <> '' or new.size <> '') execute function shop.mark_site_stale();
create trigger product_variants_rebuild_site after update on public.product_variants
  for each row when ((new.color <> '' or new.size <> '')
                     and ((old.stock_quantity > 0, old.archived_at is null, old.sku) is distinct from (new.stock_quantity > 0, new.archived_at is null, new.sku)))
  execute function shop.mark_site_stale();

-- The choices that a product is counted by, in the order in which it offers them: [{id, color, size, sku, stock_quantity, in_stock}]; empty when it is
-- counted as a whole. In `public`, because the Data API offers it as a column of products.
create function public.variants(product public.products) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'color', v.color, 'size', v.size, 'sku', v.sku, 'stock_quantity', v.stock_quantity,
                                               'in_stock', product.is_available and v.stock_quantity > 0)
                            order by array_position(product.sizes, v.size), array_position(product.colors, v.color), v.id), '[]')
    from public.product_variants v
   where v.product_id = product.id and v.archived_at is null and (v.color <> '' or v.size <> '');
$$;

-- The choices that a product's pieces are counted by: ["color"], ["size"] or both; empty when it is counted as a whole, or gone. Takes the product's id.
create function shop.counted_by(product_id text) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce((select to_jsonb(array_remove(array[case when v.color <> '' then 'color' end, case when v.size <> '' then 'size' end], null))
                     from public.product_variants v where v.product_id = counted_by.product_id and v.archived_at is null limit 1), '[]');
$$;

-- The SKU of a product that is counted as a whole, null for others. A column of products, too.
create function public.sku(product public.products) returns text
language sql stable set search_path = ''
as $$
  select v.sku from public.product_variants v where v.product_id = product.id and v.archived_at is null and v.color = '' and v.size = '';
$$;

-- Why a product is not taken back, by its own rule or its category's; empty when it is. A column of products, too.
-- Security definer: the rule of a hidden category holds as well, and pages must not promise what it excludes.
create function public.no_returns(product public.products) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(nullif(product.no_return_reason, ''), (select c.no_return_reason from public.categories c where c.slug = product.category), '');
$$;

-- A product as the API shows it.
create function shop.product_json(product public.products) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(product) || jsonb_build_object('variants', public.variants(product), 'sku', public.sku(product), 'no_returns', public.no_returns(product),
                                                 'goes_with', public.goes_with(product));
$$;

-- The variant that staff name by its SKU, or by colour and size; none of them is needed where a product is counted as a whole. Also finds one that is no
-- longer offered but still has pieces. Takes the product's id, the choice and the SKU (each may be null), and the beginning of the field's path for
-- complaints. Refuses 422 the field `sku`, `size` or `color` when nothing or more than one thing fits: pieces are never booked by a guess.
create function shop.require_variant(product_id text, color text, size text, sku text, path text default '') returns public.product_variants
language plpgsql stable set search_path = ''
as $$
declare
  found_ones public.product_variants[];
  by_size boolean;
begin
  select array_agg(v order by v.archived_at nulls first) into found_ones from public.product_variants v
   where v.product_id = require_variant.product_id and (v.archived_at is null or v.stock_quantity > 0)
     and (nullif(require_variant.sku, '') is null or v.sku = upper(require_variant.sku))
     and (nullif(require_variant.color, '') is null or v.color in ('', require_variant.color))
     and (nullif(require_variant.size, '') is null or v.size in ('', require_variant.size));
  if found_ones is null then
    perform shop.refuse_field(path || case when nullif(sku, '') is not null then 'sku' when nullif(size, '') is not null then 'size' else 'color' end,
                              'This product is not kept that way');
  elsif cardinality(found_ones) > 1 then
    by_size := nullif(size, '') is null and exists (select from unnest(found_ones) v where v.size <> '');
    perform shop.refuse_field(path || case when by_size then 'size' else 'color' end,
                              case when by_size then 'Choose a size: each is counted on its own' else 'Choose a color: each is counted on its own' end);
  end if;
  return found_ones[1];
end;
$$;

-- What a choice is called in a message: `2.6, Gold`; empty for a shared variant.
create function shop.choice_name(color text, size text) returns text
language sql immutable set search_path = ''
as $$
  select concat_ws(', ', nullif(size, ''), nullif(color, ''));
$$;

-- Refuses 409 `choice_in_stock` {variants: [{color, size, stockQuantity}]} when choices with pieces would be taken off a product. Takes those variants.
create function shop.refuse_choices_in_stock(leaving public.product_variants[]) returns void
language plpgsql set search_path = ''
as $$
begin
  if cardinality(leaving) > 0 then
    perform shop.refuse('choice_in_stock',
              jsonb_build_object('variants', jsonb_agg(jsonb_build_object('color', v.color, 'size', v.size, 'stockQuantity', v.stock_quantity))),
              jsonb_build_object('skus', jsonb_agg(v.sku)))
       from unnest(leaving) v;
  end if;
end;
$$;

-- The entries for `shop.write_variants` that an edit asks for. An edit that says nothing of variants keeps those that its colours and sizes still offer.
-- Takes the fields of the edit, the product before and after it (null for a new one), and the stock the editor saw or null. Refuses like
-- `shop.write_variants`, and 422 the field `stockQuantity` when it contradicts the stock of the choices.
create function shop.entries_of_variants(fields jsonb, before public.products default null, wanted public.products default null, stock_seen integer default null)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  stock constant integer := (fields ->> 'stock_quantity')::integer;
  entries jsonb := fields -> 'variants';
  shared public.product_variants;
  others integer;
  total integer;
begin
  select * into shared from public.product_variants v where v.product_id = before.id and v.archived_at is null and v.color = '' and v.size = '';
  -- Where the way of counting changes, the stock that was seen is that of the whole.
  if (shared.id is null) = (jsonb_array_length(entries) = 0) and stock_seen <> before.stock_quantity then
    perform shop.refuse('stock_moved', jsonb_build_object('stockQuantity', before.stock_quantity), jsonb_build_object('expected', stock_seen));
  end if;

  if jsonb_array_length(entries) = 0 or (entries is null and (before.id is null or shared.id is not null)) then
    -- Pieces that came back to choices no longer offered count for the product, and are none of the shared ones.
    others := case when shared.id is null then 0 else before.stock_quantity - shared.stock_quantity end;
    if stock < others then
      perform shop.refuse_field('stockQuantity', format('At least %s: so many are of choices that are no longer offered', others));
    end if;
    return jsonb_build_array(jsonb_build_object(
      'sku', fields ->> 'sku', 'stockSeen', case when shared.id is not null then stock_seen - others end,
      'stockQuantity', coalesce(stock - others, case when shared.id is null then coalesce(before.stock_quantity, 0) end)));
  end if;

  if entries is null then
    perform shop.refuse_choices_in_stock(array (
      select v from public.product_variants v
       where v.product_id = before.id and v.archived_at is null and v.stock_quantity > 0
         and (v.color <> all (array_append(wanted.colors, '')) or v.size <> all (array_append(wanted.sizes, '')))));
    select coalesce(jsonb_agg(jsonb_build_object('color', v.color, 'size', v.size) order by v.id), '[{"stockQuantity": 0}]') into entries
      from public.product_variants v
     where v.product_id = before.id and v.archived_at is null
       and v.color = any (array_append(wanted.colors, '')) and v.size = any (array_append(wanted.sizes, ''));
    total := before.stock_quantity;
  else
    select sum(coalesce((e ->> 'stockQuantity')::integer, v.stock_quantity, 0)) into total
      from jsonb_array_elements(entries) e left join public.product_variants v
        on v.product_id = before.id and v.color = coalesce(e ->> 'color', '') and v.size = coalesce(e ->> 'size', '');
  end if;
  if stock <> total then
    perform shop.refuse_field('stockQuantity', format('The sizes and colors have %s pieces together: each is counted on its own', total));
  end if;
  return entries;
end;
$$;

-- What entries of `variants` say, one row for each: its place among them, the choice, the SKU as it is stored or null, the pieces or null, and those that the
-- editor saw or null.
create function shop.choices_in(entries jsonb) returns table (place integer, color text, size text, sku text, stock integer, expected_stock integer)
language sql immutable set search_path = ''
as $$
  select x.ordinality::integer - 1, coalesce(x.entry ->> 'color', ''), coalesce(x.entry ->> 'size', ''), upper(nullif(x.entry ->> 'sku', '')),
         (x.entry ->> 'stockQuantity')::integer, (x.entry ->> 'stockSeen')::integer
    from jsonb_array_elements(entries) with ordinality as x (entry, ordinality) order by x.ordinality;
$$;

-- Refuses 422 the first field of `variants` with a colour or size that the product does not offer. Takes the product and the entries.
create function shop.refuse_choices_not_offered(product public.products, entries jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  wrong record;
begin
  select c.place, c.color <> '' and c.color <> all (product.colors) as by_color into wrong
    from shop.choices_in(entries) c
   where (c.color <> '' and c.color <> all (product.colors)) or (c.size <> '' and c.size <> all (product.sizes))
   order by c.place limit 1;
  if found then
    perform shop.refuse_field(format('variants.%s.%s', wrong.place, case when wrong.by_color then 'color' else 'size' end), 'Choose one that the product offers');
  end if;
end;
$$;

-- Refuses 422 the first SKU of new products that another piece has, or another of them. Takes the entries of each product.
create function shop.refuse_sku_of_another(choices jsonb[]) returns void
language plpgsql set search_path = ''
as $$
declare
  wrong record;
begin
  select c.* into wrong
    from (select x.*, p.place as product, row_number() over (partition by x.sku order by p.place, x.place) as nth
            from unnest(choices) with ordinality as p (entries, place) cross join lateral shop.choices_in(p.entries) x) c
   where c.sku is not null and (c.nth > 1 or exists (select from public.product_variants v where v.sku = c.sku))
   order by c.product, c.place limit 1;
  if found then
    perform shop.refuse_field(case when wrong.color = '' and wrong.size = '' then 'sku' else format('variants.%s.sku', wrong.place) end,
                              format('Another piece has the SKU %s', wrong.sku));
  end if;
end;
$$;

-- Counts a product by other choices. Takes the product, locked and with its colours and sizes of now, [{color?, size?, sku?, stockQuantity?, stockSeen?}],
-- one without either for a product counted as a whole, and the staff member. A choice without
-- `stockQuantity` keeps its pieces. What is no longer named is archived. When the way of counting changes, every piece is booked out and in again.
-- Refuses 409 `choice_in_stock` when a choice with pieces would go, 409 `stock_moved` {stockQuantity, color, size} when the stock is not what the editor saw, 422 the fields of `variants` that do not fit, and a SKU that another piece has.
create function shop.write_variants(product public.products, entries jsonb, actor uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  counts_alike boolean;
  complaint record;
  entry record;
  variant public.product_variants;
  old_variant public.product_variants;
begin
  perform shop.refuse_choices_not_offered(product, entries);

  select bool_and((v.color = '') = (coalesce(entries -> 0 ->> 'color', '') = '') and (v.size = '') = (coalesce(entries -> 0 ->> 'size', '') = ''))
    into counts_alike
    from public.product_variants v where v.product_id = product.id and v.archived_at is null;

  if counts_alike then
    perform shop.refuse_choices_in_stock(array (
      select v from public.product_variants v
       where v.product_id = product.id and v.archived_at is null and v.stock_quantity > 0 and not exists (
               select from jsonb_array_elements(entries) e where coalesce(e ->> 'color', '') = v.color and coalesce(e ->> 'size', '') = v.size)));
  else
    select x.ordinality - 1 as place into complaint from jsonb_array_elements(entries) with ordinality as x (entry, ordinality)
     where x.entry ->> 'stockQuantity' is null order by x.ordinality limit 1;
    if found then
      perform shop.refuse_field(format('variants.%s.stockQuantity', complaint.place), 'Enter how many pieces there are');
    end if;
  end if;

  -- What leaves, before what comes: the pieces of a product are never counted twice. Counted as a whole, it also has those of choices long gone.
  for old_variant in
    select v.* from public.product_variants v
     where v.product_id = product.id
       and (v.archived_at is null or (v.stock_quantity > 0 and not counts_alike
                                      and coalesce(entries -> 0 ->> 'color', '') = '' and coalesce(entries -> 0 ->> 'size', '') = ''))
       and not exists (
             select from jsonb_array_elements(entries) e where coalesce(e ->> 'color', '') = v.color and coalesce(e ->> 'size', '') = v.size)
     order by v.id
  loop
    if old_variant.stock_quantity > 0 then
      perform shop.change_stock(product.id, - old_variant.stock_quantity, 'adjustment', null, 'Counted by other choices', actor, old_variant.id);
    end if;
    update public.product_variants v set archived_at = now() where v.id = old_variant.id and v.archived_at is null;
  end loop;

  for entry in select * from shop.choices_in(entries) loop
    begin
      insert into public.product_variants as v (product_id, color, size, sku)
      values (product.id, entry.color, entry.size, coalesce(entry.sku, shop.suggest_sku(product.id, product.category, entry.color, entry.size)))
      on conflict (product_id, color, size) do update set archived_at = null, sku = coalesce(entry.sku, v.sku)
      returning v.* into variant;
    exception when unique_violation then
      perform shop.refuse_field(case when entry.color = '' and entry.size = '' then 'sku' else format('variants.%s.sku', entry.place) end,
                                format('Another piece has the SKU %s', entry.sku));
    end;

    if entry.stock <> variant.stock_quantity then
      if entry.expected_stock <> variant.stock_quantity then
        perform shop.refuse('stock_moved',
          jsonb_build_object('stockQuantity', variant.stock_quantity, 'color', entry.color, 'size', entry.size), jsonb_build_object('expected', entry.expected_stock));
      end if;
      perform shop.change_stock(product.id, entry.stock - variant.stock_quantity, 'adjustment', null, case when counts_alike then '' else 'Counted by other choices' end, actor, variant.id);
    end if;
  end loop;
end;
$$;

grant execute on function public.variants, public.sku, public.no_returns to anon, authenticated, service_role;

-- Many products at once: what staff change of all that they selected, and what they bring as a file.

-- What a bulk change changed, kept until it can no longer be undone.
create table shop.bulk_changes (
  id text not null,
  product_id text not null references public.products (id),
  -- The columns that changed, as they were.
  before jsonb not null,
  -- The version of the product that the change made.
  version timestamptz not null,
  actor uuid,
  created_at timestamptz not null default now(),
  constraint bulk_changes_pkey primary key (id, product_id)
);

create index bulk_changes_by_product on shop.bulk_changes (product_id);
create index bulk_changes_by_time on shop.bulk_changes (created_at);

alter table shop.bulk_changes enable row level security;
grant select, insert, update, delete on shop.bulk_changes to service_role;

-- Bulk changes made after this moment can be undone. Screens offer it for a minute.
create function shop.undoable_since() returns timestamptz
language sql stable set search_path = ''
as $$
  select now() - interval '90 seconds';
$$;

-- A new price. Takes the old one and {set: rupees} or {percent: signed}, either with {roundTo: rupees}: the nearest multiple, at least one.
create function shop.changed_price(price numeric, change jsonb) returns numeric
language sql immutable set search_path = ''
as $$
  select case when c.step is null then round(c.wanted, 2) else greatest(round(c.wanted / c.step), 1) * c.step end
    from (select coalesce((change ->> 'set')::numeric, price * (1 + (change ->> 'percent')::numeric / 100)) as wanted,
                 (change ->> 'roundTo')::numeric as step) c;
$$;

-- The occasions of a piece in the order of lists. Takes those it has, and {add: […]} or {remove: […]}.
create function shop.changed_occasions(occasions text[], change jsonb) returns text[]
language sql immutable set search_path = ''
as $$
  select array (select o.occasion from unnest(shop.known_occasions()) with ordinality as o (occasion, place)
                 where (o.occasion = any (occasions) or change -> 'add' ? o.occasion) and (change -> 'remove' ? o.occasion) is not true
                 order by o.place);
$$;

-- Changes one product as `public.change_products` does, and keeps what it was. Takes its id, the version the editor saw or null, the change, the id of the
-- bulk change and the staff member. Refuses 404 `product_not_found`, 409 `edited_meanwhile`, 422 the fields `price` and `originalPrice`.
create function shop.change_product(product_id text, expected_version timestamptz, change jsonb, bulk_id text, actor uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  before public.products;
  after jsonb;
  fields jsonb := change - 'price' - 'occasions' - 'archive';
  price numeric;
begin
  select * into before from public.products p where p.id = change_product.product_id and p.archived_at is null for no key update;
  if not found then
    perform shop.refuse('product_not_found');
  end if;
  perform shop.check_version(before.updated_at, expected_version);

  if change ? 'archive' then
    update public.products p set archived_at = now() where p.id = before.id;
    return;
  end if;

  if change ? 'price' then
    price := shop.changed_price(before.price, change -> 'price');
    if price not between 0.01 and 10000000 then
      perform shop.refuse_field('price', format('The new price would be %s', price));
    elsif before.original_price <= price then
      perform shop.refuse_field('originalPrice', format('The new price of %s would not be below the original price of %s', price, before.original_price));
    end if;
    fields := fields || jsonb_build_object('price', price);
  end if;
  if change ? 'occasions' then
    fields := fields || jsonb_build_object('occasions', shop.changed_occasions(before.occasions, change -> 'occasions'));
  end if;
  -- What is so already stays the same version, and is not undone.
  if not exists (select from jsonb_each(fields) f where to_jsonb(before) -> f.key is distinct from f.value) then
    return;
  end if;
  after := public.edit_product(before.id, fields, null, actor);
  insert into shop.bulk_changes (id, product_id, before, version, actor)
  select bulk_id, before.id, jsonb_object_agg(f.name, to_jsonb(before) -> f.name), (after ->> 'updated_at')::timestamptz, change_product.actor
    from jsonb_object_keys(fields) as f (name);
end;
$$;

-- Changes many products, each on its own: one that is refused stops no other. Takes [{id, updatedAt: the version the editor saw or null}], the change
-- {category?, is_available?, is_new?, is_featured?, plating?, base_metal?, is_nickel_free?, care?, price?: for `shop.changed_price`, occasions?: for
-- `shop.changed_occasions`} or {archive: true}, an id for `public.undo_product_changes`, and the staff member. Returns [{id, refusal: null or {code, message, details}}] in the order given. Refuses 422 the field `category` when there is none.
create function public.change_products(products jsonb, change jsonb, bulk_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  entry record;
  refusals jsonb := '{}';
  refusal text;
begin
  delete from shop.bulk_changes b where b.created_at < shop.undoable_since();
  if change ? 'category' then
    perform shop.lock_category_of_product(change ->> 'category');
  end if;

  -- Lowest id first, like orders, so that they queue instead of deadlocking.
  for entry in select e ->> 'id' as id, (e ->> 'updatedAt')::timestamptz as expected_version from jsonb_array_elements(products) e order by e ->> 'id' loop
    begin
      perform shop.change_product(entry.id, entry.expected_version, change, bulk_id, actor);
    exception when sqlstate 'PGRST' then
      get stacked diagnostics refusal = message_text;
      refusals := refusals || jsonb_build_object(entry.id, refusal::jsonb);
    end;
  end loop;
  return (select jsonb_agg(jsonb_build_object('id', e ->> 'id', 'refusal', refusals -> (e ->> 'id')) order by place)
            from jsonb_array_elements(products) with ordinality as given (e, place));
end;
$$;

-- Undoes a bulk change of the last minute, each product on its own: what somebody edited since stays. Takes its id and the staff member who made it.
-- Returns like `public.change_products`. Refuses 404 `undo_expired`.
create function public.undo_product_changes(bulk_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  change shop.bulk_changes;
  outcomes jsonb := '[]';
  refusal text;
begin
  -- Held before anything else is: of two clicks at once, the second finds nothing left.
  perform 1 from shop.bulk_changes b
   where b.id = bulk_id and b.actor = undo_product_changes.actor and b.created_at > shop.undoable_since() order by b.product_id for update;
  if not found then
    perform shop.refuse('undo_expired');
  end if;
  -- Categories come before products, as in every edit.
  perform 1 from public.categories c
   where c.slug in (select b.before ->> 'category' from shop.bulk_changes b where b.id = bulk_id) order by c.slug for key share;
  for change in select * from shop.bulk_changes b where b.id = bulk_id order by b.product_id loop
    begin
      refusal := null;
      perform public.edit_product(change.product_id, change.before, change.version, undo_product_changes.actor);
    exception when sqlstate 'PGRST' then
      get stacked diagnostics refusal = message_text;
    end;
    outcomes := outcomes || jsonb_build_object('id', change.product_id, 'refusal', refusal::jsonb);
  end loop;
  delete from shop.bulk_changes b where b.id = bulk_id;
  return outcomes;
end;
$$;

-- What a file of products may speak of. Takes ids, SKUs and names. Returns {count: how many products there ever were, products: those with one of them, deleted
-- ones too, each with all its variants: [{color, size, sku, stock_quantity, is_archived}]}.
create function public.find_products(product_ids text[], skus text[], names text[]) returns jsonb
language sql stable set search_path = ''
as $$
  with wanted as (
    select p.id from public.products p where p.id = any (product_ids) or (p.name = any (names) and p.archived_at is null)
    union select v.product_id from public.product_variants v where v.sku = any (skus)
  )
  select jsonb_build_object(
    'count', (select count(*) from public.products),
    'products', (select coalesce(jsonb_agg(to_jsonb(p) || jsonb_build_object(
        'variants', (select jsonb_agg(jsonb_build_object('color', v.color, 'size', v.size, 'sku', v.sku, 'stock_quantity', v.stock_quantity,
                                                         'is_archived', v.archived_at is not null)
                                      order by array_position(p.sizes, v.size), array_position(p.colors, v.color), v.id)
                       from public.product_variants v where v.product_id = p.id)) order by p.id), '[]')
                   from wanted w join public.products p on p.id = w.id));
$$;

-- Adds and edits the products of a file, all or none. Takes [{id, expected_version: the version that was read, or null for a new product, fields: as `public.create_product` or
-- `public.edit_product` takes them, stock_seen}], the count of `public.find_products`, and the staff member. Returns how many there were.
-- Refuses 409 `catalogue_changed` when it would add products and others were added meanwhile, which may be the same, and whatever those two refuse with.
create function public.import_products(entries jsonb, known integer, actor uuid) returns integer
-- A file of thousands takes longer than a request usually may; PostgREST reads this before it calls.
language plpgsql set search_path = '' set statement_timeout = '60s'
as $$
begin
  -- One file at a time: two of them could add the same product.
  perform pg_advisory_xact_lock(hashtext('public.import_products'));
  if exists (select from jsonb_array_elements(entries) e where e ->> 'expected_version' is null) and (select count(*) from public.products) <> known then
    perform shop.refuse('catalogue_changed');
  end if;
  perform 1 from public.categories c
   where c.slug in (select e -> 'fields' ->> 'category' from jsonb_array_elements(entries) e) order by c.slug for key share;
  perform shop.lock_products(array (select e ->> 'id' from jsonb_array_elements(entries) e where e ->> 'expected_version' is not null));

  -- First those that are there: a new product may take the SKU that one of them gives up.
  perform public.edit_product(e ->> 'id', e -> 'fields', (e ->> 'expected_version')::timestamptz, actor, (e ->> 'stock_seen')::integer)
    from jsonb_array_elements(entries) e where e ->> 'expected_version' is not null;
  perform shop.add_products(jsonb_agg(e.entry -> 'fields' || jsonb_build_object('id', e.entry -> 'id') order by e.place), actor)
    from jsonb_array_elements(entries) with ordinality as e (entry, place) where e.entry ->> 'expected_version' is null having count(*) > 0;
  return jsonb_array_length(entries);
end;
$$;

-- The products that photos named by SKU belong to. Takes SKUs. Returns [{sku, color, product_id, name, images, photo_colors, updated_at, file_names: of the photos it
-- shows already}]; SKUs that nobody has are left out.
create function public.find_photo_targets(skus text[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('sku', v.sku, 'color', v.color, 'product_id', p.id, 'name', p.name, 'images', p.images,
                                               'photo_colors', p.photo_colors, 'updated_at', p.updated_at, 'file_names', array (
           select f.file_name from unnest(p.images) as i (address) join public.photos f on f.name = regexp_replace(i.address, '^.*/', '')))
         order by v.sku), '[]')
    from public.product_variants v join public.products p on p.id = v.product_id
   where v.sku = any (skus) and p.archived_at is null;
$$;

grant execute on function public.find_photo_targets, public.change_products, public.undo_product_changes, public.find_products, public.import_products to service_role;

-- What shoppers looked for and the shop did not find: a term and how often on a day, of nobody. Staff say what a term means, or learn what is wanted.

create table public.missed_searches (
  -- In Pakistan.
  day date not null,
  -- As a search reads it: lower case, without accents and signs.
  term text not null,
  searches integer not null default 1,
  primary key (day, term),
  constraint missed_searches_term_length check (char_length(term) between 2 and 60),
  constraint missed_searches_counted check (searches > 0)
);

alter table public.missed_searches enable row level security;
grant select, insert, update, delete on public.missed_searches to service_role;

-- Counts a search that found nothing. Takes its term. Of a day five hundred terms are kept and no more, so that strangers cannot fill the database.
create function public.count_missed_search(term text) returns void
language plpgsql set search_path = ''
as $$
declare
  today constant date := shop.day_of(now());
begin
  update public.missed_searches m set searches = m.searches + 1 where m.day = today and m.term = count_missed_search.term;
  if found then
    return;
  end if;
  -- One after another, so that they are counted exactly.
  perform pg_advisory_xact_lock(hashtext('missed_searches'));
  if (select count(*) from public.missed_searches m where m.day = today) < 500 then
    insert into public.missed_searches as m (day, term) values (today, count_missed_search.term)
    on conflict on constraint missed_searches_pkey do update set searches = m.searches + 1;
  end if;
end;
$$;

-- The terms of the last thirty days that found nothing: {term, searches, last_day}, the most frequent first; at most a hundred.
create function public.list_missed_searches() returns table (term text, searches bigint, last_day date)
language sql stable set search_path = ''
as $$
  select m.term, sum(m.searches), max(m.day) from public.missed_searches m
   where m.day > shop.day_of(now()) - 30
   group by m.term
   order by sum(m.searches) desc, m.term
   limit 100;
$$;

-- Forgets a term that staff have dealt with, or that means nothing. Takes the term.
create function public.forget_missed_search(term text) returns void
language sql set search_path = ''
as $$
  delete from public.missed_searches m where m.term = forget_missed_search.term;
$$;

grant execute on function public.count_missed_search, public.list_missed_searches, public.forget_missed_search to service_role;

-- Stock and its history. Every piece that comes or goes is a row of the history, and a product's stock is always the sum of its rows:
-- previous + quantity = new, each row beginning where the row before it ended. Each row also belongs to one variant, whose stock is the sum of its rows: so a
-- product's stock is the sum of its variants. Triggers enforce that for every writer.

create type shop.stock_change_kind as enum ('purchase', 'sale', 'adjustment', 'return', 'damage', 'transfer');

create table public.stock_history (
  id text primary key default shop.new_id(),
  -- The order of events of one product: drawn while the product is locked, so it never contradicts the time.
  sequence bigint not null generated always as identity,
  product_id text not null references public.products (id),
  variant_id text not null references public.product_variants (id),
  transaction_type shop.stock_change_kind not null,
  -- Signed: what the change added or, below zero, took away.
  quantity integer not null,
  previous_stock integer not null,
  new_stock integer not null,
  -- What the variant had afterwards.
  variant_stock integer not null,
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
create unique index stock_history_of_variant on public.stock_history (variant_id, sequence desc);
-- Ascending, and read backwards: rows are written in the order of time, which leaves every second page of a descending index half empty.
create index stock_history_newest on public.stock_history (created_at, sequence);
-- What one order, receipt or count booked. For beginnings, too.
create index stock_history_by_reference on public.stock_history (reference_number text_pattern_ops) where reference_number is not null;
create index stock_history_by_type on public.stock_history (transaction_type, created_at);
-- By kind first, so that it serves the list of one kind, too; the list of all kinds merges the beginnings of each.
create index stock_history_by_quantity on public.stock_history (transaction_type, quantity, created_at, sequence);
-- For deleting an account. Most rows come from shoppers without one.
create index stock_history_by_actor on public.stock_history (actor) where actor is not null;

alter table public.stock_history enable row level security;
-- Not even the server changes or deletes a row.
revoke all on public.stock_history from service_role;
grant select, insert on public.stock_history to service_role;

-- The only way stock ever changes, once a product has been added. Writes the product, its variant and their history row in one statement.
-- Takes the product's id, the signed number of pieces, the kind of change, a reference (an order's number) or null, notes, the staff member or null, and the
-- variant's id (null: the one that a product counted as a whole has).
-- Returns the history row. Refuses 404 `product_not_found`, 409 `not_enough_stock` with {productId, available, color?, size?}, 409 `too_much_stock`.
create function shop.change_stock(product_id text, delta integer, kind shop.stock_change_kind, reference text, notes text, actor uuid,
                                  variant_id text default null)
returns public.stock_history
language plpgsql set search_path = ''
as $$
declare
  entry public.stock_history;
  variant public.product_variants;
begin
  -- A shopper's order, not one that staff wrote down: whoever sells out a piece with it hurries no build.
  if actor is null and kind = 'sale' then
    perform shop.act_as_stranger();
  end if;
  -- The product's row is what everybody waits for. Behind it, what the statement below reads is the stock of now.
  perform 1 from public.products p where p.id = change_stock.product_id for no key update;
  with changed as (
    update public.products p
       set stock_quantity = p.stock_quantity + delta
     where p.id = change_stock.product_id and p.stock_quantity::bigint + delta between 0 and 1000000000
       -- The product may have pieces of other choices.
       and exists (select from public.product_variants v
                    where v.product_id = change_stock.product_id and v.stock_quantity + delta >= 0
                      and case when change_stock.variant_id is null then v.color = '' and v.size = '' else v.id = change_stock.variant_id end)
    returning p.id, p.stock_quantity
  ), counted as (
    update public.product_variants v
       set stock_quantity = v.stock_quantity + delta
      from changed c
     where v.product_id = c.id and v.stock_quantity + delta >= 0
       and case when change_stock.variant_id is null then v.color = '' and v.size = '' else v.id = change_stock.variant_id end
    returning v.id, v.stock_quantity
  )
  insert into public.stock_history (product_id, variant_id, transaction_type, quantity, previous_stock, new_stock, variant_stock, reference_number, notes, actor)
  select c.id, v.id, kind, delta, c.stock_quantity - delta, c.stock_quantity, v.stock_quantity, reference, coalesce(change_stock.notes, ''), change_stock.actor
    from changed c cross join counted v
  returning * into entry;

  if entry.id is null then
    select v.* into variant from public.product_variants v
     where v.product_id = change_stock.product_id
       and case when change_stock.variant_id is null then v.color = '' and v.size = '' else v.id = change_stock.variant_id end;
    if not found then
      perform shop.refuse('product_not_found');
    end if;
    if delta > 0 then
      perform shop.refuse('too_much_stock');
    end if;
    perform shop.refuse('not_enough_stock',
      jsonb_strip_nulls(jsonb_build_object('productId', change_stock.product_id, 'available', variant.stock_quantity,
                                           'color', nullif(variant.color, ''), 'size', nullif(variant.size, ''))));
  end if;
  return entry;
end;
$$;

-- Books the opening stock of new products, which nobody else can see yet, as `shop.change_stock` would piece by piece: the first variant of each in one
-- statement, then the second of each. Takes their ids, the entries of each one's variants, and the staff member.
create function shop.book_opening_stock(product_ids text[], choices jsonb[], actor uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  for nth in 0 .. (select max(jsonb_array_length(entries)) - 1 from unnest(choices) entries) loop
    with opened as (
      select p.id as product_id, coalesce(p.entries -> nth ->> 'color', '') as color, coalesce(p.entries -> nth ->> 'size', '') as size,
             (p.entries -> nth ->> 'stockQuantity')::integer as stock
        from unnest(product_ids, choices) as p (id, entries) where (p.entries -> nth ->> 'stockQuantity')::integer > 0
    ), changed as (
      update public.products p set stock_quantity = p.stock_quantity + o.stock from opened o where p.id = o.product_id returning p.id, p.stock_quantity
    ), counted as (
      update public.product_variants v set stock_quantity = o.stock
        from opened o where v.product_id = o.product_id and v.color = o.color and v.size = o.size returning v.id, v.product_id, v.stock_quantity
    )
    insert into public.stock_history (product_id, variant_id, transaction_type, quantity, previous_stock, new_stock, variant_stock, notes, actor)
    select c.id, v.id, 'adjustment', v.stock_quantity, c.stock_quantity - v.stock_quantity, c.stock_quantity, v.stock_quantity, 'Opening stock',
           book_opening_stock.actor
      from changed c join counted v on v.product_id = c.id;
  end loop;
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

-- Trigger: a variant's stock only changes together with a history row that says so.
create function shop.require_history_row_of_variant() returns trigger
language plpgsql set search_path = ''
as $$
declare
  last_row public.stock_history;
begin
  select * into last_row from public.stock_history h where h.variant_id = new.id order by h.sequence desc limit 1;
  if last_row.variant_stock - last_row.quantity is distinct from old.stock_quantity or last_row.variant_stock is distinct from new.stock_quantity then
    raise exception 'the stock of variant % changes through shop.change_stock only', new.sku using errcode = 'restrict_violation';
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
  variant_stock integer;
  before integer;
  variant_before integer;
begin
  -- Locked, so that no change can be committed between this row and the stock it is compared with.
  select p.stock_quantity into stock from public.products p where p.id = new.product_id for no key update;
  select v.stock_quantity into variant_stock from public.product_variants v where v.id = new.variant_id and v.product_id = new.product_id;
  select h.new_stock into before from public.stock_history h
   where h.product_id = new.product_id and h.sequence < new.sequence order by h.sequence desc limit 1;
  select h.variant_stock into variant_before from public.stock_history h
   where h.variant_id = new.variant_id and h.sequence < new.sequence order by h.sequence desc limit 1;
  if (stock = new.new_stock and coalesce(before, 0) = new.previous_stock
      and variant_stock = new.variant_stock and coalesce(variant_before, 0) = new.variant_stock - new.quantity) is not true
     or exists (select from public.stock_history h where h.product_id = new.product_id and h.sequence > new.sequence) then
    raise exception 'a history row of product % must continue the history and equal its stock', new.product_id using errcode = 'restrict_violation';
  end if;
  return null;
end;
$$;

-- Trigger: a product, or a variant of it, is created without stock.
create function shop.require_no_stock() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'a new product or variant starts with no stock; shop.change_stock adds it' using errcode = 'restrict_violation';
end;
$$;

create trigger products_start_empty before insert on public.products
  for each row when (new.stock_quantity <> 0) execute function shop.require_no_stock();
create trigger product_variants_start_empty before insert on public.product_variants
  for each row when (new.stock_quantity <> 0) execute function shop.require_no_stock();
-- After the statement, when the history row of the same statement can be seen.
create trigger products_stock_in_history after update on public.products
  for each row when (old.stock_quantity is distinct from new.stock_quantity) execute function shop.require_history_row();
create trigger product_variants_stock_in_history after update on public.product_variants
  for each row when (old.stock_quantity is distinct from new.stock_quantity) execute function shop.require_history_row_of_variant();
create trigger stock_history_follows_stock after insert on public.stock_history
  for each row execute function shop.require_stock_of_history_row();
create trigger stock_history_append_only before update or delete on public.stock_history
  for each row execute function shop.refuse_change();
create trigger stock_history_never_truncated before truncate on public.stock_history
  for each statement execute function shop.refuse_change();

-- The history as the API shows it, with the name of the product, archived or not, the choice the pieces are of, and the staff member. Rows that the reader
-- may not see stay hidden.
create view public.stock_records with (security_invoker = true) as
  select h.id, h.sequence, h.product_id, (select p.name from public.products p where p.id = h.product_id) as product_name,
         h.transaction_type, h.quantity, h.previous_stock, h.new_stock, h.reference_number, h.notes, h.created_at,
         (select s.username from public.staff s where s.id = h.actor) as actor_name, v.color, v.size, v.sku, h.variant_stock
    from public.stock_history h join public.product_variants v on v.id = h.variant_id;

grant select on public.stock_records to service_role;

-- Changes the stock of one variant by hand: `adjustment` sets it to exactly these pieces, `purchase` and `return` add them, `damage` takes them away.
-- Takes the product's id, the kind, the pieces, notes, the staff member, and the variant's colour, size or SKU, which a product counted as a whole does not need.
-- Returns the history row with the product's name. Refuses 404 `product_not_found`, also for an archived product, 409 `not_enough_stock`, and 422 the field
-- `color`, `size` or `sku` when it is not clear which variant is meant.
create function public.adjust_stock(product_id text, kind shop.stock_change_kind, units integer, notes text, actor uuid,
                                    color text default null, size text default null, sku text default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  variant public.product_variants;
  entry public.stock_history;
begin
  -- Locked before it is read, because an exact stock becomes a difference to the current one.
  perform 1 from public.products p where p.id = adjust_stock.product_id and p.archived_at is null for no key update;
  if not found then
    perform shop.refuse('product_not_found');
  end if;

  variant := shop.require_variant(adjust_stock.product_id, color, size, sku);
  entry := shop.change_stock(
    adjust_stock.product_id,
    case kind when 'adjustment' then units - variant.stock_quantity when 'damage' then -units when 'purchase' then units when 'return' then units end,
    kind, null, notes, actor, variant.id);
  return (select to_jsonb(r) from public.stock_records r where r.id = entry.id);
end;
$$;

-- A page of the history. Takes a product, a kind, two moments (beginnings of days in Pakistan; each filter may be null), how many rows to skip and how
-- many to return, a sort key (`createdAt`, `transactionType`: newest first within a kind, `quantity`: signed) and its direction, and a reference: with `PO-1001`
-- come its receipts `PO-1001-R1` …. Returns {items, total}.
create function public.list_stock_history(product_id text, kind shop.stock_change_kind, from_time timestamptz, to_time timestamptz,
                                          page_offset integer, page_limit integer, sort_by text default 'createdAt', ascending boolean default false,
                                          reference text default null)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  ordering constant text := format(case sort_by when 'quantity' then 'h.quantity %1$s, h.created_at %1$s, h.sequence %1$s'
                                               when 'transactionType' then 'h.transaction_type %1$s, h.created_at desc, h.sequence desc'
                                               else 'h.created_at %1$s, h.sequence %1$s' end, case when ascending then 'asc' else 'desc' end);
  conditions constant text := '($2 is null or h.transaction_type = $2) and ($3 is null or h.created_at >= $3) and ($4 is null or h.created_at < $4)';
  source constant text := case
    -- `offset 0` makes Postgres find the few rows by their index and sort them, instead of scanning all rows in order.
    when coalesce(product_id, reference) is not null then
      '(select * from public.stock_history h
         where ($1 is null or h.product_id = $1) and ($7 is null or h.reference_number = $7 or h.reference_number like $8) and %1$s offset 0) h'
    when sort_by = 'createdAt' then '(select * from public.stock_history h where %1$s) h'
    else 'unnest($5) k (kind)
           cross join lateral (select * from public.stock_history h where h.transaction_type = k.kind and %1$s order by %2$s limit $6) h' end;
  receipts constant text := regexp_replace(reference, '([\\%_])', '\\\1', 'g') || '-%';
  ids text[];
  total bigint;
begin
  execute format('select array (select h.id from ' || source || ' order by %2$s limit $6)', conditions, ordering)
     into ids using list_stock_history.product_id, kind, from_time, to_time, enum_range(null::shop.stock_change_kind), page_offset + page_limit,
                    reference, receipts;

  if coalesce(product_id, reference) is null then
    total := shop.count_records('stock', kind::text, from_time, to_time);
  else
    execute format('select count(*) from ' || source, conditions) into total
      using list_stock_history.product_id, kind, from_time, to_time, null, null, reference, receipts;
  end if;
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(to_jsonb(r) order by page.place), '[]')
                from unnest(ids[page_offset + 1 : page_offset + page_limit]) with ordinality as page (id, place)
                join public.stock_records r on r.id = page.id),
    'total', total);
end;
$$;

grant execute on function public.adjust_stock, public.list_stock_history to service_role;

-- Stock as staff list and count it. A stock count books many variants at once, under one number: COUNT-1001.

create sequence shop.stock_count_numbers start 1001;
grant usage on sequence shop.stock_count_numbers to service_role;

create table public.stock_counts (
  id text primary key default shop.new_id(),
  -- The reference of its rows in the stock history.
  count_number text not null default 'COUNT-' || nextval('shop.stock_count_numbers'),
  -- Those rows, in the order in which they were counted.
  entries text[] not null default '{}',
  actor uuid references auth.users (id) on delete set null,
  -- One attempt is one count: the key it was sent with, and the fingerprint of what was sent.
  idempotency_key text,
  request_fingerprint text,
  created_at timestamptz not null default clock_timestamp(),
  constraint stock_counts_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint stock_counts_number_unique unique (count_number),
  constraint stock_counts_key_unique unique (idempotency_key)
);

create index stock_counts_by_actor on public.stock_counts (actor) where actor is not null;

alter table public.stock_counts enable row level security;
-- Not even the server deletes a count.
revoke all on public.stock_counts from service_role;
grant select, insert, update on public.stock_counts to service_role;

-- A count as the API shows it: {id, count_number, created_at, items}, the items as `stock_records`.
create function shop.stock_count_json(count public.stock_counts) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', count.id, 'count_number', count.count_number, 'created_at', count.created_at,
    'items', (select coalesce(jsonb_agg(to_jsonb(r) order by e.place), '[]')
                from unnest(count.entries) with ordinality as e (id, place) join public.stock_records r on r.id = e.id));
$$;

-- Books what was counted: one adjustment per variant, also of one that was right. What counts is the difference between the pieces counted and the stock
-- that was in the books then, so that pieces sold meanwhile stay sold. Takes [{sku, counted, stockSeen}], notes, the staff member and the key of the
-- attempt or null; a repeated key answers with the first count. Refuses 422 the field `items.N.sku` of an unknown or archived piece, 409
-- `not_enough_stock` when more were sold meanwhile than were found, 422 `idempotency_mismatch`.
create function public.count_stock(items jsonb, notes text, actor uuid, idempotency_key text default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  fingerprint constant text := md5(jsonb_build_array(items, notes)::text);
  booked public.stock_counts;
  unknown bigint;
  line record;
  entry public.stock_history;
  entry_ids text[] := array[]::text[];
begin
  insert into public.stock_counts (actor, idempotency_key, request_fingerprint)
  values (count_stock.actor, count_stock.idempotency_key, fingerprint)
  on conflict on constraint stock_counts_key_unique do nothing returning * into booked;
  if not found then
    select * into booked from public.stock_counts c where c.idempotency_key = count_stock.idempotency_key;
    if booked.request_fingerprint <> fingerprint then
      perform shop.refuse('idempotency_mismatch', null, '{"of": "count"}');
    end if;
    return shop.stock_count_json(booked);
  end if;

  -- In the order in which everybody locks products.
  perform 1 from public.products p
    where p.id in (select v.product_id from jsonb_array_elements(items) i join public.product_variants v on v.sku = i ->> 'sku')
    order by p.id for no key update;
  select i.place - 1 into unknown from jsonb_array_elements(items) with ordinality as i (item, place)
   where not exists (select from public.product_variants v join public.products p on p.id = v.product_id
                      where v.sku = i.item ->> 'sku' and v.archived_at is null and p.archived_at is null)
   order by i.place limit 1;
  if found then
    perform shop.refuse_field(format('items.%s.sku', unknown), 'No piece on offer has this SKU');
  end if;

  for line in
    select v.product_id, v.id as variant_id, (i.item ->> 'counted')::integer - (i.item ->> 'stockSeen')::integer as difference
      from jsonb_array_elements(items) with ordinality as i (item, place) join public.product_variants v on v.sku = i.item ->> 'sku'
     order by v.product_id, i.place
  loop
    entry := shop.change_stock(line.product_id, line.difference, 'adjustment', booked.count_number, notes, actor, line.variant_id);
    entry_ids := entry_ids || entry.id;
  end loop;
  update public.stock_counts c set entries = entry_ids where c.id = booked.id returning * into booked;
  return shop.stock_count_json(booked);
end;
$$;

-- A page of the products on sale with their stock. Takes a pattern for a part of the name or of an SKU, the SKU that was typed in full (both null: any), a
-- category, a level (`low`: some choice has at most `low_at` pieces; `out`: shoppers cannot buy some choice; each null: any), a sort key (`name`, `category`,
-- `stockQuantity`) and its direction, how many rows to skip and how many to return. Returns {items, total}; the piece with exactly that SKU comes first.
create function public.list_stock_levels(typed_like text, typed_sku text, category text, level text, low_at integer, sort_by text, ascending boolean,
                                         page_offset integer, page_limit integer)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  ordering constant text := format(case sort_by when 'category' then 'f.category %1$s, ' when 'stockQuantity' then 'f.stock_quantity %1$s, ' else '' end
    || case when sort_by = 'name' then 'f.name %1$s, f.id' else 'f.name, f.id' end, case when ascending then 'asc' else 'desc' end);
  ids text[];
  total bigint;
begin
  -- No index on stock on purpose: every piece sold would rewrite all indexes of its product, while ten thousand products are read and sorted in some ten
  -- milliseconds.
  execute $query$
    with variants as materialized (select v.product_id, v.sku, v.stock_quantity from public.product_variants v where v.archived_at is null),
    found_ones as (
      select p.id, p.name, p.category, p.stock_quantity, p.id in (select v.product_id from variants v where v.sku = $2) as is_exact
        from public.products p
       where p.archived_at is null
         and ($1 is null or p.name ilike $1 or p.id in (select v.product_id from variants v where v.sku ilike $1))
         and ($3 is null or p.category = $3)
         and ($4 is distinct from 'low' or p.id in (select v.product_id from variants v where v.stock_quantity <= $5))
         and ($4 is distinct from 'out' or not p.is_available or p.id in (select v.product_id from variants v where v.stock_quantity = 0)))
    select (select array (select f.id from found_ones f order by f.is_exact desc, $query$ || ordering || $query$ offset $6 limit $7)),
           (select count(*) from found_ones)
  $query$ into ids, total using typed_like, typed_sku, list_stock_levels.category, level, low_at, page_offset, page_limit;

  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(shop.product_json(p) order by page.place), '[]')
                from unnest(ids) with ordinality as page (id, place) join public.products p on p.id = page.id),
    'total', total);
end;
$$;

grant execute on function public.count_stock, public.list_stock_levels to service_role;

-- Codes that take something off an order: what they are, and for whom. What an order with a code costs stands in 061, each use in 077.

create type shop.discount_kind as enum ('percent', 'sum');
create type shop.discount_target as enum ('lines', 'delivery');

-- How a code is compared: without case, spaces and hyphens, with what looks alike as one (O and 0; I, L and 1), and the digits of an Urdu or Arabic keyboard
-- as those of a Latin one. Takes it as typed.
create function shop.code_key(typed text) returns text
language sql immutable set search_path = ''
as $$
  select translate(upper(regexp_replace(normalize(typed, nfkc), '[\s_-]', '', 'g')), 'OIL۰۱۲۳۴۵۶۷۸۹٠١٢٣٤٥٦٧٨٩', '01101234567890123456789');
$$;

create table public.discount_codes (
  id text primary key default shop.new_id(),
  -- As customers are told: EID10.
  code text not null,
  code_key text not null generated always as (shop.code_key(code)) stored,
  -- Whose code it is, or of which campaign.
  name text not null default '',
  kind shop.discount_kind not null,
  target shop.discount_target not null default 'lines',
  -- Percent, or rupees.
  value numeric(12, 2) not null,
  starts_at timestamptz,
  ends_at timestamptz,
  -- Of all lines, before the discount.
  minimum numeric(12, 2) not null default 0,
  -- What it is for; both empty: everything. A product counts when it is named, or its category is.
  product_ids text[] not null default '{}',
  categories text[] not null default '{}',
  max_uses integer,
  -- How many orders have it: by the trigger of their table alone.
  uses integer not null default 0,
  once_per_phone boolean not null default true,
  new_customers_only boolean not null default false,
  is_paused boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint discount_codes_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint discount_codes_code_shape check (code ~ '^[A-Z0-9]{3,20}$'),
  constraint discount_codes_code_unique unique (code_key),
  constraint discount_codes_name_length check (char_length(name) <= 80),
  constraint discount_codes_value_range check (value > 0 and (kind = 'sum' or value <= 100)),
  constraint discount_codes_ends_after_start check (ends_at > starts_at),
  constraint discount_codes_minimum_not_negative check (minimum >= 0),
  constraint discount_codes_max_uses_positive check (max_uses > 0),
  -- What holds however many orders come at once.
  constraint discount_codes_uses_in_range check (uses >= 0 and (max_uses is null or uses <= max_uses))
);

create trigger discount_codes_touched before update of code, name, kind, target, value, starts_at, ends_at, minimum, product_ids, categories, max_uses,
  once_per_phone, new_customers_only, is_paused on public.discount_codes for each row execute function shop.touch_updated_at();

alter table public.discount_codes enable row level security;
grant select, insert, update on public.discount_codes to service_role;

-- Who orders. A customer is a person the shop knows by phone: whoever orders with a number that the shop knows is that customer, anybody else is a new one.
-- The order itself makes them, in its own transaction, so that no order is without.

-- What staff decided about further orders.
create type shop.customer_block as enum ('none', 'prepaid_only', 'do_not_ship');

create table public.customers (
  id text primary key default shop.new_id(),
  -- As in the first order, until staff correct it.
  name text not null,
  email text not null,
  -- For staff alone.
  notes text not null default '',
  tags text[] not null default '{}',
  block shop.customer_block not null default 'none',
  -- Store credit in rupees: by the ledger (078_payments.sql) alone.
  credit numeric(12, 2) not null default 0,
  last_order_at timestamptz not null default now(),
  -- The customer who has the phones and orders of this one since staff said that they are the same person.
  merged_into text references public.customers (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint customers_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint customers_email_lowercase check (email = lower(email)),
  constraint customers_credit_not_negative check (credit >= 0),
  constraint customers_not_merged_into_self check (merged_into <> id)
);

create index customers_newest_order on public.customers (last_order_at desc, id) where merged_into is null;
create index customers_by_tags on public.customers using gin (tags) where tags <> '{}';
create index customers_blocked on public.customers (block, last_order_at desc) where block <> 'none';
create index customers_by_email on public.customers (email text_pattern_ops) where merged_into is null;
create index customers_merged on public.customers (merged_into) where merged_into is not null;

-- An order of theirs is no edit.
create trigger customers_touched before update on public.customers
  for each row when (old.name <> new.name or old.email <> new.email or old.notes <> new.notes or old.tags <> new.tags or old.block <> new.block)
  execute function shop.touch_updated_at();

alter table public.customers enable row level security;
grant select, insert, update on public.customers to service_role;

create table shop.customer_phones (
  -- As `shop.normal_phone` writes it. What an old shop stored and cannot be read is kept as it is.
  phone text primary key,
  customer_id text not null references public.customers (id),
  created_at timestamptz not null default now()
);

create index customer_phones_by_customer on shop.customer_phones (customer_id);

alter table shop.customer_phones enable row level security;
grant select, insert, update on shop.customer_phones to service_role;

-- A number inside of Pakistan, without its leading zero, as +92…; null when it is none.
create function shop.national_phone(digits text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select '+92' || digits where digits ~ '^(3[0-9]{9}|[24-9][0-9]{8,9}|[24-9][0-9]{1,2}111[0-9]{6})$';
$$;

-- One phone number as the shop stores it, however it is written: +92… for Pakistan, with Urdu and Arabic digits read, other numbers with their 7 to 15
-- digits. Null for anything else. The same as `normalizePhone` in src/domain/phone.ts, which also finds two numbers in one field.
create function shop.normal_phone(typed text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  bare text;
  digits text;
begin
  -- What the API sends is written like this already.
  if typed ~ '^\+923[0-9]{9}$' then
    return typed;
  end if;
  bare := normalize(translate(typed, '۰۱۲۳۴۵۶۷۸۹٠١٢٣٤٥٦٧٨٩', '01234567890123456789'), nfkc);
  -- The marks that chat programs put around a number, then what stands between its digits.
  bare := regexp_replace(bare, '[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]', '', 'g');
  bare := regexp_replace(bare, '^\s*tel:', '', 'i');
  bare := regexp_replace(bare, '[\s\u2010-\u2015\u2212./\\()\[\]{}_·•-]', '', 'g');
  if bare !~ '^\+?[0-9]+$' then
    return null;
  end if;

  digits := ltrim(bare, '+');
  if digits ~ '^003[0134][0-9]{8}$' then
    return null;
  end if;
  if digits ~ '^00' then
    -- No country code begins with 0: extra zeros were typed out of habit.
    digits := ltrim(digits, '0');
    bare := '+' || digits;
  end if;
  return case
    when digits ~ '^0' then shop.national_phone(substr(regexp_replace(digits, '^092(?=3[0-9]{9}$)', '0'), 2))
    when bare ~ '^\+92' or digits ~ '^920?[2-9][0-9]{8,9}$' then shop.national_phone(regexp_replace(substr(digits, 3), '^0', ''))
    when bare !~ '^\+' and digits ~ '^3[0-9]{9}$' then '+92' || digits
    when bare !~ '^\+' and digits ~ '^(92[03][0-9]{7,}|3[0-9]{8}|3[0-9]{10})$' then null
    when length(digits) between 7 and 15 then bare
  end;
end;
$$;

-- Trigger: gives an order the customer of its phone, and writes the phone as all others. Also when staff correct the phone: then the order is that person's.
-- Refuses 422 the field `customerPhone` when it is no phone.
create function shop.give_order_its_customer() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'INSERT' or new.customer_phone <> old.customer_phone then
    new.customer_phone := shop.normal_phone(new.customer_phone);
    if new.customer_phone is null then
      perform shop.refuse_field('customerPhone', 'Enter a valid phone number');
    end if;
  end if;

  loop
    -- Locks the customer, so that nobody merges them away meanwhile. One who was merged a moment ago is not found: the next round sees the other.
    update public.customers c set last_order_at = greatest(c.last_order_at, new.created_at)
      from shop.customer_phones p
     where p.phone = new.customer_phone and c.id = p.customer_id and c.merged_into is null
    returning c.id into new.customer_id;
    exit when found;

    -- Of two first orders at once one makes the customer; the other waits here and finds it in the next round.
    with first_seen as (
      insert into shop.customer_phones as p (phone, customer_id, created_at) values (new.customer_phone, shop.new_id(), new.created_at)
      on conflict (phone) do nothing returning p.customer_id
    )
    insert into public.customers as c (id, name, email, last_order_at, created_at)
    select f.customer_id, new.customer_name, new.customer_email, new.created_at, new.created_at from first_seen f
    returning c.id into new.customer_id;
    exit when found;
  end loop;
  return new;
end;
$$;

-- What the shop knows of a customer's orders, without archived ones: {orders, delivered, returned, cancelled, open, value, first_order_at, last_order_at}.
-- `returned`: the last parcel came back, or failed and the order was cancelled; such an order counts as nothing else. `value` is what was delivered, in
-- rupees. Times are null without an order.
create function shop.customer_record(customer_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
             'orders', count(*),
             'delivered', count(*) filter (where o.status = 'delivered' and not o.is_returned),
             'returned', count(*) filter (where o.is_returned),
             'cancelled', count(*) filter (where o.status = 'cancelled' and not o.is_returned),
             'open', count(*) filter (where shop.is_open(o.status) and not o.is_returned),
             'value', coalesce(sum(o.total_amount) filter (where o.status = 'delivered' and not o.is_returned), 0),
             'first_order_at', min(o.created_at), 'last_order_at', max(o.created_at))
      from (select f.status, f.total_amount, f.created_at,
                   coalesce(s.status = 'returned' or (s.status = 'failed' and f.status = 'cancelled'), false) as is_returned
              from public.orders f
              left join lateral (select l.status from public.shipments l where l.order_id = f.id and l.archived_at is null
                                  order by l.created_at desc, l.id desc limit 1) s on true
             where f.customer_id = customer_record.customer_id and f.archived_at is null) o);
end;
$$;

-- The words by which staff find a customer: name, e-mail address and all phones, as `shop.order_words` has them of orders.
create table shop.customer_words (
  customer_id text primary key references public.customers (id) on delete cascade,
  words tsvector not null
);

create index customer_words_search on shop.customer_words using gin (words) with (fastupdate = off);

alter table shop.customer_words enable row level security;
grant select, insert, update, delete on shop.customer_words to service_role;

-- Stores the words of a customer. Takes the row.
create function shop.write_customer_words(customer public.customers) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into shop.customer_words (customer_id, words)
  values (customer.id, array_to_tsvector(array (
            select distinct left(w, 100)
              from unnest(shop.split_words(customer.name) || shop.split_words(split_part(customer.email, '@', 1))
                          || array (select p from shop.customer_phones c, unnest(shop.phone_words(c.phone)) p where c.customer_id = customer.id)) w
             where w <> '')))
  on conflict on constraint customer_words_pkey do update set words = excluded.words;
end;
$$;

-- Trigger: stores the words of a customer, or removes them when another one has taken their place.
create function shop.store_customer_words() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.merged_into is null then
    perform shop.write_customer_words(new);
  else
    delete from shop.customer_words w where w.customer_id = new.id;
  end if;
  return null;
end;
$$;

create trigger customers_words_new after insert on public.customers for each row execute function shop.store_customer_words();
create trigger customers_words after update on public.customers
  for each row when (old.name <> new.name or old.email <> new.email or old.merged_into is distinct from new.merged_into)
  execute function shop.store_customer_words();

-- A customer as lists show them: the row with phones and record. Takes the row.
create function shop.customer_json(customer public.customers) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(customer) || jsonb_build_object(
           'record', shop.customer_record(customer.id),
           'phones', (select coalesce(jsonb_agg(p.phone order by p.created_at, p.phone), '[]') from shop.customer_phones p where p.customer_id = customer.id));
$$;

-- A page of the customers, last order first. Takes words in lower case, each the beginning of one of the customer's words (null: any), a pattern for the e-mail
-- address, an order's number with or without `ORD-`, a tag and a block (each may be null), how many rows to skip and how many to return. Who has the order
-- is found whatever the words say. Returns {items, total}.
create function public.list_customers(typed_words text[], email_like text, number text, tag text, blocked shop.customer_block,
                                      page_offset integer, page_limit integer) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  ids text[];
  total bigint;
begin
  if typed_words is null and email_like is null and number is null then
    ids := array (select c.id from public.customers c
                   where c.merged_into is null and (tag is null or c.tags @> array[tag]) and (blocked is null or c.block = blocked)
                   order by c.last_order_at desc, c.id offset page_offset limit page_limit);
    select count(*) into total from public.customers c
     where c.merged_into is null and (tag is null or c.tags @> array[tag]) and (blocked is null or c.block = blocked);
  else
    ids := array (
      select c.id
        from (select w.customer_id as id from shop.customer_words w where typed_words is not null and w.words @@ shop.word_prefix_query(typed_words)
              union
              select e.id from public.customers e where typed_words is null and e.email like email_like
              union
              select o.customer_id from public.orders o where o.order_number in (number, 'ORD-' || number)) m
        join public.customers c on c.id = m.id
       where c.merged_into is null and (email_like is null or c.email like email_like) and (tag is null or c.tags @> array[tag])
         and (blocked is null or c.block = blocked)
       order by c.last_order_at desc, c.id);
    total := cardinality(ids);
    ids := ids[page_offset + 1 : page_offset + page_limit];
  end if;
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(shop.customer_json(c) order by page.place), '[]')
                from unnest(ids) with ordinality as page (id, place) join public.customers c on c.id = page.id),
    'total', total);
end;
$$;

-- A customer with all that the shop knows of them: {…, phones, record, addresses: [{address, city, orders, last_used_at}], orders: the last fifty, as
-- {id, order_number, status, total_amount, created_at}, similar: other customers with the same e-mail address, credit_history: the payments
-- that moved their store credit, the last one first, as `shop.payment_json`}. For one who was merged, whoever took their place. Takes the id. Refuses 404 `customer_not_found`.
create function public.find_customer(customer_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  customer public.customers;
begin
  select * into customer from public.customers c where c.id = find_customer.customer_id;
  while customer.merged_into is not null loop
    select * into customer from public.customers c where c.id = customer.merged_into;
  end loop;
  if customer.id is null then
    perform shop.refuse('customer_not_found');
  end if;
  return shop.customer_json(customer) || jsonb_build_object(
    'addresses', (select coalesce(jsonb_agg(to_jsonb(a) order by a.last_used_at desc), '[]')
                    from (select max(o.customer_address) as address, max(o.city) as city, count(*) as orders, max(o.created_at) as last_used_at
                            from public.orders o where o.customer_id = customer.id and o.archived_at is null and o.customer_address <> ''
                           group by shop.address_key(o.customer_address, o.city) order by 4 desc limit 20) a),
    'orders', (select coalesce(jsonb_agg(to_jsonb(l) order by l.created_at desc, l.id), '[]')
                 from (select o.id, o.order_number, o.status, o.total_amount, o.created_at from public.orders o
                        where o.customer_id = customer.id and o.archived_at is null order by o.created_at desc, o.id limit 50) l),
    'similar', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'record', shop.customer_record(s.id)) order by s.last_order_at desc), '[]')
                  from (select * from public.customers e
                         where e.email = customer.email and e.email <> '' and e.id <> customer.id and e.merged_into is null
                         order by e.last_order_at desc limit 5) s),
    'credit_history', (select coalesce(jsonb_agg(shop.payment_json(p) order by p.sequence desc), '[]')
                         from public.payments p where p.customer_id = customer.id));
end;
$$;

-- Who orders with a phone, for staff who write down the next order: {customer}, null when nobody has. The customer is as lists show them, with
-- open_orders: the last twenty that are pending, processing or on their way, as {id, order_number, status, total_amount, created_at}. Takes the phone.
create function public.find_customer_of_phone(phone text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object('customer', (
    select shop.customer_json(c) || jsonb_build_object('open_orders', (
             select coalesce(jsonb_agg(to_jsonb(l) order by l.created_at desc, l.id), '[]')
               from (select o.id, o.order_number, o.status, o.total_amount, o.created_at from public.orders o
                      where o.customer_id = c.id and o.archived_at is null and shop.is_open(o.status)
                            -- One that came back is no longer open, as in the record.
                        and (select s.status from public.shipments s where s.order_id = o.id and s.archived_at is null
                              order by s.created_at desc, s.id desc limit 1) is distinct from 'returned'
                      order by o.created_at desc, o.id limit 20) l))
      from shop.customer_phones p join public.customers c on c.id = p.customer_id
     where p.phone = shop.normal_phone(find_customer_of_phone.phone)));
end;
$$;

-- Corrects a customer. Takes the id, the fields to change {name?, email?, notes?, tags?, block?}, and the version its editor saw (null: any). Returns the
-- customer as `find_customer` does. Refuses 404 `customer_not_found`, also for one who was merged, 409 `edited_meanwhile`.
create function public.edit_customer(customer_id text, changes jsonb, expected_version timestamptz default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.customers;
begin
  select * into before from public.customers c where c.id = edit_customer.customer_id and c.merged_into is null for no key update;
  if not found then
    perform shop.refuse('customer_not_found');
  end if;
  perform shop.check_version(before.updated_at, expected_version);
  update public.customers c
     set name = coalesce(changes ->> 'name', c.name), email = coalesce(changes ->> 'email', c.email), notes = coalesce(changes ->> 'notes', c.notes),
         block = coalesce((changes ->> 'block')::shop.customer_block, c.block),
         tags = case when changes ? 'tags' then array (select jsonb_array_elements_text(changes -> 'tags')) else c.tags end
   where c.id = before.id;
  return public.find_customer(before.id);
end;
$$;

-- Says that two customers are one person: the phones, orders, store credit, notes and tags of the other go to the one that stays, and the stricter block counts. Nothing is
-- deleted: the other leads to who took their place. Takes both ids and the staff member. Returns the customer as `find_customer` does. Refuses 404
-- `customer_not_found`, also for one who was merged before, 422 the field `other` when it is the same.
-- One at a time, so that it never locks a customer who was merged. Locks the orders by id, then the customers, as placing and correcting an order do, and never
-- waits for an order while it holds a customer: when one came to them meanwhile, it lets go of both and begins again.
create function public.merge_customers(keep text, other text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  kept public.customers;
  merged public.customers;
  locked text[];
begin
  perform shop.act_as(actor);
  if keep = other then
    perform shop.refuse_field('other', 'Choose another customer');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('merging customers', 0));
  loop
    begin
      locked := array (select o.id from public.orders o where o.customer_id = other order by o.id for no key update);
      perform 1 from public.customers c where c.id in (keep, other) and c.merged_into is null for no key update;
      exit when cardinality(locked) = (select count(*) from public.orders o where o.customer_id = other);
      raise sqlstate 'AGAIN';
    exception when sqlstate 'AGAIN' then
      null;
    end;
  end loop;
  select * into kept from public.customers c where c.id = keep and c.merged_into is null;
  select * into merged from public.customers c where c.id = other and c.merged_into is null;
  if kept.id is null or merged.id is null then
    perform shop.refuse('customer_not_found');
  end if;

  update shop.customer_phones p set customer_id = keep where p.customer_id = other;
  update public.customers c set merged_into = keep where c.id = other;
  update public.customers c
     set notes = concat_ws(e'\n', nullif(kept.notes, ''), nullif(merged.notes, '')),
         tags = array (select distinct t from unnest(kept.tags || merged.tags) t order by t),
         block = greatest(kept.block, merged.block),
         created_at = least(kept.created_at, merged.created_at)
   where c.id = keep;
  perform shop.write_customer_words(kept);
  -- Their customer follows from the phone.
  update public.orders o set customer_id = keep where o.customer_id = other;
  update public.payments p set customer_id = keep where p.customer_id = other;
  return public.find_customer(keep);
end;
$$;

grant execute on function public.list_customers, public.find_customer, public.find_customer_of_phone, public.edit_customer, public.merge_customers to service_role;

-- What shoppers ordered. Items keep what was bought as it was then: the product may change or be archived later.

create type shop.order_status as enum ('pending', 'processing', 'shipped', 'delivered', 'cancelled');

-- The groups of statuses stand here once. Written without `set search_path`, so that Postgres puts their bodies into the queries that ask them, which then use
-- indexes by status. Indexes themselves spell their statuses out: they would keep the rows of before when a group changes.

-- Whether something is left to do. Cancelling or deleting such an order returns its stock.
create function shop.is_open(status shop.order_status) returns boolean
language sql immutable parallel safe
return status in ('pending', 'processing', 'shipped');

-- Whether an order is open and nothing of it has been handed over yet. It may be packed: that is when it has a parcel.
create function shop.is_unshipped(status shop.order_status) returns boolean
language sql immutable parallel safe
return status in ('pending', 'processing');

-- Whether an order was handed over, and is under way or has arrived.
create function shop.has_left(status shop.order_status) returns boolean
language sql immutable parallel safe
return status in ('shipped', 'delivered');

create type shop.payment_status as enum ('pending', 'paid', 'failed');
-- Where an order began. Shoppers place those of the website themselves, staff write down the others.
create type shop.order_source as enum ('website', 'instagram', 'whatsapp', 'phone', 'counter');

create sequence shop.order_numbers start 10001;
grant usage on sequence shop.order_numbers to service_role;

-- An address without its spacing, case and punctuation, hashed: two spellings of one address are equal. Takes the address and the city.
create function shop.address_key(address text, city text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return md5(trim(lower(regexp_replace(address || ' ' || city, '[\s,.;:#/()-]+', ' ', 'g'))));
end;
$$;

create table public.orders (
  id text primary key default shop.new_id(),
  order_number text not null default 'ORD-' || nextval('shop.order_numbers'),
  -- By the trigger orders_customer, from the phone.
  customer_id text not null references public.customers (id),
  customer_name text not null,
  -- In lower case, so that a search compares it letter by letter. Empty where staff know none.
  customer_email text not null,
  customer_phone text not null,
  -- Where the courier calls when nobody answers the first.
  second_phone text,
  -- Empty for an order of the counter that is collected in the shop.
  customer_address text not null,
  city text not null default '',
  -- The city that was recognised in what was typed (src/domain/places/cities.ts), and whether couriers collect cash there. Null: nobody knows yet, staff ask.
  city_known text,
  city_takes_cash boolean,
  zip_code text not null default '',
  country text not null default 'pk',
  -- What it costs, by `shop.price_order`: the lines, what is taken off them, the delivery charge after what is taken off that, and the sum.
  subtotal numeric(12, 2) not null,
  discount numeric(12, 2) not null default 0,
  shipping numeric(12, 2) not null,
  delivery_discount numeric(12, 2) not null default 0,
  total_amount numeric(12, 2) not null,
  -- Why something was taken off: the code as it was then, or what staff wrote.
  discount_code text,
  discount_reason text,
  payment_method text not null default 'cash_on_delivery',
  status shop.order_status not null default 'pending',
  -- What was paid, by the ledger (078_payments.sql), which alone writes it: before delivery, with store credit, at the door; and what was paid back.
  advance_verified numeric(12, 2) not null default 0,
  credit_used numeric(12, 2) not null default 0,
  collected numeric(12, 2) not null default 0,
  refunded numeric(12, 2) not null default 0,
  -- What the rider asks for: the one figure that slip, page, mail and parcel show.
  due_on_delivery numeric(12, 2) not null generated always as (
    case when status in ('delivered', 'cancelled') then 0 else greatest(0, total_amount - advance_verified - credit_used + refunded) end) stored,
  -- What the shop has received and may not keep.
  to_refund numeric(12, 2) not null generated always as (
    case when status = 'cancelled' then advance_verified + credit_used + collected - refunded
         else greatest(0, advance_verified + credit_used + collected - refunded - total_amount) end) stored,
  -- Nobody writes it: what is delivered was paid at the door, and what was paid before needs no delivery.
  payment_status shop.payment_status not null generated always as (
    case when status = 'delivered' or (advance_verified + credit_used > 0 and advance_verified + credit_used - refunded >= total_amount)
         then 'paid'::shop.payment_status else 'pending' end) stored,
  notes text not null default '',
  -- Of staff, for staff.
  tags text[] not null default '{}',
  source shop.order_source not null default 'website',
  -- Who wrote it down; null for a shopper's own.
  placed_by uuid references public.staff (id) on delete set null,
  shopper_id uuid references auth.users (id) on delete set null,
  -- One checkout attempt is one order: the key it was sent with, and the fingerprint of what was sent.
  idempotency_key text,
  request_fingerprint text,
  -- What makes two orders the same: phone, address, and the pieces with their choices. Null for an order that came without a key.
  content_fingerprint text,
  -- The browser it came from: a hash of a number that the browser made up. Null when it sent none.
  device_fingerprint text,
  -- It has taken no pieces yet: strangers hold so many that this one has to prove itself first. Whatever else an open order is, its pieces are taken.
  awaits_proof boolean not null default false,
  -- On its page the shopper can ask to cancel the order. Staff answer: by cancelling it, or by keeping it.
  cancellation_asked_at timestamptz,
  cancellation_reason text not null default '',
  cancellation_answered_at timestamptz,
  -- When the shopper last added pieces on the order's page.
  pieces_added_at timestamptz,
  -- The order that took over the pieces of this one (076_twin_orders.sql).
  merged_into text references public.orders (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  constraint orders_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint orders_order_number_unique unique (order_number),
  constraint orders_customer_email_lowercase check (customer_email = lower(customer_email)),
  constraint orders_idempotency_key_unique unique (idempotency_key),
  constraint orders_country_code check (country ~ '^[a-z]{2}$'),
  constraint orders_address_unless_counter check (customer_address <> '' or source = 'counter'),
  constraint orders_awaits_proof_pending check (not awaits_proof or status = 'pending'),
  constraint orders_merged_cancelled check (merged_into is null or status = 'cancelled' and merged_into <> id),
  constraint orders_refunds_received
    check (least(advance_verified, credit_used, collected) >= 0 and refunded between 0 and advance_verified + credit_used + collected),
  constraint orders_collected_once_delivered check (collected = 0 or status in ('delivered', 'cancelled')),
  constraint orders_payment_method_known check (payment_method = 'cash_on_delivery'),
  constraint orders_total_adds_up check (shipping >= 0 and total_amount = subtotal - discount + shipping),
  constraint orders_discount_in_range check (discount between 0 and subtotal and delivery_discount >= 0),
  constraint orders_discount_says_why
    check (case when discount + delivery_discount = 0 then num_nonnulls(discount_code, discount_reason) = 0
                else num_nonnulls(discount_code, discount_reason) = 1 and discount_reason is distinct from '' end)
);

-- Short parts of an e-mail address are found by reading all addresses here: a few hundredths of a second per 100,000 orders.
create index orders_newest on public.orders (created_at desc, id) include (status, customer_email) where archived_at is null;
-- What was given away in a period.
create index orders_discounted on public.orders (created_at) include (status, discount, delivery_discount)
  where discount + delivery_discount > 0 and archived_at is null;
create index orders_by_status on public.orders (status, created_at desc) where archived_at is null;
create index orders_by_total on public.orders (total_amount, id) where archived_at is null;
create index orders_by_number on public.orders (char_length(order_number), order_number) where archived_at is null;
create index orders_by_customer on public.orders (customer_name, id) where archived_at is null;
create index orders_of_customer on public.orders (customer_id, created_at desc);
create index orders_by_shopper on public.orders (shopper_id, created_at desc) where shopper_id is not null;
-- For accounts that proved the address.
create index orders_of_guests on public.orders (customer_email, created_at desc) where shopper_id is null;
create index orders_by_placer on public.orders (placed_by) where placed_by is not null;
create index orders_by_content on public.orders (content_fingerprint, created_at desc) where content_fingerprint is not null;
create index orders_open_by_phone on public.orders (customer_phone, created_at) where status = 'pending';
create index orders_open_by_address on public.orders (shop.address_key(customer_address, city), created_at) where status = 'pending';
create index orders_open_by_device on public.orders (device_fingerprint, created_at) where status = 'pending';
create index orders_merged on public.orders (merged_into) where merged_into is not null;
-- Money that waits to go back.
create index orders_to_refund on public.orders (updated_at) where to_refund > 0;
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

create trigger orders_customer before insert or update of customer_phone, customer_id on public.orders
  for each row execute function shop.give_order_its_customer();
create trigger orders_touched before update on public.orders for each row execute function shop.touch_updated_at();

alter table public.orders enable row level security;
grant select, insert, update on public.orders to service_role;

create table public.order_items (
  id text primary key default shop.new_id(),
  order_id text not null references public.orders (id),
  position integer not null,
  product_id text not null references public.products (id),
  -- What the pieces were taken from, and go back to.
  variant_id text not null references public.product_variants (id),
  product_name text not null,
  product_image text,
  selected_color text,
  selected_size text,
  quantity integer not null,
  price numeric(12, 2) not null,
  -- The share of the order's discount that belongs to this line, in all.
  discount numeric(12, 2) not null default 0,
  -- Reports read the lines of an order from this index alone.
  constraint order_items_position_unique unique (order_id, position) include (product_id, quantity, price, discount),
  constraint order_items_quantity_positive check (quantity > 0),
  constraint order_items_price_not_negative check (price >= 0),
  constraint order_items_discount_in_range check (discount between 0 and price * quantity)
);

-- Trigger: what is taken off an order is shared out to its lines, to the paisa.
create function shop.require_shared_discount() returns trigger
language plpgsql set search_path = ''
as $$
declare
  row_changed constant jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  touched constant text := coalesce(row_changed ->> 'order_id', row_changed ->> 'id');
begin
  if exists (select from public.orders o where o.id = touched
                and o.discount <> (select coalesce(sum(i.discount), 0) from public.order_items i where i.order_id = o.id)) then
    raise exception 'the lines of order % do not share its discount', touched using errcode = 'check_violation';
  end if;
  return null;
end;
$$;

create constraint trigger orders_discount_placed after insert on public.orders deferrable initially deferred
  for each row when (new.discount <> 0) execute function shop.require_shared_discount();
create constraint trigger orders_discount_changed after update on public.orders deferrable initially deferred
  for each row when (new.discount <> old.discount) execute function shop.require_shared_discount();
create constraint trigger order_items_discount_added after insert on public.order_items deferrable initially deferred
  for each row when (new.discount <> 0) execute function shop.require_shared_discount();
create constraint trigger order_items_discount_gone after delete on public.order_items deferrable initially deferred
  for each row when (old.discount <> 0) execute function shop.require_shared_discount();

create index order_items_by_product on public.order_items (product_id);
create index order_items_by_variant on public.order_items (variant_id);

alter table public.order_items enable row level security;
grant select, insert, delete on public.order_items to service_role;

-- A page of the orders. Takes a status, a pattern for the e-mail address in lower case, two moments (beginnings of days in Pakistan; each filter may be
-- null), a sort key (`createdAt`, `orderNumber`: ORD-9999 before ORD-10000, `totalAmount`, `status`, `customerName`) and its direction, how many rows to skip and how many to return, and words in
-- lower case, each the beginning of a word of the order (null: any), where the orders began (null: anywhere), and what is to be done with them (a work of
-- `shop.order_lists`; null: anything). Returns {items, total}, the orders with their items.
create function public.list_orders(status shop.order_status, email_like text, from_time timestamptz, to_time timestamptz, sort_by text, ascending boolean,
                                   page_offset integer, page_limit integer, typed_words text[] default null,
                                   began shop.order_source default null, work text default null)
returns json
language plpgsql stable set search_path = ''
as $$
declare
  -- The table of words has the columns that most searches filter and sort by; orders are joined only for the others.
  is_searched constant boolean := typed_words is not null;
  is_narrowed constant boolean := email_like is not null or began is not null or work is not null;
  needs_order constant boolean := not is_searched or is_narrowed or sort_by in ('orderNumber', 'totalAmount', 'customerName');
  source constant text := case when not is_searched then 'public.orders o'
                               when needs_order then 'shop.order_words w join public.orders o on o.id = w.order_id'
                               else 'shop.order_words w' end;
  -- Both tables have `status` and `created_at`.
  alias constant text := case when is_searched then 'w' else 'o' end;
  id constant text := case when is_searched then 'w.order_id' else 'o.id' end;
  conditions constant text := case when is_searched then 'w.words @@ shop.order_word_query($5)' else 'o.archived_at is null' end
    || format(' and ($1 is null or %1$s.status = $1) and ($3 is null or %1$s.created_at >= $3) and ($4 is null or %1$s.created_at < $4)', alias)
    || case when email_like is null then '' else ' and o.customer_email like $2' end
    || case when began is null then '' else ' and o.source = $7' end
    || case when work is null then '' else ' and o.id in (select w.order_id from shop.order_lists w where w.work = $8)' end;
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
  if email_like is not null then
    perform shop.assert_may(shop.acting(), 'see_contacts');
  end if;
  -- Dynamic, so that each sort key uses its index; ids alone, so that skipped rows are not read.
  execute format('select array (select %s from %s where %s order by %s, %1$s limit $6)', id, source, conditions, ordering)
     into ids using list_orders.status, email_like, from_time, to_time, typed_words,
                    -- A word index returns all matches in any case.
                    case when is_searched then null when not is_narrowed then page_offset + page_limit
                         else greatest(page_offset + page_limit, counted_at_once) end, began, work;
  if not is_searched and not is_narrowed then
    total := shop.count_records('orders', list_orders.status::text, from_time, to_time);
  elsif is_searched or cardinality(ids) < greatest(page_offset + page_limit, counted_at_once) then
    total := cardinality(ids);
  else
    execute format('select count(*) from public.orders o where %s', conditions)
       into total using list_orders.status, email_like, from_time, to_time, typed_words, null::bigint, began, work;
  end if;
  return json_build_object(
    'items', shop.staff_orders_json(ids[page_offset + 1 : page_offset + page_limit]),
    'total', total);
end;
$$;

-- What was paid of an order beside the cash at its door: {advance, credit, collected, refunded, due, to_refund}, rupees; null where it was nothing, and nothing waits to go
-- back. Takes its row.
create function shop.paid_json(paid public.orders) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return case when paid.advance_verified + paid.credit_used + paid.refunded + paid.to_refund > 0
              then jsonb_build_object('advance', paid.advance_verified, 'credit', paid.credit_used, 'collected', paid.collected,
                                      'refunded', paid.refunded, 'due', paid.due_on_delivery,
                                      'to_refund', paid.to_refund) end;
end;
$$;

-- What an order's shopper may see of it without signing in: {orderNumber, status, isCollected, createdAt, mergedInto, mergedFrom, items, shipments}, nothing
-- about the person. Takes its id.
create function shop.tracked_order_json(order_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (select jsonb_build_object(
           'order_number', o.order_number, 'status', o.status, 'is_collected', o.customer_address = '', 'created_at', o.created_at,
           'updated_at', o.updated_at, 'total_amount', o.total_amount,
           -- Numbers alone: a key is for whoever has the link of that order.
           'merged_into', (select k.order_number from public.orders k where k.id = o.merged_into),
           'merged_from', (select coalesce(jsonb_agg(m.order_number order by m.created_at, m.id), '[]') from public.orders m
                            where m.merged_into = o.id and m.archived_at is null),
           'items', (select jsonb_agg(jsonb_build_object('product_name', i.product_name, 'product_image', i.product_image, 'quantity', i.quantity,
                       'selected_color', i.selected_color, 'selected_size', i.selected_size, 'price', i.price) order by i.position)
                       from public.order_items i where i.order_id = o.id),
           'shipments', (select coalesce(jsonb_agg(jsonb_build_object('shipment_number', s.shipment_number, 'status', s.status, 'carrier', s.carrier,
                       'tracking_number', s.tracking_number, 'shipped_date', s.shipped_date, 'estimated_delivery_date', s.estimated_delivery_date)
                       order by s.created_at), '[]') from public.shipments s where s.order_id = o.id and s.archived_at is null))
           -- Only where something was taken off.
           || jsonb_strip_nulls(jsonb_build_object('discount', nullif(o.discount, 0), 'delivery_discount', nullif(o.delivery_discount, 0),
                'discount_code', o.discount_code, 'paid', shop.paid_json(o)))
            from public.orders o
           where o.id = tracked_order_json.order_id);
end;
$$;

-- Where an order is, for somebody who knows its number and one of its phones. Takes the number, the normalised phone, and how many wrong guesses are
-- allowed {hits, seconds}, for the number and for the phone each, from however many networks; null for any number of them. Returns what
-- `shop.tracked_order_json` says, or null when number and phone do not belong together: a refusal would roll the count back.
-- Refuses 429 `too_many_guesses` {retryAfter}, the right answer, too, since it would be the one that somebody guesses.
create function public.track_order(order_number text, phone text, guesses jsonb default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  asked_number constant text := upper(track_order.order_number);
  -- In this order everywhere, so that two calls cannot wait for each other.
  buckets constant text[] := array[shop.bucket('track number', asked_number), shop.bucket('track phone', track_order.phone)];
  counted_bucket text;
  seconds_to_wait integer := 0;
  order_id text;
begin
  if guesses is not null then
    foreach counted_bucket in array buckets loop
      seconds_to_wait := greatest(seconds_to_wait,
        public.hit_rate_limit(counted_bucket, (guesses ->> 'hits')::integer, (guesses ->> 'seconds')::integer));
    end loop;
  end if;
  if seconds_to_wait > 0 then
    perform shop.refuse('too_many_guesses', jsonb_build_object('retryAfter', seconds_to_wait));
  end if;

  select o.id into order_id from public.orders o
   where o.order_number = asked_number and track_order.phone in (o.customer_phone, o.second_phone) and o.archived_at is null;
  if not found then
    return null;
  elsif guesses is not null then
    -- Who knows both may look as often as they like.
    update public.rate_limits r set hits = r.hits - 1 where r.bucket = any (buckets);
  end if;
  return shop.tracked_order_json(order_id) || shop.parcel_steps_json(order_id);
end;
$$;

grant execute on function public.list_orders, public.track_order to service_role;

-- Placing an order: one transaction that either sells every piece of the cart at today's price, or changes nothing and says why.
-- The same functions price a cart for the shopper, so that the quote shows what the order charges.

-- A line of a cart at today's price, as `shop.price_lines` returns it.
create type shop.priced_line as (
  line_position integer, product_id text, product_name text, product_image text, price numeric, available integer,
  quantity integer, selected_color text, selected_size text, colors text[], sizes text[], variant_id text, missing_choice text
);

-- Prices the lines of a cart. Takes [{productId, quantity, selectedColor?, selectedSize?}].
-- Returns them in order, with today's name, image and price, the variant that the choice belongs to, and the pieces available: 0 when the product is no
-- longer on sale or not offered that way. Where a line lacks a choice that pieces are counted by, `missing_choice` names it (`color`, `size`), and all
-- pieces of the product are available.
create function shop.price_lines(items jsonb)
returns table (line_position integer, product_id text, product_name text, product_image text, price numeric, available integer,
               quantity integer, selected_color text, selected_size text, colors text[], sizes text[], variant_id text, missing_choice text)
language plpgsql stable set search_path = ''
as $$
begin
  return query
    select i.ordinality::integer - 1, i.item ->> 'productId', p.name, p.images[1], p.price,
           case when not p.is_available then 0 when m.choice is null then coalesce(v.stock_quantity, 0) else p.stock_quantity end,
           (i.item ->> 'quantity')::integer, i.color, i.size, p.colors, p.sizes, v.id, m.choice
      from (select j.ordinality, j.item, nullif(j.item ->> 'selectedColor', '') as color, nullif(j.item ->> 'selectedSize', '') as size
              from jsonb_array_elements(items) with ordinality as j (item, ordinality)) i
           -- `offset 0` makes Postgres look up each product by its key, whatever number of lines it planned for.
           left join lateral (select * from public.products o where o.id = i.item ->> 'productId' offset 0) p on p.archived_at is null
           left join lateral (select o.id, o.stock_quantity from public.product_variants o
                               where o.product_id = p.id and o.archived_at is null and (o.color = '' or o.color = i.color) and (o.size = '' or o.size = i.size)
                              offset 0) v on true
           left join lateral (select case when o.size <> '' and i.size is null then 'size' when o.color <> '' and i.color is null then 'color' end as choice
                                from public.product_variants o where v.id is null and o.product_id = p.id and o.archived_at is null limit 1) m on true
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

-- Shares out a sum of rupees in proportion to weights, also rupees, so that the shares add up to the paisa: each gets whole paisas, and those left over go
-- to the largest remainders, the first of equal ones. Takes a sum of at most the weights together. Returns the shares in the order of the weights, none
-- above its weight.
create function shop.shares_of(amount numeric, weights numeric[]) returns numeric[]
language sql immutable set search_path = ''
as $$
  with parts as (
    select n, div(amount * 100 * w, total) as paisas, mod(amount * 100 * w, total) as remainder
      from unnest(weights) with ordinality as given (w, n), (select nullif(sum(w), 0) as total from unnest(weights) w) sums
  )
  select array_agg((coalesce(paisas, 0) + case when place <= amount * 100 - whole then 1 else 0 end) / 100 order by n)
    from (select p.*, row_number() over (order by remainder desc, n) as place, sum(paisas) over () as whole from parts p) ranked;
$$;

-- What the lines of a cart or an order cost. `refusal` says why a code that was asked for takes nothing off: {code, reason} with the reason `unknown`,
-- `not_yet` {startsAt}, `ended`, `used_up`, `used_by_phone`, `new_customers`, `minimum` {missing}, `other_pieces` or `nothing_off`.
create type shop.order_price as (
  subtotal numeric, discount numeric, shipping numeric, delivery_discount numeric, total numeric,
  -- Of the lines, in their order.
  shares numeric[],
  code_id text, code text, refusal jsonb
);

-- Why a code does not hold, whatever the pieces: the `refusal` of `shop.order_price`, null when it holds. Takes the code's row, and the phone or null where
-- nobody has said it yet.
create function shop.code_refusal(terms public.discount_codes, phone text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  reason constant text := case
    when terms.starts_at > now() then 'not_yet'
    when terms.is_paused or terms.ends_at <= now() then 'ended'
    when terms.uses >= terms.max_uses then 'used_up'
    when terms.once_per_phone and exists (select from public.code_redemptions r
                                           where r.code_id = terms.id and r.phone = code_refusal.phone and r.released_at is null) then 'used_by_phone'
    when terms.new_customers_only and exists (select from public.orders o
                                               where o.customer_phone = code_refusal.phone and o.status <> 'cancelled') then 'new_customers' end;
begin
  return case when reason is not null
              then jsonb_strip_nulls(jsonb_build_object('code', terms.code, 'reason', reason, 'startsAt', case when reason = 'not_yet' then terms.starts_at end)) end;
end;
$$;

-- The one place where an order is priced: quote, placement, New Order and item edits ask it. Takes the lines with the units that are charged, the delivery
-- rule {freeFrom, fee} (null: nothing is delivered), and what is taken off: null, {code} with the phone or null, or {amount, reason} by staff.
-- `is_granted`: the order has its code already, so that only what the pieces decide is asked again. `most_shipping`: what delivery may cost at most, before
-- anything is taken off it (null: what the rule says). The delivery charge follows the lines before a discount:
-- a code never makes delivery dearer. Percents take off whole rupees. Returns the price; nothing of it is below zero.
create function shop.price_order(lines shop.priced_line[], delivery jsonb, off jsonb default null, phone text default null, is_granted boolean default false,
                                 most_shipping numeric default null)
returns shop.order_price
language plpgsql stable set search_path = ''
as $$
declare
  priced shop.order_price;
  amounts constant numeric[] := array (select coalesce(l.price, 0) * l.quantity from unnest(lines) with ordinality l order by l.ordinality);
  -- What of each line something may be taken off.
  eligible numeric[] := amounts;
  terms public.discount_codes;
  most numeric;
  taken numeric := 0;
begin
  priced.subtotal := (select coalesce(sum(a), 0) from unnest(amounts) a);
  priced.shipping := case when delivery is null then 0 else least(shop.delivery_charge(priced.subtotal, delivery), most_shipping) end;
  priced.discount := 0;
  priced.delivery_discount := 0;

  if off ? 'amount' then
    priced.discount := least((off ->> 'amount')::numeric, priced.subtotal);
  elsif off ? 'code' then
    select * into terms from public.discount_codes c where c.code_key = shop.code_key(off ->> 'code');
    if not found then
      priced.refusal := jsonb_build_object('code', off ->> 'code', 'reason', 'unknown');
    elsif not is_granted then
      priced.refusal := shop.code_refusal(terms, phone);
    end if;
    if priced.refusal is null and priced.subtotal < terms.minimum then
      priced.refusal := jsonb_build_object('code', terms.code, 'reason', 'minimum', 'missing', terms.minimum - priced.subtotal);
    end if;
    if priced.refusal is null then
      if cardinality(terms.product_ids || terms.categories) > 0 then
        eligible := array (select case when p.id = any (terms.product_ids) or p.category = any (terms.categories) then amounts[l.ordinality] else 0 end
                             from unnest(lines) with ordinality l left join public.products p on p.id = l.product_id order by l.ordinality);
      end if;
      most := case terms.target when 'lines' then (select coalesce(sum(e), 0) from unnest(eligible) e)
                                when 'delivery' then case when exists (select from unnest(eligible) e where e > 0) then priced.shipping else 0 end end;
      taken := least(most, case terms.kind when 'sum' then terms.value else round(most * terms.value / 100) end);
      if taken > 0 then
        priced.code_id := terms.id;
        priced.code := terms.code;
        if terms.target = 'lines' then priced.discount := taken; else priced.delivery_discount := taken; end if;
      else
        priced.refusal := jsonb_build_object('code', terms.code, 'reason',
          case when (select coalesce(sum(e), 0) from unnest(eligible) e) = 0 then 'other_pieces' else 'nothing_off' end);
      end if;
    end if;
  end if;

  priced.shipping := priced.shipping - priced.delivery_discount;
  priced.total := priced.subtotal - priced.discount + priced.shipping;
  priced.shares := case when priced.discount > 0 then shop.shares_of(priced.discount, eligible) else array_fill(0::numeric, array[cardinality(amounts)]) end;
  return priced;
end;
$$;

-- What a price says beside lines, delivery and total: {discount, deliveryDiscount, code?} where something is taken off, {refusedCode} where a code is not
-- taken, nothing otherwise.
create function shop.discount_json(discount numeric, delivery_discount numeric, code text, refusal jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when discount + delivery_discount > 0
              then jsonb_strip_nulls(jsonb_build_object('discount', discount, 'deliveryDiscount', delivery_discount, 'code', code)) else '{}' end
      || case when refusal is not null then jsonb_build_object('refusedCode', refusal) else '{}' end;
$$;

-- A cart as it stands now. Takes [{productId, quantity, selectedColor?, selectedSize?}], the delivery rule, the code that somebody typed or null, and how
-- many wrong codes one network may try {bucket, hits, seconds}, or null for any number of them.
-- Returns {items: [{productId, selectedColor?, selectedSize?, name, image, price, available, quantity, countedBy?}], subtotal, shipping, total}; `quantity`
-- is how many of the pieces asked for are available, so a line that is sold out counts nothing. `countedBy` names the choices (`color`, `size`) that
-- `available` is of; a line that lacks one of them cannot be ordered. With a code, also {code, discount, deliveryDiscount} where it takes something off,
-- else {refusedCode} as `shop.order_price` has it. Refuses 429 `too_many_guesses` {retryAfter}, the right code, too.
create function public.quote_cart(items jsonb, delivery jsonb, code text default null, guesses jsonb default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  lines shop.priced_line[];
  shown jsonb;
  priced shop.order_price;
  retry_after integer;
begin
  if code is not null and guesses is not null then
    retry_after := public.hit_rate_limit(guesses ->> 'bucket', (guesses ->> 'hits')::integer, (guesses ->> 'seconds')::integer);
    if retry_after > 0 then
      perform shop.refuse('too_many_guesses', jsonb_build_object('retryAfter', retry_after));
    end if;
  end if;

  with asked as (
    select l.*, coalesce(l.available, 0) as units,
           -- Two lines may be the same pieces: the first line gets them first.
           greatest(0, least(l.quantity, coalesce(l.available, 0) - coalesce(sum(l.quantity) over (
             partition by l.product_id, l.variant_id order by l.line_position rows between unbounded preceding and 1 preceding), 0)))::integer as granted
      from shop.price_lines(items) l
  )
  select array_agg(row(a.line_position, a.product_id, a.product_name, a.product_image, a.price, a.units, a.granted, a.selected_color, a.selected_size,
                       a.colors, a.sizes, a.variant_id, a.missing_choice)::shop.priced_line order by a.line_position),
         jsonb_agg(jsonb_build_object('productId', a.product_id, 'name', coalesce(a.product_name, ''), 'image', a.product_image,
                                      'price', coalesce(a.price, 0), 'available', a.units, 'quantity', a.granted)
                   || jsonb_strip_nulls(jsonb_build_object('selectedColor', a.selected_color, 'selectedSize', a.selected_size,
                                                           'countedBy', nullif(shop.counted_by(a.product_id), '[]'))) order by a.line_position)
    into lines, shown from asked a;
  priced := shop.price_order(lines, delivery, case when code is not null then jsonb_build_object('code', code) end);
  if guesses is not null and code is not null and priced.refusal ->> 'reason' is distinct from 'unknown' then
    -- Who knows a code may ask as often as they like.
    update public.rate_limits r set hits = r.hits - 1 where r.bucket = guesses ->> 'bucket';
  end if;
  return jsonb_build_object('items', coalesce(shown, '[]'), 'subtotal', priced.subtotal, 'shipping', priced.shipping, 'total', priced.total)
    || shop.discount_json(priced.discount, priced.delivery_discount, priced.code, priced.refusal);
end;
$$;

-- An order as its shopper gets it when it is placed: with the key of its page.
create function shop.placed_order_json(order_id text) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  return shop.order_json(order_id) || jsonb_build_object('page_key', shop.page_key(order_id))
      || coalesce((select jsonb_build_object('advance_missing', m.missing) from shop.missing_advances m where m.order_id = placed_order_json.order_id), '{}');
end;
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
    perform shop.refuse('idempotency_mismatch');
  end if;
  return shop.placed_order_json(twin.id);
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
                    sum((i ->> 'quantity')::integer) as units
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
    perform shop.refuse('order_repeated',
      jsonb_build_object('orderNumber', first_order.order_number, 'totalAmount', first_order.total_amount,
        'createdAt', to_char(first_order.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
  end if;
end;
$$;

-- Has those who send orders at once wait for each other until the transaction ends. Takes what they are known by; null is nobody. Always in the same order,
-- so that two cannot wait for each other.
create function shop.lock_senders(names text[]) returns void
language plpgsql set search_path = ''
as $$
declare
  lock bigint;
begin
  for lock in select distinct hashtextextended(n, 2) from unnest(names) n where n is not null order by 1 loop
    perform pg_advisory_xact_lock(lock);
  end loop;
end;
$$;

-- Orders cost a shopper nothing to place, and each takes pieces until staff look at it. Refuses 429 `too_many_orders` {retryAfter: seconds} when as many
-- orders as `limits` allow, of the same phone, address or device, wait to be confirmed. Takes the order payload, the device's fingerprint or null, and
-- {"phone": {"perHour", "perDay"}, "address": …, "device": …}; what is not named is not limited. Staff may allow fewer of one phone. Orders that staff have looked at no longer count.
create function shop.refuse_order_flood(payload jsonb, device text, limits jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  phone_sent constant text := payload ->> 'customerPhone';
  address_sent constant text := shop.address_key(payload ->> 'customerAddress', coalesce(payload ->> 'city', ''));
  of_phone timestamptz[];
  of_address timestamptz[];
  of_device timestamptz[];
  retry_after integer;
begin
  perform shop.lock_senders(array['phone ' || phone_sent, 'address ' || address_sent, 'device ' || device]);

  -- When the open orders were placed, the newest first.
  of_phone := array (select o.created_at from public.orders o
                      where o.status = 'pending' and o.archived_at is null and o.customer_phone = phone_sent order by o.created_at desc);
  of_address := array (select o.created_at from public.orders o
                        where o.status = 'pending' and o.archived_at is null and shop.address_key(o.customer_address, o.city) = address_sent
                       order by o.created_at desc);
  of_device := array (select o.created_at from public.orders o
                       where o.status = 'pending' and o.archived_at is null and o.device_fingerprint = device order by o.created_at desc);
  if cardinality(of_phone || of_address || of_device) = 0 then
    return;
  end if;

  select max(ceil(extract(epoch from r.since + r.period - now()))) into retry_after
    from (select l.period, (case l.kind when 'phone' then of_phone when 'address' then of_address else of_device end)[l.max_orders] as since
            from (select e.key as kind, (e.value ->> 'perHour')::integer as max_orders, interval '1 hour' as period from jsonb_each(limits) e
                  union all
                  select e.key, (e.value ->> 'perDay')::integer, interval '1 day' from jsonb_each(limits) e
                  union all
                  select 'phone', c.max_open_orders, interval '30 days' from public.confirmation_rules c) l) r
   where r.since > now() - r.period;
  if retry_after is not null then
    perform shop.refuse('too_many_orders', jsonb_build_object('retryAfter', retry_after));
  end if;
end;
$$;

-- Whether a line names a colour or size that its product does not offer (any more). A product that is gone offers nothing to compare with.
create function shop.is_not_offered(line shop.priced_line) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return coalesce((line.selected_color is not null and line.selected_color <> all (line.colors))
               or (line.selected_size is not null and line.selected_size <> all (line.sizes)), false);
end;
$$;

-- Refuses lines that cannot be sold as asked: 422 `choice_required` {errors: [{path, message}]} when a line lacks a choice that pieces are counted by,
-- 409 `out_of_stock` {items: [{productId, name, requested, available, color?, size?}]} with the colour and size that pieces are counted by,
-- 409 `choice_unavailable` when a colour or size is not offered (any more). Takes the lines, their products locked.
create function shop.check_order_lines(lines shop.priced_line[]) returns void
language plpgsql set search_path = ''
as $$
declare
  missing jsonb;
  short jsonb;
  line shop.priced_line;
begin
  select jsonb_agg(jsonb_build_object('path', format('items.%s.selected%s', l.line_position, initcap(l.missing_choice)),
                                      'message', format('Choose a %s of %s', l.missing_choice, l.product_name)) order by l.line_position)
    into missing from unnest(lines) l where l.missing_choice is not null;
  if missing is not null then
    perform shop.refuse('choice_required', jsonb_build_object('errors', missing));
  end if;

  select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('productId', s.product_id, 'name', coalesce(s.name, ''), 'requested', s.requested,
                                                        'available', s.available, 'color', s.color, 'size', s.size)) order by s.first_line)
    into short
    from (select l.product_id, c.color, c.size, min(l.product_name) as name, sum(l.quantity) as requested, coalesce(min(l.available), 0) as available,
                 min(l.line_position) as first_line
            from unnest(lines) l
            left join public.product_variants v on v.id = l.variant_id
            -- What the pieces are counted by. A combination that nobody counts has none.
            cross join lateral (select case when l.variant_id is null then l.selected_color else nullif(v.color, '') end as color,
                                       case when l.variant_id is null then l.selected_size else nullif(v.size, '') end as size) c
           -- The others are refused below.
           where not shop.is_not_offered(l)
           group by l.product_id, l.variant_id, c.color, c.size) s
   where s.requested > s.available;
  if short is not null then
    perform shop.refuse('out_of_stock', jsonb_build_object('items', short));
  end if;

  foreach line in array lines loop
    if shop.is_not_offered(line) then
      perform shop.refuse('choice_unavailable',
        jsonb_build_object('items', jsonb_build_array(jsonb_build_object('productId', line.product_id, 'line', line.line_position))),
        jsonb_build_object('name', line.product_name));
    end if;
  end loop;
end;
$$;

-- Writes the order and its items at the prices of the lines; a staff member's order says where it began. Returns the order's row.
create function shop.insert_order(payload jsonb, lines shop.priced_line[], priced shop.order_price, idempotency_key text, fingerprint text,
                                  content_fingerprint text, device_fingerprint text, shopper uuid, actor uuid, awaits_proof boolean) returns public.orders
language plpgsql set search_path = ''
as $$
declare
  placed public.orders;
begin
  insert into public.orders (customer_name, customer_email, customer_phone, second_phone, customer_address, city, city_known, city_takes_cash,
                             zip_code, country, subtotal, discount, shipping, delivery_discount, total_amount, discount_code, discount_reason,
                             payment_method, notes, shopper_id, idempotency_key,
                             request_fingerprint, content_fingerprint, device_fingerprint, placed_by, source, awaits_proof)
  values (payload ->> 'customerName', payload ->> 'customerEmail', payload ->> 'customerPhone', payload ->> 'secondPhone', payload ->> 'customerAddress',
          coalesce(payload ->> 'city', ''), payload ->> 'cityKnown', (payload ->> 'cityTakesCash')::boolean,
          coalesce(payload ->> 'zipCode', ''), coalesce(payload ->> 'country', 'pk'),
          priced.subtotal, priced.discount, priced.shipping, priced.delivery_discount, priced.total, priced.code,
          case when priced.code is null and priced.discount > 0 then payload #>> '{discount,reason}' end,
          payload ->> 'paymentMethod', coalesce(payload ->> 'notes', ''), shopper, insert_order.idempotency_key, fingerprint, insert_order.content_fingerprint,
          insert_order.device_fingerprint, actor, case when actor is null then 'website' else payload ->> 'source' end::shop.order_source,
          insert_order.awaits_proof)
  returning * into placed;

  insert into public.order_items (order_id, position, product_id, variant_id, product_name, product_image, selected_color, selected_size, quantity, price,
                                  discount)
  select placed.id, l.line_position, l.product_id, l.variant_id, l.product_name, l.product_image, l.selected_color, l.selected_size, l.quantity, l.price,
         priced.shares[l.ordinality]
    from unnest(lines) with ordinality l;
  return placed;
end;
$$;

-- Takes those pieces of an order out of stock that are not out already: all of them at first, later those that were received meanwhile (073_returns.sql). One
-- history row per variant, lowest product id first, and each change locks its product until the transaction ends: two orders for the same pieces queue instead
-- of deadlocking. An order that awaits proof takes none. Takes the order's id and number, the staff member or null, and whether it takes its pieces for the first
-- time. Refuses 409 `not_enough_stock`.
create function shop.take_pieces(order_id text, order_number text, actor uuid, is_first boolean default false) returns void
language plpgsql set search_path = ''
as $$
declare
  line record;
begin
  if (select o.awaits_proof from public.orders o where o.id = take_pieces.order_id) then
    return;
  end if;
  for line in
    select i.product_id, i.variant_id, sum(i.quantity - coalesce(s.sent - s.received, case when is_first then 0 else i.quantity end))::integer as units
      from public.order_items i left join shop.sent_pieces s on s.order_item_id = i.id
     where i.order_id = take_pieces.order_id group by i.product_id, i.variant_id
    having sum(i.quantity - coalesce(s.sent - s.received, case when is_first then 0 else i.quantity end)) > 0 order by i.product_id, i.variant_id
  loop
    perform shop.change_stock(line.product_id, - line.units, 'sale', order_number, '', actor, line.variant_id);
  end loop;
  update shop.sent_pieces s set sent = s.received + i.quantity
    from public.order_items i where s.order_id = take_pieces.order_id and i.id = s.order_item_id;
end;
$$;

-- Staff order for a blocked customer only for a reason, which the order's timeline keeps with who gave it. Takes an order that was just written: that has
-- locked its customer, so a block either came before and counts, or waits for this transaction. The reason may be null, and is ignored without a block.
-- Refuses 409 `customer_blocked` {block} without a reason.
create function shop.check_block(placed public.orders, reason text, actor uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  block shop.customer_block;
begin
  select c.block into block from public.customers c where c.id = placed.customer_id;
  if block = 'none' then
    return;
  end if;
  if coalesce(reason, '') = '' then
    perform shop.refuse('customer_blocked', jsonb_build_object('block', block));
  end if;
  perform shop.act_as(actor);
  perform shop.log_order_event(placed.id, 'order', 'blocked', null, jsonb_build_object('block', block), reason);
end;
$$;

-- Places an order. Takes the order payload of the API, the delivery rule {freeFrom, fee}, the key of this checkout attempt or null, the signed-in shopper
-- or null, the device's fingerprint or null, the limits of `shop.refuse_order_flood` or null, the staff member who writes it down, or null (then the
-- payload has its `source`, the e-mail address may be empty, and `blockReason` says why a blocked customer gets an order), and the hash of the network, or null. Returns the order with its items and the key of its page; for a key that was used
-- before, the order it made then. An order without a key is not compared with others.
-- The payload may have a `code`, and that of staff instead {discount: {amount, reason}}, and {storeCredit}: rupees of the customer's that it takes;
-- `payByTransfer` asks all of it in advance.
-- Refuses 409 `out_of_stock`, `choice_unavailable`, `price_changed` with the quote, `code_gone` with {refusedCode} and the quote without it,
-- `order_repeated` unless the payload says `repeat`,
-- 422 `choice_required`, 422 `idempotency_mismatch`, for staff 409 `customer_blocked` without a reason, `not_enough_credit` {credit}, and with limits 422 `order_too_large`, 429 `too_many_orders`. Nothing is written then.
-- Locks are taken in one order: the key, the content, the person, the products by id, the code.
create function public.place_order(payload jsonb, delivery jsonb, idempotency_key text default null, shopper uuid default null,
                                   device text default null, limits jsonb default null, actor uuid default null, network text default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  -- Of what was sent: a city that the shop has learned meanwhile makes no other order.
  fingerprint text := md5((payload - array['cityKnown', 'cityTakesCash'])::text);
  content_fingerprint text;
  lines shop.priced_line[];
  priced shop.order_price;
  placed public.orders;
  awaits_proof boolean := false;
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
  lines := array (select row(l.*)::shop.priced_line from shop.price_lines(payload -> 'items') l order by l.line_position);
  perform shop.check_order_lines(lines);
  priced := shop.price_order(lines, delivery,
                             case when payload ? 'code' then jsonb_build_object('code', payload ->> 'code') else payload -> 'discount' end,
                             payload ->> 'customerPhone');
  if priced.refusal is not null then
    perform shop.refuse_code(priced.refusal, payload, delivery);
  elsif (payload #>> '{discount,amount}')::numeric > priced.subtotal then
    perform shop.refuse_field('discount.amount', 'At most what the pieces cost');
  elsif priced.total <> (payload ->> 'totalAmount')::numeric then
    perform shop.refuse('price_changed', public.quote_cart(payload -> 'items', delivery, payload ->> 'code'));
  end if;
  if limits is not null then
    perform shop.refuse_large_order(lines, priced.total, payload ->> 'customerPhone', device);
    awaits_proof := shop.needs_proof((select sum(l.quantity) from unnest(lines) l), payload ->> 'customerPhone', network);
  end if;
  placed := shop.insert_order(payload, lines, priced, idempotency_key, fingerprint, content_fingerprint, device, shopper, actor,
                              awaits_proof);
  if priced.code is not null then
    perform shop.redeem_code(placed, priced, payload, delivery);
  end if;
  if actor is not null then
    perform shop.check_block(placed, payload ->> 'blockReason', actor);
    if payload ? 'storeCredit' then
      perform shop.act_as(actor);
      perform shop.spend_credit(placed, (payload ->> 'storeCredit')::numeric);
    end if;
  end if;
  if actor is null and network is not null then
    insert into shop.order_networks (order_id, network) values (placed.id, place_order.network);
  end if;
  perform shop.take_pieces(placed.id, placed.order_number, actor, true);
  if ((payload ->> 'payByTransfer')::boolean) then
    -- All of it, whatever a rule asks.
    perform shop.store_request(placed, 'all', placed.total_amount, 24, '', null);
  end if;

  answer := shop.placed_order_json(placed.id);
  if placed.customer_email <> '' then
    insert into public.mail_outbox (kind, recipient, payload)
    values ('order_confirmation', placed.customer_email,
            answer - array['idempotency_key', 'request_fingerprint', 'content_fingerprint', 'device_fingerprint']);
  end if;
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
    perform shop.refuse('order_not_found');
  end if;
  return locked;
end;
$$;

-- Gives an order a status; its parcels move along (`shop.move_together`). Any may follow any; repeating one changes nothing. Takes the order's id, the
-- status, the staff member, the version their screen showed (null: any), whether to cancel although a parcel is under way, which is only asked of callers
-- who send a version, and why an order is delivered whose parcels all failed or came back. Returns the order with its items.
-- Refuses 404 `order_not_found`, 409 `edited_meanwhile` with {status, updatedAt}, 409 `parcel_under_way` and `parcel_came_back` with {shipments: [numbers]},
-- 409 `not_enough_stock` when an un-cancelled order's pieces are gone.
create function public.set_order_status(order_id text, status shop.order_status, actor uuid, expected_version timestamptz default null,
                                        despite_parcel boolean default false, reason text default '') returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.orders := shop.lock_order(order_id);
  parcels text[];
begin
  perform shop.act_as(actor);
  if status <> before.status then
    perform shop.check_status_version(before.updated_at, expected_version, before.status::text);

    if status = 'cancelled' and expected_version is not null and not despite_parcel then
      -- No parcel can leave meanwhile: that takes the order's lock as well.
      select array_agg(s.shipment_number order by s.created_at, s.id) into parcels from public.shipments s
       where s.order_id = before.id and s.archived_at is null and shop.is_under_way(s.status);
      if parcels is not null then
        perform shop.refuse('parcel_under_way', jsonb_build_object('shipments', parcels));
      end if;
    end if;
    if status = 'delivered' then
      perform shop.need_reason(before.id, shop.came_back(before.id), reason);
    end if;
    perform shop.move_together(before, status, actor);
  end if;
  return shop.staff_order_json(before.id);
end;
$$;

-- Archives an order. What is still out of one that was not delivered is put back first. Takes its id and the staff member. Returns the order with its items.
-- Refuses 404 `order_not_found`, also when it is archived already, 409 `money_kept` when money of its customer would be forgotten.
create function public.archive_order(order_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.orders := shop.lock_order(order_id);
begin
  perform shop.act_as(actor);
  if shop.kept_money(before) > 0 then
    perform shop.refuse('money_kept', '{}', jsonb_build_object('amount', shop.rupees_text(shop.kept_money(before))));
  end if;
  if before.status <> 'delivered' then
    perform shop.put_pieces_back(before, actor);
  end if;
  update public.orders o set archived_at = now() where o.id = before.id;
  return shop.staff_order_json(before.id);
end;
$$;

-- Corrects contact, address and notes of an order. Takes its id, the fields to change by their columns, the staff member and the version they saw (null: any).
-- Returns the order with its items. Refuses 404 `order_not_found`, 409 `edited_meanwhile`, 422 the field `customerAddress` when
-- it is empty and the order is not of the counter.
create function public.edit_order(order_id text, changes jsonb, actor uuid, expected_version timestamptz default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.orders := shop.lock_order(order_id);
begin
  perform shop.act_as(actor);
  perform shop.check_version(before.updated_at, expected_version);
  if changes ->> 'customer_address' = '' and before.source <> 'counter' then
    perform shop.refuse_field('customerAddress', 'Required');
  end if;
  update public.orders o
     set (customer_name, customer_email, customer_phone, second_phone, customer_address, city, city_known, city_takes_cash, zip_code, country,
          notes) =
         (select f.customer_name, f.customer_email, f.customer_phone, f.second_phone, f.customer_address, f.city, f.city_known, f.city_takes_cash,
                 f.zip_code, f.country, f.notes
            from jsonb_populate_record(before, changes) f)
   where o.id = before.id;
  return shop.staff_order_json(before.id);
end;
$$;

-- Gives an order these tags instead of those it had. Takes its id, the tags and the staff member. Returns the order with its items.
-- Refuses 404 `order_not_found`.
create function public.set_order_tags(order_id text, tags text[], actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.orders := shop.lock_order(order_id);
begin
  perform shop.act_as(actor);
  update public.orders o set tags = set_order_tags.tags where o.id = before.id and o.tags <> set_order_tags.tags;
  return shop.staff_order_json(before.id);
end;
$$;

grant execute on function public.set_order_status, public.archive_order, public.edit_order, public.set_order_tags to service_role;

-- What happened to an order, who did it and when: every change of the order, its items and its parcels, the notes of staff, and its mails. Triggers write it in
-- the transaction of the change, so that no way to change an order leaves nothing behind. Placing is not written down: the order itself says when and by whom.

create type shop.order_event_kind as enum ('order', 'items', 'parcel', 'note', 'mail', 'confirmation', 'message', 'payment');

create table public.order_events (
  id text primary key default shop.new_id(),
  order_id text not null references public.orders (id),
  kind shop.order_event_kind not null,
  -- The parcel's number, the mail's recipient.
  subject text not null default '',
  -- The fields that changed, as they were and as they are; null for what did not exist.
  before jsonb,
  after jsonb,
  -- What staff wrote.
  note text not null default '',
  -- Null: nobody of the staff, or an account that is gone.
  actor uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp()
);

create index order_events_of_order on public.order_events (order_id, created_at);
create index order_events_by_actor on public.order_events (actor) where actor is not null;

alter table public.order_events enable row level security;
-- Not even the server changes or deletes a row.
revoke all on public.order_events from service_role;
grant select, insert on public.order_events to service_role;

create trigger order_events_append_only before update or delete on public.order_events
  for each row execute function shop.refuse_change();
create trigger order_events_never_truncated before truncate on public.order_events
  for each statement execute function shop.refuse_change();

-- Writes down that something happened to an order, by whoever acts. Takes the order's id, the kind, what it is about, the fields that changed as they were
-- and as they are (each may be null), a note, and who did it where it is not whoever acts. Nothing is written where neither fields nor a note say
-- anything.
create function shop.log_order_event(order_id text, kind shop.order_event_kind, subject text, before jsonb, after jsonb, note text default '',
                                     actor uuid default shop.acting()) returns void
language plpgsql set search_path = ''
as $$
begin
  if before is null and after is null and note = '' then
    return;
  end if;
  insert into public.order_events (order_id, kind, subject, before, after, note, actor)
  values (log_order_event.order_id, log_order_event.kind, log_order_event.subject, log_order_event.before, log_order_event.after, log_order_event.note, log_order_event.actor);
end;
$$;

-- The fields of a row that differ from another version of it; null when none does. Takes the row and the other version, and leaves out what every change
-- changes, copies of other rows, what a note says, and what follows from the ledger, whose rows are events of their own.
create function shop.different_fields(of_row jsonb, other jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return (select jsonb_object_agg(f.key, f.value) from jsonb_each(of_row) f
           where f.value is distinct from other -> f.key and f.key <> all ('{updated_at,order_number,received_at,advance_verified,credit_used,collected,refunded,due_on_delivery,to_refund}'));
end;
$$;

-- Remembers until it is told otherwise that a courier's word changes parcels, which the timeline then names. Takes the courier's name and word, or an empty text.
create function shop.quote_courier(words text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform set_config('shop.courier_says', words, true);
end;
$$;

-- Trigger: writes down what changed of an order.
create function shop.log_order_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.log_order_event(new.id, 'order', '', shop.different_fields(to_jsonb(old), to_jsonb(new)), shop.different_fields(to_jsonb(new), to_jsonb(old)));
  return null;
end;
$$;

create trigger orders_logged after update on public.orders for each row execute function shop.log_order_change();

-- Trigger: writes down a new parcel with all that it says, and what changed of one, with the word of the courier that changed it.
create function shop.log_parcel_change() returns trigger
language plpgsql set search_path = ''
as $$
declare
  differs constant jsonb := case when tg_op = 'UPDATE' then shop.different_fields(to_jsonb(new), to_jsonb(old)) end;
begin
  if tg_op = 'INSERT' then
    perform shop.log_order_event(new.order_id, 'parcel', new.shipment_number, null,
      jsonb_strip_nulls(jsonb_build_object('status', new.status, 'carrier', nullif(new.carrier, ''), 'tracking_number', nullif(new.tracking_number, ''))));
  else
    perform shop.log_order_event(new.order_id, 'parcel', new.shipment_number,
      shop.different_fields(to_jsonb(old), to_jsonb(new)), differs,
      case when differs ? 'status' then coalesce(current_setting('shop.courier_says', true), '') else '' end);
  end if;
  return null;
end;
$$;

-- Trigger: writes down that an order's mail was sent or given up.
create function shop.log_order_mail() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.log_order_event(o.id, 'mail', new.recipient, null,
            jsonb_build_object('mail', new.kind, 'status', case when new.sent_at is null then 'failed' else 'sent' end))
     from public.orders o where o.id = new.payload ->> 'id';
  return null;
end;
$$;

-- What happened to an order, oldest first, beginning with its placing: [{id, kind, subject, before, after, note, actor_name, created_at}]. Takes its id.
-- Refuses 404 `order_not_found`, also for an archived one.
create function public.order_timeline(order_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  placed public.orders;
begin
  select * into placed from public.orders o where o.id = order_timeline.order_id and o.archived_at is null;
  if not found then
    perform shop.refuse('order_not_found');
  end if;
  return jsonb_build_array(jsonb_build_object(
      'id', placed.id, 'kind', 'placed', 'subject', '', 'before', null, 'note', '', 'created_at', placed.created_at,
      'after', jsonb_build_object('source', placed.source),
      'actor_name', (select s.username from public.staff s where s.id = placed.placed_by)))
    || (select coalesce(jsonb_agg(jsonb_build_object(
            'id', e.id, 'kind', e.kind, 'subject', e.subject, 'before', e.before, 'after', e.after, 'note', e.note, 'created_at', e.created_at,
            'actor_name', (select s.username from public.staff s where s.id = e.actor)) order by e.created_at, e.id), '[]')
          from public.order_events e where e.order_id = placed.id);
end;
$$;

-- Adds a note of staff to an order. Takes its id, the note and the staff member. Returns the timeline. Refuses 404 `order_not_found`.
create function public.add_order_note(order_id text, note text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform shop.act_as(actor);
  perform shop.lock_order(order_id);
  perform shop.log_order_event(order_id, 'note', '', null, null, note);
  return public.order_timeline(order_id);
end;
$$;

grant execute on function public.order_timeline, public.add_order_note to service_role;

-- Staff change the items of an order that is not packed yet: another size, another number, one more piece. What the order has costs what it was sold at,
-- what comes costs today's price, and each variant's stock moves by the difference.

-- The lines that an order would have. Takes the order's id and [{id?, productId, quantity, selectedColor?, selectedSize?}], the products locked. A line with
-- the id of one of the order's lines, of the same product, is that line: its pieces keep their price, also in another colour or size. More pieces than it had
-- cost today's price. Returns them in parts, as `shop.price_lines` does: what the line had, with its id, and what is new. Pieces that the order gives up count
-- as available. `is_kept`: what the order has, in its own variant, which needs no stock.
create function shop.edited_lines(order_id text, items jsonb) returns table (place integer, item_id text, is_kept boolean, line shop.priced_line)
language plpgsql stable set search_path = ''
as $$
begin
  return query
    with wanted as (
      select l.*, o.id as sold_id, o.price as sold_price, o.quantity as sold_quantity, o.variant_id as sold_variant, o.product_name as sold_name,
             o.product_image as sold_image, coalesce((coalesce(o.selected_color, ''), coalesce(o.selected_size, ''))
                                                     = (coalesce(l.selected_color, ''), coalesce(l.selected_size, '')), false) as is_same
        from shop.price_lines(items) l
        left join public.order_items o on o.order_id = edited_lines.order_id and o.product_id = l.product_id and o.id = items -> l.line_position ->> 'id'
    ), parts as (
      select w.*, w.sold_id as part_id, w.sold_price as part_price, least(w.quantity, w.sold_quantity) as units, w.is_same as kept from wanted w
       where w.sold_id is not null
      union all
      select w.*, null, w.price, w.quantity - coalesce(w.sold_quantity, 0), false from wanted w where w.quantity > coalesce(w.sold_quantity, 0)
    ), held as (
      select i.variant_id, sum(i.quantity) as units from public.order_items i where i.order_id = edited_lines.order_id group by i.variant_id
    )
    select (row_number() over (order by p.line_position, p.part_id))::integer, p.part_id, p.kept,
           row(p.line_position, p.product_id,
               case when p.part_price = p.sold_price then p.sold_name else p.product_name end,
               case when p.part_price = p.sold_price then p.sold_image else p.product_image end,
               p.part_price,
               (p.available + coalesce(h.units, 0) - coalesce((select sum(k.units) from parts k where k.kept and k.sold_variant = p.variant_id), 0))::integer,
               p.units, p.selected_color, p.selected_size, p.colors, p.sizes,
               case when p.kept then p.sold_variant else p.variant_id end, p.missing_choice)::shop.priced_line
      from parts p left join held h on h.variant_id = p.variant_id;
end;
$$;

-- The items of an order as its timeline and a preview show them: [{product_id, name, color, size, quantity, price}]. Takes the order's id.
create function shop.items_in_brief(order_id text) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('product_id', i.product_id, 'name', i.product_name, 'color', i.selected_color, 'size', i.selected_size, 'quantity', i.quantity, 'price', i.price)
                            order by i.position), '[]')
    from public.order_items i where i.order_id = items_in_brief.order_id;
$$;

-- Gives an order, locked with its products, these lines instead of those it had: each variant's stock moves by the difference, and the timeline says it.
-- Takes the order as it was, the lines, for each the id of the order's line that it is (null: a new one), their price, the staff member or null,
-- what the stock history says of it, what the timeline adds, and why staff take something off, when that is new. The use of a code follows. Refuses 409
-- `order_packed` where pieces were received of it.
create function shop.write_order_lines(before public.orders, lines shop.priced_line[], ids text[], priced shop.order_price, actor uuid, reason text,
                                       note text default '', off_because text default null) returns void
language plpgsql set search_path = ''
as $$
declare
  before_items constant jsonb := shop.items_in_brief(before.id);
  moved record;
begin
  perform shop.refuse('order_packed')
     from shop.sent_pieces s join public.order_items i on i.id = s.order_item_id
    where s.order_id = before.id and not before.awaits_proof and s.sent - s.received <> i.quantity;
  for moved in
    select v.product_id, v.variant_id, sum(v.units)::integer as units
      from (select i.product_id, i.variant_id, i.quantity as units from public.order_items i where i.order_id = before.id
            union all select l.product_id, l.variant_id, - l.quantity from unnest(lines) l) v
     -- What awaits proof has taken nothing yet.
     where not before.awaits_proof
     group by v.product_id, v.variant_id having sum(v.units) <> 0 order by v.product_id, v.variant_id
  loop
    perform shop.change_stock(moved.product_id, moved.units, case when moved.units < 0 then 'sale' else 'return' end::shop.stock_change_kind,
                              before.order_number, reason, actor, moved.variant_id);
  end loop;

  delete from public.order_items i where i.order_id = before.id;
  insert into public.order_items (id, order_id, position, product_id, variant_id, product_name, product_image, selected_color, selected_size, quantity, price,
                                  discount)
  select coalesce(ids[l.ordinality], shop.new_id()), before.id, l.ordinality - 1, l.product_id, l.variant_id, l.product_name, l.product_image,
         l.selected_color, l.selected_size, l.quantity, l.price, priced.shares[l.ordinality]
    from unnest(lines) with ordinality l;
  -- What was received of a line before stays received.
  update shop.sent_pieces s
     set sent = s.received + case when before.awaits_proof then 0 else coalesce((select i.quantity from public.order_items i where i.id = s.order_item_id), 0) end
   where s.order_id = before.id;
  perform shop.log_order_event(before.id, 'items', '', jsonb_build_object('items', before_items),
                               jsonb_build_object('items', shop.items_in_brief(before.id)), note);
  update public.orders o
     set subtotal = priced.subtotal, discount = priced.discount, shipping = priced.shipping, delivery_discount = priced.delivery_discount,
         total_amount = priced.total, discount_code = priced.code,
         discount_reason = case when priced.code is null and priced.discount > 0 then coalesce(off_because, before.discount_reason) end
   where o.id = before.id;
  perform shop.change_redemption(before, priced);
end;
$$;

-- What is taken off an order, as `shop.price_order` takes it: {code}, {amount, reason} by staff, or null.
create function shop.off_of(asked public.orders) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when asked.discount_code is not null then jsonb_build_object('code', asked.discount_code)
              when asked.discount_reason is not null then jsonb_build_object('amount', asked.discount, 'reason', asked.discount_reason) end;
$$;

-- Priced lines as `shop.items_in_brief` tells those of an order.
create function shop.lines_in_brief(lines shop.priced_line[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('product_id', l.product_id, 'name', l.product_name, 'color', l.selected_color, 'size', l.selected_size,
                                               'quantity', l.quantity, 'price', l.price) order by l.ordinality), '[]')
    from unnest(lines) with ordinality l;
$$;

-- Changes the items of an order. Takes its id, the items as `shop.edited_lines` does, the delivery rule {freeFrom, fee}, the staff member, the version and the
-- total that their screen showed (null: any), and whether to say only what would be. Returns {order: as it is now, before, after}, both
-- {items, subtotal, shipping, total} and, where something is taken off, {discount, deliveryDiscount, code?}; `after` says {refusedCode} when the order's code
-- no longer holds for these pieces: then it goes, and may be used again. Refuses 404 `order_not_found`, 409 `edited_meanwhile`, `order_packed`,
-- `out_of_stock`, `choice_unavailable`, `price_changed` {total}, 422 `choice_required`. Locks the order, then the products by id.
create function public.edit_order_items(order_id text, items jsonb, delivery jsonb, actor uuid, expected_version timestamptz default null, total_seen numeric default null,
                                        preview boolean default false) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.orders := shop.lock_order(order_id);
  before_items constant jsonb := shop.items_in_brief(order_id);
  needed shop.priced_line[];
  lines shop.priced_line[];
  ids text[];
  priced shop.order_price;
  after_items jsonb;
begin
  perform shop.act_as(actor);
  perform shop.check_version(before.updated_at, expected_version);
  if not shop.is_unpacked(before) then
    perform shop.refuse('order_packed');
  end if;

  perform shop.lock_products(array (select i ->> 'productId' from jsonb_array_elements(items) i
                                    union select i.product_id from public.order_items i where i.order_id = before.id));
  with edited as materialized (
    select e.place, e.item_id, e.is_kept, e.line from shop.edited_lines(before.id, items) e
  ), merged as (
    -- Pieces of one line that cost the same stay one line.
    select min(e.place) as place, max(e.item_id) as item_id,
           row(l.line_position, l.product_id, l.product_name, l.product_image, l.price, 0, sum(l.quantity)::integer, l.selected_color, l.selected_size,
               null, null, l.variant_id, null)::shop.priced_line as line
      from edited e cross join lateral (select (e.line).*) l
     group by l.line_position, l.product_id, l.product_name, l.product_image, l.price, l.selected_color, l.selected_size, l.variant_id
  )
  select array (select e.line from edited e where not e.is_kept order by e.place),
         array (select m.line from merged m order by m.place), array (select m.item_id from merged m order by m.place)
    into needed, lines, ids;
  perform shop.check_order_lines(needed);
  -- Nothing is delivered that is collected in the shop.
  priced := shop.price_order(lines, case when before.customer_address <> '' then delivery end, shop.off_of(before), before.customer_phone, true);
  after_items := shop.lines_in_brief(lines);

  if not preview then
    if total_seen <> priced.total then
      perform shop.refuse('price_changed', jsonb_build_object('total', priced.total), '{"of": "order"}');
    end if;
    perform shop.write_order_lines(before, lines, ids, priced, actor, 'Items changed');
  end if;
  return jsonb_build_object(
    'order', shop.staff_order_json(before.id),
    'before', jsonb_build_object('items', before_items, 'subtotal', before.subtotal, 'shipping', before.shipping, 'total', before.total_amount)
      || shop.discount_json(before.discount, before.delivery_discount, before.discount_code, null),
    'after', jsonb_build_object('items', after_items, 'subtotal', priced.subtotal, 'shipping', priced.shipping, 'total', priced.total)
      || shop.discount_json(priced.discount, priced.delivery_discount, priced.code, priced.refusal));
end;
$$;

grant execute on function public.edit_order_items to service_role;

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
             -o.total_amount, c.order_id)::shop.urgency as urgency
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

-- What the shop makes of a new order by itself: how doubtful it is and why, which orders need no call, which only staff may confirm, and the gate that
-- keeps unconfirmed orders in the house.

-- What an advance is: the delivery charge, a sum, a share of the total, or all that is due.
create type shop.advance_basis as enum ('delivery', 'sum', 'share', 'all');

-- One row that staff change. Rules count for orders placed from then on.
create table public.confirmation_rules (
  id boolean primary key default true,
  -- Since when orders must be confirmed before they go out; null: they need not. Older orders are let through.
  gate_since timestamptz,
  -- Confirmed at once: a customer with so many deliveries and nothing returned, who orders for less than so many rupees; null: nobody is.
  confirm_deliveries integer,
  confirm_below numeric(12, 2),
  -- Confirmed at once: what staff wrote down themselves.
  confirm_by_staff boolean not null default true,
  -- Only staff may confirm: from this score on, from so many rupees on (null: never), of blocked customers, to a city that the shop does not know.
  hold_score integer,
  hold_value numeric(12, 2),
  hold_blocked boolean not null default true,
  hold_unknown_city boolean not null default false,
  -- How many open orders the website takes from one phone; null: as many as the limits of `shop.refuse_order_flood` allow.
  max_open_orders integer,
  -- An advance is asked: of customers with so many returned parcels, from so many rupees or this score on (null: never), where no courier collects cash.
  advance_returned integer,
  advance_value numeric(12, 2),
  advance_score integer,
  advance_no_cash boolean not null default false,
  advance_basis shop.advance_basis not null default 'delivery',
  advance_amount numeric(12, 2),
  advance_percent integer,
  -- Until it is late, quiet hours not counted.
  advance_hours integer not null default 24,
  -- Orders are cancelled so many hours after that; null: they never are.
  advance_cancel_hours integer,
  updated_at timestamptz not null default now(),
  constraint confirmation_rules_one_row check (id),
  constraint confirmation_rules_returning_whole check ((confirm_deliveries is null) = (confirm_below is null)),
  constraint confirmation_rules_positive check (least(confirm_deliveries, confirm_below, hold_score, hold_value, max_open_orders, advance_returned,
    advance_value, advance_score, advance_amount, advance_percent, advance_hours, advance_cancel_hours) > 0),
  constraint confirmation_rules_advance_whole
    check ((advance_amount is not null) = (advance_basis = 'sum') and (advance_percent is not null) = (advance_basis = 'share') and advance_percent <= 100)
);

insert into public.confirmation_rules default values;

create trigger confirmation_rules_touched before update on public.confirmation_rules for each row execute function shop.touch_updated_at();
create trigger confirmation_rules_noted after insert or update or delete on public.confirmation_rules
  for each row execute function shop.note_change('confirmation rules');

alter table public.confirmation_rules enable row level security;
grant select, insert, update on public.confirmation_rules to service_role;

-- Replaces the rules. Takes {gate, confirmDeliveries, confirmBelow, confirmByStaff, holdScore, holdValue, holdBlocked, holdUnknownCity, maxOpenOrders} and
-- the version the editor saw, or null, and the owner (null: the command line); the rules for advances {advanceReturned, advanceValue, advanceScore,
-- advanceNoCash, advanceBasis, advanceAmount, advancePercent, advanceHours, advanceCancelHours} stay where they are left out. Switching the gate on lets older
-- orders through. Returns the row. Refuses 403 `owner_only`, 409 `edited_meanwhile`.
create function public.change_confirmation_rules(rules jsonb, expected_version timestamptz, actor uuid default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  old public.confirmation_rules;
  current public.confirmation_rules;
  advance jsonb;
begin
  if actor is not null then
    perform shop.assert_owner(actor);
  end if;
  perform shop.act_as(actor);
  select * into old from public.confirmation_rules r where r.id for update;
  perform shop.check_version(old.updated_at, expected_version);
  advance := jsonb_build_object('advanceReturned', old.advance_returned, 'advanceValue', old.advance_value, 'advanceScore', old.advance_score,
    'advanceNoCash', old.advance_no_cash, 'advanceBasis', old.advance_basis, 'advanceAmount', old.advance_amount, 'advancePercent', old.advance_percent,
    'advanceHours', old.advance_hours, 'advanceCancelHours', old.advance_cancel_hours) || rules;
  update public.confirmation_rules r
     set gate_since = case when (rules ->> 'gate')::boolean then coalesce(r.gate_since, now()) end,
         confirm_deliveries = (rules ->> 'confirmDeliveries')::integer, confirm_below = (rules ->> 'confirmBelow')::numeric,
         confirm_by_staff = (rules ->> 'confirmByStaff')::boolean,
         hold_score = (rules ->> 'holdScore')::integer, hold_value = (rules ->> 'holdValue')::numeric,
         hold_blocked = (rules ->> 'holdBlocked')::boolean, hold_unknown_city = (rules ->> 'holdUnknownCity')::boolean,
         max_open_orders = (rules ->> 'maxOpenOrders')::integer,
         advance_returned = (advance ->> 'advanceReturned')::integer, advance_value = (advance ->> 'advanceValue')::numeric,
         advance_score = (advance ->> 'advanceScore')::integer, advance_no_cash = (advance ->> 'advanceNoCash')::boolean,
         advance_basis = (advance ->> 'advanceBasis')::shop.advance_basis, advance_amount = (advance ->> 'advanceAmount')::numeric,
         advance_percent = (advance ->> 'advancePercent')::integer, advance_hours = (advance ->> 'advanceHours')::integer,
         advance_cancel_hours = (advance ->> 'advanceCancelHours')::integer
   where r.id returning * into current;
  return to_jsonb(current);
end;
$$;

-- Rupees as staff read them: Rs 12,500.
create function shop.rupees_text(amount numeric) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return 'Rs ' || to_char(amount, 'FM999,999,999,990');
end;
$$;

-- Some orders in words: 1 order, 2 open orders. Takes how many, and what stands before the noun.
create function shop.orders_text(count bigint, adjective text default '') returns text
language sql immutable
return count::text || adjective || case when count = 1 then ' order' else ' orders' end;

-- Why an order is risky, or less so, the weightiest first: [{code, text, points}]. A score without reasons would teach staff nothing. Takes the order and
-- its customer's record.
create function shop.risk_factors(asked public.orders, history jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  customer public.customers;
  delivered constant integer := (history ->> 'delivered')::integer;
  returned constant integer := (history ->> 'returned')::integer;
  -- What is written of the address without spaces.
  letters constant integer := length(regexp_replace(asked.customer_address, '\s', '', 'g'));
  address constant text := shop.address_key(asked.customer_address, asked.city);
  -- Besides this one.
  of_phone constant integer := (history ->> 'open')::integer - 1;
  refused bigint;
  of_address bigint;
  of_device bigint;
begin
  select * into customer from public.customers u where u.id = asked.customer_id;
  select count(*) into refused from public.orders o join public.order_confirmations c on c.order_id = o.id
   where o.customer_id = asked.customer_id and o.id <> asked.id and c.state = 'refused';
  select count(*) into of_address from public.orders o
   where o.status = 'pending' and shop.address_key(o.customer_address, o.city) = address and o.id <> asked.id;
  select count(*) into of_device from public.orders o where o.status = 'pending' and o.device_fingerprint = asked.device_fingerprint and o.id <> asked.id;

  return (select coalesce(jsonb_agg(jsonb_build_object('code', r.code, 'text', r.text, 'points', r.points) order by r.points desc, r.code), '[]')
            from (values
              ('blocked', 'The customer is blocked: do not ship', case when customer.block = 'do_not_ship' then 100 end),
              ('prepaid_only', 'The customer must pay before', case when customer.block = 'prepaid_only' then 60 end),
              ('returned_before', format('%s of %s came back', returned, shop.orders_text((history ->> 'orders')::bigint)),
                 case when returned > 0 then least(25 * returned, 75) end),
              ('refused_before', format('Refused %s on the phone before', refused), case when refused > 0 then 20 end),
              ('new_customer', 'First order', case when (history ->> 'orders')::integer <= 1 then 10 end),
              ('large_order', format('Large order: %s', shop.rupees_text(asked.total_amount)),
                 case when asked.total_amount >= 25000 then 30 when asked.total_amount >= 10000 then 15 end),
              ('short_address', format('The address has only %s letters', letters), case when letters between 1 and 11 then 15 end),
              ('abroad', 'Outside of Pakistan: no courier collects cash there', case when asked.country <> 'pk' then 60 end),
              ('no_cash_in_city', format('No courier collects cash in %s', asked.city), case when not asked.city_takes_cash then 60 end),
              ('unknown_city', format('The city is not known: “%s”', asked.city), case when letters > 0 and asked.country = 'pk' and asked.city_known is null then 10 end),
              ('orders_of_phone', shop.orders_text(of_phone, ' more open') || ' from this phone', case when of_phone > 0 then least(10 * of_phone, 40) end),
              ('orders_of_address', shop.orders_text(of_address, ' more open') || ' to this address',
                 case when letters > 0 and of_address > of_phone then least(10 * of_address, 40)::integer end),
              ('orders_of_device', shop.orders_text(of_device, ' more open') || ' from this device',
                 case when of_device > of_phone then least(10 * of_device, 40)::integer end),
              ('good_customer', shop.orders_text(delivered) || ' delivered, none came back',
                 case when delivered > 0 and returned = 0 then -least(10 * delivered, 30) end)
            ) as r (code, text, points) where r.points is not null);
end;
$$;

-- The sum of the reasons' points, not below 0.
create function shop.sum_of_points(reasons jsonb) returns integer
language plpgsql immutable set search_path = ''
as $$
begin
  return (select greatest(0, coalesce(sum((r ->> 'points')::integer), 0)) from jsonb_array_elements(reasons) r);
end;
$$;

-- Assesses a new order by its risk factors and the rules of the shop.
create function shop.assess_risk(placed public.orders) returns shop.verdict
language plpgsql stable set search_path = ''
as $$
declare
  rules public.confirmation_rules;
  verdict shop.verdict;
  history constant jsonb := shop.customer_record(placed.customer_id);
begin
  select * into rules from public.confirmation_rules r where r.id;
  verdict.reasons := shop.risk_factors(placed, history);
  verdict.score := shop.sum_of_points(verdict.reasons);
  verdict.held_because := case
    when placed.awaits_proof then 'No pieces are set aside yet'
    when rules.hold_blocked and verdict.reasons @> '[{"code": "blocked"}]' then 'The customer is blocked'
    when rules.hold_blocked and verdict.reasons @> '[{"code": "prepaid_only"}]' then 'The customer must pay before'
    when placed.total_amount >= rules.hold_value then format('%s or more', shop.rupees_text(rules.hold_value))
    when verdict.score >= rules.hold_score then format('Score of %s or more', rules.hold_score)
    when rules.hold_unknown_city and placed.city_known is null then 'The city is not known'
  end;
  if verdict.held_because is null then
    verdict.confirmed_because := case
      when rules.confirm_by_staff and placed.placed_by is not null then 'Rule: written down by staff'
      when (history ->> 'delivered')::integer >= rules.confirm_deliveries and (history ->> 'returned')::integer = 0
           and placed.total_amount < rules.confirm_below
      then format('Rule: %s deliveries or more, none returned, below %s', rules.confirm_deliveries, shop.rupees_text(rules.confirm_below))
    end;
  end if;
  return verdict;
end;
$$;

-- The orders that must not go out yet: those of their age must be confirmed and have paid the advance that is asked, and staff have not let them through.
create view shop.orders_held_by_gate with (security_invoker = true) as
  select o.id as order_id, o.order_number
    from public.confirmation_rules r
    join public.orders o on o.created_at >= r.gate_since
    left join public.order_confirmations c on c.order_id = o.id
   where (c.state is distinct from 'confirmed' or c.awaits_advance) and c.overridden_at is null;

grant select on shop.orders_held_by_gate to service_role;

-- Refuses 409 `not_confirmed` {orderId, orderNumber} when an order must not go out yet. Takes its id.
create function shop.check_dispatch_gate(order_id text) returns void
language plpgsql set search_path = ''
as $$
declare
  held_number text;
begin
  select h.order_number into held_number from shop.orders_held_by_gate h where h.order_id = check_dispatch_gate.order_id;
  if found then
    perform shop.refuse('not_confirmed', jsonb_build_object('orderId', order_id, 'orderNumber', held_number));
  end if;
end;
$$;

-- Triggers: the gate stands at the tables, so that no function and no write passes beside it.
create function shop.hold_order_at_gate() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.check_dispatch_gate(new.id);
  return null;
end;
$$;

create constraint trigger orders_dispatch_gate after insert or update of status on public.orders
  for each row when (shop.has_left(new.status)) execute function shop.hold_order_at_gate();

create function shop.hold_shipment_at_gate() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.check_dispatch_gate(new.order_id);
  return null;
end;
$$;

grant execute on function public.change_confirmation_rules to service_role;

-- Texts that staff send by WhatsApp, where they changed the defaults (src/domain/ready-texts/defaults.ts).

create type shop.ready_text_key as enum ('confirm', 'confirm_reminder', 'no_answer', 'address_question', 'order_page', 'advance', 'shipped', 'attempt');
create type shop.ready_text_language as enum ('en', 'ur-Latn', 'ur');

create table public.ready_texts (
  key shop.ready_text_key not null,
  language shop.ready_text_language not null,
  text text not null,
  updated_at timestamptz not null default now(),
  constraint ready_texts_pkey primary key (key, language),
  constraint ready_texts_text_not_empty check (text <> '')
);

create trigger ready_texts_touched before update on public.ready_texts for each row execute function shop.touch_updated_at();

alter table public.ready_texts enable row level security;
grant select, insert, update, delete on public.ready_texts to service_role;

-- Changes one text, or goes back to its default when `text` is null. Takes the version the editor saw, null for the default.
-- Returns the new version, null for the default. Refuses 409 `edited_meanwhile`.
create function public.change_ready_text(key shop.ready_text_key, language shop.ready_text_language, text text, expected_version timestamptz) returns timestamptz
language plpgsql set search_path = ''
as $$
declare
  current_version timestamptz;
  changed_at timestamptz;
begin
  insert into public.ready_texts as r (key, language, text)
  select change_ready_text.key, change_ready_text.language, change_ready_text.text where change_ready_text.text is not null
  on conflict do nothing
  returning r.updated_at into changed_at;
  if found then
    return changed_at;
  end if;

  select r.updated_at into current_version from public.ready_texts r
   where r.key = change_ready_text.key and r.language = change_ready_text.language for update;
  if found then
    perform shop.check_version(current_version, coalesce(expected_version, '-infinity'));
  end if;
  if change_ready_text.text is null then
    delete from public.ready_texts r where r.key = change_ready_text.key and r.language = change_ready_text.language;
  else
    update public.ready_texts r set text = change_ready_text.text
     where r.key = change_ready_text.key and r.language = change_ready_text.language returning r.updated_at into changed_at;
  end if;
  return changed_at;
end;
$$;

grant execute on function public.change_ready_text to service_role;

-- The secret page of an order. Its link ends in a key that only the order's shopper and staff have; whoever has it needs no phone number and no account.

-- A key is made when somebody first asks for the link. Apart from the order, so that no list of orders shows it.
create table shop.order_keys (
  order_id text primary key references public.orders (id),
  key text not null,
  constraint order_keys_key_long check (char_length(key) = 24)
);

alter table shop.order_keys enable row level security;
grant select, insert, update on shop.order_keys to service_role;

-- A new key: 144 random bits, in the letters of an address.
create function shop.new_page_key() returns text
language plpgsql volatile set search_path = ''
as $$
begin
  return translate(encode(substring(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) for 18), 'base64'), '+/', '-_');
end;
$$;

-- The key of an order's page. Takes the order's id; its first call makes the key.
create function shop.page_key(order_id text) returns text
language plpgsql volatile set search_path = ''
as $$
declare
  found_key text;
begin
  select k.key into found_key from shop.order_keys k where k.order_id = page_key.order_id;
  if not found then
    insert into shop.order_keys as k (order_id, key) values (page_key.order_id, shop.new_page_key())
    -- Whoever asks at the same time gets the same key.
    on conflict on constraint order_keys_pkey do update set key = k.key
    returning k.key into found_key;
  end if;
  return found_key;
end;
$$;

-- What the link of an order's page is made of: {orderNumber, key}. Takes the order's id. Refuses 404 `order_not_found`, also for an archived one.
create function public.order_page_key(order_id text) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  order_number text;
begin
  select o.order_number into order_number from public.orders o where o.id = order_page_key.order_id and o.archived_at is null;
  if not found then
    perform shop.refuse('order_not_found');
  end if;
  return jsonb_build_object('order_number', order_number, 'key', shop.page_key(order_page_key.order_id));
end;
$$;

-- When an order's page closes: 30 days after it was delivered or cancelled. Null for an order that is still open.
create function shop.page_ends_at(page_order public.orders) returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  return case when not shop.is_open(page_order.status) then page_order.updated_at + interval '30 days' end;
end;
$$;

-- The order that a link opens. Takes its number and the key. Refuses 404 `order_page_not_found`, the same for a wrong key and for a number that does not
-- exist, and 410 `order_page_ended`. Hashes are compared, so that the time an answer takes tells nothing about the key.
create function shop.open_order_page(order_number text, key text) returns public.orders
language plpgsql stable set search_path = ''
as $$
declare
  opened public.orders;
  stored text;
begin
  select * into opened from public.orders o where o.order_number = upper(open_order_page.order_number) and o.archived_at is null;
  select k.key into stored from shop.order_keys k where k.order_id = opened.id;
  if sha256(convert_to(coalesce(stored, ''), 'UTF8')) <> sha256(convert_to(open_order_page.key, 'UTF8')) or stored is null then
    perform shop.refuse('order_page_not_found');
  end if;
  if shop.page_ends_at(opened) < now() then
    perform shop.refuse('order_page_ended');
  end if;
  return opened;
end;
$$;

-- Whether nobody has packed an order, so that its items, address and phone may still change. Takes its row.
create function shop.is_unpacked(packed public.orders) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return shop.is_unshipped(packed.status)
     and not exists (select from public.shipments s where s.order_id = packed.id and s.archived_at is null);
end;
$$;

-- The order's row, locked, when it is not packed yet. Refuses like `shop.open_order_page`, and 409 `order_packed`.
create function shop.lock_unpacked_order(order_number text, key text) returns public.orders
language plpgsql set search_path = ''
as $$
declare
  opened public.orders := shop.open_order_page(order_number, key);
begin
  -- Whoever makes a parcel of it takes this lock as well.
  opened := shop.lock_order(opened.id);
  if not shop.is_unpacked(opened) then
    perform shop.refuse('order_packed', null, '{"to": "shopper"}');
  end if;
  return opened;
end;
$$;

-- What an order's page is made of: what tracking shows, with the sums, the recipient and what may still be asked for. Takes its number and the key.
-- Refuses like `shop.open_order_page`.
create function public.order_page(order_number text, key text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  opened public.orders := shop.open_order_page(order_number, key);
  confirmation public.order_confirmations;
begin
  select * into confirmation from public.order_confirmations c where c.order_id = opened.id;
  return shop.tracked_order_json(opened.id) || jsonb_build_object(
    'customer_name', opened.customer_name, 'customer_phone', opened.customer_phone, 'customer_address', opened.customer_address, 'city', opened.city,
    'city_known', opened.city_known, 'subtotal', opened.subtotal, 'shipping', opened.shipping, 'is_unpacked', shop.is_unpacked(opened),
    'version', shop.order_version(opened.id), 'may_confirm', coalesce(confirmation.is_open, false) and not opened.awaits_proof, 'awaits_proof', opened.awaits_proof,
    -- Said by the shopper, or known to us already.
    'is_confirmed', coalesce(confirmation.state = 'confirmed', false) or exists (
      select from public.confirmation_attempts a where a.order_id = opened.id and a.how = 'shopper' and a.outcome = 'confirmed'),
    'cancellation_asked_at', opened.cancellation_asked_at, 'cancellation_answered_at', opened.cancellation_answered_at)
    || shop.page_advance_json(opened)
    || shop.page_due_json(opened)
    || shop.parcel_steps_json(opened.id)
    || shop.page_question_json(opened.id)
    || shop.page_packed_photo_json(opened)
    -- Only where there is some.
    || jsonb_strip_nulls(jsonb_build_object('store_credit', shop.credit_for_page(opened)));
end;
$$;

-- Stores that the shopper confirms the order as they see it: when pieces or total are others by now, nothing is stored, and the page that is returned shows
-- them. Takes its number, the key and the version that was shown. Refuses like `shop.open_order_page`.
create function public.confirm_order_page(order_number text, key text, expected_version text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  opened public.orders := shop.open_order_page(order_number, key);
begin
  perform public.confirm_by_shopper(opened.id, 'page', expected_version);
  return public.order_page(order_number, key);
end;
$$;

-- Corrects where an order goes. Takes its number, the key and {customerAddress, city, zipCode, cityKnown, cityTakesCash}. Returns the page.
-- Refuses like `shop.lock_unpacked_order`.
create function public.correct_page_address(order_number text, key text, address jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  opened public.orders := shop.lock_unpacked_order(order_number, key);
begin
  update public.orders o
     set customer_address = address ->> 'customerAddress', city = coalesce(address ->> 'city', ''), zip_code = coalesce(address ->> 'zipCode', ''),
         city_known = address ->> 'cityKnown', city_takes_cash = (address ->> 'cityTakesCash')::boolean
   where o.id = opened.id;
  return public.order_page(order_number, key);
end;
$$;

-- Corrects the phone of an order. Takes its number, the key, the last four digits of the phone that it has, the new one, a second one or null, and how many
-- wrong digits are allowed {hits, seconds}, from however many networks; null for any number of them. Whose order it is then, and that it is asked about anew,
-- follows as from a correction of staff. Returns the page, or null for wrong digits: a refusal would roll the count back.
-- Refuses like `shop.lock_unpacked_order`, and 429 `too_many_guesses` {retryAfter}, the right digits, too, since they would be the ones that somebody guesses.
create function public.correct_page_phone(order_number text, key text, last_digits text, phone text, second_phone text default null,
                                          guesses jsonb default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  opened public.orders := shop.lock_unpacked_order(order_number, key);
  counted_bucket constant text := shop.bucket('page phone', opened.id);
  seconds_to_wait integer;
begin
  if guesses is not null then
    seconds_to_wait := public.hit_rate_limit(counted_bucket, (guesses ->> 'hits')::integer, (guesses ->> 'seconds')::integer);
    if seconds_to_wait > 0 then
      perform shop.refuse('too_many_guesses', jsonb_build_object('retryAfter', seconds_to_wait));
    end if;
  end if;
  if right(opened.customer_phone, 4) <> last_digits then
    return null;
  elsif guesses is not null then
    update public.rate_limits r set hits = r.hits - 1 where r.bucket = counted_bucket;
  end if;
  update public.orders o
     set customer_phone = correct_page_phone.phone,
         second_phone = nullif(coalesce(correct_page_phone.second_phone, o.second_phone), correct_page_phone.phone)
   where o.id = opened.id;
  return public.order_page(order_number, key);
end;
$$;

-- Keeps that a shopper asks to cancel an order, unless they wait for an answer already. Takes the order's id, a reason, and when they asked.
create function shop.store_cancellation_wish(order_id text, reason text, asked_at timestamptz) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.orders o set cancellation_asked_at = asked_at, cancellation_reason = reason, cancellation_answered_at = null
   where o.id = order_id and (o.cancellation_asked_at is null or o.cancellation_answered_at is not null);
end;
$$;

-- Asks staff to cancel an order; nothing is cancelled by it, and asking again while nobody has answered changes nothing. Takes its number, the key and a
-- reason, which may be empty. Returns the page. Refuses like `shop.lock_unpacked_order`.
create function public.ask_for_cancellation(order_number text, key text, reason text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  opened public.orders := shop.lock_unpacked_order(order_number, key);
begin
  perform shop.store_cancellation_wish(opened.id, reason, now());
  return public.order_page(order_number, key);
end;
$$;

-- Answers a shopper who asked to cancel: the order is kept. Cancelling it answers as well. Takes the order's id and the staff member. Returns the order.
-- Refuses 404 `order_not_found`.
create function public.keep_order(order_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  kept public.orders := shop.lock_order(order_id);
begin
  perform shop.act_as(actor);
  update public.orders o set cancellation_answered_at = now()
   where o.id = kept.id and o.cancellation_asked_at is not null and o.cancellation_answered_at is null;
  return shop.staff_order_json(kept.id);
end;
$$;

grant execute on function public.order_page_key, public.order_page, public.confirm_order_page, public.correct_page_address, public.correct_page_phone, public.ask_for_cancellation, public.keep_order
  to service_role;

-- What strangers may take from the shop before anybody has confirmed their orders. Orders cost nothing to place, and each takes its pieces from the others.

-- Which network a website order came from, as a hash, for thirty days: apart from the order, so that no list of orders shows it.
create table shop.order_networks (
  order_id text primary key references public.orders (id) on delete cascade,
  network text not null,
  placed_at timestamptz not null default now()
);

create index order_networks_by_network on shop.order_networks (network);

alter table shop.order_networks enable row level security;
grant select, insert, delete on shop.order_networks to service_role;

-- Orders of the website that nobody has confirmed but perhaps the one who placed it: the link of its page comes with the order. Orders that staff have
-- begun to work on are not among them.
create view shop.unconfirmed_orders with (security_invoker = true) as
  select o.id, o.customer_id, o.customer_phone, o.device_fingerprint, o.total_amount, o.created_at, o.awaits_proof
    from public.orders o
   where o.status = 'pending' and o.source = 'website' and o.archived_at is null
     and not exists (select from public.confirmation_attempts a
                      where a.order_id = o.id and a.outcome = 'confirmed' and (a.how <> 'shopper' or a.note <> 'page'))
     and not exists (select from public.order_confirmations c where c.order_id = o.id and c.overridden_at is not null);

grant select on shop.unconfirmed_orders to service_role;

-- Refuses 422 `order_too_large` {allowed, errors: [{path, message}], items: [{productId, name, available}]} when an order, with the unconfirmed ones of the
-- same phone or device, goes beyond what `public.limits` allows of one piece, of pieces and in rupees; `items` are the pieces of which fewer can be had.
-- Takes the lines, the total in rupees, the phone, the device or null, and an order to which the lines are added, which counts whether it is confirmed or not.
-- The phone and the device must be locked.
create function shop.refuse_large_order(lines shop.priced_line[], total numeric, phone text, device text, added_to text default null) returns void
language plpgsql set search_path = ''
as $$
declare
  most constant public.limits := shop.limits();
  waiting constant text[] := array (select u.id from shop.unconfirmed_orders u where u.customer_phone = phone
                                    union select u.id from shop.unconfirmed_orders u where u.device_fingerprint = device
                                    union select added_to where added_to is not null);
  waiting_units constant bigint := (select coalesce(sum(i.quantity), 0) from public.order_items i where i.order_id = any (waiting));
  waiting_value constant numeric := (select coalesce(sum(o.total_amount), 0) from public.orders o where o.id = any (waiting));
  units constant bigint := (select sum(l.quantity) from unnest(lines) l);
  held_already constant text := case when waiting <@ array[added_to] then 'are in it' else 'wait' end;
  -- What the limits are counted over, in words.
  per constant text := case when waiting <@ array[added_to] then 'in one order' else 'until your waiting orders are confirmed' end;
  too_many jsonb;
  path text := 'items';
  allowed numeric;
  message text;
begin
  select jsonb_agg(jsonb_build_object('productId', s.product_id, 'name', s.name, 'line', s.first_line,
                                      'available', greatest(0, most.piece_units - s.held)) order by s.first_line)
    into too_many
    from (select l.product_id, min(l.product_name) as name, min(l.line_position) as first_line, sum(l.quantity) as asked,
                 (select coalesce(sum(i.quantity), 0) from public.order_items i where i.order_id = any (waiting) and i.product_id = l.product_id) as held
            from unnest(lines) l group by l.product_id) s
   where s.asked + s.held > most.piece_units;

  if too_many is not null then
    path := format('items.%s.quantity', too_many -> 0 ->> 'line');
    allowed := most.piece_units;
    message := format('Online you can order at most %s of %s %s', allowed, too_many -> 0 ->> 'name', per);
  elsif units + waiting_units > most.order_units then
    allowed := most.order_units;
    message := format('Online you can order at most %s pieces %s: here are %s%s', allowed, per, units,
                      case when waiting_units > 0 then format(', and %s %s already', waiting_units, held_already) else '' end);
  elsif total + waiting_value > most.order_value then
    allowed := most.order_value;
    message := format('Online you can order for at most %s %s: this is %s%s', shop.rupees_text(allowed), per, shop.rupees_text(total),
                      case when waiting_value > 0 then format(', and %s %s already', shop.rupees_text(waiting_value), held_already) else '' end);
  else
    return;
  end if;
  perform shop.refuse('order_too_large', jsonb_build_object('allowed', allowed, 'items', coalesce(too_many, '[]'),
    'errors', jsonb_build_array(jsonb_build_object('path', path, 'message', message))));
end;
$$;

-- Whether a new order has to prove itself before it takes pieces: with it, the unconfirmed orders of its network, or of all phones that never had a delivery,
-- would hold more than `public.limits` allows. A network is thousands of people here, so they are asked instead of refused. Takes its pieces, its phone and the
-- hash of its network or null. Locks, as the last of an order's locks, so that orders sent at once are counted one after the other.
create function shop.needs_proof(units bigint, phone text, network text) returns boolean
language plpgsql set search_path = ''
as $$
declare
  most constant public.limits := shop.limits();
  of_network bigint;
  of_strangers bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('held by strangers', 3));
  select coalesce(sum(i.quantity), 0) into of_network
    from shop.order_networks n
    join shop.unconfirmed_orders u on u.id = n.order_id and not u.awaits_proof
    join public.order_items i on i.order_id = u.id
   where n.network = needs_proof.network;
  if of_network + units > most.network_units then
    return true;
  end if;
  if exists (select from shop.customer_phones p join public.orders d on d.customer_id = p.customer_id
              where p.phone = needs_proof.phone and d.status = 'delivered') then
    return false;
  end if;
  select coalesce(sum(i.quantity), 0) into of_strangers
    from shop.unconfirmed_orders u
    join public.order_items i on i.order_id = u.id
   where not u.awaits_proof and not exists (select from public.orders d where d.customer_id = u.customer_id and d.status = 'delivered');
  return of_strangers + units > most.shop_units;
end;
$$;

-- Trigger: an order that goes on awaits no proof any more.
create function shop.end_proof_with_status() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.awaits_proof := false;
  return new;
end;
$$;

create trigger orders_proof_ends before update on public.orders
  for each row when (new.awaits_proof and new.status <> 'pending') execute function shop.end_proof_with_status();

-- Trigger: an order that is proven takes its pieces, by whichever way it was. A cancelled one takes none. Refuses 409 `not_enough_stock` with the piece that
-- sold out meanwhile.
create function shop.take_proven_pieces() returns trigger
language plpgsql set search_path = ''
as $$
declare
  short record;
begin
  perform shop.lock_products(array (select i.product_id from public.order_items i where i.order_id = new.id));
  select i.product_id, min(i.product_name) as name, v.stock_quantity as available into short
    from public.order_items i join public.product_variants v on v.id = i.variant_id
   where i.order_id = new.id group by i.product_id, v.id having sum(i.quantity) > v.stock_quantity order by min(i.position) limit 1;
  if found then
    perform shop.refuse('not_enough_stock', jsonb_build_object('productId', short.product_id, 'available', short.available),
      jsonb_build_object('name', short.name, 'orderNumber', new.order_number));
  end if;
  perform shop.take_pieces(new.id, new.order_number, shop.acting(), true);
  update public.order_confirmations c set held_because = null where c.order_id = new.id;
  return null;
end;
$$;

create trigger orders_proven after update on public.orders
  for each row when (old.awaits_proof and not new.awaits_proof and new.status <> 'cancelled') execute function shop.take_proven_pieces();

-- Triggers: whoever confirms an order by a call, lets it go out or packs it has proven it. The shopper's own word has not.
create function shop.end_proof() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update public.orders o set awaits_proof = false where o.id = new.order_id and o.awaits_proof;
  return null;
end;
$$;

create trigger confirmation_attempts_prove after insert on public.confirmation_attempts
  for each row when (new.outcome = 'confirmed' and new.how <> 'shopper') execute function shop.end_proof();
create trigger order_confirmations_prove after update of overridden_at on public.order_confirmations
  for each row when (old.overridden_at is null and new.overridden_at is not null) execute function shop.end_proof();

-- What unconfirmed orders of the website hold, by stranger. Takes what makes one: `phone`, `device` or `network`. Returns {orders, units, value, since, strangers:
-- [{orders: [{id, orderNumber, customerName, customerPhone, units, value, awaitsProof, createdAt}], units, value, since}]}, the most pieces first, and at most a
-- hundred orders of each, those that hold pieces first; `units` counts the pieces that are taken, so none of an order that awaits proof.
create function public.held_by_strangers(same text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    with held as (
      select u.id, u.customer_phone, u.total_amount, u.created_at, u.awaits_proof, o.order_number, o.customer_name,
             case when u.awaits_proof then 0 else (select sum(i.quantity) from public.order_items i where i.order_id = u.id) end as units,
             coalesce(case same when 'phone' then u.customer_phone when 'device' then u.device_fingerprint else n.network end, u.id) as stranger
        from shop.unconfirmed_orders u join public.orders o on o.id = u.id left join shop.order_networks n on n.order_id = u.id
    ), numbered as (
      select h.*, row_number() over (partition by h.stranger order by h.awaits_proof, h.created_at, h.id) as place from held h
    ), strangers as (
      select sum(h.units) as units, sum(h.total_amount) as value, count(*) as orders, min(h.created_at) as since,
             jsonb_agg(jsonb_build_object('id', h.id, 'order_number', h.order_number, 'customer_name', h.customer_name, 'customer_phone', h.customer_phone,
                         'units', h.units, 'value', h.total_amount, 'awaits_proof', h.awaits_proof, 'created_at', h.created_at)
                       order by h.place) filter (where h.place <= 100) as list
        from numbered h group by h.stranger
    )
    select jsonb_build_object('orders', coalesce(sum(s.orders), 0), 'units', coalesce(sum(s.units), 0), 'value', coalesce(sum(s.value), 0),
             'since', min(s.since), 'strangers', (select coalesce(jsonb_agg(jsonb_build_object('orders', m.list, 'units', m.units, 'value', m.value,
                                                    'since', m.since) order by m.units desc, m.since), '[]')
                                                    from (select * from strangers t order by t.units desc, t.since limit 100) m))
      from strangers s);
end;
$$;

-- Cancels a stranger's orders together, their pieces back in stock. Takes the ids that the screen showed, why, and the staff member. Returns {released, left}:
-- the cancelled orders, and the numbers of those that somebody confirmed, began or cancelled meanwhile, which stay as they are. Each can be taken back by
-- its status. Locks the orders, then the products by id.
create function public.release_held_orders(ids text[], reason text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  asked record;
  released jsonb := '[]'::jsonb;
  kept text[] := '{}'::text[];
begin
  perform shop.act_as(actor);
  perform 1 from public.orders o where o.id = any (ids) order by o.id for update;
  perform shop.lock_products(array (select i.product_id from public.order_items i where i.order_id = any (ids)));
  for asked in select o.id, o.order_number, u.id is not null as is_held
                 from public.orders o left join shop.unconfirmed_orders u on u.id = o.id where o.id = any (ids) order by o.id loop
    if asked.is_held then
      perform public.set_order_status(asked.id, 'cancelled', actor);
      perform shop.log_order_event(asked.id, 'note', '', null, null, reason);
      released := released || shop.staff_order_json(asked.id);
    else
      kept := kept || asked.order_number;
    end if;
  end loop;
  return jsonb_build_object('released', released, 'left', kept);
end;
$$;

grant execute on function public.held_by_strangers, public.release_held_orders to service_role;

-- Parcels. Recipient and items come from the order; the order's status follows its parcels.

create type shop.shipment_status as enum ('preparing', 'shipped', 'in_transit', 'out_for_delivery', 'delivered', 'failed', 'returned');

-- The groups of statuses stand here once, for queries as for those of orders.

-- Whether a parcel failed or was returned: it never reached the shopper.
create function shop.is_back(status shop.shipment_status) returns boolean
language sql immutable parallel safe
return status in ('failed', 'returned');

-- Whether nothing more is expected of the courier: the parcel arrived, failed or was returned.
create function shop.is_over(status shop.shipment_status) returns boolean
language sql immutable parallel safe
return status in ('delivered', 'failed', 'returned');

-- Whether a parcel is with the courier.
create function shop.is_under_way(status shop.shipment_status) returns boolean
language sql immutable parallel safe
return status in ('shipped', 'in_transit', 'out_for_delivery');

-- Whether a parcel was handed over, and is under way or has arrived.
create function shop.has_left(status shop.shipment_status) returns boolean
language sql immutable parallel safe
return status in ('shipped', 'in_transit', 'out_for_delivery', 'delivered');

create type shop.shipping_method as enum ('standard', 'express', 'overnight', 'international');

create sequence shop.shipment_numbers start 1001;
grant usage on sequence shop.shipment_numbers to service_role;

-- A tracking number without spaces and in capitals: two spellings of one are equal.
create function shop.tracking_key(tracking_number text) returns text
language sql immutable set search_path = ''
as $$
  select upper(regexp_replace(tracking_number, '\s', '', 'g'));
$$;

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
  -- In grams, as packed. Null: nobody has weighed it.
  weight integer,
  estimated_delivery_date date,
  shipped_date timestamptz,
  -- When the pieces of a parcel that failed or came back were counted in the shop (073_returns.sql).
  received_at timestamptz,
  notes text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  constraint shipments_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint shipments_shipment_number_unique unique (shipment_number),
  constraint shipments_shipping_cost_not_negative check (shipping_cost >= 0),
  constraint shipments_weight_in_grams check (weight between 1 and 100000),
  constraint shipments_received_came_back check (received_at is null or status in ('failed', 'returned'))
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
create index shipments_by_tracking_key on public.shipments (shop.tracking_key(tracking_number)) where archived_at is null and tracking_number <> '';
create index shipments_by_order on public.shipments (order_id);
create index shipments_deleted on public.shipments (archived_at desc) where archived_at is not null;
create index shipments_to_receive on public.shipments (order_id) where archived_at is null and status in ('failed', 'returned') and received_at is null;
create index shipments_not_over on public.shipments (created_at, id) include (status, estimated_delivery_date, shipped_date)
  where archived_at is null and status not in ('delivered', 'failed', 'returned');

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
create trigger shipments_logged after insert or update on public.shipments for each row execute function shop.log_parcel_change();
create trigger shipments_prove after insert on public.shipments for each row execute function shop.end_proof();

create constraint trigger shipments_dispatch_gate after insert or update of status, order_id on public.shipments
  for each row when (not shop.is_back(new.status)) execute function shop.hold_shipment_at_gate();

alter table public.shipments enable row level security;
grant select, insert, update on public.shipments to service_role;

-- Shipments as the API shows them, with the recipient and items of the order. A left join, so that counting reads shipments alone. `to_collect` is what its rider
-- asks for at the door: what is due of the order, once, at the first of its parcels that did not fail or come back.
create view public.shipments_of_orders with (security_invoker = true) as
  select s.id, s.shipment_number, s.order_id, s.carrier, s.tracking_number, s.shipping_method, s.shipping_cost, s.status,
         s.weight, s.estimated_delivery_date, s.shipped_date, s.received_at, s.notes, s.created_at, s.updated_at, s.archived_at,
         o.order_number, o.status as order_status, o.customer_name as recipient_name, o.customer_email as recipient_email,
         o.customer_phone as recipient_phone, o.city, o.city_known,
         case when shop.is_over(s.status)
                or exists (select from public.shipments e where e.order_id = s.order_id and e.archived_at is null and not shop.is_back(e.status)
                              and (e.created_at, e.id) < (s.created_at, s.id))
              then 0 else o.due_on_delivery end as to_collect,
         (select coalesce(jsonb_agg(jsonb_build_object('product_name', i.product_name, 'quantity', i.quantity, 'selected_color', i.selected_color,
                                                       'selected_size', i.selected_size, 'sku', v.sku) order by i.position), '[]')
            from public.order_items i join public.product_variants v on v.id = i.variant_id where i.order_id = s.order_id) as items
    from public.shipments s left join public.orders o on o.id = s.order_id;

grant select on public.shipments_of_orders to service_role;

-- Makes a shipment of an order; one whose parcels all failed or came back is being packed again. Takes {orderId, carrier?, trackingNumber?, shippingMethod?,
-- shippingCost?, weight?, estimatedDeliveryDate?, notes?}, the staff member, and whether it may only be the order's first, beside those that failed or came back.
-- Returns the shipment. Refuses 404 `order_not_found`, also for an archived order, 409 `shipment_exists`, `order_cancelled`.
create function public.create_shipment(shipment jsonb, actor uuid default null, only_first boolean default false) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  -- Locked, so that it cannot be cancelled or given another parcel between these checks and the shipment.
  sent public.orders := shop.lock_order(shipment ->> 'orderId');
  created_id text;
begin
  perform shop.act_as(actor);
  if only_first then
    perform shop.refuse('shipment_exists', null, jsonb_build_object('shipmentNumber', s.shipment_number))
       from public.shipments s where s.order_id = sent.id and s.archived_at is null and not shop.is_back(s.status)
      order by s.created_at, s.id limit 1;
  end if;
  if sent.status = 'cancelled' then
    perform shop.refuse('order_cancelled');
  end if;
  if sent.customer_address = '' then
    perform shop.refuse_field('orderId', 'This order is collected in the shop. To ship it, give it an address first.');
  end if;
  insert into public.shipments (order_id, carrier, tracking_number, shipping_method, shipping_cost, weight, estimated_delivery_date, notes)
  values (sent.id, coalesce(shipment ->> 'carrier', ''), coalesce(shipment ->> 'trackingNumber', ''),
          coalesce(shipment ->> 'shippingMethod', 'standard')::shop.shipping_method, coalesce((shipment ->> 'shippingCost')::numeric, 0),
          (shipment ->> 'weight')::integer, (shipment ->> 'estimatedDeliveryDate')::date, coalesce(shipment ->> 'notes', ''))
  returning id into created_id;
  if sent.status = 'shipped' and shop.came_back(sent.id, created_id) is not null then
    update public.orders o set status = 'processing' where o.id = sent.id;
  end if;
  return (select to_jsonb(s) from public.shipments_of_orders s where s.id = created_id);
end;
$$;

-- A shipment, locked until the transaction ends, and its order before it, which is the order everywhere. Takes its id. Refuses 404 `shipment_not_found`,
-- also for an archived one.
create function shop.lock_shipment(shipment_id text) returns public.shipments
language plpgsql set search_path = ''
as $$
declare
  locked public.shipments;
begin
  perform 1 from public.orders o where o.id = (select s.order_id from public.shipments s where s.id = lock_shipment.shipment_id) for update;
  select * into locked from public.shipments s where s.id = lock_shipment.shipment_id and s.archived_at is null for update;
  if not found then
    perform shop.refuse('shipment_not_found');
  end if;
  return locked;
end;
$$;

-- Corrects a shipment. Takes its id, the fields to change by their columns, the staff member and the version they saw (null: any). Returns the shipment.
-- Refuses 404 `shipment_not_found`, also for an archived one, 409 `edited_meanwhile`.
create function public.edit_shipment(shipment_id text, changes jsonb, actor uuid, expected_version timestamptz default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.shipments := shop.lock_shipment(shipment_id);
begin
  perform shop.act_as(actor);
  perform shop.check_version(before.updated_at, expected_version);
  update public.shipments s
     set (carrier, tracking_number, shipping_method, shipping_cost, weight, estimated_delivery_date, notes) =
         (select f.carrier, f.tracking_number, f.shipping_method, f.shipping_cost, f.weight, f.estimated_delivery_date, f.notes
            from jsonb_populate_record(before, changes) f)
   where s.id = before.id;
  return (select to_jsonb(s) from public.shipments_of_orders s where s.id = before.id);
end;
$$;

-- Gives a shipment the tracking number that was pasted beside it; one that it has already, in any spelling, changes nothing. With `preview` it
-- changes nothing at all and only refuses. Takes its id, the number, the staff member and the version they saw (null: any). Returns the shipment. Refuses 404 `shipment_not_found`, also for an
-- archived one, 409 `edited_meanwhile`, `tracking_number_used` with {shipmentNumber} when another shipment has it, however close the two calls are.
create function public.set_tracking_number(shipment_id text, tracking_number text, actor uuid, expected_version timestamptz default null, preview boolean default false)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.shipments := shop.lock_shipment(shipment_id);
  key constant text := shop.tracking_key(tracking_number);
begin
  perform shop.act_as(actor);
  if key <> shop.tracking_key(before.tracking_number) then
    perform shop.check_version(before.updated_at, expected_version);
    perform pg_advisory_xact_lock(hashtextextended('tracking number ' || key, 0));
    perform shop.refuse('tracking_number_used', jsonb_build_object('shipmentNumber', s.shipment_number),
              jsonb_build_object('orderNumber', s.order_number))
       from public.shipments s
      where shop.tracking_key(s.tracking_number) = key and s.tracking_number <> '' and s.archived_at is null and s.id <> before.id limit 1;
    if not preview then
      update public.shipments s set tracking_number = set_tracking_number.tracking_number where s.id = before.id;
    end if;
  end if;
  return (select to_jsonb(s) from public.shipments_of_orders s where s.id = before.id);
end;
$$;

-- Archives a shipment; its order stays as it is. Takes its id and the staff member. Returns the shipment. Refuses 404 `shipment_not_found`.
create function public.archive_shipment(shipment_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.shipments := shop.lock_shipment(shipment_id);
begin
  perform shop.act_as(actor);
  update public.shipments s set archived_at = now() where s.id = before.id;
  return (select to_jsonb(s) from public.shipments_of_orders s where s.id = before.id);
end;
$$;

-- Gives a shipment a status; the order moves along (`shop.move_together`). Any may follow any; repeating one changes nothing. The parcel of a cancelled or
-- deleted order can only become failed or returned. Locks the order, then the shipment, then products, never the other way round.
-- Takes its id, the status, the staff member, the version their screen showed (null: any), and why one that failed or came back is delivered after all, which
-- is only asked of callers who send a version. Returns the shipment. Refuses 404 `shipment_not_found`, also for an archived one, 409 `edited_meanwhile` with
-- {status, updatedAt}, 409 `order_cancelled`, `order_deleted`, `parcel_came_back` with {shipments: [numbers]}.
create function public.set_shipment_status(shipment_id text, status shop.shipment_status, actor uuid, expected_version timestamptz default null,
                                           reason text default '') returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.shipments := shop.lock_shipment(shipment_id);
  sent public.orders;
begin
  perform shop.act_as(actor);
  if status <> before.status then
    perform shop.check_status_version(before.updated_at, expected_version, before.status::text);
    select * into sent from public.orders o where o.id = before.order_id;
    if not shop.is_back(status) then
      if sent.archived_at is not null then
        perform shop.refuse('order_deleted', null, jsonb_build_object('orderNumber', sent.order_number, 'to', 'change a parcel'));
      elsif sent.status = 'cancelled' then
        perform shop.refuse('order_cancelled', null, jsonb_build_object('orderNumber', sent.order_number));
      end if;
    end if;
    if status = 'delivered' and shop.is_back(before.status) and (expected_version is not null or reason <> '') then
      perform shop.need_reason(sent.id, array[before.shipment_number], reason);
    end if;
    perform shop.move_together(sent, null, actor, before.id, status);
  end if;
  return (select to_jsonb(s) from public.shipments_of_orders s where s.id = before.id);
end;
$$;

-- What `set_shipment_status` would make of a shipment and its order, or why it would refuse: does it and takes it back. Takes, returns and refuses the same.
create function public.try_shipment_status(shipment_id text, status shop.shipment_status, actor uuid, expected_version timestamptz default null, reason text default '')
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  outcome jsonb;
begin
  begin
    outcome := public.set_shipment_status(shipment_id, status, actor, expected_version, reason);
    raise sqlstate 'UNDO1';
  exception when sqlstate 'UNDO1' then null;
  end;
  return outcome;
end;
$$;

-- The shipments that numbers may mean, as couriers and staff write them: a shipment's number, a tracking number in any spelling, or an order's number. Takes the
-- numbers, and beside each the number of an order that it may be. Returns for each, in this order, {order_number: of an order that has it, or null,
-- shipments: as in `shipments_of_orders`, the latest last}.
create function public.find_shipments(numbers text[], order_numbers text[]) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  places bigint[];
  ids text[];
begin
  -- Ids first: the view is then read by them, however many shipments there are.
  select array_agg(asked.place), array_agg(meant.id) into places, ids
    from unnest(find_shipments.numbers, find_shipments.order_numbers) with ordinality as asked (number, order_number, place)
   cross join lateral (select s.id from public.shipments s where s.shipment_number = upper(asked.number)
                       union select s.id from public.shipments s
                              where shop.tracking_key(s.tracking_number) = shop.tracking_key(asked.number)
                                and s.tracking_number <> '' and s.archived_at is null
                       union select s.id from public.shipments s join public.orders o on o.id = s.order_id
                              where o.order_number = asked.order_number) meant;
  return (
    with shown as (
      select m.place, jsonb_agg(to_jsonb(s) order by s.created_at, s.id) as shipments
        from unnest(places, ids) as m (place, id) join public.shipments_of_orders s on s.id = m.id
       where s.archived_at is null group by m.place)
    select jsonb_agg(jsonb_build_object(
             'order_number', (select o.order_number from public.orders o where o.order_number = asked.order_number and o.archived_at is null),
             'shipments', coalesce(shown.shipments, '[]')) order by asked.place)
      from unnest(find_shipments.order_numbers) with ordinality as asked (order_number, place) left join shown on shown.place = asked.place);
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

-- Shipments between two moments (null: no limit), without those of deleted orders: {total_shipments, total_shipping_cost, status_counts: [{status, count}, …]}.
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
    'total_shipments', coalesce(sum(c.shipments), 0),
    'total_shipping_cost', coalesce(sum(c.cost), 0),
    'status_counts', jsonb_agg(jsonb_build_object('status', s, 'count', coalesce(c.shipments, 0)) order by s))
  from unnest(enum_range(null::shop.shipment_status)) s left join counted c on c.status = s;
$$;

grant execute on function public.create_shipment, public.edit_shipment, public.archive_shipment, public.set_shipment_status, public.try_shipment_status, public.set_tracking_number, public.find_shipments,
  public.list_shipments, public.shipment_stats to service_role;

-- Staff find orders by number, name, e-mail, phone in any spelling, tracking number, product or SKU. The words of each order are stored in a table with a word
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
language sql immutable parallel safe
return array_remove(regexp_split_to_array(lower(typed), '[\s!-/:-@[-`{-~]+'), '');

-- The ends of a phone number, from its last four digits to all of them without the 92 of Pakistan: any part of it is the beginning of one.
create function shop.phone_words(phone text) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  digits constant text := regexp_replace(phone, '^\+92|\D', '', 'g');
begin
  return array (select right(digits, n) from generate_series(4, greatest(length(digits), 4)) n);
end;
$$;

-- Words that not everybody on the staff may find an order by, behind a mark that no typed word has: ^ for names, ~ for phones and e-mail addresses.
create function shop.marked_words(mark text, words text[]) returns text[]
language sql immutable parallel safe
return array(select mark || w from unnest(words) w);

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
  words := shop.split_words(o.order_number) || shop.marked_words('^', shop.split_words(o.customer_name))
    || shop.marked_words('~', shop.split_words(split_part(o.customer_email, '@', 1)) || shop.phone_words(o.customer_phone)
                              || case when o.second_phone is not null then shop.phone_words(o.second_phone) end)
    || array(select w from public.order_items i, unnest(shop.split_words(i.product_name)) w where i.order_id = o.id)
    || array(select w from public.order_items i join public.product_variants v on v.id = i.variant_id, unnest(shop.split_words(v.sku)) w
              where i.order_id = o.id)
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

-- A query for orders that have, for each word, one that begins with it, among those by which whoever acts may find an order. Null for no words.
create function shop.order_word_query(typed text[]) returns tsquery
language plpgsql stable set search_path = ''
as $$
declare
  actor constant uuid := shop.acting();
  marks constant text[] := array[''] || case when shop.may(actor, 'see_names') then array['^'] end
                                     || case when shop.may(actor, 'see_contacts') then array['~'] end;
begin
  return (select string_agg((select '(' || string_agg(quote_literal(m || w) || ':*', ' | ') || ')' from unnest(marks) m), ' & ')::tsquery from unnest(typed) w);
end;
$$;

-- What staff look for, in one box: {orders, products, shipments, purchaseOrders}, a few of each, the newest first, and before all others the record with
-- exactly this number. Takes words as `list_orders` does, a pattern for the e-mail address (null: any), a number in upper case (`ORD-10042`, or `10042`
-- for every record that has it; null when what was typed is no number), a pattern for the beginning of a tracking number in lower case, one for the name
-- of a supplier, and how many of each. Finds what whoever acts may see, by what they may see.
create function public.search_records(typed_words text[], email_like text, number text, tracking_like text, supplier_like text, page_limit integer)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  -- Of more matches than these, any so many are considered.
  max_considered constant integer := 1000;
  actor constant uuid := shop.acting();
  sees_orders constant boolean := shop.may(actor, 'see_orders');
  sees_contacts constant boolean := shop.may(actor, 'see_contacts');
begin
  return jsonb_build_object(
    'orders', (
      select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'order_number', o.order_number, 'customer_name', o.customer_name, 'city', o.city,
                        'status', o.status, 'total_amount', o.total_amount, 'created_at', o.created_at) order by f.place, o.created_at desc, o.id), '[]')
        from (select m.id, min(m.place) as place
                from ((select e.id, 0 as place from public.orders e where e.order_number in (number, 'ORD-' || number) and e.archived_at is null and sees_orders)
                      union all
                      (select w.order_id, 1 from shop.order_words w left join public.orders o on o.id = w.order_id and email_like is not null
                        where sees_orders and w.words @@ shop.order_word_query(typed_words) and (email_like is null or sees_contacts and o.customer_email like email_like)
                        order by w.created_at desc, w.order_id limit page_limit)
                      union all
                      (select a.id, 1 from public.orders a where typed_words is null and a.archived_at is null and a.customer_email like email_like and sees_contacts
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
               where f.archived_at is null and sees_orders
               order by f.created_at desc, f.id limit page_limit) s),
    'purchase_orders', (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'order_number', p.order_number, 'supplier_name', p.supplier_name, 'status', p.status,
                        'total_amount', p.total_amount) order by p.created_at desc, p.id), '[]')
        from (select * from public.purchase_orders f
               where f.archived_at is null and shop.may(actor, 'buy_stock') and (f.order_number in (number, 'PO-' || number) or f.supplier_name ilike supplier_like)
               order by f.created_at desc, f.id limit page_limit) p));
end;
$$;

grant execute on function public.search_records to service_role;

-- An order and its parcels never contradict each other: whichever is given a status, the other moves along, backwards, too.

-- The status that its parcels give an order, null when they say nothing: delivered when all have arrived, shipped while one is under way, processing again
-- when none has left any more. Those that failed or came back count only where there is no other: then the order was not delivered.
-- Takes the order, locked.
create function shop.status_by_parcels(of_order public.orders) returns shop.order_status
language sql stable set search_path = ''
as $$
  select case when bool_and(shop.is_back(s.status)) is not false
                then case when of_order.status = 'delivered' then 'shipped' end
              when bool_and(shop.is_over(s.status)) then 'delivered'
              when bool_or(shop.has_left(s.status)) then 'shipped'
              when shop.has_left(of_order.status) then 'processing' end::shop.order_status
    from public.shipments s where s.order_id = of_order.id and s.archived_at is null;
$$;

-- The only place that gives orders and parcels a status. Takes the order as it was, locked, and either its new status or null, the staff member, and a
-- parcel of it with its new status. A parcel's status moves the order as `shop.status_by_parcels` says, but never one that is cancelled or deleted.
-- An order's status moves its parcels: `delivered` those on their way and, where there is no other, the last that failed or came back; `shipped` those
-- that have not left or have arrived; `pending` and `processing` those that left. `cancelled` moves none: nobody can tell where they are.
-- Cancelling puts the pieces back, or awaits those that have left (073_returns.sql); un-cancelling takes them again. The first status under way sets a parcel's
-- shipping date. Refuses 409 `not_enough_stock` when an un-cancelled order's pieces are gone, `not_confirmed` at the dispatch gate.
create function shop.move_together(before public.orders, order_status shop.order_status, actor uuid, shipment_id text default null,
                                   shipment_status shop.shipment_status default null) returns void
language plpgsql set search_path = ''
as $$
declare
  order_to shop.order_status := order_status;
begin
  update public.shipments s
     set status = m.status, received_at = case when shop.is_back(m.status) then s.received_at end, shipped_date = case when shop.has_left(m.status) then coalesce(s.shipped_date, now()) else s.shipped_date end
    from (select p.id,
                 case when p.id = move_together.shipment_id then move_together.shipment_status
                      when shop.is_back(p.status)
                        then case when order_to = 'delivered' and not p.has_other and p.is_last then 'delivered'::shop.shipment_status end
                      when order_to = 'delivered' then 'delivered'
                      when order_to = 'shipped' and p.status in ('preparing', 'delivered') then 'shipped'
                      when shop.is_unshipped(order_to) then 'preparing' end::shop.shipment_status as status
            from (select l.*, bool_or(not shop.is_back(l.status)) over () as has_other,
                         row_number() over (order by l.created_at desc, l.id desc) = 1 as is_last
                    from public.shipments l where l.order_id = before.id and l.archived_at is null) p) m
   where s.id = m.id and s.status <> m.status;

  if shipment_id is not null and before.status <> 'cancelled' and before.archived_at is null then
    order_to := shop.status_by_parcels(before);
  end if;
  if order_to <> before.status then
    if order_to = 'cancelled' then
      perform shop.give_up_pieces(before, actor);
    elsif before.status = 'cancelled' then
      delete from shop.awaited_orders a where a.order_id = before.id;
      perform shop.take_pieces(before.id, before.order_number, actor);
    end if;
    update public.orders o set status = order_to where o.id = before.id;
  end if;
end;
$$;

-- What comes back. A piece of an order is in stock, or it is out: set aside in the shop, under way, or sold. It comes back by a receipt, and by nothing else: each
-- receipt says of pieces of one line what became of them, who counted them and when. Receipts are only added. A delivery of what failed or came back is no slip
-- of the hand, so it has a reason.

-- `restocked`: in stock again. `damaged`, `missing`: came back and is no stock any more, or never came. `to_inspect`: here, and nobody knows yet.
create type shop.disposition as enum ('restocked', 'damaged', 'to_inspect', 'missing');

-- How many pieces of a line have left the stock, and how many of those came back, counted over the order's whole life. A line without a row: all of its pieces are
-- out, and none came back.
create table shop.sent_pieces (
  -- Lines of an order that nobody has packed are written anew when it is edited: no foreign key.
  order_item_id text primary key,
  order_id text not null references public.orders (id),
  sent integer not null,
  received integer not null default 0,
  -- Of those received, as long as nobody has decided.
  to_inspect integer not null default 0,
  constraint sent_pieces_received_at_most_sent check (received between 0 and sent),
  constraint sent_pieces_inspected_once check (to_inspect between 0 and received)
);

create index sent_pieces_of_order on shop.sent_pieces (order_id);
create index sent_pieces_to_inspect on shop.sent_pieces (order_id) where to_inspect > 0;

alter table shop.sent_pieces enable row level security;
grant select, insert, update on shop.sent_pieces to service_role;

create table public.receipts (
  id text primary key default shop.new_id(),
  sequence bigint not null generated always as identity,
  order_id text not null references public.orders (id),
  -- As in `shop.sent_pieces`.
  order_item_id text not null,
  product_id text not null references public.products (id),
  variant_id text not null references public.product_variants (id),
  shipment_id text references public.shipments (id),
  quantity integer not null,
  disposition shop.disposition not null,
  -- The receipt of pieces to inspect that this one decides about.
  inspects text references public.receipts (id),
  -- Put back with an order that was given up before it left, which nobody has to count.
  never_left boolean not null default false,
  -- Of the call: one that is sent again is answered with what it did.
  key text not null,
  notes text not null default '',
  actor uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  constraint receipts_key_once unique (key, order_item_id, disposition),
  constraint receipts_quantity_positive check (quantity > 0),
  constraint receipts_inspection_decides check (inspects is null or disposition in ('restocked', 'damaged')),
  constraint receipts_never_left_restocked check (not never_left or disposition = 'restocked' and shipment_id is null and inspects is null)
);

create index receipts_of_order on public.receipts (order_id, sequence);
create index receipts_by_product on public.receipts (product_id);
create index receipts_by_variant on public.receipts (variant_id);
create index receipts_by_shipment on public.receipts (shipment_id) where shipment_id is not null;
create index receipts_by_inspected on public.receipts (inspects) where inspects is not null;
create index receipts_to_inspect on public.receipts (sequence) where disposition = 'to_inspect';
create index receipts_by_actor on public.receipts (actor) where actor is not null;

alter table public.receipts enable row level security;
-- Not even the server changes or deletes a row.
revoke all on public.receipts from service_role;
grant select, insert on public.receipts to service_role;

create trigger receipts_append_only before update or delete on public.receipts for each row execute function shop.refuse_change();
create trigger receipts_never_truncated before truncate on public.receipts for each statement execute function shop.refuse_change();

-- Trigger: receipts are counted, and move the stock, whoever writes them. More than is out breaks `sent_pieces_received_at_most_sent`, however close two
-- receipts are: each waits for the row of the line. Pieces come back as `return`; damaged and missing ones leave as `damage`, under the order's number.
create function shop.book_receipts() returns trigger
language plpgsql set search_path = ''
as $$
declare
  is_quiet constant text := coalesce(current_setting('shop.merges_orders', true), '');
  moved record;
begin
  if exists (select from arrived a left join public.order_items i on i.id = a.order_item_id
              where (i.order_id, i.product_id, i.variant_id) is distinct from (a.order_id, a.product_id, a.variant_id)) then
    raise exception 'a receipt is of a line of its order' using errcode = 'restrict_violation';
  end if;
  insert into shop.sent_pieces (order_item_id, order_id, sent)
  select i.id, i.order_id, i.quantity from public.order_items i where i.id in (select a.order_item_id from arrived a) order by i.id
      on conflict do nothing;
  update shop.sent_pieces s set received = s.received + c.came, to_inspect = s.to_inspect + c.waiting
    from (select a.order_item_id, coalesce(sum(a.quantity) filter (where a.inspects is null), 0) as came,
                 coalesce(sum(a.quantity) filter (where a.disposition = 'to_inspect'), 0) - coalesce(sum(a.quantity) filter (where a.inspects is not null), 0) as waiting
            from arrived a group by a.order_item_id) c
   where s.order_item_id = c.order_item_id;
  if exists (select from arrived a left join public.receipts r on r.id = a.inspects and r.order_item_id = a.order_item_id and r.disposition = 'to_inspect'
              where a.inspects is not null
                and coalesce(r.quantity, 0) < (select sum(i.quantity) from public.receipts i where i.inspects = a.inspects)) then
    raise exception 'pieces to inspect are decided about once' using errcode = 'restrict_violation';
  end if;

  for moved in
    select o.order_number, a.product_id, a.variant_id, sum(a.quantity)::integer as units, bool_or(a.disposition = 'restocked') as stays
      from arrived a join public.orders o on o.id = a.order_id
     where a.disposition <> 'to_inspect' group by o.order_number, a.product_id, a.variant_id order by a.product_id, a.variant_id
  loop
    -- Nobody who waits for a piece is told of one that is damaged.
    perform set_config('shop.merges_orders', case when moved.stays then is_quiet else 'on' end, true);
    perform shop.change_stock(moved.product_id, moved.units, 'return', moved.order_number, '', shop.acting(), moved.variant_id);
  end loop;
  perform set_config('shop.merges_orders', is_quiet, true);
  for moved in
    select o.order_number, a.product_id, a.variant_id, a.disposition, sum(a.quantity)::integer as units
      from arrived a join public.orders o on o.id = a.order_id
     where a.disposition in ('damaged', 'missing')
     group by o.order_number, a.product_id, a.variant_id, a.disposition order by a.product_id, a.variant_id, a.disposition
  loop
    perform shop.change_stock(moved.product_id, - moved.units, 'damage', moved.order_number,
                              case moved.disposition when 'damaged' then 'Came back damaged' else 'Did not come back' end, shop.acting(), moved.variant_id);
  end loop;
  return null;
end;
$$;

create trigger receipts_booked after insert on public.receipts referencing new table as arrived
  for each statement execute function shop.book_receipts();

-- Orders that were given up after pieces of them had left, as long as some are awaited.
create table shop.awaited_orders (
  order_id text primary key references public.orders (id),
  since timestamptz not null default now()
);

alter table shop.awaited_orders enable row level security;
grant select, insert, delete on shop.awaited_orders to service_role;

-- The lines of an order with what is out of each: {item_id, product_id, variant_id, position, out}. Takes its row.
create function shop.pieces_out(counted public.orders) returns table (item_id text, product_id text, variant_id text, place integer, "out" integer)
language sql stable set search_path = ''
as $$
  select i.id, i.product_id, i.variant_id, i.position, case when counted.awaits_proof then 0 else coalesce(s.sent - s.received, i.quantity) end
    from public.order_items i left join shop.sent_pieces s on s.order_item_id = i.id
   where i.order_id = counted.id;
$$;

-- Puts everything of an order back that is out, and is in the shop or never was a sale. Takes its row, locked, and the staff member.
create function shop.put_pieces_back(given_up public.orders, actor uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  if given_up.awaits_proof then
    -- It has taken nothing yet, and whoever takes it up again has to know.
    insert into shop.sent_pieces (order_item_id, order_id, sent) select i.id, i.order_id, 0 from public.order_items i where i.order_id = given_up.id
        on conflict do nothing;
  end if;
  insert into public.receipts (order_id, order_item_id, product_id, variant_id, quantity, disposition, never_left, key, actor)
  select given_up.id, p.item_id, p.product_id, p.variant_id, p.out, 'restocked', true, shop.new_id(), put_pieces_back.actor
    from shop.pieces_out(given_up) p where p.out > 0 order by p.product_id, p.variant_id;
  delete from shop.awaited_orders a where a.order_id = given_up.id;
end;
$$;

-- What becomes of the pieces of an order that is cancelled: they are put back at once, unless a parcel of it has left and nobody has counted what came back:
-- then they are awaited. Takes its row, locked, and the staff member.
create function shop.give_up_pieces(given_up public.orders, actor uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  if exists (select from public.shipments s
              where s.order_id = given_up.id and s.archived_at is null and s.received_at is null and (shop.has_left(s.status) or shop.is_back(s.status)))
     and exists (select from shop.pieces_out(given_up) p where p.out > 0) then
    insert into shop.awaited_orders (order_id) values (given_up.id) on conflict do nothing;
  else
    perform shop.put_pieces_back(given_up, actor);
  end if;
end;
$$;

-- The numbers of an order's parcels when all of them failed or came back; null when there is another one, or none. Takes the order's id and a shipment that
-- does not count.
create function shop.came_back(order_id text, except_id text default null) returns text[]
language sql stable set search_path = ''
as $$
  select case when bool_and(shop.is_back(s.status)) then array_agg(s.shipment_number order by s.created_at, s.id) end
    from public.shipments s where s.order_id = came_back.order_id and s.archived_at is null and s.id is distinct from except_id;
$$;

-- Asks why an order is delivered although these parcels failed or came back (null: none did), and keeps the answer in its timeline. Takes the order's id, the
-- parcels' numbers and the reason. Refuses 409 `parcel_came_back` with {shipments: [numbers]} without one.
create function shop.need_reason(order_id text, parcels text[], reason text) returns void
language plpgsql set search_path = ''
as $$
begin
  if parcels is null then
    return;
  end if;
  if coalesce(reason, '') = '' then
    perform shop.refuse('parcel_came_back', jsonb_build_object('shipments', parcels));
  end if;
  perform shop.log_order_event(need_reason.order_id, 'note', '', null, null, format('Delivered although %s failed or came back: %s', array_to_string(parcels, ', '), reason));
end;
$$;

-- Orders of which nothing is under way any more, and whose parcel somebody has to decide about: send it again, count what came back, or cancel. A cancelled one
-- stays until all that left was counted.
create view shop.returned_orders with (security_invoker = true) as
  select distinct s.order_id
    from public.shipments s join public.orders o on o.id = s.order_id
   where s.archived_at is null and shop.is_back(s.status) and s.received_at is null
     and o.archived_at is null and shop.is_open(o.status)
     and not exists (select from public.shipments l where l.order_id = s.order_id and l.archived_at is null and not shop.is_back(l.status))
  union all
  select a.order_id
    from shop.awaited_orders a join public.orders o on o.id = a.order_id
   where o.archived_at is null
     and not exists (select from public.shipments l where l.order_id = a.order_id and l.archived_at is null and shop.is_under_way(l.status));

grant select on shop.returned_orders to service_role;

-- Books what arrived. Parcels that it came in are counted with it once nothing of the order is out any more, or where they are said to be complete; those that
-- were thought to be under way came back. An open order of which no other parcel is left is cancelled. Takes the order, locked, the parcels' ids, [{itemId,
-- quantity, disposition}], whether the parcels are complete, the key of the call, notes and the staff member.
create function shop.receive(counted public.orders, parcels text[], pieces jsonb, is_complete boolean, key text, notes text, actor uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  is_lost constant boolean := not exists (select from jsonb_array_elements(pieces) p where p ->> 'disposition' <> 'missing');
  now_counted public.orders;
begin
  -- Who counts what came back cancels no order by their own choice, and sends no parcel.
  perform set_config('shop.receives', 'on', true);
  insert into public.receipts (order_id, order_item_id, product_id, variant_id, shipment_id, quantity, disposition, key, notes, actor)
  select counted.id, i.id, i.product_id, i.variant_id, parcels[1], sum((p ->> 'quantity')::integer), (p ->> 'disposition')::shop.disposition, receive.key,
         coalesce(receive.notes, ''), receive.actor
    from jsonb_array_elements(pieces) p join public.order_items i on i.id = p ->> 'itemId' and i.order_id = counted.id
   where (p ->> 'quantity')::integer > 0
   group by i.id, i.product_id, i.variant_id, p ->> 'disposition' order by i.product_id, i.variant_id;
  perform shop.log_order_event(counted.id, 'note', '', null, null, concat_ws('. ', 'Counted what came back: ' || (
    select string_agg(concat_ws(' ', l.quantity, '×', concat_ws(', ', l.product_name, nullif(shop.choice_name(coalesce(l.selected_color, ''), coalesce(l.selected_size, '')), '')))
                      || case when l.not_whole <> '' then format(' (%s)', l.not_whole) else '' end, '; ' order by l.position)
      from (select i.position, i.product_name, i.selected_color, i.selected_size, sum(r.quantity) as quantity,
                   coalesce(string_agg(r.quantity || ' ' || replace(r.disposition::text, '_', ' '), ', ' order by r.disposition) filter (where r.disposition <> 'restocked'), '') as not_whole
              from public.receipts r join public.order_items i on i.id = r.order_item_id
             where r.key = receive.key and r.order_id = counted.id group by i.id, i.position, i.product_name, i.selected_color, i.selected_size) l),
    nullif(receive.notes, '')));

  update public.shipments s set status = case when is_lost then 'failed' else 'returned' end::shop.shipment_status
   where s.id = any (parcels) and s.status <> 'delivered' and (shop.is_under_way(s.status) or not is_lost and s.status = 'failed');
  if shop.is_open(counted.status) and cardinality(parcels) > 0 and shop.came_back(counted.id) is not null then
    perform shop.move_together(counted, 'cancelled', actor);
  end if;
  if is_complete or not exists (select from shop.pieces_out(counted) p where p.out > 0) then
    update public.shipments s set received_at = now() where s.id = any (parcels) and shop.is_back(s.status) and s.received_at is null;
  end if;
  if not exists (select from shop.pieces_out(counted) p where p.out > 0) then
    delete from shop.awaited_orders a where a.order_id = counted.id;
  end if;
  perform set_config('shop.receives', '', true);
end;
$$;

-- Refuses 422 pieces that are no line of the order, or more than are out of it. Takes the order, locked, [{itemId, quantity}] and the field.
create function shop.check_pieces_out(counted public.orders, pieces jsonb, field text) returns void
language plpgsql stable set search_path = ''
as $$
declare
  complaints jsonb;
begin
  select jsonb_agg(jsonb_build_object('path', format('%s.%s.%s', field, l.place - 1, case when l.item_id is null then 'itemId' else 'quantity' end), 'message',
           case when l.item_id is null then 'This line is not in the order' else format(case when l.out = 1 then 'Only %s is out' else 'Only %s are out' end, l.out) end) order by l.place)
    into complaints
    from (select p.place, o.item_id, o.out, sum((p.piece ->> 'quantity')::integer) over (partition by p.piece ->> 'itemId' order by p.place) as units
            from jsonb_array_elements(pieces) with ordinality as p (piece, place)
            left join shop.pieces_out(counted) o on o.item_id = p.piece ->> 'itemId') l
   where l.item_id is null or l.units > l.out;
  if complaints is not null then
    perform shop.refuse('validation_failed', jsonb_build_object('errors', complaints));
  end if;
end;
$$;

-- Counts what came back of an order whose parcels all failed or came back: each of its pieces that is out is in stock again, or damaged. An open order is
-- cancelled by it. Takes the order's id, {items: [{itemId, damaged}], notes?} (lines that are not named came back whole), the staff member, and the version their
-- screen showed (null: any). Returns the order with its items. Refuses 404 `order_not_found`, 409 `edited_meanwhile`, `nothing_came_back`, also when it was
-- counted before, 422 for a line of another order or more pieces than it has. Locks the order, its parcels, then the products by id.
create function public.receive_returned_order(order_id text, receipt jsonb, actor uuid, expected_version timestamptz default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.orders := shop.lock_order(order_id);
  complaints jsonb;
begin
  perform shop.act_as(actor);
  if not exists (select from shop.returned_orders r where r.order_id = before.id) then
    perform shop.refuse('nothing_came_back', null, jsonb_build_object('orderNumber', before.order_number));
  end if;
  perform shop.check_version(before.updated_at, expected_version);

  select jsonb_agg(jsonb_build_object('path', format('items.%s.%s', l.ordinality - 1, case when p.item_id is null then 'itemId' else 'damaged' end), 'message',
           case when p.item_id is null then 'This line is not in the order' else format(case when p.out = 1 then 'Only %s was sent' else 'Only %s were sent' end, p.out) end) order by l.ordinality)
    into complaints
    from jsonb_array_elements(receipt -> 'items') with ordinality as l (line, ordinality)
    left join shop.pieces_out(before) p on p.item_id = l.line ->> 'itemId'
   where p.item_id is null or (l.line ->> 'damaged')::integer > p.out;
  if complaints is not null then
    perform shop.refuse('validation_failed', jsonb_build_object('errors', complaints));
  end if;

  perform shop.receive(before, array (select s.id from public.shipments s where s.order_id = before.id and s.archived_at is null and s.received_at is null and s.status <> 'preparing' order by s.created_at desc, s.id desc),
    (select coalesce(jsonb_agg(jsonb_build_object('itemId', p.item_id, 'quantity', d.quantity, 'disposition', d.disposition) order by p.place, d.disposition), '[]')
       from shop.pieces_out(before) p
       left join lateral (select (l ->> 'damaged')::integer as damaged from jsonb_array_elements(receipt -> 'items') l where l ->> 'itemId' = p.item_id limit 1) said on true
      cross join lateral (values (p.out - coalesce(said.damaged, 0), 'restocked'), (coalesce(said.damaged, 0), 'damaged')) d (quantity, disposition)
      where d.quantity > 0),
    true, shop.new_id(), receipt ->> 'notes', actor);
  return shop.staff_order_json(before.id);
end;
$$;

-- Receives pieces of an order by scan, in one parcel of it or in none that is known. Takes {key, orderId, shipmentId?, pieces: [{itemId, quantity,
-- disposition}], isComplete?: whether nothing more is in the parcel, notes?} and the staff member. Returns what `returned_pieces` says of the order; a key that
-- was used before changes nothing. Refuses 404 `order_not_found`, `shipment_not_found`, 409 `nothing_came_back` while nothing of it has left, 422
-- `idempotency_mismatch`, and fields. Locks the order, its parcels, then the products by id.
create function public.receive_pieces(receipt jsonb, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.orders := shop.lock_order(receipt ->> 'orderId');
  parcel public.shipments;
  parcels text[];
  used text;
begin
  perform shop.act_as(actor);
  -- Before the key: two calls with it wait for each other, also for two orders.
  perform pg_advisory_xact_lock(hashtextextended('receipt ' || (receipt ->> 'key'), 0));
  select r.order_id into used from public.receipts r where r.key = receipt ->> 'key' limit 1;
  if used = before.id then
    return shop.returned_pieces_json(before.id);
  elsif used is not null then
    perform shop.refuse('idempotency_mismatch');
  end if;

  if receipt ->> 'shipmentId' is not null then
    parcel := shop.lock_shipment(receipt ->> 'shipmentId');
    if parcel.order_id <> before.id then
      perform shop.refuse_field('shipmentId', 'This parcel is of another order');
    end if;
  else
    -- The one that was not counted, or the last one.
    select s.* into parcel from public.shipments s
     where s.order_id = before.id and s.archived_at is null and s.status <> 'preparing'
     order by s.received_at is not null, s.status = 'delivered', s.created_at desc, s.id desc limit 1;
  end if;
  if parcel.status = 'preparing'
     or parcel.id is null and shop.is_unshipped(before.status)
     -- Counted, and taken up again since: its pieces are in the shop.
     or parcel.received_at is not null and shop.is_open(before.status)
     or before.status = 'cancelled' and not exists (select from shop.awaited_orders a where a.order_id = before.id) then
    perform shop.refuse('nothing_came_back', null, jsonb_build_object('orderNumber', before.order_number));
  end if;
  perform shop.check_pieces_out(before, receipt -> 'pieces', 'pieces');
  parcels := case when parcel.id is null then '{}' else array[parcel.id] end;
  perform shop.receive(before, parcels, receipt -> 'pieces', coalesce((receipt ->> 'isComplete')::boolean, false), receipt ->> 'key',
                       receipt ->> 'notes', actor);
  return shop.returned_pieces_json(before.id);
end;
$$;

-- Decides about pieces that were to be inspected. Takes the receipt's id, {key, quantity, disposition: restocked | damaged, notes?} and the staff member. Returns what
-- `returned_pieces` says of the order; a key that was used before changes nothing. Refuses 404 `receipt_not_found`, 409 `inspected_meanwhile` where fewer wait,
-- 422 `idempotency_mismatch`.
create function public.inspect_pieces(receipt_id text, decision jsonb, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  inspected public.receipts;
  waiting integer;
  used text;
begin
  perform shop.act_as(actor);
  select * into inspected from public.receipts r where r.id = receipt_id and r.disposition = 'to_inspect';
  if not found then
    perform shop.refuse('receipt_not_found');
  end if;
  perform 1 from public.orders o where o.id = inspected.order_id for update;
  perform pg_advisory_xact_lock(hashtextextended('receipt ' || (decision ->> 'key'), 0));
  select r.inspects into used from public.receipts r where r.key = decision ->> 'key' limit 1;
  if found then
    if used is distinct from inspected.id then
      perform shop.refuse('idempotency_mismatch');
    end if;
    return shop.returned_pieces_json(inspected.order_id);
  end if;
  select inspected.quantity - coalesce(sum(r.quantity), 0) into waiting from public.receipts r where r.inspects = inspected.id;
  if (decision ->> 'quantity')::integer > waiting then
    perform shop.refuse('inspected_meanwhile', jsonb_build_object('waiting', waiting));
  end if;
  insert into public.receipts (order_id, order_item_id, product_id, variant_id, shipment_id, quantity, disposition, inspects, key, notes, actor)
  values (inspected.order_id, inspected.order_item_id, inspected.product_id, inspected.variant_id, inspected.shipment_id, (decision ->> 'quantity')::integer,
          (decision ->> 'disposition')::shop.disposition, inspected.id, decision ->> 'key', coalesce(decision ->> 'notes', ''), inspect_pieces.actor);
  return shop.returned_pieces_json(inspected.order_id);
end;
$$;

-- What was sent of an order and what came back: {order: {id, orderNumber, status, customerName, city, updatedAt}, shipments: [{id, shipmentNumber, carrier,
-- trackingNumber, status, receivedAt}], items: [{id, productId, productName, productImage, selectedColor, selectedSize, sku, quantity, out, restocked, damaged,
-- toInspect, missing}], receipts: [{id, itemId, quantity, disposition, inspects, waiting: of those to inspect, notes, actorName, createdAt}], may_receive}. Takes its id.
create function shop.returned_pieces_json(order_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  counted public.orders;
begin
  select * into counted from public.orders o where o.id = returned_pieces_json.order_id;
  return jsonb_build_object(
    'order', jsonb_build_object('id', counted.id, 'order_number', counted.order_number, 'status', counted.status, 'customer_name', counted.customer_name,
                                'city', counted.city, 'updated_at', counted.updated_at),
    'shipments', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'shipment_number', s.shipment_number, 'carrier', s.carrier,
                           'tracking_number', s.tracking_number, 'status', s.status, 'received_at', s.received_at) order by s.created_at, s.id), '[]')
                    from public.shipments s where s.order_id = counted.id and s.archived_at is null),
    'items', (select jsonb_agg(jsonb_build_object('id', i.id, 'product_id', i.product_id, 'product_name', i.product_name, 'product_image', i.product_image,
                       'selected_color', i.selected_color, 'selected_size', i.selected_size, 'sku', v.sku, 'quantity', i.quantity, 'out', p.out,
                       'restocked', r.restocked, 'damaged', r.damaged, 'to_inspect', coalesce(s.to_inspect, 0), 'missing', r.missing) order by i.position)
                from public.order_items i
                join shop.pieces_out(counted) p on p.item_id = i.id
                join public.product_variants v on v.id = i.variant_id
                left join shop.sent_pieces s on s.order_item_id = i.id
               cross join lateral (select coalesce(sum(c.quantity) filter (where c.disposition = 'restocked'), 0) as restocked,
                                          coalesce(sum(c.quantity) filter (where c.disposition = 'damaged'), 0) as damaged,
                                          coalesce(sum(c.quantity) filter (where c.disposition = 'missing'), 0) as missing
                                     from public.receipts c where c.order_item_id = i.id and c.order_id = counted.id) r
               where i.order_id = counted.id),
    'receipts', (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'item_id', r.order_item_id, 'quantity', r.quantity, 'disposition', r.disposition,
                          'inspects', r.inspects,
                          'waiting', case when r.disposition = 'to_inspect' then r.quantity - (select coalesce(sum(i.quantity), 0) from public.receipts i where i.inspects = r.id) else 0 end,
                          'notes', r.notes, 'actor_name', (select t.username from public.staff t where t.id = r.actor), 'created_at', r.created_at) order by r.sequence), '[]')
                   from public.receipts r where r.order_id = counted.id and not r.never_left));
end;
$$;

-- What was sent of the order that a scanned code means, and what came back: a shipment's number, a tracking number in any spelling, or an order's number. Takes the
-- code and the number of an order that it may be. Returns as `shop.returned_pieces_json`, and {shipmentId: the parcel that was scanned, or null}; the latest of
-- several that have the tracking number. Refuses 404 `nothing_scanned`.
create function public.returned_pieces(code text, order_number text default null) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  parcel public.shipments;
  found_id text;
begin
  select s.* into parcel from public.shipments s join public.orders o on o.id = s.order_id and o.archived_at is null
   where s.archived_at is null and (s.shipment_number = upper(code) or s.tracking_number <> '' and shop.tracking_key(s.tracking_number) = shop.tracking_key(code))
   order by s.created_at desc, s.id desc limit 1;
  found_id := parcel.order_id;
  if found_id is null then
    select o.id into found_id from public.orders o where o.order_number = coalesce(returned_pieces.order_number, upper(code)) and o.archived_at is null;
  end if;
  if found_id is null then
    perform shop.refuse('nothing_scanned');
  end if;
  return shop.returned_pieces_json(found_id) || jsonb_build_object('shipment_id', parcel.id);
end;
$$;

-- What the receiving table has to do: {awaited: [{order_id, order_number, customer_name, city, status, shipments: [numbers], pieces: how many are out, since}], the longest
-- first, and to_inspect: [{id, order_id, order_number, product_name, selected_color, selected_size, quantity: that wait, created_at}], the oldest first},
-- at most 100 of each.
create function public.receiving_work() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'awaited', (
      select coalesce(jsonb_agg(to_jsonb(w) order by w.since, w.order_id), '[]')
        from (select o.id as order_id, o.order_number, o.customer_name, o.city, o.status,
                     (select coalesce(jsonb_agg(s.shipment_number order by s.created_at, s.id), '[]') from public.shipments s
                       where s.order_id = o.id and s.archived_at is null and s.received_at is null and s.status <> 'preparing') as shipments,
                     (select sum(p.out) from shop.pieces_out(o) p) as pieces,
                     coalesce((select a.since from shop.awaited_orders a where a.order_id = o.id),
                              (select max(s.updated_at) from public.shipments s where s.order_id = o.id and s.archived_at is null)) as since
                from shop.returned_orders r join public.orders o on o.id = r.order_id
               order by since, o.id limit 100) w),
    'to_inspect', (
      select coalesce(jsonb_agg(to_jsonb(w) order by w.created_at, w.id), '[]')
        from (select r.id, r.order_id, o.order_number, i.product_name, i.selected_color, i.selected_size,
                     r.quantity - (select coalesce(sum(d.quantity), 0) from public.receipts d where d.inspects = r.id) as quantity, r.created_at
                from shop.sent_pieces s join public.receipts r on r.order_item_id = s.order_item_id and r.disposition = 'to_inspect'
                join public.orders o on o.id = r.order_id join public.order_items i on i.id = r.order_item_id
               where s.to_inspect > 0 and r.quantity > (select coalesce(sum(d.quantity), 0) from public.receipts d where d.inspects = r.id)
               order by r.created_at, r.id limit 100) w));
$$;

grant execute on function public.receive_returned_order, public.receive_pieces, public.inspect_pieces, public.returned_pieces, public.receiving_work to service_role;

-- What is to be done next with each open order: the lists that staff work through. Each open order is in one of them; one that owes its customer money
-- is in `to_refund` besides.

-- {order_id, work}: `to_confirm`: nobody has confirmed it or let it go out, or its advance is missing; `to_pack`: it has no parcel; `to_hand_over`: a parcel waits for the courier;
-- `with_courier`: its parcels are under way; `returned`: as in `shop.returned_orders`, a cancelled order until its parcel was counted.
create view shop.order_work with (security_invoker = true) as
  select o.id as order_id,
         case when parcels.waits then 'to_hand_over'
              when parcels.has_left then 'with_courier'
              when parcels.is_back then 'returned'
              when o.status = 'shipped' then 'with_courier'
              when o.status = 'pending' and (c.state <> 'confirmed' or c.awaits_advance) and c.overridden_at is null then 'to_confirm'
              else 'to_pack' end as work
    from public.orders o
    left join public.order_confirmations c on c.order_id = o.id
   cross join lateral (select bool_or(s.status = 'preparing') as waits,
                              bool_or(shop.has_left(s.status)) as has_left,
                              bool_or(shop.is_back(s.status) and s.received_at is null) as is_back
                         from public.shipments s where s.order_id = o.id and s.archived_at is null) parcels
   where o.archived_at is null and shop.is_open(o.status)
  union all
  select o.id, 'returned' from shop.returned_orders r join public.orders o on o.id = r.order_id where o.status = 'cancelled'
  union all
  select o.id, 'to_refund' from public.orders o where o.to_refund > 0 and o.archived_at is null;

grant select on shop.order_work to service_role;

-- Shoppers add pieces to an order that nobody has packed, with the link of its page: one parcel instead of two. What the order has keeps its price and its
-- number, what comes costs today's price. Also what joining two orders does (076_twin_orders.sql): putting more lines into one, and what that does to its
-- confirmation.

-- What was added under which key, so that an addition that is sent again is answered with what it did.
create table shop.order_additions (
  idempotency_key text primary key,
  order_id text not null references public.orders (id) on delete cascade,
  request_fingerprint text not null,
  -- As `add_to_order` tells it: {before, after}.
  outcome jsonb not null,
  created_at timestamptz not null default now()
);

create index order_additions_by_order on shop.order_additions (order_id);

alter table shop.order_additions enable row level security;
grant select, insert on shop.order_additions to service_role;

-- The lines that an order has with more pieces: each goes to the first of its lines that is the same choice at the same price, or makes a line of its own
-- behind them. Takes the order's id and the lines. Returns the lines with the id of the order's line that each is, null for a new one.
create function shop.lines_with(order_id text, more shop.priced_line[]) returns table (place integer, item_id text, line shop.priced_line)
language plpgsql stable set search_path = ''
as $$
begin
  return query
    with placed as (
      select m.ordinality, m.product_id, m.product_name, m.product_image, m.price, m.quantity, m.selected_color, m.selected_size, m.variant_id,
             (select i.id from public.order_items i
               where i.order_id = lines_with.order_id and i.variant_id = m.variant_id and i.price = m.price
                 and i.selected_color is not distinct from m.selected_color and i.selected_size is not distinct from m.selected_size
               order by i.position limit 1) as found_id
        from unnest(more) with ordinality m
    ), together as (
      select i.position::bigint as place, 0 as is_new, i.id, i.product_id, i.product_name, i.product_image, i.price,
             i.quantity + coalesce((select sum(p.quantity) from placed p where p.found_id = i.id), 0) as units,
             i.selected_color, i.selected_size, i.variant_id
        from public.order_items i where i.order_id = lines_with.order_id
      union all
      select min(p.ordinality), 1, null, p.product_id, min(p.product_name), min(p.product_image), p.price, sum(p.quantity),
             p.selected_color, p.selected_size, p.variant_id
        from placed p where p.found_id is null group by p.product_id, p.price, p.selected_color, p.selected_size, p.variant_id
    )
    select (row_number() over (order by t.is_new, t.place))::integer, t.id,
           row(t.place, t.product_id, t.product_name, t.product_image, t.price, 0, t.units, t.selected_color, t.selected_size, null, null,
               t.variant_id, null)::shop.priced_line
      from together t;
end;
$$;

-- Has a confirmed order asked about anew, and says why in its timeline. Does nothing to an order that is not confirmed or has left. Takes its id and the reason.
create function shop.ask_anew(order_id text, because text) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.order_confirmations c set state = 'unconfirmed', tries = 0, due_at = shop.after_quiet_hours(now())
   where c.order_id = ask_anew.order_id and c.state = 'confirmed' and c.is_open;
  if found then
    perform shop.log_order_event(order_id, 'confirmation', '', null, '{"confirmation": "unconfirmed"}', because);
  end if;
end;
$$;

-- What more pieces do to the confirmation of an order. Whoever confirmed it stands by it, so it stays confirmed, unless it has become one that only staff may
-- confirm, or one that the rule that confirmed it does not confirm any more: then it is asked about anew. While it is unconfirmed, its score and who may confirm
-- it are those of the order as it is now. Takes the order as it was.
create function shop.reassess_order(before public.orders) returns void
language plpgsql set search_path = ''
as $$
declare
  changed public.orders;
  earlier constant shop.verdict := shop.assess_risk(before);
  verdict shop.verdict;
begin
  select * into changed from public.orders o where o.id = before.id;
  verdict := shop.assess_risk(changed);
  if verdict.held_because is distinct from earlier.held_because and verdict.held_because is not null then
    perform shop.ask_anew(before.id, 'More pieces: ' || verdict.held_because);
  elsif earlier.confirmed_because is not null and verdict.confirmed_because is null
        and not exists (select from public.confirmation_attempts a where a.order_id = before.id and a.outcome = 'confirmed' and a.how <> 'rule') then
    perform shop.ask_anew(before.id, 'More pieces than ' || lower(left(earlier.confirmed_because, 1)) || substr(earlier.confirmed_because, 2));
  end if;
  update public.order_confirmations c set score = verdict.score, reasons = verdict.reasons, held_because = verdict.held_because
   where c.order_id = before.id and c.state <> 'confirmed';
end;
$$;

-- Adds pieces to an order that is not packed. Takes its number, the key of its page, [{productId, quantity, selectedColor?, selectedSize?}], the delivery rule
-- {freeFrom, fee}, the most lines of an order, the new total that the shopper saw, whether to say only what would be, the key of this attempt or null, and
-- whether what strangers may take is limited. Adding never makes delivery dearer. Returns {page: as `order_page`, before, after}, both {items, subtotal,
-- shipping, total}; for a key that was used before what it did then.
-- Refuses like `shop.lock_unpacked_order`, 409 `out_of_stock`, `choice_unavailable`, `price_changed` {total}, `adding_refused`, 422 `choice_required`,
-- `idempotency_mismatch`, the field `items` for too many lines, and with limits `order_too_large`. Nothing is written then.
-- Locks are taken in one order: the key, the order, who orders, the products by id, what strangers hold.
create function public.add_to_order(order_number text, key text, items jsonb, delivery jsonb, most_lines integer, total_seen numeric default null,
                                    preview boolean default false, idempotency_key text default null, is_limited boolean default true) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  fingerprint constant text := md5(jsonb_build_array(upper(order_number), items, total_seen)::text);
  opened public.orders := shop.open_order_page(order_number, key);
  done shop.order_additions;
  more shop.priced_line[];
  lines shop.priced_line[];
  ids text[];
  priced shop.order_price;
  outcome jsonb;
begin
  if idempotency_key is not null and not preview then
    perform pg_advisory_xact_lock(hashtextextended(add_to_order.idempotency_key, 0));
    select * into done from shop.order_additions a where a.idempotency_key = add_to_order.idempotency_key;
    if found then
      if done.request_fingerprint <> fingerprint or done.order_id <> opened.id then
        perform shop.refuse('idempotency_mismatch', null, '{"of": "addition"}');
      end if;
      return done.outcome || jsonb_build_object('page', public.order_page(order_number, key));
    end if;
  end if;
  opened := shop.lock_unpacked_order(order_number, key);
  if is_limited then
    perform shop.lock_senders(array['phone ' || opened.customer_phone, 'device ' || opened.device_fingerprint]);
  end if;

  perform shop.lock_products(array (select i ->> 'productId' from jsonb_array_elements(items) i));
  more := array (select row(l.*)::shop.priced_line from shop.price_lines(items) l order by l.line_position);
  perform shop.check_order_lines(more);
  select array_agg(w.line order by w.place), array_agg(w.item_id order by w.place) into lines, ids from shop.lines_with(opened.id, more) w;
  if cardinality(lines) > most_lines then
    perform shop.refuse_field('items', format('One order takes %s different items', most_lines));
  end if;
  -- Nothing is delivered that is collected in the shop.
  priced := shop.price_order(lines, case when opened.customer_address <> '' then delivery end, shop.off_of(opened), opened.customer_phone, true,
                             opened.shipping + opened.delivery_discount);
  if is_limited then
    perform shop.refuse_large_order(more, priced.total - opened.total_amount, opened.customer_phone, opened.device_fingerprint, opened.id);
    if not opened.awaits_proof and exists (select from shop.unconfirmed_orders u where u.id = opened.id)
       and shop.needs_proof((select sum(l.quantity) from unnest(more) l), opened.customer_phone,
                            (select n.network from shop.order_networks n where n.order_id = opened.id)) then
      perform shop.refuse('adding_refused');
    end if;
  end if;

  outcome := jsonb_build_object(
    'before', jsonb_build_object('items', shop.items_in_brief(opened.id), 'subtotal', opened.subtotal, 'shipping', opened.shipping,
                                 'total', opened.total_amount)
      || shop.discount_json(opened.discount, opened.delivery_discount, opened.discount_code, null),
    'after', jsonb_build_object('items', shop.lines_in_brief(lines), 'subtotal', priced.subtotal, 'shipping', priced.shipping, 'total', priced.total)
      || shop.discount_json(priced.discount, priced.delivery_discount, priced.code, priced.refusal));
  if not preview then
    if total_seen <> priced.total then
      perform shop.refuse('price_changed', jsonb_build_object('total', priced.total), '{"of": "order"}');
    end if;
    perform shop.write_order_lines(opened, lines, ids, priced, null, 'Added by the customer', 'Added by the customer');
    update public.orders o set pieces_added_at = now() where o.id = opened.id;
    perform shop.reassess_order(opened);
    if idempotency_key is not null then
      insert into shop.order_additions (idempotency_key, order_id, request_fingerprint, outcome)
      values (add_to_order.idempotency_key, opened.id, fingerprint, outcome);
    end if;
  end if;
  return outcome || jsonb_build_object('page', public.order_page(order_number, key));
end;
$$;

grant execute on function public.add_to_order to service_role;

-- Twins: two orders of one person within a day that share a piece. Often the second is the first once more, or forgot something: staff put them into one
-- parcel, or say that both are wanted.

-- Two orders that staff keep apart, so that nobody asks again. The lower id first.
create table shop.separate_orders (
  order_id text not null references public.orders (id) on delete cascade,
  other_id text not null references public.orders (id) on delete cascade,
  decided_by uuid references public.staff (id) on delete set null,
  decided_at timestamptz not null default now(),
  primary key (order_id, other_id),
  constraint separate_orders_lower_first check (order_id < other_id)
);

create index separate_orders_of_other on shop.separate_orders (other_id);
create index separate_orders_by_decider on shop.separate_orders (decided_by) where decided_by is not null;

alter table shop.separate_orders enable row level security;
grant select, insert on shop.separate_orders to service_role;

-- The twins of an order, the earliest first. Both wait to be packed, nobody has paid for them or was asked to pay before, both are delivered or both collected, and nobody said that
-- both are wanted. The phone makes the person, however it is spelt (`public.customers`). Takes the order's id.
create function shop.twins_of(order_id text) returns setof public.orders
language plpgsql stable set search_path = ''
as $$
begin
  return query
    select t.* from public.orders o
      join public.orders t on t.customer_id = o.customer_id and t.id <> o.id
                          and t.created_at between o.created_at - interval '24 hours' and o.created_at + interval '24 hours'
     where o.id = twins_of.order_id and o.archived_at is null and t.archived_at is null and shop.is_unpacked(o) and shop.is_unpacked(t)
       and not shop.has_advance(o.id) and not shop.has_advance(t.id)
       and o.advance_verified + o.credit_used = 0 and t.advance_verified + t.credit_used = 0 and (o.customer_address = '') = (t.customer_address = '')
       and exists (select from public.order_items i join public.order_items s on s.product_id = i.product_id where i.order_id = o.id and s.order_id = t.id)
       and not exists (select from shop.separate_orders a where a.order_id = least(o.id, t.id) and a.other_id = greatest(o.id, t.id))
     order by t.created_at, t.id;
end;
$$;

-- What staff see of an order's twins: [{id, orderNumber, createdAt, totalAmount, customerName, customerAddress, city, items, shared, isEarlier, mergedTotal}],
-- the earliest first. `shared` are the names of the pieces that both have, `isEarlier` whether the twin keeps its number when they are merged. Takes the
-- order's id and the delivery rule {freeFrom, fee}. Refuses 404 `order_not_found`.
create function public.order_twins(order_id text, delivery jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  asked public.orders;
begin
  select * into asked from public.orders o where o.id = order_twins.order_id and o.archived_at is null;
  if not found then
    perform shop.refuse('order_not_found');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
             'id', t.id, 'order_number', t.order_number, 'created_at', t.created_at, 'total_amount', t.total_amount, 'customer_name', t.customer_name,
             'customer_address', t.customer_address, 'city', t.city, 'items', shop.items_in_brief(t.id),
             'shared', (select jsonb_agg(distinct i.product_name) from public.order_items i join public.order_items s on s.product_id = i.product_id
                         where i.order_id = t.id and s.order_id = asked.id),
             'is_earlier', (t.created_at, t.id) < (asked.created_at, asked.id),
             'merged_total', case when (t.created_at, t.id) < (asked.created_at, asked.id) then (shop.price_merged(t, asked, delivery)).total
                                  else (shop.price_merged(asked, t, delivery)).total end) order by t.created_at, t.id), '[]')
      from shop.twins_of(asked.id) t);
end;
$$;

-- What two orders cost in one parcel: their pieces as they were sold, delivered for what the rule says of both, and never for more than they cost apart. What
-- is taken off the order that stays is taken off both; else what is taken off the other one; two sums by staff are added. Takes the order that stays, the
-- other one, and the rule {freeFrom, fee}.
create function shop.price_merged(kept public.orders, merged public.orders, delivery jsonb) returns shop.order_price
language plpgsql stable set search_path = ''
as $$
begin
  return shop.price_order(array (select w.line from shop.lines_with(kept.id, shop.lines_of(merged.id)) w order by w.place),
                          case when kept.customer_address <> '' then delivery end, shop.merged_off(kept, merged), kept.customer_phone, true,
                          kept.shipping + kept.delivery_discount + merged.shipping + merged.delivery_discount);
end;
$$;

-- What is taken off two orders in one parcel, as `shop.off_of` says it. Takes the order that stays, and the other one.
create function shop.merged_off(kept public.orders, merged public.orders) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when num_nonnulls(kept.discount_reason, merged.discount_reason) = 2
              then jsonb_build_object('amount', kept.discount + merged.discount,
                                      'reason', left(concat_ws('; ', kept.discount_reason, nullif(merged.discount_reason, kept.discount_reason)), 200))
              else coalesce(shop.off_of(kept), shop.off_of(merged)) end;
$$;

-- The lines of an order, as they were sold. Takes its id.
create function shop.lines_of(order_id text) returns shop.priced_line[]
language sql stable set search_path = ''
as $$
  select array (select row(i.position, i.product_id, i.product_name, i.product_image, i.price, 0, i.quantity, i.selected_color, i.selected_size, null, null,
                           i.variant_id, null)::shop.priced_line
                  from public.order_items i where i.order_id = lines_of.order_id order by i.position);
$$;

-- Both orders, locked, the earlier one first. Takes their ids. Locks by id, so that two who merge cannot wait for each other. Refuses 404 `order_not_found`,
-- 409 `claimed_by_other` {name, until} while a colleague works on one of them.
create function shop.lock_twins(order_id text, other_id text, actor uuid) returns setof public.orders
language plpgsql set search_path = ''
as $$
declare
  held public.order_confirmations;
begin
  perform 1 from public.orders o where o.id in (order_id, other_id) and o.archived_at is null order by o.id for update;
  if (select count(*) from public.orders o where o.id in (order_id, other_id) and o.archived_at is null) < 2 then
    perform shop.refuse('order_not_found');
  end if;
  for held in select * from public.order_confirmations c where c.order_id in (lock_twins.order_id, other_id) order by c.order_id for update loop
    perform shop.check_claim(held, actor);
  end loop;
  return query select * from public.orders o where o.id in (order_id, other_id) order by o.created_at, o.id;
end;
$$;

-- Puts two twins into one parcel: the pieces of the later order go to the earlier one at the prices they were sold at, and the later one is cancelled. Stock
-- ends as it was; both histories say what happened. The order is confirmed only if both were. Takes the ids, in any order, the delivery rule {freeFrom, fee} and
-- the staff member. Returns {kept, merged}, both orders as staff see them; repeating it changes nothing. Refuses 404 `order_not_found`, 409 `claimed_by_other`
-- {name, until}, `not_twins` when one of them was packed, paid, cancelled or kept apart meanwhile, and `not_enough_stock` when an order that has no pieces yet
-- would get none. Locks the orders by id, then the products by id.
create function public.merge_twin_orders(order_id text, other_id text, delivery jsonb, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  both_orders constant public.orders[] := array (select t from shop.lock_twins(order_id, other_id, actor) t);
  kept public.orders := both_orders[1];
  merged constant public.orders := both_orders[2];
  priced constant shop.order_price := shop.price_merged(kept, merged, delivery);
  is_confirmed constant boolean := not exists (select from public.order_confirmations c where c.order_id = merged.id and c.state <> 'confirmed');
  lines shop.priced_line[];
  ids text[];
begin
  perform shop.act_as(actor);
  if merged.merged_into is not distinct from kept.id then
    return jsonb_build_object('kept', shop.staff_order_json(kept.id), 'merged', shop.staff_order_json(merged.id));
  end if;
  if not exists (select from shop.twins_of(kept.id) t where t.id = merged.id) then
    perform shop.refuse('not_twins');
  end if;

  perform shop.lock_products(array (select i.product_id from public.order_items i where i.order_id in (kept.id, merged.id)));
  -- The pieces go back for a moment, and nobody who waits for them is told.
  perform set_config('shop.merges_orders', 'on', true);
  select array_agg(w.line order by w.place), array_agg(w.item_id order by w.place) into lines, ids
    from shop.lines_with(kept.id, shop.lines_of(merged.id)) w;
  perform shop.move_together(merged, 'cancelled', actor);
  update public.orders o set merged_into = kept.id where o.id = merged.id;
  -- Pieces that one of them has stay taken.
  if kept.awaits_proof and not merged.awaits_proof then
    update public.orders o set awaits_proof = false where o.id = kept.id returning * into kept;
  end if;
  perform shop.write_order_lines(kept, lines, ids, priced, actor, 'Merged with ' || merged.order_number, 'Merged with ' || merged.order_number,
                                 shop.merged_off(kept, merged) ->> 'reason');
  perform set_config('shop.merges_orders', 'off', true);
  perform shop.log_order_event(merged.id, 'note', '', null, null, 'Merged into ' || kept.order_number);
  update public.orders o set notes = concat_ws(e'\n', nullif(o.notes, ''), merged.notes)
   where o.id = kept.id and merged.notes not in ('', o.notes) and length(o.notes) + length(merged.notes) < 1000;

  perform shop.reassess_order(kept);
  if not is_confirmed then
    perform shop.ask_anew(kept.id, merged.order_number || ' was not confirmed');
  end if;
  return jsonb_build_object('kept', shop.staff_order_json(kept.id), 'merged', shop.staff_order_json(merged.id));
end;
$$;

-- Says that two twins are both wanted, so that nobody is asked again. Takes the ids, in any order, and the staff member. Returns the order of the first id;
-- repeating it changes nothing. Refuses 404 `order_not_found`, 409 `claimed_by_other` {name, until}, `not_twins`.
create function public.keep_twin_orders(order_id text, other_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  both_orders constant public.orders[] := array (select t from shop.lock_twins(order_id, other_id, actor) t);
begin
  perform shop.act_as(actor);
  if exists (select from shop.separate_orders a where a.order_id = least(keep_twin_orders.order_id, keep_twin_orders.other_id)
                                                  and a.other_id = greatest(keep_twin_orders.order_id, keep_twin_orders.other_id)) then
    return shop.staff_order_json(order_id);
  end if;
  if not exists (select from shop.twins_of(both_orders[1].id) t where t.id = both_orders[2].id) then
    perform shop.refuse('not_twins');
  end if;
  insert into shop.separate_orders (order_id, other_id, decided_by)
  values (least(keep_twin_orders.order_id, keep_twin_orders.other_id), greatest(keep_twin_orders.order_id, keep_twin_orders.other_id), actor);
  perform shop.log_order_event(both_orders[1].id, 'note', '', null, null, format('Kept beside %s: both are wanted', both_orders[2].order_number));
  perform shop.log_order_event(both_orders[2].id, 'note', '', null, null, format('Kept beside %s: both are wanted', both_orders[1].order_number));
  return shop.staff_order_json(order_id);
end;
$$;

-- Trigger: the pieces of a merged order are in the other one, so it stays cancelled. Refuses 409 `order_merged`.
create function shop.keep_merged_cancelled() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.refuse('order_merged', null, jsonb_build_object('orderNumber', old.order_number,
    'into', (select o.order_number from public.orders o where o.id = old.merged_into)));
  return null;
end;
$$;

create trigger orders_merged_stay before update of status on public.orders
  for each row when (old.merged_into is not null and new.status <> old.status) execute function shop.keep_merged_cancelled();

grant execute on function public.order_twins, public.merge_twin_orders, public.keep_twin_orders to service_role;

-- Each use of a discount code: which order has it. A use is taken when the order is placed, and released once when it is cancelled before anything has left.

create table public.code_redemptions (
  order_id text primary key references public.orders (id),
  code_id text not null references public.discount_codes (id),
  -- Of the order when it was placed: all spellings of one number are one.
  phone text not null,
  -- Whether the phone may have the code once only.
  is_once boolean not null,
  amount numeric(12, 2) not null,
  redeemed_at timestamptz not null default now(),
  released_at timestamptz,
  constraint code_redemptions_amount_positive check (amount > 0)
);

create unique index code_redemptions_once_per_phone on public.code_redemptions (code_id, phone) where is_once and released_at is null;
create index code_redemptions_of_code on public.code_redemptions (code_id, redeemed_at desc);

alter table public.code_redemptions enable row level security;
grant select, insert, update on public.code_redemptions to service_role;

-- Trigger: counts the uses of a code. The code's row is locked until the transaction ends, and its check refuses one use too many, however many come at once.
create function shop.count_code_uses() returns trigger
language plpgsql set search_path = ''
as $$
declare
  change constant integer := case when tg_op = 'INSERT' then 0 when old.released_at is null then -1 else 0 end + case when new.released_at is null then 1 else 0 end;
begin
  if change <> 0 then
    update public.discount_codes c set uses = c.uses + change where c.id = new.code_id;
  end if;
  return null;
end;
$$;

create trigger code_redemptions_counted after insert or update of released_at on public.code_redemptions
  for each row execute function shop.count_code_uses();

-- Refuses 409 `code_gone` with {refusedCode}, and the quote without the code. Takes the refusal of `shop.order_price`, the order payload and the delivery rule.
create function shop.refuse_code(refusal jsonb, payload jsonb, delivery jsonb) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.refuse('code_gone', public.quote_cart(payload -> 'items', delivery) || jsonb_build_object('refusedCode', refusal),
                      jsonb_build_object('code', refusal ->> 'code'));
end;
$$;

-- Takes a use of the code that an order was priced with. Takes the order, just written, its price, its payload and the delivery rule.
-- Refuses 409 `code_gone` like `shop.refuse_code` when somebody has taken the last use meanwhile, or the same phone its only one.
create function shop.redeem_code(placed public.orders, priced shop.order_price, payload jsonb, delivery jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  reason text;
begin
  begin
    insert into public.code_redemptions (order_id, code_id, phone, is_once, amount)
    select placed.id, c.id, placed.customer_phone, c.once_per_phone, priced.discount + priced.delivery_discount
      from public.discount_codes c where c.id = priced.code_id;
    return;
  exception
    when unique_violation then reason := 'used_by_phone';
    when check_violation then reason := 'used_up';
  end;
  perform shop.refuse_code(jsonb_build_object('code', priced.code, 'reason', reason), payload, delivery);
end;
$$;

-- Lets the use of an order's code follow its new price: another amount, no code any more, or one taken over from an order that was merged into it. Takes the
-- order as it was, and the price.
create function shop.change_redemption(before public.orders, priced shop.order_price) returns void
language plpgsql set search_path = ''
as $$
begin
  if priced.code is null then
    update public.code_redemptions r set released_at = now() where before.discount_code is not null and r.order_id = before.id and r.released_at is null;
  else
    insert into public.code_redemptions (order_id, code_id, phone, is_once, amount)
    select before.id, c.id, before.customer_phone, c.once_per_phone, priced.discount + priced.delivery_discount
      from public.discount_codes c where c.id = priced.code_id
    on conflict (order_id) do update set amount = excluded.amount, released_at = null;
  end if;
end;
$$;

-- Trigger: an order that is cancelled or deleted before anything has left releases the use of its code; one that comes back takes it again.
-- Refuses 409 `code_gone` when it comes back, and its use has gone to another order.
create function shop.release_code() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.status = 'cancelled' or new.archived_at is not null then
    if shop.is_unshipped(old.status) then
      update public.code_redemptions r set released_at = now() where r.order_id = new.id and r.released_at is null;
    end if;
  else
    begin
      update public.code_redemptions r set released_at = null where r.order_id = new.id and r.released_at is not null;
    exception when unique_violation or check_violation then
      perform shop.refuse('code_gone', '{}', jsonb_build_object('code', new.discount_code));
    end;
  end if;
  return null;
end;
$$;

create trigger orders_release_code after update of status, archived_at on public.orders
  for each row when (new.discount_code is not null
                     and (old.status = 'cancelled' or old.archived_at is not null) <> (new.status = 'cancelled' or new.archived_at is not null))
  execute function shop.release_code();

-- Trigger: the audit log notes what a code is, whoever writes it.
create function shop.audit_discount_code() returns trigger
language plpgsql set search_path = ''
as $$
declare
  -- Not what the shop itself counts.
  unnoted constant text[] := array['id', 'code_key', 'uses', 'created_at', 'updated_at'];
begin
  perform shop.write_audit(shop.acting(), 'discount_code', new.id, 'discount code ' || new.code, case when tg_op = 'UPDATE' then to_jsonb(old) - unnoted end, to_jsonb(new) - unnoted);
  return null;
end;
$$;

create trigger discount_codes_added_to_audit_log after insert on public.discount_codes
  for each row execute function shop.audit_discount_code();
create trigger discount_codes_changed_in_audit_log after update on public.discount_codes
  for each row when (to_jsonb(old) - array['uses', 'updated_at'] is distinct from to_jsonb(new) - array['uses', 'updated_at'])
  execute function shop.audit_discount_code();

-- Codes as staff see them, the newest first: the row, and under `placed`, `delivered` and `returned` {orders, discount, total} of the orders that have it.
-- Takes the ids, or null for all.
create function shop.discount_codes_json(ids text[] default null) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(c) - 'code_key' || jsonb_build_object('placed', sums.placed, 'delivered', sums.delivered, 'returned', sums.returned)
                            order by c.created_at desc, c.id), '[]')
    from public.discount_codes c
   cross join lateral (
     select jsonb_build_object('orders', count(u.*), 'discount', coalesce(sum(u.amount), 0), 'total', coalesce(sum(u.total_amount), 0)) as placed,
            jsonb_build_object('orders', count(u.*) filter (where u.arrived), 'discount', coalesce(sum(u.amount) filter (where u.arrived), 0),
                               'total', coalesce(sum(u.total_amount) filter (where u.arrived), 0)) as delivered,
            jsonb_build_object('orders', count(u.*) filter (where u.is_back), 'discount', coalesce(sum(u.amount) filter (where u.is_back), 0),
                               'total', coalesce(sum(u.total_amount) filter (where u.is_back), 0)) as returned
       from (select r.amount, o.total_amount, o.status = 'delivered' and not back.is_back as arrived, back.is_back
               from public.code_redemptions r
               join public.orders o on o.id = r.order_id
              cross join lateral (select exists (select from public.shipments s where s.order_id = o.id and s.archived_at is null and s.status = 'returned') as is_back) back
              where r.code_id = c.id and r.released_at is null) u) sums
   where ids is null or c.id = any (ids);
$$;

-- All codes as `shop.discount_codes_json` has them.
create function public.list_discount_codes() returns jsonb
language sql stable set search_path = ''
as $$
  select shop.discount_codes_json();
$$;

-- Adds a code, or changes one; orders that have it keep their price. Takes the code's id or null, all of its columns, the staff member, and the version they
-- saw (null: any). Returns it as `shop.discount_codes_json` has it. Refuses 404 `code_not_found`, 409 `code_taken` {code} when another one reads the same,
-- `edited_meanwhile`, and 422 the fields `maxUses` below what is used, `productIds` and `categories` that there are not.
create function public.save_discount_code(code_id text, fields jsonb, actor uuid, expected_version timestamptz default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.discount_codes;
  wanted public.discount_codes;
  taken text;
begin
  perform shop.act_as(actor);
  if code_id is not null then
    select * into before from public.discount_codes c where c.id = save_discount_code.code_id for update;
    if not found then
      perform shop.refuse('code_not_found');
    end if;
    perform shop.check_version(before.updated_at, expected_version);
  end if;
  wanted := jsonb_populate_record(before, fields);

  if exists (select from unnest(wanted.product_ids) p where not exists (select from public.products t where t.id = p)) then
    perform shop.refuse_field('productIds', 'There is no such product');
  elsif exists (select from unnest(wanted.categories) g where not exists (select from public.categories t where t.slug = g)) then
    perform shop.refuse_field('categories', 'There is no such category');
  elsif wanted.max_uses < before.uses then
    perform shop.refuse_field('maxUses', format('Used %s times already', before.uses));
  end if;

  begin
    if code_id is null then
      insert into public.discount_codes (code, name, kind, target, value, starts_at, ends_at, minimum, product_ids, categories, max_uses, once_per_phone,
                                         new_customers_only, is_paused)
      values (wanted.code, wanted.name, wanted.kind, wanted.target, wanted.value, wanted.starts_at, wanted.ends_at, wanted.minimum, wanted.product_ids,
              wanted.categories, wanted.max_uses, wanted.once_per_phone, wanted.new_customers_only, wanted.is_paused)
      returning id into wanted.id;
    else
      update public.discount_codes c
         set (code, name, kind, target, value, starts_at, ends_at, minimum, product_ids, categories, max_uses, once_per_phone, new_customers_only, is_paused) =
             (wanted.code, wanted.name, wanted.kind, wanted.target, wanted.value, wanted.starts_at, wanted.ends_at, wanted.minimum, wanted.product_ids,
              wanted.categories, wanted.max_uses, wanted.once_per_phone, wanted.new_customers_only, wanted.is_paused)
       where c.id = before.id;
    end if;
  exception when unique_violation then
    select c.code into taken from public.discount_codes c where c.code_key = shop.code_key(wanted.code);
    perform shop.refuse('code_taken', '{}', jsonb_build_object('code', taken));
  end;
  return shop.discount_codes_json(array[wanted.id]) -> 0;
end;
$$;

grant execute on function public.list_discount_codes, public.save_discount_code to service_role;

-- Payments: what was paid, by whom, how, and where the money is. Every payment moves an amount from one account to another, so that all accounts together
-- are always zero, and what one lost another has. Rows are only added; a mistake is taken back by a row of the other direction.

-- Where money is, or went. `customer`: with the customers, below zero by what they gave. `courier`: collected at doors, and not paid out to the shop yet.
-- `bank`, `cash`: with the shop. `charges`, `tax_withheld`: what a courier keeps of what it pays out. `credit`: store credit, below zero by what the shop owes.
-- `written_off`: lost, or given away.
create type shop.ledger_account as enum ('customer', 'courier', 'bank', 'cash', 'charges', 'tax_withheld', 'credit', 'written_off');

-- `advance`: before delivery. `collected`: at the door or at the counter. `credit_used`: store credit that an order takes. `refund`: back to the customer.
-- `credit_given`: store credit, given by staff.
create type shop.payment_kind as enum ('advance', 'collected', 'credit_used', 'refund', 'credit_given');

-- How money moved. `wallet`: Easypaisa, JazzCash and the like.
create type shop.payment_method as enum ('bank_transfer', 'raast', 'wallet', 'cash', 'store_credit');

-- Whether a payment of a kind moves money from one account to another.
create function shop.moves(kind shop.payment_kind, source shop.ledger_account, target shop.ledger_account) returns boolean
language sql immutable set search_path = ''
as $$
  select case kind
    when 'advance' then source = 'customer' and target in ('bank', 'cash')
    when 'collected' then source = 'customer' and target in ('courier', 'cash')
    when 'credit_used' then source = 'customer' and target = 'credit'
    when 'refund' then source in ('bank', 'cash', 'credit') and target = 'customer'
    when 'credit_given' then source = 'credit' and target = 'written_off' end;
$$;

create table public.payments (
  id text primary key default shop.new_id(),
  sequence bigint not null generated always as identity,
  kind shop.payment_kind not null,
  method shop.payment_method not null,
  from_account shop.ledger_account not null,
  to_account shop.ledger_account not null,
  amount numeric(12, 2) not null,
  order_id text references public.orders (id),
  -- Whose store credit it is; null where it moves none.
  customer_id text references public.customers (id),
  -- The transaction number of bank or wallet.
  reference text not null default '',
  reason text not null default '',
  -- The payment that this one takes back.
  reverses text references public.payments (id),
  -- Null: nobody of the staff, or an account that is gone.
  actor uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  constraint payments_amount_positive check (amount > 0),
  constraint payments_reversed_once unique (reverses),
  constraint payments_reference_length check (char_length(reference) <= 60),
  constraint payments_reason_length check (char_length(reason) <= 300),
  constraint payments_credit_of_customer check ((customer_id is not null) = (from_account = 'credit' or to_account = 'credit')),
  constraint payments_of_order check ((order_id is null) = (kind = 'credit_given')),
  constraint payments_method_of_account check (case when customer_id is not null then method = 'store_credit'
    when 'bank' in (from_account, to_account) then method in ('bank_transfer', 'raast', 'wallet') else method = 'cash' end),
  -- A payment that takes another back moves the other way.
  constraint payments_accounts check (
    shop.moves(kind, case when reverses is null then from_account else to_account end, case when reverses is null then to_account else from_account end))
);

create index payments_of_order on public.payments (order_id, sequence) where order_id is not null;
create index payments_of_customer on public.payments (customer_id, sequence) where customer_id is not null;
create index payments_newest on public.payments (created_at desc, sequence desc);
create index payments_by_actor on public.payments (actor) where actor is not null;

alter table public.payments enable row level security;
-- Not even the server changes or deletes a row; the store credit of customers who are merged goes to the one who stays.
revoke all on public.payments from service_role;
grant select, insert, update (customer_id) on public.payments to service_role;

-- Whether a payment's change is only that the credit of a merged customer belongs to who took their place. Takes the row before and after.
create function shop.follows_merge(before public.payments, after public.payments) returns boolean
language sql stable set search_path = ''
as $$
  select to_jsonb(after) = to_jsonb(before) || jsonb_build_object('customer_id', after.customer_id)
     and exists (select from public.customers c where c.id = before.customer_id and c.merged_into = after.customer_id);
$$;

create trigger payments_append_only before update on public.payments
  for each row when (not shop.follows_merge(old, new)) execute function shop.refuse_change();
create trigger payments_never_deleted before delete on public.payments for each row execute function shop.refuse_change();
create trigger payments_never_truncated before truncate on public.payments for each statement execute function shop.refuse_change();

-- What a payment adds to its kind: its amount, below zero where it takes another back. Takes the row.
create function shop.signed_amount(payment public.payments) returns numeric
language sql immutable set search_path = ''
as $$
  select case when payment.reverses is null then payment.amount else - payment.amount end;
$$;

-- What an order has received and not paid back. Takes its row.
create function shop.received_of(paid public.orders) returns numeric
language sql immutable set search_path = ''
as $$
  select paid.advance_verified + paid.credit_used + paid.collected - paid.refunded;
$$;

-- Trigger: a payment that takes another back is its mirror.
create function shop.require_mirror() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if not exists (select from public.payments p
                  where p.id = new.reverses and p.reverses is null
                    and (p.kind, p.method, p.from_account, p.to_account, p.amount) = (new.kind, new.method, new.to_account, new.from_account, new.amount)
                    and p.order_id is not distinct from new.order_id and p.customer_id is not distinct from new.customer_id) then
    raise exception 'payment % must move back what payment % moved', new.id, new.reverses using errcode = 'restrict_violation';
  end if;
  return new;
end;
$$;

create trigger payments_mirror before insert on public.payments
  for each row when (new.reverses is not null) execute function shop.require_mirror();

-- Trigger: an order's sums and a customer's credit follow their payments. What is collected is written with the status of the order.
create function shop.count_payment() returns trigger
language plpgsql set search_path = ''
as $$
declare
  amount constant numeric := shop.signed_amount(new);
begin
  if new.kind in ('advance', 'credit_used', 'refund') then
    update public.orders o
       set advance_verified = o.advance_verified + case new.kind when 'advance' then amount else 0 end,
           credit_used = o.credit_used + case new.kind when 'credit_used' then amount else 0 end,
           refunded = o.refunded + case new.kind when 'refund' then amount else 0 end
     where o.id = new.order_id;
  end if;
  if new.customer_id is not null then
    update public.customers c set credit = c.credit + case when new.from_account = 'credit' then new.amount else - new.amount end where c.id = new.customer_id;
  end if;
  return null;
end;
$$;

create trigger payments_counted after insert on public.payments for each row execute function shop.count_payment();

-- Trigger: the store credit of a merged customer goes along with its payments, in one sum: halfway through, what was used could stand there without what was given.
create function shop.move_credit() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update public.customers c set credit = c.credit + m.amount
    from (select k.customer_id, sum(k.amount) as amount
            from (select a.customer_id, case when a.from_account = 'credit' then a.amount else - a.amount end as amount from payments_after a
                  union all
                  select b.customer_id, case when b.from_account = 'credit' then - b.amount else b.amount end from payments_before b) k
           where k.customer_id is not null group by k.customer_id) m
   where c.id = m.customer_id and m.amount <> 0;
  return null;
end;
$$;

create trigger payments_credit_moved after update on public.payments
  referencing old table as payments_before new table as payments_after
  for each statement execute function shop.move_credit();

-- Trigger: at the end of a transaction an order says exactly what its payments say.
create function shop.require_booked_order() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform from public.orders o
     left join lateral (select coalesce(sum(shop.signed_amount(p)) filter (where p.kind = 'advance'), 0) as advance,
                               coalesce(sum(shop.signed_amount(p)) filter (where p.kind = 'credit_used'), 0) as credit,
                               coalesce(sum(shop.signed_amount(p)) filter (where p.kind = 'collected'), 0) as collected,
                               coalesce(sum(shop.signed_amount(p)) filter (where p.kind = 'refund'), 0) as refunded
                          from public.payments p where p.order_id = o.id) sums on true
    where o.id = coalesce(to_jsonb(new) ->> 'order_id', new.id)
      and (o.advance_verified, o.credit_used, o.collected, o.refunded) <> (sums.advance, sums.credit, sums.collected, sums.refunded);
  if found then
    raise exception 'order % does not say what its payments say', coalesce(to_jsonb(new) ->> 'order_id', new.id) using errcode = 'restrict_violation';
  end if;
  return null;
end;
$$;

create constraint trigger orders_placed_as_booked after insert on public.orders deferrable initially deferred
  for each row when (new.advance_verified + new.credit_used + new.collected + new.refunded <> 0) execute function shop.require_booked_order();
create constraint trigger orders_paid_as_booked after update on public.orders deferrable initially deferred
  for each row when ((old.advance_verified, old.credit_used, old.collected, old.refunded) <> (new.advance_verified, new.credit_used, new.collected, new.refunded))
  execute function shop.require_booked_order();
create constraint trigger payments_as_orders_say after insert on public.payments deferrable initially deferred
  for each row when (new.order_id is not null) execute function shop.require_booked_order();

-- Trigger: at the end of a transaction a customer's credit is exactly what their payments say.
create function shop.require_booked_credit() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if (select c.credit from public.customers c where c.id = new.id)
     <> (select coalesce(sum(case when p.from_account = 'credit' then p.amount else - p.amount end), 0) from public.payments p where p.customer_id = new.id) then
    raise exception 'the credit of customer % is not what its payments say', new.id using errcode = 'restrict_violation';
  end if;
  return null;
end;
$$;

create constraint trigger customers_start_without_credit after insert on public.customers deferrable initially deferred
  for each row when (new.credit <> 0) execute function shop.require_booked_credit();
create constraint trigger customers_credit_as_booked after update on public.customers deferrable initially deferred
  for each row when (old.credit <> new.credit) execute function shop.require_booked_credit();

-- Trigger: whoever is delivered has paid the rest at the door. Cancelled after that, the order keeps what was paid, which waits to go back; with any other status
-- it was not delivered after all. Refuses 409 `money_refunded` where that money was paid back already.
create function shop.collect_at_door() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.status = 'delivered' then
    new.collected := greatest(coalesce(old.collected, 0), new.total_amount - new.advance_verified - new.credit_used + new.refunded);
  elsif new.status = 'cancelled' then
    null;
  elsif new.refunded > new.advance_verified + new.credit_used then
    perform shop.refuse('money_refunded', '{}', jsonb_build_object('refunded', shop.rupees_text(new.refunded)));
  else
    new.collected := 0;
  end if;
  return new;
end;
$$;

create trigger orders_collect_placed before insert on public.orders
  for each row when (new.status = 'delivered') execute function shop.collect_at_door();
create trigger orders_collect before update of status on public.orders
  for each row when (old.status <> new.status and (new.status = 'delivered' or old.collected > 0)) execute function shop.collect_at_door();

-- Trigger: books what was collected at the door, or takes it back. A rider has it where a parcel was sent, else the shop.
create function shop.book_collected() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.collected > coalesce(old.collected, 0) then
    insert into public.payments (kind, method, from_account, to_account, amount, order_id, actor, created_at)
    values ('collected', 'cash', 'customer',
            case when exists (select from public.shipments s where s.order_id = new.id and s.archived_at is null and not shop.is_back(s.status))
                 then 'courier'::shop.ledger_account else 'cash' end, new.collected - coalesce(old.collected, 0), new.id, shop.acting(), new.updated_at);
  else
    perform shop.take_back(p, '') from public.payments p
      where p.order_id = new.id and p.kind = 'collected' and p.reverses is null and not exists (select from public.payments r where r.reverses = p.id);
  end if;
  return null;
end;
$$;

create trigger orders_collected_placed after insert on public.orders
  for each row when (new.collected <> 0) execute function shop.book_collected();
-- Less, but not nothing, is what `reverse_payment` has booked itself.
create trigger orders_collected after update on public.orders
  for each row when (new.collected > old.collected or (new.collected = 0 and old.collected > 0)) execute function shop.book_collected();

-- Adds a payment, by whoever acts, and tells the order's timeline. Takes its kind, how and from where to where the money moved, rupees, the order or null, whose
-- store credit it moves or null, the transaction number and the reason, either may be empty. The caller has locked the order.
create function shop.pay(kind shop.payment_kind, method shop.payment_method, from_account shop.ledger_account, to_account shop.ledger_account, amount numeric,
                         order_id text, customer_id text default null, reference text default '', reason text default '')
returns public.payments
language plpgsql set search_path = ''
as $$
declare
  paid public.payments;
begin
  insert into public.payments (kind, method, from_account, to_account, amount, order_id, customer_id, reference, reason, actor)
  values (kind, method, from_account, to_account, amount, pay.order_id, pay.customer_id, coalesce(pay.reference, ''), coalesce(pay.reason, ''), shop.acting())
  returning * into paid;
  if paid.order_id is not null then
    perform shop.log_order_event(paid.order_id, 'payment', paid.kind::text, null,
              jsonb_strip_nulls(jsonb_build_object('amount', paid.amount, 'method', paid.method, 'reference', nullif(paid.reference, ''))), paid.reason);
  end if;
  return paid;
end;
$$;

-- Takes a payment back, by whoever acts, with the row of the other direction. Takes the payment and the reason.
create function shop.take_back(payment public.payments, reason text) returns public.payments
language plpgsql set search_path = ''
as $$
declare
  back public.payments;
begin
  insert into public.payments (kind, method, from_account, to_account, amount, order_id, customer_id, reference, reason, reverses, actor)
  values (payment.kind, payment.method, payment.to_account, payment.from_account, payment.amount, payment.order_id, payment.customer_id, payment.reference,
          take_back.reason, payment.id, shop.acting())
  returning * into back;
  if back.order_id is not null and back.kind <> 'collected' then
    perform shop.log_order_event(back.order_id, 'payment', back.kind::text,
              jsonb_strip_nulls(jsonb_build_object('amount', back.amount, 'method', back.method, 'reference', nullif(back.reference, ''))), null, back.reason);
  end if;
  return back;
end;
$$;

-- Books money that staff have seen arrive before delivery. Takes the order, locked, rupees, how it came (`bank_transfer`, `raast`, `wallet`, `cash`), and the
-- transaction number, which may be empty. Returns the payment.
create function shop.record_advance(paid public.orders, amount numeric, method shop.payment_method, reference text default '') returns public.payments
language plpgsql set search_path = ''
as $$
begin
  return shop.pay('advance', method, 'customer', case method when 'cash' then 'cash'::shop.ledger_account else 'bank' end, amount, paid.id, null, reference);
end;
$$;

-- Whether an order that is cancelled or deleted now gives its store credit back by itself: nothing of it has left, and none of that money went back already.
-- Takes its row from before.
create function shop.returns_credit(before public.orders) returns boolean
language sql immutable set search_path = ''
as $$
  select shop.is_unshipped(before.status) and before.credit_used > 0 and before.refunded <= before.advance_verified + before.collected;
$$;

-- What of a customer's money would be forgotten if an order were deleted. Takes its row.
create function shop.kept_money(deleted public.orders) returns numeric
language sql immutable set search_path = ''
as $$
  select case when deleted.status = 'delivered' then deleted.to_refund
              else shop.received_of(deleted) - case when shop.returns_credit(deleted) then deleted.credit_used else 0 end end;
$$;

-- Trigger: an order that is cancelled or deleted before anything has left gives its store credit back. One that comes back is due in cash again.
create function shop.return_credit() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.take_back(p, '') from public.payments p
    where p.order_id = new.id and p.kind = 'credit_used' and p.reverses is null and not exists (select from public.payments r where r.reverses = p.id);
  return null;
end;
$$;

create trigger orders_return_credit after update of status, archived_at on public.orders
  for each row when (new.credit_used > 0 and (new.status = 'cancelled' and old.status <> 'cancelled' or new.archived_at is not null and old.archived_at is null)
                     and shop.returns_credit(old))
  execute function shop.return_credit();

-- A payment as staff read it: its row, {order_number, customer_name: whose store credit, actor_name, is_reversed}. Takes the row.
create function shop.payment_json(payment public.payments) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(payment) || jsonb_build_object(
    'order_number', (select o.order_number from public.orders o where o.id = payment.order_id),
    'customer_name', (select c.name from public.customers c where c.id = payment.customer_id),
    'actor_name', (select s.username from public.staff s where s.id = payment.actor),
    'is_reversed', exists (select from public.payments r where r.reverses = payment.id));
$$;

-- The payments of an order, the first one first. Takes its id. Refuses 404 `order_not_found`, also for an archived one.
create function public.order_payments(order_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  if not exists (select from public.orders o where o.id = order_payments.order_id and o.archived_at is null) then
    perform shop.refuse('order_not_found');
  end if;
  return (select coalesce(jsonb_agg(shop.payment_json(p) order by p.sequence), '[]') from public.payments p where p.order_id = order_payments.order_id);
end;
$$;

-- A page of the payments, the newest first. Takes a kind, a method, two moments and an order's number (each may be null), how many rows to skip and how many to
-- return. Returns {items, total}.
create function public.list_payments(kind shop.payment_kind, method shop.payment_method, from_time timestamptz, to_time timestamptz, order_number text,
                                     page_offset integer, page_limit integer) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  of_order text;
begin
  if order_number is not null then
    -- An id that is none where no order has the number.
    of_order := coalesce((select o.id from public.orders o where o.order_number = upper(list_payments.order_number)), '');
  end if;
  return (
    with found_ones as (
      select p.id, p.created_at, p.sequence from public.payments p
       where (list_payments.kind is null or p.kind = list_payments.kind) and (list_payments.method is null or p.method = list_payments.method)
         and (from_time is null or p.created_at >= from_time) and (to_time is null or p.created_at < to_time)
         and (of_order is null or p.order_id = of_order)
    )
    select jsonb_build_object(
      'items', (select coalesce(jsonb_agg(shop.payment_json(p) order by p.created_at desc, p.sequence desc), '[]')
                  from (select f.id from found_ones f order by f.created_at desc, f.sequence desc offset page_offset limit page_limit) page
                  join public.payments p on p.id = page.id),
      'total', (select count(*) from found_ones)));
end;
$$;

-- What lies in each account, in rupees: {courier, bank, cash, charges, tax_withheld, credit, written_off, customer}. `credit` is below zero by what the shop owes.
create function public.account_balances() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_object_agg(a, coalesce(m.amount, 0))
    from unnest(enum_range(null::shop.ledger_account)) a
    left join (select k.account, sum(k.amount) as amount
                 from (select p.to_account as account, sum(p.amount) as amount from public.payments p group by p.to_account
                       union all
                       select p.from_account, - sum(p.amount) from public.payments p group by p.from_account) k
                group by k.account) m on m.account = a;
$$;

-- Books money that went back to the customer of an order, or into their store credit. Takes the order's id, rupees, how (`store_credit` and any other), the
-- transaction number and why, either may be empty, the staff member and the version that they saw (null: any). Returns the order as staff see it.
-- Refuses 404 `order_not_found`, 409 `edited_meanwhile`, `refund_too_large` {received} above what was received for the order and did not go back.
create function public.refund_order(order_id text, amount numeric, method shop.payment_method, reference text, reason text, actor uuid,
                                    expected_version timestamptz default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.orders := shop.lock_order(order_id);
  received constant numeric := shop.received_of(before);
begin
  perform shop.act_as(actor);
  perform shop.check_version(before.updated_at, expected_version);
  if amount > received then
    perform shop.refuse('refund_too_large', jsonb_build_object('received', received), jsonb_build_object('received', shop.rupees_text(received)));
  end if;
  perform shop.pay('refund', method, case method when 'store_credit' then 'credit' when 'cash' then 'cash' else 'bank' end::shop.ledger_account, 'customer',
                   amount, before.id, case when method = 'store_credit' then before.customer_id end, reference, reason);
  return shop.staff_order_json(before.id);
end;
$$;

-- Takes a payment back that was booked by mistake. Takes its id, why, and the staff member. Returns the row that takes it back, as `shop.payment_json`.
-- Refuses 404 `payment_not_found`, also where its order was deleted, 409 `payment_reversed` for one that was taken back or takes another back,
-- `collected_with_delivery` for what was collected of an order that is not cancelled, `money_refunded` {refunded} where it went back to the customer already,
-- and `credit_spent` {credit} where the customer has spent the store credit.
create function public.reverse_payment(payment_id text, reason text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  payment public.payments;
  before public.orders;
  held numeric;
  back public.payments;
begin
  select * into payment from public.payments p where p.id = payment_id;
  if not found then
    perform shop.refuse('payment_not_found');
  end if;
  perform shop.act_as(actor);
  -- In the order of locks of whoever merges customers: the order, then the customer.
  if payment.order_id is not null then
    select * into before from public.orders o where o.id = payment.order_id and o.archived_at is null for update;
    if not found then
      perform shop.refuse('payment_not_found');
    end if;
  end if;
  perform from public.customers c where c.id = payment.customer_id for no key update;
  -- As it is now: another one may have taken it back, and its customer may be merged.
  select * into payment from public.payments p where p.id = payment_id;
  if payment.reverses is not null or exists (select from public.payments r where r.reverses = payment.id) then
    perform shop.refuse('payment_reversed');
  elsif payment.kind = 'collected' and before.status <> 'cancelled' then
    perform shop.refuse('collected_with_delivery');
  elsif payment.kind in ('advance', 'credit_used', 'collected') and shop.received_of(before) < payment.amount then
    perform shop.refuse('money_refunded', '{}', jsonb_build_object('refunded', shop.rupees_text(before.refunded)));
  elsif payment.from_account = 'credit' then
    select c.credit into held from public.customers c where c.id = payment.customer_id for no key update;
    if held < payment.amount then
      perform shop.refuse('credit_spent', jsonb_build_object('credit', held), jsonb_build_object('credit', shop.rupees_text(held)));
    end if;
  end if;
  if payment.kind = 'collected' then
    back := shop.take_back(payment, reverse_payment.reason);
    update public.orders o set collected = o.collected - payment.amount where o.id = before.id;
    perform shop.log_order_event(before.id, 'payment', 'collected', jsonb_build_object('amount', payment.amount, 'method', payment.method), null, reverse_payment.reason);
  else
    back := shop.take_back(payment, reverse_payment.reason);
  end if;
  return shop.payment_json(back);
end;
$$;

-- Gives a customer store credit. Takes their id, rupees, why, the staff member, and the credit that their screen showed (null: any). Returns the customer as
-- `find_customer` does. Refuses 404 `customer_not_found`, also for one who was merged, 409 `edited_meanwhile` where the credit is another by now.
create function public.give_credit(customer_id text, amount numeric, reason text, actor uuid, expected_credit numeric default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.customers;
begin
  perform shop.act_as(actor);
  select * into before from public.customers c where c.id = give_credit.customer_id and c.merged_into is null for no key update;
  if not found then
    perform shop.refuse('customer_not_found');
  elsif expected_credit <> before.credit then
    perform shop.refuse('edited_meanwhile');
  end if;
  perform shop.pay('credit_given', 'store_credit', 'credit', 'written_off', amount, null, before.id, '', reason);
  return public.find_customer(before.id);
end;
$$;

-- Takes store credit of its customer for an order, at most what is due of it. Takes the order, locked or just written, and rupees.
-- Refuses 409 `not_enough_credit` {credit} when the customer has less, or less is due.
create function shop.spend_credit(spending public.orders, amount numeric) returns void
language plpgsql set search_path = ''
as $$
declare
  usable numeric;
begin
  -- The lock holds until the transaction ends: whoever spends at the same time waits, and finds what is left.
  select least(c.credit, spending.due_on_delivery) into usable from public.customers c where c.id = spending.customer_id for no key update;
  if amount > usable then
    perform shop.refuse('not_enough_credit', jsonb_build_object('credit', usable), jsonb_build_object('credit', shop.rupees_text(usable)));
  end if;
  perform shop.pay('credit_used', 'store_credit', 'customer', 'credit', amount, spending.id, spending.customer_id);
end;
$$;

-- The store credit that an order's shopper may use for it on its page, null for none. Whoever places an order gets the link of its page, and may have typed
-- another one's phone: it is offered only after that phone has confirmed the order, or where staff wrote the order down. Takes the order.
create function shop.credit_for_page(opened public.orders) returns numeric
language sql stable set search_path = ''
as $$
  select nullif(least(c.credit, opened.due_on_delivery), 0) from public.customers c
   where c.id = opened.customer_id and c.credit > 0 and shop.is_unpacked(opened)
     and (opened.source <> 'website'
          or exists (select from public.confirmation_attempts a
                      where a.order_id = opened.id and a.outcome = 'confirmed' and (a.how in ('call', 'whatsapp') or a.how = 'shopper' and a.note = 'whatsapp')))
     -- The phone they spoke with is still the order's.
     and not exists (select from public.order_events e where e.order_id = opened.id and e.kind = 'order' and e.after ? 'customer_id');
$$;

-- Uses store credit for an order, by its shopper. Takes the order's number, the key of its page and the rupees that the page offered. Returns the page.
-- Refuses like `shop.lock_unpacked_order`, 409 `not_enough_credit` {credit}.
create function public.use_credit(order_number text, key text, amount numeric) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  opened public.orders := shop.lock_unpacked_order(order_number, key);
begin
  if shop.credit_for_page(opened) is null then
    perform shop.refuse('not_enough_credit', '{"credit": 0}', jsonb_build_object('credit', shop.rupees_text(0)));
  end if;
  perform shop.spend_credit(opened, amount);
  return public.order_page(order_number, key);
end;
$$;

grant execute on function public.order_payments, public.list_payments, public.account_balances, public.refund_order, public.reverse_payment, public.give_credit,
  public.use_credit to service_role;

-- Money before delivery. Three facts stay apart: what was asked, what the customer says was sent, and what staff saw arrive; only the last one moves money
-- (078_payments.sql). Nothing is cancelled by time alone, unless an owner's rule says so.

-- The photos of receipts: only the server writes and reads them, and gives them to staff alone.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('receipts', 'receipts', false, 2097152, array ['image/webp'])
on conflict (id) do update
   set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

create policy "Receipts are read and written by the server alone" on storage.objects
  as restrictive for all to anon, authenticated
  using (bucket_id <> 'receipts') with check (bucket_id <> 'receipts');

-- An advance that was asked of an order. Asking anew ends the one before.
create table public.advance_requests (
  id text primary key default shop.new_id(),
  order_id text not null references public.orders (id),
  basis shop.advance_basis not null,
  -- What was asked then.
  amount numeric(12, 2) not null,
  -- What the order has received in advance once it is paid; null: everything, however the order grows.
  goal numeric(12, 2),
  -- What staff or the rule say; the customer reads it, too.
  reason text not null default '',
  -- Null: a rule, or the checkout.
  asked_by uuid references public.staff (id) on delete set null,
  asked_at timestamptz not null default clock_timestamp(),
  due_at timestamptz not null,
  ended_at timestamptz,
  ended_by uuid references public.staff (id) on delete set null,
  constraint advance_requests_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint advance_requests_amount_positive check (amount >= 1),
  constraint advance_requests_goal check ((goal is null) = (basis = 'all') and (goal is null or goal >= amount)),
  constraint advance_requests_reason_length check (char_length(reason) <= 300)
);

create unique index advance_requests_one_open on public.advance_requests (order_id) where ended_at is null;
create index advance_requests_of_order on public.advance_requests (order_id, asked_at);
create index advance_requests_by_asker on public.advance_requests (asked_by) where asked_by is not null;
create index advance_requests_by_ender on public.advance_requests (ended_by) where ended_by is not null;

alter table public.advance_requests enable row level security;
grant select, insert, update (ended_at, ended_by) on public.advance_requests to service_role;

-- Photos of receipts. A row comes before its photo, so that none is lost.
create table public.advance_receipts (
  -- Random, because whoever knows it may send the photo with a transfer of its order.
  id text primary key,
  order_id text not null references public.orders (id),
  name text not null,
  -- Of the photo as the shop drew it: one sent twice has the same.
  hash text not null,
  bytes integer not null,
  created_at timestamptz not null default now(),
  -- A day, unless it is sent with a transfer: then until half a year after staff decided.
  kept_until timestamptz default now() + interval '1 day',
  constraint advance_receipts_id_random check (id ~ '^[0-9a-f]{32}$'),
  constraint advance_receipts_name_unique unique (name),
  constraint advance_receipts_bytes_positive check (bytes > 0)
);

create index advance_receipts_of_order on public.advance_receipts (order_id);
create index advance_receipts_by_hash on public.advance_receipts (hash);
create index advance_receipts_ended on public.advance_receipts (kept_until) where kept_until is not null;

alter table public.advance_receipts enable row level security;
grant select, insert, update, delete on public.advance_receipts to service_role;

create type shop.transfer_state as enum ('sent', 'received', 'rejected', 'taken_back');

-- Transaction numbers are compared without case, spaces, hyphens and other punctuation. Empty for one without letters and digits.
create function shop.transaction_key(typed text) returns text
language sql immutable set search_path = ''
as $$
  select upper(regexp_replace(typed, '[^[:alnum:]]', '', 'g'));
$$;

-- Transfers that customers say they made, and those that staff saw without being told. What was sent stays; staff decide about it.
create table public.advance_claims (
  id text primary key default shop.new_id(),
  order_id text not null references public.orders (id),
  -- The transaction number as it was typed, and how it is compared: no two transfers that count have the same.
  reference text not null default '',
  reference_key text not null default '',
  receipt_id text references public.advance_receipts (id) on delete set null,
  sent_at timestamptz not null default clock_timestamp(),
  -- Staff who booked it without a word of the customer; null: the customer sent it.
  recorded_by uuid references public.staff (id) on delete set null,
  is_recorded boolean not null default false,
  state shop.transfer_state not null default 'sent',
  -- The payment that staff booked; it stays when it was taken back.
  payment_id text references public.payments (id),
  -- Why it was rejected or taken back, as the customer reads it.
  because text not null default '',
  decided_by uuid references public.staff (id) on delete set null,
  decided_at timestamptz,
  -- One press of a button is one transfer.
  idempotency_key text,
  request_fingerprint text,
  constraint advance_claims_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint advance_claims_key_unique unique (idempotency_key),
  constraint advance_claims_payment_unique unique (payment_id),
  constraint advance_claims_reference_length check (char_length(reference) <= 60),
  constraint advance_claims_because_length check (char_length(because) <= 300),
  constraint advance_claims_decided check ((state = 'sent') = (decided_at is null)),
  constraint advance_claims_paid check ((state in ('received', 'taken_back')) = (payment_id is not null)),
  constraint advance_claims_says_why check (state not in ('rejected', 'taken_back') or because <> '')
);

create unique index advance_claims_number on public.advance_claims (reference_key) where reference_key <> '' and state in ('sent', 'received');
create index advance_claims_of_order on public.advance_claims (order_id, sent_at);
create index advance_claims_to_check on public.advance_claims (sent_at) include (order_id) where state = 'sent';
create index advance_claims_by_receipt on public.advance_claims (receipt_id) where receipt_id is not null;
create index advance_claims_by_recorder on public.advance_claims (recorded_by) where recorded_by is not null;
create index advance_claims_by_decider on public.advance_claims (decided_by) where decided_by is not null;

alter table public.advance_claims enable row level security;
grant select, insert, update (receipt_id, reference_key, state, payment_id, because, decided_by, decided_at, idempotency_key, request_fingerprint) on public.advance_claims to service_role;

-- When so many hours have passed since a moment, counted between nine in the morning and ten at night: a due time that falls into the night would be late
-- before anybody is up.
create function shop.after_waking_hours(moment timestamptz, hours integer) returns timestamptz
language plpgsql immutable set search_path = ''
as $$
declare
  -- Thirteen hours of each day count.
  starts constant timestamp := shop.after_quiet_hours(moment) at time zone 'Asia/Karachi';
  counted constant interval := starts::time - time '09:00' + make_interval(hours => hours);
  -- The last minute of a day is due that day, not the next morning.
  days constant integer := ceil(extract(epoch from counted) / 46800)::integer - 1;
begin
  return (starts::date + days + time '09:00' + (counted - days * interval '13 hours')) at time zone 'Asia/Karachi';
end;
$$;

-- What is still missing of an advance: nothing once the order has left, is cancelled or deleted. Takes the order's row and the request's.
create function shop.missing_advance(asked public.orders, request public.advance_requests) returns numeric
language sql immutable set search_path = ''
as $$
  select case when request.ended_at is not null or asked.archived_at is not null or asked.status not in ('pending', 'processing') then 0
              when request.goal is null then asked.due_on_delivery
              else greatest(0, least(request.goal - asked.advance_verified, asked.due_on_delivery)) end;
$$;

-- The advances that are still missing: {order_id, request_id, missing, due_at, is_late}.
create view shop.missing_advances with (security_invoker = true) as
  select o.id as order_id, r.id as request_id, m.missing, r.due_at, r.due_at <= now() as is_late
    from public.orders o
    join public.advance_requests r on r.order_id = o.id and r.ended_at is null
   cross join lateral (select shop.missing_advance(o, r) as missing) m
   where o.status in ('pending', 'processing') and o.archived_at is null and m.missing > 0;

grant select on shop.missing_advances to service_role;

-- All lists that staff work through: `shop.order_work`, where each open order is once, and beside it {order_id, work} `to_check`: a transfer waits to be
-- found at the bank; `advance_late`: an advance is missing after its time, and no transfer waits.
create view shop.order_lists with (security_invoker = true) as
  select w.order_id, w.work from shop.order_work w
  union all
  select distinct c.order_id, 'to_check' from public.advance_claims c join public.orders o on o.id = c.order_id
   where c.state = 'sent' and o.archived_at is null
  union all
  select m.order_id, 'advance_late' from shop.missing_advances m
   where m.is_late and not exists (select from public.advance_claims c where c.order_id = m.order_id and c.state = 'sent');

grant select on shop.order_lists to service_role;

-- Whether money is asked of an order or was sent for it, so that it is nobody's twin. Takes its id.
create function shop.has_advance(order_id text) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from public.advance_requests r where r.order_id = has_advance.order_id and r.ended_at is null)
      or exists (select from public.advance_claims c where c.order_id = has_advance.order_id and c.state in ('sent', 'received'));
$$;

-- Says at an order's confirmation whether an advance is missing, as long as the order is here: leaving pays nothing. Whoever has confirmed the order while it was missing has confirmed it once it arrives.
-- Takes the order's id.
create function shop.follow_advance(order_id text) returns void
language plpgsql set search_path = ''
as $$
declare
  is_missing constant boolean := exists (select from shop.missing_advances m where m.order_id = follow_advance.order_id);
  confirmation public.order_confirmations;
begin
  update public.order_confirmations c set awaits_advance = is_missing
   where c.order_id = follow_advance.order_id and c.awaits_advance <> is_missing
     and exists (select from public.orders o where o.id = c.order_id and shop.is_unshipped(o.status) and o.archived_at is null)
  returning * into confirmation;
  if confirmation.is_open and not is_missing and confirmation.due_at is not null and confirmation.held_because is null
     and exists (select from public.orders o where o.id = confirmation.order_id and o.advance_verified > 0)
     and exists (select from public.confirmation_attempts a
                  where a.order_id = confirmation.order_id and a.how = 'shopper' and a.outcome = 'confirmed') then
    perform shop.store_attempt(confirmation, 'rule', 'confirmed', null, 'The customer said yes, and the advance arrived', null);
  end if;
end;
$$;

-- Triggers: an advance is missing, or not any more, by what is asked and by what the order costs and has received.
create function shop.follow_advance_of_row() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.follow_advance(coalesce(to_jsonb(new) ->> 'order_id', new.id));
  return null;
end;
$$;

create trigger advance_requests_followed after insert or update on public.advance_requests for each row execute function shop.follow_advance_of_row();
create trigger orders_advance_followed after update on public.orders
  for each row when (old.due_on_delivery <> new.due_on_delivery or old.advance_verified <> new.advance_verified or old.status <> new.status
                     or (old.archived_at is null) <> (new.archived_at is null))
  execute function shop.follow_advance_of_row();

-- What an advance is in rupees: whole ones, at least one, at most what is due. Takes the order's row, the basis, and the sum or the percents.
create function shop.advance_of(asked public.orders, basis shop.advance_basis, figure numeric) returns numeric
language sql immutable set search_path = ''
as $$
  select case when basis = 'delivery' and asked.shipping = 0 then 0
              else least(asked.due_on_delivery, greatest(1, case basis when 'delivery' then asked.shipping when 'sum' then figure
                                                                       when 'share' then round(asked.total_amount * figure / 100)
                                                                       else asked.due_on_delivery end)) end;
$$;

-- Writes down that an advance is asked, instead of the one before. Takes the order, locked, the basis, rupees, the hours until it is due, the reason, and
-- who asks or null.
create function shop.store_request(asked public.orders, basis shop.advance_basis, amount numeric, hours integer, reason text, actor uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  stored public.advance_requests;
begin
  update public.advance_requests r set ended_at = clock_timestamp(), ended_by = actor where r.order_id = asked.id and r.ended_at is null;
  insert into public.advance_requests (order_id, basis, amount, goal, reason, asked_by, due_at)
  values (asked.id, store_request.basis, store_request.amount, case when basis <> 'all' then asked.advance_verified + store_request.amount end,
          store_request.reason, actor, shop.after_waking_hours(now(), hours))
  returning * into stored;
  perform shop.log_order_event(asked.id, 'payment', 'advance_asked', null, jsonb_build_object('amount', stored.amount, 'due_at', stored.due_at), stored.reason);
end;
$$;

-- Asks an advance of an order. Takes its id, {basis: delivery | sum | share | all, amount?, percent?, hours, reason?} and the staff member. Returns
-- `shop.advance_json`. Refuses 404 `order_not_found`, 409 `order_left`, 422 the field `basis` when the delivery is free, `amount` above what is due.
create function public.ask_for_advance(order_id text, asked jsonb, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  locked constant public.orders := shop.lock_order(order_id);
  basis constant shop.advance_basis := asked ->> 'basis';
  amount numeric;
begin
  perform shop.act_as(actor);
  if not shop.is_unshipped(locked.status) then
    perform shop.refuse('order_left', null, jsonb_build_object('orderNumber', locked.order_number, 'status', locked.status));
  elsif locked.due_on_delivery < 1 then
    perform shop.refuse_field('basis', 'Nothing is due any more');
  end if;
  amount := shop.advance_of(locked, basis, coalesce(asked ->> 'amount', asked ->> 'percent')::numeric);
  if amount = 0 then
    perform shop.refuse_field('basis', 'The delivery is free: ask for a sum or a share');
  elsif basis = 'sum' and amount <> (asked ->> 'amount')::numeric then
    perform shop.refuse_field('amount', format('At most what is due: %s', shop.rupees_text(locked.due_on_delivery)));
  end if;
  perform shop.store_request(locked, basis, amount, (asked ->> 'hours')::integer, coalesce(asked ->> 'reason', ''), actor);
  return shop.advance_json(locked.id);
end;
$$;

-- Asks no longer. Takes the order's id and the staff member. Returns `shop.advance_json`. Refuses 404 `order_not_found`.
create function public.end_advance(order_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  locked constant public.orders := shop.lock_order(order_id);
  ended public.advance_requests;
begin
  perform shop.act_as(actor);
  update public.advance_requests r set ended_at = clock_timestamp(), ended_by = actor where r.order_id = locked.id and r.ended_at is null returning * into ended;
  if found then
    perform shop.log_order_event(locked.id, 'payment', 'advance_asked', jsonb_build_object('amount', ended.amount), null);
  end if;
  return shop.advance_json(locked.id);
end;
$$;

-- Asks an advance of a new order where a rule says so, in the rule's words. Takes the order's row and its score.
create function shop.ask_by_rule(placed public.orders, score integer) returns void
language plpgsql set search_path = ''
as $$
declare
  rules public.confirmation_rules;
  returned integer;
  because text;
  amount numeric;
begin
  select * into rules from public.confirmation_rules r where r.id;
  -- What is collected in the shop is paid there.
  if placed.customer_address = '' or num_nonnulls(rules.advance_returned, rules.advance_value, rules.advance_score) = 0 and not rules.advance_no_cash then
    return;
  end if;
  returned := case when rules.advance_returned is not null then (shop.customer_record(placed.customer_id) ->> 'returned')::integer end;
  because := case
    when returned >= rules.advance_returned then format('Refused %s %s before', returned, case when returned = 1 then 'parcel' else 'parcels' end)
    when placed.total_amount >= rules.advance_value then format('Order of %s or more', shop.rupees_text(rules.advance_value))
    when rules.advance_no_cash and placed.city_takes_cash is false then format('No courier collects cash in %s', placed.city)
    when score >= rules.advance_score then format('Score of %s or more', rules.advance_score) end;
  amount := shop.advance_of(placed, rules.advance_basis, coalesce(rules.advance_amount, rules.advance_percent));
  -- A free delivery leaves nothing to ask.
  if because is not null and amount >= 1 then
    perform shop.store_request(placed, rules.advance_basis, amount, rules.advance_hours, because, null);
  end if;
end;
$$;

-- Notes the photo of a receipt before it is stored, for a day: by then it is sent with a transfer, or goes. Takes the order's number and key, {id, name,
-- hash, bytes}, and a hash of the network or null where nothing is limited. Refuses like `shop.open_order_page`, 409 `advance_not_asked`, and 429
-- `too_many_receipts` beyond 10 a day for one order and 60 from one network.
create function public.add_receipt(order_number text, key text, photo jsonb, network text default null) returns void
language plpgsql set search_path = ''
as $$
declare
  opened constant public.orders := shop.open_order_page(order_number, key);
begin
  perform shop.check_advance_asked(opened.id);
  if network is not null and (public.hit_rate_limit(shop.bucket('receipt order', opened.id), 10, 86400) > 0
                              or public.hit_rate_limit(shop.bucket('receipt', network), 60, 86400) > 0) then
    perform shop.refuse('too_many_receipts');
  end if;
  insert into public.advance_receipts (id, order_id, name, hash, bytes)
  values (photo ->> 'id', opened.id, photo ->> 'name', photo ->> 'hash', (photo ->> 'bytes')::integer);
end;
$$;

-- Refuses 409 `advance_not_asked` where no advance is asked of an order. One that has arrived is still asked: more may have been sent.
create function shop.check_advance_asked(order_id text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not exists (select from public.advance_requests r where r.order_id = check_advance_asked.order_id and r.ended_at is null) then
    perform shop.refuse('advance_not_asked');
  end if;
end;
$$;

-- Stores that a customer says they have paid; it is nothing until staff find it. Takes the order's number and key, and {reference, receiptId?}. Sending it
-- again changes nothing, but a receipt may follow its number. Returns the page. Refuses like `shop.open_order_page`, 409 `advance_not_asked`, `transfers_wait`
-- while five wait, 422 the field `reference` when nothing was sent or the number belongs to another transfer, `receipt` when it is not kept any more.
create function public.claim_advance(order_number text, key text, transfer jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  opened constant public.orders := shop.lock_order((shop.open_order_page(order_number, key)).id);
  number constant text := shop.transaction_key(coalesce(transfer ->> 'reference', ''));
  receipt constant text := transfer ->> 'receiptId';
  claim public.advance_claims;
begin
  if number = '' and receipt is null then
    perform shop.refuse_field('reference', 'Enter the transaction number, or add a photo of the receipt');
  end if;
  perform shop.check_advance_asked(opened.id);
  if exists (select from public.advance_claims c where c.order_id = opened.id and c.receipt_id = receipt) then
    return public.order_page(order_number, key);
  elsif receipt is not null
        and not exists (select from public.advance_receipts h where h.id = receipt and h.order_id = opened.id and (h.kept_until > now() or h.kept_until is null)) then
    perform shop.refuse_field('receipt', 'The photo was not kept. Please add it again.');
  elsif (select count(*) from public.advance_claims c where c.order_id = opened.id and c.state = 'sent') >= 5 then
    perform shop.refuse('transfers_wait');
  end if;

  insert into public.advance_claims (order_id, reference, reference_key, receipt_id)
  values (opened.id, coalesce(transfer ->> 'reference', ''), number, receipt)
  on conflict (reference_key) where reference_key <> '' and state in ('sent', 'received') do nothing returning * into claim;
  if not found then
    select * into claim from public.advance_claims c where c.reference_key = number and c.state in ('sent', 'received');
    if claim.order_id is distinct from opened.id then
      perform shop.refuse_field('reference', 'This number was sent for another order. Please check it, or call us.');
    elsif claim.receipt_id is not null or claim.state <> 'sent' or receipt is null then
      return public.order_page(order_number, key);
    end if;
    update public.advance_claims c set receipt_id = receipt where c.id = claim.id;
  end if;
  update public.advance_receipts h set kept_until = null where h.id = receipt;
  perform shop.log_order_event(opened.id, 'payment', 'transfer', null,
            jsonb_strip_nulls(jsonb_build_object('transfer', 'sent', 'reference', nullif(claim.reference, ''), 'receipt', case when receipt is not null then 'photo' end)));
  return public.order_page(order_number, key);
end;
$$;

-- A transfer of an order, its order locked. Refuses 404 `order_not_found`, `transfer_not_found`, 409 `transfer_decided` {state} unless it has one of the states.
create function shop.lock_transfer(order_id text, claim_id text, states shop.transfer_state[]) returns public.advance_claims
language plpgsql set search_path = ''
as $$
declare
  locked constant public.orders := shop.lock_order(order_id);
  claim public.advance_claims;
begin
  select * into claim from public.advance_claims c where c.id = claim_id and c.order_id = locked.id for update;
  if not found then
    perform shop.refuse('transfer_not_found');
  elsif claim.state <> all (states) then
    perform shop.refuse('transfer_decided', jsonb_build_object('state', claim.state),
      jsonb_build_object('name', (select s.username from public.staff s where s.id = claim.decided_by)));
  end if;
  return claim;
end;
$$;

-- Stores what staff decided about a transfer; its receipt is kept for half a year more.
create function shop.decide_transfer(claim public.advance_claims, decided shop.transfer_state, because text, payment text, number text, actor uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.advance_claims c
     set state = decided, because = decide_transfer.because, payment_id = coalesce(payment, c.payment_id), reference_key = number,
         decided_by = actor, decided_at = clock_timestamp()
   where c.id = claim.id;
  update public.advance_receipts h set kept_until = now() + interval '180 days' where h.id = claim.receipt_id;
exception when unique_violation then
  perform shop.refuse_field('reference', 'Another transfer with this number waits or has arrived');
end;
$$;

-- Books a transfer that staff saw arrive, as it arrived. Takes the order's id, {claimId?, amount, method, reference, isMore?}, the staff member, and the key
-- it was sent with or null: repeating it books nothing more. Without a transfer of the customer it makes one, so that its number counts once. More than is
-- due is taken for a slip of the finger unless `isMore`. Returns `shop.advance_json`. Refuses like `shop.lock_transfer`,
-- 422 `idempotency_mismatch`, the fields `amount` and `reference`.
create function public.verify_transfer(order_id text, seen jsonb, actor uuid, idempotency_key text default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  locked constant public.orders := shop.lock_order(order_id);
  amount constant numeric := (seen ->> 'amount')::numeric;
  reference constant text := coalesce(seen ->> 'reference', '');
  fingerprint constant text := md5(jsonb_build_array(order_id, seen)::text);
  claim public.advance_claims;
begin
  perform shop.act_as(actor);
  select * into claim from public.advance_claims c where c.idempotency_key = verify_transfer.idempotency_key;
  if claim.request_fingerprint = fingerprint then
    return shop.advance_json(locked.id);
  elsif claim.id is not null then
    perform shop.refuse('idempotency_mismatch', null, '{"of": "transfer"}');
  elsif seen ->> 'claimId' is not null then
    claim := shop.lock_transfer(locked.id, seen ->> 'claimId', '{sent,rejected}');
  end if;
  if amount > locked.due_on_delivery and not coalesce((seen ->> 'isMore')::boolean, false) then
    perform shop.refuse_field('amount', format('More than the %s that are due. Say so, if it really arrived.', shop.rupees_text(locked.due_on_delivery)));
  end if;
  if claim.id is null then
    begin
      insert into public.advance_claims (order_id, reference, reference_key, recorded_by, is_recorded)
      values (locked.id, reference, shop.transaction_key(reference), actor, true) returning * into claim;
    exception when unique_violation then
      perform shop.refuse_field('reference', 'Another transfer with this number waits or has arrived');
    end;
  end if;
  perform shop.decide_transfer(claim, 'received', '', (shop.record_advance(locked, amount, (seen ->> 'method')::shop.payment_method, reference)).id,
                               shop.transaction_key(reference), actor);
  update public.advance_claims c set idempotency_key = verify_transfer.idempotency_key, request_fingerprint = fingerprint where c.id = claim.id;
  return shop.advance_json(locked.id);
end;
$$;

-- Says that a transfer cannot be found, and why, in words that the customer reads. Takes the order's id, the transfer's, the reason and the staff member.
-- Returns `shop.advance_json`. Refuses like `shop.lock_transfer`.
create function public.reject_transfer(order_id text, claim_id text, reason text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  claim constant public.advance_claims := shop.lock_transfer(order_id, claim_id, '{sent}');
begin
  perform shop.act_as(actor);
  perform shop.decide_transfer(claim, 'rejected', reason, null, claim.reference_key, actor);
  perform shop.log_order_event(claim.order_id, 'payment', 'transfer', null,
            jsonb_strip_nulls(jsonb_build_object('transfer', 'not_found', 'reference', nullif(claim.reference, ''))), reason);
  return shop.advance_json(claim.order_id);
end;
$$;

-- Trigger: a transfer is taken back with its payment, whoever takes that back.
create function shop.follow_payment() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.decide_transfer(c, 'taken_back', new.reason, null, c.reference_key, new.actor)
     from public.advance_claims c where c.payment_id = new.reverses and c.state = 'received';
  return null;
end;
$$;

create trigger payments_take_back_transfer after insert on public.payments
  for each row when (new.reverses is not null and new.kind = 'advance') execute function shop.follow_payment();

-- Takes back a transfer that was booked by mistake, for a reason that the customer reads. Takes the order's id, the transfer's, the reason and the staff
-- member. Returns `shop.advance_json`. Refuses like `shop.lock_transfer`, 409 `advance_refunded` where the money went back to the customer meanwhile.
create function public.take_back_transfer(order_id text, claim_id text, reason text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  claim constant public.advance_claims := shop.lock_transfer(order_id, claim_id, '{received}');
  payment public.payments;
  paid public.orders;
begin
  perform shop.act_as(actor);
  select * into payment from public.payments p where p.id = claim.payment_id;
  select * into paid from public.orders o where o.id = claim.order_id;
  if shop.received_of(paid) < payment.amount then
    perform shop.refuse('advance_refunded', null, jsonb_build_object('refunded', shop.rupees_text(paid.refunded)));
  end if;
  perform shop.take_back(payment, reason);
  return shop.advance_json(claim.order_id);
end;
$$;

-- What staff see of an order's advance: {due, advance, received, total, request: {basis, amount, missing, reason, by, askedAt, dueAt} | null, transfers:
-- [{id, reference, receiptId, state, amount, method, because, isRecorded, by, sentAt, decidedAt, samePhoto: [{orderId, orderNumber, receiptId, sentAt,
-- state}]}]}, the latest transfer first. Takes the order's id. Refuses 404 `order_not_found`.
create function shop.advance_json(order_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  answer jsonb;
begin
  select jsonb_build_object(
           'due', o.due_on_delivery, 'advance', o.advance_verified, 'total', o.total_amount, 'shipping', o.shipping,
           'may_ask', shop.is_unshipped(o.status) and o.due_on_delivery >= 1,
           'request', (select jsonb_build_object('basis', r.basis, 'amount', r.amount, 'missing', shop.missing_advance(o, r), 'reason', r.reason,
                                'by', s.username, 'asked_at', r.asked_at, 'due_at', r.due_at)
                         from public.advance_requests r left join public.staff s on s.id = r.asked_by
                        where r.order_id = o.id and r.ended_at is null),
           'transfers', (select coalesce(jsonb_agg(jsonb_build_object(
                           'id', c.id, 'reference', coalesce(p.reference, c.reference), 'receipt_id', c.receipt_id, 'state', c.state, 'amount', p.amount,
                           'method', p.method, 'because', c.because, 'is_recorded', c.is_recorded, 'by', s.username, 'sent_at', c.sent_at,
                           'decided_at', c.decided_at, 'same_photo', shop.same_photos(c)) order by c.sent_at desc, c.id desc), '[]')
                           from public.advance_claims c
                           left join public.payments p on p.id = c.payment_id
                           left join public.staff s on s.id = c.decided_by
                          where c.order_id = o.id))
    into answer from public.orders o where o.id = advance_json.order_id and o.archived_at is null;
  if answer is null then
    perform shop.refuse('order_not_found');
  end if;
  return answer;
end;
$$;

-- Other transfers whose receipt is the same photo: [{orderId, orderNumber, receiptId, sentAt, state}], the latest first.
create function shop.same_photos(claim public.advance_claims) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('order_id', o.id, 'order_number', o.order_number, 'receipt_id', other.receipt_id, 'sent_at', other.sent_at,
                              'state', other.state) order by other.sent_at desc, other.id), '[]')
    from public.advance_receipts mine
    join public.advance_receipts h on h.hash = mine.hash
    join public.advance_claims other on other.receipt_id = h.id and other.id <> claim.id
    join public.orders o on o.id = other.order_id
   where mine.id = claim.receipt_id;
$$;

-- `shop.advance_json` for the API.
create function public.order_advance(order_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return shop.advance_json(order_id);
end;
$$;

-- What an order's page says of its advance: {advance: {missing, reason, dueAt, received, transfers: [{reference, hasReceipt, state, amount, because,
-- sentAt}], accounts}}, the latest transfer first, and while something is missing where to pay it; nothing where none is asked and none was sent. Takes the
-- order's row.
create function shop.page_advance_json(opened public.orders) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  request public.advance_requests;
  missing numeric;
  transfers constant jsonb := (
    select jsonb_agg(jsonb_build_object('reference', coalesce(p.reference, c.reference), 'has_receipt', c.receipt_id is not null, 'state', c.state,
                       'amount', p.amount, 'because', c.because, 'sent_at', c.sent_at) order by c.sent_at desc, c.id desc)
      from public.advance_claims c left join public.payments p on p.id = c.payment_id where c.order_id = opened.id);
begin
  select * into request from public.advance_requests r where r.order_id = opened.id and r.ended_at is null;
  missing := coalesce(shop.missing_advance(opened, request), 0);
  return case when request.id is null and transfers is null then '{}'
              else jsonb_build_object('advance', jsonb_build_object(
                     'is_asked', request.id is not null, 'missing', missing, 'reason', coalesce(request.reason, ''),
                     'due_at', request.due_at, 'received', opened.advance_verified, 'transfers', coalesce(transfers, '[]'),
                     'accounts', case when missing > 0 then public.payable_accounts() else '[]' end)) end;
end;
$$;

-- The receipt of a transfer: {name}. Takes its id. Refuses 404 `receipt_not_found`.
create function public.find_receipt(receipt_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  found_name text;
begin
  -- Only what was sent with a transfer.
  select h.name into found_name from public.advance_receipts h
   where h.id = find_receipt.receipt_id and exists (select from public.advance_claims c where c.receipt_id = h.id);
  if not found then
    perform shop.refuse('photo_not_found');
  end if;
  return jsonb_build_object('name', found_name);
end;
$$;

-- The names of at most 100 photos of receipts whose time is over. Whoever asks removes them from the storage, and then their rows.
create function public.ended_receipts() returns table (name text)
language sql stable set search_path = ''
as $$
  select h.name from public.advance_receipts h where h.kept_until <= now() order by h.kept_until limit 100;
$$;

-- Cancels orders whose advance is as many hours late as the owner's rule says, where one says so: those of which nothing was received, and for which no
-- transfer waits. Returns how many.
create function public.cancel_late_advances() returns integer
language plpgsql set search_path = ''
as $$
declare
  hours_late constant integer := (select r.advance_cancel_hours from public.confirmation_rules r where r.id);
  late text;
  cancelled integer := 0;
begin
  for late in
    select m.order_id from shop.missing_advances m
     where m.due_at + make_interval(hours => hours_late) <= now()
       and not exists (select from public.advance_claims c where c.order_id = m.order_id and c.state in ('sent', 'received'))
     order by m.order_id limit 100
  loop
    -- Once locked, whatever came meanwhile counts.
    perform 1 from public.orders o where o.id = late and o.archived_at is null and o.advance_verified + o.credit_used = 0 for update skip locked;
    if found and exists (select from shop.missing_advances m where m.order_id = late)
       and not exists (select from public.shipments s where s.order_id = late and s.archived_at is null)
       and not exists (select from public.advance_claims c where c.order_id = late and c.state in ('sent', 'received')) then
      perform shop.log_order_event(late, 'note', '', null, null, format('Rule: cancelled, because the advance is %s hours late', hours_late));
      perform public.set_order_status(late, 'cancelled', null);
      cancelled := cancelled + 1;
    end if;
  end loop;
  return cancelled;
end;
$$;

grant execute on function public.ask_for_advance, public.end_advance, public.add_receipt, public.claim_advance, public.verify_transfer, public.reject_transfer,
  public.take_back_transfer, public.order_advance, public.find_receipt, public.ended_receipts, public.cancel_late_advances to service_role;

-- What the shop orders from its suppliers. Items are written as a whole, and the total is computed here and nowhere else.

create type shop.purchase_order_status as enum ('pending', 'ordered', 'received', 'partial', 'cancelled');

-- Whether a delivery is still to come.
create function shop.is_expected(status shop.purchase_order_status) returns boolean
language sql immutable parallel safe
return status in ('pending', 'ordered', 'partial');

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
  variant_id text not null references public.product_variants (id),
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
create index purchase_order_items_by_variant on public.purchase_order_items (variant_id);

alter table public.purchase_order_items enable row level security;
grant select, insert, update, delete on public.purchase_order_items to service_role;

-- A purchase order as the API shows it, with its items. Takes its id.
create function shop.purchase_order_json(purchase_order_id text) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(o) || jsonb_build_object('items', (
           select coalesce(jsonb_agg(to_jsonb(i) || jsonb_build_object('color', v.color, 'size', v.size, 'sku', v.sku) order by i.position), '[]')
             from public.purchase_order_items i join public.product_variants v on v.id = i.variant_id where i.purchase_order_id = o.id))
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
    perform shop.refuse('purchase_order_not_found');
  end if;
  return locked;
end;
$$;

-- Replaces the items of a purchase order, under the products' names of today, and computes its total. Takes its id and
-- [{productId, color?, size?, sku?, quantity, unitCost}]. Refuses 422 `validation_failed` with an error per item whose product is unknown or archived, or
-- the first one of which it is not clear what is ordered.
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
    perform shop.refuse('validation_failed', jsonb_build_object('errors', complaints));
  end if;

  delete from public.purchase_order_items i where i.purchase_order_id = write_purchase_order_items.purchase_order_id;
  insert into public.purchase_order_items (purchase_order_id, position, product_id, variant_id, product_name, quantity, unit_cost)
  select write_purchase_order_items.purchase_order_id, i.ordinality - 1, p.id,
         (shop.require_variant(p.id, i.item ->> 'color', i.item ->> 'size', i.item ->> 'sku', format('items.%s.', i.ordinality - 1))).id,
         p.name, (i.item ->> 'quantity')::integer, (i.item ->> 'unitCost')::numeric
    from jsonb_array_elements(items) with ordinality as i (item, ordinality)
    join public.products p on p.id = i.item ->> 'productId'
   order by i.ordinality;
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
create function public.edit_purchase_order(purchase_order_id text, changes jsonb, expected_version timestamptz default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.purchase_orders := shop.lock_purchase_order(purchase_order_id);
begin
  perform shop.check_version(before.updated_at, expected_version);
  if changes ? 'items' and (before.status = 'received' or exists (
       select from public.purchase_order_receipts r where r.purchase_order_id = before.id and r.taken_back_at is null)) then
    perform shop.refuse('already_received');
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

-- Purchase orders dated between two moments (null: no limit): {total_purchase_orders, total_amount (without cancelled ones), status_counts: {pending: n, …}}.
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
    'total_purchase_orders', coalesce(sum(c.orders), 0),
    'total_amount', coalesce(sum(c.amount) filter (where s <> 'cancelled'), 0),
    'status_counts', jsonb_object_agg(s, coalesce(c.orders, 0)))
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
  variant_id text not null references public.product_variants (id),
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
create index purchase_order_receipt_items_by_variant on public.purchase_order_receipt_items (variant_id);

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

-- Books one receipt: the good pieces of each variant in one history row under the receipt's number, lowest product id first. Takes the locked purchase
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

  insert into public.purchase_order_receipt_items (receipt_id, position, item_id, product_id, variant_id, product_name, received, damaged)
  select booked.id, l.ordinality - 1, i.id, i.product_id, i.variant_id, i.product_name, (l.line ->> 'received')::integer, coalesce((l.line ->> 'damaged')::integer, 0)
    from jsonb_array_elements(lines) with ordinality as l (line, ordinality)
    join public.purchase_order_items i on i.id = l.line ->> 'itemId';

  update public.purchase_order_items i
     set received = i.received + r.received, damaged = i.damaged + r.damaged, more_allowed = i.more_allowed or i.received + r.received > i.quantity
    from public.purchase_order_receipt_items r
   where r.receipt_id = booked.id and i.id = r.item_id;

  for line in
    select r.product_id, r.variant_id, sum(r.received - r.damaged)::integer as units from public.purchase_order_receipt_items r
     where r.receipt_id = booked.id group by r.product_id, r.variant_id having sum(r.received - r.damaged) > 0 order by r.product_id, r.variant_id
  loop
    perform shop.change_stock(line.product_id, line.units, 'purchase', booked.receipt_number, booked.notes, actor, line.variant_id);
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
  select p.id, concat_ws(' ', p.name, '(' || nullif(shop.choice_name(v.color, v.size), '') || ')') as name, v.stock_quantity,
         sum(r.received - r.damaged) as units
    into short
    from public.purchase_order_receipt_items r join public.products p on p.id = r.product_id join public.product_variants v on v.id = r.variant_id
   where r.receipt_id = any (ids) group by p.id, v.id having sum(r.received - r.damaged) > v.stock_quantity order by p.id, v.id limit 1;
  if found then
    perform shop.refuse('not_enough_stock', jsonb_build_object('productId', short.id, 'available', short.stock_quantity),
      jsonb_build_object('name', short.name, 'takenBack', short.units));
  end if;

  update public.purchase_order_items i
     set received = i.received - r.received, damaged = i.damaged - r.damaged, more_allowed = i.received - r.received > i.quantity
    from (select ri.item_id, sum(ri.received)::integer as received, sum(ri.damaged)::integer as damaged
            from public.purchase_order_receipt_items ri where ri.receipt_id = any (ids) group by ri.item_id) r
   where i.id = r.item_id;
  update public.purchase_order_receipts r set taken_back_at = clock_timestamp(), taken_back_by = reverse_receipts.actor where r.id = any (ids);

  for line in
    select ri.product_id, ri.variant_id, r.receipt_number, sum(ri.received - ri.damaged)::integer as units
      from public.purchase_order_receipt_items ri join public.purchase_order_receipts r on r.id = ri.receipt_id
     where r.id = any (ids) group by ri.product_id, ri.variant_id, r.receipt_number, r.created_at, r.id having sum(ri.received - ri.damaged) > 0
     order by r.created_at desc, r.id desc, ri.product_id, ri.variant_id
  loop
    perform shop.change_stock(line.product_id, - line.units, 'purchase', line.receipt_number, 'Taken back', actor, line.variant_id);
  end loop;
end;
$$;

-- Receives pieces of a purchase order. Takes its id, {items: [{itemId, received, damaged}], notes, overDelivery}, the staff member, the key of the attempt
-- or null, and the version their screen showed or null. The same key and receipt book once. Returns the purchase order with its items.
-- Refuses 404 `purchase_order_not_found`, 409 `edited_meanwhile`, `purchase_order_cancelled`, 422 for a line of another order or a closed one,
-- 422 `idempotency_mismatch`, and without `overDelivery` 409 `more_than_ordered` with {items: [{itemId, productName, missing, received}]}.
create function public.receive_purchase_order(purchase_order_id text, receipt jsonb, actor uuid, idempotency_key text default null,
                                              expected_version timestamptz default null) returns jsonb
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
      perform shop.refuse('idempotency_mismatch', null, '{"of": "receipt"}');
    end if;
    return shop.purchase_order_json(before.id);
  end if;

  perform shop.check_version(before.updated_at, expected_version);
  if before.status = 'cancelled' then
    perform shop.refuse('purchase_order_cancelled');
  end if;

  select jsonb_agg(jsonb_build_object('path', format('items.%s.itemId', l.ordinality - 1), 'message',
           case when i.id is null then 'This line is not in the purchase order' else 'This line is closed. Reopen it to receive pieces.' end)
           order by l.ordinality)
    into complaints
    from jsonb_array_elements(receipt -> 'items') with ordinality as l (line, ordinality)
    left join public.purchase_order_items i on i.id = l.line ->> 'itemId' and i.purchase_order_id = before.id
   where i.id is null or i.closed_short;
  if complaints is not null then
    perform shop.refuse('validation_failed', jsonb_build_object('errors', complaints));
  end if;

  if not coalesce((receipt ->> 'overDelivery')::boolean, false) then
    select jsonb_agg(jsonb_build_object('itemId', i.id, 'productName', i.product_name, 'missing', greatest(i.quantity - i.received, 0),
             'received', (l.line ->> 'received')::integer) order by l.ordinality)
      into surplus
      from jsonb_array_elements(receipt -> 'items') with ordinality as l (line, ordinality)
      join public.purchase_order_items i on i.id = l.line ->> 'itemId'
     where i.received + (l.line ->> 'received')::integer > i.quantity;
    if surplus is not null then
      perform shop.refuse('more_than_ordered', jsonb_build_object('items', surplus));
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
    perform shop.refuse('receipt_not_found');
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
    perform shop.refuse('item_not_found');
  end if;
  if closed and line.received >= line.quantity then
    perform shop.refuse('nothing_missing', null, jsonb_build_object('name', line.product_name));
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
    perform shop.refuse('purchase_order_not_found');
  end if;
  return (
    select coalesce(jsonb_agg(to_jsonb(r) || jsonb_build_object(
             'actor_name', (select s.username from public.staff s where s.id = r.actor),
             'taken_back_by_name', (select s.username from public.staff s where s.id = r.taken_back_by),
             'items', (select jsonb_agg(to_jsonb(i) || jsonb_build_object('color', v.color, 'size', v.size, 'sku', v.sku) order by i.position)
                         from public.purchase_order_receipt_items i join public.product_variants v on v.id = i.variant_id where i.receipt_id = r.id))
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
                                                 expected_version timestamptz default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.purchase_orders := shop.lock_purchase_order(purchase_order_id);
  missing jsonb;
begin
  if status <> before.status then
    perform shop.check_status_version(before.updated_at, expected_version, before.status::text);
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

-- What the bank's statement says came in. Lines are only added, each once however often it is uploaded; staff say which order a line pays, and the ledger
-- (078_payments.sql) books it. Which order that probably is, src/domain/payments/match-statement.ts proposes.

create table public.bank_statement_lines (
  id text primary key default shop.new_id(),
  day date not null,
  amount numeric(12, 2) not null,
  -- What the bank wrote: transaction number, description, sender.
  reference text not null default '',
  -- Day, amount, the reference without spaces and punctuation, and which of equal ones of a statement it is.
  line_key text not null,
  uploaded_by uuid references public.staff (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  -- What staff decided: the payment it was booked as, or why it was set aside.
  payment_id text references public.payments (id),
  because text not null default '',
  decided_by uuid references public.staff (id) on delete set null,
  decided_at timestamptz,
  constraint bank_statement_lines_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint bank_statement_lines_amount_positive check (amount > 0),
  constraint bank_statement_lines_reference_length check (char_length(reference) <= 200),
  constraint bank_statement_lines_because_length check (char_length(because) <= 300),
  constraint bank_statement_lines_key_unique unique (line_key),
  constraint bank_statement_lines_payment_unique unique (payment_id),
  constraint bank_statement_lines_one_decision check (payment_id is null or because = '')
);

create index bank_statement_lines_latest on public.bank_statement_lines (day desc, id desc);
create index bank_statement_lines_by_uploader on public.bank_statement_lines (uploaded_by) where uploaded_by is not null;
create index bank_statement_lines_by_decider on public.bank_statement_lines (decided_by) where decided_by is not null;

alter table public.bank_statement_lines enable row level security;
-- What the bank said stays as it is.
revoke all on public.bank_statement_lines from service_role;
grant select, insert, update (payment_id, because, decided_by, decided_at) on public.bank_statement_lines to service_role;

-- Whether a line is `open`, `booked` or `set_aside`. One whose payment was taken back is open again.
create function shop.statement_state(line public.bank_statement_lines) returns text
language sql stable set search_path = ''
as $$
  select case when line.payment_id is not null and not exists (select from public.payments r where r.reverses = line.payment_id) then 'booked'
              when line.because <> '' then 'set_aside' else 'open' end;
$$;

-- A line as the API shows it, with its state, the order it was booked for, and who decided.
create function shop.statement_line_json(line public.bank_statement_lines) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(line) - 'line_key' - 'payment_id' || jsonb_build_object('state', s.state, 'decided_by', shop.username_of(line.decided_by),
           'order_id', paid.id, 'order_number', paid.order_number)
    from (select shop.statement_state(line) as state) s
    left join lateral (select o.id, o.order_number from public.payments p join public.orders o on o.id = p.order_id
                        where p.id = line.payment_id and s.state = 'booked') paid on true;
$$;

-- Adds the lines of a statement that no earlier one had. Takes [{day, amount, reference}] and the staff member. Returns {added, known}.
create function public.add_statement_lines(lines jsonb, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  added integer;
begin
  insert into public.bank_statement_lines (day, amount, reference, line_key, uploaded_by)
  select l.day, l.amount, l.reference,
         l.day || ' ' || l.amount || ' ' || l.key || ' ' || row_number() over (partition by l.day, l.amount, l.key order by l.place), actor
    from (select (e.line ->> 'day')::date as day, (e.line ->> 'amount')::numeric(12, 2) as amount, e.line ->> 'reference' as reference, e.place,
                 coalesce(nullif(upper(regexp_replace(e.line ->> 'reference', '[\s[:punct:]]', '', 'g')), ''), e.line ->> 'reference') as key
            from jsonb_array_elements(lines) with ordinality e (line, place)) l
   order by l.place
  on conflict (line_key) do nothing;
  get diagnostics added = row_count;
  return jsonb_build_object('added', added, 'known', jsonb_array_length(lines) - added);
end;
$$;

-- A page of the lines in a state, the latest day first. Returns {items: [`shop.statement_line_json`], total}.
create function public.list_statement_lines(state text, page_offset integer, page_limit integer) returns jsonb
language sql stable set search_path = ''
as $$
  with found as (select l from public.bank_statement_lines l where shop.statement_state(l) = list_statement_lines.state)
  select jsonb_build_object(
    'items', (select coalesce(jsonb_agg(shop.statement_line_json(p.l) order by (p.l).day desc, (p.l).id desc), '[]')
                from (select f.l from found f order by (f.l).day desc, (f.l).id desc offset page_offset limit page_limit) p),
    'total', (select count(*) from found));
$$;

-- The orders that lines of a statement could pay: those for which a transfer waits to be found, and those that money is due for before they leave, by the
-- sums and by the order numbers that stand in the lines; at most 500. Returns [{order_id, order_number, customer_name, references, sums, placed_at}], the
-- oldest first: the transaction numbers that customers sent, and the sums that settle what was asked in advance or all that is due.
create function public.expected_transfers(amounts numeric[], numbers text[]) returns jsonb
language sql stable set search_path = ''
as $$
  -- Worked out once: joined as a view, every advance would be asked for again with each order.
  with missing as materialized (select m.order_id, m.missing from shop.missing_advances m)
  select coalesce(jsonb_agg(jsonb_build_object('order_id', e.id, 'order_number', e.order_number, 'customer_name', e.customer_name,
                              'references', e.transfers, 'sums', to_jsonb(array_remove(array[e.missing, e.due_on_delivery], null)), 'placed_at', e.created_at)
                            order by e.created_at, e.id), '[]')
    from (select o.id, o.order_number, o.customer_name, o.due_on_delivery, o.created_at, m.missing, coalesce(sent.transfers, '[]') as transfers
            from public.orders o
            left join missing m on m.order_id = o.id
            left join lateral (select jsonb_agg(c.reference) as transfers from public.advance_claims c where c.order_id = o.id and c.state = 'sent') sent on true
           where o.archived_at is null and o.due_on_delivery > 0
             and (sent.transfers is not null
                  or shop.is_unshipped(o.status) and (o.due_on_delivery = any (amounts) or m.missing = any (amounts) or o.order_number = any (numbers)))
           order by sent.transfers is null, o.created_at, o.id limit 500) e;
$$;

-- The transaction number in what a bank wrote: its first part that is one word with at least six digits, and neither a phone nor an IBAN. Empty for none.
create function shop.transaction_number_in(reference text) returns text
language sql immutable set search_path = ''
as $$
  select coalesce((select p.part from unnest(string_to_array(reference, ' · ')) with ordinality p (part, place)
                    where p.part ~ '^[A-Za-z0-9/-]{6,60}$' and char_length(regexp_replace(p.part, '[^0-9]', '', 'g')) >= 6
                      and p.part !~ '^(0|92|0092)3[0-9]{9}$' and p.part !~* '^(PK[0-9]{2}[A-Z]{4}|ORD-)'
                    order by p.place limit 1), '');
$$;

-- The transfer of an order that a line probably is: the one whose number stands in the line, else the only one that waits. Null: the customer told of none.
create function shop.claim_of_line(line public.bank_statement_lines, order_id text) returns public.advance_claims
language sql stable set search_path = ''
as $$
  select c from public.advance_claims c
   where c.order_id = claim_of_line.order_id and c.state = 'sent'
     and (c.reference_key <> '' and position(c.reference_key in shop.transaction_key(line.reference)) > 0
          or (select count(*) from public.advance_claims other where other.order_id = c.order_id and other.state = 'sent') = 1)
   order by position(c.reference_key in shop.transaction_key(line.reference)) > 0 and c.reference_key <> '' desc, c.sent_at limit 1;
$$;

-- Books a line for an order, whole, by `verify_transfer`: as the transfer that its customer told of, if they did. Takes the line's id, the order's number
-- and the staff member. Refuses 404 `statement_line_not_found`, `order_not_found`, 409 `line_decided`, `order_left` {orderNumber, status} for an order that
-- has left and of which no transfer waits, `more_than_due` {number, due}, and what `verify_transfer` refuses.
create function shop.book_statement_line(line_id text, order_number text, actor uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  line public.bank_statement_lines;
  paid public.orders;
  claim public.advance_claims;
begin
  select * into paid from public.orders o where o.order_number = book_statement_line.order_number and o.archived_at is null for update;
  if not found then
    perform shop.refuse('order_not_found');
  end if;
  select * into line from public.bank_statement_lines l where l.id = line_id for update;
  if not found then
    perform shop.refuse('statement_line_not_found');
  elsif shop.statement_state(line) <> 'open' then
    perform shop.refuse('line_decided');
  end if;
  claim := shop.claim_of_line(line, paid.id);
  if claim.id is null and not shop.is_unshipped(paid.status) then
    perform shop.refuse('order_left', null, jsonb_build_object('orderNumber', paid.order_number, 'status', paid.status));
  elsif line.amount > paid.due_on_delivery then
    perform shop.refuse('more_than_due', null, jsonb_build_object('number', paid.order_number, 'due', shop.rupees_text(paid.due_on_delivery)));
  end if;
  perform public.verify_transfer(paid.id, jsonb_build_object('claimId', claim.id, 'amount', line.amount, 'method', 'bank_transfer',
                                   'reference', coalesce(claim.reference, shop.transaction_number_in(line.reference))), actor);
  update public.bank_statement_lines l
     set payment_id = (select c.payment_id from public.advance_claims c where c.order_id = paid.id and c.state = 'received' order by c.decided_at desc limit 1),
         decided_by = actor, decided_at = clock_timestamp()
   where l.id = line.id;
end;
$$;

-- Books lines for orders, each on its own: one that is refused stops no other. Takes [{lineId, orderNumber}] and the staff member. Returns
-- [{line_id, refusal}], where `refusal` is what `shop.book_statement_line` refused with, or null.
create function public.book_statement_lines(matches jsonb, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  asked record;
  outcomes jsonb := '[]';
begin
  perform shop.act_as(actor);
  -- In one order, so that two calls at once wait and do not deadlock.
  for asked in select m ->> 'lineId' as line_id, m ->> 'orderNumber' as order_number from jsonb_array_elements(matches) m order by 2, 1 loop
    begin
      perform shop.book_statement_line(asked.line_id, asked.order_number, actor);
      outcomes := outcomes || jsonb_build_object('line_id', asked.line_id, 'refusal', null);
    exception when sqlstate 'PGRST' then
      outcomes := outcomes || jsonb_build_object('line_id', asked.line_id, 'refusal', sqlerrm::jsonb);
    end;
  end loop;
  return outcomes;
end;
$$;

-- Sets a line aside for a reason, or opens it again with an empty one. Takes the line's id, the reason and the staff member. Returns
-- `shop.statement_line_json`. Refuses 404 `statement_line_not_found`, 409 `line_decided` when it was booked.
create function public.set_line_aside(line_id text, reason text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  line public.bank_statement_lines;
begin
  select * into line from public.bank_statement_lines l where l.id = line_id for update;
  if not found then
    perform shop.refuse('statement_line_not_found');
  elsif shop.statement_state(line) = 'booked' then
    perform shop.refuse('line_decided');
  end if;
  update public.bank_statement_lines l
     set payment_id = null, because = reason, decided_by = case when reason <> '' then actor end, decided_at = case when reason <> '' then clock_timestamp() end
   where l.id = line.id returning * into line;
  return shop.statement_line_json(line);
end;
$$;

grant execute on function public.add_statement_lines, public.list_statement_lines, public.expected_transfers, public.book_statement_lines,
  public.set_line_aside to service_role;

-- Packing by scan. Each piece that somebody put into a parcel is a fact of its own, sent with a key that a phone made, perhaps hours later and more than once.
-- Facts are only added; what is in the parcel follows from them and from what is ordered, whatever order they arrive in
-- (docs/decisions/business/0172-packing-without-a-line.md).

create table public.packed_pieces (
  -- Made by the phone: a piece that is sent again is the same piece.
  key text primary key,
  order_id text not null references public.orders (id),
  -- The line that it was packed for. No reference: editing an order may take the line away, and the piece lies in the parcel all the same.
  item_id text not null,
  variant_id text not null references public.product_variants (id),
  quantity integer not null default 1,
  -- By the clock of the phone, never later than it arrived.
  packed_at timestamptz not null,
  actor uuid references public.staff (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  constraint packed_pieces_key_long check (char_length(key) between 8 and 64),
  constraint packed_pieces_quantity_range check (quantity between 1 and 1000)
);

create index packed_pieces_of_order on public.packed_pieces (order_id);
create index packed_pieces_by_variant on public.packed_pieces (variant_id);
create index packed_pieces_by_packer on public.packed_pieces (actor, packed_at) where actor is not null;

alter table public.packed_pieces enable row level security;
-- Not even the server changes or deletes one.
revoke all on public.packed_pieces from service_role;
grant select, insert on public.packed_pieces to service_role;

-- Pieces that were taken out of a parcel again. No reference either: two phones may say the one before the other.
create table public.unpacked_pieces (
  piece_key text primary key,
  order_id text not null references public.orders (id),
  unpacked_at timestamptz not null,
  actor uuid references public.staff (id) on delete set null,
  created_at timestamptz not null default clock_timestamp()
);

create index unpacked_pieces_of_order on public.unpacked_pieces (order_id);
create index unpacked_pieces_by_packer on public.unpacked_pieces (actor) where actor is not null;

alter table public.unpacked_pieces enable row level security;
revoke all on public.unpacked_pieces from service_role;
grant select, insert on public.unpacked_pieces to service_role;

-- The pieces in parcels, and how many of each row count: never more in all than the line has ordered. The first count, by the time they were packed; what is
-- beyond stays in sight until somebody takes it out.
create view shop.packed_rows with (security_invoker = true) as
  select p.*, i.id is not null as is_ordered,
         least(p.quantity, greatest(0, coalesce(i.quantity, 0) - (sum(p.quantity) over before_it - p.quantity)))::integer as counted
    from public.packed_pieces p
    left join public.order_items i on i.id = p.item_id and i.order_id = p.order_id and i.variant_id = p.variant_id
   where not exists (select from public.unpacked_pieces u where u.piece_key = p.key)
  window before_it as (partition by p.order_id, p.item_id, p.variant_id order by p.packed_at, p.key rows unbounded preceding);

grant select on shop.packed_rows to service_role;

-- Photos of open parcels: only the server writes and reads them, and gives them to staff and to whoever has the order's link.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('parcels', 'parcels', false, 262144, array ['image/webp'])
on conflict (id) do update
   set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

create policy "Photos of parcels are read and written by the server alone" on storage.objects
  as restrictive for all to anon, authenticated
  using (bucket_id <> 'parcels') with check (bucket_id <> 'parcels');

-- A row comes before its photo, so that none is lost.
create table public.packed_photos (
  id text primary key,
  order_id text not null references public.orders (id),
  -- Made by the phone, as for pieces.
  key text not null,
  name text not null,
  bytes integer not null,
  taken_at timestamptz not null,
  actor uuid references public.staff (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  -- Null until the storage has it; shown to nobody before.
  stored_at timestamptz,
  removed_at timestamptz,
  -- 90 days after the order was delivered or cancelled.
  kept_until timestamptz,
  constraint packed_photos_id_random check (id ~ '^[0-9a-f]{32}$'),
  constraint packed_photos_key_unique unique (key),
  constraint packed_photos_name_unique unique (name),
  constraint packed_photos_bytes_positive check (bytes > 0)
);

create index packed_photos_of_order on public.packed_photos (order_id);
create index packed_photos_by_packer on public.packed_photos (actor) where actor is not null;
create index packed_photos_ended on public.packed_photos (kept_until) where kept_until is not null;

alter table public.packed_photos enable row level security;
grant select, insert, update, delete on public.packed_photos to service_role;

-- Trigger: how long the photos of an order are kept follows from its end.
create function shop.keep_packed_photos() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update public.packed_photos p set kept_until = case when not shop.is_open(new.status) then now() + interval '90 days' end where p.order_id = new.id;
  return null;
end;
$$;

create trigger orders_keep_packed_photos after update of status on public.orders
  for each row when (shop.is_open(old.status) <> shop.is_open(new.status)) execute function shop.keep_packed_photos();

-- One row: whether a parcel leaves only with a photo of what is in it, and since when. Orders from before are let through.
create table public.packing_rules (
  id boolean primary key default true,
  photo_needed_since timestamptz,
  updated_at timestamptz not null default now(),
  constraint packing_rules_one_row check (id)
);

insert into public.packing_rules default values;

create trigger packing_rules_touched before update on public.packing_rules for each row execute function shop.touch_updated_at();
create trigger packing_rules_noted after insert or update or delete on public.packing_rules
  for each row execute function shop.note_change('packing rules');

alter table public.packing_rules enable row level security;
grant select, update on public.packing_rules to service_role;

-- Orders that go out without a photo although one is needed, and why.
create table public.photo_waivers (
  order_id text primary key references public.orders (id),
  because text not null,
  actor uuid references public.staff (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint photo_waivers_reason_length check (char_length(because) between 1 and 300)
);

create index photo_waivers_by_staff on public.photo_waivers (actor) where actor is not null;

alter table public.photo_waivers enable row level security;
grant select, insert on public.photo_waivers to service_role;

-- Whether an order must have a photo before it leaves, and has none. One that is collected in the shop needs none. Takes its row.
create function shop.lacks_photo(packed public.orders) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return packed.customer_address <> ''
     and exists (select from public.packing_rules r where packed.created_at >= r.photo_needed_since)
     and not exists (select from public.packed_photos p where p.order_id = packed.id and p.stored_at is not null and p.removed_at is null)
     and not exists (select from public.photo_waivers w where w.order_id = packed.id);
end;
$$;

-- Triggers: as at the dispatch gate, no function and no write passes beside it. Refuses 409 `photo_needed` {orderId, orderNumber}.
create function shop.check_photo(order_id text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.refuse('photo_needed', jsonb_build_object('orderId', o.id, 'orderNumber', o.order_number))
     from public.orders o where o.id = check_photo.order_id and shop.lacks_photo(o);
end;
$$;

create function shop.hold_order_for_photo() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.check_photo(new.id);
  return null;
end;
$$;

create constraint trigger orders_photo_gate after update of status on public.orders
  for each row when (shop.has_left(new.status) and not shop.has_left(old.status)) execute function shop.hold_order_for_photo();

create function shop.hold_shipment_for_photo() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.check_photo(new.order_id);
  return null;
end;
$$;

create constraint trigger shipments_photo_gate after insert or update of status on public.shipments
  for each row when (shop.has_left(new.status)) execute function shop.hold_shipment_for_photo();

-- Lets an order go out without a photo. Takes its id, why, and the staff member. Returns its packing. Refuses 404 `order_not_found`.
create function public.waive_photo(order_id text, reason text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  packed public.orders := shop.lock_order(order_id);
begin
  perform shop.act_as(actor);
  insert into public.photo_waivers (order_id, because, actor) values (packed.id, reason, waive_photo.actor) on conflict on constraint photo_waivers_pkey do nothing;
  if found then
    perform shop.log_order_event(packed.id, 'note', '', null, null, 'Goes out without a photo: ' || reason);
  end if;
  return shop.packing_json(packed);
end;
$$;

-- The rules as the API shows them.
create function public.read_packing_rules() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('photo_needed', r.photo_needed_since is not null, 'updated_at', r.updated_at) from public.packing_rules r;
$$;

-- Changes whether a photo is needed; switched on, for orders placed from then on. Takes that, the version the editor saw, and the staff member. Returns the
-- rules. Refuses 409 `edited_meanwhile`.
create function public.change_packing_rules(photo_needed boolean, expected_version timestamptz, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  old public.packing_rules;
begin
  perform shop.act_as(actor);
  select * into old from public.packing_rules r for update;
  perform shop.check_version(old.updated_at, expected_version);
  update public.packing_rules r set photo_needed_since = case when photo_needed then coalesce(r.photo_needed_since, now()) end where r.id;
  return public.read_packing_rules();
end;
$$;

-- How far the packing of an order is, without anything of its customer: {orderId, orderNumber, status, placedAt, codes: [numbers of its parcels], lacksPhoto,
-- lines: [{itemId, variantId, productName, productImage, color, size, sku, ordered, packed, pieces}], surplus: pieces beyond what is ordered, photos:
-- [{id, takenAt, by}]}; pieces as {key, itemId, variantId, name, color, size, quantity, by, packedAt, isOrdered}, the first first. Takes the order.
create function shop.packing_json(packed public.orders) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    with rows as (
      select r.key, r.item_id, r.variant_id, r.counted, r.quantity - r.counted as beyond, r.packed_at, jsonb_build_object(
               'key', r.key, 'item_id', r.item_id, 'variant_id', r.variant_id, 'name', coalesce(i.product_name, p.name),
               'color', case when i.id is not null then i.selected_color else v.color end, 'size', case when i.id is not null then i.selected_size else v.size end,
               'by', shop.username_of(r.actor), 'packed_at', r.packed_at, 'is_ordered', r.is_ordered) as piece
        from shop.packed_rows r
        join public.product_variants v on v.id = r.variant_id
        join public.products p on p.id = v.product_id
        left join public.order_items i on i.id = r.item_id and i.order_id = r.order_id and i.variant_id = r.variant_id
       where r.order_id = packed.id
    )
    select jsonb_build_object(
      'order_id', packed.id, 'order_number', packed.order_number, 'status', packed.status, 'placed_at', packed.created_at,
      'lacks_photo', shop.lacks_photo(packed),
      'codes', (select coalesce(jsonb_agg(c.code order by c.code), '[]')
                  from public.shipments s cross join lateral (values (s.shipment_number), (shop.tracking_key(s.tracking_number))) c (code)
                 where s.order_id = packed.id and s.archived_at is null and c.code <> ''),
      'lines', (select coalesce(jsonb_agg(jsonb_build_object(
                         'item_id', i.id, 'variant_id', i.variant_id, 'product_name', i.product_name, 'product_image', i.product_image,
                         'color', i.selected_color, 'size', i.selected_size, 'sku', v.sku, 'ordered', i.quantity,
                         'packed', (select coalesce(sum(r.counted), 0) from rows r where r.item_id = i.id and r.variant_id = i.variant_id),
                         'pieces', (select coalesce(jsonb_agg(r.piece || jsonb_build_object('quantity', r.counted) order by r.packed_at, r.key), '[]')
                                      from rows r where r.item_id = i.id and r.variant_id = i.variant_id and r.counted > 0)) order by i.position), '[]')
                  from public.order_items i join public.product_variants v on v.id = i.variant_id where i.order_id = packed.id),
      'surplus', (select coalesce(jsonb_agg(r.piece || jsonb_build_object('quantity', r.beyond) order by r.packed_at, r.key), '[]') from rows r where r.beyond > 0),
      'photos', (select coalesce(jsonb_agg(jsonb_build_object('id', h.id, 'taken_at', h.taken_at, 'by', shop.username_of(h.actor)) order by h.taken_at, h.id), '[]')
                   from public.packed_photos h where h.order_id = packed.id and h.stored_at is not null and h.removed_at is null)));
end;
$$;

-- How far a parcel is: `complete` when everything that is ordered is in it and nothing else, `beyond` when there is more, else `open`. Takes the order's id.
create function shop.packing_stage(order_id text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  counted bigint;
  beyond bigint;
begin
  select coalesce(sum(r.counted), 0), coalesce(sum(r.quantity - r.counted), 0) into counted, beyond from shop.packed_rows r where r.order_id = packing_stage.order_id;
  return case when beyond > 0 then 'beyond'
              when counted = (select sum(i.quantity) from public.order_items i where i.order_id = packing_stage.order_id) then 'complete'
              else 'open' end;
end;
$$;

-- The orders to pack, the oldest first: those without a parcel and those whose parcel waits, until everything is in and a photo that is needed was taken.
-- Takes how many at most. Returns {orders: as `shop.packing_json`}.
create function public.orders_to_pack(row_limit integer) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object('orders', (
    select coalesce(jsonb_agg(shop.packing_json(o) order by o.created_at, o.id), '[]')
      from (select w.* from public.orders w
             where w.id in (select k.order_id from shop.order_work k where k.work in ('to_pack', 'to_hand_over'))
               and (shop.packing_stage(w.id) <> 'complete' or shop.lacks_photo(w))
             order by w.created_at, w.id limit row_limit) o));
end;
$$;

-- The packing of one order. Takes its id or number, or the number or tracking number of one of its parcels. Refuses 404 `order_not_found`.
create function public.find_packing(code text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  packed public.orders;
begin
  select o.* into packed from public.orders o
   where o.archived_at is null
     and (o.id = code or o.order_number = upper(code)
          or o.id in (select s.order_id from public.shipments s
                       where s.archived_at is null
                         and (s.shipment_number = upper(code) or s.tracking_number <> '' and shop.tracking_key(s.tracking_number) = shop.tracking_key(code))))
   order by o.created_at desc limit 1;
  if not found then
    perform shop.refuse('order_not_found');
  end if;
  return shop.packing_json(packed);
end;
$$;

-- Stores pieces that were put into the parcel of an order, and pieces that were taken out. Takes its id, [{key, itemId, variantId, quantity, packedAt}],
-- [{key: of the piece, at}] and the staff member. What is known already changes nothing. A piece beyond what is ordered is kept and does not count:
-- it is in the `surplus` of the packing that is returned, with who packed it and when. Refuses 404 `order_not_found`, 409 `packing_cancelled` for new pieces,
-- 422 the field `pieces.N.itemId` for a line that the order never had, `idempotency_mismatch` for the key of another piece.
create function public.pack_pieces(order_id text, pieces jsonb, unpacked jsonb, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  packed public.orders := shop.lock_order(order_id);
  stage_before constant text := shop.packing_stage(order_id);
  stage text;
  stranger bigint;
  is_new boolean;
begin
  perform shop.act_as(actor);
  perform shop.refuse('idempotency_mismatch', null, '{"of": "piece"}')
     from jsonb_array_elements(pieces) p join public.packed_pieces k on k.key = p ->> 'key'
    where (k.order_id, k.item_id, k.variant_id, k.quantity) <> (packed.id, p ->> 'itemId', p ->> 'variantId', (p ->> 'quantity')::integer);
  is_new := exists (select from jsonb_array_elements(pieces) p where not exists (select from public.packed_pieces k where k.key = p ->> 'key'));
  if is_new and packed.status = 'cancelled' then
    perform shop.refuse('packing_cancelled', null, jsonb_build_object('orderNumber', packed.order_number));
  end if;

  select p.place - 1 into stranger from jsonb_array_elements(pieces) with ordinality as p (piece, place)
   where not exists (select from public.order_items i
                      where i.order_id = packed.id and i.id = p.piece ->> 'itemId' and i.variant_id = p.piece ->> 'variantId')
     -- A line that it had before somebody edited it.
     and not (exists (select from public.product_variants v where v.id = p.piece ->> 'variantId')
              and exists (select from public.order_events e where e.order_id = packed.id and e.kind = 'items'))
   order by p.place limit 1;
  if found then
    perform shop.refuse_field(format('pieces.%s.itemId', stranger), 'This piece is not in the order');
  end if;

  insert into public.packed_pieces (key, order_id, item_id, variant_id, quantity, packed_at, actor)
  select p ->> 'key', packed.id, p ->> 'itemId', p ->> 'variantId', (p ->> 'quantity')::integer, least((p ->> 'packedAt')::timestamptz, clock_timestamp()),
         pack_pieces.actor
    from jsonb_array_elements(pieces) p
  on conflict on constraint packed_pieces_pkey do nothing;
  insert into public.unpacked_pieces (piece_key, order_id, unpacked_at, actor)
  select u ->> 'key', packed.id, least((u ->> 'at')::timestamptz, clock_timestamp()), pack_pieces.actor from jsonb_array_elements(unpacked) u
  on conflict on constraint unpacked_pieces_pkey do nothing;

  stage := shop.packing_stage(packed.id);
  if stage <> stage_before and stage <> 'open' then
    perform shop.log_order_event(packed.id, 'note', '', null, null,
              case stage when 'complete' then 'Packed: every piece is in the parcel' else 'More was packed than is ordered: see Packing' end);
  end if;
  return shop.packing_json(packed);
end;
$$;

-- Notes a photo of the open parcel before it is stored. Takes the order's id, {id, key, name, bytes, takenAt} and the staff member. Returns {id, name,
-- is_stored}: of the first attempt, where the key is known. Refuses 404 `order_not_found`, 409 `too_many_parcel_photos` beyond five of an order.
create function public.add_packed_photo(order_id text, photo jsonb, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  packed public.orders := shop.lock_order(order_id);
  added public.packed_photos;
begin
  perform shop.act_as(actor);
  select * into added from public.packed_photos h where h.key = photo ->> 'key';
  if not found then
    if (select count(*) from public.packed_photos h where h.order_id = packed.id and h.removed_at is null) >= 5 then
      perform shop.refuse('too_many_parcel_photos');
    end if;
    insert into public.packed_photos (id, order_id, key, name, bytes, taken_at, actor, kept_until)
    values (photo ->> 'id', packed.id, photo ->> 'key', photo ->> 'name', (photo ->> 'bytes')::integer, least((photo ->> 'takenAt')::timestamptz, now()),
            add_packed_photo.actor, case when not shop.is_open(packed.status) then now() + interval '90 days' end)
    returning * into added;
  elsif added.order_id <> packed.id then
    perform shop.refuse('idempotency_mismatch', null, '{"of": "photo"}');
  end if;
  return jsonb_build_object('id', added.id, 'name', added.name, 'is_stored', added.stored_at is not null);
end;
$$;

-- Notes that the storage has a photo. Takes its id. Returns the packing of its order.
create function public.packed_photo_stored(photo_id text) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  update public.packed_photos h set stored_at = now() where h.id = photo_id and h.stored_at is null;
  return (select shop.packing_json(o) from public.packed_photos h join public.orders o on o.id = h.order_id where h.id = photo_id);
end;
$$;

-- Takes a photo away that shows something else. Takes its order's id, its own and the staff member. Returns the packing. Refuses 404 `order_not_found`,
-- `photo_not_found`.
create function public.remove_packed_photo(order_id text, photo_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  packed public.orders := shop.lock_order(order_id);
begin
  perform shop.act_as(actor);
  update public.packed_photos h set removed_at = now() where h.id = photo_id and h.order_id = packed.id and h.removed_at is null;
  if not found then
    perform shop.refuse('photo_not_found');
  end if;
  perform shop.log_order_event(packed.id, 'note', '', null, null, 'A photo of the parcel was removed');
  return shop.packing_json(packed);
end;
$$;

-- The name of a photo in the storage: {name}. Takes its id. Refuses 404 `photo_not_found`.
create function public.find_packed_photo(photo_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  found_name text;
begin
  select h.name into found_name from public.packed_photos h
   where h.id = find_packed_photo.photo_id and h.stored_at is not null and h.removed_at is null and coalesce(h.kept_until > now(), true);
  if not found then
    perform shop.refuse('photo_not_found');
  end if;
  return jsonb_build_object('name', found_name);
end;
$$;

-- As `find_packed_photo`, for whoever has the link of its order. Takes the order's number and key besides. Refuses like `shop.open_order_page`, too.
create function public.find_page_photo(order_number text, key text, photo_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  opened public.orders := shop.open_order_page(order_number, key);
begin
  if not exists (select from public.packed_photos h where h.id = photo_id and h.order_id = opened.id) then
    perform shop.refuse('photo_not_found');
  end if;
  return public.find_packed_photo(photo_id);
end;
$$;

-- What an order's page says of photos of the open parcel: {packed_photos: [{id, taken_at}]}; nothing where there is none. Takes the order.
create function shop.page_packed_photo_json(opened public.orders) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_strip_nulls(jsonb_build_object('packed_photos', (
    select jsonb_agg(jsonb_build_object('id', h.id, 'taken_at', h.taken_at) order by h.taken_at, h.id) from public.packed_photos h
     where h.order_id = opened.id and h.stored_at is not null and h.removed_at is null and coalesce(h.kept_until > now(), true))));
end;
$$;

-- The names of at most 100 photos whose time is over: 90 days after the order's end, removed, or never stored. Whoever asks removes them from the storage, and
-- then their rows.
create function public.ended_packed_photos() returns table (name text)
language sql stable set search_path = ''
as $$
  select h.name from public.packed_photos h
   where h.kept_until <= now() or h.removed_at is not null or (h.stored_at is null and h.created_at < now() - interval '1 day')
   order by h.created_at limit 100;
$$;

grant execute on function public.waive_photo, public.read_packing_rules, public.change_packing_rules, public.orders_to_pack, public.find_packing, public.pack_pieces,
  public.add_packed_photo, public.packed_photo_stored, public.remove_packed_photo, public.find_packed_photo, public.find_page_photo,
  public.ended_packed_photos to service_role;

-- Couriers: which cities each serves and under what name, what it charges and withholds, and how its portal's files look. Charges and taxes are dated, so that
-- a new price list changes nothing that was booked. What opens a courier's API stands in the environment alone.

create type shop.courier_adapter as enum ('generic', 'postex', 'leopards', 'trax', 'tcs');

create table public.couriers (
  id text primary key default shop.new_id(),
  name text not null,
  adapter shop.courier_adapter not null default 'generic',
  -- On the shop's clock: what is handed over, or advised, later than that counts for the next day.
  cut_off time not null default '16:00',
  -- Where it collects, as the courier calls the place in its portal: a pickup address, a cost centre. Empty: its default.
  pickup_code text not null default '',
  -- The columns of the file for its portal, and where the answer has order and tracking number (src/domain/couriers/booking-file.ts).
  file_mapping jsonb not null default '{}',
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint couriers_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint couriers_name_length check (char_length(name) between 1 and 80),
  constraint couriers_pickup_code_length check (char_length(pickup_code) <= 60),
  constraint couriers_file_mapping_object check (jsonb_typeof(file_mapping) = 'object')
);

create unique index couriers_name_unique on public.couriers (lower(name));
create trigger couriers_touched before update on public.couriers for each row execute function shop.touch_updated_at();

-- The cities that a courier serves. One without any serves every city under our name for it.
create table public.courier_cities (
  courier_id text not null references public.couriers (id) on delete cascade,
  -- As the shop calls it (src/domain/places).
  city text not null,
  -- As the courier calls it, and the number or letters that it books by.
  courier_name text not null,
  courier_code text not null default '',
  -- Which charges count there.
  zone text not null default '',
  primary key (courier_id, city),
  constraint courier_cities_length check (char_length(city) between 1 and 80 and char_length(courier_name) between 1 and 80
                                          and char_length(courier_code) <= 40 and char_length(zone) <= 40)
);

-- What a courier takes for a parcel of up to so many grams into a zone, from a day on. Without GST.
create table public.courier_charges (
  courier_id text not null references public.couriers (id) on delete cascade,
  zone text not null default '',
  valid_from date not null,
  up_to_grams integer not null,
  charge numeric(10, 2) not null,
  -- For each further kilogram begun, above the heaviest slab of its day.
  further_kg numeric(10, 2) not null default 0,
  primary key (courier_id, zone, valid_from, up_to_grams),
  constraint courier_charges_grams check (up_to_grams between 1 and 100000),
  constraint courier_charges_not_negative check (charge >= 0 and further_kg >= 0),
  constraint courier_charges_zone_length check (char_length(zone) <= 40)
);

-- `gst` and `fuel` come on top of the charges; `income_tax` and `sales_tax` are withheld from the cash that is collected.
create type shop.courier_tax as enum ('gst', 'fuel', 'income_tax', 'sales_tax');
-- Whether the shop gets it back with its return, or it is spent.
create type shop.tax_treatment as enum ('credit', 'final');

create table public.courier_taxes (
  courier_id text not null references public.couriers (id) on delete cascade,
  tax shop.courier_tax not null,
  valid_from date not null,
  percent numeric(5, 2) not null,
  treatment shop.tax_treatment not null,
  primary key (courier_id, tax, valid_from),
  constraint courier_taxes_percent check (percent between 0 and 100)
);

-- How many hours after an attempt a courier takes advice, by the reason of the attempt; an empty one stands for all others. Without a row it is a day.
create table public.courier_advice_hours (
  courier_id text not null references public.couriers (id) on delete cascade,
  reason text not null default '',
  hours integer not null,
  primary key (courier_id, reason),
  constraint courier_advice_hours_range check (hours between 1 and 240),
  constraint courier_advice_hours_reason_length check (char_length(reason) <= 40)
);

-- What a parcel weighs when nobody weighed it: its pieces and the packing, in grams.
create table public.parcel_weights (
  is_only boolean primary key default true,
  packing_grams integer not null default 80,
  -- Of a piece whose product states no weight and whose category has no usual one.
  piece_grams integer not null default 40,
  updated_at timestamptz not null default now(),
  constraint parcel_weights_one_row check (is_only),
  constraint parcel_weights_plausible check (packing_grams between 0 and 5000 and piece_grams between 1 and 5000)
);

insert into public.parcel_weights default values;
create trigger parcel_weights_touched before update on public.parcel_weights for each row execute function shop.touch_updated_at();

-- What a piece of a category usually weighs, in grams.
create table public.category_weights (
  category text primary key references public.categories (slug) on update cascade on delete cascade,
  grams integer not null,
  constraint category_weights_plausible check (grams between 1 and 5000)
);

alter table public.couriers enable row level security;
alter table public.courier_cities enable row level security;
alter table public.courier_charges enable row level security;
alter table public.courier_taxes enable row level security;
alter table public.courier_advice_hours enable row level security;
alter table public.parcel_weights enable row level security;
alter table public.category_weights enable row level security;
grant select, insert, update on public.couriers, public.parcel_weights to service_role;
grant select, insert, delete on public.courier_cities, public.courier_charges, public.courier_taxes, public.courier_advice_hours, public.category_weights to service_role;

-- What the parcel of an order weighs, in grams: its pieces and the packing. What a product states counts before what is usual in its category.
create function shop.parcel_grams(order_id text) returns integer
language sql stable set search_path = ''
as $$
  select ceil(w.packing_grams + coalesce(sum(i.quantity * coalesce(p.weight_grams, c.grams, w.piece_grams)), 0))::integer
    from public.parcel_weights w
    left join public.order_items i on i.order_id = parcel_grams.order_id
    left join public.products p on p.id = i.product_id
    left join public.category_weights c on c.category = p.category
   group by w.packing_grams;
$$;

-- What a courier takes for a parcel of so many grams into a zone on a day, without tax. Null where no price list of that day says it.
create function shop.courier_charge(courier_id text, zone text, grams integer, day date) returns numeric
language sql stable set search_path = ''
as $$
  with slabs as (
    select c.up_to_grams, c.charge, c.further_kg
      from public.courier_charges c
     where c.courier_id = courier_charge.courier_id and c.zone = courier_charge.zone
       and c.valid_from = (select max(l.valid_from) from public.courier_charges l
                            where l.courier_id = courier_charge.courier_id and l.zone = courier_charge.zone and l.valid_from <= day)
  )
  select coalesce((select s.charge from slabs s where s.up_to_grams >= grams order by s.up_to_grams limit 1),
                  (select s.charge + s.further_kg * ceil((grams - s.up_to_grams) / 1000.0) from slabs s where s.further_kg > 0 order by s.up_to_grams desc limit 1));
$$;

-- A courier as staff see it: the row with `cities`, `charges` and `taxes`, the newest first, and `advice_hours`.
create function shop.courier_json(courier public.couriers) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(courier) || jsonb_build_object(
    'cut_off', to_char(courier.cut_off, 'HH24:MI'),
    'cities', (select coalesce(jsonb_agg(to_jsonb(c) - 'courier_id' order by c.city), '[]') from public.courier_cities c where c.courier_id = courier.id),
    'charges', (select coalesce(jsonb_agg(to_jsonb(c) - 'courier_id' order by c.valid_from desc, c.zone, c.up_to_grams), '[]')
                  from public.courier_charges c where c.courier_id = courier.id),
    'taxes', (select coalesce(jsonb_agg(to_jsonb(t) - 'courier_id' order by t.valid_from desc, t.tax), '[]')
                from public.courier_taxes t where t.courier_id = courier.id),
    'advice_hours', (select coalesce(jsonb_agg(to_jsonb(h) - 'courier_id' order by h.reason), '[]') from public.courier_advice_hours h where h.courier_id = courier.id));
$$;

-- A courier as the audit log has it: of its cities their number.
create function shop.noted_courier(courier public.couriers) returns jsonb
language sql stable set search_path = ''
as $$
  select shop.courier_json(courier) - array['id', 'created_at', 'updated_at', 'file_mapping', 'cities']
      || jsonb_build_object('cities', (select count(*) from public.courier_cities c where c.courier_id = courier.id));
$$;

-- All couriers as `shop.courier_json` has them, by name, those in use first.
create function public.list_couriers() returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(shop.courier_json(c) order by c.is_active desc, lower(c.name)), '[]') from public.couriers c;
$$;

-- Adds a courier, or changes one. Takes its id or null, {name, adapter, cut_off, pickup_code, file_mapping, is_active, cities, charges, taxes, advice_hours} (the lists
-- replace those before), the owner, and the version they saw. Returns it as `shop.courier_json` has it. Refuses 403 `owner_only`, 404 `courier_not_found`,
-- 409 `edited_meanwhile`, 422 `name` that another courier has, `adapter` of one that has bookings.
create function public.save_courier(courier_id text, fields jsonb, actor uuid, expected_version timestamptz default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.couriers;
  wanted public.couriers;
  noted jsonb;
begin
  perform shop.assert_owner(actor);
  perform shop.act_as(actor);
  if courier_id is not null then
    select * into before from public.couriers c where c.id = save_courier.courier_id for update;
    if not found then
      perform shop.refuse('courier_not_found');
    end if;
    perform shop.check_version(before.updated_at, expected_version);
    noted := shop.noted_courier(before);
  end if;
  wanted := jsonb_populate_record(before, fields);
  if before.adapter <> wanted.adapter and exists (select from public.courier_bookings b where b.courier_id = before.id) then
    perform shop.refuse_field('adapter', 'Parcels were booked with this courier. Add another one instead, and set this one aside.');
  end if;
  begin
    if before.id is null then
      insert into public.couriers (name, adapter, cut_off, pickup_code, file_mapping, is_active)
      values (wanted.name, wanted.adapter, wanted.cut_off, wanted.pickup_code, wanted.file_mapping, wanted.is_active) returning * into wanted;
    else
      update public.couriers c
         set (name, adapter, cut_off, pickup_code, file_mapping, is_active) =
             (wanted.name, wanted.adapter, wanted.cut_off, wanted.pickup_code, wanted.file_mapping, wanted.is_active)
       where c.id = before.id returning * into wanted;
    end if;
  exception when unique_violation then
    perform shop.refuse_field('name', 'Another courier has this name');
  end;

  delete from public.courier_cities c where c.courier_id = wanted.id;
  delete from public.courier_charges c where c.courier_id = wanted.id;
  delete from public.courier_taxes t where t.courier_id = wanted.id;
  delete from public.courier_advice_hours h where h.courier_id = wanted.id;
  insert into public.courier_cities (courier_id, city, courier_name, courier_code, zone)
  select wanted.id, c.city, c.courier_name, c.courier_code, c.zone
    from jsonb_to_recordset(fields -> 'cities') as c (city text, courier_name text, courier_code text, zone text);
  insert into public.courier_charges (courier_id, zone, valid_from, up_to_grams, charge, further_kg)
  select wanted.id, c.zone, c.valid_from, c.up_to_grams, c.charge, c.further_kg
    from jsonb_to_recordset(fields -> 'charges') as c (zone text, valid_from date, up_to_grams integer, charge numeric, further_kg numeric);
  insert into public.courier_taxes (courier_id, tax, valid_from, percent, treatment)
  select wanted.id, t.tax, t.valid_from, t.percent, t.treatment
    from jsonb_to_recordset(fields -> 'taxes') as t (tax shop.courier_tax, valid_from date, percent numeric, treatment shop.tax_treatment);
  insert into public.courier_advice_hours (courier_id, reason, hours)
  select wanted.id, h.reason, h.hours from jsonb_to_recordset(fields -> 'advice_hours') as h (reason text, hours integer);

  perform shop.write_audit(actor, 'settings', wanted.id::text, 'courier ' || wanted.name, noted, shop.noted_courier(wanted));
  return shop.courier_json(wanted);
end;
$$;

-- What parcels weigh: {packing_grams, piece_grams, updated_at, categories: [{category, name, grams}]} with every category, `grams` null where none is usual.
create function public.parcel_weights() returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(w) - 'is_only' || jsonb_build_object('categories',
           (select coalesce(jsonb_agg(jsonb_build_object('category', c.slug, 'name', c.name, 'grams', g.grams) order by c.sort_order, c.name), '[]')
              from public.categories c left join public.category_weights g on g.category = c.slug))
    from public.parcel_weights w;
$$;

-- Says what parcels weigh. Takes {packing_grams, piece_grams, categories: [{category, grams}]} (a category without an entry has none), the owner, and the
-- version they saw. Returns what `parcel_weights` does. Refuses 403 `owner_only`, 409 `edited_meanwhile`, 422 `categories` that there are not.
create function public.save_parcel_weights(fields jsonb, actor uuid, expected_version timestamptz default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.parcel_weights;
begin
  perform shop.assert_owner(actor);
  perform shop.act_as(actor);
  select * into before from public.parcel_weights w for update;
  perform shop.check_version(before.updated_at, expected_version);
  if exists (select from jsonb_to_recordset(fields -> 'categories') as g (category text)
              where not exists (select from public.categories c where c.slug = g.category)) then
    perform shop.refuse_field('categories', 'There is no such category');
  end if;
  update public.parcel_weights w
     set packing_grams = (fields ->> 'packing_grams')::integer, piece_grams = (fields ->> 'piece_grams')::integer
   where w.is_only;
  delete from public.category_weights g where g.category is not null;
  insert into public.category_weights (category, grams)
  select g.category, g.grams from jsonb_to_recordset(fields -> 'categories') as g (category text, grams integer);
  return public.parcel_weights();
end;
$$;

grant execute on function public.list_couriers, public.save_courier, public.parcel_weights, public.save_parcel_weights to service_role;

-- Bookings of parcels with couriers. No courier knows an idempotency key, so the intent is written before the courier is called, under a reference that only
-- this parcel has; whoever goes on after a crash or a timeout first asks the courier for that reference. What couriers tell of a parcel is kept as it came.

-- `intended`: a courier is being called, or whoever called it is gone. `unknown`: it was called and nobody knows what came of it.
create type shop.booking_state as enum ('intended', 'unknown', 'booked', 'failed', 'cancelled');

create table public.courier_bookings (
  id text primary key default shop.new_id(),
  shipment_id text not null references public.shipments (id),
  courier_id text not null references public.couriers (id),
  -- What the courier knows the parcel by until it has a tracking number.
  reference text not null,
  state shop.booking_state not null default 'intended',
  -- What the rider asks for, in rupees, and what it weighs, in grams, as the courier was told.
  collect numeric(12, 2) not null,
  grams integer not null,
  tracking_number text not null default '',
  -- Where the courier has its label; some tell it only once.
  label_url text not null default '',
  -- Why it failed, or why nobody knows.
  problem text not null default '',
  -- What it costs by the price list of the day, without tax. Null: no list says it.
  charge numeric(10, 2),
  -- Counts who took it on: only the last one may say what came of it.
  turn integer not null default 1,
  -- Until then it is theirs; after that it may have come to nothing.
  claimed_until timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint courier_bookings_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint courier_bookings_collect_range check (collect between 0 and 200000),
  constraint courier_bookings_grams_range check (grams between 1 and 100000),
  constraint courier_bookings_tracking_when_booked check ((tracking_number <> '') = (state in ('booked', 'cancelled'))),
  constraint courier_bookings_length check (char_length(tracking_number) <= 120 and char_length(label_url) <= 500 and char_length(problem) <= 300)
);

-- No parcel is booked twice, whatever is pressed, repeated or killed.
create unique index courier_bookings_one_per_parcel on public.courier_bookings (shipment_id) where state in ('intended', 'unknown', 'booked');
create unique index courier_bookings_reference on public.courier_bookings (courier_id, reference) where state in ('intended', 'unknown', 'booked');
create unique index courier_bookings_tracking_number on public.courier_bookings (courier_id, shop.tracking_key(tracking_number)) where tracking_number <> '';
create index courier_bookings_by_shipment on public.courier_bookings (shipment_id, created_at);
create index courier_bookings_open on public.courier_bookings (created_at, id) where state in ('intended', 'unknown');

create trigger courier_bookings_touched before update on public.courier_bookings for each row execute function shop.touch_updated_at();

-- Trigger: a booking moves on in one direction, and what the courier was told stays.
create function shop.guard_booking() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if (new.shipment_id, new.courier_id, new.reference, new.collect, new.grams) is distinct from (old.shipment_id, old.courier_id, old.reference, old.collect, old.grams)
     or new.state <> old.state and not (old.state in ('intended', 'unknown') and new.state <> 'cancelled' or old.state = 'booked' and new.state = 'cancelled') then
    raise exception 'a booking that is % cannot become %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  return new;
end;
$$;

create trigger courier_bookings_guarded before update on public.courier_bookings for each row execute function shop.guard_booking();

alter table public.courier_bookings enable row level security;
grant select, insert, update on public.courier_bookings to service_role;

-- What a courier told of a parcel, as it came, without names and numbers of people. Repeated events are one row.
create table public.courier_events (
  id bigint generated always as identity primary key,
  courier_id text not null references public.couriers (id),
  tracking_key text not null,
  -- The courier's own id of the event, or a hash of it.
  event_key text not null,
  label text not null,
  -- As mappings compare it (src/domain/couriers/courier-labels.ts): what staff say later of the label counts for it, too.
  label_key text not null default '',
  code text not null default '',
  reason text not null default '',
  station text not null default '',
  -- As the courier dates it; null where it does not.
  happened_at timestamptz,
  -- What it means (src/domain/couriers/parcel-status.ts), null when nobody knew when it came.
  meaning text,
  received_at timestamptz not null default now(),
  constraint courier_events_unique unique (courier_id, event_key),
  constraint courier_events_length check (char_length(label) <= 200 and char_length(code) <= 40 and char_length(reason) <= 200 and char_length(station) <= 80)
);

create index courier_events_by_parcel on public.courier_events (courier_id, tracking_key, happened_at);
create trigger courier_events_append_only before update or delete on public.courier_events for each row execute function shop.refuse_change();

alter table public.courier_events enable row level security;
grant select, insert on public.courier_events to service_role;

-- Labels that no mapping knows, for staff: each once, until somebody says what it means.
create table public.courier_labels (
  id text primary key default shop.new_id(),
  courier_id text not null references public.couriers (id) on delete cascade,
  -- Compared without case, punctuation and spaces (src/domain/couriers/courier-labels.ts).
  label_key text not null,
  label text not null,
  example_tracking_number text not null,
  times integer not null default 1,
  meaning text,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  constraint courier_labels_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint courier_labels_unique unique (courier_id, label_key)
);

alter table public.courier_labels enable row level security;
grant select, insert, update on public.courier_labels to service_role;

-- A booking as staff see it: the row with the numbers of parcel and order, and the courier's name.
create function shop.booking_json(booking public.courier_bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(booking) || jsonb_build_object('shipment_number', s.shipment_number, 'order_number', s.order_number, 'courier', c.name, 'adapter', c.adapter)
    from public.shipments s, public.couriers c where s.id = booking.shipment_id and c.id = booking.courier_id;
$$;

-- What a courier is told of a booked parcel (src/domain/couriers/booking-file.ts). Takes the booking.
create function shop.parcel_to_book(booking public.courier_bookings) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
             'reference', booking.reference, 'order_number', o.order_number, 'name', o.customer_name, 'phone', o.customer_phone,
             'address', o.customer_address, 'city', coalesce(place.courier_name, o.city_known, o.city), 'city_code', coalesce(place.courier_code, ''),
             'collect', booking.collect, 'grams', booking.grams, 'pickup_code', c.pickup_code, 'booked_from', shop.day_of(booking.created_at),
             'pieces', (select coalesce(sum((i ->> 'quantity')::integer), 0) from jsonb_array_elements(v.items) i))
      from public.shipments_of_orders v
      join public.orders o on o.id = v.order_id
      join public.couriers c on c.id = booking.courier_id
      left join public.courier_cities place on place.courier_id = c.id and place.city = coalesce(o.city_known, o.city)
     where v.id = booking.shipment_id);
end;
$$;

-- Takes on the booking of a parcel before a courier is called. Takes the shipment, the courier, for how many seconds nobody else may, and the staff member.
-- Returns {step, booking, parcel}: step `book` for one that no courier was called for; `look_up` when somebody called before and did not say what came of it,
-- so that the courier is asked for the reference first; `done` when it is booked with this courier. `parcel` is what the courier is told.
-- Refuses 404 `shipment_not_found`, `courier_not_found`, 409 `booking_under_way` while somebody else has it, `booked_elsewhere` with {courier}, `parcel_left`
-- when it is not being prepared or its order is not to be shipped, 422 `courierId` of one that does not serve the city or is not in use.
create function public.begin_booking(shipment_id text, courier_id text, claim_seconds integer, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  parcel public.shipments := shop.lock_shipment(shipment_id);
  sent public.orders;
  courier public.couriers;
  place public.courier_cities;
  booking public.courier_bookings;
  to_collect numeric;
  next_step text := 'book';
  claim_ends timestamptz;
begin
  perform shop.act_as(actor);
  select * into courier from public.couriers c where c.id = begin_booking.courier_id;
  if not found then
    perform shop.refuse('courier_not_found');
  end if;
  -- Nobody is called where a file goes to a portal.
  claim_ends := now() + case when courier.adapter = 'generic' then interval '0' else make_interval(secs => claim_seconds) end;
  select * into sent from public.orders o where o.id = parcel.order_id;
  select * into booking from public.courier_bookings b
   where b.shipment_id = parcel.id and b.state in ('intended', 'unknown', 'booked') for update;
  if found and booking.courier_id <> courier.id then
    perform shop.refuse('booked_elsewhere', jsonb_build_object('courier', (select c.name from public.couriers c where c.id = booking.courier_id)));
  elsif booking.state = 'booked' then
    return jsonb_build_object('step', 'done', 'booking', shop.booking_json(booking), 'parcel', null);
  elsif booking.claimed_until > now() then
    perform shop.refuse('booking_under_way');
  end if;

  select v.to_collect into to_collect from public.shipments_of_orders v where v.id = parcel.id;
  if booking.id is not null then
    next_step := 'look_up';
    update public.courier_bookings b
       set turn = b.turn + 1, state = 'intended', claimed_until = claim_ends
     where b.id = booking.id returning * into booking;
  else
    if parcel.status <> 'preparing' or sent.archived_at is not null or sent.status = 'cancelled' then
      perform shop.refuse('parcel_left');
    elsif not courier.is_active then
      perform shop.refuse_field('courierId', 'This courier is set aside');
    end if;
    insert into public.courier_bookings (shipment_id, courier_id, reference, collect, grams, claimed_until)
    values (parcel.id, courier.id,
            -- Another one after each that was cancelled there, so that the cancelled one is not found in its place.
            parcel.shipment_number || coalesce((select '-' || count(*) + 1 from public.courier_bookings b
                                                 where b.shipment_id = parcel.id and b.courier_id = courier.id and b.state = 'cancelled' having count(*) > 0), ''),
            to_collect, coalesce(parcel.weight, shop.parcel_grams(sent.id)), claim_ends)
    returning * into booking;
  end if;

  select * into place from public.courier_cities c where c.courier_id = courier.id and c.city = coalesce(sent.city_known, sent.city);
  if next_step = 'book' and place.city is null and exists (select from public.courier_cities c where c.courier_id = courier.id) then
    perform shop.refuse_field('courierId', format('%s does not serve %s', courier.name, coalesce(sent.city_known, sent.city)));
  end if;
  update public.courier_bookings b
     set charge = shop.courier_charge(courier.id, coalesce(place.zone, ''), b.grams, shop.day_of(now()))
   where b.id = booking.id returning * into booking;
  return jsonb_build_object('step', next_step, 'booking', shop.booking_json(booking), 'parcel', shop.parcel_to_book(booking));
end;
$$;

-- Writes down what came of a call. Takes the booking, the turn in which the courier was called, `booked` with the tracking number and perhaps the label's
-- address, or `failed` or `unknown` with the problem. One that is booked gives its shipment carrier and tracking number. Whoever booked too late, because
-- somebody else did meanwhile, gets `surplus`: their tracking number is to be cancelled. Returns {surplus, booking}. Refuses 404 `booking_not_found`, 409
-- `booking_settled` for a turn that was taken over or a booking that is over.
create function public.note_booking(booking_id text, turn integer, state shop.booking_state, tracking_number text default '', label_url text default '', problem text default '')
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.courier_bookings;
begin
  perform shop.lock_shipment(b.shipment_id) from public.courier_bookings b where b.id = note_booking.booking_id;
  select * into before from public.courier_bookings b where b.id = note_booking.booking_id for update;
  if not found then
    perform shop.refuse('booking_not_found');
  elsif note_booking.state = 'booked' and before.state = 'booked' then
    return jsonb_build_object('surplus', shop.tracking_key(note_booking.tracking_number) <> shop.tracking_key(before.tracking_number), 'booking', shop.booking_json(before));
  elsif before.state not in ('intended', 'unknown') or (before.turn <> note_booking.turn and note_booking.state <> 'booked') then
    perform shop.refuse('booking_settled');
  end if;
  update public.courier_bookings b
     set state = note_booking.state, tracking_number = note_booking.tracking_number, label_url = note_booking.label_url,
         problem = left(note_booking.problem, 300),
         -- What may still reach the courier is left alone until it must have.
         claimed_until = case when note_booking.state = 'unknown' then b.claimed_until else now() end
   where b.id = before.id returning * into before;
  if before.state = 'booked' then
    update public.shipments s
       set carrier = (select c.name from public.couriers c where c.id = before.courier_id), tracking_number = before.tracking_number, weight = before.grams
     where s.id = before.shipment_id;
  end if;
  return jsonb_build_object('surplus', false, 'booking', shop.booking_json(before));
end;
$$;

-- Settles by hand what nobody knows: staff looked into the courier's portal. Takes the booking, the tracking number they found, or an empty one when it is not
-- there, and the staff member. Returns the booking. Refuses 404 `booking_not_found`, 409 `booking_settled`, `booking_under_way` while a courier is being called,
-- `tracking_number_used`.
create function public.settle_booking(booking_id text, tracking_number text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.courier_bookings;
begin
  perform shop.act_as(actor);
  select * into before from public.courier_bookings b where b.id = settle_booking.booking_id;
  if not found then
    perform shop.refuse('booking_not_found');
  elsif before.state not in ('intended', 'unknown') then
    perform shop.refuse('booking_settled');
  elsif before.claimed_until > now() then
    perform shop.refuse('booking_under_way');
  end if;
  if tracking_number <> '' then
    -- Also refuses the number of another parcel, however close the two calls are.
    perform public.set_tracking_number(before.shipment_id, settle_booking.tracking_number, actor);
  end if;
  return public.note_booking(before.id, before.turn, case when settle_booking.tracking_number = '' then 'failed' else 'booked' end::shop.booking_state,
                             settle_booking.tracking_number, '', case when settle_booking.tracking_number = '' then 'Not found in the portal of the courier' else '' end) -> 'booking';
end;
$$;

-- Notes that a courier cancelled a booking; its parcel can be booked again. Takes the booking and the staff member. Returns it. Refuses 404
-- `booking_not_found`, 409 `booking_settled` for one that is not booked.
create function public.note_cancelled_booking(booking_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.courier_bookings;
begin
  perform shop.act_as(actor);
  perform shop.lock_shipment(b.shipment_id) from public.courier_bookings b where b.id = note_cancelled_booking.booking_id;
  update public.courier_bookings b set state = 'cancelled', problem = '' where b.id = note_cancelled_booking.booking_id and b.state = 'booked' returning * into before;
  if not found then
    if not exists (select from public.courier_bookings b where b.id = note_cancelled_booking.booking_id) then
      perform shop.refuse('booking_not_found');
    end if;
    perform shop.refuse('booking_settled');
  end if;
  update public.shipments s set tracking_number = '' where s.id = before.shipment_id and shop.tracking_key(s.tracking_number) = shop.tracking_key(before.tracking_number);
  return shop.booking_json(before);
end;
$$;

-- A booking that is to be cancelled at its courier. Takes its id. Returns it with {booked_from}, the day from which on the courier knows it. Refuses 404 `booking_not_found`, 409 `booking_settled` for one that is not booked.
create function public.booking_to_cancel(booking_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  booked public.courier_bookings;
begin
  select * into booked from public.courier_bookings b where b.id = booking_to_cancel.booking_id;
  if not found then
    perform shop.refuse('booking_not_found');
  elsif booked.state <> 'booked' then
    perform shop.refuse('booking_settled');
  end if;
  return shop.booking_json(booked) || jsonb_build_object('booked_from', shop.day_of(booked.created_at));
end;
$$;

-- Notes why a courier did not cancel a booking, which stays booked. Takes the booking and the problem. Returns it. Refuses like `booking_to_cancel`.
create function public.note_cancel_problem(booking_id text, problem text) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  update public.courier_bookings b set problem = left(note_cancel_problem.problem, 300) where b.id = note_cancel_problem.booking_id and b.state = 'booked';
  return public.booking_to_cancel(booking_id);
end;
$$;

-- Parcels that stood in a file for a courier's portal, so that the next file has only new ones.
create table public.portal_file_rows (
  booking_id text not null references public.courier_bookings (id),
  created_at timestamptz not null default clock_timestamp(),
  actor uuid references auth.users (id) on delete set null,
  primary key (booking_id, created_at)
);

create index portal_file_rows_by_actor on public.portal_file_rows (actor) where actor is not null;
create trigger portal_file_rows_append_only before update or delete on public.portal_file_rows for each row execute function shop.refuse_change();

alter table public.portal_file_rows enable row level security;
grant select, insert on public.portal_file_rows to service_role;

-- What waits for the portals of couriers that work by files, by their names: [{courier_id, courier, fresh: parcels that stood in no file, waiting: those that did and
-- have no tracking number yet, reference_header, tracking_header: how the answer of its portal is read}].
create function public.portal_work() returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('courier_id', c.id, 'courier', c.name, 'fresh', counted.fresh, 'waiting', counted.waiting,
                                               'reference_header', coalesce(c.file_mapping ->> 'referenceHeader', ''),
                                               'tracking_header', coalesce(c.file_mapping ->> 'trackingHeader', '')) order by lower(c.name)), '[]')
    from public.couriers c
   cross join lateral (select count(*) filter (where not f.is_in_file) as fresh, count(*) filter (where f.is_in_file) as waiting
                         from public.courier_bookings b
                        cross join lateral (select exists (select from public.portal_file_rows r where r.booking_id = b.id) as is_in_file) f
                        where b.courier_id = c.id and b.state in ('intended', 'unknown')) counted
   where c.adapter = 'generic' and (c.is_active or counted.fresh + counted.waiting > 0);
$$;

-- The parcels of a file for a courier's portal, which are written down as in it. Takes the courier, whether those that stood in one before are in it, too, and the
-- staff member, who has to see phones and addresses. Returns {courier, file_mapping, parcels: as `shop.parcel_to_book` has them, left: [{shipment_number, reason}]}:
-- left out are parcels that are not to be delivered any more (`over`), and those whose sum is another one by now (`differs`). Refuses 403 `not_allowed`, 404
-- `courier_not_found`, also for one that is reached by its API.
create function public.take_portal_file(courier_id text, again boolean, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  courier public.couriers;
  open_bookings jsonb;
begin
  perform shop.act_as(actor);
  perform shop.assert_may(actor, 'see_contacts');
  select * into courier from public.couriers c where c.id = take_portal_file.courier_id and c.adapter = 'generic' for update;
  if not found then
    perform shop.refuse('courier_not_found');
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'shipment_number', s.shipment_number, 'parcel', shop.parcel_to_book(b),
                              'reason', case when not shop.is_to_deliver(s) then 'over' when shop.booking_differs(b) then 'differs' end) order by b.created_at, b.id), '[]')
    into open_bookings
    from public.courier_bookings b join public.shipments s on s.id = b.shipment_id
   where b.courier_id = courier.id and b.state in ('intended', 'unknown')
     and (again or not exists (select from public.portal_file_rows r where r.booking_id = b.id));
  insert into public.portal_file_rows (booking_id, actor)
  select o ->> 'id', take_portal_file.actor from jsonb_array_elements(open_bookings) o where o ->> 'reason' is null;
  -- Phones and addresses leave the shop.
  perform shop.write_audit(actor, 'export', courier.id, 'file for the portal of ' || courier.name, '{}',
    jsonb_build_object('parcels', (select count(*) from jsonb_array_elements(open_bookings) o where o ->> 'reason' is null), 'again', again));
  return jsonb_build_object('courier', courier.name, 'file_mapping', courier.file_mapping,
    'parcels', (select coalesce(jsonb_agg(o -> 'parcel' order by n), '[]') from jsonb_array_elements(open_bookings) with ordinality as e (o, n) where o ->> 'reason' is null),
    'left', (select coalesce(jsonb_agg(o - array['id', 'parcel'] order by n), '[]') from jsonb_array_elements(open_bookings) with ordinality as e (o, n)
              where o ->> 'reason' is not null));
end;
$$;

-- Settles a booking by a line of what a portal gave back. Takes the courier, the reference or the order's number, the tracking number, the staff member, and whether
-- it only says what would be. Returns the booking with {is_same}: one that has this number already stays as it is. Refuses 404 `booking_not_found`, 409
-- `other_tracking_number` {trackingNumber} for one that has another, and as `settle_booking` does.
create function public.settle_by_reference(courier_id text, reference text, tracking_number text, actor uuid, preview boolean default false) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  meant public.courier_bookings;
  settled jsonb;
begin
  select b.* into meant from public.courier_bookings b join public.shipments s on s.id = b.shipment_id
   where b.courier_id = settle_by_reference.courier_id and upper(settle_by_reference.reference) in (b.reference, s.order_number)
   order by b.reference = upper(settle_by_reference.reference) desc, b.state in ('intended', 'unknown') desc, b.created_at desc limit 1;
  if not found then
    perform shop.refuse('booking_not_found');
  elsif meant.state = 'booked' and shop.tracking_key(meant.tracking_number) = shop.tracking_key(settle_by_reference.tracking_number) then
    return shop.booking_json(meant) || '{"is_same": true}';
  elsif meant.state = 'booked' then
    perform shop.refuse('other_tracking_number', jsonb_build_object('trackingNumber', meant.tracking_number));
  end if;
  begin
    settled := public.settle_booking(meant.id, settle_by_reference.tracking_number, actor);
    if preview then
      raise sqlstate 'UNDO1';
    end if;
  exception when sqlstate 'UNDO1' then null;
  end;
  return settled || '{"is_same": false}';
end;
$$;

-- Bookings that somebody has to look at, the oldest first: those that nobody knows the end of, and those whose caller is gone.
create function public.open_bookings() returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(shop.booking_json(b) order by b.created_at, b.id), '[]')
    from (select * from public.courier_bookings o where o.state in ('intended', 'unknown') order by o.created_at, o.id limit 200) b;
$$;

-- Keeps what a courier told. Takes the courier and [{tracking_number, event_key, label, label_key, code, reason, station, happened_at, meaning}]. What is there already
-- changes nothing. A label without a meaning becomes a row for staff. Their parcels follow (089_under_way.sql). Returns how many were new.
create function public.store_courier_events(courier_id text, events jsonb) returns integer
language plpgsql set search_path = ''
as $$
declare
  stored integer;
begin
  with told as (
    select distinct on (e.event_key) e.*
      from jsonb_to_recordset(events) as e (tracking_number text, event_key text, label text, label_key text, code text, reason text, station text, happened_at timestamptz, meaning text)
     order by e.event_key
  ), added as (
    insert into public.courier_events (courier_id, tracking_key, event_key, label, label_key, code, reason, station, happened_at, meaning)
    select store_courier_events.courier_id, shop.tracking_key(t.tracking_number), t.event_key, left(t.label, 200), coalesce(t.label_key, ''), left(coalesce(t.code, ''), 40), left(coalesce(t.reason, ''), 200),
           left(coalesce(t.station, ''), 80), t.happened_at, t.meaning
      from told t
    on conflict on constraint courier_events_unique do nothing
    returning event_key
  ), noticed as (
    insert into public.courier_labels as l (courier_id, label_key, label, example_tracking_number, times)
    select store_courier_events.courier_id, t.label_key, left(min(t.label), 200), min(shop.tracking_key(t.tracking_number)), count(*)
      from told t join added a on a.event_key = t.event_key where t.meaning is null
     group by t.label_key
    on conflict on constraint courier_labels_unique do update set times = l.times + excluded.times, last_at = now()
  )
  select count(*) into stored from added;
  if stored > 0 then
    perform shop.follow_courier(store_courier_events.courier_id, array (select t ->> 'tracking_number' from jsonb_array_elements(events) t));
  end if;
  return stored;
end;
$$;

-- Labels that nobody has given a meaning yet, the latest first: [{id, courier_id, courier, label, example_tracking_number, times, first_at, last_at}].
create function public.unknown_courier_labels() returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(l) - 'label_key' - 'meaning' || jsonb_build_object('courier', c.name) order by l.last_at desc, l.id), '[]')
    from public.courier_labels l join public.couriers c on c.id = l.courier_id where l.meaning is null;
$$;

-- Says what a label means, from now on and of what was told before: those parcels follow. Takes its id, the meaning and the staff member. Returns what `unknown_courier_labels` does. Refuses 404 `courier_label_not_found`.
create function public.explain_courier_label(label_id text, meaning text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  explained public.courier_labels;
begin
  perform shop.act_as(actor);
  update public.courier_labels l set meaning = explain_courier_label.meaning where l.id = label_id returning * into explained;
  if not found then
    perform shop.refuse('courier_label_not_found');
  end if;
  perform shop.follow_courier(explained.courier_id, array (
    select distinct e.tracking_key from public.courier_events e where e.courier_id = explained.courier_id and e.label_key = explained.label_key));
  return public.unknown_courier_labels();
end;
$$;

grant execute on function public.begin_booking, public.note_booking, public.settle_booking, public.note_cancelled_booking, public.booking_to_cancel, public.note_cancel_problem,
  public.portal_work, public.take_portal_file, public.settle_by_reference, public.open_bookings,
  public.store_courier_events, public.unknown_courier_labels, public.explain_courier_label to service_role;

-- What is to be sent today, with whom, and what each courier's own record in each city says about that.

-- How each parcel of a courier ended: written by a trigger when it does, so that no list has to read months of parcels and events.
create table public.courier_parcels (
  shipment_id text primary key references public.shipments (id) on delete cascade,
  courier_id text not null references public.couriers (id) on delete cascade,
  -- Where it went, as the shop calls it.
  city text not null,
  was_delivered boolean not null,
  -- From leaving the shop to the door; null for one that came back, or of which nobody noted when it left.
  days numeric(6, 2),
  ended_at timestamptz not null,
  constraint courier_parcels_days_not_negative check (days >= 0)
);

create index courier_parcels_by_city on public.courier_parcels (city, ended_at) include (courier_id, was_delivered, days);
create index courier_parcels_by_courier on public.courier_parcels (courier_id);
create index courier_parcels_by_time on public.courier_parcels (ended_at) include (was_delivered);

alter table public.courier_parcels enable row level security;
grant select, insert, update, delete on public.courier_parcels to service_role;

-- Trigger: writes down how a parcel ended with its courier, which is the one that its carrier names. One that goes on, or is deleted, has not ended.
create function shop.note_courier_parcel() returns trigger
language plpgsql set search_path = ''
as $$
declare
  by_courier text;
  over_at timestamptz;
begin
  if shop.is_over(new.status) and new.archived_at is null then
    select c.id into by_courier from public.couriers c where lower(c.name) = lower(new.carrier);
  end if;
  if by_courier is null then
    delete from public.courier_parcels p where p.shipment_id = new.id;
    return null;
  end if;
  -- Staff and the clock that asks the courier are later than the rider.
  over_at := coalesce((select max(e.happened_at) from public.courier_events e
                         where e.courier_id = by_courier and e.tracking_key = shop.tracking_key(new.tracking_number) and new.tracking_number <> ''
                           and e.meaning = 'delivered' and new.status = 'delivered' and e.happened_at <= now()), now());
  insert into public.courier_parcels as p (shipment_id, courier_id, city, was_delivered, days, ended_at)
  select new.id, by_courier, coalesce(o.city_known, o.city), new.status = 'delivered',
         case when new.status = 'delivered' then round(least(greatest(extract(epoch from over_at - new.shipped_date), 0) / 86400, 999), 2) end,
         over_at
    from public.orders o where o.id = new.order_id
  on conflict (shipment_id) do update
     set courier_id = excluded.courier_id, city = excluded.city, was_delivered = excluded.was_delivered,
         days = case when p.was_delivered and excluded.was_delivered then p.days else excluded.days end,
         ended_at = case when p.was_delivered = excluded.was_delivered then p.ended_at else excluded.ended_at end;
  return null;
end;
$$;

create trigger shipments_noted_for_courier after insert or update of status, carrier, archived_at on public.shipments
  for each row execute function shop.note_courier_parcel();

-- Parcels that ended within six months in these cities, by courier: how many, how many of them arrived, and the usual days to the door.
create function shop.courier_records(cities text[])
returns table (courier_id text, city text, ended bigint, delivered bigint, days numeric)
language sql stable set search_path = ''
as $$
  select p.courier_id, p.city, count(*), count(*) filter (where p.was_delivered),
         round((percentile_cont(0.5) within group (order by p.days))::numeric, 1)
    from public.courier_parcels p
   where p.city = any (courier_records.cities) and p.ended_at >= now() - interval '6 months'
   group by p.courier_id, p.city;
$$;

-- From how many ended parcels on a record says something.
create function shop.enough_parcels() returns integer
language sql immutable parallel safe
return 5;

-- Couriers for parcels, the suggested one first. Takes [{id, city, grams}] and returns for each id [{courier_id, charge, ended, delivered, days}] of the couriers
-- that are in use and serve the city. First comes the lowest share of parcels that came back, in steps of five in a hundred; one with too few parcels there
-- counts a step worse than all of the shop, after those that are known; then the cheapest by the price list of today, then the first by name.
create function shop.courier_choices(parcels jsonb) returns table (id text, choices jsonb)
language sql stable set search_path = ''
as $$
  with asked as materialized (
    select a.* from jsonb_to_recordset(courier_choices.parcels) as a (id text, city text, grams integer)
  ), records as materialized (
    select * from shop.courier_records((select array_agg(distinct a.city) from asked a))
  ), of_shop as materialized (
    select coalesce(avg((not p.was_delivered)::integer), 0) as came_back
      from public.courier_parcels p where p.ended_at >= now() - interval '6 months'
  ), judged as (
    select a.id, c.id as courier_id, lower(c.name) as name, shop.courier_charge(c.id, coalesce(s.zone, ''), a.grams, shop.day_of(now())) as charge,
           coalesce(r.ended, 0) as ended, coalesce(r.delivered, 0) as delivered, r.days, r.ended >= shop.enough_parcels() as is_known,
           round(20 * case when r.ended >= shop.enough_parcels() then 1 - r.delivered::numeric / r.ended else w.came_back + 0.05 end) as came_back
      from asked a
     cross join of_shop w
      join public.couriers c on c.is_active
      left join public.courier_cities s on s.courier_id = c.id and s.city = a.city
      left join records r on r.courier_id = c.id and r.city = a.city
     where s.city is not null or not exists (select from public.courier_cities other where other.courier_id = c.id)
  )
  select j.id, jsonb_agg(jsonb_build_object('courier_id', j.courier_id, 'charge', j.charge, 'ended', j.ended, 'delivered', j.delivered, 'days', j.days)
                         order by j.came_back, j.is_known is true desc, j.charge nulls last, j.name)
    from judged j group by j.id;
$$;

-- Parcels to send, the oldest orders first: each order that is to be packed and each parcel that waits for the courier, but for those that the dispatch gate
-- holds and those collected in the shop. Takes how many at most. Returns {rows, total, to_confirm: orders that wait for that, couriers: [{id, name, adapter,
-- cut_off, is_active}]}; rows are {id: of the parcel, or of the order that has none, order_id, order_number, customer_name, city, city_known,
-- ordered_at, units, grams, is_weighed, to_collect, step: `to_book`, `open` while nobody knows what came of the booking, `booked`, shipment: {id,
-- shipment_number, carrier, tracking_number, updated_at} or null, booking: the last one, or null, choices: as `shop.courier_choices` has them}.
create function public.dispatch_list(row_limit integer) returns jsonb
language sql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
  with waiting as (
    select coalesce(s.id, o.id) as id, o.id as order_id, o.order_number, o.customer_name, o.city, o.city_known, o.created_at, s.id as shipment_id,
           s.shipment_number, s.carrier, s.tracking_number, s.updated_at, s.weight, s.created_at as parcel_at,
           count(*) over () as total
      from shop.order_work w
      join public.orders o on o.id = w.order_id
      left join public.shipments s on s.order_id = o.id and s.archived_at is null and s.status = 'preparing'
     where w.work in ('to_pack', 'to_hand_over') and o.customer_address <> ''
       and not exists (select from shop.orders_held_by_gate h where h.order_id = o.id)
     order by o.created_at, o.id, s.created_at, s.id limit row_limit
  ), told as materialized (
    select w.*, coalesce(w.weight, shop.parcel_grams(w.order_id)) as grams,
           (select coalesce(sum(i.quantity), 0) from public.order_items i where i.order_id = w.order_id) as units,
           case when w.shipment_id is null then (select o.due_on_delivery from public.orders o where o.id = w.order_id)
                else (select v.to_collect from public.shipments_of_orders v where v.id = w.shipment_id) end as to_collect,
           b.booking, case when b.booking ->> 'state' in ('intended', 'unknown') then 'open'
                           when b.booking ->> 'state' = 'booked' or w.tracking_number <> '' then 'booked' else 'to_book' end as step
      from waiting w
      left join lateral (select shop.booking_json(l) as booking from public.courier_bookings l
                          where l.shipment_id = w.shipment_id order by l.created_at desc, l.id desc limit 1) b on true
  ), chosen as materialized (
    select c.* from shop.courier_choices((select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'city', coalesce(t.city_known, t.city), 'grams', t.grams)), '[]')
                                             from told t where t.step = 'to_book')) c
  )
  select jsonb_build_object(
    'rows', coalesce(jsonb_agg(jsonb_build_object(
        'id', t.id, 'order_id', t.order_id, 'order_number', t.order_number, 'customer_name', t.customer_name, 'city', t.city, 'city_known', t.city_known,
        'ordered_at', t.created_at, 'units', t.units, 'grams', t.grams, 'is_weighed', t.weight is not null, 'to_collect', t.to_collect, 'step', t.step,
        'shipment', case when t.shipment_id is not null
                         then jsonb_build_object('id', t.shipment_id, 'shipment_number', t.shipment_number, 'carrier', t.carrier,
                                                 'tracking_number', t.tracking_number, 'updated_at', t.updated_at) end,
        'booking', t.booking, 'choices', coalesce(c.choices, '[]')) order by t.created_at, t.order_id, t.parcel_at, t.id), '[]'),
    'total', coalesce(max(t.total), 0),
    'to_confirm', (select count(*) from shop.order_work w
                    where w.work = 'to_confirm' or (w.work = 'to_pack' and exists (select from shop.orders_held_by_gate h where h.order_id = w.order_id))),
    'couriers', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'adapter', c.adapter, 'cut_off', to_char(c.cut_off, 'HH24:MI'),
                                                              'is_active', c.is_active) order by lower(c.name)), '[]') from public.couriers c))
    from told t left join chosen c on c.id = t.id;
$$;

grant execute on function public.dispatch_list to service_role;

-- Labels of parcels, as they were printed, and what is due at the door in one figure: `to_collect` (070_shipments.sql). A label carries a short version of what
-- it says. The order's page, which its code opens, compares it with what is right, and takes a shopper's word of a rider who asks for another sum.

-- Every label that was printed.
create table public.shipment_labels (
  id text primary key default shop.new_id(),
  shipment_id text not null references public.shipments (id),
  -- What it says, in short (`shop.label_version`).
  version text not null,
  -- What it says that is due, in rupees.
  due numeric(12, 2) not null,
  -- Null: an account that is gone.
  actor uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  constraint shipment_labels_version_short check (version ~ '^[0-9a-f]{8}$')
);

create index shipment_labels_of_shipment on public.shipment_labels (shipment_id, created_at desc);
create index shipment_labels_by_actor on public.shipment_labels (actor) where actor is not null;
create trigger shipment_labels_append_only before update or delete on public.shipment_labels for each row execute function shop.refuse_change();

alter table public.shipment_labels enable row level security;
grant select, insert on public.shipment_labels to service_role;

-- A rider who asked for another sum than is due, by the shopper, once a parcel.
create table public.asked_sums (
  shipment_id text primary key references public.shipments (id),
  -- What the rider asked for, and what was due then, in rupees.
  asked numeric(12, 2) not null,
  due numeric(12, 2) not null,
  note text not null default '',
  created_at timestamptz not null default now(),
  -- When staff had seen to it.
  settled_at timestamptz,
  constraint asked_sums_asked_range check (asked between 0 and 1000000),
  constraint asked_sums_note_length check (char_length(note) <= 300)
);

create index asked_sums_open on public.asked_sums (created_at) where settled_at is null;

alter table public.asked_sums enable row level security;
grant select, insert, update on public.asked_sums to service_role;

-- What the label of a parcel says: {shipment_number, order_number, name, phone, second_phone, address, city, zip_code, carrier, tracking_number, due, pieces,
-- grams}. Takes the parcel's id; null for one that there is not.
create function shop.label_json(shipment_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (select jsonb_build_object(
            'shipment_number', v.shipment_number, 'order_number', o.order_number, 'name', o.customer_name, 'phone', o.customer_phone,
            'second_phone', o.second_phone, 'address', o.customer_address, 'city', coalesce(o.city_known, o.city), 'zip_code', o.zip_code,
            'carrier', coalesce(nullif(v.carrier, ''), (select c.name from public.courier_bookings b join public.couriers c on c.id = b.courier_id
                                                           where b.shipment_id = v.id and b.state in ('intended', 'unknown')), ''),
            'tracking_number', v.tracking_number, 'due', trim_scale(v.to_collect),
            'pieces', (select coalesce(sum((i ->> 'quantity')::integer), 0) from jsonb_array_elements(v.items) i),
            'grams', coalesce(v.weight, shop.parcel_grams(o.id)))
            from public.shipments_of_orders v join public.orders o on o.id = v.order_id where v.id = label_json.shipment_id);
end;
$$;

-- A short version of what a label says: another one as soon as it would say something else. What it weighs does not count, since nobody pays by it at the door.
-- Takes what `shop.label_json` returns.
create function shop.label_version(label jsonb) returns text
language sql immutable set search_path = ''
as $$
  select left(encode(sha256(convert_to((label - 'grams')::text, 'UTF8')), 'hex'), 8);
$$;

-- Whether a parcel is still to be delivered, and its order neither cancelled nor deleted. Takes its row.
create function shop.is_to_deliver(parcel public.shipments) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return parcel.archived_at is null and not shop.is_over(parcel.status)
     and exists (select from public.orders o where o.id = parcel.order_id and o.archived_at is null and o.status <> 'cancelled');
end;
$$;

-- The booking of a parcel that counts: the one that stands, or else the latest. Takes the parcel's id. Null where there is none.
create function shop.booking_of(shipment_id text) returns public.courier_bookings
language plpgsql stable set search_path = ''
as $$
declare
  found_booking public.courier_bookings;
begin
  select * into found_booking from public.courier_bookings b where b.shipment_id = booking_of.shipment_id
   order by b.state in ('intended', 'unknown', 'booked') desc, b.created_at desc, b.id desc limit 1;
  return found_booking;
end;
$$;

-- Whether a courier was told to collect another sum than is due now, so that the booking has to be cancelled. Takes the booking.
create function shop.booking_differs(booking public.courier_bookings) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(booking.state in ('intended', 'unknown', 'booked')
    and exists (select from public.shipments s join public.shipments_of_orders v on v.id = s.id
                 where s.id = booking.shipment_id and shop.is_to_deliver(s) and v.to_collect <> booking.collect), false);
end;
$$;

-- Writes down that the label of a parcel is printed. Whoever sees phones and addresses one by one reveals one. Takes the parcel's id and the staff member.
-- Returns what it says, as `shop.label_json` has it, with {shipment_id, version, key: of the order's page}. Refuses 404 `shipment_not_found`, 409 `parcel_over`
-- {shipmentNumber}, 409 `booking_differs` {shipmentNumber, courier} while a courier was told to collect another sum, and as `reveal_contact` does.
create function public.print_label(shipment_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  parcel public.shipments := shop.lock_shipment(shipment_id);
  booking public.courier_bookings := shop.booking_of(shipment_id);
  says jsonb;
begin
  perform shop.act_as(actor);
  if not shop.is_to_deliver(parcel) then
    perform shop.refuse('parcel_over', jsonb_build_object('shipmentNumber', parcel.shipment_number));
  elsif shop.booking_differs(booking) then
    perform shop.refuse('booking_differs', jsonb_build_object('shipmentNumber', parcel.shipment_number,
                                                          'courier', (select c.name from public.couriers c where c.id = booking.courier_id)));
  end if;
  perform public.reveal_contact(parcel.order_id, actor);
  says := shop.label_json(parcel.id);
  insert into public.shipment_labels (shipment_id, version, due, actor)
  values (parcel.id, shop.label_version(says), (says ->> 'due')::numeric, print_label.actor);
  return says || jsonb_build_object('shipment_id', parcel.id, 'version', shop.label_version(says), 'key', shop.page_key(parcel.order_id));
end;
$$;

-- The booking of a parcel whose own papers a courier is asked for. They name the customer: whoever sees contacts one by one reveals one. Takes the parcel's id and
-- the staff member. Returns {booking_id, courier_id, courier, adapter, shipment_number, tracking_number, label_url}. Refuses 404 `shipment_not_found`, 409
-- `parcel_over`, `parcel_not_booked`, `booking_differs`, all with {shipmentNumber}, and as `reveal_contact` does.
create function public.booked_papers(shipment_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  parcel public.shipments := shop.lock_shipment(shipment_id);
  booking public.courier_bookings := shop.booking_of(shipment_id);
  courier public.couriers;
begin
  perform shop.act_as(actor);
  select * into courier from public.couriers c where c.id = booking.courier_id;
  if not shop.is_to_deliver(parcel) then
    perform shop.refuse('parcel_over', jsonb_build_object('shipmentNumber', parcel.shipment_number));
  elsif booking.state is distinct from 'booked' then
    perform shop.refuse('parcel_not_booked', jsonb_build_object('shipmentNumber', parcel.shipment_number));
  elsif shop.booking_differs(booking) then
    perform shop.refuse('booking_differs', jsonb_build_object('shipmentNumber', parcel.shipment_number, 'courier', courier.name));
  end if;
  perform public.reveal_contact(parcel.order_id, actor);
  return jsonb_build_object('booking_id', booking.id, 'courier_id', courier.id, 'courier', courier.name, 'adapter', courier.adapter,
                            'shipment_number', parcel.shipment_number, 'tracking_number', booking.tracking_number, 'label_url', booking.label_url);
end;
$$;

-- What a shopper said of a rider: {shipment_id, shipment_number, order_id, order_number, asked, due, note, created_at, settled_at}. Takes the row.
create function shop.asked_sum_json(said public.asked_sums) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (select to_jsonb(said) || jsonb_build_object('shipment_number', s.shipment_number, 'order_id', s.order_id, 'order_number', s.order_number)
            from public.shipments s where s.id = said.shipment_id);
end;
$$;

-- What stands on paper about a parcel, and whether that is still right: {due, is_over, booking: as `shop.booking_json` has it with `differs`, or null, label: the
-- last that was printed {version, due, printed_by, printed_at, is_current}, or null, asked_sum: or null}. Takes the parcel's id. Refuses 404
-- `shipment_not_found`.
create function public.shipment_papers(shipment_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  parcel public.shipments;
  booking public.courier_bookings;
  says jsonb;
begin
  select * into parcel from public.shipments s where s.id = shipment_papers.shipment_id and s.archived_at is null;
  if not found then
    perform shop.refuse('shipment_not_found');
  end if;
  booking := shop.booking_of(parcel.id);
  says := shop.label_json(parcel.id);
  return jsonb_build_object(
    'due', says -> 'due', 'is_over', not shop.is_to_deliver(parcel),
    'booking', case when booking.id is not null then shop.booking_json(booking) || jsonb_build_object('differs', shop.booking_differs(booking)) end,
    'label', (select jsonb_build_object('version', l.version, 'due', l.due, 'printed_by', (select s.username from public.staff s where s.id = l.actor),
                       'printed_at', l.created_at, 'is_current', not shop.is_to_deliver(parcel) or l.version = shop.label_version(says))
                from public.shipment_labels l where l.shipment_id = parcel.id order by l.created_at desc, l.id desc limit 1),
    'asked_sum', (select shop.asked_sum_json(a) from public.asked_sums a where a.shipment_id = parcel.id));
end;
$$;

-- The load sheet that a rider signs: [{shipment_id, shipment_number, order_number, carrier, tracking_number, city, due, pieces, grams}], in the order of couriers
-- and numbers, without parcels that are over. Takes the parcels' ids.
create function public.load_sheet(shipment_ids text[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('shipment_id', s.id) || (l.says - array['name', 'phone', 'second_phone', 'address', 'zip_code'])
                            order by lower(s.carrier), s.created_at, s.id), '[]')
    from public.shipments s cross join lateral (select shop.label_json(s.id) as says) l
   where s.id = any (shipment_ids) and shop.is_to_deliver(s);
$$;

-- What is due at the door, for an order's page: {due_at_door: {total, parcels: [{shipment_number, carrier, tracking_number, due, has_asked}]}}, nothing while no
-- parcel is to be delivered. Takes the order's row.
create function shop.page_due_json(opened public.orders) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  parcels constant jsonb := (
    select jsonb_agg(jsonb_build_object('shipment_number', s.shipment_number, 'carrier', s.carrier, 'tracking_number', s.tracking_number, 'due', v.to_collect,
                       'has_asked', exists (select from public.asked_sums a where a.shipment_id = s.id)) order by s.created_at, s.id)
      from public.shipments s join public.shipments_of_orders v on v.id = s.id where s.order_id = opened.id and shop.is_to_deliver(s));
begin
  return case when parcels is null then '{}' else jsonb_build_object('due_at_door', jsonb_build_object(
    'total', (select sum((p ->> 'due')::numeric) from jsonb_array_elements(parcels) p), 'parcels', parcels)) end;
end;
$$;

-- Whether the label that opened an order's page is right. Takes the order's number, the key and the label's version. Returns {state, shipment_number, printed_at,
-- due, due_now}: `current`; `outdated` when it says something else by now, was never printed, or its parcel is not to be delivered; `over` when it arrived. The
-- rest is null for a label that was never printed. Refuses like `shop.open_order_page`.
create function public.page_label(order_number text, key text, version text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  opened public.orders := shop.open_order_page(order_number, key);
  printed public.shipment_labels;
  parcel public.shipments;
  says jsonb;
begin
  select l.* into printed from public.shipment_labels l join public.shipments s on s.id = l.shipment_id
   where s.order_id = opened.id and l.version = page_label.version order by l.created_at desc limit 1;
  select * into parcel from public.shipments s where s.id = printed.shipment_id;
  says := shop.label_json(parcel.id);
  return jsonb_build_object(
    'state', case when parcel.status = 'delivered' and parcel.archived_at is null then 'over'
                  when printed.id is not null and shop.is_to_deliver(parcel) and shop.label_version(says) = page_label.version then 'current'
                  else 'outdated' end,
    'shipment_number', parcel.shipment_number, 'printed_at', printed.created_at, 'due', printed.due,
    'due_now', case when parcel.id is not null then case when shop.is_to_deliver(parcel) then (says ->> 'due')::numeric else 0 end end);
end;
$$;

-- Keeps that a rider asked for another sum, once a parcel: saying it again changes nothing. Takes the order's number, the key, the parcel's number, the sum and
-- a note, which may be empty. Returns the page. Refuses like `shop.open_order_page`, and 404 `shipment_not_found` for a parcel of another order.
create function public.report_asked_sum(order_number text, key text, shipment_number text, asked numeric, note text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  opened public.orders := shop.open_order_page(order_number, key);
  parcel public.shipments;
  said public.asked_sums;
begin
  select * into parcel from public.shipments s where s.order_id = opened.id and s.shipment_number = upper(report_asked_sum.shipment_number) and s.archived_at is null;
  if not found then
    perform shop.refuse('shipment_not_found');
  end if;
  insert into public.asked_sums (shipment_id, asked, due, note)
  -- What it was when the rider came, also where somebody noted the delivery meanwhile.
  select parcel.id, report_asked_sum.asked,
         case when shop.is_over(parcel.status) then coalesce((select l.due from public.shipment_labels l where l.shipment_id = parcel.id order by l.created_at desc limit 1), v.to_collect)
              else v.to_collect end, report_asked_sum.note
    from public.shipments_of_orders v where v.id = parcel.id
  on conflict on constraint asked_sums_pkey do nothing
  returning * into said;
  if found then
    perform shop.log_order_event(opened.id, 'parcel', parcel.shipment_number, null, jsonb_build_object('asked_sum', said.asked, 'due', said.due), said.note);
  end if;
  return public.order_page(order_number, key);
end;
$$;

-- What shoppers said of riders and nobody has seen to, the latest first, as `shop.asked_sum_json` has them; at most a hundred.
create function public.open_asked_sums() returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(shop.asked_sum_json(a) order by a.created_at desc), '[]')
    from (select * from public.asked_sums o where o.settled_at is null order by o.created_at desc limit 100) a;
$$;

-- Notes that staff have seen to it. Takes the parcel's id and the staff member. Returns what `open_asked_sums` does. Refuses 404 `shipment_not_found` where nobody
-- said anything.
create function public.settle_asked_sum(shipment_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  parcel public.shipments := shop.lock_shipment(shipment_id);
begin
  perform shop.act_as(actor);
  update public.asked_sums a set settled_at = now() where a.shipment_id = parcel.id and a.settled_at is null;
  if found then
    perform shop.log_order_event(parcel.order_id, 'parcel', parcel.shipment_number, null, '{"asked_sum": "settled"}');
  elsif not exists (select from public.asked_sums a where a.shipment_id = parcel.id) then
    perform shop.refuse('shipment_not_found');
  end if;
  return public.open_asked_sums();
end;
$$;

grant execute on function public.print_label, public.booked_papers, public.shipment_papers, public.load_sheet, public.page_label, public.report_asked_sum, public.open_asked_sums,
  public.settle_asked_sum to service_role;

-- Where each booked parcel is. It follows from what its courier told and from the advice that was sent, in whatever order that arrived and however often: the
-- events are the truth, the row is their sum. The courier's word moves the shop's own status of the parcel forward only, through the one door
-- (`shop.move_together`); what contradicts itself moves nothing and waits for staff.

create type shop.parcel_status as enum ('booked', 'picked', 'in_transit', 'out_for_delivery', 'attempted', 'advice_due', 'advised', 'delivered',
                                        'return_started', 'returned', 'lost', 'cancelled');

create table public.parcel_progress (
  booking_id text primary key references public.courier_bookings (id),
  status shop.parcel_status not null default 'booked',
  status_since timestamptz not null default now(),
  -- How often the rider came in vain, and why the last time.
  attempts integer not null default 0,
  reason text not null default '',
  -- When the attempt began that waits for advice, or has it; and until when the courier takes advice. Null while nothing waits.
  attempted_at timestamptz,
  advice_due_by timestamptz,
  -- The courier's last word of it.
  last_event_at timestamptz,
  last_label text not null default '',
  -- What was told after an end that excludes it, such as `delivered` of a parcel on its way back.
  contradiction shop.parcel_status,
  -- What staff settled, as `shop.unclear_key` has it: the same is not shown again.
  settled text not null default '',
  -- The refusal because of which the shop's status could not follow.
  held_because text,
  -- When the courier is asked next. Null: it cannot be asked, or there is nothing more to hear.
  next_poll_at timestamptz,
  polled_at timestamptz,
  poll_failures integer not null default 0,
  poll_problem text not null default '',
  -- Until then somebody asks.
  claimed_until timestamptz,
  constraint parcel_progress_counts check (attempts >= 0 and poll_failures >= 0),
  constraint parcel_progress_length check (char_length(reason) <= 40 and char_length(last_label) <= 200 and char_length(poll_problem) <= 300),
  constraint parcel_progress_due_of_attempt check (advice_due_by is null or attempted_at is not null)
);

create index parcel_progress_to_poll on public.parcel_progress (next_poll_at) where next_poll_at is not null;
create index parcel_progress_to_advise on public.parcel_progress (advice_due_by) where advice_due_by is not null;
create index parcel_progress_open on public.parcel_progress (status_since) where status < 'delivered';

alter table public.parcel_progress enable row level security;
grant select, insert, update on public.parcel_progress to service_role;

-- How reachable each courier's API is.
create table public.courier_polls (
  courier_id text primary key references public.couriers (id) on delete cascade,
  answered_at timestamptz,
  failing_since timestamptz,
  problem text not null default '',
  -- Not before then, after a failure.
  next_try_at timestamptz,
  constraint courier_polls_problem_length check (char_length(problem) <= 300)
);

alter table public.courier_polls enable row level security;
grant select, insert, update, delete on public.courier_polls to service_role;

-- Until when a courier takes advice about an attempt: so many hours after it, by courier and reason (086_couriers.sql), and on that day before its cut-off.
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

-- Whether two words of a courier exclude each other. A parcel that is on its way back, is back, was lost or called off is not delivered, and the other way round.
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

-- Where a parcel is, as its events say. Takes the booking. Returns the part of its row that follows from them: nothing is written. Events count in the order
-- in which the courier dates them; those without a date say only how far the parcel has come. Repeated attempts within six hours are one.
create function shop.progress_of(booking public.courier_bookings) returns public.parcel_progress
language plpgsql stable set search_path = ''
as $$
declare
  found public.parcel_progress;
  told record;
  has_dates boolean := false;
begin
  found.booking_id := booking.id;
  found.status := 'booked';
  found.status_since := booking.created_at;
  found.attempts := 0;
  found.reason := '';
  found.last_label := '';
  for told in
    select w.status, w.reason, coalesce(w.dated_at, w.received_at) as at, w.dated_at is null as is_undated, w.label
      from (select split_part(m.meaning, ':', 1)::shop.parcel_status as status, split_part(m.meaning, ':', 2) as reason, e.happened_at as dated_at,
                   e.received_at, e.label, e.event_key
              from public.courier_events e
              left join public.courier_labels l on l.courier_id = e.courier_id and l.label_key = e.label_key and e.label_key <> ''
             cross join lateral (select coalesce(l.meaning, e.meaning) as meaning) m
             where e.courier_id = booking.courier_id and e.tracking_key = shop.tracking_key(booking.tracking_number)
             union all
            select 'advised', '', a.sent_at, a.sent_at, '', a.id from public.parcel_advices a where a.booking_id = booking.id and a.state = 'sent'
             union all
            -- We called it off ourselves.
            select 'cancelled', '', null, booking.updated_at, '', '' where booking.state = 'cancelled') w
     order by w.dated_at nulls last, w.status nulls first, w.reason, w.event_key
  loop
    if told.label <> '' and (not told.is_undated or not has_dates) then
      has_dates := not told.is_undated;
      found.last_event_at := greatest(found.last_event_at, told.at);
      found.last_label := told.label;
    end if;
    if told.status is null then
      continue;
    elsif found.status >= 'delivered' then
      if shop.contradicts(told.status, found.status) then
        found.contradiction := told.status;
      elsif told.status in ('return_started', 'returned') and (told.status > found.status or found.status in ('lost', 'cancelled')) then
        found.status := told.status;
        found.status_since := told.at;
      end if;
      continue;
    elsif told.is_undated and told.status <= found.status then
      continue;
    end if;
    case told.status
      when 'attempted' then
        if found.attempted_at is not null and found.status <> 'advised' and told.at < found.attempted_at + interval '6 hours' then
          found.reason := case when told.reason = 'other' then found.reason else told.reason end;
          continue;
        end if;
        found.attempts := found.attempts + 1;
        found.attempted_at := told.at;
        found.reason := told.reason;
      when 'advice_due' then
        if found.status in ('advice_due', 'advised') then
          continue;
        elsif found.status <> 'attempted' then
          found.attempted_at := told.at;
          found.reason := 'other';
        end if;
      when 'advised' then
        if found.status not in ('attempted', 'advice_due') then
          continue;
        end if;
      when 'out_for_delivery' then
        found.attempted_at := null;
        if found.status = 'out_for_delivery' then
          continue;
        end if;
      else
        -- A parcel that waits for advice lies in a warehouse: that it is scanned there moves nothing.
        if told.status <= found.status then
          continue;
        end if;
    end case;
    found.status := told.status;
    found.status_since := told.at;
  end loop;
  if found.status >= 'delivered' then
    found.attempted_at := null;
  elsif found.status in ('attempted', 'advice_due') then
    found.advice_due_by := shop.advice_due_by(booking.courier_id, found.reason, found.attempted_at);
  end if;
  return found;
end;
$$;

-- The shop's status for what a courier says of a parcel; null where that says nothing of it.
create function shop.shipment_status_by(status shop.parcel_status) returns shop.shipment_status
language sql immutable parallel safe set search_path = ''
as $$
  select case status when 'picked' then 'shipped' when 'in_transit' then 'in_transit' when 'delivered' then 'delivered' when 'returned' then 'returned'
                     when 'out_for_delivery' then 'out_for_delivery' when 'attempted' then 'out_for_delivery' when 'advice_due' then 'out_for_delivery'
                     when 'advised' then 'out_for_delivery' when 'return_started' then 'failed' when 'lost' then 'failed' end::shop.shipment_status;
$$;

-- Whether a shipment may go from one status to another by a courier's word: forward, and never from where it is over, but that what failed is back.
create function shop.may_follow(before shop.shipment_status, wanted shop.shipment_status) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select wanted is not null and wanted > before and (not shop.is_over(before) or before = 'failed' and wanted = 'returned');
$$;

-- Brings the row of a booking up to date with its events, and the shop's status of the parcel after it. Takes the booking's id and the time.
create function shop.update_progress(booking_id text, at timestamptz default now()) returns void
language plpgsql set search_path = ''
as $$
declare
  booking public.courier_bookings;
  sent public.orders;
  parcel public.shipments;
  is_asked boolean;
  before public.parcel_progress;
  found_now public.parcel_progress;
  wanted shop.shipment_status;
  refusal text;
begin
  -- The order first, then the parcel, as everywhere.
  select o.* into sent from public.orders o join public.shipments s on s.order_id = o.id join public.courier_bookings b on b.shipment_id = s.id
   where b.id = update_progress.booking_id for update of o;
  select b.* into booking from public.courier_bookings b where b.id = update_progress.booking_id and b.tracking_number <> '';
  if not found then
    return;
  end if;
  select s.* into parcel from public.shipments s where s.id = booking.shipment_id for update;
  select p.* into before from public.parcel_progress p where p.booking_id = booking.id for update;
  found_now := shop.progress_of(booking);
  found_now.polled_at := before.polled_at;
  found_now.poll_failures := coalesce(before.poll_failures, 0);
  found_now.poll_problem := coalesce(before.poll_problem, '');
  found_now.claimed_until := before.claimed_until;
  found_now.settled := coalesce(before.settled, '');
  select c.adapter <> 'generic' into is_asked from public.couriers c where c.id = booking.courier_id;
  found_now.next_poll_at := case when not is_asked or shop.has_ended(found_now.status) then null
                                 when before.next_poll_at is null then update_progress.at + interval '30 minutes'
                                 when found_now.status <> before.status
                                   then least(before.next_poll_at, update_progress.at + shop.poll_pause(found_now, update_progress.at))
                                 else before.next_poll_at end;

  wanted := shop.shipment_status_by(found_now.status);
  if booking.state = 'booked' and parcel.archived_at is null and found_now.contradiction is null and shop.may_follow(parcel.status, wanted)
     -- A parcel of an order that is none any more can only come back.
     and (shop.is_back(wanted) or sent.archived_at is null and sent.status <> 'cancelled') then
    begin
      perform shop.quote_courier(concat_ws(': ', (select c.name from public.couriers c where c.id = booking.courier_id), nullif(found_now.last_label, '')));
      perform shop.move_together(sent, null, null, parcel.id, wanted);
    exception when sqlstate 'PGRST' then
      get stacked diagnostics refusal = message_text;
      found_now.held_because := left(refusal::jsonb ->> 'code', 60);
    end;
    perform shop.quote_courier('');
  end if;

  insert into public.parcel_progress as p select found_now.*
  on conflict on constraint parcel_progress_pkey do update
     set (status, status_since, attempts, reason, attempted_at, advice_due_by, last_event_at, last_label, contradiction, held_because, next_poll_at) =
         (excluded.status, excluded.status_since, excluded.attempts, excluded.reason, excluded.attempted_at, excluded.advice_due_by, excluded.last_event_at,
          excluded.last_label, excluded.contradiction, excluded.held_because, excluded.next_poll_at);
  if found_now.status in ('attempted', 'advice_due') or before.status in ('attempted', 'advice_due') then
    perform shop.ask_about_attempt(booking.id, update_progress.at);
  end if;
end;
$$;

-- Brings parcels up to date of which a courier told something. Takes the courier, the parcels' tracking numbers and the time. What nobody booked is passed over.
create function shop.follow_courier(courier_id text, tracking_numbers text[], at timestamptz default now()) returns void
language plpgsql set search_path = ''
as $$
begin
  -- By order, so that two that follow at once queue instead of waiting for each other.
  perform shop.update_progress(t.id, follow_courier.at)
     from (select b.id from public.courier_bookings b join public.shipments s on s.id = b.shipment_id
            where b.courier_id = follow_courier.courier_id and b.tracking_number <> ''
              and shop.tracking_key(b.tracking_number) = any (select shop.tracking_key(n) from unnest(tracking_numbers) n)
            order by s.order_id, b.id) t;
end;
$$;

-- Trigger: a parcel has a row from when it is booked, with what its courier told before we knew its number.
create function shop.begin_progress() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.update_progress(new.id);
  return null;
end;
$$;

create trigger courier_bookings_progress after insert or update of state on public.courier_bookings
  for each row when (new.state in ('booked', 'cancelled')) execute function shop.begin_progress();

-- Whether there is nothing more to hear of a parcel. A lost one may be found.
create function shop.has_ended(status shop.parcel_status) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select status in ('delivered', 'returned', 'cancelled');
$$;

-- How long to wait before a courier is asked again about a parcel that it answered: often while something may happen, rarely where nothing does.
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
                  where b.courier_id = c.id and p.next_poll_at <= couriers_to_poll.at and coalesce(p.claimed_until, '-infinity') <= couriers_to_poll.at);
$$;

-- Takes on parcels of a courier that are due, the longest waiting first, so that no other run asks about them. Takes the courier, how many, for how many
-- seconds, and the time. Returns their tracking numbers.
create function public.claim_polls(courier_id text, max_parcels integer, claim_seconds integer, at timestamptz default now()) returns text[]
language sql set search_path = ''
as $$
  with due as (
    select p.booking_id, b.tracking_number from public.parcel_progress p join public.courier_bookings b on b.id = p.booking_id
     where b.courier_id = claim_polls.courier_id and p.next_poll_at <= claim_polls.at and coalesce(p.claimed_until, '-infinity') <= claim_polls.at
     order by p.next_poll_at, p.booking_id limit max_parcels for update of p skip locked
  ), claimed as (
    update public.parcel_progress p set claimed_until = claim_polls.at + make_interval(secs => claim_seconds)
      from due where due.booking_id = p.booking_id returning due.tracking_number
  )
  select coalesce(array_agg(c.tracking_number order by c.tracking_number), '{}') from claimed c;
$$;

-- Writes down that a courier was asked. Takes the courier, the tracking numbers, what went wrong (null: it answered), whether that was the courier and not
-- these parcels, and the time. After each failure a parcel waits twice as long, six hours at most; a courier that fails, five minutes.
create function public.note_polls(courier_id text, tracking_numbers text[], problem text, is_courier_down boolean default false, at timestamptz default now()) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.parcel_progress p
     set polled_at = note_polls.at, claimed_until = null, poll_problem = left(coalesce(note_polls.problem, ''), 300),
         poll_failures = case when note_polls.problem is null then 0 else p.poll_failures + 1 end,
         next_poll_at = case when shop.has_ended(p.status) then null
                             when note_polls.problem is null then note_polls.at + shop.poll_pause(p, note_polls.at)
                             else note_polls.at + least(interval '15 minutes' * power(2, least(p.poll_failures, 10)), interval '6 hours') end
    from public.courier_bookings b
   where b.id = p.booking_id and b.courier_id = note_polls.courier_id and b.tracking_number = any (note_polls.tracking_numbers);
  insert into public.courier_polls as c (courier_id, answered_at, failing_since, problem, next_try_at)
  values (note_polls.courier_id, case when not is_courier_down then note_polls.at end, case when is_courier_down then note_polls.at end,
          case when is_courier_down then left(coalesce(note_polls.problem, ''), 300) else '' end, case when is_courier_down then note_polls.at + interval '5 minutes' end)
  on conflict on constraint courier_polls_pkey do update
     set answered_at = coalesce(excluded.answered_at, c.answered_at), problem = excluded.problem, next_try_at = excluded.next_try_at,
         failing_since = case when is_courier_down then coalesce(c.failing_since, excluded.failing_since) end;
end;
$$;

-- A hint that there is news of a parcel: its courier is asked next. Takes the tracking number. Whoever sends it learns and changes nothing else.
create function public.hint_parcel(tracking_number text) returns void
language sql set search_path = ''
as $$
  update public.parcel_progress p set next_poll_at = least(p.next_poll_at, now())
    from public.courier_bookings b
   where b.id = p.booking_id and b.tracking_number <> '' and p.next_poll_at is not null
     and shop.tracking_key(b.tracking_number) = shop.tracking_key(hint_parcel.tracking_number);
$$;

grant execute on function public.couriers_to_poll, public.claim_polls, public.note_polls, public.hint_parcel to service_role;

-- A rider came in vain: the customer is asked what to do, and the answer becomes advice for the courier, once and before its deadline, or a call at the desk.
-- As with bookings the intent is written before the courier is called, and what nobody knows the end of is not repeated.

create type shop.delivery_answer as enum ('nobody_came', 'tomorrow', 'address', 'transfer', 'not_wanted');

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

-- `intended`: to be sent. `calling`: the courier is being called, or whoever called it is gone. `unknown`: nobody knows whether it has the advice. `failed`: it
-- has not. `dropped`: it came too late to be sent.
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
create unique index parcel_advices_one_per_attempt on public.parcel_advices (booking_id, attempted_at) where state in ('intended', 'calling', 'sent', 'unknown');
create index parcel_advices_to_send on public.parcel_advices (wait_until) where state in ('intended', 'calling');
create index parcel_advices_by_actor on public.parcel_advices (actor) where actor is not null;

-- Trigger: advice is given only while a parcel waits for it, never after its return began; what was decided stays, and no state is left that is the end.
create function shop.guard_advice() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    if not exists (select from public.parcel_progress p where p.booking_id = new.booking_id and p.status in ('attempted', 'advice_due') and p.attempted_at = new.attempted_at) then
      raise exception 'this parcel waits for no advice' using errcode = 'restrict_violation';
    end if;
    if not new.is_by_staff and not exists (select from public.delivery_questions q where q.id = new.question_id and q.booking_id = new.booking_id and q.answer is not null) then
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

-- Keeps the question about an attempt as the parcel's row says: opens it, with the mail that asks, and closes it when nothing waits for an answer any more; a
-- mail that has not gone is then dropped. Takes the booking and the time.
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
     and exists (select from public.delivery_questions q where q.booking_id = progress.booking_id and q.attempted_at >= progress.attempted_at) then
    return;
  end if;
  with closed as (
    update public.delivery_questions q set closed_at = ask_about_attempt.at where q.booking_id = progress.booking_id and q.closed_at is null returning q.mail_id
  )
  delete from public.mail_outbox m using closed c where m.id = c.mail_id and m.sent_at is null and m.attempts = 0;
  select s.* into parcel from public.shipments s join public.courier_bookings b on b.shipment_id = s.id where b.id = progress.booking_id;
  select o.* into sent from public.orders o where o.id = parcel.order_id;
  if progress.status not in ('attempted', 'advice_due') or shop.is_over(parcel.status) or parcel.archived_at is not null or not shop.is_open(sent.status)
     or sent.archived_at is not null then
    return;
  end if;
  insert into public.delivery_questions (booking_id, attempted_at, ask_at) values (progress.booking_id, progress.attempted_at, asked) returning * into question;
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

-- What an answer is in words that the courier and the timeline read. Takes the answer and the address that was typed, or an empty text.
create function shop.answer_text(answer shop.delivery_answer, address text) returns text
language sql immutable set search_path = ''
as $$
  select case answer when 'nobody_came' then 'Nobody came' when 'tomorrow' then 'Please deliver tomorrow after 4 pm' when 'transfer' then 'No cash, pays by transfer'
                     when 'not_wanted' then 'The customer does not want it' else left('Correct address: ' || address, 300) end;
$$;

-- What a customer wants done with a parcel that the rider could not hand over: kept once, and before the deadline turned into advice where the answer says
-- what to do and the courier takes advice; anything else is a call for the desk. Takes the order's number and key, the question, the answer, with `address` the
-- new one {customerAddress, city, zipCode, cityKnown, cityTakesCash}, and the time. Returns the page. The same answer again changes nothing. Refuses like
-- `shop.open_order_page`, 404 `delivery_question_not_found`, 409 `attempt_answered` for another answer, `attempt_over` when the parcel goes on or comes back.
create function public.answer_attempt(order_number text, key text, question_id text, answer shop.delivery_answer, address jsonb default null, at timestamptz default now())
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
  select s.* into parcel from public.shipments s join public.courier_bookings b on b.shipment_id = s.id where b.id = question.booking_id for update of s;
  select p.* into progress from public.parcel_progress p where p.booking_id = question.booking_id for update;
  if question.closed_at is not null or progress.status not in ('attempted', 'advice_due') or shop.is_over(parcel.status) then
    perform shop.refuse('attempt_over');
  end if;
  select c.adapter into adapter from public.courier_bookings b join public.couriers c on c.id = b.courier_id where b.id = question.booking_id;
  words := shop.answer_text(answer_attempt.answer, concat_ws(', ', address ->> 'customerAddress', nullif(coalesce(address ->> 'city', ''), '')));
  if answer_attempt.answer = 'address' then
    if coalesce(address ->> 'customerAddress', '') = '' then
      perform shop.refuse_field('customerAddress', 'Please enter your address');
    end if;
    update public.orders o
       set customer_address = address ->> 'customerAddress', city = coalesce(address ->> 'city', ''), zip_code = coalesce(address ->> 'zipCode', ''),
           city_known = address ->> 'cityKnown', city_takes_cash = (address ->> 'cityTakesCash')::boolean
     where o.id = opened.id;
  end if;
  update public.delivery_questions q set answer = answer_attempt.answer, answered_at = answer_attempt.at where q.id = question.id;
  perform shop.log_order_event(opened.id, 'parcel', parcel.shipment_number, null, null, 'the customer answers: ' || words);
  if answer_attempt.answer in ('tomorrow', 'address', 'not_wanted') and answer_attempt.at <= progress.advice_due_by and shop.takes_advice(adapter)
     and not exists (select from public.parcel_advices a where a.booking_id = progress.booking_id and a.attempted_at = progress.attempted_at
                        and a.state in ('intended', 'calling', 'sent', 'unknown')) then
    insert into public.parcel_advices (booking_id, attempted_at, question_id, is_by_staff, action, remarks, wait_until, created_at)
    values (progress.booking_id, progress.attempted_at, question.id, false, case answer_attempt.answer when 'not_wanted' then 'return' else 'retry' end::shop.advice_action,
            words, answer_attempt.at, answer_attempt.at);
  end if;
  return public.order_page(order_number, key);
end;
$$;

-- Advice of the staff. Takes the booking, what is to be done, remarks for the rider, whether they gave it in the courier's portal or on the phone, so that nothing
-- is sent, the staff member and the time. Refuses 404 `booking_not_found`, 409 `attempt_over`, `advice_given` when there is one for this attempt already,
-- `advice_not_offered` for a courier that takes none by its API.
create function public.advise_parcel(booking_id text, action shop.advice_action, remarks text, is_given boolean, actor uuid, at timestamptz default now()) returns void
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
  values (booking.id, progress.attempted_at, true, actor, action, remarks, case when is_given then 'sent' else 'intended' end::shop.advice_state,
          case when is_given then advise_parcel.at end, advise_parcel.at, advise_parcel.at);
  perform shop.log_order_event(parcel.order_id, 'parcel', parcel.shipment_number, null, null,
    format('%s advised to %s%s', courier.name, case action when 'retry' then 'try again' else 'send it back' end, case when remarks <> '' then ': ' || remarks else '' end));
  perform shop.update_progress(booking.id, advise_parcel.at);
end;
$$;

-- Takes on advice that is to be sent, the most urgent first. What was taken on before and never answered for becomes `unknown` and is not repeated; what comes
-- too late is dropped. Takes how many, for how many seconds, and the time. Returns [{id, adapter, name, tracking_number, action, remarks}].
create function public.claim_advices(max_advices integer, claim_seconds integer, at timestamptz default now()) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  claimed jsonb;
begin
  update public.parcel_advices a set state = 'unknown', problem = 'The shop broke off while it called the courier'
   where a.state = 'calling' and a.wait_until <= claim_advices.at;
  update public.parcel_advices a set state = 'dropped', problem = case when p.status in ('attempted', 'advice_due') then 'Too late for the courier' else 'The parcel goes on already' end
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
  select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'adapter', c.adapter, 'name', c.name, 'tracking_number', b.tracking_number, 'action', t.action,
                                               'remarks', t.remarks) order by t.advice_due_by, t.id), '[]')
    into claimed
    from taken t join public.courier_bookings b on b.id = t.booking_id join public.couriers c on c.id = b.courier_id;
  return claimed;
end;
$$;

-- Writes down what came of a call with advice: `sent`; `failed`, refused by the courier; `unknown`; or `intended` again, when the courier was not reached and has
-- heard nothing. Takes the advice, that, what went wrong, and the time. Only whoever called may say it, once.
create function public.note_advice(advice_id text, outcome shop.advice_state, problem text default '', at timestamptz default now()) returns void
language plpgsql set search_path = ''
as $$
declare
  noted public.parcel_advices;
begin
  update public.parcel_advices a
     set state = note_advice.outcome, problem = left(note_advice.problem, 300), sent_at = case when note_advice.outcome = 'sent' then note_advice.at end,
         wait_until = note_advice.at + interval '2 minutes'
   where a.id = note_advice.advice_id and a.state in ('calling', 'unknown') returning * into noted;
  if noted.state = 'sent' then
    perform shop.update_progress(noted.booking_id, note_advice.at);
  end if;
end;
$$;

-- Settles by hand whether a courier has advice of which nobody knows: staff asked it. Takes the booking, whether it has, and the staff member. Refuses 409
-- `advice_settled` where nothing is unknown.
create function public.settle_advice(booking_id text, was_taken boolean, actor uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  unknown_id constant text := (select a.id from public.parcel_advices a where a.booking_id = settle_advice.booking_id and a.state = 'unknown'
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

-- Notes that somebody at the desk asked the customer. Takes the booking and the staff member.
create function public.note_attempt_asked(booking_id text, actor uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.act_as(actor);
  update public.delivery_questions q set asked_at = now(), asked_by = actor
   where q.booking_id = note_attempt_asked.booking_id and q.closed_at is null and q.asked_at is null;
end;
$$;

grant execute on function public.answer_attempt, public.advise_parcel, public.claim_advices, public.note_advice, public.settle_advice, public.note_attempt_asked to service_role;

-- Mails to send, written in the transaction they are about: a mail can be late, but it is never lost, and never about something that did not happen.
-- A sender claims a mail by putting off its next attempt: nobody else sends it meanwhile, and one that dies while sending leaves it to the next.
-- Before that it is let go (`admit_mails`): strangers cause most mails, and neither a mailbox nor the provider's day is theirs to fill.
-- Questions by WhatsApp (093) go out the same way.

create type shop.mail_kind as enum ('order_confirmation', 'contact_message', 'message_answer', 'staff_invitation', 'back_in_stock',
                                    'whatsapp_question', 'password_reset', 'address_proof', 'review_request', 'shop_status', 'bank_account', 'delivery_attempt');

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
  created_at timestamptz not null default now(),
  -- When it was let go, which counts it to that day in Pakistan. Until then nobody sends it.
  admitted_at timestamptz,
  -- When and why it last was not let go: its recipient, or the shop, has no mail left for that day.
  held_at timestamptz,
  held_because text,
  constraint mail_outbox_held_for_reason check ((held_at is null) = (held_because is null) and held_because in ('recipient', 'shop'))
);

-- The mailbox that an address reaches, by which mails are counted: without capitals and what stands behind `+`, at Gmail without dots.
create function shop.mailbox(address text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  parts constant text[] := regexp_match(lower(address), '^([^+@]*)[^@]*@(.*)$');
begin
  return case when parts is null then lower(address)
              when parts[2] in ('gmail.com', 'googlemail.com') then replace(parts[1], '.', '') || '@gmail.com'
              else parts[1] || '@' || parts[2] end;
end;
$$;

create index mail_outbox_due on public.mail_outbox (next_attempt_at) where sent_at is null and failed_at is null;
create index mail_outbox_not_admitted on public.mail_outbox (created_at) where admitted_at is null and sent_at is null and failed_at is null;
create index mail_outbox_admitted on public.mail_outbox (admitted_at);
create index mail_outbox_by_mailbox on public.mail_outbox (shop.mailbox(recipient), admitted_at);

create trigger mail_outbox_logged after update on public.mail_outbox
  for each row when (new.kind = 'order_confirmation' and (old.sent_at is null, old.failed_at is null) is distinct from (new.sent_at is null, new.failed_at is null))
  execute function shop.log_order_mail();

alter table public.mail_outbox enable row level security;
grant select, insert, update, delete on public.mail_outbox to service_role;

-- How long to wait before a mail is tried again. Takes how often it was tried.
create function shop.mail_backoff(attempts integer) returns interval
language sql immutable set search_path = ''
as $$
  select make_interval(mins => (array [1, 2, 5, 15, 60])[greatest(1, least(attempts, 5))]);
$$;

-- Who causes a kind of mail and how much it matters: `staff`; of what strangers cause `account` (it opens an account or proves who somebody is; so does
-- every kind that is not named here), `order`, or `extra`; `review` is what only the calendar causes.
create function shop.mail_class(kind shop.mail_kind) returns text
language sql immutable set search_path = ''
as $$
  select case when kind::text in ('staff_invitation', 'message_answer', 'shop_status', 'bank_account') then 'staff'
              when kind::text in ('order_confirmation', 'delivery_attempt') then 'order'
              when kind::text in ('contact_message', 'back_in_stock') then 'extra'
              when kind::text = 'review_request' then 'review'
              else 'account' end;
$$;

-- How long a mail that is held back is of use. What opens an account holds for half an hour.
create function shop.mail_keeps(kind shop.mail_kind) returns interval
language sql immutable set search_path = ''
as $$
  select case when shop.mail_class(kind) = 'account' then interval '30 minutes' else interval '3 days' end;
$$;

-- Why a mail may not go now: `recipient` (its mailbox has had what strangers may send it in a day), `shop` (so has the shop as a whole); null: it may.
-- Every kind goes by this. What staff send always goes, and counts for the shop. Of a day, orders and extras leave a sixth to accounts, and accounts two
-- thirds to the others; extras of the whole shop take a third at most, so that no storm of one kind starves another. What is left of earlier days takes
-- half of that. Links that prove an address, of which anybody causes as many as they make up addresses, take half of what accounts may have: whoever forgot a
-- password still gets theirs, and the staff theirs in any case. Asking for a review takes nothing from anybody: it counts for no other mail, is a twelfth of a
-- day's mails at most, and waits while half of the day is used up; a mailbox gets one a day. Days are Pakistan's.
create function shop.why_not_mailed(mail public.mail_outbox) returns text
language plpgsql set search_path = ''
as $$
declare
  limits constant public.limits := shop.limits();
  class constant text := shop.mail_class(mail.kind);
  today constant timestamptz := shop.start_of_day(shop.day_of(now()));
  part constant numeric := case when mail.created_at < today then 0.5 else 1 end;
  accounts integer;
  orders integer;
  extras integer;
  others integer;
  proofs integer;
  reviews integer;
begin
  if class = 'staff' then
    return null;
  end if;
  select count(*) filter (where c.class = 'account'), count(*) filter (where c.class in ('order', 'extra')), count(*) filter (where c.class = 'review')
    into accounts, orders, reviews
    from public.mail_outbox m cross join shop.mail_class(m.kind) as c (class)
   where m.admitted_at >= today and shop.mailbox(m.recipient) = shop.mailbox(mail.recipient) and m.kind::text <> 'whatsapp_question';
  if accounts + orders >= limits.mails_per_recipient * part
     or (case when class = 'account' then accounts >= limits.mails_per_recipient * part / 3 else orders >= limits.mails_per_recipient * part * 5 / 6 end)
     or (class = 'review' and reviews > 0) then
    return 'recipient';
  end if;

  if class = 'account' and exists (select from public.staff s where s.email = mail.recipient and s.is_active) then
    return null;
  end if;

  select count(*) filter (where c.class = 'account'), count(*) filter (where c.class in ('order', 'extra')),
         count(*) filter (where c.class = 'extra'), count(*) filter (where c.class = 'staff'), count(*) filter (where m.kind = 'address_proof'),
         count(*) filter (where c.class = 'review')
    into accounts, orders, extras, others, proofs, reviews
    from public.mail_outbox m cross join shop.mail_class(m.kind) as c (class)
   where m.admitted_at >= today and m.kind::text <> 'whatsapp_question';
  if accounts + orders + others >= limits.mails_per_day * part
     or (case when class = 'account' then accounts >= limits.mails_per_day * part / 3 else orders >= limits.mails_per_day * part * 5 / 6 end)
     or (class = 'extra' and extras >= limits.mails_per_day * part / 3)
     or (mail.kind = 'address_proof' and proofs >= limits.mails_per_day * part / 6)
     or (class = 'review' and (reviews >= limits.mails_per_day * part / 12
                               or accounts + orders + others + reviews >= limits.mails_per_day * part / 2)) then
    return 'shop';
  end if;
  return null;
end;
$$;

-- Lets mails go that may go now, what matters most and what is new first, and holds the others back until the next day in Pakistan; gives up those that
-- are of no use any more. Takes whether limits count. Returns how many it let go. One run at a time, so that no two take the same room.
create function public.admit_mails(limited boolean default true) returns integer
language plpgsql set search_path = ''
as $$
declare
  today constant timestamptz := shop.start_of_day(shop.day_of(now()));
  mail public.mail_outbox;
  reason text;
  admitted integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('admitting mails', 0));
  update public.mail_outbox m set failed_at = now(), last_error = 'held back until it was of no use any more'
   where m.admitted_at is null and m.sent_at is null and m.failed_at is null and m.held_at is not null and m.created_at < now() - shop.mail_keeps(m.kind);
  -- Meanwhile the order was cancelled or came back, or somebody refused or switched them off.
  delete from public.mail_outbox m
   where m.kind = 'review_request' and m.admitted_at is null and m.sent_at is null and m.failed_at is null
     and not ((shop.review_mail_rule() ->> 'isOn')::boolean and shop.may_be_reviewed(m.payload ->> 'order_id'));
  for mail in
    select m.* from public.mail_outbox m
     where m.admitted_at is null and m.sent_at is null and m.failed_at is null and (m.held_at is null or m.held_at < today or not limited)
     order by array_position(array['staff', 'account', 'order', 'extra', 'review'], shop.mail_class(m.kind)), m.held_at is not null, m.created_at, m.id
     limit 200 for update
  loop
    reason := case when limited then shop.why_not_mailed(mail) end;
    update public.mail_outbox m
       set admitted_at = case when reason is null then now() end, held_because = reason, held_at = case when reason is not null then now() end
     where m.id = mail.id;
    admitted := admitted + (reason is null)::integer;
  end loop;
  return admitted;
end;
$$;

-- Trigger: limits were raised, so that mails that were held back today are looked at again.
create function shop.look_at_held_mails() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update public.mail_outbox m set held_at = m.held_at - interval '1 day'
   where m.held_at is not null and m.admitted_at is null and m.sent_at is null and m.failed_at is null;
  return null;
end;
$$;

create trigger limits_raised after update on public.limits
  for each row when (new.mails_per_recipient > old.mails_per_recipient or new.mails_per_day > old.mails_per_day)
  execute function shop.look_at_held_mails();

-- Claims what is due on one way out, the longest waiting first. Takes how many at most, and `mail` or `whatsapp`. Returns [{id, kind, recipient, payload}].
-- Skips what another sender is claiming.
create function public.claim_mails(max_mails integer, channel text default 'mail') returns jsonb
language sql set search_path = ''
as $$
  with due as (
    select m.id, m.next_attempt_at from public.mail_outbox m
     where m.sent_at is null and m.failed_at is null and m.next_attempt_at <= now() and m.admitted_at is not null
       and (m.kind::text = 'whatsapp_question') = (claim_mails.channel = 'whatsapp')
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

-- Stores what became of claimed mails. Takes [{id, outcome, error}]: `sent`; `failed`, tried again until a day after it was let go; `refused`, given up at once;
-- `waiting`, tried again however old it is; `untried`, as if it had not been claimed. Returns the ids of those given up.
create function public.record_mails(results jsonb) returns text[]
language sql set search_path = ''
as $$
  with recorded as (
    update public.mail_outbox m
       set sent_at = case when r.outcome = 'sent' then now() end,
           failed_at = case when r.outcome = 'refused' or (r.outcome = 'failed' and m.admitted_at <= now() - interval '24 hours') then now() end,
           last_error = case r.outcome when 'sent' then null when 'untried' then m.last_error else r.error end,
           attempts = case when r.outcome = 'untried' then m.attempts - 1 else m.attempts end,
           next_attempt_at = case when r.outcome = 'untried' then now() else m.next_attempt_at end
      from jsonb_to_recordset(results) as r (id text, outcome text, error text)
     where m.id = r.id and m.sent_at is null
    returning m.id, m.failed_at
  )
  select coalesce(array_agg(d.id) filter (where d.failed_at is not null), '{}') from recorded d;
$$;

-- A page of the mails that did not go, newest first. Takes `held`, `failed` (given up within the last month) or null for both, how many rows to skip and
-- how many to return. Returns {items: [{id, kind, recipient, about, status, because, error, created_at}], total}; `about` is the order's number, the
-- subject or the piece, never a mail's link.
create function public.list_unsent_mails(status text, page_offset integer, page_limit integer) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  found_ids constant text[] := array (
    select m.id from public.mail_outbox m
     where m.sent_at is null and m.kind::text <> 'whatsapp_question' and (m.failed_at is not null or (m.held_at is not null and m.admitted_at is null))
       and case list_unsent_mails.status when 'held' then m.failed_at is null when 'failed' then m.failed_at is not null else true end
     order by m.created_at desc, m.id);
begin
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'kind', m.kind, 'recipient', m.recipient, 'created_at', m.created_at,
                                'about', coalesce(m.payload ->> 'order_number', m.payload ->> 'subject', m.payload ->> 'productName', ''),
                                'status', case when m.failed_at is null then 'held' else 'failed' end,
                                'because', m.held_because, 'error', m.last_error) order by page.place), '[]')
                from unnest(found_ids[page_offset + 1 : page_offset + page_limit]) with ordinality as page (id, place)
                join public.mail_outbox m on m.id = page.id),
    'total', cardinality(found_ids));
end;
$$;

-- Lets a mail go at once that was held back or given up, whatever the limits; it counts to its day. Takes its id. Refuses 404 `mail_not_found`, also
-- when it has gone or is on its way.
create function public.send_mail_now(mail_id text) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.mail_outbox m
     set admitted_at = now(), held_at = null, held_because = null, failed_at = null, last_error = null, next_attempt_at = now()
   where m.id = mail_id and m.sent_at is null and m.kind::text <> 'whatsapp_question'
     and (m.failed_at is not null or (m.held_at is not null and m.admitted_at is null));
  if not found then
    perform shop.refuse('mail_not_found');
  end if;
end;
$$;

-- Removes a mail that was held back or given up. Takes its id. Refuses as `send_mail_now`.
create function public.drop_mail(mail_id text) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from public.mail_outbox m
   where m.id = mail_id and m.sent_at is null and m.kind::text <> 'whatsapp_question'
     and (m.failed_at is not null or (m.held_at is not null and m.admitted_at is null));
  if not found then
    perform shop.refuse('mail_not_found');
  end if;
end;
$$;

grant execute on function public.admit_mails, public.claim_mails, public.record_mails, public.list_unsent_mails, public.send_mail_now, public.drop_mail
  to service_role;

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
    perform shop.refuse('message_not_found');
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
    perform shop.refuse('message_not_found');
  end if;
  insert into public.contact_answers (message_id, answer, answered_by) values (message.id, answer_message.answer, actor);
  insert into public.mail_outbox (kind, recipient, payload)
  values ('message_answer', message.email, to_jsonb(message) || jsonb_build_object('answer', answer_message.answer));
  return shop.message_json(message.id);
end;
$$;

grant execute on function public.add_contact_message, public.list_messages, public.set_message_status, public.answer_message to service_role;

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
  perform shop.log_order_event(parcel.order_id, 'parcel', parcel.shipment_number, null, null,
    concat_ws(': ', format('claim with %s for Rs %s until %s, %s', (select c.name from public.couriers c where c.id = booking.courier_id), saved.amount, saved.deadline, saved.state),
              nullif(saved.notes, '')));
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

create type shop.parcel_list as enum ('attempts', 'late', 'stale', 'not_received', 'lost', 'unclear');

-- Booked parcels with the lists that each is on. Takes the most working days that a parcel takes to each city {city: days}, and the time.
create function shop.listed_parcels(days_by_city jsonb, at timestamptz) returns table (booking_id text, lists shop.parcel_list[], promised_by date, sort_at timestamptz)
language sql stable set search_path = ''
as $$
  select b.id, array_remove(array[
           case when p.status in ('attempted', 'advice_due') and not shop.is_over(s.status) or a.state in ('failed', 'dropped', 'unknown') and p.status < 'delivered' then 'attempts' end,
           case when d.promised_by < shop.day_of(at) and p.status not in ('attempted', 'advice_due', 'return_started', 'lost') and not shop.has_ended(p.status)
                     and not shop.is_over(s.status) then 'late' end,
           case when coalesce(p.last_event_at, p.status_since) < at - interval '10 days' and not shop.has_ended(p.status) and p.status <> 'lost'
                     and (not shop.is_over(s.status) or p.status = 'return_started') then 'stale' end,
           case when (p.status = 'returned' and p.status_since < at - interval '7 days' or s.status = 'returned' and s.updated_at < at - interval '7 days')
                     and s.received_at is null and shop.is_back(s.status) then 'not_received' end,
           case when p.status = 'lost' and s.received_at is null and coalesce(c.state, 'open') in ('open', 'asked') or c.state in ('open', 'asked') then 'lost' end,
           case when u.key is not null and u.key <> p.settled or a.state = 'unknown' then 'unclear' end]::shop.parcel_list[], null),
         d.promised_by, coalesce(p.advice_due_by, p.last_event_at, p.status_since)
    from public.courier_bookings b
    join public.shipments s on s.id = b.shipment_id and s.archived_at is null
    join public.orders o on o.id = s.order_id and o.archived_at is null
    join public.parcel_progress p on p.booking_id = b.id
    left join public.courier_claims c on c.booking_id = b.id
    left join lateral (select l.state from public.parcel_advices l where l.booking_id = b.id order by l.created_at desc, l.id desc limit 1) a on true
   cross join lateral (select shop.unclear_key(p, s.status, o.status) as key) u
   cross join lateral (select coalesce(s.estimated_delivery_date, shop.working_day_after(shop.day_of(coalesce(s.shipped_date, b.created_at)),
                                coalesce((days_by_city ->> coalesce(o.city_known, o.city))::integer, 5))) as promised_by) d
   where b.state = 'booked';
$$;

-- A parcel of these lists as staff see it.
create function shop.parcel_row(booking_id text, promised_by date) returns jsonb
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
           'question', (select jsonb_build_object('ask_at', q.ask_at, 'by_mail', q.mail_id is not null, 'asked_at', q.asked_at, 'answer', q.answer,
                                                  'answered_at', q.answered_at)
                          from public.delivery_questions q where q.booking_id = b.id order by q.attempted_at desc limit 1),
           'advice', (select jsonb_build_object('action', a.action, 'state', a.state, 'problem', a.problem, 'remarks', a.remarks, 'created_at', a.created_at)
                        from public.parcel_advices a where a.booking_id = b.id order by a.created_at desc, a.id desc limit 1),
           'claim', (select jsonb_build_object('amount', l.amount, 'deadline', l.deadline, 'state', l.state, 'notes', l.notes, 'updated_at', l.updated_at)
                       from public.courier_claims l where l.booking_id = b.id))
    from public.courier_bookings b
    join public.shipments s on s.id = b.shipment_id
    join public.orders o on o.id = s.order_id
    join public.couriers c on c.id = b.courier_id
    join public.parcel_progress p on p.booking_id = b.id
   where b.id = parcel_row.booking_id;
$$;

-- A page of a list of parcels: attempts by their deadline, all others the longest waiting first. Takes the list, the most working days that a parcel takes to
-- each city {city: days}, how many rows to skip and to return, and the time. Returns {items, total, counts: {list: number}}.
create function public.list_parcels_under_way(list shop.parcel_list, days_by_city jsonb, page_offset integer, page_limit integer, at timestamptz default now()) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  answer jsonb;
begin
  with listed as materialized (
    select * from shop.listed_parcels(days_by_city, list_parcels_under_way.at) l where l.lists <> '{}'
  ), shown as (
    select l.booking_id, l.promised_by, row_number() over (order by l.sort_at, l.booking_id) as place
      from listed l where list = any (l.lists) order by place offset page_offset limit page_limit
  )
  select jsonb_build_object(
           'items', (select coalesce(jsonb_agg(shop.parcel_row(s.booking_id, s.promised_by) order by s.place), '[]') from shown s),
           'total', (select count(*) from listed l where list = any (l.lists)),
           'counts', (select jsonb_object_agg(k, (select count(*) from listed l where k = any (l.lists))) from unnest(enum_range(null::shop.parcel_list)) k))
    into answer;
  return answer;
end;
$$;

-- One booked parcel as the lists have it. Takes the booking and {city: days}. Refuses 404 `booking_not_found`.
create function public.parcel_under_way(booking_id text, days_by_city jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  found_row jsonb;
begin
  select shop.parcel_row(l.booking_id, l.promised_by) into found_row
    from shop.listed_parcels(days_by_city, now()) l where l.booking_id = parcel_under_way.booking_id;
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

grant execute on function public.save_courier_claim, public.list_parcels_under_way, public.parcel_under_way, public.settle_parcel to service_role;

-- Who wants to be told when something sold out is back. Pieces that come back serve everybody who waits for them, once: by a mail in the same
-- transaction, or, with a phone number, by staff. Whatever stores, serves or withdraws a notice that waits holds its product's lock.

create table public.stock_notices (
  id text primary key default shop.new_id(),
  product_id text not null references public.products (id) on delete cascade,
  -- What pieces were counted by when it was asked for; empty: any.
  color text not null default '',
  size text not null default '',
  email text,
  phone text,
  -- Part of the mail's link that ends all notices of this person.
  token text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  created_at timestamptz not null default now(),
  -- When pieces came back.
  back_at timestamptz,
  -- When the person was told: with a mail at once, by phone when staff say so.
  told_at timestamptz,
  constraint stock_notices_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint stock_notices_token_unique unique (token),
  constraint stock_notices_one_contact check (num_nonnulls(email, phone) = 1),
  constraint stock_notices_email_lowercase check (email = lower(email)),
  constraint stock_notices_told_when_back check (told_at is null or back_at is not null)
);

create unique index stock_notices_waiting on public.stock_notices (product_id, color, size, coalesce(email, phone)) where back_at is null;
create index stock_notices_by_contact on public.stock_notices (coalesce(email, phone));
create index stock_notices_newest on public.stock_notices (created_at desc, id);

alter table public.stock_notices enable row level security;
grant select, insert, update, delete on public.stock_notices to service_role;

-- Stores who wants to be told, once. Takes the product's id and {email} or {phone}, with the colour and size wherever pieces are counted by them; other
-- choices are not kept. Refuses 404 `product_not_found`, 409 `already_in_stock`, 422 the field `color` or `size`, and 429 `too_many_notices` to a
-- person who waits for twenty things.
create function public.add_stock_notice(product_id text, notice jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  product public.products;
  contact constant text := coalesce(notice ->> 'email', notice ->> 'phone');
  by_color boolean;
  by_size boolean;
  wanted_color text := '';
  wanted_size text := '';
begin
  -- Shared, so that pieces cannot come back between the look at the stock and the notice.
  select * into product from public.products p where p.id = add_stock_notice.product_id and p.archived_at is null for share;
  if not found then
    perform shop.refuse('product_not_found');
  end if;

  select bool_or(v.color <> ''), bool_or(v.size <> '') into by_color, by_size
    from public.product_variants v where v.product_id = product.id and v.archived_at is null;
  if by_size then
    wanted_size := coalesce(notice ->> 'size', '');
    if wanted_size <> all (product.sizes) then
      perform shop.refuse_field('size', 'Choose a size');
    end if;
  end if;
  if by_color then
    wanted_color := coalesce(notice ->> 'color', '');
    if wanted_color <> all (product.colors) then
      perform shop.refuse_field('color', 'Choose a color');
    end if;
  end if;

  if product.is_available and exists (select from public.product_variants v
       where v.product_id = product.id and v.archived_at is null and v.stock_quantity > 0 and v.color = wanted_color and v.size = wanted_size) then
    perform shop.refuse('already_in_stock', null, jsonb_build_object('name', product.name));
  end if;
  if (select count(*) from public.stock_notices n where coalesce(n.email, n.phone) = contact and n.back_at is null) >= 20 then
    perform shop.refuse('too_many_notices');
  end if;
  insert into public.stock_notices (product_id, color, size, email, phone)
  values (product.id, wanted_color, wanted_size, notice ->> 'email', notice ->> 'phone')
  on conflict do nothing;
end;
$$;

-- Serves who waits for what a product now has on sale. Takes its id, the product locked. Its plan is kept: pieces come back all day.
create function shop.serve_stock_notices(product_id text) returns void
language plpgsql set search_path = ''
as $$
begin
  with served as (
    update public.stock_notices n
       set back_at = now(), told_at = case when n.email is not null then now() end
      from public.products p
     where p.id = serve_stock_notices.product_id and p.archived_at is null and p.is_available and n.product_id = p.id and n.back_at is null
       and exists (select from public.product_variants v
                    where v.product_id = p.id and v.archived_at is null and v.stock_quantity > 0
                      and (n.color = '' or v.color in ('', n.color)) and (n.size = '' or v.size in ('', n.size)))
    returning n.*, p.name, p.images[1] as image
  )
  insert into public.mail_outbox (kind, recipient, payload)
  select 'back_in_stock', s.email,
         jsonb_build_object('productId', s.product_id, 'productName', s.name, 'productImage', s.image, 'color', s.color, 'size', s.size, 'token', s.token)
    from served s where s.email is not null order by s.created_at, s.id;
end;
$$;

-- Trigger: pieces of a choice are back, or the choice is offered again. Pieces that only change from one order to another are not.
create function shop.notice_stock_of_variant() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_setting('shop.merges_orders', true) = 'on' then
    return null;
  end if;
  perform shop.serve_stock_notices(new.product_id);
  return null;
end;
$$;

create trigger product_variants_back_in_stock after update on public.product_variants
  for each row when (new.archived_at is null and new.stock_quantity > 0 and (old.stock_quantity = 0 or old.archived_at is not null))
  execute function shop.notice_stock_of_variant();

-- Trigger: a product is on sale again.
create function shop.notice_product_on_sale() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.serve_stock_notices(new.id);
  return null;
end;
$$;

create trigger products_back_on_sale after update on public.products
  for each row when (new.is_available and new.archived_at is null and new.stock_quantity > 0 and (not old.is_available or old.archived_at is not null))
  execute function shop.notice_product_on_sale();

-- A notice as the API shows it to staff.
create function shop.stock_notice_json(notice public.stock_notices) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(notice) - 'token' || jsonb_build_object('product_name', (select p.name from public.products p where p.id = notice.product_id));
$$;

-- A page of the notices, newest first. Takes how far they are (`waiting`, `back`: to be told by staff, `told`; null: all), how many rows to skip and how
-- many to return. Returns {items, total}.
create function public.list_stock_notices(status text, page_offset integer, page_limit integer) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  found_ids constant text[] := array (
    select n.id from public.stock_notices n
     where case list_stock_notices.status when 'waiting' then n.back_at is null when 'back' then n.back_at is not null and n.told_at is null
                      when 'told' then n.told_at is not null else true end
     order by n.created_at desc, n.id);
begin
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(shop.stock_notice_json(n) order by page.place), '[]')
                from unnest(found_ids[page_offset + 1 : page_offset + page_limit]) with ordinality as page (id, place)
                join public.stock_notices n on n.id = page.id),
    'total', cardinality(found_ids));
end;
$$;

-- Notes that staff told a person by phone; repeating it changes nothing. Takes the notice's id. Returns the notice. Refuses 404 `notice_not_found`,
-- 409 `not_back_yet` while the person still waits.
create function public.mark_notice_told(notice_id text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  notified public.stock_notices;
begin
  update public.stock_notices n set told_at = coalesce(n.told_at, now()) where n.id = notice_id and n.back_at is not null returning * into notified;
  if not found then
    if exists (select from public.stock_notices n where n.id = notice_id) then
      perform shop.refuse('not_back_yet');
    end if;
    perform shop.refuse('notice_not_found');
  end if;
  return shop.stock_notice_json(notified);
end;
$$;

-- Removes everything a person asked to be told. Takes the token of one of their mails; one that nobody has changes nothing.
create function public.stop_stock_notices(token text) returns void
language plpgsql set search_path = ''
as $$
declare
  person text;
begin
  select coalesce(n.email, n.phone) into person from public.stock_notices n where n.token = stop_stock_notices.token;
  perform 1 from public.products p
    where p.id in (select n.product_id from public.stock_notices n where coalesce(n.email, n.phone) = person) order by p.id for share;
  delete from public.stock_notices n where coalesce(n.email, n.phone) = person;
end;
$$;

grant execute on function public.add_stock_notice, public.list_stock_notices, public.mark_notice_told, public.stop_stock_notices to service_role;

-- Orders are asked about by WhatsApp, where the shop is set up for its Cloud API: one question for each order, and what is pressed or written upon it.
-- Meta tells everything at least once and in any order, so that whatever is told twice or late leaves the same behind.

-- In the order in which they win: what was delivered has not failed, whatever is told afterwards.
create type shop.whatsapp_status as enum ('waiting', 'sent', 'failed', 'delivered', 'read');
create type shop.whatsapp_button as enum ('confirm', 'change', 'cancel');

create table public.whatsapp_questions (
  -- That of its row in the outbox. WhatsApp repeats it with everything it tells of the message.
  id text primary key default shop.new_id(),
  order_id text not null references public.orders (id),
  -- In digits, as WhatsApp writes it.
  phone text not null,
  -- Comes back from the buttons: only who got the message knows it.
  button_key text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  -- What was asked about, as `shop.order_version` has it. An answer says nothing about an order that was changed since.
  order_version text not null,
  whatsapp_id text,
  status shop.whatsapp_status not null default 'waiting',
  error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint whatsapp_questions_order_unique unique (order_id),
  constraint whatsapp_questions_button_key_unique unique (button_key)
);

create index whatsapp_questions_by_phone on public.whatsapp_questions (phone, created_at desc);
create index whatsapp_questions_by_age on public.whatsapp_questions (created_at);

alter table public.whatsapp_questions enable row level security;
grant select, insert, update, delete on public.whatsapp_questions to service_role;

-- Trigger: writes down how far a question came.
create function shop.log_whatsapp_question() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.log_order_event(new.order_id, 'message', 'WhatsApp', jsonb_build_object('status', old.status), jsonb_build_object('status', new.status));
  return null;
end;
$$;

create trigger whatsapp_questions_logged after update on public.whatsapp_questions
  for each row when (old.status <> new.status) execute function shop.log_whatsapp_question();

create table public.whatsapp_answers (
  -- What WhatsApp calls the message: told again, it is there already.
  id text primary key,
  order_id text not null references public.orders (id),
  -- What the shopper asks for, by a button or a text with the order's digits; null for other texts.
  pressed shop.whatsapp_button,
  body text,
  -- What it did: `confirmed`, `call_back`, or why it did nothing. Null for texts that are only to be read.
  effect text,
  sent_at timestamptz not null,
  created_at timestamptz not null default now(),
  constraint whatsapp_answers_button_or_text check (num_nonnulls(pressed, body) > 0)
);

create index whatsapp_answers_by_order on public.whatsapp_answers (order_id, sent_at, id);
create index whatsapp_answers_by_age on public.whatsapp_answers (created_at);

alter table public.whatsapp_answers enable row level security;
grant select, insert, update, delete on public.whatsapp_answers to service_role;

-- The digits of a phone number, as WhatsApp writes it. Takes a normalised one.
create function shop.whatsapp_number(phone text) returns text
language sql immutable set search_path = ''
as $$
  select regexp_replace(phone, '\D', '', 'g');
$$;

-- Puts a question into the outbox for every order of the last day that waits to be confirmed and was not asked about; who stood at the counter is not
-- asked. Beyond what a number, and the shop as a whole, may be asked in a day in Pakistan (each question is charged), the order is not asked about, ever:
-- its question stands as failed, which tells the desk to call. Takes those back that were not sent when their order no longer waits. Takes whether limits
-- count. Returns how many questions it put there. One run at a time, so that no two ask about one order or take the same room.
create function public.queue_whatsapp_questions(limited boolean default true) returns integer
language plpgsql set search_path = ''
as $$
declare
  limits constant public.limits := shop.limits();
  today constant timestamptz := shop.start_of_day(shop.day_of(now()));
  asked public.orders;
  number text;
  reason text;
  question public.whatsapp_questions;
  queued integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('asking by WhatsApp', 0));
  update public.mail_outbox m set failed_at = now(), last_error = 'the order does not wait for an answer any more'
    from public.whatsapp_questions q join public.order_confirmations c on c.order_id = q.order_id
   where q.status = 'waiting' and m.id = q.id and m.sent_at is null and m.failed_at is null and not (c.is_open and c.due_at is not null);

  for asked in
    select o.* from public.orders o join public.order_confirmations c on c.order_id = o.id
     where o.status = 'pending' and o.archived_at is null and o.created_at > now() - interval '1 day' and c.state = 'unconfirmed'
       and o.source <> 'counter'
       and not exists (select from public.whatsapp_questions q where q.order_id = o.id)
     order by o.created_at, o.id
  loop
    number := shop.whatsapp_number(asked.customer_phone);
    reason := case when not limited then null
      when (select count(*) from public.mail_outbox m
             where m.kind::text = 'whatsapp_question' and m.admitted_at >= today and m.recipient = number) >= limits.whatsapp_per_number
        then 'Not asked: this number was asked often enough today. Please call.'
      when (select count(*) from public.mail_outbox m where m.kind::text = 'whatsapp_question' and m.admitted_at >= today) >= limits.whatsapp_per_day
        then 'Not asked: the questions of today are used up. Please call.' end;
    insert into public.whatsapp_questions (order_id, phone, order_version, status, error)
    values (asked.id, number, shop.order_version(asked.id), case when reason is null then 'waiting' else 'failed' end::shop.whatsapp_status, reason)
    returning * into question;
    if reason is not null then
      perform shop.log_order_event(asked.id, 'message', 'WhatsApp', null, '{"status": "failed"}');
      continue;
    end if;
    insert into public.mail_outbox (id, kind, recipient, admitted_at, payload)
    values (question.id, 'whatsapp_question', number, now(),
            jsonb_build_object('order_number', asked.order_number, 'customer_name', asked.customer_name, 'total', asked.due_on_delivery,
              'button_key', question.button_key,
              'items', (select jsonb_agg(jsonb_build_object('name', i.product_name, 'color', i.selected_color, 'size', i.selected_size, 'quantity', i.quantity)
                                         order by i.position) from public.order_items i where i.order_id = asked.id)));
    queued := queued + 1;
  end loop;
  return queued;
end;
$$;

-- Stores what became of questions that were to be sent. Takes [{id, outcome, error, reference}] as `public.record_mails` does, the reference being what
-- WhatsApp calls the message. Returns the ids of those given up.
create function public.record_whatsapp_questions(results jsonb) returns text[]
language plpgsql set search_path = ''
as $$
declare
  given_up constant text[] := public.record_mails(results);
begin
  update public.whatsapp_questions q
     set whatsapp_id = coalesce(r.reference, q.whatsapp_id), error = r.error, updated_at = now(),
         status = greatest(q.status, case when r.outcome = 'sent' then 'sent' when q.id = any (given_up) then 'failed' else 'waiting' end::shop.whatsapp_status)
    from jsonb_to_recordset(results) as r (id text, outcome text, error text, reference text)
   -- WhatsApp may have told by now that it took a question whose sending was not answered.
   where q.id = r.id and r.outcome <> 'untried' and (r.outcome = 'sent' or q.status = 'waiting');
  return given_up;
end;
$$;

-- Notes how far a question came. It was taken by WhatsApp in any case, so that it is not sent again although the answer to its sending was lost.
-- Takes what WhatsApp calls the message, the question's id or null, the status, and why it failed.
create function shop.note_whatsapp_status(whatsapp_id text, question text, status shop.whatsapp_status, error text) returns void
language plpgsql set search_path = ''
as $$
declare
  noted constant text := (select q.id from public.whatsapp_questions q
                           where q.id = question or q.whatsapp_id = note_whatsapp_status.whatsapp_id limit 1);
begin
  -- The outbox before the question, as the sender does.
  update public.mail_outbox m set sent_at = now(), last_error = null where m.id = noted and m.sent_at is null;
  update public.whatsapp_questions q
     set whatsapp_id = note_whatsapp_status.whatsapp_id, status = greatest(q.status, note_whatsapp_status.status), updated_at = now(),
         error = case when note_whatsapp_status.status >= q.status then note_whatsapp_status.error else q.error end
   where q.id = noted;
end;
$$;

-- The order that a text confirms: it has the order's number and its four digits, as `confirmationCode` of src/domain/confirmations/by-whatsapp.ts has them, and
-- comes from the order's number. Takes the text and the number it came from. Returns the order's id, or null.
create function shop.order_confirmed_by(body text, phone text) returns text
language sql stable set search_path = ''
as $$
  select o.id from regexp_match(body, '\m(ORD-\d+)\M.*\m(\d{4})\M', 'i') as said
    join public.orders o on o.order_number = upper(said[1])
   where shop.whatsapp_number(o.customer_phone) = order_confirmed_by.phone
     and lpad((('x' || right(o.id, 12))::bit(48)::bigint % 10000)::text, 4, '0') = said[2];
$$;

-- Does what a shopper asks for by a button, or confirms by a text with the order's digits, once, and keeps it with what it did. The newest counts, whichever is
-- told last: who confirms afterwards does not ask to cancel any more. Other texts are kept with the order they are about: the one whose question they were written upon, else the latest that their number was
-- asked about. Takes what WhatsApp calls the message, the number it came from, when it was sent, the button and its key or nulls, the message a text was
-- written upon or null, and the text or null. Does nothing where no order is found.
create function shop.take_whatsapp_answer(whatsapp_id text, phone text, sent_at timestamptz, pressed shop.whatsapp_button, key text, answers text, body text)
returns void
language plpgsql set search_path = ''
as $$
declare
  confirmed_id constant text := shop.order_confirmed_by(body, phone);
  wish constant shop.whatsapp_button := case when confirmed_id is null then pressed else 'confirm' end;
  question public.whatsapp_questions;
  asked public.orders;
  confirmation public.order_confirmations;
  did text;
begin
  select q.* into question from public.whatsapp_questions q join public.orders o on o.id = q.order_id
   where case when key is not null then q.button_key = key when confirmed_id is not null then q.order_id = confirmed_id
              else q.phone = take_whatsapp_answer.phone and shop.whatsapp_number(o.customer_phone) = q.phone end
   order by q.whatsapp_id = answers desc nulls last, q.created_at desc limit 1;
  -- Answers about one order come one after the other.
  select * into asked from public.orders o where o.id = coalesce(question.order_id, confirmed_id) for update;
  insert into public.whatsapp_answers (id, order_id, pressed, body, sent_at)
  select whatsapp_id, asked.id, wish, take_whatsapp_answer.body, take_whatsapp_answer.sent_at where asked.id is not null on conflict (id) do nothing;
  if not found then
    return;
  elsif wish is null then
    -- Not what: the timeline keeps everything for ever, texts go after 90 days.
    perform shop.log_order_event(asked.id, 'message', 'WhatsApp', null, '{"wrote": true}');
    return;
  end if;

  select * into confirmation from public.order_confirmations c where c.order_id = asked.id for update;
  if take_whatsapp_answer.phone <> shop.whatsapp_number(asked.customer_phone) then
    did := 'other_phone';
  elsif asked.status = 'cancelled' then
    did := 'cancelled';
  elsif confirmation.is_open is not true or asked.archived_at is not null then
    did := 'closed';
  elsif question.order_version <> shop.order_version(asked.id) then
    did := 'changed';
  elsif exists (select from public.whatsapp_answers a where a.order_id = asked.id and a.pressed is not null
                 and (a.sent_at, a.id) > (take_whatsapp_answer.sent_at, whatsapp_id)) then
    did := 'older';
  elsif wish = 'confirm' then
    did := public.confirm_by_shopper(asked.id, 'whatsapp', question.order_version);
    update public.orders o set cancellation_answered_at = now()
     where o.id = asked.id and did in ('confirmed', 'held') and o.cancellation_answered_at is null
       and o.cancellation_asked_at <= take_whatsapp_answer.sent_at;
  else
    did := 'call_back';
    if wish = 'cancel' and shop.is_unpacked(asked) then
      perform shop.store_cancellation_wish(asked.id, 'Pressed Cancel on WhatsApp', take_whatsapp_answer.sent_at);
    end if;
    perform shop.store_attempt(confirmation, 'whatsapp', 'call_back', now(),
      case wish when 'cancel' then 'Wants to cancel the order' else 'Wants to change the order' end, null);
  end if;
  update public.whatsapp_answers a set effect = did where a.id = whatsapp_id;
  perform shop.log_order_event(asked.id, 'message', 'WhatsApp', null, jsonb_build_object('pressed', wish, 'effect', did));
end;
$$;

-- Takes what Meta tells: `statuses` [{id, question, status, at, error}], the question being the id it was sent with, or null; and `messages`
-- [{id, phone, sent_at, answers, pressed, key, body}], either pressed buttons with their key or texts, `answers` being the message they were written upon,
-- or null. What belongs to no question of the shop is passed over.
create function public.receive_whatsapp(messages jsonb, statuses jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  told record;
begin
  -- Always in the same order, so that two calls cannot wait for each other.
  for told in
    select * from jsonb_to_recordset(statuses) as s (id text, question text, status shop.whatsapp_status, at timestamptz, error text) order by s.question, s.id
  loop
    perform shop.note_whatsapp_status(told.id, told.question, told.status, told.error);
  end loop;
  for told in
    select * from jsonb_to_recordset(messages)
                  as a (id text, phone text, sent_at timestamptz, answers text, pressed shop.whatsapp_button, key text, body text) order by a.id
  loop
    perform shop.take_whatsapp_answer(told.id, told.phone, told.sent_at, told.pressed, told.key, told.answers, told.body);
  end loop;
end;
$$;

grant execute on function public.queue_whatsapp_questions, public.record_whatsapp_questions, public.receive_whatsapp to service_role;

-- Orders as the API shows them, each made of all that belongs to it.

-- What an order is made of: its row, its items, its parcels, the latest one last, its confirmation as staff see it {state, tries, dueAt, score, reasons,
-- heldBecause, claimedBy: {id, name} | null, claimedUntil, override: {because, by, at} | null, gate: open | closed}, null for one that was closed before
-- orders were confirmed, and what was said by WhatsApp {question: {status, error, updatedAt} | null, answers: [{pressed, body, effect, sentAt}], the latest
-- last}, null where nothing was, and what was paid (`shop.paid_json`). Only the parts that are asked for are read.
create view shop.order_parts with (security_invoker = true) as
  select o.id as order_id, o as stored, shop.paid_json(o) as paid,
         (select coalesce(json_agg(line order by line.position), '[]')
            from (select i.*, v.sku from public.order_items i join public.product_variants v on v.id = i.variant_id where i.order_id = o.id) line) as items,
         (select coalesce(json_agg(json_build_object('id', s.id, 'shipment_number', s.shipment_number, 'status', s.status, 'carrier', s.carrier,
                                     'tracking_number', s.tracking_number, 'weight', s.weight, 'received_at', s.received_at, 'updated_at', s.updated_at) order by s.created_at, s.id), '[]')
            from public.shipments s where s.order_id = o.id and s.archived_at is null) as shipments,
         (select json_build_object(
                   'state', c.state, 'tries', c.tries, 'due_at', c.due_at, 'score', c.score, 'reasons', c.reasons, 'held_because', coalesce(c.held_because, case when c.awaits_advance and c.is_open then 'The advance has not arrived' end),
                   'claimed_by', case when c.claimed_until > now() then (select json_build_object('id', s.id, 'name', s.username)
                                                                           from public.staff s where s.id = c.claimed_by) end,
                   'claimed_until', case when c.claimed_until > now() then c.claimed_until end,
                   'override', case when c.overridden_at is not null then json_build_object('because', c.overridden_because, 'at', c.overridden_at,
                                      'by', (select s.username from public.staff s where s.id = c.overridden_by)) end,
                   'gate', case when exists (select from shop.orders_held_by_gate h where h.order_id = c.order_id) then 'closed' else 'open' end)
            from public.order_confirmations c where c.order_id = o.id) as confirmation,
         (select json_build_object('question', w.question, 'answers', coalesce(w.answers, '[]'))
            from (select (select json_build_object('status', q.status, 'error', q.error, 'updated_at', q.updated_at)
                            from public.whatsapp_questions q where q.order_id = o.id) as question,
                         (select json_agg(json_build_object('pressed', a.pressed, 'body', a.body, 'effect', a.effect, 'sent_at', a.sent_at)
                                          order by a.sent_at, a.id)
                            from public.whatsapp_answers a where a.order_id = o.id) as answers) w
           where w.question is not null or w.answers is not null) as whatsapp
    from public.orders o;

grant select on shop.order_parts to service_role;

-- An order as its shopper sees it: with its items and parcels. Takes its id.
create function shop.order_json(order_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (select to_jsonb(p.stored) || jsonb_build_object('items', p.items, 'shipments', p.shipments, 'paid', p.paid)
            from shop.order_parts p where p.order_id = order_json.order_id);
end;
$$;

-- Orders as staff see them, in the order of their ids: with all their parts. As `json`, which is written at once, while `jsonb` is built and sorted before:
-- a page of them takes half the time. Each order is read by its id, so one plan suits all: planning took four times as long as reading one order.
create function shop.staff_orders_json(ids text[]) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
begin
  return (select coalesce(json_agg(document order by page.place), '[]')
            from unnest(ids) with ordinality as page (id, place)
           cross join lateral (select (p.stored).*, p.items, p.shipments, p.confirmation, p.whatsapp, p.paid
                                 from shop.order_parts p where p.order_id = page.id) document);
end;
$$;

-- An order as staff see it. Takes its id.
create function shop.staff_order_json(order_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return shop.staff_orders_json(array[order_id]) -> 0;
end;
$$;

-- The addresses a shopper keeps in the account: home, office, the mother's house. Each place stands there once, the one used last comes first. Whatever
-- saves one holds the lock of its account, so that no two tabs pass the limit together.

create table public.shopper_addresses (
  id text primary key default shop.new_id(),
  shopper_id uuid not null references auth.users (id) on delete cascade,
  -- Who is called and handed the parcel there; as in orders, with a second number behind the first.
  name text not null,
  phone text not null,
  address text not null,
  city text not null,
  zip_code text not null,
  country text not null,
  created_at timestamptz not null default now(),
  -- When it was saved here, or last ordered to.
  used_at timestamptz not null default now(),
  constraint shopper_addresses_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint shopper_addresses_name_given check (name <> ''),
  constraint shopper_addresses_phone_given check (phone <> ''),
  constraint shopper_addresses_address_given check (address <> ''),
  constraint shopper_addresses_country_code check (country ~ '^[a-z]{2}$')
);

create unique index shopper_addresses_one_per_place on public.shopper_addresses (shopper_id, lower(address), lower(city), country);
create index shopper_addresses_last_used on public.shopper_addresses (shopper_id, used_at desc, id);

alter table public.shopper_addresses enable row level security;
grant select, insert, update, delete on public.shopper_addresses to service_role;

-- Saves an address of a shopper. Takes {name, phone, address, city, zipCode, country}. Without an id, a place that is saved already is corrected and comes
-- first; with one, that address is corrected, and another of the same place goes. Returns the address. Refuses 404 `address_not_found`, also for somebody
-- else's, and 409 `too_many_addresses` beside ten.
create function public.save_shopper_address(shopper uuid, address jsonb, address_id text default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  same_place text;
  saved public.shopper_addresses;
begin
  perform pg_advisory_xact_lock(hashtextextended('addresses of ' || shopper, 0));
  select a.id into same_place from public.shopper_addresses a
   where a.shopper_id = shopper and lower(a.address) = lower(save_shopper_address.address ->> 'address')
     and lower(a.city) = lower(save_shopper_address.address ->> 'city') and a.country = save_shopper_address.address ->> 'country';

  if address_id is null and same_place is null then
    if (select count(*) from public.shopper_addresses a where a.shopper_id = shopper) >= 10 then
      perform shop.refuse('too_many_addresses');
    end if;
    insert into public.shopper_addresses (shopper_id, name, phone, address, city, zip_code, country)
    select shopper, typed.* from jsonb_to_record(save_shopper_address.address)
      as typed (name text, phone text, address text, city text, "zipCode" text, country text)
    returning * into saved;
    return to_jsonb(saved);
  end if;

  if address_id <> same_place and exists (select from public.shopper_addresses a where a.id = address_id and a.shopper_id = shopper) then
    delete from public.shopper_addresses a where a.id = same_place;
  end if;
  update public.shopper_addresses a
     set name = typed.name, phone = typed.phone, address = typed.address, city = typed.city, zip_code = typed."zipCode", country = typed.country,
         used_at = case when address_id is null then now() else a.used_at end
    from jsonb_to_record(save_shopper_address.address)
      as typed (name text, phone text, address text, city text, "zipCode" text, country text)
   where a.id = coalesce(address_id, same_place) and a.shopper_id = shopper
  returning a.* into saved;
  if not found then
    perform shop.refuse('address_not_found');
  end if;
  return to_jsonb(saved);
end;
$$;

-- Trigger: a signed-in shopper orders to an address they keep.
create function shop.note_used_address() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update public.shopper_addresses a set used_at = now()
   where a.shopper_id = new.shopper_id and lower(a.address) = lower(new.customer_address) and lower(a.city) = lower(new.city) and a.country = new.country;
  return null;
end;
$$;

create trigger orders_note_used_address after insert on public.orders
  for each row when (new.shopper_id is not null) execute function shop.note_used_address();

grant execute on function public.save_shopper_address to service_role;

-- Asking for reviews: some days after a delivery one mail asks for a review of each piece. Once for an order, and never somebody who refused. Such a mail
-- goes when it is sure to take nothing from others (`shop.why_not_mailed`).

-- When an order was delivered last, and when its customer was asked. Rows stay, so that nobody is asked twice.
create table shop.review_requests (
  order_id text primary key references public.orders (id),
  delivered_at timestamptz not null,
  asked_at timestamptz
);

create index review_requests_waiting on shop.review_requests (delivered_at) where asked_at is null;

alter table shop.review_requests enable row level security;
grant select, insert, update on shop.review_requests to service_role;

-- Who never wants to be asked again: the SHA-256 of their mailbox, which is enough to know it again.
create table shop.review_refusals (
  mailbox_hash text primary key,
  refused_at timestamptz not null default now(),
  constraint review_refusals_mailbox_hash_sha256 check (mailbox_hash ~ '^[0-9a-f]{64}$')
);

alter table shop.review_refusals enable row level security;
grant select, insert on shop.review_refusals to service_role;

-- What `shop.review_refusals` holds of an address.
create function shop.mailbox_hash(address text) returns text
language sql immutable set search_path = ''
as $$
  select encode(sha256(convert_to(shop.mailbox(address), 'UTF8')), 'hex');
$$;

-- Whether and when customers are asked: {isOn, days}. Defaults as in src/domain/settings/defaults.ts.
create function shop.review_mail_rule() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return '{"isOn": true, "days": 5}'::jsonb || coalesce((select s.content -> 'reviewMails' from public.shop_settings s), '{}');
end;
$$;

-- Trigger: notes when an order was delivered. One that was asked about stays so.
create function shop.note_delivery() returns trigger
language plpgsql set search_path = ''
as $$
begin
  insert into shop.review_requests as r (order_id, delivered_at) values (new.id, now())
  on conflict (order_id) do update set delivered_at = now() where r.asked_at is null;
  return null;
end;
$$;

create trigger orders_delivered after update of status on public.orders
  for each row when (new.status = 'delivered' and old.status <> 'delivered') execute function shop.note_delivery();

-- Whether the customer of an order may be asked for reviews: it was delivered and did not come back, has an address that nobody refused, and we would send
-- them something again. Takes its id.
create function shop.may_be_reviewed(order_id text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
    select from public.orders o
      join public.customers c on c.id = o.customer_id
      left join lateral (select l.status from public.shipments l where l.order_id = o.id and l.archived_at is null
                          order by l.created_at desc, l.id desc limit 1) s on true
     where o.id = may_be_reviewed.order_id and o.status = 'delivered' and o.archived_at is null and o.customer_email <> ''
       and c.block <> 'do_not_ship' and not coalesce(shop.is_back(s.status), false)
       and not exists (select from shop.review_refusals f where f.mailbox_hash = shop.mailbox_hash(o.customer_email)));
end;
$$;

-- What of an order can be reviewed: [{product_id, name, image}], each product once, in the order's order. Leaves out what is gone from the shop, and what
-- the customer has reviewed. Null for nothing. Takes the order's id.
create function shop.reviewable_pieces(order_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_agg(jsonb_build_object('product_id', p.id, 'name', p.name, 'image', p.images[1]) order by i.position)
      from (select l.product_id, min(l.position) as position from public.order_items l
             where l.order_id = reviewable_pieces.order_id group by l.product_id order by 2 limit 10) i
      join public.products p on p.id = i.product_id and p.archived_at is null
      join public.orders o on o.id = reviewable_pieces.order_id
     where not exists (select from public.review_edit_tokens t join public.reviews r on r.id = t.review_id
                        where t.buyer_id = o.customer_id and r.product_id = p.id));
end;
$$;

-- Writes the mails that are due at a moment, unless the owner switched them off or it is night in Pakistan: for orders delivered as many days ago as the
-- settings say. What was due two weeks before is left alone, so that switching them on asks about nothing old. Takes the moment. Returns how many it wrote.
-- Any number of runs may overlap.
create function public.queue_review_mails(at timestamptz default now()) returns integer
language plpgsql set search_path = ''
as $$
declare
  rule constant jsonb := shop.review_mail_rule();
  due_before constant timestamptz := queue_review_mails.at - make_interval(days => (rule ->> 'days')::integer);
  written integer;
begin
  if not (rule ->> 'isOn')::boolean or shop.after_quiet_hours(queue_review_mails.at) <> queue_review_mails.at then
    return 0;
  end if;
  with due as (
    select r.order_id from shop.review_requests r
     where r.asked_at is null and r.delivered_at <= due_before and r.delivered_at > due_before - interval '14 days' and shop.may_be_reviewed(r.order_id)
     order by r.delivered_at, r.order_id limit 100 for update of r skip locked
  ), asked as (
    update shop.review_requests r set asked_at = queue_review_mails.at from due where r.order_id = due.order_id returning r.order_id
  )
  insert into public.mail_outbox (kind, recipient, payload)
  select 'review_request', o.customer_email,
         jsonb_build_object('order_id', o.id, 'order_number', o.order_number, 'customer_name', o.customer_name, 'pieces', p.pieces)
    from asked a
    join public.orders o on o.id = a.order_id
    cross join lateral (select shop.reviewable_pieces(o.id) as pieces) p
   where p.pieces is not null;
  get diagnostics written = row_count;
  return written;
end;
$$;

-- Never asks the customer of an order for a review again, also not about other orders of that mailbox; what is waiting to be sent is dropped. Takes the
-- order's id; one that nobody has changes nothing.
create function public.refuse_review_mails(order_id text) returns void
language plpgsql set search_path = ''
as $$
declare
  address constant text := (select o.customer_email from public.orders o where o.id = refuse_review_mails.order_id and o.customer_email <> '');
begin
  insert into shop.review_refusals (mailbox_hash) select shop.mailbox_hash(address) where address is not null on conflict do nothing;
  delete from public.mail_outbox m
   where m.kind = 'review_request' and m.sent_at is null and m.failed_at is null and shop.mailbox(m.recipient) = shop.mailbox(address);
end;
$$;

grant execute on function public.queue_review_mails, public.refuse_review_mails to service_role;

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
language plpgsql stable set search_path = ''
as $$
begin
  return (select coalesce(sum(t.records), 0)
            from shop.daily_counts t
           where t.subject = count_records.subject and (count_records.kind is null or t.kind = count_records.kind)
             and t.day >= coalesce(shop.day_of(count_records.from_time), '-infinity')
             and t.day < coalesce(shop.day_of(count_records.to_time), 'infinity'));
end;
$$;

create table shop.sold_lines (
  order_id text not null,
  position integer not null,
  product_id text not null,
  sold_at timestamptz not null,
  quantity integer not null,
  -- What the line earned after its share of a discount, in paisas: adding up whole numbers takes half as long as adding up `numeric`.
  paisas bigint not null,
  primary key (order_id, position)
);

create index sold_lines_by_time on shop.sold_lines (sold_at) include (product_id, quantity, paisas);

grant select, insert, delete on shop.sold_lines to service_role;

-- Trigger: the lines of a new order are sold, and so are those that staff change.
-- The order is looked up by its key alone (`offset 0`): without statistics, as in a young shop, Postgres would read a whole index of orders per line.
create function shop.add_sold_lines() returns trigger
language plpgsql set search_path = ''
as $$
begin
  insert into shop.sold_lines (order_id, position, product_id, sold_at, quantity, paisas)
  select i.order_id, i.position, i.product_id, o.created_at, i.quantity, (i.quantity * i.price - i.discount) * 100
    from added i cross join lateral (select * from public.orders s where s.id = i.order_id offset 0) o
   where o.status <> 'cancelled' and o.archived_at is null;
  return null;
end;
$$;

create trigger order_items_sold after insert on public.order_items
  referencing new table as added for each statement execute function shop.add_sold_lines();

-- Trigger: lines that staff took out of an order are not sold.
create function shop.remove_sold_lines() returns trigger
language plpgsql set search_path = ''
as $$
begin
  delete from shop.sold_lines s using removed r where s.order_id = r.order_id and s.position = r.position;
  return null;
end;
$$;

create trigger order_items_unsold after delete on public.order_items
  referencing old table as removed for each statement execute function shop.remove_sold_lines();

-- Trigger: the lines of an order that is cancelled or archived are not sold any more; those of one that comes back are.
create function shop.update_sold_lines() returns trigger
language plpgsql set search_path = ''
as $$
begin
  delete from shop.sold_lines s where s.order_id = new.id;
  if new.status <> 'cancelled' and new.archived_at is null then
    insert into shop.sold_lines (order_id, position, product_id, sold_at, quantity, paisas)
    select i.order_id, i.position, i.product_id, new.created_at, i.quantity, (i.quantity * i.price - i.discount) * 100
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
  insert into shop.sold_lines (order_id, position, product_id, sold_at, quantity, paisas)
  select i.order_id, i.position, i.product_id, o.created_at, i.quantity, (i.quantity * i.price - i.discount) * 100
    from public.orders o join public.order_items i on i.order_id = o.id
   where o.status <> 'cancelled' and o.archived_at is null
   order by o.created_at;
$$;

-- The shop in figures: totals of lists, the dashboard, sales reports, bestsellers. Revenue is what every order charged (delivery included) except cancelled
-- and archived ones; a product or category earns its lines alone. Days are days in Pakistan, both ends included.

-- Orders at a glance: {total_orders, total_revenue (without cancelled ones), average_order_value, status_counts: {pending: n, …}, work: [{work, orders}], without
-- those that no order waits for}.
create function public.order_stats() returns jsonb
language sql stable set search_path = ''
as $$
  with counted as (
    select t.kind as status, sum(t.records) as orders, sum(t.added) as revenue from shop.daily_counts t where t.subject = 'orders' group by t.kind
  ), standing as (
    select coalesce(sum(orders), 0) as orders, coalesce(sum(revenue), 0) as revenue from counted where status <> 'cancelled'
  )
  select jsonb_build_object(
    'total_orders', (select coalesce(sum(orders), 0) from counted),
    'total_revenue', standing.revenue,
    'average_order_value', case when standing.orders = 0 then 0 else round(standing.revenue / standing.orders, 2) end,
    'status_counts', (select jsonb_object_agg(s, coalesce((select c.orders from counted c where c.status = s::text), 0))
                       from unnest(enum_range(null::shop.order_status)) s),
    'work', (select coalesce(jsonb_agg(jsonb_build_object('work', w.work, 'orders', w.orders)), '[]')
               from (select o.work, count(*) as orders from shop.order_lists o group by o.work) w))
  from standing;
$$;

-- The stock history from the beginning of one day in Pakistan to that of another (null: no limit):
-- {total_records, total_in, total_out, by_type: {purchase: {count, quantity}, …}}, `quantity` signed.
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
    'total_records', coalesce(sum(c.records), 0),
    'total_in', coalesce(sum(c.pieces_in), 0),
    'total_out', coalesce(sum(c.pieces_out), 0),
    'by_type', jsonb_object_agg(k, jsonb_build_object('count', coalesce(c.records, 0), 'quantity', coalesce(c.pieces_in - c.pieces_out, 0))))
  from unnest(enum_range(null::shop.stock_change_kind)) k left join counted c on c.kind = k::text;
$$;

-- Pieces and rupees of every product sold between two moments (the second excluded), under its name and category of today.
-- Always read in the order of the index: for a long period a planner thinks the table as good, which it is not.
create function shop.product_sales(since timestamptz, till timestamptz)
returns table (product_id text, product_name text, category text, units bigint, revenue numeric)
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan' set enable_seqscan = off
as $$
begin
  return query
    select p.id, p.name, coalesce(p.category, 'uncategorized'), s.units, round(s.paisas / 100, 2)
      from (select l.product_id, sum(l.quantity) as units, sum(l.paisas) as paisas
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

-- A period in one line: {total_orders, total_sales, total_revenue, total_purchase_orders, total_shipments, total_products}. Takes the pieces sold, `total_sales`.
-- `total_orders` counts cancelled ones, too; `total_products` are the products on sale when the period ended.
create function shop.period_figures(first_day date, last_day date, units bigint) returns jsonb
language sql stable set search_path = ''
as $$
  with period as (
    select shop.start_of_day(first_day) as since, shop.start_of_day(last_day + 1) as till
  ), counted as (
    select coalesce(sum(t.records), 0) as orders, coalesce(sum(t.added) filter (where t.kind <> 'cancelled'), 0) as revenue
      from shop.daily_counts t where t.subject = 'orders' and t.day between first_day and last_day
  )
  select jsonb_build_object(
    'total_orders', counted.orders,
    'total_sales', coalesce(units, 0),
    'total_revenue', counted.revenue,
    'total_purchase_orders', (select count(*) from public.purchase_orders o where o.created_at >= since and o.created_at < till and o.archived_at is null),
    'total_shipments', (select count(*) from public.shipments s where s.created_at >= since and s.created_at < till and s.archived_at is null),
    'total_products', (select count(*) from public.products p where p.created_at < till and (p.archived_at is null or p.archived_at >= till)))
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
    'overview', shop.period_figures(first_day, last_day, (select sum(s.units)::bigint from sold s))
      || jsonb_build_object('total_products', (select coalesce(sum(o.products), 0) from on_sale o)),
    'previous', shop.period_figures(period.day_before, first_day - 1, (select sum(l.quantity) from shop.sold_lines l
                  where l.sold_at >= shop.start_of_day(period.day_before) and l.sold_at < period.since)),
    'recent_orders', (select coalesce(jsonb_agg(shop.order_json(o.id) order by o.created_at desc, o.id), '[]')
                       from (select r.id, r.created_at from public.orders r where r.archived_at is null order by r.created_at desc, r.id limit 5) o),
    'top_products', (select coalesce(jsonb_agg(jsonb_build_object('product_id', t.product_id, 'product_name', t.product_name,
                             'total_quantity', t.units, 'total_revenue', t.revenue) order by t.units desc, t.revenue desc, t.product_id), '[]')
                      from (select * from sold order by units desc, revenue desc, product_id limit 10) t),
    'category_stats', (select coalesce(jsonb_agg(jsonb_build_object('category', coalesce(c.slug, e.category), 'name', coalesce(c.name, 'Uncategorized'),
                               'product_count', coalesce(o.products, 0), 'total_revenue', coalesce(e.revenue, 0))
                               order by coalesce(e.revenue, 0) desc, c.sort_order, c.slug), '[]')
                        from public.categories c
                        left join on_sale o on o.category = c.slug
                        full join earned e on e.category = c.slug),
    'order_status_counts', (select jsonb_object_agg(s, coalesce((select c.orders from counted c where c.status = s::text), 0))
                            from unnest(enum_range(null::shop.order_status)) s),
    'sales_by_date', (select jsonb_agg(jsonb_build_object('_id', t.begins, 'total', t.revenue, 'count', t.orders) order by t.begins)
                      from shop.sales_over_time(first_day, last_day, 'day') t),
    'low_stock_products', (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name, 'category', l.category,
                                  'stock_quantity', l.stock_quantity) order by l.stock_quantity, l.name, l.id), '[]')
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
    'sales_over_time', (select jsonb_agg(jsonb_build_object('total_revenue', t.revenue, 'order_count', t.orders,
                        '_id', to_char(t.begins, case step when 'day' then 'YYYY-MM-DD' when 'month' then 'YYYY-MM' else 'YYYY' end)) order by t.begins)
                        from over_time t),
    'top_products', (select coalesce(jsonb_agg(jsonb_build_object('product_id', t.product_id, 'product_name', t.product_name,
                             'total_quantity', t.units, 'total_revenue', t.revenue) order by t.revenue desc, t.units desc, t.product_id), '[]')
                      from (select * from sold order by revenue desc, units desc, product_id limit 10) t),
    'category_sales', (select coalesce(jsonb_agg(jsonb_build_object('_id', c.category, 'total_revenue', c.revenue) order by c.revenue desc, c.category), '[]')
                        from (select s.category, sum(s.revenue) as revenue from sold s group by s.category) c),
    'totals', (select jsonb_build_object('total_revenue', sum(t.revenue), 'order_count', sum(t.orders)) from over_time t),
    'discounts', (select coalesce(sum(o.discount + o.delivery_discount), 0) from public.orders o
                   where o.discount + o.delivery_discount > 0 and o.archived_at is null and o.status <> 'cancelled'
                     and o.created_at >= shop.start_of_day(first_day) and o.created_at < shop.start_of_day(last_day + 1)),
    'previous', (select jsonb_build_object('total_revenue', sum(t.revenue), 'order_count', sum(t.orders))
                   from shop.sales_over_time(first_day - (last_day - first_day + 1), first_day - 1, 'year') t));
$$;

-- The work of a day: {to_confirm, to_pack, to_hand_over, returned, to_refund, low_stock, late_count, late: [shipments], expected_count, expected: [purchase orders]}. A parcel is late
-- after its estimated day or, without one, after so many days under way. Expected deliveries are those with a date, the earliest first.
-- Takes today, the stock from which a product is low, those days, and how many to list.
create function public.work_summary(today date, low_stock integer, late_after integer, page_limit integer) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  late text[] := array(
    select s.id from public.shipments s
     where s.archived_at is null and not shop.is_over(s.status)
       and (s.estimated_delivery_date < today
            or (s.estimated_delivery_date is null and s.status <> 'preparing' and s.shipped_date < shop.start_of_day(today - late_after)))
     order by coalesce(s.estimated_delivery_date, shop.day_of(s.shipped_date) + late_after), s.id);
begin
  return jsonb_build_object(
    'to_confirm', shop.count_records('orders', 'pending', null, null),
    'to_pack', shop.count_records('orders', 'processing', null, null),
    'to_hand_over', (select count(*) from public.shipments s where s.archived_at is null and s.status = 'preparing'),
    'returned', (select count(*) from shop.returned_orders),
    'to_refund', (select count(*) from public.orders o where o.to_refund > 0 and o.archived_at is null),
    'low_stock', (select count(*) from public.products p where p.archived_at is null and p.stock_quantity <= low_stock),
    'late_count', cardinality(late),
    'late', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'shipment_number', s.shipment_number, 'order_number', s.order_number, 'status', s.status,
                      'carrier', s.carrier, 'recipient_name', o.customer_name, 'estimated_delivery_date', s.estimated_delivery_date,
                      'shipped_date', s.shipped_date) order by listed.place), '[]')
               from unnest(late[1 : page_limit]) with ordinality as listed (id, place)
               join public.shipments s on s.id = listed.id join public.orders o on o.id = s.order_id),
    'expected_count', (select count(*) from public.purchase_orders p
                       where p.archived_at is null and p.expected_delivery_date is not null and shop.is_expected(p.status)),
    'expected', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'order_number', p.order_number, 'supplier_name', p.supplier_name,
                          'status', p.status, 'expected_delivery_date', p.expected_delivery_date) order by p.expected_delivery_date, p.id), '[]')
                   from (select * from public.purchase_orders e
                          where e.archived_at is null and e.expected_delivery_date is not null and shop.is_expected(e.status)
                          order by e.expected_delivery_date, e.id limit page_limit) p));
end;
$$;

-- Products by how many pieces the last 90 days sold (without cancelled orders), then by reviews; so many of them, or all.
-- Security definer: the public may know the order of bestsellers, but not read the orders behind it.
create function public.bestselling_products(max_products integer default null) returns setof public.products
language sql stable security definer set search_path = ''
as $$
  with sold as (
    select s.product_id, sum(s.quantity) as units from shop.sold_lines s where s.sold_at >= now() - interval '90 days' group by s.product_id
  ), best as (
    select p.id, row_number() over (order by coalesce(s.units, 0) desc, p.review_count desc, p.rating desc, p.id) as place
      from public.products p left join sold s on s.product_id = p.id
     where p.archived_at is null
     order by place
     limit max_products
  )
  select p.* from best join public.products p on p.id = best.id order by best.place;
$$;

grant execute on function public.bestselling_products to anon, authenticated, service_role;
grant execute on function public.order_stats, public.stock_stats, public.sales_dashboard, public.sales_report, public.work_summary to service_role;

-- What the shop may say of itself because it is so: counted, rounded down, and left out while it is too little to say.

-- Whether the owner wants one of these claims and has it say what is counted, which is so until they choose otherwise. Takes names of claims.
create function shop.is_counted(variadic claims text[]) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from public.shop_settings s, unnest(claims) name
                  where coalesce((s.content #>> array['claims', name, 'isShown'])::boolean, true)
                    and coalesce((s.content #>> array['claims', name, 'whenTrue'])::boolean, not s.content ? 'claims'));
$$;

-- A count to its first two digits, below a hundred to its tens, always down: 57 is 50, 1,234 is 1,200. Null below what is worth saying.
create function shop.rounded_down(counted bigint, at_least bigint) returns bigint
language sql immutable set search_path = ''
as $$
  select case when counted >= at_least then counted - counted % greatest(10, power(10, floor(log(greatest(counted, 1)::numeric)) - 1)::bigint) end;
$$;

-- What is true of the shop: {customers, products, five_star_reviews, average_rating, buy_again, discount}, each null while it is too little to say.
-- `customers` have had an order delivered, fifty at least; of products it takes thirty, of reviews twenty. `average_rating` is rounded down to a tenth,
-- four at least. `buy_again` is the percentage of customers with two such orders, a fifth at least; `discount` the highest percentage off a piece in
-- stock, ten at least.
create function public.true_figures() returns jsonb
language sql stable set search_path = ''
as $$
  with delivered as (
    select o.customer_id, count(*) as orders from public.orders o where o.status = 'delivered' and o.archived_at is null group by o.customer_id
  ), customers as (
    select count(*) as people, count(*) filter (where d.orders > 1) as again from delivered d
  ), published as (
    select count(*) as reviews, count(*) filter (where r.rating = 5) as best, avg(r.rating) as average from public.reviews r where r.is_published
  ), offered as (
    select count(*) as products, max(floor(100 * (p.original_price - p.price) / p.original_price)) filter (where p.in_stock) as discount
      from public.products p where p.archived_at is null
  )
  select jsonb_build_object(
    'customers', shop.rounded_down(c.people, 50),
    'products', shop.rounded_down(o.products, 30),
    'five_star_reviews', shop.rounded_down(r.best, 20),
    'average_rating', case when r.reviews >= 20 and r.average >= 4 then trunc(r.average, 1) end,
    'buy_again', case when c.people >= 50 and 5 * c.again >= c.people then 100 * c.again / c.people end,
    'discount', case when o.discount >= 10 then o.discount end)
    from customers c, published r, offered o;
$$;

-- Of `true_figures` those that a claim on the pages says; the others are null.
-- Security definer: the public may know what stands on the pages, but not read the orders behind it.
create function public.claimed_figures() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_object_agg(f.name, case when shop.is_counted(variadic f.claims) then counted.figures -> f.name end)
    from (select public.true_figures() as figures) counted,
         (values ('customers', array['customers', 'aboutCustomers']), ('products', array['aboutProducts']),
                 ('five_star_reviews', array['fiveStarReviews']), ('average_rating', array['averageRating']),
                 ('buy_again', array['buyAgain']), ('discount', array['megaSale'])) as f (name, claims);
$$;

grant execute on function public.true_figures to service_role;
grant execute on function public.claimed_figures to anon, authenticated, service_role;

-- What is bought together, for the pages that say what goes well with a product.

-- For each product on sale the ids of at most six others in stock that were in the same delivered orders of the last 18 months, best first:
-- {product: [other, …]}. Leaves out products of the same category, which are rather bought instead of each other. A pair counts when three orders had both,
-- and more than chance explains: by 3.3 standard deviations (of the square root, which has the same one for every count) above what the same lines, dealt at
-- random to the same baskets, would have. The rank is the share of the orders that had both, damped so that a handful of orders does not lead.
-- Security definer: the public may know what goes together, but not read the orders behind it.
create function public.bought_together() returns jsonb
language sql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
  with bought as materialized (
    select distinct i.order_id, i.product_id
      from public.orders o join public.order_items i on i.order_id = o.id
     where o.status = 'delivered' and o.archived_at is null and o.created_at >= now() - interval '18 months'
  ), baskets as (
    select sum(b.size)::float8 as lines, sum(b.size * (b.size - 1))::float8 as pairs
      from (select count(*) as size from bought g group by g.order_id) b
  ), sellers as materialized (
    select g.product_id, p.category, p.in_stock, count(*)::float8 as orders
      from bought g join public.products p on p.id = g.product_id
     where p.archived_at is null
     group by g.product_id, p.category, p.in_stock
  ), pairs as (
    select one.product_id as one, other.product_id as other, count(*)::float8 as orders
      from bought one join bought other on other.order_id = one.order_id and other.product_id > one.product_id
     group by one.product_id, other.product_id
    having count(*) >= 3
  ), ranked as (
    select a.product_id, b.product_id as other_id,
           row_number() over (partition by a.product_id order by p.orders / (sqrt(a.orders * b.orders) + 5) desc, b.product_id) as place
      from (select one, other, orders from pairs union all select other, one, orders from pairs) p
      join sellers a on a.product_id = p.one
      join sellers b on b.product_id = p.other
     cross join baskets t
     cross join lateral (select a.orders * b.orders * t.pairs / t.lines ^ 2 as orders) chance
     where b.in_stock and a.category <> b.category and 2 * (sqrt(p.orders) - sqrt(chance.orders)) >= 3.3
  )
  select coalesce(jsonb_object_agg(found.product_id, found.others), '{}')
    from (select r.product_id, jsonb_agg(r.other_id order by r.place) as others from ranked r where r.place <= 6 group by r.product_id) found;
$$;

grant execute on function public.bought_together to anon, authenticated, service_role;

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
  select shop.refuse('deleted_not_found');
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
  return shop.product_json(product);
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
  perform shop.act_as(actor);
  select * into restored from public.orders o where o.id = restore_order.order_id and o.archived_at > shop.restorable_since() for update;
  if not found then
    perform shop.refuse_restore();
  end if;
  if shop.is_open(restored.status) then
    perform shop.take_pieces(restored.id, restored.order_number, actor);
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

-- Brings a shipment back. Takes its id and the staff member. Returns its id. Refuses 404 `deleted_not_found`, 409 `order_deleted` when its order has to be restored first.
create function public.restore_shipment(shipment_id text, actor uuid default null) returns text
language plpgsql set search_path = ''
as $$
declare
  shipment public.shipments;
begin
  perform shop.act_as(actor);
  perform 1 from public.orders o where o.id = (select s.order_id from public.shipments s where s.id = restore_shipment.shipment_id) for update;
  select * into shipment from public.shipments s where s.id = restore_shipment.shipment_id and s.archived_at > shop.restorable_since() for update;
  if not found then
    perform shop.refuse_restore();
  elsif exists (select from public.orders o where o.id = shipment.order_id and o.archived_at is not null) then
    perform shop.refuse('order_deleted', null, jsonb_build_object('orderNumber', shipment.order_number));
  end if;
  update public.shipments s set archived_at = null where s.id = shipment.id;
  return shipment_id;
end;
$$;

grant execute on function public.list_deleted_records, public.restore_product, public.restore_order, public.restore_purchase_order, public.restore_shipment
  to service_role;

-- News for the phones of the staff, written in the transaction they are about, as mails are (090), for every device that wants them. Whoever has no such
-- device costs nothing. A message says what happened, how much and where, never who: it is shown on a locked screen.

create type shop.push_kind as enum ('new_order', 'answer', 'low_stock', 'parcel', 'trouble', 'test', 'several');

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

-- Prepares what is due: it waits while its device is quiet, unless something is broken; what was quiet, and whatever is more than three at once, is told
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
   where d.id = o.device_id and o.sent_at is null and o.failed_at is null and o.next_attempt_at <= now() and o.kind not in ('trouble', 'test')
     and shop.quiet_until(d.quiet_from, d.quiet_to, now()) is not null;
  with due as (
    select o.id, o.device_id, o.kind from public.push_outbox o
     where o.sent_at is null and o.failed_at is null and o.next_attempt_at <= now() and o.kind not in ('trouble', 'test', 'several')
       and (select count(*) > 3 or (count(*) > 1 and bool_or(e.is_held)) from public.push_outbox e
             where e.device_id = o.device_id and e.sent_at is null and e.failed_at is null and e.next_attempt_at <= now()
               and e.kind not in ('trouble', 'test', 'several'))
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

-- Limits of calls, and a scheduled function that runs every five minutes and does whatever is due: what has served its purpose goes, so that neither the
-- database nor what it knows about people grows for ever.

-- Calls per bucket (a hash of what is limited, and of whom) in the current window.
create table public.rate_limits (
  bucket text primary key,
  window_ends_at timestamptz not null,
  hits integer not null
);

create index rate_limits_ended on public.rate_limits (window_ends_at);

alter table public.rate_limits enable row level security;
grant select, insert, update, delete on public.rate_limits to service_role;

-- The name of a bucket: a hash, so that the table names no phone and no order. Takes what is limited, and whose share it is.
create function shop.bucket(what text, whose text) returns text
language sql immutable set search_path = ''
as $$
  select encode(sha256(convert_to(what || ' ' || whose, 'UTF8')), 'hex');
$$;

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

-- Deletes mails that were sent or given up a month ago (orders and messages have tables of their own), limits whose window has ended, links to accounts a week after their end, and who asked to be
-- told of stock: a month after the pieces came back, or half a year after asking; after 90 days what was asked and answered by WhatsApp, and what was looked for and not found;
-- and news for phones after a month, phones on which nobody opened the back office for 60 days; and after two years what staff did.
-- Returns how many rows were deleted.
create function public.purge_expired() returns integer
language sql set search_path = ''
as $$
  with mails as (
    delete from public.mail_outbox m
     where coalesce(m.sent_at, m.failed_at) < now() - interval '30 days'
        -- Nobody sends them any more where WhatsApp was switched off.
        or (m.kind::text = 'whatsapp_question' and m.created_at < now() - interval '30 days')
    returning 1
  ), answers as (
    delete from public.whatsapp_answers a
     where a.created_at < now() - interval '90 days'
    returning 1
  ), questions as (
    delete from public.whatsapp_questions q
     where q.created_at < now() - interval '90 days'
    returning 1
  ), networks as (
    delete from shop.order_networks n
     where n.placed_at < now() - interval '30 days'
    returning 1
  ), limits as (
    delete from public.rate_limits r
     where r.window_ends_at < now()
    returning 1
  ), links as (
    -- A while after they stopped working, so that they say why.
    delete from public.account_links l
     where l.expires_at < now() - interval '7 days'
    returning 1
  ), searches as (
    delete from public.missed_searches m
     where m.day < shop.day_of(now()) - 90
    returning 1
  ), pushes as (
    delete from public.push_outbox o
     where o.created_at < now() - interval '30 days'
    returning 1
  ), phones as (
    delete from public.push_devices d
     where d.last_seen_at < now() - interval '60 days'
    returning 1
  ), notices as (
    -- Past those that stock is serving right now.
    delete from public.stock_notices n
     where n.id in (select e.id from public.stock_notices e
                     where e.back_at < now() - interval '30 days' or e.created_at < now() - interval '180 days' for update skip locked)
    returning 1
  )
  select ((select count(*) from mails) + (select count(*) from answers) + (select count(*) from questions) + (select count(*) from limits) + (select count(*) from links) + (select count(*) from notices) + (select count(*) from searches)
    + (select count(*) from pushes) + (select count(*) from phones) + shop.purge_audit_log())::integer;
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

-- Errors in browsers, as the shop's own collector tells them (src/browser/report.ts). Nothing of it says who or where: the message without values, the kind of
-- page, the release, and the family of the browser.

create table public.browser_errors (
  day date not null,
  -- What the page was built from: a commit, or the version.
  release text not null,
  -- The kind of page, without what names a record: `/product/*`.
  page text not null,
  message text not null,
  errors integer not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  -- The script and the line of the last one.
  place text not null,
  browsers text[] not null,
  primary key (day, release, page, message),
  constraint browser_errors_length check (char_length(release) <= 20 and char_length(page) <= 80 and char_length(message) <= 200
                                          and char_length(place) <= 160 and cardinality(browsers) <= 10)
);

alter table public.browser_errors enable row level security;
grant select, insert, update, delete on public.browser_errors to service_role;

-- Counts an error in a browser. Takes {release, page, message, place, browser}. From the hundredth of a day on, one of ten is written, as ten. A day holds two
-- hundred different ones: further ones are counted together, so that made-up errors fill nothing.
create function public.note_browser_error(report jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  today constant date := shop.day_of(now());
  known public.browser_errors;
  noted public.browser_errors;
begin
  -- One at a time, so that the day's limit holds.
  perform pg_advisory_xact_lock(hashtextextended('browser errors', 0));
  noted := jsonb_populate_record(null::public.browser_errors, report);
  select * into known from public.browser_errors e
   where e.day = today and e.release = noted.release and e.page = noted.page and e.message = noted.message;
  if known.day is null and (select count(*) from public.browser_errors e where e.day = today) >= 200 then
    noted.release := '';
    noted.page := '/*';
    noted.message := 'Other errors';
    noted.place := '';
  end if;
  if known.errors >= 100 and random() >= 0.1 then
    return;
  end if;
  insert into public.browser_errors as e (day, release, page, message, place, browsers)
  values (today, noted.release, noted.page, noted.message, noted.place, array[report ->> 'browser'])
  on conflict on constraint browser_errors_pkey do update
     set errors = least(e.errors + case when e.errors >= 100 then 10 else 1 end, 1000000), last_at = now(), place = excluded.place,
         browsers = (select array_agg(distinct b.name order by b.name) from unnest(e.browsers || excluded.browsers) as b (name));
end;
$$;

grant execute on function public.note_browser_error to service_role;

-- What can break while nobody looks: conditions with their thresholds, looked at by housekeeping every five minutes, told to the owners once, and told again
-- when all is well.

create table public.conditions (
  -- What is looked at: a kind of `shop.find_troubles`, which says what the threshold counts.
  kind text primary key,
  threshold numeric not null,
  -- Owners switch off what they watch by other means.
  is_watched boolean not null default true,
  -- Since when it is a trouble, and what is known of it, as housekeeping last saw it; null: it is well.
  since timestamptz,
  details jsonb,
  constraint conditions_threshold_positive check (threshold > 0),
  constraint conditions_details_of_trouble check ((since is null) = (details is null))
);

insert into public.conditions (kind, threshold) values
  -- Builds that failed one after another.
  ('builds', 2),
  -- Minutes in which what waits could not be sent.
  ('mail', 15), ('whatsapp', 15),
  -- Minutes since housekeeping last ran.
  ('schedule', 15),
  -- Requests that the shop could not answer, within an hour.
  ('server_errors', 20),
  -- Megabytes of the database. The smallest plan has 500.
  ('database_size', 400),
  -- Days since the last backup.
  ('backup', 8),
  -- Phones and browsers that notifications no longer reach.
  ('push', 1),
  -- Days since a backup was last restored as a test.
  ('rehearsal', 9),
  -- Errors in browsers, within a day.
  ('browser_errors', 30),
  -- Megabytes of photos. The smallest plan has 1,000.
  ('storage_size', 800),
  -- Percent of the mails that the limits allow a day.
  ('mails_sent', 85);

-- Trigger: the audit log notes what is watched, and from when on.
create function shop.note_condition() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.write_audit(shop.acting(), 'settings', null, 'condition ' || new.kind, jsonb_build_object('threshold', old.threshold, 'is_watched', old.is_watched),
                           jsonb_build_object('threshold', new.threshold, 'is_watched', new.is_watched));
  return null;
end;
$$;

create trigger conditions_noted after update of threshold, is_watched on public.conditions
  for each row when ((old.threshold, old.is_watched) <> (new.threshold, new.is_watched)) execute function shop.note_condition();

alter table public.conditions enable row level security;
grant select, update on public.conditions to service_role;

-- Requests that the shop could not answer: how many of an operation within an hour, and the last of them, by which the log finds it.
create table public.server_failures (
  hour timestamptz not null,
  operation text not null,
  code text not null,
  failures integer not null default 1,
  last_at timestamptz not null default now(),
  last_request_id text not null,
  -- The last five of them: [{id, at}], the latest first.
  recent jsonb not null default '[]',
  primary key (hour, operation, code),
  constraint server_failures_length check (char_length(operation) <= 100 and char_length(code) <= 60 and char_length(last_request_id) <= 60)
);

alter table public.server_failures enable row level security;
grant select, insert, update, delete on public.server_failures to service_role;

-- Counts a request that the shop could not answer. Takes the operation's path as declared, the error's code and the request's id.
create function public.note_server_failure(operation text, code text, request_id text) returns void
language sql set search_path = ''
as $$
  insert into public.server_failures as f (hour, operation, code, last_request_id, recent)
  values (date_trunc('hour', now()), note_server_failure.operation, note_server_failure.code, request_id,
          jsonb_build_array(jsonb_build_object('id', request_id, 'at', now())))
  on conflict on constraint server_failures_pkey do update
     set failures = f.failures + 1, last_at = now(), last_request_id = excluded.last_request_id,
         recent = jsonb_path_query_array(excluded.recent || f.recent, '$[0 to 4]');
$$;

-- Backups that were tried, and test restores (scripts/backup), as they reported.
create table public.backups (
  id text primary key default shop.new_id(),
  kind text not null,
  made_at timestamptz not null default now(),
  -- Where it lies: a folder, or a bucket.
  place text not null,
  bytes bigint not null default 0,
  -- What it holds.
  rows bigint not null default 0,
  files bigint not null default 0,
  -- Null: it is good.
  problem text,
  constraint backups_kind_known check (kind in ('backup', 'rehearsal')),
  constraint backups_length check (char_length(place) <= 200 and char_length(problem) <= 500)
);

create index backups_by_kind on public.backups (kind, made_at desc);

alter table public.backups enable row level security;
grant select, insert, delete on public.backups to service_role;

-- What is wrong right now: the kind of each trouble, since when, and what is known of it, by which its text is written (src/domain/status). Whether anybody
-- watches it does not matter here.
create function shop.find_troubles() returns table (kind text, since timestamptz, details jsonb)
language sql stable set search_path = ''
as $$
  with thresholds as (
    select jsonb_object_agg(c.kind, c.threshold) as of from public.conditions c
  ), opened as (
    select min(s.created_at) as at from public.staff s
  ), outbox as (
    -- Nothing goes out: something has been tried in vain for that long, and nothing was sent meanwhile.
    select channel.kind, min(m.created_at) as since, count(*) as waiting, max(m.last_error) as error
      from (values ('mail'), ('whatsapp')) as channel (kind) cross join thresholds t
      join public.mail_outbox m on (m.kind::text = 'whatsapp_question') = (channel.kind = 'whatsapp')
     where m.sent_at is null and m.failed_at is null and m.last_error is not null
       and m.created_at < now() - make_interval(mins => (t.of ->> channel.kind)::integer)
       and not exists (select from public.mail_outbox o where (o.kind::text = 'whatsapp_question') = (channel.kind = 'whatsapp') and o.sent_at > m.created_at)
     group by channel.kind
  ), builds as (
    select min(b.finished_at) as since, count(*) as failed from public.site_builds b
     where b.status = 'failed' and b.finished_at > coalesce((select max(s.finished_at) from public.site_builds s where s.status = 'succeeded'), '-infinity')
  ), failures as (
    select min(f.hour) as since, sum(f.failures) as count, (array_agg(f.operation order by f.failures desc))[1] as operation
      from public.server_failures f where f.last_at > now() - interval '1 hour'
  ), jobs as (
    select coalesce((select r.done_at from shop.job_runs r where r.name = 'housekeeping'), o.at) as housekeeping,
           coalesce((select r.done_at from shop.job_runs r where r.name = 'backup'), o.at) as backup from opened o
  ), phones as (
    select min(d.stopped_at) as since, count(*) as devices, max(d.last_error) as error from public.push_devices d where d.stopped_at is not null
  ), rehearsals as (
    -- Where backups are noted. One that failed is a trouble at once.
    select coalesce(max(b.made_at) filter (where b.kind = 'rehearsal' and b.problem is null), min(b.made_at)) as at,
           max(b.made_at) filter (where b.kind = 'rehearsal' and b.problem is null) as last_at,
           (array_agg(b order by b.made_at desc) filter (where b.kind = 'rehearsal'))[1] as last
      from public.backups b having count(*) filter (where b.kind = 'backup' and b.problem is null) > 0
  ), browsers as (
    select min(e.first_at) as since, sum(e.errors) as count, (array_agg(e.page order by e.errors desc))[1] as page
      from public.browser_errors e where e.last_at > now() - interval '1 day'
  ), sizes as (
    select round(pg_database_size(current_database()) / 1000000.0) as database,
           (select coalesce(round(sum((o.metadata ->> 'size')::bigint) / 1000000.0), 0) from storage.objects o) as storage
  ), mails as (
    select count(*) as sent, max(l.mails_per_day) as allowed from public.limits l
      join public.mail_outbox m on m.kind::text <> 'whatsapp_question' and m.sent_at > now() - interval '1 day'
  )
  select o.kind, o.since, jsonb_build_object('waiting', o.waiting, 'error', o.error) from outbox o
  union all
  select 'builds', b.since, jsonb_build_object('failed', b.failed) from builds b, thresholds t where b.failed >= (t.of ->> 'builds')::numeric
  union all
  select 'server_errors', f.since, jsonb_build_object('failures', f.count, 'operation', f.operation)
    from failures f, thresholds t where f.count >= (t.of ->> 'server_errors')::numeric
  union all
  select 'schedule', j.housekeeping, '{}' from jobs j, thresholds t where j.housekeeping < now() - make_interval(mins => (t.of ->> 'schedule')::integer)
  union all
  select 'backup', j.backup + make_interval(days => (t.of ->> 'backup')::integer),
         jsonb_build_object('lastAt', (select r.done_at from shop.job_runs r where r.name = 'backup'))
    from jobs j, thresholds t where j.backup < now() - make_interval(days => (t.of ->> 'backup')::integer)
  union all
  select 'push', p.since, jsonb_build_object('devices', p.devices, 'error', p.error) from phones p, thresholds t where p.devices >= (t.of ->> 'push')::numeric
  union all
  select 'rehearsal', coalesce((r.last).made_at, r.at), jsonb_build_object('lastAt', r.last_at, 'error', (r.last).problem)
    from rehearsals r, thresholds t where (r.last).problem is not null or r.at < now() - make_interval(days => (t.of ->> 'rehearsal')::integer)
  union all
  select 'browser_errors', b.since, jsonb_build_object('failures', b.count, 'page', b.page)
    from browsers b, thresholds t where b.count >= (t.of ->> 'browser_errors')::numeric
  union all
  select 'database_size', now(), jsonb_build_object('megabytes', s.database) from sizes s, thresholds t where s.database >= (t.of ->> 'database_size')::numeric
  union all
  select 'storage_size', now(), jsonb_build_object('megabytes', s.storage) from sizes s, thresholds t where s.storage >= (t.of ->> 'storage_size')::numeric
  union all
  select 'mails_sent', now(), jsonb_build_object('sent', m.sent, 'allowed', m.allowed)
    from mails m, thresholds t where m.sent * 100 >= m.allowed * (t.of ->> 'mails_sent')::numeric;
$$;

-- Looks at all conditions, keeps what became of them, and tells every owner what is wrong by mail and on their phones, once, and when it is well again. Mails
-- that do not go cannot say so; phones and the screen do. Failures and errors are kept for 30 days, backups for a year.
create function public.watch_conditions() returns void
language plpgsql set search_path = ''
as $$
declare
  condition record;
begin
  perform pg_advisory_xact_lock(hashtextextended('watching conditions', 0));
  delete from public.server_failures f where f.hour < now() - interval '30 days';
  delete from public.browser_errors e where e.day < shop.day_of(now()) - 30;
  delete from public.backups b where b.made_at < now() - interval '1 year';
  for condition in
    select c.kind, c.since as was_since, t.since, t.details from public.conditions c
      left join shop.find_troubles() t on t.kind = c.kind and c.is_watched
     where c.since is not null or t.since is not null
  loop
    update public.conditions c
       -- A trouble goes on since it was first seen.
       set since = case when condition.since is not null then least(c.since, condition.since) end, details = condition.details
     where c.kind = condition.kind;
    if (condition.was_since is null) <> (condition.since is null) then
      perform shop.queue_push('trouble', concat_ws(' ', condition.kind, extract(epoch from now())::text),
        jsonb_build_object('condition', condition.kind, 'wrong', condition.since is not null), 'set_rules');
    end if;
    if (condition.was_since is null) <> (condition.since is null) and condition.kind <> 'mail' then
      insert into public.mail_outbox (kind, recipient, payload)
      select 'shop_status', s.email,
             jsonb_build_object('kind', condition.kind, 'since', coalesce(condition.since, condition.was_since), 'details', condition.details)
        from public.staff s where s.is_owner and s.is_active;
    end if;
  end loop;
end;
$$;

-- How the shop is: {conditions: [{kind, threshold, is_watched, since, details}], failures: [{operation, code, failures, last_at, last_request_id, recent}],
-- browser_errors: [{release, page, message, errors, first_at, last_at, place, browsers}], backups: {last, last_failed, rehearsal}}. `since` is null for what is
-- well; what is wrong right now is found anew. `failures` are those of a week with the last five requests of each, `browser_errors` those of 30 days; the latest
-- first, fifty at most.
create function public.shop_status() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'conditions', (select jsonb_agg(jsonb_build_object('kind', c.kind, 'threshold', c.threshold, 'is_watched', c.is_watched,
                                                       'since', least(t.since, c.since), 'details', t.details) order by c.kind)
                     from public.conditions c left join shop.find_troubles() t on t.kind = c.kind),
    'failures', (select coalesce(jsonb_agg(to_jsonb(f) order by f.last_at desc, f.operation, f.code), '[]')
                   from (select l.operation, l.code, sum(l.failures) as failures, max(l.last_at) as last_at,
                                (array_agg(l.last_request_id order by l.last_at desc))[1] as last_request_id,
                                (select jsonb_path_query_array(jsonb_agg(r.of order by r.of ->> 'at' desc), '$[0 to 4]')
                                   from public.server_failures h, jsonb_array_elements(h.recent) as r (of)
                                  where h.operation = l.operation and h.code = l.code and h.hour > now() - interval '7 days') as recent
                           from public.server_failures l where l.hour > now() - interval '7 days'
                          group by l.operation, l.code order by 4 desc limit 50) f),
    'browser_errors', (select coalesce(jsonb_agg(to_jsonb(g) order by g.last_at desc, g.message, g.page, g.release), '[]')
                         from (select e.release, e.page, e.message, sum(e.errors) as errors, min(e.first_at) as first_at, max(e.last_at) as last_at,
                                      (array_agg(e.place order by e.last_at desc))[1] as place,
                                      (select array_agg(distinct b.name order by b.name)
                                         from public.browser_errors o, unnest(o.browsers) as b (name)
                                        where (o.release, o.page, o.message) = (e.release, e.page, e.message)) as browsers
                                 from public.browser_errors e group by e.release, e.page, e.message order by 6 desc limit 50) g),
    'backups', jsonb_build_object(
      'last', (select to_jsonb(b) from public.backups b where b.kind = 'backup' and b.problem is null order by b.made_at desc limit 1),
      'last_failed', (select to_jsonb(b) from public.backups b where b.kind = 'backup' and b.problem is not null order by b.made_at desc limit 1),
      'rehearsal', (select to_jsonb(b) from public.backups b where b.kind = 'rehearsal' order by b.made_at desc limit 1)));
$$;

-- Switches on or off whether a condition is watched, and from when on it is a trouble. Takes its kind, the threshold and the owner. Returns what `shop_status`
-- does. Refuses 403 `owner_only`, 404 `condition_not_found`.
create function public.change_condition(kind text, threshold numeric, is_watched boolean, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform shop.assert_owner(actor);
  perform shop.act_as(actor);
  update public.conditions c
     set threshold = change_condition.threshold, is_watched = change_condition.is_watched,
         -- Looked at anew, and told anew.
         since = null, details = null
   where c.kind = change_condition.kind;
  if not found then
    perform shop.refuse('condition_not_found');
  end if;
  return public.shop_status();
end;
$$;

grant execute on function public.note_server_failure, public.watch_conditions, public.shop_status, public.change_condition to service_role;

-- What needs which right, asked for where the effect is: whoever of the staff causes it, by whichever screen, operation or function. Nobody of the staff
-- (a shopper, the clock, the command line) is not asked.

-- Trigger: whoever of the staff acts has the right that it names. Refuses 403 as `shop.assert_may` does.
create function shop.require_right() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.assert_may(shop.acting(), tg_argv[0]);
  return null;
end;
$$;

-- Money that came, went back, or is given away; also where that is taken back.
create trigger payments_need_right_to_verify after insert on public.payments
  for each row when (new.kind = 'advance') execute function shop.require_right('verify_payments');
create trigger payments_need_right_to_refund after insert on public.payments
  for each row when (new.kind in ('refund', 'credit_given')) execute function shop.require_right('refund');

-- Prices.
create trigger products_need_right_to_price_new after insert on public.products
  for each row execute function shop.require_right('change_prices');
create trigger products_need_right_to_price after update of price, original_price on public.products
  for each row when ((old.price, old.original_price) is distinct from (new.price, new.original_price)) execute function shop.require_right('change_prices');
create trigger discount_codes_need_right_new after insert on public.discount_codes
  for each row execute function shop.require_right('change_prices');
create trigger discount_codes_need_right after update on public.discount_codes
  for each row when (to_jsonb(old) - array['uses', 'updated_at'] is distinct from to_jsonb(new) - array['uses', 'updated_at'])
  execute function shop.require_right('change_prices');
create trigger orders_need_right_to_discount_new after insert on public.orders
  for each row when (new.discount_reason is not null) execute function shop.require_right('discount_orders');
create trigger orders_need_right_to_discount after update of discount_reason, discount, delivery_discount on public.orders
  for each row when (new.discount_reason is not null and (old.discount_reason is null or new.discount + new.delivery_discount > old.discount + old.delivery_discount))
  execute function shop.require_right('discount_orders');

-- What the shop offers: all of a product but its price, and what is counted by itself.
create trigger products_need_right_new after insert on public.products
  for each row execute function shop.require_right('edit_products');
create trigger products_need_right after update on public.products
  -- A sale is no edit, and costs nothing here.
  for each row when (old.updated_at <> new.updated_at
                     and to_jsonb(old) - array['price', 'original_price', 'stock_quantity', 'in_stock', 'rating', 'review_count', 'search_words', 'updated_at']
                     is distinct from to_jsonb(new) - array['price', 'original_price', 'stock_quantity', 'in_stock', 'rating', 'review_count', 'search_words', 'updated_at'])
  execute function shop.require_right('edit_products');
create trigger categories_need_right after insert or update or delete on public.categories
  for each row execute function shop.require_right('edit_products');
create trigger reviews_need_right after update or delete on public.reviews
  for each row execute function shop.require_right('moderate_reviews');

-- Pieces that move by hand, or come from a supplier.
create trigger stock_history_needs_right_to_correct after insert on public.stock_history
  for each row when (new.transaction_type in ('adjustment', 'damage') and new.reference_number is null) execute function shop.require_right('correct_stock');
create trigger purchase_orders_need_right after insert or update on public.purchase_orders
  for each row execute function shop.require_right('buy_stock');

-- Orders: written down, corrected, given up, let out.
create trigger orders_need_right_to_place after insert on public.orders
  for each row when (new.placed_by is not null) execute function shop.require_right('place_orders');
create trigger orders_need_right_to_correct after update on public.orders
  for each row when ((old.customer_name, old.customer_email, old.customer_phone, old.second_phone, old.customer_address, old.city, old.zip_code, old.country, old.notes, old.tags, old.subtotal, old.shipping)
                     is distinct from (new.customer_name, new.customer_email, new.customer_phone, new.second_phone, new.customer_address, new.city, new.zip_code, new.country, new.notes, new.tags, new.subtotal, new.shipping))
  execute function shop.require_right('confirm_orders');
create trigger orders_need_right_to_cancel after update of status, archived_at on public.orders
  for each row when ((old.status = 'cancelled') <> (new.status = 'cancelled') and new.merged_into is null
                     -- What follows from counting what came back is no choice of who counts.
                     and coalesce(current_setting('shop.receives', true), '') <> 'on'
                     or old.archived_at is null and new.archived_at is not null)
  execute function shop.require_right('cancel_orders');
create trigger order_confirmations_need_right_to_override after update of overridden_at on public.order_confirmations
  for each row when (new.overridden_at is not null and old.overridden_at is null) execute function shop.require_right('override_confirmation');
create trigger customers_need_right after update on public.customers
  for each row when ((old.notes, old.tags, old.block, old.merged_into) is distinct from (new.notes, new.tags, new.block, new.merged_into))
  execute function shop.require_right('edit_customers');

-- Parcels: sent, and what comes back of them.
create trigger shipments_need_right_new after insert on public.shipments
  for each row execute function shop.require_right('send_parcels');
create trigger courier_bookings_need_right after insert or update of state on public.courier_bookings
  for each row execute function shop.require_right('send_parcels');
create trigger parcel_advices_need_right after insert or update on public.parcel_advices
  for each row execute function shop.require_right('send_parcels');
create trigger portal_file_rows_need_right after insert on public.portal_file_rows
  for each row execute function shop.require_right('send_parcels');
create trigger shipment_labels_need_right after insert on public.shipment_labels
  for each row execute function shop.require_right('send_parcels');
create trigger asked_sums_need_right_to_settle after update on public.asked_sums
  for each row execute function shop.require_right('send_parcels');
create trigger courier_claims_need_right after insert or update on public.courier_claims
  for each row execute function shop.require_right('send_parcels');
create trigger packed_pieces_need_right after insert on public.packed_pieces
  for each row execute function shop.require_right('send_parcels');
create trigger unpacked_pieces_need_right after insert on public.unpacked_pieces
  for each row execute function shop.require_right('send_parcels');
create trigger packed_photos_need_right after insert or update of removed_at on public.packed_photos
  for each row execute function shop.require_right('send_parcels');
create trigger photo_waivers_need_right after insert on public.photo_waivers
  for each row execute function shop.require_right('override_confirmation');
create trigger packing_rules_need_right after update on public.packing_rules
  for each row execute function shop.require_right('change_settings');
create trigger shipments_need_right after update on public.shipments
  for each row when ((old.carrier, old.tracking_number, old.status, old.archived_at) is distinct from (new.carrier, new.tracking_number, new.status, new.archived_at)
                     and coalesce(current_setting('shop.receives', true), '') <> 'on')
  execute function shop.require_right('send_parcels');
create trigger receipts_need_right after insert on public.receipts
  for each row when (not new.never_left) execute function shop.require_right('receive_returns');
create trigger shipments_need_right_to_receive after update of received_at on public.shipments
  for each row when (old.received_at is null and new.received_at is not null) execute function shop.require_right('receive_returns');
create trigger orders_need_right_to_send after update of status on public.orders
  for each row when (old.status <> new.status and new.status in ('shipped', 'delivered')) execute function shop.require_right('send_parcels');

-- What the shop says, and of itself.
create trigger contact_answers_need_right after insert on public.contact_answers
  for each row execute function shop.require_right('answer_messages');
create trigger shop_settings_need_right after update on public.shop_settings
  for each row when (old.content is distinct from new.content) execute function shop.require_right('change_settings');

-- Phones and addresses that somebody looked at who does not see them everywhere: each is an act, counted and noted.

create table public.contact_reveals (
  id text primary key default shop.new_id(),
  staff_id uuid not null references public.staff (id) on delete cascade,
  order_id text not null references public.orders (id),
  created_at timestamptz not null default now()
);

create index contact_reveals_of_staff on public.contact_reveals (staff_id, created_at desc);
create index contact_reveals_of_order on public.contact_reveals (order_id);

alter table public.contact_reveals enable row level security;
grant select, insert on public.contact_reveals to service_role;

create trigger contact_reveals_append_only before update on public.contact_reveals
  for each row execute function shop.refuse_change();

-- Shows the contact of an order to somebody whose role reveals them one by one. The same order counts once a day. Takes the order's id and the staff member.
-- Returns {customer_name, customer_phone, second_phone, customer_email, customer_address, city, zip_code, due_on_delivery, remaining}, the last: how many more today, null for
-- who sees all of them anyway, which is not counted. Refuses 404 `order_not_found`, 429 `too_many_reveals` {limit} when the day's are used up.
create function public.reveal_contact(order_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  seen public.orders;
  daily integer;
  used integer;
begin
  select * into seen from public.orders o where o.id = reveal_contact.order_id and o.archived_at is null;
  if not found then
    perform shop.refuse('order_not_found');
  end if;
  if not shop.may(actor, 'see_contacts') then
    perform shop.assert_may(actor, 'reveal_contacts');
    -- Their own reveals queue here.
    select r.reveals_a_day into daily from public.staff s join public.staff_roles r on r.id = s.role where s.id = actor for no key update of s;
    select count(distinct c.order_id) into used from public.contact_reveals c
      where c.staff_id = actor and c.created_at >= shop.start_of_day(shop.day_of(now())) and c.order_id <> seen.id;
    if used >= daily then
      perform shop.refuse('too_many_reveals', '{}', jsonb_build_object('limit', daily));
    end if;
    insert into public.contact_reveals (staff_id, order_id) values (actor, seen.id);
    perform shop.write_audit(actor, 'reveal', seen.id, 'contact of ' || seen.order_number, '{"shown": false}', '{"shown": true}');
  end if;
  return jsonb_build_object('customer_name', seen.customer_name, 'customer_phone', seen.customer_phone, 'second_phone', seen.second_phone,
    'customer_email', seen.customer_email, 'customer_address', seen.customer_address, 'city', seen.city, 'zip_code', seen.zip_code,
    'due_on_delivery', seen.due_on_delivery, 'remaining', daily - used - 1);
end;
$$;

grant execute on function public.reveal_contact to service_role;

-- What of the shop's tables the audit log notes, how it is read, and what each of the staff has done: orders confirmed and what became of them, parcels packed.
-- Shoppers never pay for it: a trigger that their orders reach asks first, in its `when`, for what only staff do.

-- Trigger: an event of an order that somebody on the staff caused.
create function shop.note_order_event() returns trigger
language plpgsql set search_path = ''
as $$
declare
  number constant text := 'order ' || (select o.order_number from public.orders o where o.id = new.order_id);
begin
  perform shop.add_to_audit_log(new.actor,
    case when new.kind::text in ('parcel', 'payment', 'message') then new.kind::text else 'order' end::shop.activity_kind, new.order_id,
    case new.kind when 'parcel' then format('parcel %s of %s', new.subject, number) when 'payment' then 'payment of ' || number else number end,
    '{}', '{}', new.id);
  return null;
end;
$$;

create trigger order_events_noted after insert on public.order_events
  for each row when (new.actor is not null and new.kind <> 'mail') execute function shop.note_order_event();
create trigger orders_placed_by_staff_noted after insert on public.orders
  for each row when (new.placed_by is not null)
  execute function shop.note_activity('order', 'id', 'order', 'order_number', '', 'source,status,total_amount,discount,discount_reason');

create trigger products_added_noted after insert on public.products
  for each row execute function shop.note_activity('product', 'id', '', 'name', 'stock_quantity,in_stock,rating,review_count,search_words');
create trigger products_changed_noted after update on public.products
  for each row when (old.stock_quantity = new.stock_quantity)
  execute function shop.note_activity('product', 'id', '', 'name', 'price,original_price,in_stock,rating,review_count,search_words');
create trigger products_priced_noted after update of price, original_price on public.products
  for each row when ((old.price, old.original_price) is distinct from (new.price, new.original_price))
  execute function shop.note_activity('price', 'id', '', 'name', '', 'price,original_price');
create trigger product_variants_changed_noted after update on public.product_variants
  for each row when (old.stock_quantity = new.stock_quantity)
  execute function shop.note_activity('product', 'product_id', 'stock number', 'sku', 'product_id');
create trigger categories_noted after insert or update or delete on public.categories
  for each row execute function shop.note_activity('product', 'id', 'category', 'name');

-- Trigger: pieces that moved by a hand, or from a supplier. What orders take and give back is an event of theirs.
create function shop.note_stock() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.write_audit(new.actor, 'stock', new.product_id, (select p.name from public.products p where p.id = new.product_id),
    jsonb_build_object('stock', new.previous_stock),
    jsonb_strip_nulls(jsonb_build_object('stock', new.new_stock, 'transaction_type', new.transaction_type, 'reference_number', new.reference_number,
                                         'notes', nullif(new.notes, ''))));
  return null;
end;
$$;

create trigger stock_history_noted after insert on public.stock_history
  for each row when (new.actor is not null and new.transaction_type not in ('sale', 'return')) execute function shop.note_stock();

create trigger purchase_orders_noted after insert or update on public.purchase_orders
  for each row execute function shop.note_activity('purchase', 'id', 'purchase order', 'order_number', 'dated_at,order_number');
create trigger purchase_order_receipts_noted after insert or update on public.purchase_order_receipts
  for each row execute function shop.note_activity('purchase', 'purchase_order_id', 'receipt', 'receipt_number', 'purchase_order_id,actor,taken_back_by');

create trigger customers_noted after update on public.customers
  for each row when (old.last_order_at = new.last_order_at)
  execute function shop.note_activity('customer', 'id', 'customer', 'name', 'credit,last_order_at');

-- Trigger: store credit that is given without an order.
create function shop.note_credit() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.write_audit(new.actor, 'payment', new.customer_id,
    'store credit of ' || coalesce((select c.name from public.customers c where c.id = new.customer_id), 'a customer'), null,
    jsonb_build_object('kind', new.kind, 'amount', case when new.reverses is null then new.amount else - new.amount end, 'reason', new.reason));
  return null;
end;
$$;

create trigger payments_noted after insert on public.payments
  for each row when (new.actor is not null and new.order_id is null) execute function shop.note_credit();

create trigger reviews_noted after update or delete on public.reviews
  for each row execute function shop.note_activity('review', 'product_id', 'review by', 'user_name', 'user_id,product_id,answered_at');
create trigger contact_messages_noted after update of status on public.contact_messages
  for each row execute function shop.note_activity('message', 'id', 'message of', 'first_name');
create trigger contact_answers_noted after insert on public.contact_answers
  for each row execute function shop.note_activity('message', 'message_id', 'answer to a message', '', 'message_id,answered_by');
create trigger ready_texts_noted after insert or update or delete on public.ready_texts
  for each row execute function shop.note_activity('settings', '', 'ready text', 'key', 'language');
create trigger staff_policy_noted after update on public.staff_policy
  for each row execute function shop.note_activity('staff', '', 'rule for second factors', '', 'is_only_row');

-- Trigger: a second factor that was switched on or off, never what it is.
create function shop.note_second_factor() returns trigger
language plpgsql set search_path = ''
as $$
declare
  member constant uuid := coalesce(new.staff_id, old.staff_id);
begin
  perform shop.write_audit(coalesce(shop.acting(), new.staff_id), 'staff', member::text, 'second factor of ' || coalesce(shop.username_of(member), 'somebody who left'),
                           jsonb_build_object('state', case when old.staff_id is null then 'off' else 'on' end),
                           jsonb_build_object('state', case when new.staff_id is null then 'off' else 'on' end));
  return null;
end;
$$;

create trigger staff_second_factors_noted after insert or delete on public.staff_second_factors
  for each row execute function shop.note_second_factor();

-- Trigger: somebody signed in, or a session was ended by hand. The clock ends sessions, too, and is not noted.
create function shop.note_session() returns trigger
language plpgsql set search_path = ''
as $$
declare
  session constant public.staff_sessions := coalesce(new, old);
  member constant text := coalesce(shop.username_of(session.staff_id), 'somebody who left');
begin
  if tg_op = 'INSERT' then
    perform shop.add_to_audit_log(session.staff_id, 'session', session.staff_id::text, member, '{}', '{"session": "began"}', null, false, session.id, session.user_agent);
  elsif shop.acting() is not null then
    perform shop.add_to_audit_log(shop.acting(), 'session', session.staff_id::text, member, '{"session": "open"}', '{"session": "ended"}', null, false,
                                  case when shop.request_says('session') = session.id::text then session.id end,
                                  case when shop.request_says('session') = session.id::text then session.user_agent end);
  end if;
  return null;
end;
$$;

create trigger staff_sessions_noted after insert or delete on public.staff_sessions
  for each row execute function shop.note_session();

-- Notes a request of staff that nothing above noted: what has been done is in its words. Takes the kind, the record and those words.
create function public.note_request(kind text, record_id text, summary text) returns void
language plpgsql set search_path = ''
as $$
begin
  if shop.acting() is not null and not exists (
    select from public.audit_log a where a.created_at > now() - interval '5 minutes' and a.request_id = shop.request_says('request')) then
    perform shop.add_to_audit_log(shop.acting(), note_request.kind::shop.activity_kind, note_request.record_id, summary);
  end if;
end;
$$;

-- Notes what was refused for want of a right: each operation once an hour for each of the staff, and at most a hundred in a day. Takes the kind, the record and
-- what was wanted, in words.
create function public.note_refusal(kind text, record_id text, summary text) returns void
language plpgsql set search_path = ''
as $$
declare
  refused constant uuid := shop.acting();
begin
  if refused is not null and not exists (
       select from public.audit_log a where a.actor = refused and a.created_at > now() - interval '1 hour' and a.is_refused and a.operation = shop.request_says('operation'))
     and (select count(*) from public.audit_log a where a.actor = refused and a.created_at > now() - interval '1 day' and a.is_refused) < 100 then
    perform shop.add_to_audit_log(refused, note_refusal.kind::shop.activity_kind, note_refusal.record_id, summary, '{}', '{}', null, true);
  end if;
end;
$$;

-- A page of the activity, the latest first. Takes who looks (null: the command line), and what is looked for, each null for all: whose, of which kind, at which
-- record, from and to which day in Pakistan. Whoever may not see everybody's sees their own, and of it no more than their role shows elsewhere.
-- Returns {items, total}. Refuses 403 `owner_only`.
create function public.list_activity(viewer uuid, person uuid, kind shop.activity_kind, record text, from_day date, to_day date, page_offset integer, page_limit integer)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  sees_all constant boolean := shop.may(viewer, 'see_activity');
  sees_names constant boolean := shop.may(viewer, 'see_names');
  sees_orders constant boolean := shop.may(viewer, 'see_contacts') and shop.may(viewer, 'see_sums');
  from_time constant timestamptz := shop.start_of_day(from_day);
  to_time constant timestamptz := shop.start_of_day(to_day + 1);
begin
  if person is distinct from viewer then
    perform shop.assert_may(viewer, 'see_activity');
  end if;
  return jsonb_build_object(
    'items', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'id', a.id, 'created_at', a.created_at, 'actor_name', a.actor_name, 'role', a.role, 'operation', a.operation, 'request_id', a.request_id,
               'session_id', a.session_id, 'user_agent', a.user_agent, 'kind', a.kind, 'record_id', a.record_id, 'is_refused', a.is_refused,
               'subject', case when sees_all or sees_names or a.kind not in ('customer', 'message') and (a.kind <> 'payment' or a.event_id is not null) then a.subject
                               else case a.kind when 'customer' then 'a customer' when 'message' then 'a message' else 'store credit' end end,
               'before', case when seen.before then shop.without_secrets(coalesce(e.before, a.before)) else '{}' end,
               'after', case when seen.before then shop.without_secrets(coalesce(e.after, a.after)
                                                   || case when e.note <> '' then jsonb_build_object('note', e.note) else '{}' end) else '{}' end)
               order by a.created_at desc, a.id desc), '[]')
        from (select l.* from public.audit_log l
               where (person is null or l.actor = person) and (list_activity.kind is null or l.kind = list_activity.kind)
                 and (record is null or l.record_id = record) and (from_time is null or l.created_at >= from_time) and (to_time is null or l.created_at < to_time)
               order by l.created_at desc, l.id desc limit page_limit offset page_offset) a
        left join public.order_events e on e.id = a.event_id
       cross join lateral (select sees_all or a.kind in ('product', 'price', 'stock', 'review', 'discount_code', 'session')
                                  or sees_orders and a.kind not in ('bank_account', 'staff', 'role', 'settings', 'purchase') as before) seen),
    'total', (
      select count(*) from public.audit_log l
       where (person is null or l.actor = person) and (list_activity.kind is null or l.kind = list_activity.kind)
         and (record is null or l.record_id = record) and (from_time is null or l.created_at >= from_time) and (to_time is null or l.created_at < to_time)));
end;
$$;

-- What the staff did in a period: [{id, username, confirmed, delivered, returned, parcels, pieces}], by user name. `confirmed` counts orders that somebody on
-- the staff confirmed then, and `delivered` and `returned` what has become of those; `parcels` those that they packed then, and `pieces` what they put in. Who
-- packed is who scanned the pieces; where nobody did, who wrote the parcel down. Takes who looks (null: the command line), of whom (null: of all), and the first and last day in Pakistan, by default the last 30.
-- Refuses 403 `owner_only` for others' figures.
create function public.staff_figures(viewer uuid, person uuid, from_day date, to_day date) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  last_day constant date := coalesce(to_day, shop.day_of(now()));
  from_time constant timestamptz := shop.start_of_day(coalesce(from_day, last_day - 29));
  to_time constant timestamptz := shop.start_of_day(last_day + 1);
begin
  if person is distinct from viewer then
    perform shop.assert_may(viewer, 'see_activity');
  end if;
  return (
    with confirmed as (
      select distinct c.actor, c.order_id from public.confirmation_attempts c
       where c.actor is not null and (person is null or c.actor = person) and c.outcome = 'confirmed' and c.created_at >= from_time and c.created_at < to_time
    ), outcomes as (
      select c.actor, count(*) as confirmed, count(*) filter (where o.status = 'delivered' and not back.is_back) as delivered,
             count(*) filter (where back.is_back) as returned
        from confirmed c
        join public.orders o on o.id = c.order_id
        -- As `shop.customer_record` has it.
       cross join lateral (select coalesce((select l.status = 'returned' or (l.status = 'failed' and o.status = 'cancelled') from public.shipments l
                                             where l.order_id = o.id and l.archived_at is null
                                             order by l.created_at desc, l.id desc limit 1), false) as is_back) back
       group by c.actor
    ), packed as (
      select distinct e.actor, s.id, s.order_id
        from public.order_events e
        join public.shipments s on s.order_id = e.order_id and s.shipment_number = e.subject and s.archived_at is null
       where e.kind = 'parcel' and e.before is null and e.actor is not null and (person is null or e.actor = person)
         and e.created_at >= from_time and e.created_at < to_time
         and not exists (select from public.packed_pieces l where l.order_id = e.order_id)
    ), scanned as (
      select r.actor, r.order_id, sum(r.counted) as pieces
        from (select distinct l.order_id from public.packed_pieces l
               where l.actor is not null and (person is null or l.actor = person) and l.packed_at >= from_time and l.packed_at < to_time) d
       cross join lateral (select * from shop.packed_rows p where p.order_id = d.order_id) r
       where r.actor is not null and (person is null or r.actor = person) and r.packed_at >= from_time and r.packed_at < to_time
       group by r.actor, r.order_id having sum(r.counted) > 0
    ), parcels as (
      select p.actor, count(*) as parcels
        from (select actor, id from packed union all select actor, order_id from scanned) p group by p.actor
    ), pieces as (
      select p.actor, sum(p.pieces) as pieces
        from (select d.actor, i.quantity as pieces from (select distinct actor, order_id from packed) d join public.order_items i on i.order_id = d.order_id
              union all select actor, pieces from scanned) p group by p.actor
    )
    select coalesce(jsonb_agg(jsonb_build_object(
             'id', m.id, 'username', m.username, 'confirmed', coalesce(o.confirmed, 0), 'delivered', coalesce(o.delivered, 0),
             'returned', coalesce(o.returned, 0), 'parcels', coalesce(p.parcels, 0), 'pieces', coalesce(i.pieces, 0)) order by m.username), '[]')
      from public.staff m
      left join outcomes o on o.actor = m.id
      left join parcels p on p.actor = m.id
      left join pieces i on i.actor = m.id
     where case when person is null then m.is_active or o.actor is not null or p.actor is not null else m.id = person end);
end;
$$;

grant execute on function public.note_request, public.note_refusal, public.list_activity, public.staff_figures to service_role;

-- What `npm run doctor` asks of a live project: how it is set up, and whether the shop's work can be done there.

-- What `/api/health` tells: {built_at: of the newest build online, housekeeping_at: when the schedule last ran, mail_failing: whether mails have failed for
-- a quarter of an hour and none went out meanwhile, mails_waiting: how many are to go now or went wrong, builds_failing: whether builds fail one after another,
-- read_only: whether the project takes no orders, as one that is full}. Times are null for never.
create function public.health_report() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'built_at', (select max(b.built_at) from public.site_builds b where b.status = 'succeeded'),
    'housekeeping_at', (select c.done_at from shop.job_runs c where c.name = 'housekeeping'),
    'mail_failing', exists (select from shop.find_troubles() t where t.kind = 'mail'),
    'mails_waiting', (select count(*) from public.mail_outbox m
                       where m.kind::text <> 'whatsapp_question' and m.sent_at is null and m.failed_at is null and m.held_at is null),
    'builds_failing', exists (select from shop.find_troubles() t where t.kind = 'builds'),
    -- Not of this transaction: PostgREST only reads here.
    'read_only', current_setting('default_transaction_read_only') = 'on');
$$;

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
create function public.self_test() returns jsonb
language plpgsql set search_path = ''
as $$
declare
  work text;
  build text;
  variant public.product_variants;
  customer text;
  problems jsonb := '[]';
begin
  foreach work in array array['claim and finish a build', 'repeat a build', 'remove what has served its purpose', 'send mails', 'count calls',
                              'save settings', 'move stock', 'book a payment', 'note that housekeeping ran'] loop
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
          perform public.ask_for_site_build(true);
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
          perform public.hit_rate_limit('self-test', 1, 1);
          perform public.hit_rate_limit('self-test', 1, 1);
        when 'save settings' then
          perform public.change_settings('{"returns": {"days": 1}}', null);
        when 'move stock' then
          select v.* into variant from public.product_variants v where v.archived_at is null limit 1;
          if found then
            perform shop.change_stock(variant.product_id, 1, 'adjustment', null, 'self-test', null, variant.id);
            perform shop.change_stock(variant.product_id, -1, 'adjustment', null, 'self-test', null, variant.id);
          end if;
        when 'book a payment' then
          select c.id into customer from public.customers c where c.merged_into is null limit 1;
          if found then
            perform public.give_credit(customer, 1, 'self-test', null);
            perform public.reverse_payment((select p.id from public.payments p where p.customer_id = customer order by p.sequence desc limit 1), 'self-test', null);
            set constraints all immediate;
            set constraints all deferred;
          end if;
          if (select sum(b.value::numeric) from jsonb_each_text(public.account_balances()) b) <> 0 then
            raise exception 'the accounts are not zero together';
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

grant execute on function public.health_report, public.project_report, public.self_test, public.thousand_rows to service_role;
