-- What is done at the packing table.

-- Lets an order go out without a photo. Takes its id, why, and the staff member. Returns its packing. Refuses 404 `order_not_found`.
create function public.waive_photo(order_id text, reason text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  packed public.orders := shop.lock_order(order_id);
begin
  perform shop.act_as(actor);
  insert into public.photo_waivers (order_id, because, actor) values (packed.id, reason, waive_photo.actor) on conflict on
    constraint photo_waivers_pkey do nothing;
  if found then
    perform shop.log_order_event(packed.id, 'note', '', null, null, 'Goes out without a photo: ' || reason);
  end if;
  return shop.packing_json(packed);
end;
$$;

-- The orders to pack, the oldest first: those without a parcel and those whose parcel waits, until everything is in and a photo that is
-- needed was taken. Takes how many at most. Returns {orders: as `shop.packing_json`}.
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
                         and (s.shipment_number = upper(code) or s.tracking_number <> ''
                              and shop.tracking_key(s.tracking_number) = shop.tracking_key(code))))
   order by o.created_at desc limit 1;
  if not found then
    perform shop.refuse('order_not_found');
  end if;
  return shop.packing_json(packed);
end;
$$;

-- Stores pieces that were put into the parcel of an order, and pieces that were taken out. Takes its id, [{key, itemId, variantId,
-- quantity, packedAt}], [{key: of the piece, at}] and the staff member. What is known already changes nothing. A piece beyond what is
-- ordered is kept and does not count: it is in the `surplus` of the packing that is returned, with who packed it and when. Refuses 404
-- `order_not_found`, 409 `packing_cancelled` for new pieces, 422 the field `pieces.N.itemId` for a line that the order never had,
-- `idempotency_mismatch` for the key of another piece.
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
  is_new := exists (select from jsonb_array_elements(pieces) p
                     where not exists (select from public.packed_pieces k where k.key = p ->> 'key'));
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
  select p ->> 'key', packed.id, p ->> 'itemId', p ->> 'variantId', (p ->> 'quantity')::integer,
    least((p ->> 'packedAt')::timestamptz, clock_timestamp()),
         pack_pieces.actor
    from jsonb_array_elements(pieces) p
  on conflict on constraint packed_pieces_pkey do nothing;
  insert into public.unpacked_pieces (piece_key, order_id, unpacked_at, actor)
  select u ->> 'key', packed.id, least((u ->> 'at')::timestamptz, clock_timestamp()), pack_pieces.actor
    from jsonb_array_elements(unpacked) u
  on conflict on constraint unpacked_pieces_pkey do nothing;

  stage := shop.packing_stage(packed.id);
  if stage <> stage_before and stage <> 'open' then
    perform shop.log_order_event(packed.id, 'note', '', null, null,
              case stage when 'complete' then 'Packed: every piece is in the parcel'
                   else 'More was packed than is ordered: see Packing' end);
  end if;
  return shop.packing_json(packed);
end;
$$;

-- Notes a photo of the open parcel before it is stored. Takes the order's id, {id, key, name, bytes, takenAt} and the staff member. Returns
-- {id, name, is_stored}: of the first attempt, where the key is known. Refuses 404 `order_not_found`, 409 `too_many_parcel_photos` beyond
-- five of an order.
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
    values (photo ->> 'id', packed.id, photo ->> 'key', photo ->> 'name', (photo ->> 'bytes')::integer,
            least((photo ->> 'takenAt')::timestamptz, now()),
            add_packed_photo.actor, case when not shop.is_open(packed.status) then now() + interval '90 days' end)
    returning * into added;
  elsif added.order_id <> packed.id then
    perform shop.refuse('idempotency_mismatch', null, '{"of": "photo"}');
  end if;
  return jsonb_build_object('id', added.id, 'name', added.name, 'is_stored', added.stored_at is not null);
end;
$$;

-- Takes a photo away that shows something else. Takes its order's id, its own and the staff member. Returns the packing. Refuses 404
-- `order_not_found`, `photo_not_found`.
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

grant execute on function public.waive_photo, public.orders_to_pack, public.find_packing, public.pack_pieces, public.add_packed_photo,
  public.remove_packed_photo to service_role;
