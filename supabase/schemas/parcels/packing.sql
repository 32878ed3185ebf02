-- Packing by scan. Each piece that somebody put into a parcel is a fact of its own, sent with a key that a phone made, perhaps hours later
-- and more than once. Facts are only added; what is in the parcel follows from them and from what is ordered, whatever order they arrive in
-- (docs/decisions/business/0172-packing-without-a-line.md).

create table public.packed_pieces (
  -- Made by the phone: a piece that is sent again is the same piece.
  key text primary key,
  order_id text not null references public.orders (id),
  -- The line that it was packed for. No reference: editing an order may take the line away, and the piece lies in the parcel all the same.
  item_id text not null,
  variant_id text not null references public.product_variants (id),
  quantity integer not null default 1,
  -- The time on the phone, never later than when it arrived.
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

-- The pieces in parcels, and how many of each row count: never more in all than the line has ordered. The first count, by the time they
-- were packed; what is beyond stays in sight until somebody takes it out.
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

-- The rules as the API shows them.
create function public.read_packing_rules() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('photo_needed', r.photo_needed_since is not null, 'updated_at', r.updated_at) from public.packing_rules r;
$$;

-- Changes whether a photo is needed; switched on, for orders placed from then on. Takes that, the version the editor saw, and the staff
-- member. Returns the rules. Refuses 409 `edited_meanwhile`.
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

-- How far the packing of an order is, without anything of its customer: {orderId, orderNumber, status, placedAt, gift: {note,
-- recipientName, isWrapped, hidesPrices} or null, codes: [numbers of its parcels], lacksPhoto, lines: [{itemId, variantId, productName,
-- productImage, color, size, sku, ordered, packed, pieces}], surplus: pieces beyond what is ordered, photos: [{id, takenAt, by}]}; pieces
-- as {key, itemId, variantId, name, color, size, quantity, by, packedAt, isOrdered}, the first first. Takes the order.
create function shop.packing_json(packed public.orders) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    with rows as (
      select r.key, r.item_id, r.variant_id, r.counted, r.quantity - r.counted as beyond, r.packed_at, jsonb_build_object(
        'key', r.key, 'item_id', r.item_id, 'variant_id', r.variant_id, 'name', coalesce(i.product_name, p.name),
        'color', case when i.id is not null then i.selected_color else v.color end,
        'size', case when i.id is not null then i.selected_size else v.size end, 'by', shop.username_of(r.actor),
        'packed_at', r.packed_at, 'is_ordered', r.is_ordered) as piece
        from shop.packed_rows r
        join public.product_variants v on v.id = r.variant_id
        join public.products p on p.id = v.product_id
        left join public.order_items i on i.id = r.item_id and i.order_id = r.order_id and i.variant_id = r.variant_id
       where r.order_id = packed.id
    )
    select jsonb_build_object(
      'order_id', packed.id, 'order_number', packed.order_number, 'status', packed.status, 'placed_at', packed.created_at,
      'notes', packed.notes, 'tags', packed.tags,
      'gift', case when packed.is_gift then jsonb_build_object('note', packed.gift_note, 'recipient_name', packed.recipient_name,
                                                               'is_wrapped', packed.is_wrapped,
                                                               'hides_prices', packed.hides_prices) end,
      'lacks_photo', shop.lacks_photo(packed),
      'codes', (select coalesce(jsonb_agg(c.code order by c.code), '[]')
                  from public.shipments s cross join lateral (values (s.shipment_number), (shop.tracking_key(s.tracking_number))) c (code)
                 where s.order_id = packed.id and s.archived_at is null and c.code <> ''),
      'lines', (select coalesce(jsonb_agg(jsonb_build_object(
                         'item_id', i.id, 'variant_id', i.variant_id, 'product_name', i.product_name, 'product_image', i.product_image,
                         'color', i.selected_color, 'size', i.selected_size, 'sku', v.sku, 'ordered', i.quantity,
                         'packed', (select coalesce(sum(r.counted), 0) from rows r where r.item_id = i.id and r.variant_id = i.variant_id),
                         'pieces',
                         (select coalesce(jsonb_agg(r.piece || jsonb_build_object('quantity', r.counted) order by r.packed_at, r.key), '[]')
                                      from rows r where r.item_id = i.id and r.variant_id = i.variant_id and r.counted > 0))
                                      order by i.position), '[]')
                  from public.order_items i join public.product_variants v on v.id = i.variant_id where i.order_id = packed.id),
      'surplus', (select coalesce(jsonb_agg(r.piece || jsonb_build_object('quantity', r.beyond) order by r.packed_at, r.key), '[]')
                  from rows r where r.beyond > 0),
      'photos', (select coalesce(jsonb_agg(jsonb_build_object('id', h.id, 'taken_at', h.taken_at, 'by', shop.username_of(h.actor))
                                           order by h.taken_at, h.id), '[]')
                   from public.packed_photos h where h.order_id = packed.id and h.stored_at is not null and h.removed_at is null)));
end;
$$;

-- How far a parcel is: `complete` when everything that is ordered is in it and nothing else, `beyond` when there is more, else `open`.
-- Takes the order's id.
create function shop.packing_stage(order_id text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  counted bigint;
  beyond bigint;
begin
  select coalesce(sum(r.counted), 0), coalesce(sum(r.quantity - r.counted), 0) into counted, beyond from shop.packed_rows r
    where r.order_id = packing_stage.order_id;
  return case when beyond > 0 then 'beyond'
              when counted = (select sum(i.quantity) from public.order_items i where i.order_id = packing_stage.order_id) then 'complete'
              else 'open' end;
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

create trigger packed_pieces_need_right after insert on public.packed_pieces
  for each row execute function shop.require_right('send_parcels');
create trigger unpacked_pieces_need_right after insert on public.unpacked_pieces
  for each row execute function shop.require_right('send_parcels');

grant execute on function public.read_packing_rules, public.change_packing_rules, public.packed_photo_stored to service_role;
