-- Packing by scan. Each piece that somebody put into a parcel is a fact of its own, sent with a key that a phone made, perhaps hours later and more than once.
-- Facts are only added; what is in the parcel follows from them and from what is ordered, whatever order they arrive in
-- (docs/decisions/business/0172-packing-without-a-line.md).

create table public.packed_pieces (
  -- Made by the phone: a piece that is sent again is the same piece.
  key text primary key,
  order_id text not null references public.orders (id),
  -- The line that it was packed for. No reference: editing an order may take the line away, and the piece lies in the parcel all the same.
  item_id text not null,
  variant_id text not null references public.product_variants (id),
  quantity integer not null default 1,
  -- By the clock of the phone, never later than it arrived.
  packed_at timestamptz not null,
  actor uuid references public.staff (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  constraint packed_pieces_key_long check (char_length(key) between 8 and 64),
  constraint packed_pieces_quantity_range check (quantity between 1 and 1000)
);

create index packed_pieces_of_order on public.packed_pieces (order_id);
create index packed_pieces_by_variant on public.packed_pieces (variant_id);
create index packed_pieces_by_packer on public.packed_pieces (actor, packed_at) where actor is not null;

alter table public.packed_pieces enable row level security;
-- Not even the server changes or deletes one.
revoke all on public.packed_pieces from service_role;
grant select, insert on public.packed_pieces to service_role;

-- Pieces that were taken out of a parcel again. No reference either: two phones may say the one before the other.
create table public.unpacked_pieces (
  piece_key text primary key,
  order_id text not null references public.orders (id),
  unpacked_at timestamptz not null,
  actor uuid references public.staff (id) on delete set null,
  created_at timestamptz not null default clock_timestamp()
);

create index unpacked_pieces_of_order on public.unpacked_pieces (order_id);
create index unpacked_pieces_by_packer on public.unpacked_pieces (actor) where actor is not null;

alter table public.unpacked_pieces enable row level security;
revoke all on public.unpacked_pieces from service_role;
grant select, insert on public.unpacked_pieces to service_role;

-- The pieces in parcels, and how many of each row count: never more in all than the line has ordered. The first count, by the time they were packed; what is
-- beyond stays in sight until somebody takes it out.
create view shop.packed_rows with (security_invoker = true) as
  select p.*, i.id is not null as is_ordered,
         least(p.quantity, greatest(0, coalesce(i.quantity, 0) - (sum(p.quantity) over before_it - p.quantity)))::integer as counted
    from public.packed_pieces p
    left join public.order_items i on i.id = p.item_id and i.order_id = p.order_id and i.variant_id = p.variant_id
   where not exists (select from public.unpacked_pieces u where u.piece_key = p.key)
  window before_it as (partition by p.order_id, p.item_id, p.variant_id order by p.packed_at, p.key rows unbounded preceding);

grant select on shop.packed_rows to service_role;

-- Photos of open parcels: only the server writes and reads them, and gives them to staff and to whoever has the order's link.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('parcels', 'parcels', false, 262144, array ['image/webp'])
on conflict (id) do update
   set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

create policy "Photos of parcels are read and written by the server alone" on storage.objects
  as restrictive for all to anon, authenticated
  using (bucket_id <> 'parcels') with check (bucket_id <> 'parcels');

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

-- Trigger: how long the photos of an order are kept follows from its end.
create function shop.keep_packed_photos() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update public.packed_photos p set kept_until = case when not shop.is_open(new.status) then now() + interval '90 days' end where p.order_id = new.id;
  return null;
end;
$$;

create trigger orders_keep_packed_photos after update of status on public.orders
  for each row when (shop.is_open(old.status) <> shop.is_open(new.status)) execute function shop.keep_packed_photos();

-- One row: whether a parcel leaves only with a photo of what is in it, and since when. Orders from before are let through.
create table public.packing_rules (
  id boolean primary key default true,
  photo_needed_since timestamptz,
  updated_at timestamptz not null default now(),
  constraint packing_rules_one_row check (id)
);

insert into public.packing_rules default values;

create trigger packing_rules_touched before update on public.packing_rules for each row execute function shop.touch_updated_at();
create trigger packing_rules_noted after insert or update or delete on public.packing_rules
  for each row execute function shop.note_change('packing rules');

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

-- Triggers: as at the dispatch gate, no function and no write passes beside it. Refuses 409 `photo_needed` {orderId, orderNumber}.
create function shop.check_photo(order_id text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.refuse('photo_needed', jsonb_build_object('orderId', o.id, 'orderNumber', o.order_number))
     from public.orders o where o.id = check_photo.order_id and shop.lacks_photo(o);
end;
$$;

create function shop.hold_order_for_photo() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.check_photo(new.id);
  return null;
end;
$$;

create constraint trigger orders_photo_gate after update of status on public.orders
  for each row when (shop.has_left(new.status) and not shop.has_left(old.status)) execute function shop.hold_order_for_photo();

create function shop.hold_shipment_for_photo() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.check_photo(new.order_id);
  return null;
end;
$$;

create constraint trigger shipments_photo_gate after insert or update of status on public.shipments
  for each row when (shop.has_left(new.status)) execute function shop.hold_shipment_for_photo();

-- Lets an order go out without a photo. Takes its id, why, and the staff member. Returns its packing. Refuses 404 `order_not_found`.
create function public.waive_photo(order_id text, reason text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  packed public.orders := shop.lock_order(order_id);
begin
  perform shop.act_as(actor);
  insert into public.photo_waivers (order_id, because, actor) values (packed.id, reason, waive_photo.actor) on conflict on constraint photo_waivers_pkey do nothing;
  if found then
    perform shop.log_order_event(packed.id, 'note', '', null, null, 'Goes out without a photo: ' || reason);
  end if;
  return shop.packing_json(packed);
end;
$$;

-- The rules as the API shows them.
create function public.read_packing_rules() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('photo_needed', r.photo_needed_since is not null, 'updated_at', r.updated_at) from public.packing_rules r;
$$;

-- Changes whether a photo is needed; switched on, for orders placed from then on. Takes that, the version the editor saw, and the staff member. Returns the
-- rules. Refuses 409 `edited_meanwhile`.
create function public.change_packing_rules(photo_needed boolean, expected_version timestamptz, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  old public.packing_rules;
begin
  perform shop.act_as(actor);
  select * into old from public.packing_rules r for update;
  perform shop.check_version(old.updated_at, expected_version);
  update public.packing_rules r set photo_needed_since = case when photo_needed then coalesce(r.photo_needed_since, now()) end where r.id;
  return public.read_packing_rules();
end;
$$;

-- How far the packing of an order is, without anything of its customer: {orderId, orderNumber, status, placedAt, codes: [numbers of its parcels], lacksPhoto,
-- lines: [{itemId, variantId, productName, productImage, color, size, sku, ordered, packed, pieces}], surplus: pieces beyond what is ordered, photos:
-- [{id, takenAt, by}]}; pieces as {key, itemId, variantId, name, color, size, quantity, by, packedAt, isOrdered}, the first first. Takes the order.
create function shop.packing_json(packed public.orders) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    with rows as (
      select r.key, r.item_id, r.variant_id, r.counted, r.quantity - r.counted as beyond, r.packed_at, jsonb_build_object(
               'key', r.key, 'item_id', r.item_id, 'variant_id', r.variant_id, 'name', coalesce(i.product_name, p.name),
               'color', case when i.id is not null then i.selected_color else v.color end, 'size', case when i.id is not null then i.selected_size else v.size end,
               'by', shop.username_of(r.actor), 'packed_at', r.packed_at, 'is_ordered', r.is_ordered) as piece
        from shop.packed_rows r
        join public.product_variants v on v.id = r.variant_id
        join public.products p on p.id = v.product_id
        left join public.order_items i on i.id = r.item_id and i.order_id = r.order_id and i.variant_id = r.variant_id
       where r.order_id = packed.id
    )
    select jsonb_build_object(
      'order_id', packed.id, 'order_number', packed.order_number, 'status', packed.status, 'placed_at', packed.created_at,
      'lacks_photo', shop.lacks_photo(packed),
      'codes', (select coalesce(jsonb_agg(c.code order by c.code), '[]')
                  from public.shipments s cross join lateral (values (s.shipment_number), (shop.tracking_key(s.tracking_number))) c (code)
                 where s.order_id = packed.id and s.archived_at is null and c.code <> ''),
      'lines', (select coalesce(jsonb_agg(jsonb_build_object(
                         'item_id', i.id, 'variant_id', i.variant_id, 'product_name', i.product_name, 'product_image', i.product_image,
                         'color', i.selected_color, 'size', i.selected_size, 'sku', v.sku, 'ordered', i.quantity,
                         'packed', (select coalesce(sum(r.counted), 0) from rows r where r.item_id = i.id and r.variant_id = i.variant_id),
                         'pieces', (select coalesce(jsonb_agg(r.piece || jsonb_build_object('quantity', r.counted) order by r.packed_at, r.key), '[]')
                                      from rows r where r.item_id = i.id and r.variant_id = i.variant_id and r.counted > 0)) order by i.position), '[]')
                  from public.order_items i join public.product_variants v on v.id = i.variant_id where i.order_id = packed.id),
      'surplus', (select coalesce(jsonb_agg(r.piece || jsonb_build_object('quantity', r.beyond) order by r.packed_at, r.key), '[]') from rows r where r.beyond > 0),
      'photos', (select coalesce(jsonb_agg(jsonb_build_object('id', h.id, 'taken_at', h.taken_at, 'by', shop.username_of(h.actor)) order by h.taken_at, h.id), '[]')
                   from public.packed_photos h where h.order_id = packed.id and h.stored_at is not null and h.removed_at is null)));
end;
$$;

-- How far a parcel is: `complete` when everything that is ordered is in it and nothing else, `beyond` when there is more, else `open`. Takes the order's id.
create function shop.packing_stage(order_id text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  counted bigint;
  beyond bigint;
begin
  select coalesce(sum(r.counted), 0), coalesce(sum(r.quantity - r.counted), 0) into counted, beyond from shop.packed_rows r where r.order_id = packing_stage.order_id;
  return case when beyond > 0 then 'beyond'
              when counted = (select sum(i.quantity) from public.order_items i where i.order_id = packing_stage.order_id) then 'complete'
              else 'open' end;
end;
$$;

-- The orders to pack, the oldest first: those without a parcel and those whose parcel waits, until everything is in and a photo that is needed was taken.
-- Takes how many at most. Returns {orders: as `shop.packing_json`}.
create function public.orders_to_pack(row_limit integer) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object('orders', (
    select coalesce(jsonb_agg(shop.packing_json(o) order by o.created_at, o.id), '[]')
      from (select w.* from public.orders w
             where w.id in (select k.order_id from shop.order_work k where k.work in ('to_pack', 'to_hand_over'))
               and (shop.packing_stage(w.id) <> 'complete' or shop.lacks_photo(w))
             order by w.created_at, w.id limit row_limit) o));
end;
$$;

-- The packing of one order. Takes its id or number, or the number or tracking number of one of its parcels. Refuses 404 `order_not_found`.
create function public.find_packing(code text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  packed public.orders;
begin
  select o.* into packed from public.orders o
   where o.archived_at is null
     and (o.id = code or o.order_number = upper(code)
          or o.id in (select s.order_id from public.shipments s
                       where s.archived_at is null
                         and (s.shipment_number = upper(code) or s.tracking_number <> '' and shop.tracking_key(s.tracking_number) = shop.tracking_key(code))))
   order by o.created_at desc limit 1;
  if not found then
    perform shop.refuse('order_not_found');
  end if;
  return shop.packing_json(packed);
end;
$$;

-- Stores pieces that were put into the parcel of an order, and pieces that were taken out. Takes its id, [{key, itemId, variantId, quantity, packedAt}],
-- [{key: of the piece, at}] and the staff member. What is known already changes nothing. A piece beyond what is ordered is kept and does not count:
-- it is in the `surplus` of the packing that is returned, with who packed it and when. Refuses 404 `order_not_found`, 409 `packing_cancelled` for new pieces,
-- 422 the field `pieces.N.itemId` for a line that the order never had, `idempotency_mismatch` for the key of another piece.
create function public.pack_pieces(order_id text, pieces jsonb, unpacked jsonb, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  packed public.orders := shop.lock_order(order_id);
  stage_before constant text := shop.packing_stage(order_id);
  stage text;
  stranger bigint;
  is_new boolean;
begin
  perform shop.act_as(actor);
  perform shop.refuse('idempotency_mismatch', null, '{"of": "piece"}')
     from jsonb_array_elements(pieces) p join public.packed_pieces k on k.key = p ->> 'key'
    where (k.order_id, k.item_id, k.variant_id, k.quantity) <> (packed.id, p ->> 'itemId', p ->> 'variantId', (p ->> 'quantity')::integer);
  is_new := exists (select from jsonb_array_elements(pieces) p where not exists (select from public.packed_pieces k where k.key = p ->> 'key'));
  if is_new and packed.status = 'cancelled' then
    perform shop.refuse('packing_cancelled', null, jsonb_build_object('orderNumber', packed.order_number));
  end if;

  select p.place - 1 into stranger from jsonb_array_elements(pieces) with ordinality as p (piece, place)
   where not exists (select from public.order_items i
                      where i.order_id = packed.id and i.id = p.piece ->> 'itemId' and i.variant_id = p.piece ->> 'variantId')
     -- A line that it had before somebody edited it.
     and not (exists (select from public.product_variants v where v.id = p.piece ->> 'variantId')
              and exists (select from public.order_events e where e.order_id = packed.id and e.kind = 'items'))
   order by p.place limit 1;
  if found then
    perform shop.refuse_field(format('pieces.%s.itemId', stranger), 'This piece is not in the order');
  end if;

  insert into public.packed_pieces (key, order_id, item_id, variant_id, quantity, packed_at, actor)
  select p ->> 'key', packed.id, p ->> 'itemId', p ->> 'variantId', (p ->> 'quantity')::integer, least((p ->> 'packedAt')::timestamptz, clock_timestamp()),
         pack_pieces.actor
    from jsonb_array_elements(pieces) p
  on conflict on constraint packed_pieces_pkey do nothing;
  insert into public.unpacked_pieces (piece_key, order_id, unpacked_at, actor)
  select u ->> 'key', packed.id, least((u ->> 'at')::timestamptz, clock_timestamp()), pack_pieces.actor from jsonb_array_elements(unpacked) u
  on conflict on constraint unpacked_pieces_pkey do nothing;

  stage := shop.packing_stage(packed.id);
  if stage <> stage_before and stage <> 'open' then
    perform shop.log_order_event(packed.id, 'note', '', null, null,
              case stage when 'complete' then 'Packed: every piece is in the parcel' else 'More was packed than is ordered: see Packing' end);
  end if;
  return shop.packing_json(packed);
end;
$$;

-- Notes a photo of the open parcel before it is stored. Takes the order's id, {id, key, name, bytes, takenAt} and the staff member. Returns {id, name,
-- is_stored}: of the first attempt, where the key is known. Refuses 404 `order_not_found`, 409 `too_many_parcel_photos` beyond five of an order.
create function public.add_packed_photo(order_id text, photo jsonb, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  packed public.orders := shop.lock_order(order_id);
  added public.packed_photos;
begin
  perform shop.act_as(actor);
  select * into added from public.packed_photos h where h.key = photo ->> 'key';
  if not found then
    if (select count(*) from public.packed_photos h where h.order_id = packed.id and h.removed_at is null) >= 5 then
      perform shop.refuse('too_many_parcel_photos');
    end if;
    insert into public.packed_photos (id, order_id, key, name, bytes, taken_at, actor, kept_until)
    values (photo ->> 'id', packed.id, photo ->> 'key', photo ->> 'name', (photo ->> 'bytes')::integer, least((photo ->> 'takenAt')::timestamptz, now()),
            add_packed_photo.actor, case when not shop.is_open(packed.status) then now() + interval '90 days' end)
    returning * into added;
  elsif added.order_id <> packed.id then
    perform shop.refuse('idempotency_mismatch', null, '{"of": "photo"}');
  end if;
  return jsonb_build_object('id', added.id, 'name', added.name, 'is_stored', added.stored_at is not null);
end;
$$;

-- Notes that the storage has a photo. Takes its id. Returns the packing of its order.
create function public.packed_photo_stored(photo_id text) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  update public.packed_photos h set stored_at = now() where h.id = photo_id and h.stored_at is null;
  return (select shop.packing_json(o) from public.packed_photos h join public.orders o on o.id = h.order_id where h.id = photo_id);
end;
$$;

-- Takes a photo away that shows something else. Takes its order's id, its own and the staff member. Returns the packing. Refuses 404 `order_not_found`,
-- `photo_not_found`.
create function public.remove_packed_photo(order_id text, photo_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  packed public.orders := shop.lock_order(order_id);
begin
  perform shop.act_as(actor);
  update public.packed_photos h set removed_at = now() where h.id = photo_id and h.order_id = packed.id and h.removed_at is null;
  if not found then
    perform shop.refuse('photo_not_found');
  end if;
  perform shop.log_order_event(packed.id, 'note', '', null, null, 'A photo of the parcel was removed');
  return shop.packing_json(packed);
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

-- As `find_packed_photo`, for whoever has the link of its order. Takes the order's number and key besides. Refuses like `shop.open_order_page`, too.
create function public.find_page_photo(order_number text, key text, photo_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  opened public.orders := shop.open_order_page(order_number, key);
begin
  if not exists (select from public.packed_photos h where h.id = photo_id and h.order_id = opened.id) then
    perform shop.refuse('photo_not_found');
  end if;
  return public.find_packed_photo(photo_id);
end;
$$;

-- What an order's page says of photos of the open parcel: {packed_photos: [{id, taken_at}]}; nothing where there is none. Takes the order.
create function shop.page_packed_photo_json(opened public.orders) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_strip_nulls(jsonb_build_object('packed_photos', (
    select jsonb_agg(jsonb_build_object('id', h.id, 'taken_at', h.taken_at) order by h.taken_at, h.id) from public.packed_photos h
     where h.order_id = opened.id and h.stored_at is not null and h.removed_at is null and coalesce(h.kept_until > now(), true))));
end;
$$;

-- The names of at most 100 photos whose time is over: 90 days after the order's end, removed, or never stored. Whoever asks removes them from the storage, and
-- then their rows.
create function public.ended_packed_photos() returns table (name text)
language sql stable set search_path = ''
as $$
  select h.name from public.packed_photos h
   where h.kept_until <= now() or h.removed_at is not null or (h.stored_at is null and h.created_at < now() - interval '1 day')
   order by h.created_at limit 100;
$$;

grant execute on function public.waive_photo, public.read_packing_rules, public.change_packing_rules, public.orders_to_pack, public.find_packing, public.pack_pieces,
  public.add_packed_photo, public.packed_photo_stored, public.remove_packed_photo, public.find_packed_photo, public.find_page_photo,
  public.ended_packed_photos to service_role;
