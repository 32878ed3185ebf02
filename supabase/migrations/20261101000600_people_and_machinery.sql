-- Who works here, who wrote to us, and the queues of what the server still has to do: mails, rate limits, rebuilds.

create table public.staff (
  id uuid primary key references auth.users (id) on delete cascade,
  username text not null,
  email text not null,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  constraint staff_username_shape check (username ~ '^[a-z0-9._-]{2,40}$'),
  constraint staff_username_unique unique (username),
  constraint staff_email_lowercase check (email = lower(email)),
  constraint staff_email_unique unique (email)
);

create table public.contact_messages (
  id text primary key default shop.new_id(),
  first_name text not null,
  last_name text not null default '',
  email text not null,
  subject text not null default '',
  message text not null,
  created_at timestamptz not null default now(),
  constraint contact_messages_message_length check (char_length(message) between 1 and 5000)
);

create table public.newsletter_subscribers (
  email text primary key,
  created_at timestamptz not null default now(),
  constraint newsletter_subscribers_email_lowercase check (email = lower(email))
);

-- Mails to be sent, written in the transaction they tell of: a mail can be late, but neither lost nor about something that did not happen.
create table public.mail_outbox (
  id text primary key default shop.new_id(),
  kind shop.mail_kind not null,
  recipient text not null,
  payload jsonb not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text,
  created_at timestamptz not null default now()
);

create index mail_outbox_due on public.mail_outbox (next_attempt_at) where sent_at is null and failed_at is null;

-- Hits per bucket (an operation and a hashed address) in the running window.
create table public.rate_limits (
  bucket text primary key,
  window_ends_at timestamptz not null,
  hits integer not null
);

create index rate_limits_ended on public.rate_limits (window_ends_at);

-- Builds of the static site. At most one waits: a burst of changes is one build.
create table public.site_builds (
  id text primary key default shop.new_id(),
  status shop.build_status not null default 'pending',
  requested_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);

create unique index site_builds_one_pending on public.site_builds (status) where status = 'pending';
create index site_builds_finished on public.site_builds (finished_at desc) where status = 'succeeded';

alter table public.staff enable row level security;
alter table public.contact_messages enable row level security;
alter table public.newsletter_subscribers enable row level security;
alter table public.mail_outbox enable row level security;
alter table public.rate_limits enable row level security;
alter table public.site_builds enable row level security;

revoke all on public.staff, public.contact_messages, public.newsletter_subscribers, public.mail_outbox, public.rate_limits, public.site_builds
  from public, anon, authenticated;
grant select, insert, update, delete
  on public.staff, public.contact_messages, public.newsletter_subscribers, public.mail_outbox, public.rate_limits, public.site_builds
  to service_role;

-- Counts a hit. Returns 0 when it is allowed, else the seconds after which to try again.
create function public.hit_rate_limit(bucket text, hits_allowed integer, window_seconds integer) returns integer
language sql set search_path = ''
as $$
  insert into public.rate_limits as r (bucket, window_ends_at, hits)
  values (hit_rate_limit.bucket, now() + make_interval(secs => window_seconds), 1)
  on conflict on constraint rate_limits_pkey do update
     set hits = case when r.window_ends_at <= now() then 1 else r.hits + 1 end,
         window_ends_at = case when r.window_ends_at <= now() then excluded.window_ends_at else r.window_ends_at end
  returning case when r.hits <= hits_allowed then 0 else greatest(1, ceil(extract(epoch from r.window_ends_at - now())))::integer end;
$$;

revoke execute on function public.hit_rate_limit from public, anon, authenticated;
grant execute on function public.hit_rate_limit to service_role;
