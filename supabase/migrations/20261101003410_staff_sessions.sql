-- Staff sessions stand in a table of the shop: a token is good for staff work only while its session is there. So a session can be ended at once, and one
-- that did not come by the shop's own sign-in, as Auth gives to anybody with the password alone, opens nothing. A second factor is asked for where a
-- session begins, in the same transaction.

-- Owners decide who works here, end other people's sessions and say whether everybody needs a second factor. `npm run staff:add` makes owners,
-- invitations do not. Where there is staff already, the first of them is the owner.
alter table public.staff add column is_owner boolean not null default false;
update public.staff s set is_owner = true
 where s.id = (select o.id from public.staff o where o.is_active order by o.created_at, o.id limit 1);

create table public.staff_sessions (
  -- The session's id in Auth, which its tokens name.
  id uuid primary key,
  staff_id uuid not null references public.staff (id) on delete cascade,
  user_agent text not null default '',
  -- A second factor has to be switched on before anything else.
  must_enroll boolean not null default false,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint staff_sessions_user_agent_length check (char_length(user_agent) <= 400)
);

create index staff_sessions_staff on public.staff_sessions (staff_id);

create table public.staff_second_factors (
  staff_id uuid primary key references public.staff (id) on delete cascade,
  -- Encrypted by the server with a key made of the project's secret key.
  secret text not null,
  -- The time step of the code used last: no code of it or of one before is taken again.
  last_step bigint not null,
  created_at timestamptz not null default now()
);

-- Codes for whoever has lost the phone, each good once. Kept as hashes.
create table public.staff_recovery_codes (
  staff_id uuid not null references public.staff_second_factors (staff_id) on delete cascade,
  code_hash text not null,
  primary key (staff_id, code_hash),
  constraint staff_recovery_codes_hash_sha256 check (code_hash ~ '^[0-9a-f]{64}$')
);

-- One row: what holds for everybody who works here.
create table public.staff_policy (
  is_only_row boolean primary key default true,
  second_factor_required boolean not null default false,
  constraint staff_policy_one_row check (is_only_row)
);

insert into public.staff_policy default values;

alter table public.staff_sessions enable row level security;
alter table public.staff_second_factors enable row level security;
alter table public.staff_recovery_codes enable row level security;
alter table public.staff_policy enable row level security;
revoke all on public.staff_sessions, public.staff_second_factors, public.staff_recovery_codes, public.staff_policy from public, anon, authenticated;
grant select, insert, update, delete on public.staff_sessions, public.staff_second_factors, public.staff_recovery_codes, public.staff_policy to service_role;

-- The staff member of a user name or address, with what their sign-in needs: {id, username, email, is_active, secret, last_step}; null for nobody.
create function public.find_staff_login(name text) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', s.id, 'username', s.username, 'email', s.email, 'is_active', s.is_active, 'secret', f.secret, 'last_step', f.last_step)
    from public.staff s left join public.staff_second_factors f on f.staff_id = s.id
   where case when position('@' in find_staff_login.name) > 0 then s.email else s.username end = find_staff_login.name;
$$;

-- Uses up a code of a second factor: the time step of a code that fits, or the hash of a recovery code. Returns whether it was still good.
create function shop.use_second_factor(staff_id uuid, time_step bigint, recovery_hash text) returns boolean
language plpgsql set search_path = ''
as $$
begin
  if time_step is not null then
    update public.staff_second_factors f set last_step = time_step where f.staff_id = use_second_factor.staff_id and f.last_step < time_step;
  else
    delete from public.staff_recovery_codes c where c.staff_id = use_second_factor.staff_id and c.code_hash = recovery_hash;
  end if;
  return found;
end;
$$;

-- Begins a staff session that Auth has given for the right password. Takes its id and end, the browser's name for itself, and, where a second factor is
-- on, the time step of its code or the hash of a recovery code. Returns {must_enroll}: whether a second factor has to be switched on first.
-- Refuses 401 `second_factor_wrong` for a code that was used already or that there is not, 401 `invalid_credentials` for who may not sign in.
create function public.open_staff_session(
  session_id uuid, staff_id uuid, expires_at timestamptz, user_agent text, time_step bigint default null, recovery_hash text default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  has_factor boolean;
  session public.staff_sessions;
begin
  -- Nobody is locked out, and no second factor switched on, while this decides.
  perform 1 from public.staff s where s.id = open_staff_session.staff_id and s.is_active for share;
  if not found then
    perform shop.refuse(401, 'invalid_credentials', 'Invalid username or password');
  end if;
  has_factor := exists (select from public.staff_second_factors f where f.staff_id = open_staff_session.staff_id);
  if has_factor and not shop.use_second_factor(open_staff_session.staff_id, time_step, recovery_hash) then
    perform shop.refuse(401, 'second_factor_wrong', 'This code is not right, or was used already. Wait for the next one.');
  end if;

  delete from public.staff_sessions o where o.staff_id = open_staff_session.staff_id and o.expires_at < now();
  insert into public.staff_sessions (id, staff_id, user_agent, expires_at, must_enroll)
  values (session_id, open_staff_session.staff_id, left(open_staff_session.user_agent, 400), open_staff_session.expires_at,
          not has_factor and (select p.second_factor_required from public.staff_policy p))
  returning * into session;
  return jsonb_build_object('must_enroll', session.must_enroll);
end;
$$;

-- Whom a session belongs to, asked with every request of staff: {id, username, email, is_owner, must_enroll}; null when the account is not staff.
-- Takes the account and the session that a token names. Refuses 401 `not_signed_in` when the session has ended or the member is locked out.
create function public.staff_of_session(account uuid, session_id uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  member public.staff;
  session public.staff_sessions;
begin
  select * into member from public.staff s where s.id = account;
  if not found then
    return null;
  end if;
  select * into session from public.staff_sessions s where s.id = session_id and s.staff_id = account and s.expires_at > now();
  if not found or not member.is_active then
    perform shop.refuse(401, 'not_signed_in', 'Please sign in');
  end if;
  -- Once a minute is enough to say when somebody was seen.
  if session.last_seen_at < now() - interval '1 minute' then
    update public.staff_sessions s set last_seen_at = now() where s.id = session_id;
  end if;
  return jsonb_build_object('id', member.id, 'username', member.username, 'email', member.email, 'is_owner', member.is_owner,
                            'must_enroll', session.must_enroll);
end;
$$;

-- Ends every session of a staff member but one, and forgets every device but the one it is on (its token's hash, null without): the others have to prove
-- themselves like any. Returns how many sessions ended.
create function public.end_other_staff_sessions(staff_id uuid, kept uuid, device text) returns integer
language plpgsql set search_path = ''
as $$
declare
  ended integer;
begin
  delete from public.staff_sessions s where s.staff_id = end_other_staff_sessions.staff_id and s.id is distinct from kept;
  get diagnostics ended = row_count;
  delete from public.sign_in_devices d
   where d.account = (select shop.account_hash(m.email) from public.staff m where m.id = end_other_staff_sessions.staff_id)
     and d.token_hash is distinct from device;
  return ended;
end;
$$;

-- Switches a second factor on. Takes its encrypted secret, the time step of the code that proved it, and hashes of the recovery codes. The member's
-- sessions may go on. Refuses 409 `second_factor_is_on`.
create function public.switch_on_second_factor(staff_id uuid, secret text, time_step bigint, recovery_hashes text[]) returns void
language plpgsql set search_path = ''
as $$
begin
  perform 1 from public.staff s where s.id = switch_on_second_factor.staff_id for update;
  if exists (select from public.staff_second_factors f where f.staff_id = switch_on_second_factor.staff_id) then
    perform shop.refuse(409, 'second_factor_is_on', 'Your second factor is on already.');
  end if;
  insert into public.staff_second_factors (staff_id, secret, last_step)
  values (switch_on_second_factor.staff_id, switch_on_second_factor.secret, time_step);
  insert into public.staff_recovery_codes (staff_id, code_hash) select switch_on_second_factor.staff_id, unnest(recovery_hashes);
  update public.staff_sessions s set must_enroll = false where s.staff_id = switch_on_second_factor.staff_id;
end;
$$;

-- A staff member's own second factor: {since, codes_left, is_required}; `since` is null while it is off.
create function public.show_second_factor(staff_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'since', (select f.created_at from public.staff_second_factors f where f.staff_id = show_second_factor.staff_id),
    'codes_left', (select count(*) from public.staff_recovery_codes c where c.staff_id = show_second_factor.staff_id),
    'is_required', (select p.second_factor_required from public.staff_policy p));
$$;

-- Replaces the recovery codes of a second factor. Takes what proves it, as `open_staff_session`, and the new hashes.
-- Refuses 401 `second_factor_wrong`.
create function public.replace_recovery_codes(staff_id uuid, time_step bigint, recovery_hash text, recovery_hashes text[]) returns void
language plpgsql set search_path = ''
as $$
begin
  if not shop.use_second_factor(replace_recovery_codes.staff_id, time_step, recovery_hash) then
    perform shop.refuse(401, 'second_factor_wrong', 'This code is not right, or was used already. Wait for the next one.');
  end if;
  delete from public.staff_recovery_codes c where c.staff_id = replace_recovery_codes.staff_id;
  insert into public.staff_recovery_codes (staff_id, code_hash) select replace_recovery_codes.staff_id, unnest(recovery_hashes);
end;
$$;

-- Switches a second factor off. Takes what proves it, as `replace_recovery_codes`. Refuses 409 `second_factor_needed_by_all` while everybody needs one.
create function public.switch_off_second_factor(staff_id uuid, time_step bigint, recovery_hash text) returns void
language plpgsql set search_path = ''
as $$
begin
  -- Also waits for an owner who is just requiring it.
  if (select p.second_factor_required from public.staff_policy p for share) then
    perform shop.refuse(409, 'second_factor_needed_by_all', 'Everybody on the staff needs a second factor. An owner can change that.');
  elsif not shop.use_second_factor(switch_off_second_factor.staff_id, time_step, recovery_hash) then
    perform shop.refuse(401, 'second_factor_wrong', 'This code is not right, or was used already. Wait for the next one.');
  end if;
  delete from public.staff_second_factors f where f.staff_id = switch_off_second_factor.staff_id;
end;
$$;

-- Refuses 403 `owner_only` unless the staff member is an owner who may sign in.
create function shop.assert_owner(actor uuid) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not exists (select from public.staff s where s.id = actor and s.is_owner and s.is_active) then
    perform shop.refuse(403, 'owner_only', 'Only an owner of the shop may do this');
  end if;
end;
$$;

-- A staff member as the API shows them: the row, and whether they have a second factor.
create function shop.describe_staff(member public.staff) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(member) || jsonb_build_object('has_second_factor', exists (select from public.staff_second_factors f where f.staff_id = member.id));
$$;

-- Takes a second factor from a staff member who lost it, and ends their sessions: they sign in with the password alone, and switch it on anew where it is
-- required. Takes who does it; null is the command line, which has the project's secret key. Refuses 403 `owner_only`, 404 `staff_not_found`.
create function public.reset_second_factor(staff_id uuid, actor uuid default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  member public.staff;
begin
  if actor is not null then
    perform shop.assert_owner(actor);
  end if;
  select * into member from public.staff s where s.id = reset_second_factor.staff_id for update;
  if not found then
    perform shop.refuse(404, 'staff_not_found', 'Staff member not found');
  end if;
  delete from public.staff_second_factors f where f.staff_id = reset_second_factor.staff_id;
  delete from public.staff_sessions s where s.staff_id = reset_second_factor.staff_id;
  return shop.describe_staff(member);
end;
$$;

-- Says whether everybody on the staff needs a second factor; who has none is led to it at the next sign-in. Returns {is_required}.
-- Refuses 403 `owner_only`, 409 `second_factor_first` for an owner without one of their own.
create function public.require_second_factor(is_required boolean, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform shop.assert_owner(actor);
  perform 1 from public.staff_policy p for update;
  if is_required and not exists (select from public.staff_second_factors f where f.staff_id = actor) then
    perform shop.refuse(409, 'second_factor_first', 'Switch on your own second factor first, under Your account.');
  end if;
  update public.staff_policy p set second_factor_required = is_required where true;
  return jsonb_build_object('is_required', is_required);
end;
$$;

-- Everybody on the staff by user name, with whether they have a second factor.
create function public.list_staff() returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(shop.describe_staff(s) order by s.username), '[]') from public.staff s;
$$;

-- As before (20261101003130), and only an owner does it: a member could lock the owner out. Being locked out ends the sessions and forgets the devices.
create or replace function public.set_staff_active(staff_id uuid, is_active boolean, actor uuid) returns jsonb
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
  perform shop.assert_owner(actor);

  update public.staff s
     set is_active = set_staff_active.is_active,
         sessions_from = case when set_staff_active.is_active then s.sessions_from else date_trunc('second', now()) + interval '1 second' end
   where s.id = staff_id returning * into member;
  if not found then
    perform shop.refuse(404, 'staff_not_found', 'Staff member not found');
  end if;
  if not member.is_active then
    delete from public.staff_sessions s where s.staff_id = set_staff_active.staff_id;
    delete from public.sign_in_devices d where d.account = shop.account_hash(member.email);
  end if;
  return shop.describe_staff(member);
end;
$$;

drop function public.end_staff_sessions(uuid);

-- As before, and the devices are unknown afterwards: one that was lost is nobody's. Takes who does it: the member or an owner. Without (the shop of before)
-- it is not asked. Refuses 404 `staff_not_found`, 403 `owner_only`.
create function public.end_staff_sessions(staff_id uuid, actor uuid default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  member public.staff;
begin
  if actor <> staff_id then
    perform shop.assert_owner(actor);
  end if;
  -- The moment is for the shop of before, which knows no sessions.
  update public.staff s set sessions_from = date_trunc('second', now()) + interval '1 second' where s.id = end_staff_sessions.staff_id returning * into member;
  if not found then
    perform shop.refuse(404, 'staff_not_found', 'Staff member not found');
  end if;
  delete from public.staff_sessions s where s.staff_id = end_staff_sessions.staff_id;
  delete from public.sign_in_devices d where d.account = shop.account_hash(member.email);
  return shop.describe_staff(member);
end;
$$;

revoke execute on function public.find_staff_login, shop.use_second_factor, public.open_staff_session, public.staff_of_session,
  public.end_other_staff_sessions, public.show_second_factor, public.switch_on_second_factor, public.replace_recovery_codes, public.switch_off_second_factor, shop.assert_owner, shop.describe_staff,
  public.reset_second_factor, public.require_second_factor, public.list_staff, public.set_staff_active, public.end_staff_sessions
  from public, anon, authenticated;
grant execute on function public.find_staff_login, shop.use_second_factor, public.open_staff_session, public.staff_of_session,
  public.end_other_staff_sessions, public.show_second_factor, public.switch_on_second_factor, public.replace_recovery_codes, public.switch_off_second_factor, shop.assert_owner, shop.describe_staff,
  public.reset_second_factor, public.require_second_factor, public.list_staff, public.set_staff_active, public.end_staff_sessions
  to service_role;
