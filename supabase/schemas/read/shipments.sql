-- Shipments as staff see them.

-- The shipments that numbers may mean, as couriers and staff write them: a shipment's number, a tracking number in any spelling, or an
-- order's number. Takes the numbers, and beside each the number of an order that it may be. Returns for each, in this order, {order_number:
-- of an order that has it, or null, shipments: as in `shipments_of_orders`, the latest last}.
create function public.find_shipments(numbers text[], order_numbers text[]) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  places bigint[];
  ids text[];
begin
  -- Ids first: the view is then read by them, however many shipments there are.
  select array_agg(asked.place), array_agg(meant.id) into places, ids
    from unnest(find_shipments.numbers, find_shipments.order_numbers) with ordinality as asked (number, order_number, place)
   cross join lateral (select s.id from public.shipments s where s.shipment_number = upper(asked.number)
                       union select s.id from public.shipments s
                              where shop.tracking_key(s.tracking_number) = shop.tracking_key(asked.number)
                                and s.tracking_number <> '' and s.archived_at is null
                       union select s.id from public.shipments s join public.orders o on o.id = s.order_id
                              where o.order_number = asked.order_number) meant;
  return (
    with shown as (
      select m.place, jsonb_agg(to_jsonb(s) order by s.created_at, s.id) as shipments
        from unnest(places, ids) as m (place, id) join public.shipments_of_orders s on s.id = m.id
       where s.archived_at is null group by m.place)
    select jsonb_agg(jsonb_build_object(
      'order_number', (select o.order_number from public.orders o where o.order_number = asked.order_number and o.archived_at is null),
      'shipments', coalesce(shown.shipments, '[]')) order by asked.place)
      from unnest(find_shipments.order_numbers) with ordinality as asked (order_number, place)
      left join shown on shown.place = asked.place);
end;
$$;

-- A page of the shipments, without those of deleted orders. Takes a status, patterns for the order's number and the tracking number, two
-- moments (each filter may be null), how many rows to skip and how many to return, a sort key (`createdAt`, `orderNumber`: ORD-9999 before
-- ORD-10000, `carrier`, `status`, `shippedDate`: not yet shipped first) and its direction. Returns {items, total}, the items as in
-- `shipments_of_orders`.
create function public.list_shipments(status shop.shipment_status, order_number_like text, tracking_number_like text,
                                      from_time timestamptz, to_time timestamptz, page_offset integer, page_limit integer,
                                      sort_by text default 'createdAt', ascending boolean default false)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  conditions constant text := 's.archived_at is null and ($1 is null or s.status = $1) and ($2 is null or s.order_number ilike $2)
    and ($3 is null or s.tracking_number ilike $3) and ($4 is null or s.created_at >= $4) and ($5 is null or s.created_at < $5)
    and not exists (select from public.orders o where o.order_number = s.order_number and o.archived_at is not null)';
  ordering constant text := format(case sort_by when 'orderNumber' then 'char_length(s.order_number) %1$s, s.order_number %1$s, s.id %1$s'
                                               when 'carrier' then 's.carrier %1$s, s.id %1$s'
                                               when 'status' then 's.status %1$s, s.id %1$s'
                                               when 'shippedDate' then 'coalesce(s.shipped_date, ''-infinity'') %1$s, s.id %1$s'
                                               else 's.created_at %1$s, s.id %1$s' end, case when ascending then 'asc' else 'desc' end);
  -- Up to this many matches are counted while they are read; more are counted separately.
  ids_limit constant integer := greatest(page_offset + page_limit, 1000);
  ids text[];
  total bigint;
begin
  -- Dynamic, so that each sort key uses its index.
  execute format('select array (select s.id from public.shipments s where %s order by %s limit $6)', conditions, ordering)
     into ids using list_shipments.status, order_number_like, tracking_number_like, from_time, to_time, ids_limit;
  total := cardinality(ids);
  if total = ids_limit then
    execute format('select count(*) from public.shipments s where %s', conditions)
       into total using list_shipments.status, order_number_like, tracking_number_like, from_time, to_time;
  end if;
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(to_jsonb(s) order by page.place), '[]')
                from unnest(ids[page_offset + 1 : page_offset + page_limit]) with ordinality as page (id, place)
                join public.shipments_of_orders s on s.id = page.id),
    'total', total);
end;
$$;

-- Shipments between two moments (null: no limit), without those of deleted orders: {total_shipments, total_shipping_cost, status_counts:
-- [{status, count}, …]}.
create function public.shipment_stats(from_time timestamptz default null, to_time timestamptz default null) returns jsonb
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
    'total_shipments', coalesce(sum(c.shipments), 0),
    'total_shipping_cost', coalesce(sum(c.cost), 0),
    'status_counts', jsonb_agg(jsonb_build_object('status', s, 'count', coalesce(c.shipments, 0)) order by s))
  from unnest(enum_range(null::shop.shipment_status)) s left join counted c on c.status = s;
$$;

grant execute on function public.find_shipments, public.list_shipments, public.shipment_stats to service_role;
