-- Pieces that come back, as staff see them who receive and look at them.

-- What was sent of an order and what came back: {order: {id, orderNumber, status, customerName, city, updatedAt}, shipments: [{id,
-- shipmentNumber, carrier, trackingNumber, status, receivedAt}], items: [{id, productId, productName, productImage, selectedColor,
-- selectedSize, sku, quantity, out, restocked, damaged, toInspect, missing, askedBack: by approved requests, and
-- not received}], goodsBack: [{id, itemId, quantity, disposition, inspects,
-- waiting: of those to inspect, notes, actorName, createdAt}], may_receive}. Takes its id.
create function shop.returned_pieces_json(order_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  counted public.orders;
begin
  select * into counted from public.orders o where o.id = returned_pieces_json.order_id;
  return jsonb_build_object(
    'order', jsonb_build_object('id', counted.id, 'order_number', counted.order_number, 'status', counted.status,
                                'customer_name', counted.customer_name,
                                'city', counted.city, 'updated_at', counted.updated_at),
    'shipments', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'shipment_number', s.shipment_number, 'carrier', s.carrier,
                           'tracking_number', s.tracking_number, 'status', s.status, 'received_at', s.received_at)
                           order by s.created_at, s.id), '[]')
                    from public.shipments s where s.order_id = counted.id and s.archived_at is null),
    'items', (select jsonb_agg(jsonb_build_object('id', i.id, 'product_id', i.product_id, 'product_name', i.product_name,
                                                  'product_image', i.product_image, 'selected_color', i.selected_color,
                                                  'selected_size', i.selected_size, 'sku', v.sku, 'quantity', i.quantity, 'out', p.out,
                                                  'restocked', r.restocked, 'damaged', r.damaged, 'to_inspect', coalesce(s.to_inspect, 0),
                                                  'missing', r.missing,
                                                  'asked_back', (select count(*) from shop.return_pieces a
                                                                   join public.return_requests q on q.id = a.request_id
                                                                  where a.order_item_id = i.id and a.goods_back_id is null
                                                                    and q.state = 'approved' and q.comes_back))
                                                  order by i.position)
                from public.order_items i
                join shop.pieces_out(counted) p on p.item_id = i.id
                join public.product_variants v on v.id = i.variant_id
                left join shop.sent_pieces s on s.order_item_id = i.id
               cross join lateral (select coalesce(sum(c.quantity) filter (where c.disposition = 'restocked'), 0) as restocked,
                                          coalesce(sum(c.quantity) filter (where c.disposition = 'damaged'), 0) as damaged,
                                          coalesce(sum(c.quantity) filter (where c.disposition = 'missing'), 0) as missing
                                     from public.goods_back c where c.order_item_id = i.id and c.order_id = counted.id) r
               where i.order_id = counted.id),
    'goods_back', (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'item_id', r.order_item_id, 'quantity', r.quantity,
                                                                'disposition', r.disposition,
                                        'inspects', r.inspects,
                                        'waiting', case when r.disposition = 'to_inspect'
                                                        then r.quantity - (select coalesce(sum(i.quantity), 0) from public.goods_back i
                                                                           where i.inspects = r.id) else 0 end,
                                        'notes', r.notes, 'actor_name', (select t.username from public.staff t where t.id = r.actor),
                                        'created_at', r.created_at) order by r.sequence), '[]')
                                 from public.goods_back r where r.order_id = counted.id and not r.never_left));
end;
$$;

-- What was sent of the order that a scanned code means, and what came back: a shipment's number, a tracking number in any spelling, the
-- number of an order, or that of a request (returns/requests.sql) or of its pickup. Takes the code and the number of an order that it may
-- be. Returns as `shop.returned_pieces_json`, and {shipmentId: the parcel that was scanned, or null}; the latest of several that have the
-- tracking number. Refuses 404 `nothing_scanned`.
create function public.returned_pieces(code text, order_number text default null) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  parcel public.shipments;
  found_id text;
begin
  select s.* into parcel from public.shipments s join public.orders o on o.id = s.order_id and o.archived_at is null
   where s.archived_at is null and (s.shipment_number = upper(code) or s.tracking_number <> ''
                                    and shop.tracking_key(s.tracking_number) = shop.tracking_key(code))
   order by s.created_at desc, s.id desc limit 1;
  found_id := parcel.order_id;
  if found_id is null then
    select o.id into found_id from public.orders o where o.order_number = coalesce(returned_pieces.order_number, upper(code))
      and o.archived_at is null;
  end if;
  if found_id is null then
    -- What customers write on what they send back, or the number under which a courier has collected it.
    select o.id into found_id from public.return_requests r join public.orders o on o.id = r.order_id and o.archived_at is null
      where r.return_number = upper(code)
         or r.id in (select c.request_id from public.return_collections c
                      where c.tracking_number <> '' and shop.tracking_key(c.tracking_number) = shop.tracking_key(code))
      order by r.created_at desc limit 1;
  end if;
  if found_id is null then
    perform shop.refuse('nothing_scanned');
  end if;
  return shop.returned_pieces_json(found_id) || jsonb_build_object('shipment_id', parcel.id);
end;
$$;

-- What the receiving table has to do: {awaited: [{order_id, order_number, customer_name, city, status, shipments: [numbers], pieces: how
-- many are out, null where only a part came back, since}], the longest first, and to_inspect: [{id, order_id, order_number, product_name,
-- selected_color, selected_size, quantity: that wait, created_at}], the oldest first}, at most 100 of each.
create function public.receiving_work() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'awaited', (
      select coalesce(jsonb_agg(to_jsonb(w) order by w.since, w.order_id), '[]')
        from (select o.id as order_id, o.order_number, o.customer_name, o.city, o.status,
                     (select coalesce(jsonb_agg(s.shipment_number order by s.created_at, s.id), '[]') from public.shipments s
                       where s.order_id = o.id and s.archived_at is null and s.received_at is null
                         and case when r.is_part then shop.is_back(s.status) and s.sent_again_at is null
                                  else s.status <> 'preparing' end) as shipments,
                     case when not r.is_part then (select sum(p.out) from shop.pieces_out(o) p) end as pieces,
                     coalesce((select a.since from shop.awaited_orders a where a.order_id = o.id),
                              (select max(s.updated_at) from public.shipments s where s.order_id = o.id and s.archived_at is null)) as since
                from shop.returned_orders r join public.orders o on o.id = r.order_id
               order by since, o.id limit 100) w),
    'to_inspect', (
      select coalesce(jsonb_agg(to_jsonb(w) order by w.created_at, w.id), '[]')
        from (select r.id, r.order_id, o.order_number, i.product_name, i.selected_color, i.selected_size,
                     r.quantity - (select coalesce(sum(d.quantity), 0) from public.goods_back d where d.inspects = r.id) as quantity,
                     r.created_at
                from shop.sent_pieces s join public.goods_back r on r.order_item_id = s.order_item_id and r.disposition = 'to_inspect'
                join public.orders o on o.id = r.order_id join public.order_items i on i.id = r.order_item_id
               where s.to_inspect > 0
                 and r.quantity > (select coalesce(sum(d.quantity), 0) from public.goods_back d where d.inspects = r.id)
               order by r.created_at, r.id limit 100) w));
$$;

grant execute on function public.returned_pieces, public.receiving_work to service_role;
