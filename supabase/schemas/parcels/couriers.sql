-- Couriers: which cities each serves and under what name, what it charges and withholds, and how its portal's files look. Charges and taxes
-- are dated, so that a new price list changes nothing that was booked. What opens a courier's API stands in the environment alone.

create type shop.courier_adapter as enum ('generic', 'postex', 'leopards', 'trax', 'tcs');

create table public.couriers (
  id text primary key default shop.new_id(),
  name text not null,
  adapter shop.courier_adapter not null default 'generic',
  -- On the shop's clock: what is handed over, or advised, later than that counts for the next day.
  cut_off time not null default '16:00',
  -- Where it collects, as the courier calls the place in its portal: a pickup address, a cost centre. Empty: its default.
  pickup_code text not null default '',
  -- Within how many days of a delivery it pays out.
  payout_days integer not null default 14,
  -- The columns of the file for its portal, and where the answer has order and tracking number (src/domain/couriers/booking-file.ts).
  file_mapping jsonb not null default '{}',
  -- Which column of its files of money holds what (src/domain/settlements/contract.ts).
  settlement_mapping jsonb not null default '{}',
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint couriers_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint couriers_name_length check (char_length(name) between 1 and 80),
  constraint couriers_pickup_code_length check (char_length(pickup_code) <= 60),
  constraint couriers_payout_days_range check (payout_days between 1 and 90),
  constraint couriers_file_mapping_object check (jsonb_typeof(file_mapping) = 'object'),
  constraint couriers_settlement_mapping_object check (jsonb_typeof(settlement_mapping) = 'object')
);

create unique index couriers_name_unique on public.couriers (lower(name));

create trigger couriers_touched before update on public.couriers for each row execute function shop.touch_updated_at();

-- The cities that a courier serves. One without any serves every city under our name for it.
create table public.courier_cities (
  courier_id text not null references public.couriers (id) on delete cascade,
  -- As the shop calls it (src/domain/places).
  city text not null,
  -- As the courier calls it, and the number or letters that it books by.
  courier_name text not null,
  courier_code text not null default '',
  -- Which charges count there.
  zone text not null default '',
  primary key (courier_id, city),
  constraint courier_cities_length check (char_length(city) between 1 and 80 and char_length(courier_name) between 1 and 80
                                          and char_length(courier_code) <= 40 and char_length(zone) <= 40)
);

-- What a courier takes for a parcel of up to a number of grams into a zone, from a day on. Without GST.
create table public.courier_charges (
  courier_id text not null references public.couriers (id) on delete cascade,
  zone text not null default '',
  valid_from date not null,
  up_to_grams integer not null,
  charge numeric(10, 2) not null,
  -- For each further kilogram begun, above the heaviest slab of its day.
  further_kg numeric(10, 2) not null default 0,
  primary key (courier_id, zone, valid_from, up_to_grams),
  constraint courier_charges_grams check (up_to_grams between 1 and 100000),
  constraint courier_charges_not_negative check (charge >= 0 and further_kg >= 0),
  constraint courier_charges_zone_length check (char_length(zone) <= 40)
);

-- `gst` and `fuel` come on top of the charges; `income_tax` and `sales_tax` are withheld from the cash that is collected.
create type shop.courier_tax as enum ('gst', 'fuel', 'income_tax', 'sales_tax');

-- Whether the shop gets it back with its return, or it is spent.
create type shop.tax_treatment as enum ('credit', 'final');

create table public.courier_taxes (
  courier_id text not null references public.couriers (id) on delete cascade,
  tax shop.courier_tax not null,
  valid_from date not null,
  percent numeric(5, 2) not null,
  treatment shop.tax_treatment not null,
  primary key (courier_id, tax, valid_from),
  constraint courier_taxes_percent check (percent between 0 and 100)
);

-- How many hours after an attempt a courier takes advice, by the reason of the attempt; an empty one stands for all others. Without a row
-- it is a day.
create table public.courier_advice_hours (
  courier_id text not null references public.couriers (id) on delete cascade,
  reason text not null default '',
  hours integer not null,
  primary key (courier_id, reason),
  constraint courier_advice_hours_range check (hours between 1 and 240),
  constraint courier_advice_hours_reason_length check (char_length(reason) <= 40)
);

-- What a parcel weighs when nobody weighed it: its pieces and the packing, in grams.
create table public.parcel_weights (
  is_only boolean primary key default true,
  packing_grams integer not null default 80,
  -- The weight of a piece whose product states none and whose category has no usual one.
  piece_grams integer not null default 40,
  updated_at timestamptz not null default now(),
  constraint parcel_weights_one_row check (is_only),
  constraint parcel_weights_plausible check (packing_grams between 0 and 5000 and piece_grams between 1 and 5000)
);

insert into public.parcel_weights default values;

create trigger parcel_weights_touched before update on public.parcel_weights for each row execute function shop.touch_updated_at();

-- What a piece of a category usually weighs, in grams.
create table public.category_weights (
  category text primary key references public.categories (slug) on update cascade on delete cascade,
  grams integer not null,
  constraint category_weights_plausible check (grams between 1 and 5000)
);

alter table public.couriers enable row level security;
alter table public.courier_cities enable row level security;
alter table public.courier_charges enable row level security;
alter table public.courier_taxes enable row level security;
alter table public.courier_advice_hours enable row level security;
alter table public.parcel_weights enable row level security;
alter table public.category_weights enable row level security;
grant select, insert, update on public.couriers, public.parcel_weights to service_role;
grant select, insert, delete on public.courier_cities, public.courier_charges, public.courier_taxes, public.courier_advice_hours,
  public.category_weights to service_role;

-- What the parcel of an order weighs, in grams: its pieces and the packing. What a product states counts before what is usual in its
-- category.
create function shop.parcel_grams(order_id text) returns integer
language sql stable set search_path = ''
as $$
  select ceil(w.packing_grams + coalesce(sum(i.quantity * coalesce(p.weight_grams, c.grams, w.piece_grams)), 0))::integer
    from public.parcel_weights w
    left join public.order_items i on i.order_id = parcel_grams.order_id
    left join public.products p on p.id = i.product_id
    left join public.category_weights c on c.category = p.category
   group by w.packing_grams;
$$;

-- What a courier takes for a parcel of a number of grams into a zone on a day, without tax. Null where no price list of that day says it.
create function shop.courier_charge(courier_id text, zone text, grams integer, day date) returns numeric
language sql stable set search_path = ''
as $$
  with slabs as (
    select c.up_to_grams, c.charge, c.further_kg
      from public.courier_charges c
     where c.courier_id = courier_charge.courier_id and c.zone = courier_charge.zone
       and c.valid_from = (select max(l.valid_from) from public.courier_charges l
                            where l.courier_id = courier_charge.courier_id and l.zone = courier_charge.zone and l.valid_from <= day)
  )
  select coalesce((select s.charge from slabs s where s.up_to_grams >= grams order by s.up_to_grams limit 1),
                  (select s.charge + s.further_kg * ceil((grams - s.up_to_grams) / 1000.0) from slabs s where s.further_kg > 0
                   order by s.up_to_grams desc limit 1));
$$;

-- A courier as staff see it: the row with `cities`, `charges` and `taxes`, the newest first, and `advice_hours`.
create function shop.courier_json(courier public.couriers) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(courier) || jsonb_build_object(
    'cut_off', to_char(courier.cut_off, 'HH24:MI'),
    'cities', (select coalesce(jsonb_agg(to_jsonb(c) - 'courier_id' order by c.city), '[]') from public.courier_cities c
               where c.courier_id = courier.id),
    'charges', (select coalesce(jsonb_agg(to_jsonb(c) - 'courier_id' order by c.valid_from desc, c.zone, c.up_to_grams), '[]')
                  from public.courier_charges c where c.courier_id = courier.id),
    'taxes', (select coalesce(jsonb_agg(to_jsonb(t) - 'courier_id' order by t.valid_from desc, t.tax), '[]')
                from public.courier_taxes t where t.courier_id = courier.id),
    'advice_hours', (select coalesce(jsonb_agg(to_jsonb(h) - 'courier_id' order by h.reason), '[]') from public.courier_advice_hours h
                     where h.courier_id = courier.id));
$$;

-- A courier as the audit log has it: of its cities their number.
create function shop.noted_courier(courier public.couriers) returns jsonb
language sql stable set search_path = ''
as $$
  select shop.courier_json(courier) - array['id', 'created_at', 'updated_at', 'file_mapping', 'settlement_mapping', 'cities']
      || jsonb_build_object('cities', (select count(*) from public.courier_cities c where c.courier_id = courier.id));
$$;

-- All couriers as `shop.courier_json` has them, by name, those in use first.
create function public.list_couriers() returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(shop.courier_json(c) order by c.is_active desc, lower(c.name)), '[]') from public.couriers c;
$$;

grant execute on function public.list_couriers to service_role;
