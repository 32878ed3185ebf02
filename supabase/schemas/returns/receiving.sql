-- Pieces that came back are received and looked at.

-- Books what arrived. Parcels that it came in are counted with it once nothing of the order is out any more, or where they are said to be
-- complete; those that were thought to be under way came back. An open order without another parcel is cancelled. Takes the
-- order, locked, the parcels' ids, [{itemId, quantity, disposition}], whether the parcels are complete, the key of the call, notes and the
-- staff member.
create function shop.receive(counted public.orders, parcels text[], pieces jsonb, is_complete boolean, key text, notes text,
                             actor uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  is_lost constant boolean := not exists (select from jsonb_array_elements(pieces) p where p ->> 'disposition' <> 'missing');
  now_counted public.orders;
begin
  -- Counting what came back needs no right to cancel orders or to send parcels.
  perform set_config('shop.receives', 'on', true);
  insert into public.goods_back (order_id, order_item_id, product_id, variant_id, shipment_id, quantity, disposition, key, notes, actor)
  select counted.id, i.id, i.product_id, i.variant_id, parcels[1], sum((p ->> 'quantity')::integer),
    (p ->> 'disposition')::shop.disposition, receive.key,
         coalesce(receive.notes, ''), receive.actor
    from jsonb_array_elements(pieces) p join public.order_items i on i.id = p ->> 'itemId' and i.order_id = counted.id
   where (p ->> 'quantity')::integer > 0
   group by i.id, i.product_id, i.variant_id, p ->> 'disposition' order by i.product_id, i.variant_id;
  perform shop.log_order_event(counted.id, 'note', '', null, null, concat_ws('. ', 'Counted what came back: ' || (
    select string_agg(concat_ws(' ', l.quantity, '×', concat_ws(', ', l.product_name,
                                                                nullif(shop.choice_name(coalesce(l.selected_color, ''),
                                                                                        coalesce(l.selected_size, '')), '')))
                      || case when l.not_whole <> '' then format(' (%s)', l.not_whole) else '' end, '; ' order by l.position)
      from (select i.position, i.product_name, i.selected_color, i.selected_size, sum(r.quantity) as quantity,
                   coalesce(string_agg(r.quantity || ' ' || replace(r.disposition::text, '_', ' '), ', ' order by r.disposition)
                            filter (where r.disposition <> 'restocked'), '') as not_whole
              from public.goods_back r join public.order_items i on i.id = r.order_item_id
             where r.key = receive.key and r.order_id = counted.id group by i.id, i.position, i.product_name,
             i.selected_color, i.selected_size) l),
    nullif(receive.notes, '')));

  update public.shipments s set status = case when is_lost then 'failed' else 'returned' end::shop.shipment_status
   where s.id = any (parcels) and s.status <> 'delivered' and (shop.is_under_way(s.status) or not is_lost and s.status = 'failed');
  if shop.is_open(counted.status) and cardinality(parcels) > 0 and shop.came_back(counted.id) is not null then
    perform shop.move_together(counted, 'cancelled', actor);
  end if;
  if is_complete or not exists (select from shop.pieces_out(counted) p where p.out > 0) then
    update public.shipments s set received_at = now() where s.id = any (parcels) and shop.is_back(s.status) and s.received_at is null;
  end if;
  if not exists (select from shop.pieces_out(counted) p where p.out > 0) then
    delete from shop.awaited_orders a where a.order_id = counted.id;
  end if;
  perform set_config('shop.receives', '', true);
end;
$$;

-- Refuses 422 pieces that are no line of the order, or more than are out of it. Takes the order, locked, [{itemId, quantity}] and the
-- field.
create function shop.check_pieces_out(counted public.orders, pieces jsonb, field text) returns void
language plpgsql stable set search_path = ''
as $$
declare
  complaints jsonb;
begin
  select jsonb_agg(jsonb_build_object('path', format('%s.%s.%s', field, l.place - 1,
                                                     case when l.item_id is null then 'itemId' else 'quantity' end),
           'message', case when l.item_id is null then 'This line is not in the order'
                           else format(case when l.out = 1 then 'Only %s is out' else 'Only %s are out' end, l.out) end) order by l.place)
    into complaints
    from (select p.place, o.item_id, o.out,
          sum((p.piece ->> 'quantity')::integer) over (partition by p.piece ->> 'itemId' order by p.place) as units
            from jsonb_array_elements(pieces) with ordinality as p (piece, place)
            left join shop.pieces_out(counted) o on o.item_id = p.piece ->> 'itemId') l
   where l.item_id is null or l.units > l.out;
  if complaints is not null then
    perform shop.refuse('validation_failed', jsonb_build_object('errors', complaints));
  end if;
end;
$$;

-- What came back with all parcels of an order: the pieces that are named as they are, and all others that are out in stock again. Takes
-- the order, locked, and [{itemId, quantity, disposition}]. Returns a list of the same form.
create function shop.all_pieces_back(counted public.orders, named jsonb) returns jsonb
language sql stable set search_path = ''
return named || (
  select coalesce(jsonb_agg(jsonb_build_object('itemId', p.item_id, 'quantity', p.out - said.quantity, 'disposition', 'restocked')
                            order by p.place), '[]')
    from shop.pieces_out(counted) p
   cross join lateral (select coalesce(sum((n ->> 'quantity')::integer), 0) as quantity from jsonb_array_elements(named) n
                        where n ->> 'itemId' = p.item_id) said
   where p.out > said.quantity);

-- Receives pieces of an order: in one parcel of it, in none that is known, or in all of them. Takes {key, orderId, shipmentId?, pieces:
-- [{itemId, quantity, disposition}], isComplete?: whether nothing more is in the parcel, isWholeOrder?: all that is out came back, and what
-- is not named is in stock again, notes?, updatedAt?: the version a screen showed} and the staff member. Returns what `returned_pieces`
-- says of the order; a key that was used before changes nothing. Refuses 404 `order_not_found`, `shipment_not_found`, 409
-- `edited_meanwhile`, `nothing_came_back` while nothing of it has left or, for the whole order, something goes on or arrived, 422
-- `idempotency_mismatch`, and fields.
create function public.receive_pieces(counted jsonb, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.orders := shop.lock_order(counted ->> 'orderId');
  is_whole constant boolean := coalesce((counted ->> 'isWholeOrder')::boolean, false);
  pieces jsonb := counted -> 'pieces';
  parcel public.shipments;
  parcels text[];
  used text;
begin
  perform shop.act_as(actor);
  -- Before the key: two calls with it wait for each other, also for two orders.
  perform pg_advisory_xact_lock(hashtextextended('goods back ' || (counted ->> 'key'), 0));
  select r.order_id into used from public.goods_back r where r.key = counted ->> 'key' limit 1;
  if used = before.id then
    return shop.returned_pieces_json(before.id);
  elsif used is not null then
    perform shop.refuse('idempotency_mismatch');
  end if;
  perform shop.check_version(before.updated_at, (counted ->> 'updatedAt')::timestamptz);

  if counted ->> 'shipmentId' is not null then
    parcel := shop.lock_shipment(counted ->> 'shipmentId');
    if parcel.order_id <> before.id then
      perform shop.refuse_field('shipmentId', 'This parcel is of another order');
    end if;
  else
    -- The one that was not counted, or the last one.
    select s.* into parcel from public.shipments s
     where s.order_id = before.id and s.archived_at is null and s.status <> 'preparing'
     order by s.received_at is not null, s.status = 'delivered', not shop.is_back(s.status), s.created_at desc, s.id desc limit 1;
  end if;
  if parcel.status = 'preparing'
     or parcel.id is null and shop.is_unshipped(before.status)
     -- Counted, and taken up again since: its pieces are in the shop.
     or parcel.received_at is not null and shop.is_open(before.status)
     or before.status = 'cancelled' and not exists (select from shop.awaited_orders a where a.order_id = before.id)
     or is_whole and not exists (select from shop.returned_orders r where r.order_id = before.id and not r.is_part) then
    perform shop.refuse('nothing_came_back', null, jsonb_build_object('orderNumber', before.order_number));
  end if;
  perform shop.check_pieces_out(before, pieces, 'pieces');
  parcels := case when parcel.id is null then '{}' else array[parcel.id] end;
  if is_whole then
    pieces := shop.all_pieces_back(before, pieces);
    parcels := array (select s.id from public.shipments s where s.order_id = before.id and s.archived_at is null
                      and s.received_at is null and s.status <> 'preparing' order by s.created_at desc, s.id desc);
  end if;
  perform shop.receive(before, parcels, pieces, is_whole or coalesce((counted ->> 'isComplete')::boolean, false), counted ->> 'key',
                       counted ->> 'notes', actor);
  return shop.returned_pieces_json(before.id);
end;
$$;

-- Decides about pieces that were to be inspected. Takes their id, {key, quantity, disposition: restocked | damaged, notes?} and the
-- staff member. Returns what `returned_pieces` says of the order; a key that was used before changes nothing. Refuses 404
-- `goods_back_not_found`, 409 `inspected_meanwhile` where fewer wait, 422 `idempotency_mismatch`.
create function public.inspect_pieces(goods_back_id text, decision jsonb, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  inspected public.goods_back;
  waiting integer;
  used text;
begin
  perform shop.act_as(actor);
  select * into inspected from public.goods_back r where r.id = goods_back_id and r.disposition = 'to_inspect';
  if not found then
    perform shop.refuse('goods_back_not_found');
  end if;
  perform shop.lock_orders(array[inspected.order_id]);
  perform pg_advisory_xact_lock(hashtextextended('goods back ' || (decision ->> 'key'), 0));
  select r.inspects into used from public.goods_back r where r.key = decision ->> 'key' limit 1;
  if found then
    if used is distinct from inspected.id then
      perform shop.refuse('idempotency_mismatch');
    end if;
    return shop.returned_pieces_json(inspected.order_id);
  end if;
  select inspected.quantity - coalesce(sum(r.quantity), 0) into waiting from public.goods_back r where r.inspects = inspected.id;
  if (decision ->> 'quantity')::integer > waiting then
    perform shop.refuse('inspected_meanwhile', jsonb_build_object('waiting', waiting));
  end if;
  insert into public.goods_back (order_id, order_item_id, product_id, variant_id, shipment_id, quantity, disposition,
                               inspects, key, notes, actor)
  values (inspected.order_id, inspected.order_item_id, inspected.product_id, inspected.variant_id, inspected.shipment_id,
          (decision ->> 'quantity')::integer,
          (decision ->> 'disposition')::shop.disposition, inspected.id, decision ->> 'key',
          coalesce(decision ->> 'notes', ''), inspect_pieces.actor);
  return shop.returned_pieces_json(inspected.order_id);
end;
$$;

grant execute on function public.receive_pieces, public.inspect_pieces to service_role;
