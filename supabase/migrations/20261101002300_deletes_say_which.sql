-- Hosted databases preload pg-safeupdate, which refuses an UPDATE or DELETE without WHERE, inside functions, too (21000). Where every row is meant, it is said.

-- As before, but every change that waited is removed with a WHERE.
create or replace function public.claim_site_build(at_once boolean default false) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  build text;
  seconds numeric;
begin
  update public.site_builds b set status = 'failed', finished_at = now()
   where b.status = 'running' and (at_once or b.started_at < now() - interval '10 minutes');
  if found then
    perform shop.request_site_build();
  end if;

  -- Who claims at the same moment waits here, and so does whoever claims while a change is being made.
  select b.id into build from public.site_builds b where b.status = 'pending' for update;
  if build is null or exists (select from public.site_builds b where b.status = 'running') then
    return '{}';
  end if;
  seconds := case when at_once then 0 else shop.seconds_to_build() end;
  if seconds > 0 then
    return jsonb_build_object('wait', ceil(seconds * 10) / 10);
  end if;

  delete from shop.site_changes where true;
  update public.site_builds b set status = 'running', started_at = clock_timestamp() where b.id = build;
  return jsonb_build_object('id', build);
end;
$$;

-- Counts everything anew, for whoever wrote rows past the triggers.
create or replace function shop.tally_anew() returns void
language sql set search_path = ''
as $$
  delete from shop.tallies where true;
  insert into shop.tallies (book, day, kind, records, added, taken)
  select 'stock'::shop.tallied_book, shop.day_of(h.created_at), h.transaction_type::text, count(*), sum(greatest(h.quantity, 0)), sum(greatest(-h.quantity, 0))
    from public.stock_history h group by shop.day_of(h.created_at), h.transaction_type
  union all
  select 'orders', shop.day_of(o.created_at), o.status::text, count(*), sum(o.total_amount), 0
    from public.orders o where o.archived_at is null group by shop.day_of(o.created_at), o.status;
$$;

-- Writes all sold lines anew, for whoever wrote orders past the triggers.
create or replace function shop.sell_anew() returns void
language sql set search_path = ''
as $$
  delete from shop.sold_lines where true;
  insert into shop.sold_lines (order_id, position, product_id, sold_at, quantity, revenue)
  select i.order_id, i.position, i.product_id, o.created_at, i.quantity, i.quantity * i.price
    from public.orders o join public.order_items i on i.order_id = o.id
   where o.status <> 'cancelled' and o.archived_at is null
   order by o.created_at;
$$;
