-- What staff see of the ledger, and how they count a shelf by hand.

-- The ledger as the API shows it: with the product's name, also when the product is archived. Rows hidden from the reader stay hidden.
create view public.stock_records with (security_invoker = true) as
  select h.id, h.sequence, h.product_id, (select p.name from public.products p where p.id = h.product_id) as product_name,
         h.transaction_type, h.quantity, h.previous_stock, h.new_stock, h.reference_number, h.notes, h.created_at
    from public.stock_history h;

-- Changes one product's stock by hand: `adjustment` sets it to exactly these pieces, `purchase` and `return` add them, `damage` takes them away.
-- Takes the product's id, the kind, the pieces, notes and the staff member. Returns the ledger row with the product's name.
-- Refuses 404 `product_not_found`, also for an archived one, 409 `not_enough_stock` when there is less to take away.
create function public.adjust_stock(product_id text, kind shop.stock_change_kind, pieces integer, notes text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  stock integer;
  entry public.stock_history;
begin
  -- Locked before it is read: what is set exactly must be counted from what is there when it is set.
  select p.stock_quantity into stock from public.products p
   where p.id = adjust_stock.product_id and p.archived_at is null for no key update;
  if not found then
    perform shop.refuse(404, 'product_not_found', 'Product not found');
  end if;

  entry := shop.change_stock(
    adjust_stock.product_id,
    case kind when 'adjustment' then pieces - stock when 'damage' then -pieces when 'purchase' then pieces when 'return' then pieces end,
    kind, null, notes, actor);
  return (select to_jsonb(r) from public.stock_records r where r.id = entry.id);
end;
$$;

-- The ledger in figures, from one moment to before another (null: without an end):
-- {totalRecords, totalIn, totalOut, byType: {purchase: {count, quantity}, …}}, `quantity` signed as the ledger has it.
create function public.stock_stats(from_time timestamptz default null, to_time timestamptz default null) returns jsonb
language sql stable set search_path = ''
as $$
  with counted as (
    select h.transaction_type as kind, count(*) as records, sum(h.quantity) as pieces,
           sum(greatest(h.quantity, 0)) as pieces_in, sum(greatest(-h.quantity, 0)) as pieces_out
      from public.stock_history h
     where h.created_at >= coalesce(stock_stats.from_time, '-infinity') and h.created_at < coalesce(stock_stats.to_time, 'infinity')
     group by h.transaction_type
  )
  select jsonb_build_object(
    'totalRecords', coalesce(sum(c.records), 0),
    'totalIn', coalesce(sum(c.pieces_in), 0),
    'totalOut', coalesce(sum(c.pieces_out), 0),
    'byType', jsonb_object_agg(k, jsonb_build_object('count', coalesce(c.records, 0), 'quantity', coalesce(c.pieces, 0))))
  from unnest(enum_range(null::shop.stock_change_kind)) k left join counted c on c.kind = k;
$$;

revoke all on public.stock_records from public, anon, authenticated;
grant select on public.stock_records to service_role;
revoke execute on function public.adjust_stock, public.stock_stats from public, anon, authenticated;
grant execute on function public.adjust_stock, public.stock_stats to service_role;
