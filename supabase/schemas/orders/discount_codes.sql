-- Codes that take something off an order: what they are, and for whom. What an order with a code costs stands in 061, each use in 075.

create type shop.discount_kind as enum ('percent', 'sum');

create type shop.discount_target as enum ('lines', 'delivery');

-- How a code is compared: without case, spaces and hyphens, with what looks alike as one (O and 0; I, L and 1), and in the letters and
-- digits of any script (`shop.plain_signs`). Takes it as typed.
create function shop.code_key(typed text) returns text
language sql immutable set search_path = ''
as $$
  select translate(regexp_replace(shop.plain_signs(typed), '[\s\u2010-\u2015\u2212_-]', '', 'g'), 'OIL', '011');
$$;

create table public.discount_codes (
  id text primary key default shop.new_id(),
  -- As customers are told: EID10.
  code text not null,
  code_key text not null generated always as (shop.code_key(code)) stored,
  -- Whose code it is, or which campaign it belongs to.
  name text not null default '',
  kind shop.discount_kind not null,
  target shop.discount_target not null default 'lines',
  -- Percent, or rupees.
  value numeric(12, 2) not null,
  starts_at timestamptz,
  ends_at timestamptz,
  -- What all lines must cost together, before the discount.
  minimum numeric(12, 2) not null default 0,
  -- What it is for; both empty: everything. A product counts when it is named, or its category is.
  product_ids text[] not null default '{}',
  categories text[] not null default '{}',
  max_uses integer,
  once_per_phone boolean not null default true,
  new_customers_only boolean not null default false,
  is_paused boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint discount_codes_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint discount_codes_code_shape check (code ~ '^[A-Z0-9]{3,20}$'),
  constraint discount_codes_code_unique unique (code_key),
  constraint discount_codes_name_length check (char_length(name) <= 80),
  constraint discount_codes_value_range check (value > 0 and (kind = 'sum' or value <= 100)),
  constraint discount_codes_ends_after_start check (ends_at > starts_at),
  constraint discount_codes_minimum_not_negative check (minimum >= 0),
  constraint discount_codes_max_uses_positive check (max_uses > 0)
);

create trigger discount_codes_touched before update of code, name, kind, target, value, starts_at, ends_at, minimum,
  product_ids, categories, max_uses,
  once_per_phone, new_customers_only, is_paused on public.discount_codes for each row execute function shop.touch_updated_at();

alter table public.discount_codes enable row level security;
grant select, insert, update on public.discount_codes to service_role;

create table public.code_redemptions (
  order_id text not null,
  code_id text not null references public.discount_codes (id),
  -- The phone of the order. All spellings of one number are one.
  phone text not null,
  -- Whether the phone may have the code once only, and only for its first order: as the code said when it was redeemed.
  is_once boolean not null,
  is_first boolean not null,
  amount numeric(12, 2) not null,
  redeemed_at timestamptz not null default now(),
  released_at timestamptz,
  primary key (order_id) include (phone),
  constraint code_redemptions_amount_positive check (amount > 0),
  -- No way to change the phone of an order leaves the use of its code with the old one (`shop.change_order_phone`).
  constraint code_redemptions_phone_of_order foreign key (order_id, phone)
    references public.orders (id, customer_phone) deferrable initially deferred
);

create unique index code_redemptions_once_per_phone on public.code_redemptions (code_id, phone) where is_once and released_at is null;
create index code_redemptions_of_code on public.code_redemptions (code_id, redeemed_at desc);

alter table public.code_redemptions enable row level security;
grant select, insert, update on public.code_redemptions to service_role;

create index code_redemptions_in_use on public.code_redemptions (code_id) where released_at is null;

-- How many orders have a code. Takes its id.
create function shop.code_uses(code_id text) returns integer
language plpgsql stable set search_path = ''
as $$
begin
  return (select count(*) from public.code_redemptions r where r.code_id = code_uses.code_id and r.released_at is null);
end;
$$;

-- Locks a code before an order may take a use of it. Orders with one code pass each other: only where the last uses are near do they wait,
-- first for all who are about to have it. Near is what all connections could take together between this count and their end. Takes the code
-- as it was typed or stored; one that nobody knows locks nothing.
create function shop.lock_code(code text) returns void
language plpgsql set search_path = ''
as $$
declare
  found_code record;
  most integer;
begin
  select c.id, c.max_uses into found_code from public.discount_codes c where c.code_key = shop.code_key(lock_code.code);
  while found loop
    if found_code.max_uses is not null
       and shop.code_uses(found_code.id) + current_setting('max_connections')::integer >= found_code.max_uses then
      select c.max_uses into most from public.discount_codes c where c.id = found_code.id for update;
    else
      select c.max_uses into most from public.discount_codes c where c.id = found_code.id for key share;
    end if;
    -- Its owner may have changed it meanwhile.
    exit when most is not distinct from found_code.max_uses;
    found_code.max_uses := most;
  end loop;
end;
$$;

-- Trigger: a code is used as often as it may be. Whoever takes a use has locked the code (`shop.lock_code`).
create function shop.keep_code_limit() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.released_at is null and exists (select from public.discount_codes c
                                          where c.id = new.code_id and c.max_uses is not null and shop.code_uses(c.id) > c.max_uses) then
    raise exception 'code % is used up', new.code_id using errcode = 'check_violation';
  end if;
  return null;
end;
$$;

create trigger code_redemptions_limited after insert or update of released_at, code_id on public.code_redemptions
  for each row execute function shop.keep_code_limit();

-- At the end of a transaction what is taken off an order is shared out to its lines, to the paisa. Takes the order's id.
create function shop.require_shared_discount(order_id text) returns void
language plpgsql set search_path = ''
as $$
begin
  if exists (select from public.orders o where o.id = require_shared_discount.order_id
                and o.discount <> (select coalesce(sum(i.discount), 0) from public.order_items i where i.order_id = o.id)) then
    raise exception 'the lines of order % do not share its discount', order_id using errcode = 'check_violation';
  end if;
end;
$$;
