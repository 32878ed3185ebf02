-- What is wrong now, told to the owners once, and told again when all is well.

-- What is wrong right now: the kind of each trouble, since when, and what is known of it, by which its text is written (src/domain/status).
-- Whether anybody watches it does not matter here.
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
       and not exists (select from public.mail_outbox o where (o.kind::text = 'whatsapp_question') = (channel.kind = 'whatsapp')
                       and o.sent_at > m.created_at)
     group by channel.kind
  ), builds as (
    select min(b.finished_at) as since, count(*) as failed from public.site_builds b
     where b.status = 'failed' and b.finished_at > coalesce((select max(s.finished_at) from public.site_builds s
                                                             where s.status = 'succeeded'), '-infinity')
  ), failures as (
    select min(f.hour) as since, sum(f.failures) as count, (array_agg(f.operation order by f.failures desc))[1] as operation
      from public.server_failures f where f.last_at > now() - interval '1 hour'
  ), jobs as (
    select coalesce((select r.done_at from shop.job_runs r where r.name = 'housekeeping'), o.at) as housekeeping,
           coalesce((select r.done_at from shop.job_runs r where r.name = 'backup'), o.at) as backup from opened o
  ), phones as (
    select min(d.stopped_at) as since, count(*) as devices, max(d.last_error) as error from public.push_devices d
    where d.stopped_at is not null
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
  ), polls as (
    select c.name, f.failing_since as since, f.problem, (select count(*) from public.parcel_progress p
                                                         join public.courier_bookings b on b.id = p.booking_id
                                                          where b.courier_id = c.id and p.next_poll_at is not null) as parcels
      from public.courier_polls f join public.couriers c on c.id = f.courier_id cross join thresholds t
     where f.failing_since < now() - make_interval(mins => (t.of ->> 'courier_polls')::integer)
    union all
    -- The courier may be well: nobody gets round to asking it.
    select c.name, min(p.next_poll_at), null, count(*)
      from public.parcel_progress p join public.courier_bookings b on b.id = p.booking_id
      join public.couriers c on c.id = b.courier_id cross join thresholds t
     where p.next_poll_at < now() - make_interval(mins => (t.of ->> 'courier_polls')::integer)
       and not exists (select from public.courier_polls f where f.courier_id = c.id and f.failing_since is not null)
     group by c.name
  ), advices as (
    select min(a.created_at) as since, count(*) as waiting, (array_agg(nullif(a.problem, '') order by p.advice_due_by))[1] as error,
           (array_agg(c.name order by p.advice_due_by))[1] as courier
      from public.parcel_advices a join public.parcel_progress p on p.booking_id = a.booking_id and p.status in ('attempted', 'advice_due')
      join public.courier_bookings b on b.id = a.booking_id join public.couriers c on c.id = b.courier_id cross join thresholds t
     -- It usually goes within a minute.
     where a.state in ('intended', 'calling') and a.created_at < now() - interval '5 minutes'
       and p.advice_due_by < now() + make_interval(mins => (t.of ->> 'courier_advice')::integer)
  ), words as (
    select min(l.first_at) as since, count(*) as words, (array_agg(l.label order by l.times desc, l.id))[1] as word,
           (array_agg(c.name order by l.times desc, l.id))[1] as courier
      from public.courier_labels l join public.couriers c on c.id = l.courier_id where l.meaning is null
  ), bookings as (
    -- Where files go to a portal, waiting is nothing unusual.
    select min(b.created_at) as since, count(*) as waiting, (array_agg(c.name order by b.created_at))[1] as courier,
           (array_agg(nullif(b.problem, '') order by b.created_at))[1] as error
      from public.courier_bookings b join public.couriers c on c.id = b.courier_id cross join thresholds t
     where b.state in ('intended', 'unknown') and c.adapter <> 'generic'
       and b.created_at < now() - make_interval(mins => (t.of ->> 'courier_bookings')::integer)
  ), answers as (
    -- It answered, and something was left out of that.
    select min(p.polled_at) as since, count(*) as parcels, (array_agg(c.name order by p.polled_at))[1] as courier,
           (array_agg(p.poll_problem order by p.polled_at))[1] as error
      from public.parcel_progress p join public.courier_bookings b on b.id = p.booking_id join public.couriers c on c.id = b.courier_id
     where p.next_poll_at is not null and p.poll_failures = 0 and p.poll_problem <> ''
  ), mails as (
    select count(*) as sent, max(l.mails_per_day) as allowed from public.limits l
      join public.mail_outbox m on m.kind::text <> 'whatsapp_question' and m.sent_at > now() - interval '1 day'
  )
  select o.kind, o.since, jsonb_build_object('waiting', o.waiting, 'error', o.error) from outbox o
  union all
  select 'builds', b.since, jsonb_build_object('failed', b.failed) from builds b, thresholds t
    where b.failed >= (t.of ->> 'builds')::numeric
  union all
  select 'server_errors', f.since, jsonb_build_object('failures', f.count, 'operation', f.operation)
    from failures f, thresholds t where f.count >= (t.of ->> 'server_errors')::numeric
  union all
  select 'schedule', j.housekeeping, '{}' from jobs j, thresholds t
    where j.housekeeping < now() - make_interval(mins => (t.of ->> 'schedule')::integer)
  union all
  select 'backup', j.backup + make_interval(days => (t.of ->> 'backup')::integer),
         jsonb_build_object('lastAt', (select r.done_at from shop.job_runs r where r.name = 'backup'))
    from jobs j, thresholds t where j.backup < now() - make_interval(days => (t.of ->> 'backup')::integer)
  union all
  select 'push', p.since, jsonb_build_object('devices', p.devices, 'error', p.error) from phones p, thresholds t
    where p.devices >= (t.of ->> 'push')::numeric
  union all
  select 'rehearsal', coalesce((r.last).made_at, r.at), jsonb_build_object('lastAt', r.last_at, 'error', (r.last).problem)
    from rehearsals r, thresholds t where (r.last).problem is not null
      or r.at < now() - make_interval(days => (t.of ->> 'rehearsal')::integer)
  union all
  select 'browser_errors', b.since, jsonb_build_object('failures', b.count, 'page', b.page)
    from browsers b, thresholds t where b.count >= (t.of ->> 'browser_errors')::numeric
  union all
  select 'database_size', now(), jsonb_build_object('megabytes', s.database) from sizes s, thresholds t
    where s.database >= (t.of ->> 'database_size')::numeric
  union all
  select 'storage_size', now(), jsonb_build_object('megabytes', s.storage) from sizes s, thresholds t
    where s.storage >= (t.of ->> 'storage_size')::numeric
  union all
  select 'mails_sent', now(), jsonb_build_object('sent', m.sent, 'allowed', m.allowed)
    from mails m, thresholds t where m.sent * 100 >= m.allowed * (t.of ->> 'mails_sent')::numeric
  union all
  select 'courier_polls', min(p.since), jsonb_build_object('waiting', sum(p.parcels), 'courier', (array_agg(p.name order by p.since))[1],
                                                           'error', (array_agg(nullif(p.problem, '') order by p.since))[1])
    from polls p having count(*) > 0
  union all
  select 'courier_advice', a.since, jsonb_build_object('waiting', a.waiting, 'courier', a.courier, 'error', a.error)
    from advices a where a.waiting > 0
  union all
  select 'courier_words', w.since, jsonb_build_object('waiting', w.words, 'courier', w.courier, 'word', w.word)
    from words w, thresholds t where w.words >= (t.of ->> 'courier_words')::numeric
  union all
  select 'courier_bookings', b.since, jsonb_build_object('waiting', b.waiting, 'courier', b.courier, 'error', b.error)
    from bookings b where b.waiting > 0
  union all
  select 'courier_answers', a.since, jsonb_build_object('waiting', a.parcels, 'courier', a.courier, 'error', a.error)
    from answers a, thresholds t where a.parcels >= (t.of ->> 'courier_answers')::numeric;
$$;

-- Looks at all conditions, keeps what became of them, and tells every owner what is wrong by mail and on their phones, once, and when it is
-- well again. Mails that do not go cannot say so; phones and the screen do. Failures and errors are kept for 30 days, backups for a year.
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
             jsonb_build_object('kind', condition.kind, 'since', coalesce(condition.since, condition.was_since),
                                'details', condition.details)
        from public.staff s where s.is_owner and s.is_active;
    end if;
  end loop;
end;
$$;

-- How the shop is: {conditions: [{kind, threshold, is_watched, since, details}], failures: [{operation, code, failures, last_at,
-- last_request_id, recent}], browser_errors: [{release, page, message, errors, first_at, last_at, place, browsers}], backups: {last,
-- last_failed, rehearsal}}. `since` is null for what is well; what is wrong right now is found anew. `failures` are those of a week with
-- the last five requests of each, `browser_errors` those of 30 days; the latest first, fifty at most.
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
                         from (select e.release, e.page, e.message, sum(e.errors) as errors, min(e.first_at) as first_at,
                               max(e.last_at) as last_at,
                                      (array_agg(e.place order by e.last_at desc))[1] as place,
                                      (select array_agg(distinct b.name order by b.name)
                                         from public.browser_errors o, unnest(o.browsers) as b (name)
                                        where (o.release, o.page, o.message) = (e.release, e.page, e.message)) as browsers
                                 from public.browser_errors e group by e.release, e.page, e.message order by 6 desc limit 50) g),
    'backups', jsonb_build_object(
      'last', (select to_jsonb(b) from public.backups b where b.kind = 'backup' and b.problem is null order by b.made_at desc limit 1),
      'last_failed', (select to_jsonb(b) from public.backups b where b.kind = 'backup' and b.problem is not null
                      order by b.made_at desc limit 1),
      'rehearsal', (select to_jsonb(b) from public.backups b where b.kind = 'rehearsal' order by b.made_at desc limit 1)));
$$;

-- Switches on or off whether a condition is watched, and from when on it is a trouble. Takes its kind, the threshold and the owner. Returns
-- what `shop_status` does. Refuses 403 `owner_only`, 404 `condition_not_found`.
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

grant execute on function public.watch_conditions, public.shop_status, public.change_condition to service_role;
