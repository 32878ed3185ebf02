-- Pushes are sent in their time: at night only what cannot wait, several at once as one.

-- When the quiet hours that a moment falls into end; null: it falls into none. Takes the hours, in Pakistan, or nulls. Those that end
-- earlier than they begin go past midnight.
create function shop.quiet_until(quiet_from time, quiet_to time, moment timestamptz) returns timestamptz
language plpgsql immutable set search_path = ''
as $$
declare
  here constant timestamp := moment at time zone 'Asia/Karachi';
  is_quiet constant boolean := case when quiet_from < quiet_to then here::time >= quiet_from and here::time < quiet_to
                                    else here::time >= quiet_from or here::time < quiet_to end;
begin
  return case when is_quiet
              then (here::date + quiet_to + case when here::time < quiet_to then interval '0' else interval '1 day' end)
                   at time zone 'Asia/Karachi' end;
end;
$$;

-- Prepares what is due: it waits while its device is quiet, unless something is broken or an account is at stake; what was quiet, and
-- whatever is more than three at once, is told in one; and what is older than two days is of no use.
create function shop.prepare_pushes() returns void
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('preparing pushes', 0));
  update public.push_outbox o set failed_at = now(), last_error = 'waited until it was of no use any more'
   where o.sent_at is null and o.failed_at is null and o.created_at < now() - interval '2 days';
  update public.push_outbox o set is_delayed = true, next_attempt_at = shop.quiet_until(d.quiet_from, d.quiet_to, now())
    from public.push_devices d
   where d.id = o.device_id and o.sent_at is null and o.failed_at is null and o.next_attempt_at <= now()
     and o.kind not in ('trouble', 'access', 'test')
     and shop.quiet_until(d.quiet_from, d.quiet_to, now()) is not null;
  with due as (
    select o.id, o.device_id, o.kind from public.push_outbox o
     where o.sent_at is null and o.failed_at is null and o.next_attempt_at <= now()
       and o.kind not in ('trouble', 'access', 'test', 'several')
       and (select count(*) > 3 or (count(*) > 1 and bool_or(e.is_delayed)) from public.push_outbox e
             where e.device_id = o.device_id and e.sent_at is null and e.failed_at is null and e.next_attempt_at <= now()
               and e.kind not in ('trouble', 'access', 'test', 'several'))
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

-- Stores what became of claimed news. Takes [{id, outcome, error, wait_seconds}]: `sent`; `gone`, upon which the device is forgotten;
-- `refused`, which stops the device the fifth time in a row; `failed`, tried again, not before the seconds that its service asked for;
-- `too_large`, given up; `untried`, as if it had not been claimed.
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

grant execute on function public.claim_pushes, public.record_pushes to service_role;
