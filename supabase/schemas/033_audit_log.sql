-- Who of the staff did what: written with the change itself, in its transaction, by whichever way it comes about. Nobody alters a row, and it goes after two
-- years. What an order's timeline tells already is not stored twice: the row names its event.

-- What it was about, or what kind of act it was. `session`: signing in and out. `other`: what has no word of its own.
create type shop.activity_kind as enum ('order', 'parcel', 'payment', 'customer', 'product', 'price', 'stock', 'purchase', 'review', 'discount_code', 'message',
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
  -- Of order_events.
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

-- A row without what must not be read in a log, by the names of its columns: passwords, secrets, tokens, keys, hashes and fingerprints; without what
-- every row has; and with long texts cut short. Takes the row, and columns that say nothing.
create function shop.without_secrets(of_row jsonb, unnoted text[] default '{}') returns jsonb
language sql immutable set search_path = ''
return (select coalesce(jsonb_object_agg(f.key, case when jsonb_typeof(f.value) = 'string' and char_length(f.value #>> '{}') > 400
                                                     then to_jsonb(left(f.value #>> '{}', 400) || '…') else f.value end), '{}')
          from jsonb_each(of_row) f
         where f.key !~* '(password|secret|token|hash|fingerprint|idempotency|(^|_)keys?$)' and f.key <> all (unnoted)
           and f.key <> all ('{id,created_at,updated_at}'));

-- Adds a row. Takes who acts (null: the command line), the kind, the record, what people call it, the fields that differ, the event that has them, whether it
-- was refused, and the browser where no session of the request tells it.
create function shop.add_to_audit_log(
  actor uuid, kind shop.activity_kind, record_id text, subject text, before jsonb default '{}', after jsonb default '{}', event_id text default null,
  is_refused boolean default false, session uuid default null, user_agent text default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  of_request constant uuid := shop.request_says('session');
begin
  insert into public.audit_log (actor, actor_name, role, operation, request_id, session_id, user_agent, kind, record_id, subject, is_refused, before, after, event_id)
  select add_to_audit_log.actor,
         case when add_to_audit_log.actor is null then 'Command line' else coalesce(s.username, 'Somebody who left') end,
         coalesce(s.role, ''), coalesce(shop.request_says('operation'), ''), shop.request_says('request'),
         coalesce(session, of_request),
         coalesce(add_to_audit_log.user_agent, (select o.user_agent from public.staff_sessions o where o.id = of_request), ''),
         add_to_audit_log.kind, add_to_audit_log.record_id, add_to_audit_log.subject, add_to_audit_log.is_refused,
         shop.without_secrets(add_to_audit_log.before), shop.without_secrets(add_to_audit_log.after), add_to_audit_log.event_id
    from (values (1)) one left join (select m.username, r.name as role from public.staff m join public.staff_roles r on r.id = m.role
                                      where m.id = add_to_audit_log.actor) s on true;
end;
$$;

-- Notes a change. Takes who made it (null: the command line), its kind, the record, what it is called, and two objects of its fields before and after, of
-- which only those that differ are kept; when none does, nothing is written.
create function shop.write_audit(actor uuid, kind shop.activity_kind, record_id text, subject text, before jsonb, after jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  was jsonb;
  becomes jsonb;
begin
  select jsonb_object_agg(k.key, write_audit.before -> k.key), jsonb_object_agg(k.key, write_audit.after -> k.key) into was, becomes
    from jsonb_object_keys(coalesce(write_audit.before, '{}') || coalesce(write_audit.after, '{}')) k (key)
   where write_audit.before -> k.key is distinct from write_audit.after -> k.key;
  if was is not null then
    perform shop.add_to_audit_log(actor, kind, record_id, subject, was, becomes);
  end if;
end;
$$;

-- Trigger: notes a change of the table's one row, of a rule or of limits, named by the trigger in words; also by the command line.
create function shop.note_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.write_audit(shop.acting(), 'settings', null, tg_argv[0], to_jsonb(old) - 'updated_at', to_jsonb(new) - 'updated_at');
  return null;
end;
$$;

-- Trigger: notes what whoever of the staff acts did to a row; nobody else is noted. Takes the kind, the column of the record's id, words before the name, the
-- column of the name (empty: the words alone), columns that are not noted, and those that alone are, with commas between.
create function shop.note_activity() returns trigger
language plpgsql set search_path = ''
as $$
declare
  actor constant uuid := shop.acting();
  unnoted constant text[] := case when tg_nargs > 4 then string_to_array(tg_argv[4], ',') else '{}' end;
  before jsonb;
  after jsonb;
  either jsonb;
  name text;
begin
  if actor is null then
    return null;
  end if;
  before := shop.without_secrets(to_jsonb(old), unnoted);
  after := shop.without_secrets(to_jsonb(new), unnoted);
  either := coalesce(to_jsonb(new), to_jsonb(old));
  if tg_nargs > 5 then
    before := (select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(before) f where f.key = any (string_to_array(tg_argv[5], ',')));
    after := (select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(after) f where f.key = any (string_to_array(tg_argv[5], ',')));
  end if;
  name := concat_ws(' ', nullif(tg_argv[2], ''), nullif(either ->> nullif(tg_argv[3], ''), ''));
  if tg_op = 'INSERT' then
    -- What nobody filled in says nothing.
    after := (select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(after) f where f.value not in ('null', '""', '[]', '{}', 'false'));
    perform shop.add_to_audit_log(actor, tg_argv[0]::shop.activity_kind, either ->> tg_argv[1], name, '{}', after);
  else
    perform shop.write_audit(actor, tg_argv[0]::shop.activity_kind, either ->> tg_argv[1], name, before, after);
  end if;
  return null;
end;
$$;

-- Deletes what is older than two years. Returns how many rows.
create function shop.purge_audit_log() returns bigint
language sql security definer set search_path = ''
as $$
  with gone as (delete from public.audit_log a where a.created_at < now() - interval '2 years' returning 1)
  select count(*) from gone;
$$;
