-- What comes back. A piece of an order is in stock, or it is out: set aside in the shop, under way, or sold. It comes back by a receipt, and by nothing else: each
-- receipt says of pieces of one line what became of them, who counted them and when. Receipts are only added. A delivery of what failed or came back is no slip
-- of the hand, so it has a reason.

-- `restocked`: in stock again. `damaged`, `missing`: came back and is no stock any more, or never came. `to_inspect`: here, and nobody knows yet.
create type shop.disposition as enum ('restocked', 'damaged', 'to_inspect', 'missing');

-- How many pieces of a line have left the stock, and how many of those came back, counted over the order's whole life. A line without a row: all of its pieces are
-- out, and none came back.
create table shop.sent_pieces (
  -- Lines of an order that nobody has packed are written anew when it is edited: no foreign key.
  order_item_id text primary key,
  order_id text not null references public.orders (id),
  sent integer not null,
  received integer not null default 0,
  -- Of those received, as long as nobody has decided.
  to_inspect integer not null default 0,
  constraint sent_pieces_received_at_most_sent check (received between 0 and sent),
  constraint sent_pieces_inspected_once check (to_inspect between 0 and received)
);

create index sent_pieces_of_order on shop.sent_pieces (order_id);
create index sent_pieces_to_inspect on shop.sent_pieces (order_id) where to_inspect > 0;

alter table shop.sent_pieces enable row level security;
grant select, insert, update on shop.sent_pieces to service_role;

create table public.receipts (
  id text primary key default shop.new_id(),
  sequence bigint not null generated always as identity,
  order_id text not null references public.orders (id),
  -- As in `shop.sent_pieces`.
  order_item_id text not null,
  product_id text not null references public.products (id),
  variant_id text not null references public.product_variants (id),
  shipment_id text references public.shipments (id),
  quantity integer not null,
  disposition shop.disposition not null,
  -- The receipt of pieces to inspect that this one decides about.
  inspects text references public.receipts (id),
  -- Put back with an order that was given up before it left, which nobody has to count.
  never_left boolean not null default false,
  -- Of the call: one that is sent again is answered with what it did.
  key text not null,
  notes text not null default '',
  actor uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  constraint receipts_key_once unique (key, order_item_id, disposition),
  constraint receipts_quantity_positive check (quantity > 0),
  constraint receipts_inspection_decides check (inspects is null or disposition in ('restocked', 'damaged')),
  constraint receipts_never_left_restocked check (not never_left or disposition = 'restocked' and shipment_id is null and inspects is null)
);

create index receipts_of_order on public.receipts (order_id, sequence);
create index receipts_by_product on public.receipts (product_id);
create index receipts_by_variant on public.receipts (variant_id);
create index receipts_by_shipment on public.receipts (shipment_id) where shipment_id is not null;
create index receipts_by_inspected on public.receipts (inspects) where inspects is not null;
create index receipts_to_inspect on public.receipts (sequence) where disposition = 'to_inspect';
create index receipts_by_actor on public.receipts (actor) where actor is not null;

alter table public.receipts enable row level security;
-- Not even the server changes or deletes a row.
revoke all on public.receipts from service_role;
grant select, insert on public.receipts to service_role;

create trigger receipts_append_only before update or delete on public.receipts for each row execute function shop.refuse_change();
create trigger receipts_never_truncated before truncate on public.receipts for each statement execute function shop.refuse_change();

-- Trigger: receipts are counted, and move the stock, whoever writes them. More than is out breaks `sent_pieces_received_at_most_sent`, however close two
-- receipts are: each waits for the row of the line. Pieces come back as `return`; damaged and missing ones leave as `damage`, under the order's number.
create function shop.book_receipts() returns trigger
language plpgsql set search_path = ''
as $$
declare
  is_quiet constant text := coalesce(current_setting('shop.merges_orders', true), '');
  moved record;
begin
  if exists (select from arrived a left join public.order_items i on i.id = a.order_item_id
              where (i.order_id, i.product_id, i.variant_id) is distinct from (a.order_id, a.product_id, a.variant_id)) then
    raise exception 'a receipt is of a line of its order' using errcode = 'restrict_violation';
  end if;
  insert into shop.sent_pieces (order_item_id, order_id, sent)
  select i.id, i.order_id, i.quantity from public.order_items i where i.id in (select a.order_item_id from arrived a) order by i.id
      on conflict do nothing;
  update shop.sent_pieces s set received = s.received + c.came, to_inspect = s.to_inspect + c.waiting
    from (select a.order_item_id, coalesce(sum(a.quantity) filter (where a.inspects is null), 0) as came,
                 coalesce(sum(a.quantity) filter (where a.disposition = 'to_inspect'), 0) - coalesce(sum(a.quantity) filter (where a.inspects is not null), 0) as waiting
            from arrived a group by a.order_item_id) c
   where s.order_item_id = c.order_item_id;
  if exists (select from arrived a left join public.receipts r on r.id = a.inspects and r.order_item_id = a.order_item_id and r.disposition = 'to_inspect'
              where a.inspects is not null
                and coalesce(r.quantity, 0) < (select sum(i.quantity) from public.receipts i where i.inspects = a.inspects)) then
    raise exception 'pieces to inspect are decided about once' using errcode = 'restrict_violation';
  end if;

  for moved in
    select o.order_number, a.product_id, a.variant_id, sum(a.quantity)::integer as units, bool_or(a.disposition = 'restocked') as stays
      from arrived a join public.orders o on o.id = a.order_id
     where a.disposition <> 'to_inspect' group by o.order_number, a.product_id, a.variant_id order by a.product_id, a.variant_id
  loop
    -- Nobody who waits for a piece is told of one that is damaged.
    perform set_config('shop.merges_orders', case when moved.stays then is_quiet else 'on' end, true);
    perform shop.change_stock(moved.product_id, moved.units, 'return', moved.order_number, '', shop.acting(), moved.variant_id);
  end loop;
  perform set_config('shop.merges_orders', is_quiet, true);
  for moved in
    select o.order_number, a.product_id, a.variant_id, a.disposition, sum(a.quantity)::integer as units
      from arrived a join public.orders o on o.id = a.order_id
     where a.disposition in ('damaged', 'missing')
     group by o.order_number, a.product_id, a.variant_id, a.disposition order by a.product_id, a.variant_id, a.disposition
  loop
    perform shop.change_stock(moved.product_id, - moved.units, 'damage', moved.order_number,
                              case moved.disposition when 'damaged' then 'Came back damaged' else 'Did not come back' end, shop.acting(), moved.variant_id);
  end loop;
  return null;
end;
$$;

create trigger receipts_booked after insert on public.receipts referencing new table as arrived
  for each statement execute function shop.book_receipts();

-- Orders that were given up after pieces of them had left, as long as some are awaited.
create table shop.awaited_orders (
  order_id text primary key references public.orders (id),
  since timestamptz not null default now()
);

alter table shop.awaited_orders enable row level security;
grant select, insert, delete on shop.awaited_orders to service_role;

-- The lines of an order with what is out of each: {item_id, product_id, variant_id, position, out}. Takes its row.
create function shop.pieces_out(counted public.orders) returns table (item_id text, product_id text, variant_id text, place integer, "out" integer)
language sql stable set search_path = ''
as $$
  select i.id, i.product_id, i.variant_id, i.position, case when counted.awaits_proof then 0 else coalesce(s.sent - s.received, i.quantity) end
    from public.order_items i left join shop.sent_pieces s on s.order_item_id = i.id
   where i.order_id = counted.id;
$$;

-- Puts everything of an order back that is out, and is in the shop or never was a sale. Takes its row, locked, and the staff member.
create function shop.put_pieces_back(given_up public.orders, actor uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  if given_up.awaits_proof then
    -- It has taken nothing yet, and whoever takes it up again has to know.
    insert into shop.sent_pieces (order_item_id, order_id, sent) select i.id, i.order_id, 0 from public.order_items i where i.order_id = given_up.id
        on conflict do nothing;
  end if;
  insert into public.receipts (order_id, order_item_id, product_id, variant_id, quantity, disposition, never_left, key, actor)
  select given_up.id, p.item_id, p.product_id, p.variant_id, p.out, 'restocked', true, shop.new_id(), put_pieces_back.actor
    from shop.pieces_out(given_up) p where p.out > 0 order by p.product_id, p.variant_id;
  delete from shop.awaited_orders a where a.order_id = given_up.id;
end;
$$;

-- What becomes of the pieces of an order that is cancelled: they are put back at once, unless a parcel of it has left and nobody has counted what came back:
-- then they are awaited. Takes its row, locked, and the staff member.
create function shop.give_up_pieces(given_up public.orders, actor uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  if exists (select from public.shipments s
              where s.order_id = given_up.id and s.archived_at is null and s.received_at is null and (shop.has_left(s.status) or shop.is_back(s.status)))
     and exists (select from shop.pieces_out(given_up) p where p.out > 0) then
    insert into shop.awaited_orders (order_id) values (given_up.id) on conflict do nothing;
  else
    perform shop.put_pieces_back(given_up, actor);
  end if;
end;
$$;

-- The numbers of an order's parcels when all of them failed or came back; null when there is another one, or none. Takes the order's id and a shipment that
-- does not count.
create function shop.came_back(order_id text, except_id text default null) returns text[]
language sql stable set search_path = ''
as $$
  select case when bool_and(shop.is_back(s.status)) then array_agg(s.shipment_number order by s.created_at, s.id) end
    from public.shipments s where s.order_id = came_back.order_id and s.archived_at is null and s.id is distinct from except_id;
$$;

-- Asks why an order is delivered although these parcels failed or came back (null: none did), and keeps the answer in its timeline. Takes the order's id, the
-- parcels' numbers and the reason. Refuses 409 `parcel_came_back` with {shipments: [numbers]} without one.
create function shop.need_reason(order_id text, parcels text[], reason text) returns void
language plpgsql set search_path = ''
as $$
begin
  if parcels is null then
    return;
  end if;
  if coalesce(reason, '') = '' then
    perform shop.refuse('parcel_came_back', jsonb_build_object('shipments', parcels));
  end if;
  perform shop.log_order_event(need_reason.order_id, 'note', '', null, null, format('Delivered although %s failed or came back: %s', array_to_string(parcels, ', '), reason));
end;
$$;

-- Orders of which nothing is under way any more, and whose parcel somebody has to decide about: send it again, count what came back, or cancel. A cancelled one
-- stays until all that left was counted.
create view shop.returned_orders with (security_invoker = true) as
  select distinct s.order_id
    from public.shipments s join public.orders o on o.id = s.order_id
   where s.archived_at is null and shop.is_back(s.status) and s.received_at is null
     and o.archived_at is null and shop.is_open(o.status)
     and not exists (select from public.shipments l where l.order_id = s.order_id and l.archived_at is null and not shop.is_back(l.status))
  union all
  select a.order_id
    from shop.awaited_orders a join public.orders o on o.id = a.order_id
   where o.archived_at is null
     and not exists (select from public.shipments l where l.order_id = a.order_id and l.archived_at is null and shop.is_under_way(l.status));

grant select on shop.returned_orders to service_role;

-- Books what arrived. Parcels that it came in are counted with it once nothing of the order is out any more, or where they are said to be complete; those that
-- were thought to be under way came back. An open order of which no other parcel is left is cancelled. Takes the order, locked, the parcels' ids, [{itemId,
-- quantity, disposition}], whether the parcels are complete, the key of the call, notes and the staff member.
create function shop.receive(counted public.orders, parcels text[], pieces jsonb, is_complete boolean, key text, notes text, actor uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  is_lost constant boolean := not exists (select from jsonb_array_elements(pieces) p where p ->> 'disposition' <> 'missing');
  now_counted public.orders;
begin
  -- Who counts what came back cancels no order by their own choice, and sends no parcel.
  perform set_config('shop.receives', 'on', true);
  insert into public.receipts (order_id, order_item_id, product_id, variant_id, shipment_id, quantity, disposition, key, notes, actor)
  select counted.id, i.id, i.product_id, i.variant_id, parcels[1], sum((p ->> 'quantity')::integer), (p ->> 'disposition')::shop.disposition, receive.key,
         coalesce(receive.notes, ''), receive.actor
    from jsonb_array_elements(pieces) p join public.order_items i on i.id = p ->> 'itemId' and i.order_id = counted.id
   where (p ->> 'quantity')::integer > 0
   group by i.id, i.product_id, i.variant_id, p ->> 'disposition' order by i.product_id, i.variant_id;
  perform shop.log_order_event(counted.id, 'note', '', null, null, concat_ws('. ', 'Counted what came back: ' || (
    select string_agg(concat_ws(' ', l.quantity, '×', concat_ws(', ', l.product_name, nullif(shop.choice_name(coalesce(l.selected_color, ''), coalesce(l.selected_size, '')), '')))
                      || case when l.not_whole <> '' then format(' (%s)', l.not_whole) else '' end, '; ' order by l.position)
      from (select i.position, i.product_name, i.selected_color, i.selected_size, sum(r.quantity) as quantity,
                   coalesce(string_agg(r.quantity || ' ' || replace(r.disposition::text, '_', ' '), ', ' order by r.disposition) filter (where r.disposition <> 'restocked'), '') as not_whole
              from public.receipts r join public.order_items i on i.id = r.order_item_id
             where r.key = receive.key and r.order_id = counted.id group by i.id, i.position, i.product_name, i.selected_color, i.selected_size) l),
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

-- Refuses 422 pieces that are no line of the order, or more than are out of it. Takes the order, locked, [{itemId, quantity}] and the field.
create function shop.check_pieces_out(counted public.orders, pieces jsonb, field text) returns void
language plpgsql stable set search_path = ''
as $$
declare
  complaints jsonb;
begin
  select jsonb_agg(jsonb_build_object('path', format('%s.%s.%s', field, l.place - 1, case when l.item_id is null then 'itemId' else 'quantity' end), 'message',
           case when l.item_id is null then 'This line is not in the order' else format(case when l.out = 1 then 'Only %s is out' else 'Only %s are out' end, l.out) end) order by l.place)
    into complaints
    from (select p.place, o.item_id, o.out, sum((p.piece ->> 'quantity')::integer) over (partition by p.piece ->> 'itemId' order by p.place) as units
            from jsonb_array_elements(pieces) with ordinality as p (piece, place)
            left join shop.pieces_out(counted) o on o.item_id = p.piece ->> 'itemId') l
   where l.item_id is null or l.units > l.out;
  if complaints is not null then
    perform shop.refuse('validation_failed', jsonb_build_object('errors', complaints));
  end if;
end;
$$;

-- Counts what came back of an order whose parcels all failed or came back: each of its pieces that is out is in stock again, or damaged. An open order is
-- cancelled by it. Takes the order's id, {items: [{itemId, damaged}], notes?} (lines that are not named came back whole), the staff member, and the version their
-- screen showed (null: any). Returns the order with its items. Refuses 404 `order_not_found`, 409 `edited_meanwhile`, `nothing_came_back`, also when it was
-- counted before, 422 for a line of another order or more pieces than it has. Locks the order, its parcels, then the products by id.
create function public.receive_returned_order(order_id text, receipt jsonb, actor uuid, expected_version timestamptz default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.orders := shop.lock_order(order_id);
  complaints jsonb;
begin
  perform shop.act_as(actor);
  if not exists (select from shop.returned_orders r where r.order_id = before.id) then
    perform shop.refuse('nothing_came_back', null, jsonb_build_object('orderNumber', before.order_number));
  end if;
  perform shop.check_version(before.updated_at, expected_version);

  select jsonb_agg(jsonb_build_object('path', format('items.%s.%s', l.ordinality - 1, case when p.item_id is null then 'itemId' else 'damaged' end), 'message',
           case when p.item_id is null then 'This line is not in the order' else format(case when p.out = 1 then 'Only %s was sent' else 'Only %s were sent' end, p.out) end) order by l.ordinality)
    into complaints
    from jsonb_array_elements(receipt -> 'items') with ordinality as l (line, ordinality)
    left join shop.pieces_out(before) p on p.item_id = l.line ->> 'itemId'
   where p.item_id is null or (l.line ->> 'damaged')::integer > p.out;
  if complaints is not null then
    perform shop.refuse('validation_failed', jsonb_build_object('errors', complaints));
  end if;

  perform shop.receive(before, array (select s.id from public.shipments s where s.order_id = before.id and s.archived_at is null and s.received_at is null and s.status <> 'preparing' order by s.created_at desc, s.id desc),
    (select coalesce(jsonb_agg(jsonb_build_object('itemId', p.item_id, 'quantity', d.quantity, 'disposition', d.disposition) order by p.place, d.disposition), '[]')
       from shop.pieces_out(before) p
       left join lateral (select (l ->> 'damaged')::integer as damaged from jsonb_array_elements(receipt -> 'items') l where l ->> 'itemId' = p.item_id limit 1) said on true
      cross join lateral (values (p.out - coalesce(said.damaged, 0), 'restocked'), (coalesce(said.damaged, 0), 'damaged')) d (quantity, disposition)
      where d.quantity > 0),
    true, shop.new_id(), receipt ->> 'notes', actor);
  return shop.staff_order_json(before.id);
end;
$$;

-- Receives pieces of an order by scan, in one parcel of it or in none that is known. Takes {key, orderId, shipmentId?, pieces: [{itemId, quantity,
-- disposition}], isComplete?: whether nothing more is in the parcel, notes?} and the staff member. Returns what `returned_pieces` says of the order; a key that
-- was used before changes nothing. Refuses 404 `order_not_found`, `shipment_not_found`, 409 `nothing_came_back` while nothing of it has left, 422
-- `idempotency_mismatch`, and fields. Locks the order, its parcels, then the products by id.
create function public.receive_pieces(receipt jsonb, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.orders := shop.lock_order(receipt ->> 'orderId');
  parcel public.shipments;
  parcels text[];
  used text;
begin
  perform shop.act_as(actor);
  -- Before the key: two calls with it wait for each other, also for two orders.
  perform pg_advisory_xact_lock(hashtextextended('receipt ' || (receipt ->> 'key'), 0));
  select r.order_id into used from public.receipts r where r.key = receipt ->> 'key' limit 1;
  if used = before.id then
    return shop.returned_pieces_json(before.id);
  elsif used is not null then
    perform shop.refuse('idempotency_mismatch');
  end if;

  if receipt ->> 'shipmentId' is not null then
    parcel := shop.lock_shipment(receipt ->> 'shipmentId');
    if parcel.order_id <> before.id then
      perform shop.refuse_field('shipmentId', 'This parcel is of another order');
    end if;
  else
    -- The one that was not counted, or the last one.
    select s.* into parcel from public.shipments s
     where s.order_id = before.id and s.archived_at is null and s.status <> 'preparing'
     order by s.received_at is not null, s.status = 'delivered', s.created_at desc, s.id desc limit 1;
  end if;
  if parcel.status = 'preparing'
     or parcel.id is null and shop.is_unshipped(before.status)
     -- Counted, and taken up again since: its pieces are in the shop.
     or parcel.received_at is not null and shop.is_open(before.status)
     or before.status = 'cancelled' and not exists (select from shop.awaited_orders a where a.order_id = before.id) then
    perform shop.refuse('nothing_came_back', null, jsonb_build_object('orderNumber', before.order_number));
  end if;
  perform shop.check_pieces_out(before, receipt -> 'pieces', 'pieces');
  parcels := case when parcel.id is null then '{}' else array[parcel.id] end;
  perform shop.receive(before, parcels, receipt -> 'pieces', coalesce((receipt ->> 'isComplete')::boolean, false), receipt ->> 'key',
                       receipt ->> 'notes', actor);
  return shop.returned_pieces_json(before.id);
end;
$$;

-- Decides about pieces that were to be inspected. Takes the receipt's id, {key, quantity, disposition: restocked | damaged, notes?} and the staff member. Returns what
-- `returned_pieces` says of the order; a key that was used before changes nothing. Refuses 404 `receipt_not_found`, 409 `inspected_meanwhile` where fewer wait,
-- 422 `idempotency_mismatch`.
create function public.inspect_pieces(receipt_id text, decision jsonb, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  inspected public.receipts;
  waiting integer;
  used text;
begin
  perform shop.act_as(actor);
  select * into inspected from public.receipts r where r.id = receipt_id and r.disposition = 'to_inspect';
  if not found then
    perform shop.refuse('receipt_not_found');
  end if;
  perform 1 from public.orders o where o.id = inspected.order_id for update;
  perform pg_advisory_xact_lock(hashtextextended('receipt ' || (decision ->> 'key'), 0));
  select r.inspects into used from public.receipts r where r.key = decision ->> 'key' limit 1;
  if found then
    if used is distinct from inspected.id then
      perform shop.refuse('idempotency_mismatch');
    end if;
    return shop.returned_pieces_json(inspected.order_id);
  end if;
  select inspected.quantity - coalesce(sum(r.quantity), 0) into waiting from public.receipts r where r.inspects = inspected.id;
  if (decision ->> 'quantity')::integer > waiting then
    perform shop.refuse('inspected_meanwhile', jsonb_build_object('waiting', waiting));
  end if;
  insert into public.receipts (order_id, order_item_id, product_id, variant_id, shipment_id, quantity, disposition, inspects, key, notes, actor)
  values (inspected.order_id, inspected.order_item_id, inspected.product_id, inspected.variant_id, inspected.shipment_id, (decision ->> 'quantity')::integer,
          (decision ->> 'disposition')::shop.disposition, inspected.id, decision ->> 'key', coalesce(decision ->> 'notes', ''), inspect_pieces.actor);
  return shop.returned_pieces_json(inspected.order_id);
end;
$$;

-- What was sent of an order and what came back: {order: {id, orderNumber, status, customerName, city, updatedAt}, shipments: [{id, shipmentNumber, carrier,
-- trackingNumber, status, receivedAt}], items: [{id, productId, productName, productImage, selectedColor, selectedSize, sku, quantity, out, restocked, damaged,
-- toInspect, missing}], receipts: [{id, itemId, quantity, disposition, inspects, waiting: of those to inspect, notes, actorName, createdAt}], may_receive}. Takes its id.
create function shop.returned_pieces_json(order_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  counted public.orders;
begin
  select * into counted from public.orders o where o.id = returned_pieces_json.order_id;
  return jsonb_build_object(
    'order', jsonb_build_object('id', counted.id, 'order_number', counted.order_number, 'status', counted.status, 'customer_name', counted.customer_name,
                                'city', counted.city, 'updated_at', counted.updated_at),
    'shipments', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'shipment_number', s.shipment_number, 'carrier', s.carrier,
                           'tracking_number', s.tracking_number, 'status', s.status, 'received_at', s.received_at) order by s.created_at, s.id), '[]')
                    from public.shipments s where s.order_id = counted.id and s.archived_at is null),
    'items', (select jsonb_agg(jsonb_build_object('id', i.id, 'product_id', i.product_id, 'product_name', i.product_name, 'product_image', i.product_image,
                       'selected_color', i.selected_color, 'selected_size', i.selected_size, 'sku', v.sku, 'quantity', i.quantity, 'out', p.out,
                       'restocked', r.restocked, 'damaged', r.damaged, 'to_inspect', coalesce(s.to_inspect, 0), 'missing', r.missing) order by i.position)
                from public.order_items i
                join shop.pieces_out(counted) p on p.item_id = i.id
                join public.product_variants v on v.id = i.variant_id
                left join shop.sent_pieces s on s.order_item_id = i.id
               cross join lateral (select coalesce(sum(c.quantity) filter (where c.disposition = 'restocked'), 0) as restocked,
                                          coalesce(sum(c.quantity) filter (where c.disposition = 'damaged'), 0) as damaged,
                                          coalesce(sum(c.quantity) filter (where c.disposition = 'missing'), 0) as missing
                                     from public.receipts c where c.order_item_id = i.id and c.order_id = counted.id) r
               where i.order_id = counted.id),
    'receipts', (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'item_id', r.order_item_id, 'quantity', r.quantity, 'disposition', r.disposition,
                          'inspects', r.inspects,
                          'waiting', case when r.disposition = 'to_inspect' then r.quantity - (select coalesce(sum(i.quantity), 0) from public.receipts i where i.inspects = r.id) else 0 end,
                          'notes', r.notes, 'actor_name', (select t.username from public.staff t where t.id = r.actor), 'created_at', r.created_at) order by r.sequence), '[]')
                   from public.receipts r where r.order_id = counted.id and not r.never_left));
end;
$$;

-- What was sent of the order that a scanned code means, and what came back: a shipment's number, a tracking number in any spelling, the number of an order, or that
-- of a request (097_return_requests.sql). Takes the code and the number of an order that it may be. Returns as `shop.returned_pieces_json`, and {shipmentId: the parcel that was scanned, or null}; the latest of
-- several that have the tracking number. Refuses 404 `nothing_scanned`.
create function public.returned_pieces(code text, order_number text default null) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  parcel public.shipments;
  found_id text;
begin
  select s.* into parcel from public.shipments s join public.orders o on o.id = s.order_id and o.archived_at is null
   where s.archived_at is null and (s.shipment_number = upper(code) or s.tracking_number <> '' and shop.tracking_key(s.tracking_number) = shop.tracking_key(code))
   order by s.created_at desc, s.id desc limit 1;
  found_id := parcel.order_id;
  if found_id is null then
    select o.id into found_id from public.orders o where o.order_number = coalesce(returned_pieces.order_number, upper(code)) and o.archived_at is null;
  end if;
  if found_id is null then
    -- What customers write on what they send back.
    select o.id into found_id from public.return_requests r join public.orders o on o.id = r.order_id and o.archived_at is null where r.return_number = upper(code);
  end if;
  if found_id is null then
    perform shop.refuse('nothing_scanned');
  end if;
  return shop.returned_pieces_json(found_id) || jsonb_build_object('shipment_id', parcel.id);
end;
$$;

-- What the receiving table has to do: {awaited: [{order_id, order_number, customer_name, city, status, shipments: [numbers], pieces: how many are out, since}], the longest
-- first, and to_inspect: [{id, order_id, order_number, product_name, selected_color, selected_size, quantity: that wait, created_at}], the oldest first},
-- at most 100 of each.
create function public.receiving_work() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'awaited', (
      select coalesce(jsonb_agg(to_jsonb(w) order by w.since, w.order_id), '[]')
        from (select o.id as order_id, o.order_number, o.customer_name, o.city, o.status,
                     (select coalesce(jsonb_agg(s.shipment_number order by s.created_at, s.id), '[]') from public.shipments s
                       where s.order_id = o.id and s.archived_at is null and s.received_at is null and s.status <> 'preparing') as shipments,
                     (select sum(p.out) from shop.pieces_out(o) p) as pieces,
                     coalesce((select a.since from shop.awaited_orders a where a.order_id = o.id),
                              (select max(s.updated_at) from public.shipments s where s.order_id = o.id and s.archived_at is null)) as since
                from shop.returned_orders r join public.orders o on o.id = r.order_id
               order by since, o.id limit 100) w),
    'to_inspect', (
      select coalesce(jsonb_agg(to_jsonb(w) order by w.created_at, w.id), '[]')
        from (select r.id, r.order_id, o.order_number, i.product_name, i.selected_color, i.selected_size,
                     r.quantity - (select coalesce(sum(d.quantity), 0) from public.receipts d where d.inspects = r.id) as quantity, r.created_at
                from shop.sent_pieces s join public.receipts r on r.order_item_id = s.order_item_id and r.disposition = 'to_inspect'
                join public.orders o on o.id = r.order_id join public.order_items i on i.id = r.order_item_id
               where s.to_inspect > 0 and r.quantity > (select coalesce(sum(d.quantity), 0) from public.receipts d where d.inspects = r.id)
               order by r.created_at, r.id limit 100) w));
$$;

grant execute on function public.receive_returned_order, public.receive_pieces, public.inspect_pieces, public.returned_pieces, public.receiving_work to service_role;
