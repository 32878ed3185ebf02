-- Sending what waits in the outbox. Who takes a mail also puts its next attempt off, so that nobody sends it a second time meanwhile,
-- and whoever dies while sending leaves it to be tried again.

-- How long to wait before a mail is tried again. Takes how often it was tried.
create function shop.mail_backoff(attempts integer) returns interval
language sql immutable set search_path = ''
as $$
  select make_interval(mins => (array [1, 2, 5, 15, 60])[greatest(1, least(attempts, 5))]);
$$;

-- Takes mails that are due, the longest waiting first. Takes how many at most. Returns them as a list of {id, kind, recipient, payload}.
-- Mails that another sender is just taking are left to it.
create function public.claim_mails(most integer) returns jsonb
language sql set search_path = ''
as $$
  with due as (
    select m.id, m.next_attempt_at from public.mail_outbox m
     where m.sent_at is null and m.failed_at is null and m.next_attempt_at <= now()
     order by m.next_attempt_at, m.id limit most for update skip locked
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

-- Writes down what became of claimed mails. Takes a list of {id, outcome, error}: `sent`; `failed`, to be tried again until it is a day old;
-- `waiting`, to be tried again however old it is; `untried`, as if it had never been claimed. Returns the ids of those given up.
create function public.record_mails(results jsonb) returns text[]
language sql set search_path = ''
as $$
  with recorded as (
    update public.mail_outbox m
       set sent_at = case when r.outcome = 'sent' then now() end,
           failed_at = case when r.outcome = 'failed' and m.created_at <= now() - interval '24 hours' then now() end,
           last_error = case r.outcome when 'sent' then null when 'untried' then m.last_error else r.error end,
           attempts = case when r.outcome = 'untried' then m.attempts - 1 else m.attempts end,
           next_attempt_at = case when r.outcome = 'untried' then now() else m.next_attempt_at end
      from jsonb_to_recordset(results) as r (id text, outcome text, error text)
     where m.id = r.id and m.sent_at is null
    returning m.id, m.failed_at
  )
  select coalesce(array_agg(d.id) filter (where d.failed_at is not null), '{}') from recorded d;
$$;

revoke execute on function public.claim_mails, public.record_mails from public, anon, authenticated;
grant execute on function public.claim_mails, public.record_mails to service_role;
grant execute on all functions in schema shop to service_role;
