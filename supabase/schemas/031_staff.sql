-- Who works here, and in which role. Owners decide both, end other people's sessions and can require a second factor of everybody; `npm run staff:add`
-- makes owners, and their invitations make all others. No change leaves the shop without an owner who may sign in.

create table public.staff (
  id uuid primary key references auth.users (id) on delete cascade,
  username text not null,
  email text not null,
  role text not null default 'desk',
  is_owner boolean not null generated always as (role = 'owner') stored,
  is_active boolean not null default true,
  -- Since when they have been an owner who may sign in; null: they are none. Becoming one again begins anew.
  owner_since timestamptz,
  -- When all their sessions were last ended.
  sessions_from timestamptz,
  created_at timestamptz not null default now(),
  -- Null for owners added by command.
  invited_by uuid references public.staff (id) on delete set null,
  constraint staff_username_shape check (username ~ '^[a-z0-9._-]{2,40}$'),
  constraint staff_username_unique unique (username),
  constraint staff_email_lowercase check (email = lower(email)),
  constraint staff_email_unique unique (email),
  constraint staff_role foreign key (role) references public.staff_roles (id)
);

alter table public.staff enable row level security;
grant select, insert, update, delete on public.staff to service_role;

-- Trigger: notes since when somebody has been an owner, by whichever way they became one.
create function shop.note_owner_since() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.owner_since := case when new.role <> 'owner' or not new.is_active then null
                          when tg_op = 'UPDATE' and old.role = 'owner' and old.is_active then old.owner_since
                          else now() end;
  return new;
end;
$$;

create trigger staff_owner_since before insert or update of role, is_active on public.staff
  for each row execute function shop.note_owner_since();

-- Whether somebody was an owner before a moment, and has been one for a day: whoever is new lets nobody else's change through.
create function shop.is_owner_since(actor uuid, moment timestamptz) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from public.staff s
                  where s.id = actor and s.is_owner and s.is_active and s.owner_since < least(moment, now() - interval '1 day'));
$$;

create index staff_by_inviter on public.staff (invited_by);
create index staff_by_role on public.staff (role);

create table public.staff_invitations (
  id text primary key default shop.new_id(),
  email text not null,
  username text not null,
  token_hash text not null,
  role text not null default 'desk',
  invited_by uuid not null references public.staff (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  constraint staff_invitations_email_lowercase check (email = lower(email)),
  constraint staff_invitations_email_unique unique (email),
  constraint staff_invitations_username_shape check (username ~ '^[a-z0-9._-]{2,40}$'),
  constraint staff_invitations_username_unique unique (username),
  constraint staff_invitations_token_hash_sha256 check (token_hash ~ '^[0-9a-f]{64}$'),
  constraint staff_invitations_token_hash_unique unique (token_hash),
  constraint staff_invitations_role foreign key (role) references public.staff_roles (id)
);

create index staff_invitations_by_person on public.staff_invitations (invited_by);
create index staff_invitations_by_role on public.staff_invitations (role);

alter table public.staff_invitations enable row level security;
grant select, insert, update, delete on public.staff_invitations to service_role;

-- Withdraws what somebody gave out who no longer is an owner that may sign in, by whichever way that came about.
create function shop.withdraw_given_invitations() returns trigger
language plpgsql set search_path = ''
as $$
declare
  withdrawn text;
begin
  for withdrawn in delete from public.staff_invitations i where i.invited_by = new.id returning i.username loop
    perform shop.write_audit(shop.acting(), 'staff', null, 'invitation of ' || withdrawn, '{"state": "open"}', '{"state": "withdrawn"}');
  end loop;
  return null;
end;
$$;

create trigger staff_invitations_withdrawn after update of role, is_active on public.staff
  for each row when (not (new.is_owner and new.is_active)) execute function shop.withdraw_given_invitations();

-- What somebody on the staff is, in words: the name of their role, or locked out. Null for nobody.
create function shop.role_of(member public.staff) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return case when not member.is_active then 'Locked out' else (select r.name from public.staff_roles r where r.id = member.role) end;
end;
$$;

-- Whether somebody on the staff has a right. Takes their id, null for nobody of the staff: the command line, a shopper, the clock, who are not asked.
create function shop.may(actor uuid, needed text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return actor is null
      or exists (select from public.staff s join public.staff_roles r on r.id = s.role where s.id = actor and s.is_active and needed = any (r.rights));
end;
$$;

-- Refuses 403 `not_allowed` unless a staff member has a right, `owner_only` where only owners have it. Takes their id as `shop.may` does, and the right.
create function shop.assert_may(actor uuid, needed text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not shop.may(actor, needed) then
    if needed = any (shop.rights_of_owners()) then
      perform shop.refuse('owner_only');
    end if;
    perform shop.refuse('not_allowed', jsonb_build_object('right', needed));
  end if;
end;
$$;

-- Trigger: the audit log notes who comes, goes, is locked out or becomes an owner, by whichever way.
create function shop.note_role() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.write_audit(shop.acting(), 'staff', coalesce(new.id, old.id)::text, 'staff ' || coalesce(new.username, old.username),
    jsonb_strip_nulls(jsonb_build_object('role', shop.role_of(old))), jsonb_strip_nulls(jsonb_build_object('role', shop.role_of(new))));
  return null;
end;
$$;

create trigger staff_roles_noted after insert or delete or update of role, is_active on public.staff
  for each row execute function shop.note_role();

-- Trigger: an owner who may sign in always remains.
create function shop.keep_an_owner() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if not exists (select from public.staff s where s.is_owner and s.is_active) and exists (select from public.staff) then
    perform shop.refuse('last_owner');
  end if;
  return null;
end;
$$;

create trigger staff_keep_an_owner after update of role, is_active on public.staff
  for each row when (old.is_owner and old.is_active and not (new.is_owner and new.is_active)) execute function shop.keep_an_owner();
create trigger staff_keep_an_owner_of_deleted after delete on public.staff
  for each row when (old.is_owner and old.is_active) execute function shop.keep_an_owner();

create table public.staff_second_factors (
  staff_id uuid primary key references public.staff (id) on delete cascade,
  -- Encrypted by the server with SECOND_FACTOR_KEY.
  secret text not null,
  -- The time step of the last code used: neither it nor an earlier one is accepted again.
  last_step bigint not null,
  created_at timestamptz not null default now()
);

alter table public.staff_second_factors enable row level security;
grant select, insert, update, delete on public.staff_second_factors to service_role;

-- The user name of a staff member; null for nobody.
create function shop.username_of(staff_id uuid) returns text
language sql stable set search_path = ''
as $$
  select s.username from public.staff s where s.id = staff_id;
$$;

-- A staff member as the API shows them: the row, the name of their role, whether they have a second factor, and the user name of who invited them.
create function shop.describe_staff(member public.staff) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(member) || jsonb_build_object('invited_by', shop.username_of(member.invited_by),
    'role_name', (select r.name from public.staff_roles r where r.id = member.role), 'has_second_factor', exists (select from public.staff_second_factors f where f.staff_id = member.id));
$$;

-- Everybody on the staff, by user name.
create function public.list_staff() returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(shop.describe_staff(s) order by s.username), '[]') from public.staff s;
$$;

-- Refuses 403 `owner_only` unless the staff member is an owner who may sign in.
create function shop.assert_owner(actor uuid) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not exists (select from public.staff s where s.id = actor and s.is_owner and s.is_active) then
    perform shop.refuse('owner_only');
  end if;
end;
$$;

-- Lets a staff member sign in or locks them out; locking out ends their sessions, forgets their devices and withdraws their invitations. Takes who does it. Returns the member.
-- Refuses 401 `not_signed_in` when the actor was locked out meanwhile, 403 `owner_only`, 404 `staff_not_found`, 409 `own_account` for locking
-- oneself out: so one member always remains, even when two lock each other out at the same moment.
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

-- Ends every session of a staff member and forgets their devices, one of which may be lost. Takes who does it, the member or an owner; null is the
-- command line. Returns the member. Refuses 403 `owner_only`, 404 `staff_not_found`.
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

-- Refuses 422 a role that the shop has not.
create function shop.assert_role(role text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not exists (select from public.staff_roles r where r.id = assert_role.role) then
    perform shop.refuse_field('role', 'There is no such role');
  end if;
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

-- An invitation as the API shows it: the row without what opens it, the name of the role and the user name of who gave it out.
create function shop.describe_invitation(invitation public.staff_invitations) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(invitation) - 'token_hash' || jsonb_build_object('invited_by', shop.username_of(invitation.invited_by),
    'role_name', (select r.name from public.staff_roles r where r.id = invitation.role));
$$;

-- Invitations that are still good, newest first.
create function public.list_invitations() returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(shop.describe_invitation(i) order by i.created_at desc), '[]') from public.staff_invitations i where i.expires_at > now();
$$;

-- Invites somebody to the staff and writes the mail that says so; an earlier invitation of the same address is replaced. Takes the address, the user
-- name, the role, the SHA-256 of the link's token, the link and the owner. Returns the invitation. Refuses 403 `owner_only`, 422 an address or a name that is
-- taken, by somebody locked out, too.
create function public.invite_staff(email text, username text, role text, token_hash text, link text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  invitation public.staff_invitations;
begin
  -- Staff before invitations, as locking out does: the owner stays one until this is committed.
  perform 1 from public.staff s where s.id = actor for share;
  perform shop.assert_owner(actor);
  perform shop.assert_role(invite_staff.role);
  -- Simultaneous invitations queue here.
  lock table public.staff_invitations in share row exclusive mode;
  delete from public.staff_invitations i where i.expires_at < now() or i.email = invite_staff.email;
  if exists (select from public.staff s where s.email = invite_staff.email) then
    perform shop.refuse_field('email', 'Somebody on the staff has this address');
  elsif exists (select from public.staff s where s.username = invite_staff.username)
     or exists (select from public.staff_invitations i where i.username = invite_staff.username) then
    perform shop.refuse_field('username', 'This user name is taken');
  end if;

  insert into public.staff_invitations (email, username, role, token_hash, invited_by)
  values (invite_staff.email, invite_staff.username, invite_staff.role, invite_staff.token_hash, actor)
  returning * into invitation;
  perform shop.write_audit(actor, 'staff', null, 'invitation of ' || invitation.username, null, '{"state": "open"}');
  insert into public.mail_outbox (kind, recipient, payload)
  values ('staff_invitation', invitation.email,
    jsonb_build_object('username', invitation.username, 'link', link, 'invited_by', shop.username_of(actor)));
  return shop.describe_invitation(invitation);
end;
$$;

-- Withdraws an invitation. Takes the owner. Returns it. Refuses 403 `owner_only`, 404 `invitation_not_found`.
create function public.withdraw_invitation(invitation_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  invitation public.staff_invitations;
begin
  perform shop.assert_owner(actor);
  delete from public.staff_invitations i where i.id = invitation_id returning * into invitation;
  if not found then
    perform shop.refuse('invitation_not_found', null, '{"to": "withdraw"}');
  end if;
  perform shop.write_audit(actor, 'staff', null, 'invitation of ' || invitation.username, '{"state": "open"}', '{"state": "withdrawn"}');
  return shop.describe_invitation(invitation);
end;
$$;

-- The invitation of a link: {email, username}. Takes the SHA-256 of its token. Refuses 404 `invitation_not_found`, also when it has expired, when who
-- gave it out no longer is an owner that may sign in, and when its address or user name is on the staff, locked out or not.
create function public.find_invitation(token_hash text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  invitation public.staff_invitations;
begin
  select i.* into invitation
    from public.staff_invitations i
    join public.staff s on s.id = i.invited_by and s.is_owner and s.is_active
   where i.token_hash = find_invitation.token_hash and i.expires_at > now()
     and not exists (select from public.staff taken where taken.email = i.email or taken.username = i.username);
  if not found then
    perform shop.refuse('invitation_not_found');
  end if;
  return jsonb_build_object('email', invitation.email, 'username', invitation.username);
end;
$$;

-- Puts an account on the staff and uses up its invitation. Takes the SHA-256 of the link's token and the account. Refuses 404 `invitation_not_found`
-- as `find_invitation` does, and for an account that is on the staff already.
create function public.accept_invitation(token_hash text, account uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  invitation public.staff_invitations;
begin
  -- Staff before invitations, as locking out does: whoever is being locked out at this moment is waited for, and then has no invitations.
  perform 1 from public.staff s
    where s.id = (select i.invited_by from public.staff_invitations i where i.token_hash = accept_invitation.token_hash) for share;
  perform public.find_invitation(accept_invitation.token_hash);
  perform shop.act_as(account);
  delete from public.staff_invitations i where i.token_hash = accept_invitation.token_hash returning * into invitation;
  if found then
    insert into public.staff (id, username, email, role, invited_by)
    values (account, invitation.username, invitation.email, invitation.role, invitation.invited_by) on conflict do nothing;
  end if;
  if not found then
    perform shop.refuse('invitation_not_found');
  end if;
end;
$$;

grant execute on function public.list_staff, public.set_staff_active, public.set_staff_role, public.end_staff_sessions, public.list_invitations, public.invite_staff,
  public.withdraw_invitation, public.find_invitation, public.accept_invitation to service_role;
