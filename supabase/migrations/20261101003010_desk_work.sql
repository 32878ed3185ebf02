-- What waits at the desk: counted from the daily tallies and from small indexes of what is not finished.

create index shipments_under_way on public.shipments (created_at, id) include (status, estimated_delivery_date, shipped_date)
  where archived_at is null and status in ('preparing', 'shipped', 'in_transit', 'out_for_delivery');
create index purchase_orders_expected on public.purchase_orders (expected_delivery_date, id) include (status)
  where archived_at is null and expected_delivery_date is not null and status in ('pending', 'ordered', 'partial');

-- The work of a day: {toConfirm, toPack, toHandOver, lowStock, lateCount, late: [shipments], expectedCount, expected: [purchase orders]}. A parcel is late
-- when its estimated day has passed; one that nobody estimated, when it has been under way for more than so many days. Deliveries are expected whose day
-- is known, the earliest first. Takes today, the stock from which a product is low, those days, and how many to list.
create function public.desk_work(today date, low_stock integer, late_after integer, page_limit integer) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  late text[] := array(
    select s.id from public.shipments s
     where s.archived_at is null and s.status in ('preparing', 'shipped', 'in_transit', 'out_for_delivery')
       and (s.estimated_delivery_date < today
            or (s.estimated_delivery_date is null and s.status <> 'preparing' and s.shipped_date < shop.start_of_day(today - late_after)))
     order by coalesce(s.estimated_delivery_date, shop.day_of(s.shipped_date) + late_after), s.id);
begin
  return jsonb_build_object(
    'toConfirm', shop.tallied('orders', 'pending', null, null),
    'toPack', shop.tallied('orders', 'processing', null, null),
    'toHandOver', (select count(*) from public.shipments s where s.archived_at is null and s.status = 'preparing'),
    'lowStock', (select count(*) from public.products p where p.archived_at is null and p.stock_quantity <= low_stock),
    'lateCount', cardinality(late),
    'late', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'shipment_number', s.shipment_number, 'order_number', s.order_number, 'status', s.status,
                      'carrier', s.carrier, 'recipient_name', o.customer_name, 'estimated_delivery_date', s.estimated_delivery_date,
                      'shipped_date', s.shipped_date) order by listed.place), '[]')
               from unnest(late[1 : page_limit]) with ordinality as listed (id, place)
               join public.shipments s on s.id = listed.id join public.orders o on o.id = s.order_id),
    'expectedCount', (select count(*) from public.purchase_orders p
                       where p.archived_at is null and p.expected_delivery_date is not null and p.status in ('pending', 'ordered', 'partial')),
    'expected', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'order_number', p.order_number, 'supplier_name', p.supplier_name,
                          'status', p.status, 'expected_delivery_date', p.expected_delivery_date) order by p.expected_delivery_date, p.id), '[]')
                   from (select * from public.purchase_orders e
                          where e.archived_at is null and e.expected_delivery_date is not null and e.status in ('pending', 'ordered', 'partial')
                          order by e.expected_delivery_date, e.id limit page_limit) p));
end;
$$;

revoke execute on function public.desk_work from public, anon, authenticated;
grant execute on function public.desk_work to service_role;
