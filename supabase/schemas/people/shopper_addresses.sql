-- The addresses a shopper keeps in the account: home, office, the mother's house. Each place stands there once, the one used last comes
-- first. Whatever saves one holds the lock of its account, so that no two tabs pass the limit together.

create table public.shopper_addresses (
  id text primary key default shop.new_id(),
  shopper_id uuid not null references auth.users (id) on delete cascade,
  -- Who is called and handed the parcel there; as in orders, with a second number behind the first.
  name text not null,
  phone text not null,
  address text not null,
  city text not null,
  zip_code text not null,
  country text not null,
  created_at timestamptz not null default now(),
  -- When it was saved here, or last ordered to.
  used_at timestamptz not null default now(),
  constraint shopper_addresses_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint shopper_addresses_name_given check (name <> ''),
  constraint shopper_addresses_phone_given check (phone <> ''),
  constraint shopper_addresses_address_given check (address <> ''),
  constraint shopper_addresses_country_code check (country ~ '^[a-z]{2}$')
);

create unique index shopper_addresses_one_per_place on public.shopper_addresses (shopper_id, lower(address), lower(city), country);
create index shopper_addresses_last_used on public.shopper_addresses (shopper_id, used_at desc, id);

alter table public.shopper_addresses enable row level security;
grant select, insert, update, delete on public.shopper_addresses to service_role;

-- Saves an address of a shopper. Takes {name, phone, address, city, zipCode, country}. Without an id, a place that is saved already is
-- corrected and comes first; with one, that address is corrected, and another of the same place goes. Returns the address. Refuses 404
-- `address_not_found`, also for somebody else's, and 409 `too_many_addresses` beside ten.
create function public.save_shopper_address(shopper uuid, address jsonb, address_id text default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  same_place text;
  saved public.shopper_addresses;
begin
  perform pg_advisory_xact_lock(hashtextextended('addresses of ' || shopper, 0));
  select a.id into same_place from public.shopper_addresses a
   where a.shopper_id = shopper and lower(a.address) = lower(save_shopper_address.address ->> 'address')
     and lower(a.city) = lower(save_shopper_address.address ->> 'city') and a.country = save_shopper_address.address ->> 'country';

  if address_id is null and same_place is null then
    if (select count(*) from public.shopper_addresses a where a.shopper_id = shopper) >= 10 then
      perform shop.refuse('too_many_addresses');
    end if;
    insert into public.shopper_addresses (shopper_id, name, phone, address, city, zip_code, country)
    select shopper, typed.* from jsonb_to_record(save_shopper_address.address)
      as typed (name text, phone text, address text, city text, "zipCode" text, country text)
    returning * into saved;
    return to_jsonb(saved);
  end if;

  if address_id <> same_place and exists (select from public.shopper_addresses a where a.id = address_id and a.shopper_id = shopper) then
    delete from public.shopper_addresses a where a.id = same_place;
  end if;
  update public.shopper_addresses a
     set name = typed.name, phone = typed.phone, address = typed.address, city = typed.city, zip_code = typed."zipCode",
       country = typed.country,
         used_at = case when address_id is null then now() else a.used_at end
    from jsonb_to_record(save_shopper_address.address)
      as typed (name text, phone text, address text, city text, "zipCode" text, country text)
   where a.id = coalesce(address_id, same_place) and a.shopper_id = shopper
  returning a.* into saved;
  if not found then
    perform shop.refuse('address_not_found');
  end if;
  return to_jsonb(saved);
end;
$$;

grant execute on function public.save_shopper_address to service_role;
