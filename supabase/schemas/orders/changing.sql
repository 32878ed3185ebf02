-- What staff do with an order: change its status, archive it. Stock follows exactly once in either direction.

-- The order, locked until the transaction ends with all that may change with it, and the one that it is the exchange of: giving it up
-- changes both. Takes its id, products that come to it, and customers who get it. Refuses 404 `order_not_found`, also for an archived one.
create function shop.lock_order(order_id text, products text[] default '{}', customers text[] default '{}') returns public.orders
language plpgsql set search_path = ''
as $$
declare
  locked public.orders;
begin
  perform shop.lock_orders(
    array[order_id, (select r.order_id from public.return_requests r where r.exchange_order_id = lock_order.order_id)],
    products, customers);
  select * into locked from public.orders o where o.id = lock_order.order_id and o.archived_at is null;
  if not found then
    perform shop.refuse('order_not_found');
  end if;
  return locked;
end;
$$;

-- The status that its parcels give an order, null when they say nothing: delivered when all have arrived, shipped while one is under way,
-- processing again when none has left any more. Those that failed or came back count only where there is no other: then the order was not
-- delivered. Takes the order, locked.
create function shop.status_by_parcels(of_order public.orders) returns shop.order_status
language sql stable set search_path = ''
as $$
  select case when bool_and(shop.is_back(s.status)) is not false
                then case when of_order.status = 'delivered' then 'shipped' end
              when bool_and(shop.is_over(s.status)) then 'delivered'
              when bool_or(shop.has_left(s.status)) then 'shipped'
              when shop.has_shipped(of_order.status) then 'processing' end::shop.order_status
    from public.shipments s where s.order_id = of_order.id and s.archived_at is null;
$$;

-- The only place that gives orders and parcels a status. Takes the order as it was, locked, and either its new status or null, the staff
-- member, and a parcel of it with its new status. A parcel's status moves the order as `shop.status_by_parcels` says, but never one that is
-- cancelled or deleted. An order's status moves its parcels: `delivered` those on their way and, where there is no other, the last that
-- failed or came back; `shipped` those that have not left or have arrived; `pending` and `processing` those that left. `cancelled` moves
-- none: nobody can tell where they are. Cancelling puts the pieces back, or awaits those that have left (returns/pieces.sql); un-cancelling
-- takes them again. The first status under way sets a parcel's shipping date. Refuses 409 `not_enough_stock` when an un-cancelled order's
-- pieces are gone, `not_confirmed` at the dispatch gate.
create function shop.move_together(before public.orders, order_status shop.order_status, actor uuid, shipment_id text default null,
                                   shipment_status shop.shipment_status default null) returns void
language plpgsql set search_path = ''
as $$
declare
  order_to shop.order_status := order_status;
begin
  update public.shipments s
     set status = m.status, received_at = case when shop.is_back(m.status) then s.received_at end,
       shipped_date = case when shop.has_left(m.status) then coalesce(s.shipped_date, now()) else s.shipped_date end
    from (select p.id,
                 case when p.id = move_together.shipment_id then move_together.shipment_status
                      when shop.is_back(p.status)
                        then case when order_to = 'delivered' and not p.has_other and p.is_last then 'delivered'::shop.shipment_status end
                      when order_to = 'delivered' then 'delivered'
                      when order_to = 'shipped' and p.status in ('preparing', 'delivered') then 'shipped'
                      when shop.is_unshipped(order_to) then 'preparing' end::shop.shipment_status as status
            from (select l.*, bool_or(not shop.is_back(l.status)) over () as has_other,
                         row_number() over (order by l.created_at desc, l.id desc) = 1 as is_last
                    from public.shipments l where l.order_id = before.id and l.archived_at is null) p) m
   where s.id = m.id and s.status <> m.status;

  if shipment_id is not null and before.status <> 'cancelled' and before.archived_at is null then
    order_to := shop.status_by_parcels(before);
  end if;
  if order_to <> before.status then
    if order_to = 'cancelled' then
      perform shop.give_up_pieces(before, actor);
    elsif before.status = 'cancelled' then
      delete from shop.awaited_orders a where a.order_id = before.id;
      perform shop.take_pieces(before.id, before.order_number, actor);
    end if;
    update public.orders o set status = order_to where o.id = before.id;
  end if;
end;
$$;

-- Gives an order a status; its parcels move along (`shop.move_together`). Any may follow any; repeating one changes nothing. Takes the
-- order's id, the status, the staff member, the version their screen showed (null: any), whether to cancel although a parcel is under way,
-- which is only asked of callers who send a version, why an order is delivered whose parcels all failed or came back, and with whom the
-- cash is of one that is delivered without a parcel: `us`, `courier` with its id, or `nobody` while it is not received. Delivered once
-- more with that answer, what nobody had is received. Returns the order with its items. Refuses 404 `order_not_found`, 409
-- `edited_meanwhile` with {status, updatedAt}, 409 `parcel_under_way` and `parcel_came_back` with {shipments: [numbers]}, 409
-- `not_enough_stock` when an un-cancelled order's pieces are gone, 422 `cashWith` and `courierId` as `shop.note_cash_holder`.
create function public.set_order_status(order_id text, status shop.order_status, actor uuid, expected_version timestamptz default null,
                                        despite_parcel boolean default false, reason text default '', cash_with text default null,
                                        courier_id text default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.orders := shop.lock_order(order_id);
  parcels text[];
begin
  perform shop.act_as(actor);
  if status <> before.status then
    perform shop.check_status_version(before.updated_at, expected_version, before.status::text);

    if status = 'cancelled' and expected_version is not null and not despite_parcel then
      -- No parcel can leave meanwhile: that takes the order's lock as well.
      select array_agg(s.shipment_number order by s.created_at, s.id) into parcels from public.shipments s
       where s.order_id = before.id and s.archived_at is null and shop.is_under_way(s.status);
      if parcels is not null then
        perform shop.refuse('parcel_under_way', jsonb_build_object('shipments', parcels));
      end if;
    end if;
    if status = 'delivered' then
      perform shop.need_reason(before.id, shop.came_back(before.id), reason);
      perform shop.note_cash_holder(before, cash_with, courier_id);
    end if;
    perform shop.move_together(before, status, actor);
  elsif status = 'delivered' and cash_with in ('us', 'courier') then
    perform shop.note_cash_holder(before, cash_with, courier_id);
    update public.orders o set collected = o.collected + o.due_on_delivery where o.id = before.id and o.due_on_delivery > 0;
  end if;
  perform set_config('shop.cash_with', '', true);
  return shop.staff_order_json(before.id);
end;
$$;

-- Archives an order. What is still out of one that was not delivered is put back first. Takes its id and the staff member. Returns the
-- order with its items. Refuses 404 `order_not_found`, also when it is archived already, 409 `money_kept` when money of its customer would
-- be forgotten, `money_refunded` as cancelling an exchange does.
create function public.archive_order(order_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.orders := shop.lock_order(order_id);
begin
  perform shop.act_as(actor);
  perform shop.check_credit_kept(before)
     from public.return_requests r
    where r.exchange_order_id = before.id and r.outcome = 'exchange' and r.state = 'approved'
      and (shop.is_unshipped(before.status) or shop.came_back(before.id) is not null);
  if shop.kept_money(before) > 0 then
    perform shop.refuse('money_kept', '{}', jsonb_build_object('amount', shop.rupees_text(shop.kept_money(before))));
  end if;
  if before.status <> 'delivered' then
    perform shop.put_pieces_back(before, actor);
  end if;
  update public.orders o set archived_at = now() where o.id = before.id;
  return shop.staff_order_json(before.id);
end;
$$;

-- Gives an order another phone, and the use of its code with it: every way to change a phone is this one. Where the code is not for the new
-- phone, the order loses it, once somebody has seen what it costs then. What is packed keeps its price: the parcel says it. Takes the
-- order, locked, both phones, and the total that was seen, or null. Returns null when it is done; else {total, totalBefore, code}, and
-- nothing is written.
create function shop.change_order_phone(before public.orders, phone text, second_phone text, total_seen numeric) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  use public.code_redemptions;
  off jsonb;
  made shop.repriced;
  priced shop.order_price;
begin
  begin
    update public.orders o set customer_phone = change_order_phone.phone,
      second_phone = change_order_phone.second_phone where o.id = before.id;
    update public.code_redemptions r
       set phone = o.customer_phone
      from public.orders o where o.id = before.id and r.order_id = o.id and r.phone <> o.customer_phone
    returning r.* into use;
    -- The use of a cancelled order is free; it is asked about when the order comes back.
    if use.order_id is null or use.released_at is not null or not shop.is_unpacked(before) or shop.phone_refusal(use) is null then
      return null;
    end if;
    raise unique_violation;
  exception when unique_violation then
    -- Nothing of it is written.
  end;

  if shop.is_unpacked(before) then
    off := shop.off_without_code(before.terms -> 'off');
    made := shop.reprice(array (select p from shop.parts_of(before.id) p), before.terms || jsonb_build_object('off', off), off);
    priced := made.price;
    if total_seen is distinct from priced.total then
      return jsonb_build_object('total', priced.total, 'totalBefore', before.total_amount, 'code', before.discount_code);
    end if;
    perform shop.change_redemption(before, priced);
    update public.order_items i set discount = s.share, code_terms = null
      from unnest(made.ids, priced.shares) s (id, share) where i.order_id = before.id and i.id = s.id;
    update public.orders o
       set customer_phone = change_order_phone.phone, second_phone = change_order_phone.second_phone,
           terms = jsonb_strip_nulls(made.terms),
           discount = priced.discount, shipping = priced.shipping, delivery_discount = priced.delivery_discount,
           total_amount = priced.total, discount_code = null, discount_reason = shop.reason_of(priced, made.terms)
     where o.id = before.id;
  else
    update public.orders o set customer_phone = change_order_phone.phone, second_phone = change_order_phone.second_phone
     where o.id = before.id;
  end if;
  -- A packed order keeps what the phone has already, beside its other use.
  update public.code_redemptions r set phone = o.customer_phone, is_once = r.is_once and shop.is_unpacked(before)
    from public.orders o where o.id = before.id and r.order_id = o.id;
  return null;
end;
$$;

-- Corrects contact, address and notes of an order. Takes its id, the fields to change by their columns, the staff member, the version they
-- saw (null: any) and the total they saw or null. Returns the order with its items. Refuses 404 `order_not_found`, 409 `edited_meanwhile`,
-- `price_changed` {total, totalBefore, code} when its code is not for the new phone and that total was not seen, 422 the field
-- `customerAddress` when it is empty and the order is not of the counter.
create function public.edit_order(order_id text, changes jsonb, actor uuid, expected_version timestamptz default null,
                                  total_seen numeric default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.orders := shop.lock_order(order_id, '{}', shop.lock_phone(changes ->> 'customer_phone'));
  lost jsonb;
begin
  perform shop.act_as(actor);
  perform shop.check_version(before.updated_at, expected_version);
  if changes ->> 'customer_phone' <> before.customer_phone then
    lost := shop.change_order_phone(
      before, changes ->> 'customer_phone',
      case when changes ? 'second_phone' then changes ->> 'second_phone' else before.second_phone end,
      total_seen);
    if lost is not null then
      perform shop.refuse('price_changed', lost, '{"of": "phone"}');
    end if;
  end if;
  if changes ->> 'customer_address' = '' and before.source <> 'counter' then
    perform shop.refuse_field('customerAddress', 'Required');
  end if;
  update public.orders o
     set (customer_name, customer_email, second_phone, recipient_name, recipient_phone, customer_address, city, city_known, city_takes_cash,
          zip_code, country, notes, is_gift, gift_note, hides_prices) =
         (select f.customer_name, f.customer_email, f.second_phone, f.recipient_name, f.recipient_phone, f.customer_address, f.city,
                 f.city_known, f.city_takes_cash, f.zip_code, f.country, f.notes,
                 -- A note or a wish for a gift makes it one.
                 f.is_gift or f.gift_note <> '' or f.hides_prices, f.gift_note, f.hides_prices
            from jsonb_populate_record(before, changes) f)
   where o.id = before.id;
  return shop.staff_order_json(before.id);
end;
$$;

-- Gives an order these tags instead of those it had. Takes its id, the tags and the staff member. Returns the order with its items.
-- Refuses 404 `order_not_found`.
create function public.set_order_tags(order_id text, tags text[], actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.orders := shop.lock_order(order_id);
begin
  perform shop.act_as(actor);
  update public.orders o set tags = set_order_tags.tags where o.id = before.id and o.tags <> set_order_tags.tags;
  return shop.staff_order_json(before.id);
end;
$$;

-- Adds a note of staff to an order. Takes its id, the note and the staff member. Returns the timeline. Refuses 404 `order_not_found`.
create function public.add_order_note(order_id text, note text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform shop.act_as(actor);
  perform shop.lock_order(order_id);
  perform shop.log_order_event(order_id, 'note', '', null, null, note);
  return public.order_timeline(order_id);
end;
$$;

-- Cancels a stranger's orders together, their pieces back in stock. Takes the ids that the screen showed, why, and the staff member.
-- Returns {released, left}: the cancelled orders, and the numbers of those that somebody confirmed, began or cancelled meanwhile, which
-- stay as they are. Each can be taken back by its status.
create function public.release_reserved_orders(ids text[], reason text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  asked record;
  released jsonb := '[]'::jsonb;
  kept text[] := '{}'::text[];
begin
  perform shop.act_as(actor);
  perform shop.lock_orders(ids);
  for asked in select o.id, o.order_number, u.id is not null as is_reserved
                 from public.orders o left join shop.unconfirmed_orders u on u.id = o.id where o.id = any (ids) order by o.id loop
    if asked.is_reserved then
      perform public.set_order_status(asked.id, 'cancelled', actor);
      perform shop.log_order_event(asked.id, 'note', '', null, null, reason);
      released := released || shop.staff_order_json(asked.id);
    else
      kept := kept || asked.order_number;
    end if;
  end loop;
  return jsonb_build_object('released', released, 'left', kept);
end;
$$;

grant execute on function public.set_order_status, public.archive_order, public.edit_order, public.set_order_tags, public.add_order_note,
  public.release_reserved_orders to service_role;
