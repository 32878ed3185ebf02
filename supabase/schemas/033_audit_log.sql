-- Who changed what decides over money, contact and people: written with the change itself, in its transaction, and never altered.

create table public.audit_log (
  id text primary key default shop.new_id(),
  created_at timestamptz not null default now(),
  -- Null for the command line. The name stays when the person leaves.
  actor uuid,
  actor_name text not null,
  -- What was changed, in words: limits, delivery, staff bilal.
  subject text not null,
  -- Only the fields that differ.
  before jsonb not null,
  after jsonb not null
);

create index audit_log_latest on public.audit_log (created_at desc, id desc);

alter table public.audit_log enable row level security;
grant select, insert on public.audit_log to service_role;

create trigger audit_log_append_only before update or delete on public.audit_log
  for each row execute function shop.refuse_change();

-- Notes a change. Takes who made it (null: the command line), what was changed in words, and two objects of its fields before and after, of which only
-- those that differ are kept; when none does, nothing is written.
create function shop.write_audit(actor uuid, subject text, before jsonb, after jsonb) returns void
language sql set search_path = ''
as $$
  insert into public.audit_log (actor, actor_name, subject, before, after)
  select write_audit.actor,
         case when write_audit.actor is null then 'Command line'
              else coalesce((select s.username from public.staff s where s.id = write_audit.actor), 'Somebody who left') end,
         write_audit.subject, changed.before, changed.after
    from (select coalesce(jsonb_object_agg(k.key, write_audit.before -> k.key), '{}') as before,
                 coalesce(jsonb_object_agg(k.key, write_audit.after -> k.key), '{}') as after,
                 count(*) as fields
            from (select jsonb_object_keys(coalesce(write_audit.before, '{}') || coalesce(write_audit.after, '{}')) as key) k
           where write_audit.before -> k.key is distinct from write_audit.after -> k.key) changed
   where changed.fields > 0;
$$;

-- Trigger: notes a change of the table's one row, named by the trigger in words.
create function shop.note_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.write_audit(shop.acting(), tg_argv[0], to_jsonb(old) - 'updated_at', to_jsonb(new) - 'updated_at');
  return null;
end;
$$;
