-- Who may begin a build, and when: never two at once, few for a burst of edits, and the last edit always in one.

-- When the pages that a build made began to be read from the catalogue: what was committed by then is in them.
alter table public.site_builds add column built_at timestamptz;
update public.site_builds set built_at = finished_at where status = 'succeeded';
drop index public.site_builds_finished;
create index site_builds_built on public.site_builds (built_at desc) where status = 'succeeded';
create unique index site_builds_one_running on public.site_builds (status) where status = 'running';

-- Makes a build wait, unless one does.
create function shop.request_site_build() returns void
language sql set search_path = ''
as $$
  insert into public.site_builds default values on conflict (status) where status = 'pending' do nothing;
$$;

-- Seconds until the waiting build may begin; 0 or less is now. The first edit after a quiet minute is built at once. After that an edit or a few
-- wait for two quiet seconds, twenty and more for five, and for the minute to have seen fewer than two builds. Nobody waits longer than a minute.
-- A build that is only tried again waits 1, 2, 4 … 10 minutes, by how often it failed.
create function shop.seconds_to_build() returns numeric
language plpgsql stable set search_path = ''
as $$
declare
  moment timestamptz := clock_timestamp();
  waiting bigint;
  last_change timestamptz;
  last_start timestamptz;
  start_before timestamptz;
  failures bigint;
  failed_at timestamptz;
  due timestamptz;
begin
  select count(*), max(c.changed_at) into waiting, last_change from shop.site_changes c;
  if waiting = 0 then
    select count(*), max(b.finished_at) into failures, failed_at from public.site_builds b
     where b.status = 'failed' and b.finished_at > coalesce((select max(s.finished_at) from public.site_builds s where s.status = 'succeeded'), '-infinity');
    return coalesce(extract(epoch from failed_at - moment) + 60 * least(10, 2 ^ (least(failures, 5) - 1)), 0);
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

-- Takes the waiting build for the caller, who has to see that it is made. Takes whether the caller builds at once, alone and whatever ran before it
-- (a host that starts). Returns {"id"} when it was taken; else {"wait"}, the seconds until asking again makes sense: none when no build waits,
-- or when one is running, whose end asks again. A build that has not come back in ten minutes is given up.
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

  -- Who claims at the same moment waits here, and so does whoever claims while a change is being made.
  select b.id into build from public.site_builds b where b.status = 'pending' for update;
  if build is null or exists (select from public.site_builds b where b.status = 'running') then
    return '{}';
  end if;
  seconds := case when at_once then 0 else shop.seconds_to_build() end;
  if seconds > 0 then
    return jsonb_build_object('wait', ceil(seconds * 10) / 10);
  end if;

  delete from shop.site_changes;
  update public.site_builds b set status = 'running', started_at = clock_timestamp() where b.id = build;
  return jsonb_build_object('id', build);
end;
$$;

revoke execute on function shop.request_site_build, shop.seconds_to_build, public.claim_site_build from public, anon, authenticated;
grant execute on function shop.request_site_build, shop.seconds_to_build, public.claim_site_build to service_role;
