-- Builds of the prebuilt pages. A change of the catalogue makes one build wait, however many changes follow; never two run at once, the
-- last change is always in one, and the owner decides how long changes are collected, because each build is a deploy and plans count those.
-- What strangers cause (a review, the last piece sold) never asks for a build of its own at once: it is in the next one of the staff, or in
-- one after half an hour.

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

-- The pages no longer show what the catalogue says. Holds a share lock on the waiting build until the change is committed; otherwise a
-- build could claim the row, read the catalogue without the change, and leave nothing that asks for another build.
create function shop.mark_pages_stale() returns void
language plpgsql set search_path = ''
as $$
begin
  loop
    perform 1 from public.site_builds b where b.status = 'pending' for share;
    exit when found;
    insert into public.site_builds default values on conflict (status) where status = 'pending' do nothing;
  end loop;
  insert into shop.site_changes (by_stranger) values (coalesce(current_setting('shop.stranger', true), '') = 'yes')
    on conflict (transaction) do nothing;
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

-- Makes a build wait that is due now, or makes the waiting one due. Refuses 409 `builds_used_up` {buildsPerDay} when a day's builds are
-- used up, unless whoever asks says that they know.
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

-- When changes have been collected long enough by the owner's setting `pages`, given when the first was made. Null when changes are built
-- at once.
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

-- Seconds until the waiting build may begin; 0 or less means now. A build that somebody asked for is due at once, a failed one after 1, 2,
-- 4 … 10 minutes. Where changes are built at once, the first after a quiet minute starts immediately; after that a few changes wait for one
-- quiet second, twenty or more for five, at most two builds start within a minute, and no change waits longer than a minute. Changes by
-- strangers wait for half an hour, or as long as the owner collects changes, whichever is longer. When the day's builds are used up, all
-- but what somebody asked for waits for the next day in Pakistan.
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
   where b.status = 'failed' and b.finished_at > coalesce((select max(s.finished_at) from public.site_builds s
                                                           where s.status = 'succeeded'), '-infinity');
  retry_at := failed_at + make_interval(mins => least(10, 2 ^ (least(failures, 5) - 1))::integer);

  select count(*) filter (where not c.by_stranger), min(c.changed_at) filter (where not c.by_stranger),
    max(c.changed_at) filter (where not c.by_stranger),
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
-- Returns {id} when it was taken, else {wait}: the seconds after which asking again makes sense, nothing when no build waits or one is
-- running. A build that has not ended after ten minutes counts as failed.
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

-- Says that pages are online, and when they began to be read from the catalogue. The build that was running by then has succeeded; pages
-- that no build was claimed for (a deploy of new code) get a row of their own. Keeps the last hundred builds, and today's.
create function public.confirm_site_build(built_at timestamptz) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.site_builds b set status = 'succeeded', finished_at = now(), built_at = confirm_site_build.built_at
   where b.status = 'running' and b.started_at <= confirm_site_build.built_at;
  if not found and not exists (select from public.site_builds b where b.status = 'succeeded' and b.built_at >= confirm_site_build.built_at)
    then
    insert into public.site_builds (status, started_at, finished_at, built_at)
    values ('succeeded', confirm_site_build.built_at, confirm_site_build.built_at, confirm_site_build.built_at);
  end if;
  delete from public.site_builds b
   where b.finished_at < (select o.finished_at from public.site_builds o where o.finished_at is not null
                          order by o.finished_at desc offset 100 limit 1)
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

-- How the pages stand: {built_at, running_since, changes: how many wait, by_strangers: how many of them strangers caused, due_at: when the
-- waiting build may start (past when overdue), failed_at: when the last build failed, if none succeeded since, builds_today,
-- builds_per_day: how many there may be}. Null where there is nothing to tell.
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
                     and f.finished_at > coalesce((select max(s.finished_at) from public.site_builds s where s.status = 'succeeded'),
                                                  '-infinity')),
    'builds_today', shop.builds_today(),
    'builds_per_day', (shop.limits()).builds_per_day
  );
end;
$$;

-- Trigger: the pages no longer show what the catalogue says.
create function shop.mark_site_stale() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.mark_pages_stale();
  return null;
end;
$$;

grant execute on function public.ask_for_site_build, public.claim_site_build, public.confirm_site_build, public.fail_site_build,
  public.release_site_build, public.site_build_status to service_role;
