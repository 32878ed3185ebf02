-- What was kept for a purpose goes when the purpose is over: neither the database nor what it knows of people grows for ever.

-- Removes mails that were sent or given up a month ago (orders and messages stand in tables of their own) and limits whose window has ended.
-- Returns how many rows went.
create function public.forget() returns integer
language sql set search_path = ''
as $$
  with mails as (
    delete from public.mail_outbox m
     where coalesce(m.sent_at, m.failed_at) < now() - interval '30 days'
    returning 1
  ), limits as (
    delete from public.rate_limits r
     where r.window_ends_at < now()
    returning 1
  )
  select (select count(*) from mails)::integer + (select count(*) from limits)::integer;
$$;

revoke execute on function public.forget from public, anon, authenticated;
grant execute on function public.forget to service_role;
