-- The second factor of a member of staff: switched on with a code, used up once by each code, replaced by a recovery code, reset by an
-- owner.

-- Uses up a code of a second factor: takes the time step of a code that fits, or the hash of a recovery code. Returns whether it was still
-- unused.
create function shop.use_second_factor(staff_id uuid, time_step bigint, recovery_hash text) returns boolean
language plpgsql set search_path = ''
as $$
begin
  if time_step is not null then
    update public.staff_second_factors f set last_step = time_step where f.staff_id = use_second_factor.staff_id
      and f.last_step < time_step;
  else
    delete from public.staff_recovery_codes c where c.staff_id = use_second_factor.staff_id and c.code_hash = recovery_hash;
  end if;
  return found;
end;
$$;

-- Uses up a code that proves once more who is signed in. Takes the time step of a code that fits, or the hash of a recovery code. Refuses
-- 401 `second_factor_wrong`, also for a code that was used before.
create function public.prove_second_factor(staff_id uuid, time_step bigint, recovery_hash text default null) returns void
language plpgsql set search_path = ''
as $$
begin
  if not shop.use_second_factor(staff_id, time_step, recovery_hash) then
    perform shop.refuse('second_factor_wrong');
  end if;
end;
$$;

-- Stores the secret of a second factor as another key encrypts it. Takes the member, the secret as it was stored, and as it is stored from
-- now on; does nothing when the factor was replaced meanwhile.
create function public.renew_second_factor(staff_id uuid, stored text, renewed text) returns void
language sql set search_path = ''
as $$
  update public.staff_second_factors f set secret = renewed where f.staff_id = renew_second_factor.staff_id and f.secret = stored;
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

-- Switches a second factor off. Takes the proof as `open_staff_session` does. Refuses 401 `second_factor_wrong`, and 409
-- `second_factor_needed_by_all` while everybody needs one, or the member's role does.
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

-- Removes the second factor of a staff member who lost it, and ends their sessions: they sign in with the password alone, and switch it on
-- again where it is required. Takes who does it, an owner; null is the command line. Returns the member. Refuses 403 `owner_only`, 404
-- `staff_not_found`, 409 `own_second_factor`: one's own goes with the password and a code.
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

grant execute on function public.prove_second_factor, public.renew_second_factor, public.switch_on_second_factor, public.show_second_factor,
  public.replace_recovery_codes, public.switch_off_second_factor, public.reset_second_factor to service_role;
