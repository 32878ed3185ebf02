-- What the shop orders from its suppliers: written down and edited in one piece, its total counted here and nowhere else.

-- A purchase order as the API shows it, with its items. Takes its id.
create function shop.purchase_order_json(purchase_order_id text) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(o) || jsonb_build_object('items', (
           select coalesce(jsonb_agg(to_jsonb(i) order by i.position), '[]') from public.purchase_order_items i where i.purchase_order_id = o.id))
    from public.purchase_orders o
   where o.id = purchase_order_json.purchase_order_id;
$$;

-- The purchase order, locked until the transaction ends. Refuses 404 `purchase_order_not_found`, also for an archived one.
create function shop.lock_purchase_order(purchase_order_id text) returns public.purchase_orders
language plpgsql set search_path = ''
as $$
declare
  found_order public.purchase_orders;
begin
  select * into found_order from public.purchase_orders o
   where o.id = lock_purchase_order.purchase_order_id and o.archived_at is null for update;
  if not found then
    perform shop.refuse(404, 'purchase_order_not_found', 'Purchase order not found');
  end if;
  return found_order;
end;
$$;

-- Gives a purchase order these items instead of those it had, under the names the products have now, and counts its total.
-- Takes its id and [{productId, quantity, unitCost}]. Refuses 422 with one complaint per item whose product is unknown or archived.
create function shop.write_purchase_order_items(purchase_order_id text, items jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  complaints jsonb;
begin
  select jsonb_agg(jsonb_build_object('path', format('items.%s.productId', i.ordinality - 1), 'message', 'Product not found') order by i.ordinality)
    into complaints
    from jsonb_array_elements(items) with ordinality as i (item, ordinality)
   where not exists (select from public.products p where p.id = i.item ->> 'productId' and p.archived_at is null);
  if complaints is not null then
    perform shop.refuse(422, 'validation_failed', 'Please check the highlighted fields', jsonb_build_object('errors', complaints));
  end if;

  delete from public.purchase_order_items i where i.purchase_order_id = write_purchase_order_items.purchase_order_id;
  insert into public.purchase_order_items (purchase_order_id, position, product_id, product_name, quantity, unit_cost)
  select write_purchase_order_items.purchase_order_id, i.ordinality - 1, p.id, p.name, (i.item ->> 'quantity')::integer, (i.item ->> 'unitCost')::numeric
    from jsonb_array_elements(items) with ordinality as i (item, ordinality)
    join public.products p on p.id = i.item ->> 'productId';
  update public.purchase_orders o
     set total_amount = (select sum(i.total_cost) from public.purchase_order_items i where i.purchase_order_id = o.id)
   where o.id = write_purchase_order_items.purchase_order_id;
end;
$$;

-- Writes down what is to be ordered. Takes {supplierName, supplierEmail?, supplierPhone?, supplierAddress?, items, expectedDeliveryDate?, notes?}.
-- Returns the purchase order with its items. Refuses 422 when a product is unknown or archived.
create function public.create_purchase_order(purchase jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  created_id text;
begin
  insert into public.purchase_orders (supplier_name, supplier_email, supplier_phone, supplier_address, expected_delivery_date, notes)
  values (purchase ->> 'supplierName', coalesce(purchase ->> 'supplierEmail', ''), coalesce(purchase ->> 'supplierPhone', ''),
          coalesce(purchase ->> 'supplierAddress', ''), (purchase ->> 'expectedDeliveryDate')::date, coalesce(purchase ->> 'notes', ''))
  returning id into created_id;
  perform shop.write_purchase_order_items(created_id, purchase -> 'items');
  return shop.purchase_order_json(created_id);
end;
$$;

-- Edits a purchase order. Takes its id, the fields to change (those of `create_purchase_order`, all optional; a date may become null)
-- and the version the editor saw, or null. Returns the purchase order with its items.
-- Refuses 404 `purchase_order_not_found`, 409 `edited_meanwhile`, 409 `already_received` when items would change that are in the books.
create function public.edit_purchase_order(purchase_order_id text, changes jsonb, seen timestamptz default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.purchase_orders := shop.lock_purchase_order(purchase_order_id);
begin
  perform shop.check_version(before.updated_at, seen);
  if changes ? 'items' and before.status = 'received' then
    perform shop.refuse(409, 'already_received', 'The items of a received purchase order are on the shelf and cannot be changed');
  end if;

  update public.purchase_orders o
     set supplier_name = coalesce(changes ->> 'supplierName', o.supplier_name),
         supplier_email = coalesce(changes ->> 'supplierEmail', o.supplier_email),
         supplier_phone = coalesce(changes ->> 'supplierPhone', o.supplier_phone),
         supplier_address = coalesce(changes ->> 'supplierAddress', o.supplier_address),
         notes = coalesce(changes ->> 'notes', o.notes),
         expected_delivery_date = case when changes ? 'expectedDeliveryDate' then (changes ->> 'expectedDeliveryDate')::date
                                       else o.expected_delivery_date end
   where o.id = before.id;
  if changes ? 'items' then
    perform shop.write_purchase_order_items(before.id, changes -> 'items');
  end if;
  return shop.purchase_order_json(before.id);
end;
$$;

grant execute on all functions in schema shop to service_role;
revoke execute on function public.create_purchase_order, public.edit_purchase_order from public, anon, authenticated;
grant execute on function public.create_purchase_order, public.edit_purchase_order to service_role;
