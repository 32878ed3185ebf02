-- Staff sessions and second factors. A session and its token are the shop's own: a session can be ended at once, and one that Auth gave to somebody with the
-- password alone, past the shop's sign-in, opens nothing. The second factor is checked where a session begins, in the same transaction.

create table public.staff_sessions (
  id uuid primary key default gen_random_uuid(),
  staff_id uuid not null references public.staff (id) on delete cascade,
  -- SHA-256 of the session's only token, by which its requests are known.
  token_hash text not null,
  user_agent text not null default '',
  -- A second factor has to be switched on before anything else.
  must_enroll boolean not null default false,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- A working day.
  expires_at timestamptz not null default now() + interval '12 hours',
  constraint staff_sessions_token_hash_sha256 check (token_hash ~ '^[0-9a-f]{64}$'),
  constraint staff_sessions_token_hash_unique unique (token_hash),
  constraint staff_sessions_user_agent_length check (char_length(user_agent) <= 400)
);

create index staff_sessions_staff on public.staff_sessions (staff_id);

alter table public.staff_sessions enable row level security;
grant select, insert, update, delete on public.staff_sessions to service_role;

-- Codes for somebody who has lost their phone. Each works once; stored as hashes.
create table public.staff_recovery_codes (
  staff_id uuid not null references public.staff_second_factors (staff_id) on delete cascade,
  code_hash text not null,
  primary key (staff_id, code_hash),
  constraint staff_recovery_codes_hash_sha256 check (code_hash ~ '^[0-9a-f]{64}$')
);

alter table public.staff_recovery_codes enable row level security;
grant select, insert, update, delete on public.staff_recovery_codes to service_role;

-- One row: what holds for the whole staff.
create table public.staff_policy (
  is_only_row boolean primary key default true,
  second_factor_required boolean not null default false,
  constraint staff_policy_one_row check (is_only_row)
);

insert into public.staff_policy default values;

alter table public.staff_policy enable row level security;
grant select, insert, update, delete on public.staff_policy to service_role;

-- The staff member with this user name or e-mail address, and what signing in needs: {id, username, email, is_active, secret, last_step}. Null for nobody.
create function public.find_staff_login(name text) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', s.id, 'username', s.username, 'email', s.email, 'is_active', s.is_active, 'secret', f.secret, 'last_step', f.last_step)
    from public.staff s left join public.staff_second_factors f on f.staff_id = s.id
   where case when position('@' in find_staff_login.name) > 0 then s.email else s.username end = find_staff_login.name;
$$;

-- Uses up a code of a second factor: takes the time step of a code that fits, or the hash of a recovery code. Returns whether it was still unused.
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

-- Uses up a code that proves once more who is signed in. Takes the time step of a code that fits, or the hash of a recovery code. Refuses 401
-- `second_factor_wrong`, also for a code that was used before.
create function public.prove_second_factor(staff_id uuid, time_step bigint, recovery_hash text default null) returns void
language plpgsql set search_path = ''
as $$
begin
  if not shop.use_second_factor(staff_id, time_step, recovery_hash) then
    perform shop.refuse('second_factor_wrong');
  end if;
end;
$$;

-- Stores the secret of a second factor as another key encrypts it. Takes the member, the secret as it was stored, and as it is stored from now on; does
-- nothing when the factor was replaced meanwhile.
create function public.renew_second_factor(staff_id uuid, stored text, renewed text) returns void
language sql set search_path = ''
as $$
  update public.staff_second_factors f set secret = renewed where f.staff_id = renew_second_factor.staff_id and f.secret = stored;
$$;

-- Whether somebody on the staff has to have a second factor: when everybody has to, and whoever moves money as a member.
create function shop.needs_second_factor(staff_id uuid) returns boolean
language sql stable set search_path = ''
as $$
  select (select p.second_factor_required from public.staff_policy p)
      or exists (select from public.staff s join public.staff_roles r on r.id = s.role
                  where s.id = needs_second_factor.staff_id and not s.is_owner and r.rights && shop.rights_over_money());
$$;

-- What somebody on the staff is and may do: {is_owner, role, rights}, the role by its name.
create function shop.standing_of(staff_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('is_owner', s.is_owner, 'role', r.name, 'rights', r.rights)
    from public.staff s join public.staff_roles r on r.id = s.role where s.id = standing_of.staff_id;
$$;

-- Trigger: who gets another role signs in again, and what another has to be proved for is asked for then.
create function shop.end_sessions_of_role() returns trigger
language plpgsql set search_path = ''
as $$
begin
  delete from public.staff_sessions s where s.staff_id = new.id;
  return null;
end;
$$;

create trigger staff_sessions_of_role after update of role on public.staff
  for each row when (new.role <> old.role) execute function shop.end_sessions_of_role();

-- Trigger: so does everybody whose role may do something else from now on.
create function shop.end_sessions_of_changed_role() returns trigger
language plpgsql set search_path = ''
as $$
begin
  delete from public.staff_sessions s using public.staff m where m.id = s.staff_id and m.role = new.id;
  return null;
end;
$$;

create trigger staff_sessions_of_changed_role after update of rights on public.staff_roles
  for each row when (new.rights <> old.rights) execute function shop.end_sessions_of_changed_role();

-- Begins a staff session for which Auth has accepted the password. Takes the browser's description of itself, the SHA-256 of the session's token, and where a
-- second factor is on the time step of its code or the hash of a recovery code. Returns {must_enroll, is_owner, role, rights}: whether a second factor has
-- to be switched on first, whether the member is an owner, the role's name and its rights.
-- Refuses 401 `second_factor_wrong`, also for a code that was used before, and 401 `invalid_credentials` for somebody who may not sign in.
create function public.open_staff_session(
  staff_id uuid, user_agent text, token_hash text, time_step bigint default null, recovery_hash text default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  has_factor boolean;
  session public.staff_sessions;
begin
  -- The lock keeps colleagues from locking the member out, and a second factor from being switched on, meanwhile.
  perform 1 from public.staff s where s.id = open_staff_session.staff_id and s.is_active for share;
  if not found then
    perform shop.refuse('invalid_credentials');
  end if;
  has_factor := exists (select from public.staff_second_factors f where f.staff_id = open_staff_session.staff_id);
  if has_factor and not shop.use_second_factor(open_staff_session.staff_id, time_step, recovery_hash) then
    perform shop.refuse('second_factor_wrong');
  end if;

  delete from public.staff_sessions o where o.staff_id = open_staff_session.staff_id and o.expires_at < now();
  insert into public.staff_sessions (staff_id, token_hash, user_agent, must_enroll)
  values (open_staff_session.staff_id, open_staff_session.token_hash, left(open_staff_session.user_agent, 400),
          not has_factor and shop.needs_second_factor(open_staff_session.staff_id))
  returning * into session;
  return jsonb_build_object('must_enroll', session.must_enroll) || shop.standing_of(session.staff_id);
end;
$$;

-- The staff member whose session a token belongs to, asked with every staff request: {id, username, email, is_owner, role, rights, must_enroll, session_id}.
-- Takes the token's SHA-256. Null for any other token, for one whose session has ended, and for a member who is locked out.
create function public.staff_of_token(token_hash text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  session public.staff_sessions;
  member public.staff;
begin
  select * into session from public.staff_sessions s where s.token_hash = staff_of_token.token_hash;
  if not found or session.expires_at <= now() then
    return null;
  end if;
  select * into member from public.staff s where s.id = session.staff_id;
  if not member.is_active then
    return null;
  end if;
  -- Once a minute is precise enough.
  if session.last_seen_at < now() - interval '1 minute' then
    update public.staff_sessions s set last_seen_at = now() where s.id = session.id;
  end if;
  return jsonb_build_object('id', member.id, 'username', member.username, 'email', member.email, 'must_enroll', session.must_enroll,
                            'session_id', session.id) || shop.standing_of(member.id);
end;
$$;

-- Ends all sessions of a staff member but one, and forgets all devices but the one whose token hash is given (null: none).
-- Returns how many sessions ended.
create function public.end_other_staff_sessions(staff_id uuid, current_session uuid, device text) returns integer
language plpgsql set search_path = ''
as $$
declare
  ended integer;
begin
  delete from public.staff_sessions s where s.staff_id = end_other_staff_sessions.staff_id and s.id is distinct from current_session;
  get diagnostics ended = row_count;
  -- Of sessions that expired, too.
  delete from public.push_devices p where p.staff_id = end_other_staff_sessions.staff_id and p.session_id is distinct from current_session;
  delete from public.sign_in_devices d
   where d.account = (select shop.account_hash(m.email) from public.staff m where m.id = end_other_staff_sessions.staff_id)
     and d.token_hash is distinct from device;
  return ended;
end;
$$;

-- Switches a second factor on. Takes its encrypted secret, the time step of the code that proved it, and the hashes of the recovery codes.
-- The member's sessions go on. Refuses 409 `second_factor_is_on`.
create function public.switch_on_second_factor(staff_id uuid, secret text, time_step bigint, recovery_hashes text[]) returns void
language plpgsql set search_path = ''
as $$
begin
  perform 1 from public.staff s where s.id = switch_on_second_factor.staff_id for update;
  if exists (select from public.staff_second_factors f where f.staff_id = switch_on_second_factor.staff_id) then
    perform shop.refuse('second_factor_is_on');
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
    'is_required', shop.needs_second_factor(show_second_factor.staff_id));
$$;

-- Replaces the recovery codes. Takes the proof as `open_staff_session` does, and the new hashes. Refuses 401 `second_factor_wrong`.
create function public.replace_recovery_codes(staff_id uuid, time_step bigint, recovery_hash text, recovery_hashes text[]) returns void
language plpgsql set search_path = ''
as $$
begin
  if not shop.use_second_factor(replace_recovery_codes.staff_id, time_step, recovery_hash) then
    perform shop.refuse('second_factor_wrong');
  end if;
  delete from public.staff_recovery_codes c where c.staff_id = replace_recovery_codes.staff_id;
  insert into public.staff_recovery_codes (staff_id, code_hash) select replace_recovery_codes.staff_id, unnest(recovery_hashes);
end;
$$;

-- Switches a second factor off. Takes the proof as `open_staff_session` does. Refuses 401 `second_factor_wrong`, and 409 `second_factor_needed_by_all`
-- while everybody needs one, or the member's role does.
create function public.switch_off_second_factor(staff_id uuid, time_step bigint, recovery_hash text) returns void
language plpgsql set search_path = ''
as $$
begin
  -- Waits for an owner who is requiring it at this moment.
  perform 1 from public.staff_policy p for share;
  if shop.needs_second_factor(switch_off_second_factor.staff_id) then
    perform shop.refuse('second_factor_needed_by_all');
  elsif not shop.use_second_factor(switch_off_second_factor.staff_id, time_step, recovery_hash) then
    perform shop.refuse('second_factor_wrong');
  end if;
  delete from public.staff_second_factors f where f.staff_id = switch_off_second_factor.staff_id;
  perform shop.tell_owners('factor_off', shop.username_of(staff_id));
end;
$$;

-- Removes the second factor of a staff member who lost it, and ends their sessions: they sign in with the password alone, and switch it on again where
-- it is required. Takes who does it, an owner; null is the command line. Returns the member. Refuses 403 `owner_only`, 404 `staff_not_found`, 409
-- `own_second_factor`: one's own goes with the password and a code.
create function public.reset_second_factor(staff_id uuid, actor uuid default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  member public.staff;
begin
  if actor is not null then
    perform shop.assert_owner(actor);
    perform shop.act_as(actor);
  end if;
  if actor = staff_id then
    perform shop.refuse('own_second_factor');
  end if;
  select * into member from public.staff s where s.id = reset_second_factor.staff_id for update;
  if not found then
    perform shop.refuse('staff_not_found');
  end if;
  delete from public.staff_second_factors f where f.staff_id = reset_second_factor.staff_id;
  delete from public.staff_sessions s where s.staff_id = reset_second_factor.staff_id;
  perform shop.tell_owners('factor_reset', member.username, member.email);
  return shop.describe_staff(member);
end;
$$;

-- Says whether everybody on the staff needs a second factor; those without one are led to it at their next sign-in. Returns {is_required}.
-- Refuses 403 `owner_only`, 409 `second_factor_first` for an owner without one of their own.
create function public.require_second_factor(is_required boolean, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform shop.assert_owner(actor);
  perform 1 from public.staff_policy p for update;
  if is_required and not exists (select from public.staff_second_factors f where f.staff_id = actor) then
    perform shop.refuse('second_factor_first');
  end if;
  update public.staff_policy p set second_factor_required = is_required where true;
  return jsonb_build_object('is_required', is_required);
end;
$$;

grant execute on function public.find_staff_login, public.prove_second_factor, public.renew_second_factor, public.open_staff_session, public.staff_of_token,
  public.end_other_staff_sessions,
  public.switch_on_second_factor, public.show_second_factor, public.replace_recovery_codes, public.switch_off_second_factor,
  public.reset_second_factor, public.require_second_factor to service_role;
