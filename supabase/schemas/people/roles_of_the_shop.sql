-- Roles that owners make beside the presets.

-- The audit log notes roles that come, go and change.
create function shop.note_staff_role(old public.staff_roles, new public.staff_roles) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.write_audit(shop.acting(), 'role', coalesce(new.id, old.id), 'role ' || coalesce(new.name, old.name),
                           to_jsonb(old) - '{id,is_preset,created_at,updated_at}'::text[],
                           to_jsonb(new) - '{id,is_preset,created_at,updated_at}'::text[]);
end;
$$;

-- Trigger: the presets are the same in every shop.
create function shop.refuse_preset_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.refuse('role_is_preset');
  return null;
end;
$$;

create trigger staff_roles_presets_stay before update or delete on public.staff_roles
  for each row when (old.is_preset) execute function shop.refuse_preset_change();

-- A role as the API shows it: the row, and how many on the staff have it.
create function shop.describe_role(role public.staff_roles) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(role) - 'created_at' || jsonb_build_object(
    'members', (select count(*) from public.staff s where s.role = describe_role.role.id));
$$;

-- All roles: the presets from the one that may most, then the shop's own by name.
create function public.list_roles() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_agg(shop.describe_role(r)
           order by not r.is_preset, array_position(array['owner', 'manager', 'desk', 'packer', 'catalogue', 'accounts'], r.id),
           lower(r.name))
    from public.staff_roles r;
$$;

-- Refuses 422 rights that no role of the shop's own can have, and a name that is taken. Takes the role's id, null for a new one.
create function shop.check_role(role_id text, name text, rights text[]) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if exists (select from public.staff_roles r where lower(r.name) = lower(check_role.name) and r.id is distinct from role_id) then
    perform shop.refuse_field('name', 'There is a role of this name');
  elsif check_role.rights && shop.rights_of_owners() then
    perform shop.refuse_field('rights', 'Only owners may do this');
  end if;
end;
$$;

-- Makes a role. Takes the owner who does. Returns the role. Refuses 403 `owner_only`, 422 as `shop.check_role` does.
create function public.add_role(name text, description text, rights text[], reveals_a_day integer, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  made public.staff_roles;
begin
  perform shop.assert_owner(actor);
  perform shop.act_as(actor);
  lock table public.staff_roles in share row exclusive mode;
  perform shop.check_role(null, add_role.name, add_role.rights);
  insert into public.staff_roles (name, description, rights, reveals_a_day)
  values (add_role.name, add_role.description, add_role.rights, add_role.reveals_a_day) returning * into made;
  return shop.describe_role(made);
end;
$$;

-- Changes a role of the shop's own; whoever has it signs in again when it may do something else. Takes the version that was seen, and the
-- owner. Returns the role. Refuses 403 `owner_only`, 404 `role_not_found`, 409 `role_is_preset` and `edited_meanwhile`, 422 as
-- `shop.check_role` does.
create function public.change_role(
  role_id text, name text, description text, rights text[], reveals_a_day integer, expected_version timestamptz, actor uuid
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  changed public.staff_roles;
begin
  perform shop.assert_owner(actor);
  perform shop.act_as(actor);
  lock table public.staff_roles in share row exclusive mode;
  select * into changed from public.staff_roles r where r.id = role_id;
  if not found then
    perform shop.refuse('role_not_found');
  elsif changed.is_preset then
    perform shop.refuse('role_is_preset');
  end if;
  perform shop.check_version(changed.updated_at, expected_version);
  perform shop.check_role(role_id, change_role.name, change_role.rights);
  update public.staff_roles r
     set name = change_role.name, description = change_role.description, rights = change_role.rights,
       reveals_a_day = change_role.reveals_a_day
   where r.id = role_id returning * into changed;
  return shop.describe_role(changed);
end;
$$;

-- Deletes a role of the shop's own that nobody has, invited ones neither. Takes the owner who does. Returns the role.
-- Refuses 403 `owner_only`, 404 `role_not_found`, 409 `role_is_preset` and `role_in_use`.
create function public.delete_role(role_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  gone public.staff_roles;
begin
  perform shop.assert_owner(actor);
  perform shop.act_as(actor);
  select * into gone from public.staff_roles r where r.id = role_id for update;
  if not found then
    perform shop.refuse('role_not_found');
  end if;
  delete from public.staff_invitations i where i.role = role_id and i.expires_at < now();
  if exists (select from public.staff s where s.role = role_id)
     or exists (select from public.staff_invitations i where i.role = role_id) then
    perform shop.refuse('role_in_use');
  end if;
  delete from public.staff_roles r where r.id = role_id;
  return shop.describe_role(gone);
end;
$$;

grant execute on function public.list_roles, public.add_role, public.change_role, public.delete_role to service_role;
