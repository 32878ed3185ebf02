-- What is wrong now, by where it comes from.

-- What does not go out, is not built, or fails on the server. As `shop.find_troubles` returns it.
create function shop.troubles_of_work() returns table (kind text, since timestamptz, details jsonb)
language sql stable set search_path = ''
as $$
  with thresholds as (
    select jsonb_object_agg(c.kind, c.threshold) as of from public.conditions c
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
  )
  select o.kind, o.since, jsonb_build_object('waiting', o.waiting, 'error', o.error) from outbox o
  union all
  select 'builds', b.since, jsonb_build_object('failed', b.failed) from builds b, thresholds t
    where b.failed >= (t.of ->> 'builds')::numeric
  union all
  select 'server_errors', f.since, jsonb_build_object('failures', f.count, 'operation', f.operation)
    from failures f, thresholds t where f.count >= (t.of ->> 'server_errors')::numeric;
$$;

-- What has not been done for too long, or fails elsewhere: the schedule, backups and their rehearsals, phones, browsers. As
-- `shop.find_troubles` returns it.
create function shop.troubles_of_clock() returns table (kind text, since timestamptz, details jsonb)
language sql stable set search_path = ''
as $$
  with thresholds as (
    select jsonb_object_agg(c.kind, c.threshold) as of from public.conditions c
  ), opened as (
    select min(s.created_at) as at from public.staff s
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
  )
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
    from browsers b, thresholds t where b.count >= (t.of ->> 'browser_errors')::numeric;
$$;

-- What fills: the database, the storage, the mails of a day. As `shop.find_troubles` returns it.
create function shop.troubles_of_space() returns table (kind text, since timestamptz, details jsonb)
language sql stable set search_path = ''
as $$
  with thresholds as (
    select jsonb_object_agg(c.kind, c.threshold) as of from public.conditions c
  ), sizes as (
    select round(pg_database_size(current_database()) / 1000000.0) as database,
           (select coalesce(round(sum((o.metadata ->> 'size')::bigint) / 1000000.0), 0) from storage.objects o) as storage
  ), mails as (
    select count(*) as sent, max(l.mails_per_day) as allowed from public.limits l
      join public.mail_outbox m on m.kind::text <> 'whatsapp_question' and m.sent_at > now() - interval '1 day'
  )
  select 'database_size', now(), jsonb_build_object('megabytes', s.database) from sizes s, thresholds t
    where s.database >= (t.of ->> 'database_size')::numeric
  union all
  select 'storage_size', now(), jsonb_build_object('megabytes', s.storage) from sizes s, thresholds t
    where s.storage >= (t.of ->> 'storage_size')::numeric
  union all
  select 'mails_sent', now(), jsonb_build_object('sent', m.sent, 'allowed', m.allowed)
    from mails m, thresholds t where m.sent * 100 >= m.allowed * (t.of ->> 'mails_sent')::numeric;
$$;

-- What couriers do not say, or say in words that nobody knows, and parcels that wait for advice. As `shop.find_troubles` returns it.
create function shop.troubles_of_couriers() returns table (kind text, since timestamptz, details jsonb)
language sql stable set search_path = ''
as $$
  with thresholds as (
    select jsonb_object_agg(c.kind, c.threshold) as of from public.conditions c
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
  )
  select 'courier_polls', min(p.since), jsonb_build_object('waiting', sum(p.parcels), 'courier', (array_agg(p.name order by p.since))[1],
                                                           'error', (array_agg(nullif(p.problem, '') order by p.since))[1])
    from polls p having count(*) > 0
  union all
  select 'courier_advice', a.since, jsonb_build_object('waiting', a.waiting, 'courier', a.courier, 'error', a.error)
    from advices a where a.waiting > 0
  union all
  select 'courier_words', w.since, jsonb_build_object('waiting', w.words, 'courier', w.courier, 'word', w.word)
    from words w, thresholds t where w.words >= (t.of ->> 'courier_words')::numeric;
$$;

-- Bookings whose outcome nobody knows, and answers of couriers that were left out in part. As `shop.find_troubles` returns it.
create function shop.troubles_of_bookings() returns table (kind text, since timestamptz, details jsonb)
language sql stable set search_path = ''
as $$
  with thresholds as (
    select jsonb_object_agg(c.kind, c.threshold) as of from public.conditions c
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
  )
  select 'courier_bookings', b.since, jsonb_build_object('waiting', b.waiting, 'courier', b.courier, 'error', b.error)
    from bookings b where b.waiting > 0
  union all
  select 'courier_answers', a.since, jsonb_build_object('waiting', a.parcels, 'courier', a.courier, 'error', a.error)
    from answers a, thresholds t where a.parcels >= (t.of ->> 'courier_answers')::numeric;
$$;
