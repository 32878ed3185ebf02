-- Purchase orders are listed and counted by the day they show, and the ledger says who moved stock.

-- When it was first ordered or received, before that when it was written down.
alter table public.purchase_orders add column dated_at timestamptz not null generated always as (coalesce(order_date, created_at)) stored;
create index purchase_orders_by_date on public.purchase_orders (dated_at desc, id) where archived_at is null;

-- Purchase orders in figures, dated from one moment to before another (null: without an end):
-- {totalPurchaseOrders, totalAmount (without cancelled ones), statusCounts: {pending: n, …}}.
create or replace function public.purchase_order_stats(from_time timestamptz default null, to_time timestamptz default null) returns jsonb
language sql stable set search_path = ''
as $$
  with counted as (
    select o.status, count(*) as orders, sum(o.total_amount) as amount
      from public.purchase_orders o
     where o.archived_at is null
       and o.dated_at >= coalesce(purchase_order_stats.from_time, '-infinity') and o.dated_at < coalesce(purchase_order_stats.to_time, 'infinity')
     group by o.status
  )
  select jsonb_build_object(
    'totalPurchaseOrders', coalesce(sum(c.orders), 0),
    'totalAmount', coalesce(sum(c.amount) filter (where s <> 'cancelled'), 0),
    'statusCounts', jsonb_object_agg(s, coalesce(c.orders, 0)))
  from unnest(enum_range(null::shop.purchase_order_status)) s left join counted c on c.status = s;
$$;

-- The ledger as the API shows it: with the product's name, also when the product is archived, and the user name of whoever it was, where it was
-- one of the staff. Rows hidden from the reader stay hidden.
create or replace view public.stock_records with (security_invoker = true) as
  select h.id, h.sequence, h.product_id, (select p.name from public.products p where p.id = h.product_id) as product_name,
         h.transaction_type, h.quantity, h.previous_stock, h.new_stock, h.reference_number, h.notes, h.created_at,
         (select s.username from public.staff s where s.id = h.actor) as actor_name
    from public.stock_history h;
