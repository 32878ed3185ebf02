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
  -- How many orders have it: by the trigger of their table alone.
  uses integer not null default 0,
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
  constraint discount_codes_max_uses_positive check (max_uses > 0),
  -- What holds however many orders come at once.
  constraint discount_codes_uses_in_range check (uses >= 0 and (max_uses is null or uses <= max_uses))
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

-- Trigger: counts the uses of a code. The code's row is locked until the transaction ends, and its check refuses one use too many, however
-- many come at once.
create function shop.count_code_uses() returns trigger
language plpgsql set search_path = ''
as $$
declare
  change constant integer := case when tg_op = 'INSERT' then 0 when old.released_at is null then -1
                                  else 0 end + case when new.released_at is null then 1 else 0 end;
begin
  if change <> 0 then
    update public.discount_codes c set uses = c.uses + change where c.id = new.code_id;
  end if;
  return null;
end;
$$;

create trigger code_redemptions_counted after insert or update of released_at on public.code_redemptions
  for each row execute function shop.count_code_uses();

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
