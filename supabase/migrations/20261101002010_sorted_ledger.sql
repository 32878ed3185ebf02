-- The ledger is sorted by time, by kind and by how much a change was, each way from an index, however long it grows.

-- By kind first, so that it serves the ledger of one kind, too; that of all kinds is put together of the beginnings of each.
create index stock_history_by_quantity on public.stock_history (transaction_type, quantity, created_at, sequence);

-- An index more is paid with every piece sold. These two are read backwards from now on: rows come in the order of time, and fill an index that
-- ascends, where in one that descends every second place stays empty.
drop index public.stock_history_newest, public.stock_history_by_type;
create index stock_history_newest on public.stock_history (created_at, sequence);
create index stock_history_by_type on public.stock_history (transaction_type, created_at);

drop function public.stock_page(text, shop.stock_change_kind, timestamptz, timestamptz, integer, integer);

-- A page of the ledger. Takes a product, a kind, two moments (beginnings of days in Karachi; each filter may be null), how many rows
-- to pass over and how many to give, one of `createdAt`, `transactionType` (rows of a kind newest first), `quantity` (signed; what is equal by time, in
-- the same direction) and the direction; the newest first unless told otherwise. Returns {items, total}.
create function public.stock_page(product_id text, kind shop.stock_change_kind, from_time timestamptz, to_time timestamptz,
                                  first integer, most integer, sort_by text default 'createdAt', ascending boolean default false)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  sorting constant text := format(case sort_by when 'quantity' then 'h.quantity %1$s, h.created_at %1$s, h.sequence %1$s'
                                               when 'transactionType' then 'h.transaction_type %1$s, h.created_at desc, h.sequence desc'
                                               else 'h.created_at %1$s, h.sequence %1$s' end, case when ascending then 'asc' else 'desc' end);
  wanted constant text := '($2 is null or h.transaction_type = $2) and ($3 is null or h.created_at >= $3) and ($4 is null or h.created_at < $4)';
  source constant text := case
    -- The rows of one product are found by their chain and then sorted, never looked for among those of all: `offset 0` keeps the planner from that.
    when product_id is not null then '(select * from public.stock_history h where h.product_id = $1 and %1$s offset 0) h'
    when sort_by = 'createdAt' then '(select * from public.stock_history h where %1$s) h'
    else 'unnest($5) k (kind)
           cross join lateral (select * from public.stock_history h where h.transaction_type = k.kind and %1$s order by %2$s limit $6) h' end;
  ids text[];
  total bigint;
begin
  execute format('select array (select h.id from ' || source || ' order by %2$s limit $6)', wanted, sorting)
     into ids using stock_page.product_id, kind, from_time, to_time, enum_range(null::shop.stock_change_kind), first + most;

  if stock_page.product_id is null then
    total := shop.tallied('stock', kind::text, from_time, to_time);
  else
    select count(*) into total from public.stock_history h
     where h.product_id = stock_page.product_id and (kind is null or h.transaction_type = kind)
       and (from_time is null or h.created_at >= from_time) and (to_time is null or h.created_at < to_time);
  end if;
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(to_jsonb(r) order by page.place), '[]')
                from unnest(ids[first + 1 : first + most]) with ordinality as page (id, place)
                join public.stock_records r on r.id = page.id),
    'total', total);
end;
$$;

revoke execute on function public.stock_page from public, anon, authenticated;
grant execute on function public.stock_page to service_role;
