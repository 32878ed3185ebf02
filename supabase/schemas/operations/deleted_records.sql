-- Records deleted by mistake come back for thirty days, with everything that went with them. After that they stay for the books only.

create type shop.deletable_kind as enum ('product', 'order', 'purchase_order', 'shipment');

-- Records deleted after this moment can be restored.
create function shop.restorable_since() returns timestamptz
language sql stable set search_path = ''
as $$
  select now() - interval '30 days';
$$;

-- Refuses 404 `deleted_not_found`.
create function shop.refuse_restore() returns void
language sql set search_path = ''
as $$
  select shop.refuse('deleted_not_found');
$$;

-- A page of what can be restored, last deleted first. Takes the kind, how many rows to skip and how many to return.
-- Returns {items, total}, each item {id, kind, name, detail, deletedAt, needsCategory: a product whose category is gone}.
create function public.list_deleted_records(kind shop.deletable_kind, page_offset integer, page_limit integer) returns jsonb
language sql stable set search_path = ''
as $$
  with deleted as (
    select p.id, p.name, p.category as detail, p.archived_at, p.category is null as needs_category from public.products p
     where kind = 'product' and p.archived_at > shop.restorable_since()
    union all
    select o.id, o.order_number, o.customer_name, o.archived_at, false from public.orders o
     where kind = 'order' and o.archived_at > shop.restorable_since()
    union all
    select o.id, o.order_number, o.supplier_name, o.archived_at, false from public.purchase_orders o
     where kind = 'purchase_order' and o.archived_at > shop.restorable_since()
    union all
    select s.id, s.shipment_number, s.order_number, s.archived_at, false from public.shipments s
     where kind = 'shipment' and s.archived_at > shop.restorable_since()
  ), page as (
    select d.* from deleted d order by d.archived_at desc, d.id limit page_limit offset page_offset
  )
  select jsonb_build_object(
    'items', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'kind', kind, 'name', p.name, 'detail', coalesce(p.detail, ''),
                                          'deleted_at', p.archived_at, 'needs_category', p.needs_category)
                                          order by p.archived_at desc, p.id), '[]')
                from page p),
    'total', (select count(*) from deleted));
$$;

-- Puts a product back on sale, its stock as it was. Takes its id and a category for one whose own is gone (null: the one it has). Returns
-- the product. Refuses 404 `deleted_not_found`, 422 the field `category` when it is missing or unknown.
create function public.restore_product(product_id text, category text default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  product public.products;
begin
  select * into product from public.products p
   where p.id = product_id and p.archived_at > shop.restorable_since() for no key update;
  if not found then
    perform shop.refuse_restore();
  elsif coalesce(restore_product.category, product.category) is null then
    perform shop.refuse_field('category', 'Its category was deleted. Choose another one.');
  elsif restore_product.category is not null and not exists (select from public.categories c where c.slug = restore_product.category) then
    perform shop.refuse_field('category', 'There is no such category');
  end if;

  update public.products p set archived_at = null, category = coalesce(restore_product.category, p.category)
   where p.id = product.id returning * into product;
  return shop.product_json(product);
end;
$$;

-- Brings an order back; an open one takes its pieces out of stock again. Takes its id and the staff member. Returns the order with its
-- items. Refuses 404 `deleted_not_found`, 409 `not_enough_stock`.
create function public.restore_order(order_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  restored public.orders;
begin
  perform shop.act_as(actor);
  perform shop.lock_orders(array[order_id]);
  select * into restored from public.orders o where o.id = restore_order.order_id and o.archived_at > shop.restorable_since();
  if not found then
    perform shop.refuse_restore();
  end if;
  if shop.is_open(restored.status) then
    perform shop.take_pieces(restored.id, restored.order_number, actor);
  end if;
  update public.orders o set archived_at = null where o.id = restored.id;
  return shop.order_json(restored.id);
end;
$$;

-- Brings a purchase order back; deleting it left its pieces in stock, so nothing moves. Returns its id. Refuses 404 `deleted_not_found`.
create function public.restore_purchase_order(purchase_order_id text) returns text
language plpgsql set search_path = ''
as $$
begin
  update public.purchase_orders o set archived_at = null
   where o.id = restore_purchase_order.purchase_order_id and o.archived_at > shop.restorable_since();
  if not found then
    perform shop.refuse_restore();
  end if;
  return purchase_order_id;
end;
$$;

-- Brings a shipment back. Takes its id and the staff member. Returns its id. Refuses 404 `deleted_not_found`, 409 `order_deleted` when its
-- order has to be restored first.
create function public.restore_shipment(shipment_id text, actor uuid default null) returns text
language plpgsql set search_path = ''
as $$
declare
  shipment public.shipments;
begin
  perform shop.act_as(actor);
  perform shop.lock_orders(array (select s.order_id from public.shipments s where s.id = restore_shipment.shipment_id));
  select * into shipment from public.shipments s where s.id = restore_shipment.shipment_id
    and s.archived_at > shop.restorable_since() for update;
  if not found then
    perform shop.refuse_restore();
  elsif exists (select from public.orders o where o.id = shipment.order_id and o.archived_at is not null) then
    perform shop.refuse('order_deleted', null, jsonb_build_object('orderNumber', shipment.order_number));
  end if;
  update public.shipments s set archived_at = null where s.id = shipment.id;
  return shipment_id;
end;
$$;

grant execute on function public.list_deleted_records, public.restore_product, public.restore_order, public.restore_purchase_order,
  public.restore_shipment to service_role;
