-- Suppliers as staff see them: what they brought, what was paid for it, and what is owed.

-- What each delivery that stands comes to: {supplier_id, purchase_order_id, created_at, value: of its good pieces, at what the supplier
-- asks for one}. The charges of a purchase order are not in it: they go to whoever brought the pieces.
create view shop.supplier_deliveries with (security_invoker = true) as
  select o.supplier_id, o.id as purchase_order_id, d.created_at, sum((l.received - l.damaged) * i.unit_cost) as value
    from public.purchase_orders o
    join public.purchase_order_deliveries d on d.purchase_order_id = o.id and d.taken_back_at is null
    join public.purchase_order_delivery_items l on l.delivery_id = d.id
    join public.purchase_order_items i on i.id = l.item_id
   group by o.supplier_id, o.id, d.id;

-- {supplier_id, received: what its deliveries come to, paid, owed: below zero for what was paid ahead, overdue: of what is owed, what is
-- due since yesterday or longer, last_delivery}. What is paid, and was before the shop wrote it down, is for the oldest delivery first.
create view shop.supplier_sums with (security_invoker = true) as
  select s.id as supplier_id, d.received, p.paid, d.received - p.paid - s.paid_before as owed,
         greatest(d.due - p.paid - s.paid_before, 0) as overdue, d.last_delivery
    from public.suppliers s
   cross join lateral (select coalesce(sum(v.value), 0) as received, max(v.created_at) as last_delivery,
                              coalesce(sum(v.value) filter (where shop.day_of(v.created_at) + s.terms < shop.day_of(now())), 0) as due
                         from shop.supplier_deliveries v where v.supplier_id = s.id) d
   cross join lateral (select coalesce(sum(shop.signed_amount(y)), 0) as paid from public.payments y where y.supplier_id = s.id) p;

-- What was paid for each piece of which a supplier brought something: {supplier_id, variant_id, last, last_at, lowest, lowest_at}, by the
-- days of its purchase orders.
create view shop.supplier_prices with (security_invoker = true) as
  select o.supplier_id, i.variant_id,
         (array_agg(i.unit_cost order by o.dated_at desc, o.id desc, i.position desc))[1] as last, max(o.dated_at) as last_at,
         min(i.unit_cost) as lowest, (array_agg(o.dated_at order by i.unit_cost, o.dated_at desc))[1] as lowest_at
    from public.purchase_order_items i join public.purchase_orders o on o.id = i.purchase_order_id
   where i.received > 0
   group by o.supplier_id, i.variant_id;

grant select on shop.supplier_deliveries, shop.supplier_sums, shop.supplier_prices to service_role;

-- A page of the suppliers. Takes a pattern for the name (null: any), a state (`in_use`, `owed`, `overdue`, `archived`; null: all), a sort
-- key (`name`, `owed`, `overdue`, `lastDelivery`) and its direction, how many rows to skip and how many to return. Returns {items: rows
-- with {owed, overdue, last_delivery}, total}.
create function public.list_suppliers(name_like text, state text, sort_by text, ascending boolean, page_offset integer,
                                      page_limit integer) returns jsonb
language sql stable set search_path = ''
as $$
  with found as materialized (
    select s, m.owed, m.overdue, m.last_delivery
      from public.suppliers s join shop.supplier_sums m on m.supplier_id = s.id
     where (name_like is null or s.name ilike name_like)
       and case list_suppliers.state when 'in_use' then s.archived_at is null when 'owed' then m.owed > 0
                                     when 'overdue' then m.overdue > 0 when 'archived' then s.archived_at is not null else true end),
  sorted as (
    select f.*, row_number() over (order by
             case when ascending and sort_by = 'name' then lower((f.s).name) end,
             case when not ascending and sort_by = 'name' then lower((f.s).name) end desc,
             case when sort_by <> 'name' then
               case sort_by when 'owed' then f.owed when 'overdue' then f.overdue
                            else coalesce(extract(epoch from f.last_delivery), 0) end * case when ascending then 1 else -1 end end,
             lower((f.s).name)) as place
      from found f)
  select jsonb_build_object(
    'items', (select coalesce(jsonb_agg(to_jsonb(p.s) || jsonb_build_object('owed', p.owed, 'overdue', p.overdue,
                                                                            'last_delivery', p.last_delivery) order by p.place), '[]')
                from (select * from sorted o order by o.place offset page_offset limit page_limit) p),
    'total', (select count(*) from found));
$$;

-- A supplier: its row with {received, paid, owed, overdue, last_delivery, orders: its newest 200 purchase orders, archived ones, too,
-- with {value: of the good pieces received}, payments: the newest 200, prices: `shop.supplier_prices` with {product_id, product_name,
-- color, size, sku}}. Takes its id. Refuses 404 `supplier_not_found`.
create function public.find_supplier(supplier_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  wanted public.suppliers;
begin
  select * into wanted from public.suppliers s where s.id = find_supplier.supplier_id;
  if not found then
    perform shop.refuse('supplier_not_found');
  end if;
  return to_jsonb(wanted) || (select to_jsonb(m) - 'supplier_id' from shop.supplier_sums m where m.supplier_id = wanted.id)
    || jsonb_build_object(
      'orders', (select coalesce(jsonb_agg(jsonb_build_object(
                          'id', o.id, 'order_number', o.order_number, 'status', o.status, 'total_amount', o.total_amount,
                          'dated_at', o.dated_at, 'is_archived', o.archived_at is not null,
                          'value', (select coalesce(sum(v.value), 0) from shop.supplier_deliveries v where v.purchase_order_id = o.id))
                          order by o.dated_at desc, o.id desc), '[]')
                   from (select * from public.purchase_orders f where f.supplier_id = wanted.id
                          order by f.dated_at desc, f.id desc limit 200) o),
      'payments', (select coalesce(jsonb_agg(shop.payment_json(p) order by p.sequence desc), '[]')
                     from (select * from public.payments f where f.supplier_id = wanted.id order by f.sequence desc limit 200) p),
      'prices', (select coalesce(jsonb_agg(to_jsonb(c) - 'supplier_id' || jsonb_build_object(
                          'product_id', p.id, 'product_name', p.name, 'color', v.color, 'size', v.size, 'sku', v.sku)
                          order by p.name, v.id), '[]')
                   from shop.supplier_prices c
                   join public.product_variants v on v.id = c.variant_id join public.products p on p.id = v.product_id
                  where c.supplier_id = wanted.id));
end;
$$;

grant execute on function public.list_suppliers, public.find_supplier to service_role;
