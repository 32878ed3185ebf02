-- When changes get onto the pages is the owner's choice, because each build is a deploy, and plans count those: at once, so many minutes after the
-- first change, or at night. Prices and stock are asked live by the pages and do not wait.

-- {"rebuild": "at_once" | "interval" | "nightly", "minutes": 5 to 1440, "hour": 0 to 23, in Pakistan}
create function shop.is_rebuild_rule(rule jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select case when jsonb_typeof(rule -> 'minutes') = 'number' and jsonb_typeof(rule -> 'hour') = 'number'
              then coalesce(rule ->> 'rebuild' in ('at_once', 'interval', 'nightly'), false)
                   and (rule ->> 'minutes')::numeric between 5 and 1440 and (rule ->> 'minutes')::numeric % 1 = 0
                   and (rule ->> 'hour')::numeric between 0 and 23 and (rule ->> 'hour')::numeric % 1 = 0
              else false end;
$$;

-- The database decides by this rule when a build is due: one that it cannot read would end all building.
alter table public.shop_settings
  add constraint shop_settings_pages_valid check (not content ? 'pages' or shop.is_rebuild_rule(content -> 'pages'));

-- No page shows the rule, so that a change of it alone costs no build.
drop trigger shop_settings_rebuild_site on public.shop_settings;
create trigger shop_settings_rebuild_site after update on public.shop_settings
  for each row when ((old.content - 'pages') is distinct from (new.content - 'pages')) execute function shop.mark_site_stale();

-- Somebody asked for the waiting build: it waits for nothing.
alter table public.site_builds add column asked_for boolean not null default false;

-- When changes of which the first was made then have been collected long enough. Null: by the rule they are not collected.
create function shop.collected_at(first_change timestamptz) returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  rule jsonb := (select s.content -> 'pages' from public.shop_settings s);
  here timestamp := first_change at time zone 'Asia/Karachi';
  tonight timestamp;
begin
  case rule ->> 'rebuild'
    when 'interval' then
      return first_change + make_interval(mins => (rule ->> 'minutes')::integer);
    when 'nightly' then
      tonight := date_trunc('day', here) + make_interval(hours => (rule ->> 'hour')::integer);
      return (case when tonight > here then tonight else tonight + interval '1 day' end) at time zone 'Asia/Karachi';
    else
      return null;
  end case;
end;
$$;

-- As before, and by the owner's rule: seconds until the waiting build may begin; 0 or less is now. What somebody asked for, and what is only tried
-- again, is not collected anew: a build that failed waits 1, 2, 4 … 10 minutes, by how often it did. Where changes are built at once, the first edit
-- after a quiet minute is. After that an edit or a few wait for two quiet seconds, twenty and more for five, and for the minute to have seen fewer
-- than two builds. Nobody waits longer than a minute.
create or replace function shop.seconds_to_build() returns numeric
language plpgsql stable set search_path = ''
as $$
declare
  moment timestamptz := clock_timestamp();
  waiting bigint;
  first_change timestamptz;
  last_change timestamptz;
  last_start timestamptz;
  start_before timestamptz;
  failures bigint;
  failed_at timestamptz;
  tried_again timestamptz;
  due timestamptz;
begin
  if exists (select from public.site_builds b where b.status = 'pending' and b.asked_for) then
    return 0;
  end if;

  select count(*), max(b.finished_at) into failures, failed_at from public.site_builds b
   where b.status = 'failed' and b.finished_at > coalesce((select max(s.finished_at) from public.site_builds s where s.status = 'succeeded'), '-infinity');
  tried_again := failed_at + make_interval(mins => least(10, 2 ^ (least(failures, 5) - 1))::integer);

  select count(*), min(c.changed_at), max(c.changed_at) into waiting, first_change, last_change from shop.site_changes c;
  if waiting = 0 then
    return coalesce(extract(epoch from tried_again - moment), 0);
  end if;

  due := shop.collected_at(first_change);
  if due is not null then
    return extract(epoch from least(due, tried_again) - moment);
  end if;

  select max(b.started_at) into last_start from public.site_builds b;
  if last_start is null or last_start < moment - interval '1 minute' then
    return 0;
  end if;
  select max(b.started_at) into start_before from public.site_builds b where b.started_at < last_start;
  due := case when waiting < 20 then last_change + interval '2 seconds'
              else greatest(last_change + interval '5 seconds', start_before + interval '1 minute') end;
  return extract(epoch from least(due, last_start + interval '1 minute') - moment);
end;
$$;

-- As before, and the build that nobody took is not collected anew: changes from before it was claimed are in it.
create or replace function public.release_site_build(build text) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from public.site_builds b where b.id = build and b.status = 'running';
  if found then
    perform public.ask_for_site_build();
  end if;
end;
$$;

-- Makes a build wait that is due now, or the waiting one due.
create function public.ask_for_site_build() returns void
language sql set search_path = ''
as $$
  insert into public.site_builds (asked_for) values (true)
  on conflict (status) where status = 'pending' do update set asked_for = true;
$$;

-- How the pages stand: {built_at: of what the pages online were made, running_since, changes: how many wait, due_at: when what waits may be built,
-- failed_at: the last build failed then}. What is not so is null.
create function public.site_build_status() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'built_at', (select max(b.built_at) from public.site_builds b where b.status = 'succeeded'),
    'running_since', (select b.started_at from public.site_builds b where b.status = 'running'),
    'changes', (select count(*) from shop.site_changes),
    'due_at', (select clock_timestamp() + make_interval(secs => greatest(0, shop.seconds_to_build())::double precision)
                 from public.site_builds b where b.status = 'pending'),
    'failed_at', (select max(f.finished_at) from public.site_builds f
                   where f.status = 'failed'
                     and f.finished_at > coalesce((select max(s.finished_at) from public.site_builds s where s.status = 'succeeded'), '-infinity'))
  );
$$;

revoke execute on function shop.is_rebuild_rule, shop.collected_at, public.ask_for_site_build, public.site_build_status from public, anon, authenticated;
grant execute on function shop.is_rebuild_rule, shop.collected_at, public.ask_for_site_build, public.site_build_status to service_role;
