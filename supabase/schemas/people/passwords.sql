-- Sessions of shoppers, and what follows a new password. Tokens of sessions are the shop's own: Auth checks passwords and keeps nobody
-- signed in, so that what a browser holds has no power over a password.

create table public.shopper_sessions (
  id uuid primary key default gen_random_uuid(),
  account uuid not null references auth.users (id) on delete cascade,
  -- SHA-256 of the session's only token.
  token_hash text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '12 hours',
  constraint shopper_sessions_token_hash_sha256 check (token_hash ~ '^[0-9a-f]{64}$'),
  constraint shopper_sessions_token_hash_unique unique (token_hash)
);

create index shopper_sessions_account on public.shopper_sessions (account);
create index shopper_sessions_expired on public.shopper_sessions (expires_at);

alter table public.shopper_sessions enable row level security;
grant select, insert, update, delete on public.shopper_sessions to service_role;

-- Begins a session of a shopper whose password Auth has accepted. Takes the account and the SHA-256 of the session's token.
create function public.open_shopper_session(account uuid, token_hash text) returns void
language sql set search_path = ''
as $$
  insert into public.shopper_sessions (account, token_hash) values (open_shopper_session.account, open_shopper_session.token_hash);
$$;

-- Whose session a token belongs to: {id, email, username}; the name may be anything, or null. Takes the token's SHA-256. Null for any
-- other, and for one whose session has ended. Auth's tables are nobody's but its own, so this runs as the owner of the database.
create function public.shopper_of_token(token_hash text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', u.id, 'email', u.email, 'username', u.raw_user_meta_data ->> 'username')
    from public.shopper_sessions s join auth.users u on u.id = s.account
   where s.token_hash = shopper_of_token.token_hash and s.expires_at > now();
$$;

-- Passwords that were set at Auth, past the shop: by whoever has the old one or a token of Auth. For a day they prove nothing; a mailed
-- link to a new one ends that at once.
create table public.foreign_passwords (
  account uuid primary key references auth.users (id) on delete cascade,
  set_at timestamptz not null default now()
);

alter table public.foreign_passwords enable row level security;
grant select, insert, update, delete on public.foreign_passwords to service_role;

-- Whether an account's password, which Auth accepts, proves who somebody is. Takes the account.
create function public.password_is_proof(account uuid) returns boolean
language sql stable set search_path = ''
as $$
  select not exists (select from public.foreign_passwords f where f.account = password_is_proof.account
                     and f.set_at > now() - interval '1 day');
$$;

-- Ends every session of an account, staff's and shopper's, and makes its browsers unknown devices. Takes the account and its address.
create function shop.end_sessions_of_account(account uuid, email text) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.staff s set sessions_from = now() where s.id = end_sessions_of_account.account;
  delete from public.staff_sessions s where s.staff_id = end_sessions_of_account.account;
  delete from public.shopper_sessions s where s.account = end_sessions_of_account.account;
  delete from public.sign_in_devices d where d.account = shop.account_hash(end_sessions_of_account.email);
end;
$$;

-- Trigger: a new password ends all sessions of its account, by whichever way it was set, and counts as set past the shop until
-- `finish_password_reset` says otherwise. Owners hear of one on the staff. It runs in Auth's own transaction, so as the owner of the
-- database.
create function shop.after_new_password() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  member public.staff;
begin
  insert into public.foreign_passwords as f (account) values (new.id)
  on conflict on constraint foreign_passwords_pkey do update set set_at = now();
  perform shop.end_sessions_of_account(new.id, new.email);
  select * into member from public.staff s where s.id = new.id;
  if found then
    perform shop.tell_owners('password', member.username, member.email);
  end if;
  return null;
end;
$$;

create trigger shop_new_password after update of encrypted_password on auth.users
  for each row when (new.encrypted_password is distinct from old.encrypted_password) execute function shop.after_new_password();

grant execute on function public.open_shopper_session, public.shopper_of_token, public.password_is_proof to service_role;
