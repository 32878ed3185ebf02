-- What the audit log notes of the staff themselves: their sessions and second factors, what they read in bulk, and what was refused to
-- them.

-- Trigger: a second factor that was switched on or off, never what it is.
create function shop.note_second_factor() returns trigger
language plpgsql set search_path = ''
as $$
declare
  member constant uuid := coalesce(new.staff_id, old.staff_id);
begin
  perform shop.write_audit(coalesce(shop.acting(), new.staff_id), 'staff', member::text,
                           'second factor of ' || coalesce(shop.username_of(member), 'somebody who left'),
                           jsonb_build_object('state', case when old.staff_id is null then 'off' else 'on' end),
                           jsonb_build_object('state', case when new.staff_id is null then 'off' else 'on' end));
  return null;
end;
$$;

create trigger staff_second_factors_noted after insert or delete on public.staff_second_factors
  for each row execute function shop.note_second_factor();

-- Trigger: somebody signed in, or a session was ended by hand. The clock ends sessions, too, and is not noted.
create function shop.note_session() returns trigger
language plpgsql set search_path = ''
as $$
declare
  session constant public.staff_sessions := coalesce(new, old);
  member constant text := coalesce(shop.username_of(session.staff_id), 'somebody who left');
begin
  if tg_op = 'INSERT' then
    perform shop.add_to_audit_log(session.staff_id, 'session', session.staff_id::text, member, '{}', '{"session": "began"}', null, false,
                                  session.id, session.user_agent);
  elsif shop.acting() is not null then
    perform shop.add_to_audit_log(shop.acting(), 'session', session.staff_id::text, member, '{"session": "open"}',
                                  '{"session": "ended"}', null, false,
                                  case when shop.request_says('session') = session.id::text then session.id end,
                                  case when shop.request_says('session') = session.id::text then session.user_agent end);
  end if;
  return null;
end;
$$;

create trigger staff_sessions_noted after insert or delete on public.staff_sessions
  for each row execute function shop.note_session();

-- Notes a request of staff that nothing above noted: what has been done is in its words. Takes the kind, the record and those words.
create function public.note_request(kind text, record_id text, summary text) returns void
language plpgsql set search_path = ''
as $$
begin
  if shop.acting() is not null and not exists (
    select from public.audit_log a where a.created_at > now() - interval '5 minutes' and a.request_id = shop.request_says('request')) then
    perform shop.add_to_audit_log(shop.acting(), note_request.kind::shop.activity_kind, note_request.record_id, summary);
  end if;
end;
$$;

-- Notes what was refused for want of a right: each operation once an hour for each of the staff, and at most a hundred in a day. Takes the
-- kind, the record and what was wanted, in words.
create function public.note_refusal(kind text, record_id text, summary text) returns void
language plpgsql set search_path = ''
as $$
declare
  refused constant uuid := shop.acting();
begin
  if refused is not null and not exists (
       select from public.audit_log a where a.actor = refused and a.created_at > now() - interval '1 hour' and a.is_refused
       and a.operation = shop.request_says('operation'))
     and (select count(*) from public.audit_log a where a.actor = refused and a.created_at > now() - interval '1 day'
          and a.is_refused) < 100 then
    perform shop.add_to_audit_log(refused, note_refusal.kind::shop.activity_kind, note_refusal.record_id, summary, '{}', '{}', null, true);
  end if;
end;
$$;

grant execute on function public.note_request, public.note_refusal to service_role;
