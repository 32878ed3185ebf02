-- What is wrong now, told to the owners once, and told again when all is well.

-- What is wrong right now: the kind of each trouble, since when, and what is known of it, by which its text is written (src/domain/status).
-- Whether anybody watches it does not matter here.
create function shop.find_troubles() returns table (kind text, since timestamptz, details jsonb)
language sql stable set search_path = ''
as $$
  select * from shop.troubles_of_work()
  union all
  select * from shop.troubles_of_clock()
  union all
  select * from shop.troubles_of_space()
  union all
  select * from shop.troubles_of_couriers()
  union all
  select * from shop.troubles_of_bookings();
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
