-- Guessing passwords is slow, and nobody is locked out by somebody else's guesses. Wrong tries delay the address (or the known device) they
-- came from, longer each time. Tries of unknown devices on one account also queue, and get a place in that queue that stays theirs. A known
-- device, one that has signed in to the account before, does not queue.
--
-- Per account: ten tries at once, then one each 30 seconds, from however many addresses: at most 130 an hour. A place in the queue is at
-- most 15 minutes away; when thirty addresses wait already, each further one gets its try after 15 minutes, which adds 4 an hour each.
-- Codes of a second factor are stricter: when the queue is full, an unknown device has to come back later. Per address, over all accounts:
-- thirty tries at once, then one each 10 seconds.

create table public.sign_in_limits (
  -- The SHA-256 of what is counted: an address, an account, or one of both.
  key text primary key,
  tries integer not null default 0,
  -- When the next try is allowed; for an account or an address as a whole, when the last place in the queue is used up.
  next_at timestamptz not null,
  -- Whether the wait until then is a place in the account's queue.
  has_place boolean not null default false,
  ends_at timestamptz not null
);

create index sign_in_limits_ended on public.sign_in_limits (ends_at);

alter table public.sign_in_limits enable row level security;
grant select, insert, update, delete on public.sign_in_limits to service_role;

-- Devices (browsers) that have signed in to an account. Both are stored as hashes only.
create table public.sign_in_devices (
  account text not null,
  token_hash text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (account, token_hash),
  constraint sign_in_devices_token_hash_sha256 check (token_hash ~ '^[0-9a-f]{64}$')
);

create index sign_in_devices_token on public.sign_in_devices (token_hash);
create index sign_in_devices_last_used on public.sign_in_devices (last_used_at);

alter table public.sign_in_devices enable row level security;
grant select, insert, update, delete on public.sign_in_devices to service_role;

-- The hash under which an account's tries and devices are stored. Takes the e-mail address; the server hashes what was typed in the same
-- way.
create function shop.account_hash(email text) returns text
language sql immutable set search_path = ''
as $$
  select encode(sha256(convert_to(account_hash.email, 'UTF8')), 'hex');
$$;

-- How long to wait after so many wrong tries: nothing for the first three, then 5 seconds, doubled up to 15 minutes.
create function shop.sign_in_delay(tries integer) returns interval
language sql immutable set search_path = ''
as $$
  select case when tries < 3 then interval '0' else least(interval '15 minutes', interval '5 seconds' * power(2, least(tries, 20) - 3)) end;
$$;

-- Locks the row of a limit until the transaction ends. Makes it when there is none, and resets one that has run out.
create function shop.lock_sign_in_limit(key text) returns public.sign_in_limits
language plpgsql set search_path = ''
as $$
declare
  locked public.sign_in_limits;
begin
  insert into public.sign_in_limits as l (key, next_at, ends_at) values (lock_sign_in_limit.key, now(), now() + interval '6 hours')
  on conflict on constraint sign_in_limits_pkey do update
     set tries = case when l.ends_at < clock_timestamp() then 0 else l.tries end,
         next_at = case when l.ends_at < clock_timestamp() then clock_timestamp() else l.next_at end,
         has_place = l.has_place and l.ends_at >= clock_timestamp()
  returning * into locked;
  return locked;
end;
$$;

-- Asks whether a password or code may be tried, and counts the try as a wrong one until `end_sign_in` says otherwise, so that simultaneous
-- tries cannot share one chance. Takes the method (`password`, `code`) and the hashes of the account, the address and the device's token
-- (null without). Returns 0 when it may be tried, else the seconds to wait. Asking again does not prolong the wait.
create function public.begin_sign_in(method text, account text, address text, device text) returns integer
language plpgsql set search_path = ''
as $$
declare
  known constant boolean := exists (
    select from public.sign_in_devices d where d.account = begin_sign_in.account and d.token_hash = device);
  queue_step constant interval := interval '30 seconds';
  queue_burst constant interval := queue_step * 9;
  longest_wait constant interval := interval '15 minutes';
  address_step constant interval := interval '10 seconds';
  address_burst constant interval := address_step * 29;
  by_address public.sign_in_limits;
  queue public.sign_in_limits;
  own public.sign_in_limits;
  turn timestamptz;
  clock timestamptz;
begin
  -- Always locked in this order: address, account, both together.
  if not known then
    by_address := shop.lock_sign_in_limit('address ' || address);
    queue := shop.lock_sign_in_limit(method || ' account ' || account);
  end if;
  own := shop.lock_sign_in_limit(
    method || ' ' || account || ' ' || case when known then 'device ' || device else 'address ' || address end);
  clock := clock_timestamp();
  -- A place in the queue expires a quarter of an hour after its turn.
  own.has_place := own.has_place and own.next_at > clock - interval '15 minutes';

  if own.next_at > clock then
    return ceil(extract(epoch from own.next_at - clock));
  elsif not known and by_address.next_at > clock + address_burst then
    return ceil(extract(epoch from by_address.next_at - address_burst - clock));
  elsif not known and not own.has_place and queue.next_at > clock + queue_burst then
    turn := queue.next_at - queue_burst;
    if turn > clock + longest_wait then
      turn := clock + longest_wait;
      if method = 'code' then
        return ceil(extract(epoch from longest_wait));
      end if;
    else
      update public.sign_in_limits l set next_at = queue.next_at + queue_step, ends_at = clock + interval '6 hours' where l.key = queue.key;
    end if;
    update public.sign_in_limits l set next_at = turn, has_place = true, ends_at = clock + interval '6 hours' where l.key = own.key;
    return ceil(extract(epoch from turn - clock));
  end if;

  if not known then
    update public.sign_in_limits l
       set next_at = greatest(by_address.next_at, clock) + address_step, ends_at = clock + interval '6 hours' where l.key = by_address.key;
    if not own.has_place then
      update public.sign_in_limits l
         set next_at = greatest(queue.next_at, clock) + queue_step, ends_at = clock + interval '6 hours' where l.key = queue.key;
    end if;
  end if;
  update public.sign_in_limits l
     set tries = own.tries + 1, next_at = clock + shop.sign_in_delay(own.tries + 1), has_place = false, ends_at = clock + interval '6 hours'
   where l.key = own.key;
  return 0;
end;
$$;

-- Takes a try that succeeded, or could not be made, out of the counts. Takes what `begin_sign_in` took.
create function public.end_sign_in(method text, account text, address text, device text) returns void
language plpgsql set search_path = ''
as $$
declare
  known constant boolean := exists (
    select from public.sign_in_devices d where d.account = end_sign_in.account and d.token_hash = device);
begin
  -- In the order of `begin_sign_in`.
  if not known then
    update public.sign_in_limits l set next_at = l.next_at - interval '10 seconds' where l.key = 'address ' || address;
    update public.sign_in_limits l set next_at = l.next_at - interval '30 seconds' where l.key = method || ' account ' || account;
  end if;
  delete from public.sign_in_limits l
   where l.key = method || ' ' || account || ' ' || case when known then 'device ' || device else 'address ' || address end;

  -- Limits that have run out are deleted here; locked ones are left to the next sign-in.
  delete from public.sign_in_limits l
   where l.key in (select o.key from public.sign_in_limits o where o.ends_at < now() order by o.ends_at limit 500 for update skip locked);
end;
$$;

-- Makes a device known to an account that it has just signed in to. Takes the hashes of the account, of the device's token (null without)
-- and of a new token. Returns whether the device has to store the new token: a device that is known already keeps its own.
create function public.remember_device(account text, device text, new_device text) returns boolean
language plpgsql set search_path = ''
as $$
declare
  -- One person hardly has more.
  max_devices constant integer := 10;
begin
  delete from public.sign_in_devices d where d.last_used_at < now() - interval '400 days';
  update public.sign_in_devices d set last_used_at = now() where d.account = remember_device.account and d.token_hash = device;
  if found then
    return false;
  end if;
  -- The browser's new token replaces the old one for all of its accounts: a token that somebody planted in it becomes worthless.
  update public.sign_in_devices d set token_hash = new_device where d.token_hash = device;
  insert into public.sign_in_devices (account, token_hash) values (remember_device.account, new_device);
  delete from public.sign_in_devices d
   where d.account = remember_device.account
     and d.token_hash in (select o.token_hash from public.sign_in_devices o where o.account = remember_device.account
                           order by o.last_used_at desc, o.created_at desc, o.token_hash offset max_devices);
  return true;
end;
$$;

grant execute on function public.begin_sign_in, public.end_sign_in, public.remember_device to service_role;
