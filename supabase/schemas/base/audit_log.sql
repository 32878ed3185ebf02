-- Who of the staff did what: written with the change itself, in its transaction, whatever made the change. Nobody alters a row, and
-- it goes after two years. What an order's timeline tells already is not stored twice: the row names its event.

-- What it was about, or what kind of act it was. `session`: signing in and out. `other`: what has no word of its own.
create type shop.activity_kind as enum ('order', 'parcel', 'payment', 'customer', 'product', 'price', 'stock', 'purchase', 'review',
                                        'discount_code', 'message',
                                        'settings', 'bank_account', 'staff', 'role', 'session', 'export', 'reveal', 'other');

create table public.audit_log (
  id text primary key default shop.new_id(),
  created_at timestamptz not null default clock_timestamp(),
  -- Null for the command line. Name and role stay as they were then.
  actor uuid,
  actor_name text not null,
  role text not null default '',
  -- `PUT /api/orders/:id`, the request it belongs to, and the session that asked; empty and null outside of requests.
  operation text not null default '',
  request_id text,
  session_id uuid,
  -- How the session's browser described itself.
  user_agent text not null default '',
  kind shop.activity_kind not null,
  -- The order, product, customer … at which it is shown. Ids are unique across tables.
  record_id text,
  -- What people call it: limits, order ORD-10042, staff bilal.
  subject text not null,
  -- Refused, because the role did not have the right.
  is_refused boolean not null default false,
  -- Only the fields that differ, without secrets. Empty where the event has them.
  before jsonb not null default '{}',
  after jsonb not null default '{}',
  -- The row of order_events that says the same, where there is one.
  event_id text,
  constraint audit_log_subject_given check (subject <> '')
);

create index audit_log_latest on public.audit_log (created_at desc, id desc);
create index audit_log_by_actor on public.audit_log (actor, created_at desc, id desc);
create index audit_log_by_kind on public.audit_log (kind, created_at desc, id desc);
create index audit_log_by_record on public.audit_log (record_id, created_at desc, id desc) where record_id is not null;

alter table public.audit_log enable row level security;

-- Not even the server writes here: `shop.add_to_audit_log` does.
revoke all on public.audit_log from service_role;
grant select on public.audit_log to service_role;

create trigger audit_log_never_changed before update on public.audit_log for each row execute function shop.refuse_change();
create trigger audit_log_kept before delete on public.audit_log
  for each row when (old.created_at > now() - interval '2 years') execute function shop.refuse_change();
create trigger audit_log_never_truncated before truncate on public.audit_log for each statement execute function shop.refuse_change();

-- A row without what must not be read in a log, by the names of its columns: passwords, secrets, tokens, keys, hashes and fingerprints;
-- without what every row has; and with long texts cut short. Takes the row, and columns that say nothing.
create function shop.without_secrets(of_row jsonb, unnoted text[] default '{}') returns jsonb
language sql immutable set search_path = ''
return (select coalesce(jsonb_object_agg(f.key, case when jsonb_typeof(f.value) = 'string' and char_length(f.value #>> '{}') > 400
                                                     then to_jsonb(left(f.value #>> '{}', 400) || '…') else f.value end), '{}')
          from jsonb_each(of_row) f
         where f.key !~* '(password|secret|token|hash|fingerprint|idempotency|(^|_)keys?$)' and f.key <> all (unnoted)
           and f.key <> all ('{id,created_at,updated_at}'));

-- Deletes what is older than two years. Returns how many rows.
create function shop.purge_audit_log() returns bigint
language sql security definer set search_path = ''
as $$
  with gone as (delete from public.audit_log a where a.created_at < now() - interval '2 years' returning 1)
  select count(*) from gone;
$$;
