-- A session of staff begins with everything proved that it needs, and is looked up by its token with each call.

-- Begins a staff session for which Auth has accepted the password. Takes the browser's description of itself, the SHA-256 of the session's
-- token, and where a second factor is on the time step of its code or the hash of a recovery code. Returns {must_enroll, is_owner, role,
-- rights}: whether a second factor has to be switched on first, whether the member is an owner, the role's name and its rights. Refuses 401
-- `second_factor_wrong`, also for a code that was used before, and 401 `invalid_credentials` for somebody who may not sign in.
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

-- The staff member whose session a token belongs to, asked with every staff request: {id, username, email, is_owner, role, rights,
-- must_enroll, session_id}. Takes the token's SHA-256. Null for any other token, for one whose session has ended, and for a member who is
-- locked out.
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
  -- Also the devices of sessions that have expired.
  delete from public.push_devices p where p.staff_id = end_other_staff_sessions.staff_id and p.session_id is distinct from current_session;
  delete from public.sign_in_devices d
   where d.account = (select shop.account_hash(m.email) from public.staff m where m.id = end_other_staff_sessions.staff_id)
     and d.token_hash is distinct from device;
  return ended;
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

grant execute on function public.open_staff_session, public.staff_of_token, public.end_other_staff_sessions,
  public.require_second_factor to service_role;
