-- Rows of the audit log are written with the change itself: by functions that know what changed, and by triggers that compare the row.

-- Adds a row. Takes who acts (null: the command line), the kind, the record, what people call it, the fields that differ, the event that
-- has them, whether it was refused, and the browser where no session of the request tells it.
create function shop.add_to_audit_log(
  actor uuid, kind shop.activity_kind, record_id text, subject text, before jsonb default '{}', after jsonb default '{}',
  event_id text default null,
  is_refused boolean default false, session uuid default null, user_agent text default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  of_request constant uuid := shop.request_says('session');
begin
  insert into public.audit_log (actor, actor_name, role, operation, request_id, session_id, user_agent, kind, record_id, subject,
                                is_refused, before, after, event_id)
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

-- Notes a change. Takes who made it (null: the command line), its kind, the record, what it is called, and two objects of its fields before
-- and after. Only the fields that differ are kept; when none does, nothing is written.
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

-- Notes a row that somebody of the staff added, changed or deleted; nothing when nobody of them acts. Takes the row before and after, null
-- for none, the kind of activity, the column with the id of the record, what the record is called and the column of its name (either may be
-- empty), columns that are not noted, separated by commas, and those that alone are (null: all).
create function shop.note_row(old jsonb, new jsonb, kind shop.activity_kind, id_column text, noun text, name_column text,
                              unnoted text default '',
                              noted text default null) returns void
language plpgsql set search_path = ''
as $$
declare
  actor constant uuid := shop.acting();
  either constant jsonb := coalesce(new, old);
  name constant text := concat_ws(' ', nullif(noun, ''), nullif(either ->> nullif(name_column, ''), ''));
  before jsonb;
  after jsonb;
begin
  if actor is null then
    return;
  end if;
  before := shop.without_secrets(old, string_to_array(unnoted, ','));
  after := shop.without_secrets(new, string_to_array(unnoted, ','));
  if noted is not null then
    before := (select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(before) f
               where f.key = any (string_to_array(noted, ',')));
    after := (select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(after) f
              where f.key = any (string_to_array(noted, ',')));
  end if;
  if old is null then
    -- What nobody filled in says nothing.
    after := (select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(after) f
               where f.value not in ('null', '""', '[]', '{}', 'false'));
    perform shop.add_to_audit_log(actor, kind, either ->> id_column, name, '{}', after);
  else
    perform shop.write_audit(actor, kind, either ->> id_column, name, before, after);
  end if;
end;
$$;

-- Trigger: notes a row as `shop.note_row` does. Its arguments are those of the function after the rows.
create function shop.note_activity() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if shop.acting() is not null then
    perform shop.note_row(to_jsonb(old), to_jsonb(new), tg_argv[0]::shop.activity_kind, tg_argv[1], tg_argv[2], tg_argv[3],
                          coalesce(tg_argv[4], ''), tg_argv[5]);
  end if;
  return null;
end;
$$;

create trigger staff_policy_noted after update on public.staff_policy
  for each row execute function shop.note_activity('staff', '', 'rule for second factors', '', 'is_only_row');
