-- Staff invite each other, lock each other out, and end each other's sessions; no change leaves the shop without anybody who may sign in.

-- Tokens issued before this moment are refused, however long they would live.
alter table public.staff add column sessions_from timestamptz;

create table public.staff_invitations (
  id text primary key default shop.new_id(),
  email text not null,
  username text not null,
  token_hash text not null,
  invited_by uuid references public.staff (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  constraint staff_invitations_email_lowercase check (email = lower(email)),
  constraint staff_invitations_email_unique unique (email),
  constraint staff_invitations_username_shape check (username ~ '^[a-z0-9._-]{2,40}$'),
  constraint staff_invitations_username_unique unique (username),
  constraint staff_invitations_token_hash_sha256 check (token_hash ~ '^[0-9a-f]{64}$'),
  constraint staff_invitations_token_hash_unique unique (token_hash)
);

alter table public.staff_invitations enable row level security;
revoke all on public.staff_invitations from public, anon, authenticated;
grant select, insert, update, delete on public.staff_invitations to service_role;

-- Invites somebody to the staff, and writes the mail that says so. An earlier invitation of the same address is replaced. Takes the address, the user
-- name, the SHA-256 of the link's token, the link and the staff member. Returns the invitation. Refuses 422 for an address or a name that is taken.
create function public.invite_staff(email text, username text, token_hash text, link text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  invitation public.staff_invitations;
begin
  -- Two invitations at once stand in line.
  lock table public.staff_invitations in share row exclusive mode;
  delete from public.staff_invitations i where i.expires_at < now() or i.email = invite_staff.email;
  if exists (select from public.staff s where s.email = invite_staff.email) then
    perform shop.refuse_field('email', 'Somebody on the staff has this address');
  elsif exists (select from public.staff s where s.username = invite_staff.username)
     or exists (select from public.staff_invitations i where i.username = invite_staff.username) then
    perform shop.refuse_field('username', 'This user name is taken');
  end if;

  insert into public.staff_invitations (email, username, token_hash, invited_by)
  values (invite_staff.email, invite_staff.username, invite_staff.token_hash, actor)
  returning * into invitation;
  insert into public.mail_outbox (kind, recipient, payload)
  values ('staff_invitation', invitation.email, jsonb_build_object('username', invitation.username, 'link', link,
            'invited_by', (select s.username from public.staff s where s.id = actor)));
  return to_jsonb(invitation) - 'token_hash';
end;
$$;

-- The invitation of a link that is still good: {email, username}. Takes the SHA-256 of its token. Refuses 404 `invitation_not_found`.
create function public.find_invitation(token_hash text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  invitation public.staff_invitations;
begin
  select * into invitation from public.staff_invitations i where i.token_hash = find_invitation.token_hash and i.expires_at > now();
  if not found then
    perform shop.refuse(404, 'invitation_not_found', 'This invitation is no longer good. Ask for a new one.');
  end if;
  return jsonb_build_object('email', invitation.email, 'username', invitation.username);
end;
$$;

-- Puts an account on the staff and uses its invitation up. Takes the SHA-256 of the link's token and the account. Refuses 404 `invitation_not_found`.
create function public.accept_invitation(token_hash text, account uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  invitation public.staff_invitations;
begin
  delete from public.staff_invitations i where i.token_hash = accept_invitation.token_hash and i.expires_at > now() returning * into invitation;
  if not found then
    perform shop.refuse(404, 'invitation_not_found', 'This invitation is no longer good. Ask for a new one.');
  end if;
  insert into public.staff (id, username, email) values (account, invitation.username, invitation.email);
end;
$$;

-- Lets a staff member in or locks them out; being locked out also ends their sessions. Takes who does it. Returns the member.
-- Refuses 404 `staff_not_found`, 409 `own_account` for locking oneself out, 401 `not_signed_in` when the actor was locked out meanwhile:
-- so somebody stays, whoever locks out whom at the same moment.
create function public.set_staff_active(staff_id uuid, is_active boolean, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  member public.staff;
begin
  perform 1 from public.staff s order by s.id for update;
  if not exists (select from public.staff s where s.id = actor and s.is_active) then
    perform shop.refuse(401, 'not_signed_in', 'Please sign in');
  elsif staff_id = actor and not set_staff_active.is_active then
    perform shop.refuse(409, 'own_account', 'You cannot lock yourself out. Ask a colleague to do it.');
  end if;

  update public.staff s
     set is_active = set_staff_active.is_active,
         sessions_from = case when set_staff_active.is_active then s.sessions_from else date_trunc('second', now()) + interval '1 second' end
   where s.id = staff_id returning * into member;
  if not found then
    perform shop.refuse(404, 'staff_not_found', 'Staff member not found');
  end if;
  return to_jsonb(member);
end;
$$;

-- Ends every session of a staff member: tokens know the second they were issued in, so those of this one end, too. Returns the member.
-- Refuses 404 `staff_not_found`.
create function public.end_staff_sessions(staff_id uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  member public.staff;
begin
  update public.staff s set sessions_from = date_trunc('second', now()) + interval '1 second' where s.id = staff_id returning * into member;
  if not found then
    perform shop.refuse(404, 'staff_not_found', 'Staff member not found');
  end if;
  return to_jsonb(member);
end;
$$;

revoke execute on function public.invite_staff, public.find_invitation, public.accept_invitation, public.set_staff_active, public.end_staff_sessions
  from public, anon, authenticated;
grant execute on function public.invite_staff, public.find_invitation, public.accept_invitation, public.set_staff_active, public.end_staff_sessions
  to service_role;
