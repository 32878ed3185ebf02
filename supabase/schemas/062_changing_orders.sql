-- What staff do with an order: change its status, archive it. Stock follows exactly once in either direction.

-- The order, locked until the transaction ends, and then the one that it is the exchange of: giving it up changes both. Refuses 404 `order_not_found`, also for an archived one.
create function shop.lock_order(order_id text) returns public.orders
language plpgsql set search_path = ''
as $$
declare
  locked public.orders;
begin
  select * into locked from public.orders o where o.id = lock_order.order_id and o.archived_at is null for update;
  if not found then
    perform shop.refuse('order_not_found');
  end if;
  perform 1 from public.orders o where o.id = (select r.order_id from public.return_requests r where r.exchange_order_id = locked.id) for update;
  return locked;
end;
$$;

-- Gives an order a status; its parcels move along (`shop.move_together`). Any may follow any; repeating one changes nothing. Takes the order's id, the
-- status, the staff member, the version their screen showed (null: any), whether to cancel although a parcel is under way, which is only asked of callers
-- who send a version, and why an order is delivered whose parcels all failed or came back. Returns the order with its items.
-- Refuses 404 `order_not_found`, 409 `edited_meanwhile` with {status, updatedAt}, 409 `parcel_under_way` and `parcel_came_back` with {shipments: [numbers]},
-- 409 `not_enough_stock` when an un-cancelled order's pieces are gone.
create function public.set_order_status(order_id text, status shop.order_status, actor uuid, expected_version timestamptz default null,
                                        despite_parcel boolean default false, reason text default '') returns jsonb
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
    end if;
    perform shop.move_together(before, status, actor);
  end if;
  return shop.staff_order_json(before.id);
end;
$$;

-- Archives an order. What is still out of one that was not delivered is put back first. Takes its id and the staff member. Returns the order with its items.
-- Refuses 404 `order_not_found`, also when it is archived already, 409 `money_kept` when money of its customer would be forgotten.
create function public.archive_order(order_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.orders := shop.lock_order(order_id);
begin
  perform shop.act_as(actor);
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

-- Corrects contact, address and notes of an order. Takes its id, the fields to change by their columns, the staff member, the version they saw (null: any)
-- and the total they saw or null. Returns the order with its items. Refuses 404 `order_not_found`, 409 `edited_meanwhile`, `price_changed` {total, totalBefore, code} when
-- its code is not for the new phone and that total was not seen, 422 the field `customerAddress` when it is empty and the order is not of the counter.
create function public.edit_order(order_id text, changes jsonb, actor uuid, expected_version timestamptz default null, total_seen numeric default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.orders := shop.lock_order(order_id);
  lost jsonb;
begin
  perform shop.act_as(actor);
  perform shop.check_version(before.updated_at, expected_version);
  if changes ->> 'customer_phone' <> before.customer_phone then
    lost := shop.change_order_phone(before, changes ->> 'customer_phone', case when changes ? 'second_phone' then changes ->> 'second_phone' else before.second_phone end,
                                    total_seen);
    if lost is not null then
      perform shop.refuse('price_changed', lost, '{"of": "phone"}');
    end if;
  end if;
  if changes ->> 'customer_address' = '' and before.source <> 'counter' then
    perform shop.refuse_field('customerAddress', 'Required');
  end if;
  update public.orders o
     set (customer_name, customer_email, second_phone, customer_address, city, city_known, city_takes_cash, zip_code, country,
          notes) =
         (select f.customer_name, f.customer_email, f.second_phone, f.customer_address, f.city, f.city_known, f.city_takes_cash,
                 f.zip_code, f.country, f.notes
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

grant execute on function public.set_order_status, public.archive_order, public.edit_order, public.set_order_tags to service_role;
