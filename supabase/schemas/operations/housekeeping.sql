-- Limits of calls, and a scheduled function that runs every five minutes and does whatever is due: what has served its purpose goes, so
-- that neither the database nor what it knows about people grows for ever.

-- When each chore was last done.
create table shop.job_runs (
  name text primary key,
  done_at timestamptz not null
);

grant select, insert, update, delete on shop.job_runs to service_role;

-- Deletes mails that were sent or given up a month ago (orders and messages have tables of their own), limits whose window has ended, links
-- to accounts a week after their end, sessions of shoppers that have ended, and who asked to be told of stock: a month after the pieces
-- came back, or half a year after asking; after 90 days what was asked and answered by WhatsApp, and what was looked for and not found; and
-- news for phones after a month, phones on which nobody opened the back office for 60 days; where
-- money of returns was sent, 90 days later; and after two years what staff did. Returns how
-- many rows were deleted.
create function public.purge_expired() returns integer
language sql set search_path = ''
as $$
  with mails as (
    delete from public.mail_outbox m
     where coalesce(m.sent_at, m.failed_at) < now() - interval '30 days'
        -- Nobody sends them any more where WhatsApp was switched off.
        or (m.kind::text = 'whatsapp_question' and m.created_at < now() - interval '30 days')
    returning 1
  ), answers as (
    delete from public.whatsapp_answers a
     where a.created_at < now() - interval '90 days'
    returning 1
  ), questions as (
    delete from public.whatsapp_questions q
     where q.created_at < now() - interval '90 days'
    returning 1
  ), networks as (
    delete from shop.order_networks n
     where n.placed_at < now() - interval '30 days'
    returning 1
  ), limits as (
    delete from public.rate_limits r
     where r.window_ends_at < now()
    returning 1
  ), links as (
    -- A while after they stopped working, so that they say why.
    delete from public.account_links l
     where l.expires_at < now() - interval '7 days'
    returning 1
  ), sessions as (
    delete from public.shopper_sessions s
     where s.expires_at < now()
    returning 1
  ), searches as (
    delete from public.missed_searches m
     where m.day < shop.day_of(now()) - 90
    returning 1
  ), pushes as (
    delete from public.push_outbox o
     where o.created_at < now() - interval '30 days'
    returning 1
  ), phones as (
    delete from public.push_devices d
     where d.last_seen_at < now() - interval '60 days'
    returning 1
  ), notices as (
    -- Past those that stock is serving right now.
    delete from public.stock_notices n
     where n.id in (select e.id from public.stock_notices e
                     where e.back_at < now() - interval '30 days' or e.created_at < now() - interval '180 days' for update skip locked)
    returning 1
  )
  select ((select count(*) from mails) + (select count(*) from answers) + (select count(*) from questions) + (select count(*) from limits)
          + (select count(*) from links) + (select count(*) from notices) + (select count(*) from searches)
    + (select count(*) from sessions) + (select count(*) from pushes) + (select count(*) from phones) + shop.purge_audit_log()
    + shop.purge_payouts())::integer;
$$;

-- Runs `public.purge_expired` and `shop.forget_settled` once a night, from two o'clock in Pakistan on. A run that fails rolls back its
-- mark as well, so the next one tries again. Returns whether it ran.
create function public.purge_expired_nightly() returns boolean
language plpgsql set search_path = ''
as $$
declare
  tonight timestamptz := (((now() at time zone 'Asia/Karachi') - interval '2 hours')::date
                          + interval '2 hours') at time zone 'Asia/Karachi';
begin
  -- A simultaneous call waits here, and finds it done.
  insert into shop.job_runs as c (name, done_at) values ('purge_expired', now())
  on conflict (name) do update set done_at = now() where c.done_at < tonight;
  if not found then
    return false;
  end if;
  perform public.purge_expired();
  perform shop.forget_settled();
  return true;
end;
$$;

-- Stores that housekeeping ran, for `npm run doctor`: schedules stop silently when a deploy lost them or a plan ran out.
create function public.record_housekeeping() returns void
language sql set search_path = ''
as $$
  insert into shop.job_runs (name, done_at) values ('housekeeping', now())
  on conflict (name) do update set done_at = now();
$$;

grant execute on function public.purge_expired, public.purge_expired_nightly, public.record_housekeeping to service_role;
