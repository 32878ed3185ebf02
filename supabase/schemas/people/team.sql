-- Owners decide who works here and in which role, and end other people's sessions. No change leaves the shop without an owner who may sign
-- in.

-- The audit log notes who comes, goes, is locked out or becomes an owner, by whichever way.
create function shop.note_role(old public.staff, new public.staff) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.write_audit(shop.acting(), 'staff', coalesce(new.id, old.id)::text, 'staff ' || coalesce(new.username, old.username),
    jsonb_strip_nulls(jsonb_build_object('role', shop.role_of(old))), jsonb_strip_nulls(jsonb_build_object('role', shop.role_of(new))));
end;
$$;

-- An owner who may sign in always remains.
create function shop.keep_an_owner() returns void
language plpgsql set search_path = ''
as $$
begin
  if not exists (select from public.staff s where s.is_owner and s.is_active) and exists (select from public.staff) then
    perform shop.refuse('last_owner');
  end if;
end;
$$;

-- Lets a staff member sign in or locks them out; locking out ends their sessions, forgets their devices and withdraws their invitations.
-- Takes who does it. Returns the member. Refuses 401 `not_signed_in` when the actor was locked out meanwhile, 403 `owner_only`, 404
-- `staff_not_found`, 409 `own_account` for locking oneself out: so one member always remains, even when two lock each other out at the same
-- moment.
create function public.set_staff_active(staff_id uuid, is_active boolean, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  member public.staff;
begin
  perform 1 from public.staff s order by s.id for update;
  if not exists (select from public.staff s where s.id = actor and s.is_active) then
    perform shop.refuse('not_signed_in');
  elsif staff_id = actor and not set_staff_active.is_active then
    perform shop.refuse('own_account');
  end if;
  perform shop.assert_owner(actor);

  perform shop.act_as(actor);
  update public.staff s
     set is_active = set_staff_active.is_active,
         sessions_from = case when set_staff_active.is_active then s.sessions_from else now() end
   where s.id = staff_id returning * into member;
  if not found then
    perform shop.refuse('staff_not_found');
  end if;
  if not member.is_active then
    delete from public.staff_sessions s where s.staff_id = set_staff_active.staff_id;
    delete from public.sign_in_devices d where d.account = shop.account_hash(member.email);
  end if;
  return shop.describe_staff(member);
end;
$$;

-- Ends every session of a staff member and forgets their devices, as one may be lost. Takes who does it, the member or an owner; null
-- is the command line. Returns the member. Refuses 403 `owner_only`, 404 `staff_not_found`.
create function public.end_staff_sessions(staff_id uuid, actor uuid default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  member public.staff;
begin
  if actor <> staff_id then
    perform shop.assert_owner(actor);
  end if;
  update public.staff s set sessions_from = now() where s.id = end_staff_sessions.staff_id returning * into member;
  if not found then
    perform shop.refuse('staff_not_found');
  end if;
  delete from public.staff_sessions s where s.staff_id = end_staff_sessions.staff_id;
  delete from public.sign_in_devices d where d.account = shop.account_hash(member.email);
  return shop.describe_staff(member);
end;
$$;

-- Gives a staff member another role, and ends their sessions. Takes who does it, an owner. Returns the member.
-- Refuses 403 `owner_only`, 404 `staff_not_found`, 409 `last_owner`, 422 a role that there is not.
create function public.set_staff_role(staff_id uuid, role text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  member public.staff;
begin
  -- In the order of their ids, as locking out does: two owners who lower each other take turns.
  perform 1 from public.staff s order by s.id for update;
  perform shop.assert_owner(actor);
  perform shop.act_as(actor);
  perform shop.assert_role(set_staff_role.role);
  update public.staff s set role = set_staff_role.role where s.id = set_staff_role.staff_id and s.role <> set_staff_role.role;
  if not found and not exists (select from public.staff s where s.id = set_staff_role.staff_id) then
    perform shop.refuse('staff_not_found');
  end if;
  select * into member from public.staff s where s.id = set_staff_role.staff_id;
  return shop.describe_staff(member);
end;
$$;

grant execute on function public.set_staff_active, public.set_staff_role, public.end_staff_sessions to service_role;
