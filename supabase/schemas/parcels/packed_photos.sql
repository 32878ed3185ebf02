-- Photographs of what lies in a parcel, and the gate that keeps parcels in the house that need one.

-- A row comes before its photo, so that none is lost.
create table public.packed_photos (
  id text primary key,
  order_id text not null references public.orders (id),
  -- Made by the phone, as for pieces.
  key text not null,
  name text not null,
  bytes integer not null,
  taken_at timestamptz not null,
  actor uuid references public.staff (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  -- Null until the storage has it; shown to nobody before.
  stored_at timestamptz,
  removed_at timestamptz,
  -- 90 days after the order was delivered or cancelled.
  kept_until timestamptz,
  constraint packed_photos_id_random check (id ~ '^[0-9a-f]{32}$'),
  constraint packed_photos_key_unique unique (key),
  constraint packed_photos_name_unique unique (name),
  constraint packed_photos_bytes_positive check (bytes > 0)
);

create index packed_photos_of_order on public.packed_photos (order_id);
create index packed_photos_by_packer on public.packed_photos (actor) where actor is not null;
create index packed_photos_ended on public.packed_photos (kept_until) where kept_until is not null;

alter table public.packed_photos enable row level security;
grant select, insert, update, delete on public.packed_photos to service_role;

-- How long the photos of an order are kept follows from its end.
create function shop.keep_packed_photos(new public.orders) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.packed_photos p set kept_until = case when not shop.is_open(new.status) then now() + interval '90 days' end
    where p.order_id = new.id;
end;
$$;

-- One row: whether a parcel leaves only with a photo of what is in it, and since when. Orders from before are let through.
create table public.packing_rules (
  id boolean primary key default true,
  photo_needed_since timestamptz,
  updated_at timestamptz not null default now(),
  constraint packing_rules_one_row check (id)
);

insert into public.packing_rules default values;

create trigger packing_rules_touched before update on public.packing_rules for each row execute function shop.touch_updated_at();

alter table public.packing_rules enable row level security;
grant select, update on public.packing_rules to service_role;

-- Orders that go out without a photo although one is needed, and why.
create table public.photo_waivers (
  order_id text primary key references public.orders (id),
  because text not null,
  actor uuid references public.staff (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint photo_waivers_reason_length check (char_length(because) between 1 and 300)
);

create index photo_waivers_by_staff on public.photo_waivers (actor) where actor is not null;

alter table public.photo_waivers enable row level security;
grant select, insert on public.photo_waivers to service_role;

-- Whether an order must have a photo before it leaves, and has none. One that is collected in the shop needs none. Takes its row.
create function shop.lacks_photo(packed public.orders) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return packed.customer_address <> ''
     and exists (select from public.packing_rules r where packed.created_at >= r.photo_needed_since)
     and not exists (select from public.packed_photos p where p.order_id = packed.id and p.stored_at is not null and p.removed_at is null)
     and not exists (select from public.photo_waivers w where w.order_id = packed.id);
end;
$$;

-- As at the dispatch gate, no function and no write passes beside it. Refuses 409 `photo_needed` {orderId, orderNumber}.
create function shop.check_photo(order_id text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.refuse('photo_needed', jsonb_build_object('orderId', o.id, 'orderNumber', o.order_number))
     from public.orders o where o.id = check_photo.order_id and shop.lacks_photo(o);
end;
$$;

-- The name of a photo in the storage: {name}. Takes its id. Refuses 404 `photo_not_found`.
create function public.find_packed_photo(photo_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  found_name text;
begin
  select h.name into found_name from public.packed_photos h
   where h.id = find_packed_photo.photo_id and h.stored_at is not null and h.removed_at is null and coalesce(h.kept_until > now(), true);
  if not found then
    perform shop.refuse('photo_not_found');
  end if;
  return jsonb_build_object('name', found_name);
end;
$$;

-- The names of at most 100 photos whose time is over: 90 days after the order's end, removed, or never stored. Whoever asks removes them
-- from the storage, and then their rows.
create function public.ended_packed_photos() returns table (name text)
language sql stable set search_path = ''
as $$
  select h.name from public.packed_photos h
   where h.kept_until <= now() or h.removed_at is not null or (h.stored_at is null and h.created_at < now() - interval '1 day')
   order by h.created_at limit 100;
$$;

create trigger packed_photos_need_right after insert or update of removed_at on public.packed_photos
  for each row execute function shop.require_right('send_parcels');
create trigger photo_waivers_need_right after insert on public.photo_waivers
  for each row execute function shop.require_right('override_confirmation');

grant execute on function public.find_packed_photo, public.ended_packed_photos to service_role;
