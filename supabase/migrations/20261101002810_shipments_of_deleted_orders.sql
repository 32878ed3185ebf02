-- The parcels of a deleted order leave the list and its figures with it. They are told by their order's number, which the list's indexes hold.

create index orders_archived on public.orders (order_number) where archived_at is not null;

-- A page of the shipments. Takes a status, patterns for the order's number and the tracking number, two moments (each filter may be null),
-- how many to pass over and how many to give, one of `createdAt`, `orderNumber` (ORD-9999 before ORD-10000), `carrier`, `status`, `shippedDate` (what was
-- not shipped before what was) and the direction; the newest first unless told otherwise. Descending is ascending turned
-- round. Returns {items, total}, the items as `shipments_of_orders` has them.
create or replace function public.shipment_page(status shop.shipment_status, order_number_like text, tracking_number_like text,
                                                from_time timestamptz, to_time timestamptz, first integer, most integer,
                                                sort_by text default 'createdAt', ascending boolean default false)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  wanted constant text := 's.archived_at is null and ($1 is null or s.status = $1) and ($2 is null or s.order_number ilike $2)
    and ($3 is null or s.tracking_number ilike $3) and ($4 is null or s.created_at >= $4) and ($5 is null or s.created_at < $5)
    and not exists (select from public.orders o where o.order_number = s.order_number and o.archived_at is not null)';
  sorting constant text := format(case sort_by when 'orderNumber' then 'char_length(s.order_number) %1$s, s.order_number %1$s, s.id %1$s'
                                               when 'carrier' then 's.carrier %1$s, s.id %1$s'
                                               when 'status' then 's.status %1$s, s.id %1$s'
                                               when 'shippedDate' then 'coalesce(s.shipped_date, ''-infinity'') %1$s, s.id %1$s'
                                               else 's.created_at %1$s, s.id %1$s' end, case when ascending then 'asc' else 'desc' end);
  -- One reading is enough for what is found seldom; of what is found often, the beginning comes at once.
  taken constant integer := greatest(first + most, 1000);
  ids text[];
  total bigint;
begin
  -- Put together, so that each sorting has its index.
  execute format('select array (select s.id from public.shipments s where %s order by %s limit $6)', wanted, sorting)
     into ids using shipment_page.status, order_number_like, tracking_number_like, from_time, to_time, taken;
  total := cardinality(ids);
  if total = taken then
    execute format('select count(*) from public.shipments s where %s', wanted)
       into total using shipment_page.status, order_number_like, tracking_number_like, from_time, to_time;
  end if;
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(to_jsonb(s) order by page.place), '[]')
                from unnest(ids[first + 1 : first + most]) with ordinality as page (id, place)
                join public.shipments_of_orders s on s.id = page.id),
    'total', total);
end;
$$;

-- Shipments in figures, from one moment to before another (null: without an end), those of deleted orders left out:
-- {totalShipments, totalShippingCost, statusCounts: [{status, count}, …]}, every status in it.
create or replace function public.shipment_stats(from_time timestamptz default null, to_time timestamptz default null) returns jsonb
language sql stable set search_path = ''
as $$
  with counted as (
    select s.status, count(*) as shipments, sum(s.shipping_cost) as cost
      from public.shipments s
     where s.archived_at is null
       and s.created_at >= coalesce(shipment_stats.from_time, '-infinity') and s.created_at < coalesce(shipment_stats.to_time, 'infinity')
       and not exists (select from public.orders o where o.order_number = s.order_number and o.archived_at is not null)
     group by s.status
  )
  select jsonb_build_object(
    'totalShipments', coalesce(sum(c.shipments), 0),
    'totalShippingCost', coalesce(sum(c.cost), 0),
    'statusCounts', jsonb_agg(jsonb_build_object('status', s, 'count', coalesce(c.shipments, 0)) order by s))
  from unnest(enum_range(null::shop.shipment_status)) s left join counted c on c.status = s;
$$;
