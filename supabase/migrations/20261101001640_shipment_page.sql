-- Shipments are found by any part of their tracking number or of their order's number, and counted, from one index alone.

-- The number of a shipment's order, which never changes. Written by a trigger, whatever is written here.
alter table public.shipments add column order_number text not null default '';

-- No edit of anybody's.
alter table public.shipments disable trigger shipments_touched;
update public.shipments s set order_number = o.order_number from public.orders o where o.id = s.order_id;
alter table public.shipments enable trigger shipments_touched;

create function shop.copy_order_number() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.order_number := coalesce((select o.order_number from public.orders o where o.id = new.order_id), '');
  return new;
end;
$$;

create trigger shipments_order_number before insert or update of order_id, order_number on public.shipments
  for each row execute function shop.copy_order_number();

drop index public.shipments_newest;
create index shipments_newest on public.shipments (created_at desc, id) include (status, shipping_cost, tracking_number, order_number)
  where archived_at is null;
-- Nobody looks for part of an order's number among the orders any more.
drop index if exists public.orders_by_number_part;

-- A page of the shipments, newest first. Takes a status, patterns for the order's number and the tracking number, two moments (each filter may be
-- null), how many to pass over and how many to give. Returns {items, total}, the items as `shipments_of_orders` has them.
create function public.shipment_page(status shop.shipment_status, order_number_like text, tracking_number_like text,
                                     from_time timestamptz, to_time timestamptz, first integer, most integer)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  found_ids text[];
begin
  found_ids := array (
    select s.id from public.shipments s
     where s.archived_at is null and (shipment_page.status is null or s.status = shipment_page.status)
       and (order_number_like is null or s.order_number ilike order_number_like)
       and (tracking_number_like is null or s.tracking_number ilike tracking_number_like)
       and (from_time is null or s.created_at >= from_time) and (to_time is null or s.created_at < to_time)
     order by s.created_at desc, s.id);
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(to_jsonb(s) order by page.place), '[]')
                from unnest(found_ids[first + 1 : first + most]) with ordinality as page (id, place)
                join public.shipments_of_orders s on s.id = page.id),
    'total', cardinality(found_ids));
end;
$$;

grant execute on all functions in schema shop to service_role;
revoke execute on function public.shipment_page from public, anon, authenticated;
grant execute on function public.shipment_page to service_role;
