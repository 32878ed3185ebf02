-- Staff sessions and second factors. A session and its token are the shop's own: a session can be ended at once, and one that Auth gave to
-- somebody with the password alone, past the shop's sign-in, opens nothing. The second factor is checked where a session begins, in the
-- same transaction.

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

-- The staff member with this user name or e-mail address, and what signing in needs: {id, username, email, is_active, secret, last_step}.
-- Null for nobody.
create function public.find_staff_login(name text) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', s.id, 'username', s.username, 'email', s.email, 'is_active', s.is_active, 'secret', f.secret,
                            'last_step', f.last_step)
    from public.staff s left join public.staff_second_factors f on f.staff_id = s.id
   where case when position('@' in find_staff_login.name) > 0 then s.email else s.username end = find_staff_login.name;
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
language plpgsql stable set search_path = ''
as $$
begin
  return (select jsonb_build_object('is_owner', s.is_owner, 'role', r.name, 'rights', r.rights)
            from public.staff s join public.staff_roles r on r.id = s.role where s.id = standing_of.staff_id);
end;
$$;

-- Somebody who gets another role signs in again, and proves then whatever the new role asks for.
create function shop.end_sessions_of_role(new public.staff) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from public.staff_sessions s where s.staff_id = new.id;
end;
$$;

-- So does everybody whose role may do something else from now on.
create function shop.end_sessions_of_changed_role(new public.staff_roles) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from public.staff_sessions s using public.staff m where m.id = s.staff_id and m.role = new.id;
end;
$$;

grant execute on function public.find_staff_login to service_role;
