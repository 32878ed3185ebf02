-- The stock history as staff read it.

-- A page of the history. Takes a product, a kind, two moments (beginnings of days in Pakistan; each filter may be null), how many rows to
-- skip and how many to return, a sort key (`createdAt`, `transactionType`: newest first within a kind, `quantity`: signed) and its
-- direction, and a reference: with `PO-1001` come its deliveries `PO-1001-R1` …. Returns {items, total}.
create function public.list_stock_history(product_id text, kind shop.stock_change_kind, from_time timestamptz, to_time timestamptz,
                                          page_offset integer, page_limit integer, sort_by text default 'createdAt',
                                          ascending boolean default false,
                                          reference text default null)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  ordering constant text := format(case sort_by when 'quantity' then 'h.quantity %1$s, h.created_at %1$s, h.sequence %1$s'
                                               when 'transactionType' then 'h.transaction_type %1$s, h.created_at desc, h.sequence desc'
                                               else 'h.created_at %1$s, h.sequence %1$s' end,
                                               case when ascending then 'asc' else 'desc' end);
  conditions constant text :=
    '($2 is null or h.transaction_type = $2) and ($3 is null or h.created_at >= $3) and ($4 is null or h.created_at < $4)';
  source constant text := case
    -- `offset 0` makes Postgres find the few rows by their index and sort them, instead of scanning all rows in order.
    when coalesce(product_id, reference) is not null then
      '(select * from public.stock_history h
         where ($1 is null or h.product_id = $1) and ($7 is null or h.reference_number = $7 or h.reference_number like $8) and %1$s
        offset 0) h'
    when sort_by = 'createdAt' then '(select * from public.stock_history h where %1$s) h'
    else 'unnest($5) k (kind)
           cross join lateral (select * from public.stock_history h where h.transaction_type = k.kind and %1$s
                               order by %2$s limit $6) h' end;
  deliveries constant text := regexp_replace(reference, '([\\%_])', '\\\1', 'g') || '-%';
  ids text[];
  total bigint;
begin
  execute format('select array (select h.id from ' || source || ' order by %2$s limit $6)', conditions, ordering)
     into ids using list_stock_history.product_id, kind, from_time, to_time, enum_range(null::shop.stock_change_kind),
     page_offset + page_limit,
                    reference, deliveries;

  if coalesce(product_id, reference) is null then
    total := shop.count_records('stock', kind::text, from_time, to_time);
  else
    execute format('select count(*) from ' || source, conditions) into total
      using list_stock_history.product_id, kind, from_time, to_time, null, null, reference, deliveries;
  end if;
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(to_jsonb(r) order by page.place), '[]')
                from unnest(ids[page_offset + 1 : page_offset + page_limit]) with ordinality as page (id, place)
                join public.stock_records r on r.id = page.id),
    'total', total);
end;
$$;

grant execute on function public.list_stock_history to service_role;
