SET local check_function_bodies = off;

DROP FUNCTION "public"."ask_for_site_build"();

DROP FUNCTION "public"."site_build_status"();

CREATE OR REPLACE FUNCTION public.ask_for_site_build (
  beyond_budget boolean DEFAULT false
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  budget constant integer := (shop.limits()).builds_per_day;
begin
  if not beyond_budget and shop.builds_today() >= budget then
    perform shop.refuse(409, 'builds_used_up', format('Today’s builds are used up (%s)', budget), jsonb_build_object('buildsPerDay', budget));
  end if;
  insert into public.site_builds (asked_for) values (true)
  on conflict (status) where status = 'pending' do update set asked_for = true, requested_at = now();
end;
$function$;

REVOKE ALL ON FUNCTION "public"."ask_for_site_build"(boolean) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.confirm_site_build (
  built_at timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.rehearse()
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  work text;
  build text;
  variant public.product_variants;
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
          perform public.hit_rate_limit('rehearsal', 1, 1);
          perform public.hit_rate_limit('rehearsal', 1, 1);
        when 'save settings' then
          perform public.change_settings('{"returns": {"days": 1}}', null);
        when 'move stock' then
          select v.* into variant from public.product_variants v where v.archived_at is null limit 1;
          if found then
            perform shop.change_stock(variant.product_id, 1, 'adjustment', null, 'rehearsal', null, variant.id);
            perform shop.change_stock(variant.product_id, -1, 'adjustment', null, 'rehearsal', null, variant.id);
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
$function$;

CREATE OR REPLACE FUNCTION public.release_site_build (
  build text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  delete from public.site_builds b where b.id = build and b.status = 'running';
  if found then
    perform public.ask_for_site_build(true);
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION public.site_build_status()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
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
$function$;

REVOKE ALL ON FUNCTION "public"."site_build_status"() FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION shop.builds_today()
  RETURNS bigint
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select count(*) from public.site_builds b where b.started_at >= shop.start_of_day(shop.day_of(clock_timestamp()));
$function$;

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
$function$;

REVOKE ALL ON FUNCTION "public"."ask_for_site_build"(boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."ask_for_site_build"(boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."ask_for_site_build"(boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."site_build_status"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."site_build_status"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."site_build_status"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."builds_today"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."builds_today"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."builds_today"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."builds_today"() TO "service_role";
