-- How often somebody may ask: calls per bucket (a hash of what is limited, and of whom) in the current window.

-- Calls per bucket (a hash of what is limited, and of whom) in the current window.
create table public.rate_limits (
  bucket text primary key,
  window_ends_at timestamptz not null,
  hits integer not null
);

create index rate_limits_ended on public.rate_limits (window_ends_at);

alter table public.rate_limits enable row level security;
grant select, insert, update, delete on public.rate_limits to service_role;

-- The name of a bucket: a hash, so that the table names no phone and no order. Takes what is limited, and whose share it is.
create function shop.bucket(what text, whose text) returns text
language sql immutable set search_path = ''
as $$
  select encode(sha256(convert_to(what || ' ' || whose, 'UTF8')), 'hex');
$$;

-- Counts a call. Takes the bucket, the calls allowed and the length of a window. Returns 0 when it is allowed, else the seconds to wait.
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

grant execute on function public.hit_rate_limit to service_role;
