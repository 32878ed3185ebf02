-- Invitations: the one way into the staff besides the command line. A link works once, and only while the owner who gave it may sign in.

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
create function shop.withdraw_given_invitations(new public.staff) returns void
language plpgsql set search_path = ''
as $$
declare
  withdrawn text;
begin
  for withdrawn in delete from public.staff_invitations i where i.invited_by = new.id returning i.username loop
    perform shop.write_audit(shop.acting(), 'staff', null, 'invitation of ' || withdrawn, '{"state": "open"}', '{"state": "withdrawn"}');
  end loop;
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
  select coalesce(jsonb_agg(shop.describe_invitation(i) order by i.created_at desc), '[]') from public.staff_invitations i
    where i.expires_at > now();
$$;

-- Invites somebody to the staff and writes the mail that says so; an earlier invitation of the same address is replaced. Takes the address,
-- the user name, the role, the SHA-256 of the link's token, the link and the owner. Returns the invitation. Refuses 403 `owner_only`, 422
-- an address or a name that is taken, by somebody locked out, too.
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

-- The invitation of a link: {email, username}. Takes the SHA-256 of its token. Refuses 404 `invitation_not_found`, also when it has
-- expired, when who gave it out no longer is an owner that may sign in, and when its address or user name is on the staff, locked out or
-- not.
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

-- Puts an account on the staff and uses up its invitation. Takes the SHA-256 of the link's token and the account. Refuses 404
-- `invitation_not_found` as `find_invitation` does, and for an account that is on the staff already.
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

create trigger staff_invitations_told after insert on public.staff_invitations
  for each row execute function shop.tell_of_invitation();

grant execute on function public.list_invitations, public.invite_staff, public.withdraw_invitation, public.find_invitation,
  public.accept_invitation to service_role;
