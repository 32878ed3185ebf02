SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION shop.seconds_to_build()
  RETURNS numeric
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
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
  due := case when changes < 20 then last_change + interval '1 second'
              else greatest(last_change + interval '5 seconds', start_before + interval '1 minute') end;
  return extract(epoch from least(due, last_start + interval '1 minute') - clock);
end;
$function$;
