-- Links that are mailed to the owner of an account of Auth, shopper or staff: one sets a new password (30 minutes), one proves the address
-- (three days). Each works once. The database knows only a link's hash: the server makes its token of its id, when it writes the mail.

create table public.account_links (
  id text primary key,
  kind text not null,
  -- SHA-256 of the token.
  token_hash text not null,
  account uuid not null references auth.users (id) on delete cascade,
  -- Where it was sent. An account may have another address by the time it is opened.
  email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint account_links_kind_known check (kind in ('reset', 'proof')),
  constraint account_links_email_lowercase check (email = lower(email)),
  constraint account_links_token_hash_sha256 check (token_hash ~ '^[0-9a-f]{64}$'),
  constraint account_links_token_hash_unique unique (token_hash)
);

create index account_links_by_account on public.account_links (account);
create index account_links_expired on public.account_links (expires_at);

alter table public.account_links enable row level security;
grant select, insert, update, delete on public.account_links to service_role;

-- Addresses that somebody proved to be theirs, by a link that was mailed there. One that the account no longer has proves nothing.
create table public.proved_addresses (
  account uuid primary key references auth.users (id) on delete cascade,
  email text not null,
  proved_at timestamptz not null default now(),
  constraint proved_addresses_email_lowercase check (email = lower(email))
);

alter table public.proved_addresses enable row level security;
grant select, insert, update, delete on public.proved_addresses to service_role;

-- The account with this e-mail address, or null. Auth's tables are nobody's but its own, so this runs as the owner of the database.
create function public.account_of(email text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select u.id from auth.users u where u.email = account_of.email;
$$;

-- Mails a link to an account. Takes the kind (`reset`, `proof`), its id and SHA-256, the account, the address and whether it leads to the
-- back office.
create function shop.mail_account_link(kind text, link_id text, token_hash text, account uuid, email text, for_staff boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into public.account_links (id, kind, token_hash, account, email, expires_at)
  values (link_id, mail_account_link.kind, mail_account_link.token_hash, mail_account_link.account, mail_account_link.email,
          now() + case mail_account_link.kind when 'reset' then interval '30 minutes' else interval '3 days' end);
  insert into public.mail_outbox (kind, recipient, payload)
  values (case mail_account_link.kind when 'reset' then 'password_reset'::shop.mail_kind else 'address_proof'::shop.mail_kind end,
          mail_account_link.email, jsonb_build_object('link_id', link_id, 'for_staff', for_staff));
end;
$$;

-- Mails a link that sets a new password. Takes an e-mail address, or with `for_staff` a staff member's address or user name, and the link's
-- id and SHA-256. Whoever calls learns nothing: nothing happens for somebody unknown, for a staff member who is locked out, and after the
-- third mail in an hour.
create function public.ask_for_password_reset(name text, link_id text, token_hash text, for_staff boolean) returns void
language plpgsql set search_path = ''
as $$
declare
  member public.staff;
  account uuid;
  address text := ask_for_password_reset.name;
begin
  if for_staff then
    select * into member from public.staff s
     where case when position('@' in ask_for_password_reset.name) > 0 then s.email else s.username end = ask_for_password_reset.name;
    account := member.id;
    address := coalesce(member.email, address);
  else
    account := public.account_of(address);
    select * into member from public.staff s where s.id = account;
  end if;
  -- Unknown ones are counted, too, so that they take as long.
  if public.hit_rate_limit(shop.bucket('password reset', shop.mailbox(address)), 3, 3600) = 0 and account is not null
    and member.is_active is not false then
    perform shop.mail_account_link('reset', link_id, token_hash, account, address, for_staff);
  end if;
end;
$$;

-- Mails a link that proves an account's address. Takes the account, its address, and the link's id and SHA-256. Returns 0, or the seconds
-- until the next one may be sent: three an hour. An address that is proved gets none.
create function public.ask_for_address_proof(account uuid, email text, link_id text, token_hash text) returns integer
language plpgsql set search_path = ''
as $$
declare
  wait integer;
begin
  if exists (select from public.proved_addresses p where p.account = ask_for_address_proof.account
             and p.email = ask_for_address_proof.email) then
    return 0;
  end if;
  wait := public.hit_rate_limit(shop.bucket('address proof', shop.mailbox(email)), 3, 3600);
  if wait = 0 then
    perform shop.mail_account_link('proof', link_id, token_hash, account, email, false);
  end if;
  return wait;
end;
$$;

-- Locks the link that has this hash. Takes its kind. Refuses 404 `link_not_found`, also when the account is that of a staff member who is
-- locked out, 410 `link_used` and 410 `link_expired`.
create function shop.open_account_link(kind text, token_hash text) returns public.account_links
language plpgsql set search_path = ''
as $$
declare
  link public.account_links;
begin
  select * into link from public.account_links l
   where l.token_hash = open_account_link.token_hash and l.kind = open_account_link.kind for update;
  if not found or exists (select from public.staff s where s.id = link.account and not s.is_active) then
    perform shop.refuse('link_not_found');
  elsif link.used_at is not null then
    perform shop.refuse('link_used');
  elsif link.expires_at <= now() then
    perform shop.refuse('link_expired');
  end if;
  return link;
end;
$$;

-- The address of the account whose password a link sets: {email}. Takes its SHA-256. Refuses as `shop.open_account_link`.
create function public.find_reset_link(token_hash text) returns jsonb
language sql set search_path = ''
as $$
  select jsonb_build_object('email', (shop.open_account_link('reset', find_reset_link.token_hash)).email);
$$;

-- Uses up a link that sets a new password, before Auth is told. Takes its SHA-256. Returns {account, email}. Refuses as
-- `shop.open_account_link`.
create function public.use_reset_link(token_hash text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  link public.account_links := shop.open_account_link('reset', use_reset_link.token_hash);
begin
  update public.account_links l set used_at = now() where l.id = link.id;
  return jsonb_build_object('account', link.account, 'email', link.email);
end;
$$;

-- Makes a link good again whose password Auth did not take. Takes its SHA-256.
create function public.give_back_reset_link(token_hash text) returns void
language sql set search_path = ''
as $$
  update public.account_links l set used_at = null where l.token_hash = give_back_reset_link.token_hash;
$$;

-- Keeps that an account's address is proved.
create function shop.keep_proof(account uuid, email text) returns void
language sql set search_path = ''
as $$
  insert into public.proved_addresses as p (account, email) values (keep_proof.account, keep_proof.email)
  on conflict on constraint proved_addresses_pkey do update set email = excluded.email, proved_at = now() where p.email <> excluded.email;
$$;

-- After Auth has taken a new password, by which all sessions have ended (people/passwords.sql): keeps that it came by a link, so that it is
-- proof at once, uses up the account's other links, and keeps that the address is proved, because somebody read what was sent there. Takes
-- the account and the address.
create function public.finish_password_reset(account uuid, email text) returns void
language plpgsql set search_path = ''
as $$
declare
  hash constant text := shop.account_hash(finish_password_reset.email);
begin
  -- Also where the new password is the old one, which Auth does not report.
  perform shop.end_sessions_of_account(finish_password_reset.account, finish_password_reset.email);
  delete from public.foreign_passwords f where f.account = finish_password_reset.account;
  -- Whoever guessed before asking need not wait.
  delete from public.sign_in_limits l where l.key = 'password account ' || hash or starts_with(l.key, 'password ' || hash || ' ');
  update public.account_links l set used_at = now()
   where l.account = finish_password_reset.account and l.kind = 'reset' and l.used_at is null;
  perform shop.keep_proof(finish_password_reset.account, finish_password_reset.email);
end;
$$;

-- Proves the address that a link was sent to. Takes its SHA-256 and the account that is signed in: who only opens a link somebody else
-- asked for must not prove an address to a stranger's account. Doing it again changes nothing. Refuses 403 `other_account`, else as
-- `shop.open_account_link`.
create function public.prove_address(token_hash text, account uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  link public.account_links;
begin
  if exists (select from public.account_links l join public.proved_addresses p on p.account = l.account and p.email = l.email
              where l.token_hash = prove_address.token_hash and l.kind = 'proof' and l.account = prove_address.account) then
    return;
  end if;
  link := shop.open_account_link('proof', prove_address.token_hash);
  if link.account <> prove_address.account then
    perform shop.refuse('other_account');
  end if;
  update public.account_links l set used_at = now() where l.id = link.id;
  perform shop.keep_proof(link.account, link.email);
end;
$$;

grant execute on function public.account_of, public.ask_for_password_reset, public.ask_for_address_proof, public.find_reset_link,
  public.use_reset_link, public.give_back_reset_link, public.finish_password_reset, public.prove_address to service_role;
