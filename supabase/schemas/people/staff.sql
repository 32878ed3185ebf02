-- Who works here, and in which role. Owners decide both, end other people's sessions and can require a second factor of everybody; `npm run
-- staff:add` makes owners, and their invitations make all others. No change leaves the shop without an owner who may sign in.

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

-- What somebody on the staff is, in words: the name of their role, or locked out. Null for nobody.
create function shop.role_of(member public.staff) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return case when not member.is_active then 'Locked out' else (select r.name from public.staff_roles r where r.id = member.role) end;
end;
$$;

-- Whether somebody on the staff has a right. Takes their id, null for nobody of the staff: the command line, a shopper, the clock, who are
-- not asked.
create function shop.may(actor uuid, needed text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return actor is null
      or exists (select from public.staff s join public.staff_roles r on r.id = s.role where s.id = actor and s.is_active
                 and needed = any (r.rights));
end;
$$;

-- Refuses 403 `not_allowed` unless a staff member has a right, `owner_only` where only owners have it. Takes their id as `shop.may` does,
-- and the right.
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

-- A staff member as the API shows them: the row, the name of their role, whether they have a second factor, and the user name of who
-- invited them.
create function shop.describe_staff(member public.staff) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(member) || jsonb_build_object(
    'invited_by', shop.username_of(member.invited_by), 'role_name', (select r.name from public.staff_roles r where r.id = member.role),
    'has_second_factor', exists (select from public.staff_second_factors f where f.staff_id = member.id));
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

grant execute on function public.list_staff to service_role;
