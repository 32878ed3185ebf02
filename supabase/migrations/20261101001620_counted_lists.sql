-- Lists of the ledger and of orders, a page at a time, and their figures. What the tally knows is not counted again.

-- How many rows of a book the tally knows. Takes the book, a kind or null, and two moments, each the beginning of a day in Karachi or null.
create function shop.tallied(book shop.tallied_book, kind text, from_time timestamptz, to_time timestamptz) returns bigint
language sql stable set search_path = ''
as $$
  select coalesce(sum(t.records), 0)::bigint
    from shop.tallies t
   where t.book = tallied.book and (tallied.kind is null or t.kind = tallied.kind)
     and t.day >= coalesce(shop.day_of(tallied.from_time), '-infinity') and t.day < coalesce(shop.day_of(tallied.to_time), 'infinity');
$$;

-- A page of the ledger, newest row first. Takes a product, a kind, two moments (beginnings of days in Karachi; each filter may be null),
-- how many rows to pass over and how many to give. Returns {items, total}.
create function public.stock_page(product_id text, kind shop.stock_change_kind, from_time timestamptz, to_time timestamptz, first integer, most integer)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  items jsonb;
  total bigint;
begin
  select coalesce(jsonb_agg(to_jsonb(page)), '[]') into items
    from (select r.* from public.stock_records r
           where (stock_page.product_id is null or r.product_id = stock_page.product_id)
             and (kind is null or r.transaction_type = kind)
             and (from_time is null or r.created_at >= from_time) and (to_time is null or r.created_at < to_time)
           order by r.created_at desc, r.sequence desc offset first limit most) page;

  if stock_page.product_id is null then
    total := shop.tallied('stock', kind::text, from_time, to_time);
  else
    select count(*) into total from public.stock_history h
     where h.product_id = stock_page.product_id and (kind is null or h.transaction_type = kind)
       and (from_time is null or h.created_at >= from_time) and (to_time is null or h.created_at < to_time);
  end if;
  return jsonb_build_object('items', items, 'total', total);
end;
$$;

-- The ledger in figures, from the beginning of one day in Karachi to that of another (null: without an end):
-- {totalRecords, totalIn, totalOut, byType: {purchase: {count, quantity}, …}}, `quantity` signed as the ledger has it.
create or replace function public.stock_stats(from_time timestamptz default null, to_time timestamptz default null) returns jsonb
language sql stable set search_path = ''
as $$
  with counted as (
    select t.kind, sum(t.records) as records, sum(t.added) as pieces_in, sum(t.taken) as pieces_out
      from shop.tallies t
     where t.book = 'stock'
       and t.day >= coalesce(shop.day_of(stock_stats.from_time), '-infinity') and t.day < coalesce(shop.day_of(stock_stats.to_time), 'infinity')
     group by t.kind
  )
  select jsonb_build_object(
    'totalRecords', coalesce(sum(c.records), 0),
    'totalIn', coalesce(sum(c.pieces_in), 0),
    'totalOut', coalesce(sum(c.pieces_out), 0),
    'byType', jsonb_object_agg(k, jsonb_build_object('count', coalesce(c.records, 0), 'quantity', coalesce(c.pieces_in - c.pieces_out, 0))))
  from unnest(enum_range(null::shop.stock_change_kind)) k left join counted c on c.kind = k::text;
$$;

-- Orders at a glance: {totalOrders, totalRevenue (without cancelled ones), averageOrderValue, statusCounts: {pending: n, …}}.
create or replace function public.order_stats() returns jsonb
language sql stable set search_path = ''
as $$
  with counted as (
    select t.kind as status, sum(t.records) as orders, sum(t.added) as revenue from shop.tallies t where t.book = 'orders' group by t.kind
  ), kept as (
    select coalesce(sum(orders), 0) as orders, coalesce(sum(revenue), 0) as revenue from counted where status <> 'cancelled'
  )
  select jsonb_build_object(
    'totalOrders', (select coalesce(sum(orders), 0) from counted),
    'totalRevenue', kept.revenue,
    'averageOrderValue', case when kept.orders = 0 then 0 else round(kept.revenue / kept.orders, 2) end,
    'statusCounts', (select jsonb_object_agg(s, coalesce((select c.orders from counted c where c.status = s::text), 0))
                       from unnest(enum_range(null::shop.order_status)) s))
  from kept;
$$;

grant execute on all functions in schema shop to service_role;
revoke execute on function public.stock_page from public, anon, authenticated;
grant execute on function public.stock_page to service_role;
