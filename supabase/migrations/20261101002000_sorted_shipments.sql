-- Shipments are sorted by the columns of their list, each way from an index that holds what the list is filtered by as well: nothing else is read.

create index shipments_by_order_number on public.shipments (char_length(order_number), order_number, id) include (status, tracking_number, created_at)
  where archived_at is null;
create index shipments_by_carrier on public.shipments (carrier, id) include (status, tracking_number, order_number, created_at) where archived_at is null;
create index shipments_by_shipped_date on public.shipments (coalesce(shipped_date, '-infinity'), id)
  include (status, tracking_number, order_number, created_at, shipped_date) where archived_at is null;
-- What few are found of is looked for here, whatever it is sorted by.
drop index public.shipments_newest;
create index shipments_newest on public.shipments (created_at, id)
  include (status, shipping_cost, tracking_number, order_number, carrier, shipped_date) where archived_at is null;
drop index public.shipments_by_status;
create index shipments_by_status on public.shipments (status, id) include (tracking_number, order_number, created_at) where archived_at is null;

drop function public.shipment_page(shop.shipment_status, text, text, timestamptz, timestamptz, integer, integer);

-- A page of the shipments. Takes a status, patterns for the order's number and the tracking number, two moments (each filter may be null),
-- how many to pass over and how many to give, one of `createdAt`, `orderNumber` (ORD-9999 before ORD-10000), `carrier`, `status`, `shippedDate` (what was
-- not shipped before what was) and the direction; the newest first unless told otherwise. Descending is ascending turned
-- round. Returns {items, total}, the items as `shipments_of_orders` has them.
create function public.shipment_page(status shop.shipment_status, order_number_like text, tracking_number_like text,
                                     from_time timestamptz, to_time timestamptz, first integer, most integer,
                                     sort_by text default 'createdAt', ascending boolean default false)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  wanted constant text := 's.archived_at is null and ($1 is null or s.status = $1) and ($2 is null or s.order_number ilike $2)
    and ($3 is null or s.tracking_number ilike $3) and ($4 is null or s.created_at >= $4) and ($5 is null or s.created_at < $5)';
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

revoke execute on function public.shipment_page from public, anon, authenticated;
grant execute on function public.shipment_page to service_role;
