-- What comes back. A parcel that failed or was returned is on its way to the shop until somebody has counted what is in it: each piece is on the shelf again,
-- or it is damaged (or missing) and no longer stock. A delivery after that is no slip of the hand, so it has a reason.

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
-- stays until its parcel was counted.
create view shop.returned_orders with (security_invoker = true) as
  select distinct s.order_id
    from public.shipments s join public.orders o on o.id = s.order_id
   where s.archived_at is null and shop.is_back(s.status) and s.received_at is null
     and o.archived_at is null and o.status <> 'delivered'
     and not exists (select from public.shipments l where l.order_id = s.order_id and l.archived_at is null and not shop.is_back(l.status));

grant select on shop.returned_orders to service_role;

-- Counts what came back of an order whose parcels all failed or came back: each of its pieces is on the shelf again, or damaged. An open order is cancelled by
-- it, which puts its pieces back; those of a cancelled one are back already. Damaged ones are then taken off as `damage`, under the order's number.
-- Takes the order's id, {items: [{itemId, damaged}], notes?} (lines that are not named came back whole), the staff member, and the version their screen showed
-- (null: any). Returns the order with its items. Refuses 404 `order_not_found`, 409 `edited_meanwhile`, `nothing_came_back`, also when it was counted before,
-- 409 `not_enough_stock` when a cancelled order's pieces were sold meanwhile, 422 for a line of another order or more pieces than it has.
-- Locks the order, its parcels, then the products by id.
create function public.receive_returned_order(order_id text, receipt jsonb, actor uuid, expected_version timestamptz default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.orders := shop.lock_order(order_id);
  complaints jsonb;
  line record;
begin
  perform shop.act_as(actor);
  if not exists (select from shop.returned_orders r where r.order_id = before.id) then
    perform shop.refuse('nothing_came_back', null, jsonb_build_object('orderNumber', before.order_number));
  end if;
  perform shop.check_version(before.updated_at, expected_version);

  select jsonb_agg(jsonb_build_object('path', format('items.%s.%s', l.ordinality - 1, case when i.id is null then 'itemId' else 'damaged' end), 'message',
           case when i.id is null then 'This line is not in the order' else format(case when i.quantity = 1 then 'Only %s was sent' else 'Only %s were sent' end, i.quantity) end) order by l.ordinality)
    into complaints
    from jsonb_array_elements(receipt -> 'items') with ordinality as l (line, ordinality)
    left join public.order_items i on i.id = l.line ->> 'itemId' and i.order_id = before.id
   where i.id is null or (l.line ->> 'damaged')::integer > i.quantity;
  if complaints is not null then
    perform shop.refuse('validation_failed', jsonb_build_object('errors', complaints));
  end if;

  update public.shipments s set status = 'returned', received_at = now()
   where s.order_id = before.id and s.archived_at is null and s.received_at is null;
  perform shop.log_order_event(before.id, 'note', '', null, null, concat_ws('. ', 'Counted what came back: ' || (
    select string_agg(concat_ws(' ', i.quantity, '×', concat_ws(', ', i.product_name, nullif(shop.choice_name(coalesce(i.selected_color, ''), coalesce(i.selected_size, '')), '')))
                      || case when d.damaged > 0 then format(' (%s damaged or missing)', d.damaged) else '' end, '; ' order by i.position)
      from public.order_items i
      left join lateral (select (l ->> 'damaged')::integer as damaged from jsonb_array_elements(receipt -> 'items') l where l ->> 'itemId' = i.id limit 1) d on true
     where i.order_id = before.id), nullif(receipt ->> 'notes', '')));
  if before.status <> 'cancelled' then
    perform shop.move_together(before, 'cancelled', actor);
  end if;

  for line in
    select i.product_id, i.variant_id, min(i.product_name) as name, sum((l ->> 'damaged')::integer)::integer as damaged
      from jsonb_array_elements(receipt -> 'items') l join public.order_items i on i.id = l ->> 'itemId'
     group by i.product_id, i.variant_id having sum((l ->> 'damaged')::integer) > 0 order by i.product_id, i.variant_id
  loop
    perform 1 from public.products p where p.id = line.product_id for no key update;
    perform shop.refuse('not_enough_stock', jsonb_build_object('productId', line.product_id, 'available', v.stock_quantity),
              jsonb_build_object('name', line.name, 'damaged', line.damaged))
       from public.product_variants v where v.id = line.variant_id and v.stock_quantity < line.damaged;
    perform shop.change_stock(line.product_id, - line.damaged, 'damage', before.order_number, 'Came back damaged', actor, line.variant_id);
  end loop;
  return shop.staff_order_json(before.id);
end;
$$;

grant execute on function public.receive_returned_order to service_role;
