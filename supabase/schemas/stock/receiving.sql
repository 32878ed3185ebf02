-- Receiving pieces of a purchase order, taking deliveries back, closing lines short. The status follows from the lines; staff can also set
-- it by hand.

-- The status that the lines of a purchase order imply: `received` when nothing is missing, `partial` when something came, null when nothing
-- did.
create function shop.status_of_items(purchase_order_id text) returns shop.purchase_order_status
language sql stable set search_path = ''
as $$
  select case when not bool_or(i.received > 0) then null
              when bool_and(i.received >= i.quantity or i.closed_short) then 'received'
              else 'partial' end::shop.purchase_order_status
    from public.purchase_order_items i where i.purchase_order_id = status_of_items.purchase_order_id;
$$;

-- Books one delivery: the good pieces of each variant in one history row under the delivery's number, lowest product id first. Takes the
-- locked purchase order, [{itemId, received, damaged}] (its own lines, each once), notes, the staff member, and the key and fingerprint of
-- the attempt.
create function shop.book_delivery(purchase public.purchase_orders, lines jsonb, notes text, actor uuid,
                                  idempotency_key text, fingerprint text)
returns void
language plpgsql set search_path = ''
as $$
declare
  booked public.purchase_order_deliveries;
  line record;
begin
  perform shop.lock_products(array (select i.product_id from public.purchase_order_items i where i.purchase_order_id = purchase.id));

  insert into public.purchase_order_deliveries (purchase_order_id, delivery_number, notes, actor, idempotency_key, request_fingerprint)
  values (purchase.id,
          purchase.order_number || '-R' || (select count(*) + 1 from public.purchase_order_deliveries r
                                            where r.purchase_order_id = purchase.id),
          book_delivery.notes, book_delivery.actor, book_delivery.idempotency_key, fingerprint)
  returning * into booked;

  insert into public.purchase_order_delivery_items (delivery_id, position, item_id, product_id, variant_id, product_name, received, damaged,
                                                    unit_cost)
  select booked.id, l.ordinality - 1, i.id, i.product_id, i.variant_id, i.product_name, (l.line ->> 'received')::integer,
    coalesce((l.line ->> 'damaged')::integer, 0), shop.landed_cost(i)
    from jsonb_array_elements(lines) with ordinality as l (line, ordinality)
    join public.purchase_order_items i on i.id = l.line ->> 'itemId';

  update public.purchase_order_items i
     set received = i.received + r.received, damaged = i.damaged + r.damaged, more_allowed = i.more_allowed
       or i.received + r.received > i.quantity
    from public.purchase_order_delivery_items r
   where r.delivery_id = booked.id and i.id = r.item_id;

  for line in
    select r.product_id, r.variant_id, sum(r.received - r.damaged)::integer as units from public.purchase_order_delivery_items r
     where r.delivery_id = booked.id group by r.product_id, r.variant_id having sum(r.received - r.damaged) > 0
       order by r.product_id, r.variant_id
  loop
    perform shop.change_stock(line.product_id, line.units, 'purchase', booked.delivery_number, booked.notes, actor, line.variant_id);
  end loop;
end;
$$;

-- Takes back one delivery of a locked purchase order, or all of them (null), the newest first: their pieces leave the stock under the same
-- numbers. Takes the purchase order's id, the delivery's and the staff member. Refuses 409 `not_enough_stock` with {productId, available}.
create function shop.reverse_deliveries(purchase_order_id text, delivery_id text, actor uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  ids constant text[] := array (
    select r.id from public.purchase_order_deliveries r
     where r.purchase_order_id = reverse_deliveries.purchase_order_id and r.taken_back_at is null
       and (reverse_deliveries.delivery_id is null or r.id = reverse_deliveries.delivery_id));
  short record;
  line record;
begin
  perform shop.lock_products(array (select r.product_id from public.purchase_order_delivery_items r where r.delivery_id = any (ids)));
  select p.id, concat_ws(' ', p.name, '(' || nullif(shop.choice_name(v.color, v.size), '') || ')') as name, v.stock_quantity,
         sum(r.received - r.damaged) as units
    into short
    from public.purchase_order_delivery_items r join public.products p on p.id = r.product_id
      join public.product_variants v on v.id = r.variant_id
   where r.delivery_id = any (ids) group by p.id, v.id having sum(r.received - r.damaged) > v.stock_quantity order by p.id, v.id limit 1;
  if found then
    perform shop.refuse('not_enough_stock', jsonb_build_object('productId', short.id, 'available', short.stock_quantity),
      jsonb_build_object('name', short.name, 'takenBack', short.units));
  end if;

  update public.purchase_order_items i
     set received = i.received - r.received, damaged = i.damaged - r.damaged, more_allowed = i.received - r.received > i.quantity
    from (select ri.item_id, sum(ri.received)::integer as received, sum(ri.damaged)::integer as damaged
            from public.purchase_order_delivery_items ri where ri.delivery_id = any (ids) group by ri.item_id) r
   where i.id = r.item_id;
  update public.purchase_order_deliveries r set taken_back_at = clock_timestamp(),
    taken_back_by = reverse_deliveries.actor where r.id = any (ids);

  for line in
    select ri.product_id, ri.variant_id, r.delivery_number, sum(ri.received - ri.damaged)::integer as units
      from public.purchase_order_delivery_items ri join public.purchase_order_deliveries r on r.id = ri.delivery_id
     where r.id = any (ids) group by ri.product_id, ri.variant_id, r.delivery_number, r.created_at,
       r.id having sum(ri.received - ri.damaged) > 0
     order by r.created_at desc, r.id desc, ri.product_id, ri.variant_id
  loop
    perform shop.change_stock(line.product_id, - line.units, 'purchase', line.delivery_number, 'Taken back', actor, line.variant_id);
  end loop;
end;
$$;

-- Receives pieces of a purchase order. Takes its id, {items: [{itemId, received, damaged}], notes, overDelivery}, the staff member, the key
-- of the attempt or null, and the version their screen showed or null. The same key and delivery book once. Returns the purchase order with
-- its items. Refuses 404 `purchase_order_not_found`, 409 `edited_meanwhile`, `purchase_order_cancelled`, 422 for a line of another order or
-- a closed one, 422 `idempotency_mismatch`, and without `overDelivery` 409 `more_than_ordered` with {items: [{itemId, productName, missing,
-- received}]}.
create function public.receive_purchase_order(purchase_order_id text, delivery jsonb, actor uuid, idempotency_key text default null,
                                              expected_version timestamptz default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.purchase_orders := shop.lock_purchase_order(purchase_order_id);
  fingerprint constant text := md5(delivery::text);
  twin public.purchase_order_deliveries;
  complaints jsonb;
  surplus jsonb;
begin
  select * into twin from public.purchase_order_deliveries r
   where r.purchase_order_id = before.id and r.idempotency_key = receive_purchase_order.idempotency_key;
  if found then
    if twin.request_fingerprint <> fingerprint then
      perform shop.refuse('idempotency_mismatch', null, '{"of": "receipt"}');
    end if;
    return shop.purchase_order_json(before.id);
  end if;

  perform shop.check_version(before.updated_at, expected_version);
  if before.status = 'cancelled' then
    perform shop.refuse('purchase_order_cancelled');
  end if;

  select jsonb_agg(jsonb_build_object('path', format('items.%s.itemId', l.ordinality - 1),
           'message', case when i.id is null then 'This line is not in the purchase order'
                           else 'This line is closed. Reopen it to receive pieces.' end)
           order by l.ordinality)
    into complaints
    from jsonb_array_elements(delivery -> 'items') with ordinality as l (line, ordinality)
    left join public.purchase_order_items i on i.id = l.line ->> 'itemId' and i.purchase_order_id = before.id
   where i.id is null or i.closed_short;
  if complaints is not null then
    perform shop.refuse('validation_failed', jsonb_build_object('errors', complaints));
  end if;

  if not coalesce((delivery ->> 'overDelivery')::boolean, false) then
    select jsonb_agg(jsonb_build_object('itemId', i.id, 'productName', i.product_name, 'missing', greatest(i.quantity - i.received, 0),
             'received', (l.line ->> 'received')::integer) order by l.ordinality)
      into surplus
      from jsonb_array_elements(delivery -> 'items') with ordinality as l (line, ordinality)
      join public.purchase_order_items i on i.id = l.line ->> 'itemId'
     where i.received + (l.line ->> 'received')::integer > i.quantity;
    if surplus is not null then
      perform shop.refuse('more_than_ordered', jsonb_build_object('items', surplus));
    end if;
  end if;

  perform shop.book_delivery(before, delivery -> 'items', coalesce(delivery ->> 'notes', ''), actor, idempotency_key, fingerprint);
  update public.purchase_orders o
     set status = shop.status_of_items(o.id), order_date = coalesce(o.order_date, now())
   where o.id = before.id;
  return shop.purchase_order_json(before.id);
end;
$$;

-- Takes a delivery back; repeating it changes nothing. A partial or received purchase order then becomes what its lines imply, `ordered`
-- when nothing is left. Takes the purchase order's id, the delivery's and the staff member. Returns the purchase order with its items.
-- Refuses 404 `purchase_order_not_found`, 404 `delivery_not_found`, 409 `not_enough_stock` when the pieces are gone.
create function public.take_back_delivery(purchase_order_id text, delivery_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.purchase_orders := shop.lock_purchase_order(purchase_order_id);
  delivery public.purchase_order_deliveries;
begin
  select * into delivery from public.purchase_order_deliveries r
   where r.id = take_back_delivery.delivery_id and r.purchase_order_id = before.id;
  if not found then
    perform shop.refuse('delivery_not_found');
  end if;
  if delivery.taken_back_at is null then
    perform shop.reverse_deliveries(before.id, delivery.id, actor);
    update public.purchase_orders o
       set status = case when o.status in ('partial', 'received') then coalesce(shop.status_of_items(o.id), 'ordered') else o.status end
     where o.id = before.id;
  end if;
  return shop.purchase_order_json(before.id);
end;
$$;

-- Closes a line short, so that what is missing is no longer expected, or reopens it; the status follows unless nothing came at all.
-- Takes the purchase order's id, the line's and whether to close it. Returns the purchase order with its items.
-- Refuses 404 `purchase_order_not_found`, 404 `item_not_found`, 409 `nothing_missing`.
create function public.close_purchase_order_item(purchase_order_id text, item_id text, closed boolean) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.purchase_orders := shop.lock_purchase_order(purchase_order_id);
  line public.purchase_order_items;
begin
  select * into line from public.purchase_order_items i where i.id = close_purchase_order_item.item_id and i.purchase_order_id = before.id;
  if not found then
    perform shop.refuse('item_not_found');
  end if;
  if closed and line.received >= line.quantity then
    perform shop.refuse('nothing_missing', null, jsonb_build_object('name', line.product_name));
  end if;
  if closed <> line.closed_short then
    update public.purchase_order_items i set closed_short = closed where i.id = line.id;
    update public.purchase_orders o
       set status = case when o.status = 'cancelled' then o.status
                         -- `received` means that nothing is missing; a reopened line misses something.
                         when not closed and o.status = 'received' then coalesce(shop.status_of_items(o.id), 'ordered')
                         else coalesce(shop.status_of_items(o.id), o.status) end
     where o.id = before.id;
  end if;
  return shop.purchase_order_json(before.id);
end;
$$;

-- The deliveries of a purchase order, newest first, each with its lines and the names of who made and who took it back. Takes its id.
-- Refuses 404 `purchase_order_not_found`.
create function public.list_purchase_order_deliveries(purchase_order_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  if not exists (select from public.purchase_orders o
                  where o.id = list_purchase_order_deliveries.purchase_order_id and o.archived_at is null)
    then
    perform shop.refuse('purchase_order_not_found');
  end if;
  return (
    select coalesce(jsonb_agg(to_jsonb(r) || jsonb_build_object(
             'actor_name', (select s.username from public.staff s where s.id = r.actor),
             'taken_back_by_name', (select s.username from public.staff s where s.id = r.taken_back_by),
             'items', (select jsonb_agg(to_jsonb(i) || jsonb_build_object(
               'color', v.color, 'size', v.size, 'sku', v.sku) order by i.position)
                         from public.purchase_order_delivery_items i join public.product_variants v on v.id = i.variant_id
                         where i.delivery_id = r.id))
             order by r.created_at desc, r.id desc), '[]')
      from public.purchase_order_deliveries r
     where r.purchase_order_id = list_purchase_order_deliveries.purchase_order_id);
end;
$$;

-- Gives a purchase order a status. Any may follow any; repeating one changes nothing. `received` receives what is still missing, in one
-- delivery; leaving it takes every delivery back and reopens closed lines; other changes move nothing. The first `ordered` or `received`
-- sets the order date. Takes its id, the status, the staff member and the version their screen showed (null: any). Returns it with its
-- items. Refuses 404 `purchase_order_not_found`, 409 `edited_meanwhile` with {status, updatedAt}, 409 `not_enough_stock` when pieces to
-- take back are gone.
create function public.set_purchase_order_status(purchase_order_id text, status shop.purchase_order_status, actor uuid,
                                                 expected_version timestamptz default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.purchase_orders := shop.lock_purchase_order(purchase_order_id);
  missing jsonb;
begin
  if status <> before.status then
    perform shop.check_status_version(before.updated_at, expected_version, before.status::text);
    if status = 'received' then
      select jsonb_agg(jsonb_build_object('itemId', i.id, 'received', i.quantity - i.received) order by i.position) into missing
        from public.purchase_order_items i
       where i.purchase_order_id = before.id and i.received < i.quantity and not i.closed_short;
      if missing is not null then
        perform shop.book_delivery(before, missing, '', actor, null, null);
      end if;
    elsif before.status = 'received' then
      perform shop.reverse_deliveries(before.id, null, actor);
      update public.purchase_order_items i set closed_short = false where i.purchase_order_id = before.id and i.closed_short;
    end if;

    update public.purchase_orders o
       set status = set_purchase_order_status.status,
           order_date = case when set_purchase_order_status.status in ('ordered', 'received') then coalesce(o.order_date, now())
                             else o.order_date end
     where o.id = before.id;
  end if;
  return shop.purchase_order_json(before.id);
end;
$$;

grant execute on function public.receive_purchase_order, public.take_back_delivery, public.close_purchase_order_item,
  public.list_purchase_order_deliveries, public.set_purchase_order_status to service_role;
